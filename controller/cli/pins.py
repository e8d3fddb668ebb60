"""PINs on a terminal: asked without echo, or a line each of standard input; never an argument."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Sequence
from typing import Final

from controller.cli import BadInput
from controller.game.people.pin import DIGITS_MAX, DIGITS_MIN, NoPin, Pin
from controller.words.money import LANGUAGES
from controller.words.plurals import in_language

PIPE_MAX: Final = 64 * 1024
"""Letters that are read of a pipe: many times what PINs have."""
SAID: Final[dict[str, tuple[str, str]]] = {
    "pin": ("PIN de {person}\u00a0: ", "PIN of {person}: "),
    "pin.holder": ("PIN du titulaire du badge\u00a0: ", "PIN of the holder of the card: "),
    "new": (
        "nouveau PIN de {person} (6 à 8 chiffres)\u00a0: ",
        "new PIN of {person} (6 to 8 digits): ",
    ),
    "again": ("encore une fois\u00a0: ", "once more: "),
    "differ": ("les deux PIN diffèrent", "the two PINs differ"),
    "pins": (
        "il faut {wanted} lignes à l’entrée, un PIN par personne dans l’ordre\u202f; il y en a {found}\u00a0:"
        " rien n’est écrit",
        "{wanted} lines of input are wanted, a PIN a person, in their order; there are {found}: nothing is"
        " written",
    ),
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


def new_pins(persons: Sequence[str], lang: str) -> list[Pin]:
    """A new PIN for each of these persons; of a pipe it is all that is read, a line a person.

    A line more or less would give one the PIN of another, without a word.

    Raises:
        BadInput: one is none, the two of a terminal differ, or there are other lines than persons.
    """
    if sys.stdin.isatty():
        return [new_pin(person, lang) for person in persons]
    lines = sys.stdin.read(PIPE_MAX).rstrip().splitlines()
    if len(lines) != len(persons):
        raise BadInput(_say("pins", lang, wanted=len(persons), found=len(lines)))
    return [_pin_of(line.strip(), lang) for line in lines]


def _pin(prompt: str, lang: str) -> Pin:
    return _pin_of(getpass.getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().strip(), lang)


def _pin_of(text: str, lang: str) -> Pin:
    try:
        return Pin(text)
    except NoPin:
        raise BadInput(_say("no_pin", lang, least=DIGITS_MIN, most=DIGITS_MAX)) from None


def _say(key: str, lang: str, **facts: object) -> str:
    return in_language(SAID[key], LANGUAGES[lang], facts)
