"""PINs on a terminal: asked without echo, or a line each of standard input; never an argument."""

from __future__ import annotations

import getpass
import sys

from controller.cli import BadInput
from controller.game.people.pin import NoPin, Pin


def pin_of(person: str) -> Pin:
    """The PIN that this person enters.

    Raises:
        BadInput: it is none.
    """
    return _pin(f"PIN of {person}: ")


def new_pin(person: str) -> Pin:
    """A new PIN for this person; on a terminal it is entered twice.

    Raises:
        BadInput: it is none, or the two differ.
    """
    pin = _pin(f"new PIN of {person} (6 to 8 digits): ")
    if sys.stdin.isatty() and _pin("once more: ").digits() != pin.digits():
        raise BadInput("the two PINs differ")
    return pin


def _pin(prompt: str) -> Pin:
    text = getpass.getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().strip()
    try:
        return Pin(text)
    except NoPin as why:
        raise BadInput(str(why)) from None
