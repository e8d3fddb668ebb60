"""PINs on a terminal: asked without echo, or a line each of standard input; never an argument."""

from __future__ import annotations

import getpass
import sys
from typing import Final

from controller.cli import BadInput
from controller.game.people.pin import DIGITS_MAX, DIGITS_MIN, NoPin, Pin
from controller.words.money import LANGUAGES
from controller.words.plurals import in_language

SAID: Final[dict[str, tuple[str, str]]] = {
    "pin": ("PIN de {person}\u00a0: ", "PIN of {person}: "),
    "pin.holder": ("PIN du titulaire du badge\u00a0: ", "PIN of the holder of the card: "),
    "new": (
        "nouveau PIN de {person} (6 à 8 chiffres)\u00a0: ",
        "new PIN of {person} (6 to 8 digits): ",
    ),
    "again": ("encore une fois\u00a0: ", "once more: "),
    "differ": ("les deux PIN diffèrent", "the two PINs differ"),
    "no_pin": ("un PIN a de {least} à {most} chiffres", "a PIN has {least} to {most} digits"),
}


def pin_of(person: str, lang: str) -> Pin:
    """The PIN that this person enters.

    Raises:
        BadInput: it is none.
    """
    return _pin(_say("pin", lang, person=person), lang)


def holder_pin(lang: str) -> Pin:
    """The PIN that the holder of a card enters, whoever that is.

    Raises:
        BadInput: it is none.
    """
    return _pin(_say("pin.holder", lang), lang)


def new_pin(person: str, lang: str) -> Pin:
    """A new PIN for this person; on a terminal it is entered twice.

    Raises:
        BadInput: it is none, or the two differ.
    """
    pin = _pin(_say("new", lang, person=person), lang)
    if sys.stdin.isatty() and _pin(_say("again", lang), lang).digits() != pin.digits():
        raise BadInput(_say("differ", lang))
    return pin


def _pin(prompt: str, lang: str) -> Pin:
    text = getpass.getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().strip()
    try:
        return Pin(text)
    except NoPin:
        raise BadInput(_say("no_pin", lang, least=DIGITS_MIN, most=DIGITS_MAX)) from None


def _say(key: str, lang: str, **facts: object) -> str:
    return in_language(SAID[key], LANGUAGES[lang], facts)
