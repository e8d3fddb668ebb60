"""Who signs on, proves himself, is called or asked."""

from __future__ import annotations

from dataclasses import dataclass

from controller.game.inputs.intents.intent import Intent
from controller.game.people.pin import Pin

__all__ = ["AskPit", "CallChef", "EnterPin", "SeeCall", "SignOff", "SignOn"]


@dataclass(frozen=True, slots=True)
class CallChef(Intent):
    """Call the chef de table, silently."""


@dataclass(frozen=True, slots=True)
class SeeCall(Intent):
    """The pit has seen the call."""


@dataclass(frozen=True, slots=True)
class AskPit(Intent):
    """The reader is lost: a chef is to authorise from the pit with this code, drawn for this request."""

    code: str


@dataclass(frozen=True, slots=True)
class SignOn(Intent):
    """The dealer whose badge is in the reader deals from now on; who dealt before is relieved."""


@dataclass(frozen=True, slots=True)
class SignOff(Intent):
    """The dealer leaves the table."""


@dataclass(frozen=True, slots=True)
class EnterPin(Intent):
    """The PIN of the badge in the reader. It goes to a worker; no event and no view ever holds it."""

    pin: Pin
