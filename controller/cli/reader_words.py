"""What a reader of cards and the card in it say, in French; their English is the driver's own.

`tapis badge --json` tells it in English, which other programs read.
"""

from __future__ import annotations

import re
from typing import Final

from controller.words.money import LANGUAGES

INSERT: Final = ("mettre le badge dans le lecteur", "put the card in the reader")
STRANGE: Final = ("ce n’est pas un badge", "no supervisor card")
"""What stands for the number of a card that has none."""
UNPROVEN: Final = ("{number}\u00a0: {why}", "{number}: {why}")
_PARTS: Final[dict[str, str]] = {
    "application": "application PIV",
    "card holder identifier": "numéro",
    "certificate": "certificat",
    "signature": "signature",
    "the folder of the package files": "le dossier des paquets",
}
"""What a card is asked for, which it may not have, and where what is missing is put right."""
_RESTART: Final = "systemctl restart pcscd, puis rebrancher le lecteur"
_LACKS: Final = "badge reader: pyscard is missing: "
SAID: Final[dict[str, str]] = {
    r"no card was put in the reader": "pas de badge dans le lecteur",
    r"no card": "pas de badge",
    r"not read whole": "lu en partie\u00a0: le présenter encore une fois",
    r"the card does not sign": "le badge ne signe pas",
    r"the card gave no signature": "le badge n’a pas donné de signature",
    r"the card signs by another key than it shows": "le badge signe par une autre clé que celle qu’il montre",
    r"an answer without a status word": "une réponse sans mot d’état",
    r"the card has no number": "le badge n’a pas de numéro",
    r"the card does not answer: is it the right way round\?": (
        "le badge ne répond pas\u00a0: est-il dans le bon sens\u202f?"
    ),
    r"the certificate of the card cannot be read": "le certificat du badge est illisible",
    r"the certificate is compressed": "le certificat du badge est comprimé",
    r"the key of the card is neither Ed25519 nor of P-256": "la clé du badge n’est ni Ed25519 ni P-256",
    r"unplugged": "débranché",
    r"no ([a-z ]+) \(status ([0-9a-f]{4})\)": "pas de {0} (statut {1})",
    r"badge reader: no reader is plugged in: .*": (
        "lecteur de badge\u00a0: aucun n’est branché\u00a0: vérifier son câble\u202f; pcsc_scan les nomme"
    ),
    r"badge reader: there is (.*), and no reader ('.*'|\".*\"): .*": (
        "lecteur de badge\u00a0: {0} est là, et aucun lecteur {1}\u00a0: brancher celui de cette table, ou"
        " corriger --reader ou badge.name dans table.toml"
    ),
    r"badge reader: pcscd does not let this user in: (.*) lets in the users (\S+) and (\S+)": (
        "lecteur de badge\u00a0: pcscd ne laisse pas entrer cet utilisateur\u00a0: {0} y admet {1} et {2}"
    ),
    r"badge reader: pcscd does not answer \((.*?)\): type (.*), then (.*)": (
        "lecteur de badge\u00a0: pcscd ne répond pas ({0})\u00a0: taper {1}, puis {2}"
    ),
    r"badge reader: pcscd: (.*): systemctl restart pcscd, .*": (
        f"lecteur de badge\u00a0: pcscd\u00a0: {{0}}\u00a0: {_RESTART}"
    ),
    rf"{_LACKS}type (.*) in (.*)": "lecteur de badge\u00a0: pyscard manque\u00a0: taper {0} dans {1}",
    # a reader that types
    r"(.*) is not plugged in: check the cable .*": (
        "{0} n’est pas branché\u00a0: vérifier le câble, l’alimentation et l’url"
    ),
    r"(.*) is not permitted to this user: name it in (.*), or type this as the table's user": (
        "{0} n’est pas permis à cet utilisateur\u00a0: le nommer dans {1}, ou taper ceci comme utilisateur de"
        " la table"
    ),
    r"(.*) is in use by another program: .*": (
        "{0} est pris par un autre programme\u00a0: arrêter celui-ci, ou la table si elle tourne"
    ),
    r"(.*) is plugged in more than once: .*": (
        "{0} est branché plus d’une fois\u00a0: ajouter le numéro de série à l’url"
    ),
    r"(.*) cannot be opened \((.*)\): .*": (
        "{0} ne s’ouvre pas ({1})\u00a0: le débrancher, le rebrancher, puis essayer un autre câble"
    ),
}
"""By the English sentence, as a pattern: the French one, with the parts that the pattern finds."""


def reader_said(why: str, lang: str) -> str:
    """The sentence in this language; in English, and where it is none of those above, as it is."""
    for english, french in SAID.items() if lang == "fr" else ():
        if found := re.fullmatch(english, why):
            return french.format(*(_PARTS.get(part, part) for part in found.groups()))
    return why


def unproven(number: str, why: str, lang: str) -> str:
    """Why this card proves nothing; it is no card of ours where the number is empty."""
    language = LANGUAGES[lang]
    return UNPROVEN[language].format(number=number or STRANGE[language], why=reader_said(why, lang))
