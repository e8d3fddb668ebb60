"""What a driver finds wrong with its settings, said in French too: drivers know no words.

Forms as `controller.words.known_again` has them; French, then English.
"""

from __future__ import annotations

from typing import Final

from controller.told import Told
from controller.words.known_again import finding
from controller.words.money import FR

FORMS: Final[tuple[tuple[str, str], ...]] = (
    (
        "{url} n’est pas usb://FABRICANT:PRODUIT[:SÉRIE], les deux premiers de quatre chiffres hexadécimaux",
        "{url} is not usb://VENDOR:PRODUCT[:SERIAL] with four hex digits each",
    ),
    # cards of a shoe that reads codes
    ("{what} a déjà le code {known}", "{what} has the code {known} already"),
    ("pas de code pour {what}", "no code for {what}"),
    (
        "un code a 1 à {count} caractères qui s’impriment, sans espace",
        "a code is 1 to {count} printable characters without blanks",
    ),
    (
        "{what} est le même, à des caractères près en moins ou en plus",
        "{what} is the same with characters missing or added",
    ),
    # cards of people
    (
        "pas une clé publique\u00a0: il faut 64 chiffres hexadécimaux d’Ed25519, ou 66 ou 130 d’un point"
        " de P-256",
        "no public key: 64 hex digits of Ed25519, or 66 or 130 of a point of P-256, are needed",
    ),
    ("le certificat du badge ne peut être lu", "the certificate of the card cannot be read"),
    (
        "la clé du badge n’est ni d’Ed25519, ni de P-256",
        "the key of the card is neither Ed25519 nor of P-256",
    ),
    (
        "badge.reader = keyboard\u00a0: un numéro tapé ne prouve rien\u202f; prendre pcsc, ou écrire"
        " allow_keyboard_badge = true",
        "badge.reader = keyboard: a number that is typed proves nothing; use pcsc, or write"
        " allow_keyboard_badge = true",
    ),
    # spots
    (
        "{count} broches\u202f; un tapis a 1 à {end} places",
        "{count} pins; a felt has 1 to {end} places",
    ),
    (
        "{count} broches pour {end} capteurs\u202f; chaque place a besoin des deux",
        "{count} pins for {end} sensors; each place needs both",
    ),
    ("la broche {what} est nommée deux fois", "pin {what} is named twice"),
)


def of_machine(said: str) -> Told:
    """What a driver says of its settings, which can be said in French."""
    french, english = (
        text.replace("{", "{{").replace("}", "}}") for text in (finding(said, FR, FORMS), said)
    )
    return Told((french, english))
