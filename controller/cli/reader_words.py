"""What a reader of cards and the card in it say, in French; their English is the driver's own.

`tapis badge --json` tells it in English, which other programs read. What keeps a reader from being read is
said as `tapis devices` says it.
"""

from __future__ import annotations

from typing import Final

from controller.boot.devices_findings import FORMS
from controller.words.known_again import Forms, finding
from controller.words.money import LANGUAGES

INSERT: Final = ("mettre le badge dans le lecteur", "put the card in the reader")
STRANGE: Final = ("ce n’est pas un badge", "no supervisor card")
"""What stands for the number of a card that has none."""
UNPROVEN: Final = ("{number}\u00a0: {why}", "{number}: {why}")
_FORMS: Final[Forms] = (
    ("pas de badge dans le lecteur", "no card was put in the reader"),
    ("pas de badge", "no card"),
    ("lu en partie\u00a0: le présenter encore une fois", "not read whole"),
    ("le badge ne signe pas", "the card does not sign"),
    ("le badge n’a pas donné de signature", "the card gave no signature"),
    (
        "le badge signe par une autre clé que celle qu’il montre",
        "the card signs by another key than it shows",
    ),
    ("une réponse sans mot d’état", "an answer without a status word"),
    ("le badge n’a pas de numéro", "the card has no number"),
    (
        "le badge ne répond pas\u00a0: est-il dans le bon sens\u202f?",
        "the card does not answer: is it the right way round?",
    ),
    ("le certificat du badge est illisible", "the certificate of the card cannot be read"),
    ("le certificat du badge est comprimé", "the certificate is compressed"),
    (
        "la clé du badge n’est ni Ed25519 ni P-256",
        "the key of the card is neither Ed25519 nor of P-256",
    ),
    ("débranché", "unplugged"),
    ("pas d’application PIV (statut {code})", "no application (status {code})"),
    ("pas de numéro (statut {code})", "no card holder identifier (status {code})"),
    ("pas de certificat (statut {code})", "no certificate (status {code})"),
    ("pas de signature (statut {code})", "no signature (status {code})"),
    *FORMS,
)
"""What a card says, or nobody's card; then what keeps its reader from being read."""


def reader_said(why: str, lang: str) -> str:
    """The sentence in this language; in English, and where it has no form, as it is."""
    return finding(why, LANGUAGES[lang], _FORMS)


def unproven(number: str, why: str, lang: str) -> str:
    """Why this card proves nothing; it is no card of ours where the number is empty."""
    language = LANGUAGES[lang]
    return UNPROVEN[language].format(number=number or STRANGE[language], why=reader_said(why, lang))
