"""A card at the pit's reader, on the wire: what the pit says of it and what the table answers.

    pit -> table      {"nonce": ""}                          a card is to be read
    table -> pit      {"nonce": "9f…", "table": "UTH-2", "pin": true}
    pit -> table      {"card": {"number": "4f…", "code": "271828", "signature": "30…", "pin": "…"}}
    table -> pit      {"card": ""}                           it counts; else why not: {"card": "card_revoked"}

The nonce is drawn by the table for this line and is good for one card. The card signs it with the name of
the table and the code that the table shows (`drivers.card_keys`): a signature of another table, for another
code or of a minute ago is a signature of something else. The table believes its own register and the
signature, and nothing that the pit says of a person. `signature` is empty from a reader that types; `pin`
is empty where the table keeps no register of people.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from controller import wire
from controller.game import inputs as i
from controller.game.inputs import Intent, Observation
from controller.game.judge_machines import pit_refusal
from controller.game.pin import NoPin, Pin
from controller.game.refusals import Refusal
from controller.game.state import TableState
from controller.wire import WireError

NONCE_BYTES: Final = 32
_NONCE_ASKED: Final = b'{"nonce":""}'
_PARTS: Final = ("number", "code", "signature", "pin")
_NUMBER: Final = re.compile(r"[!-~]{1,64}")
_CODE: Final = re.compile(r"[0-9]{1,8}")
_SIGNATURE: Final = re.compile(r"(?:[0-9a-f]{2}){0,160}")


@dataclass(frozen=True, slots=True)
class NonceAsked:
    """A card is about to be read at the pit."""


@dataclass(frozen=True, slots=True)
class CardShown:
    """What was read at the pit: number and signature of a card, and what its holder entered."""

    number: str
    code: str
    signature: bytes = b""
    pin: Pin | None = None


Verify = Callable[[CardShown, bytes, int], i.RemoteBadgeObserved | i.PitCardRefused]
"""Whose card it is by the register of this table, if it signed this nonce; at this time."""


def parse_pit(role: str, line: bytes) -> NonceAsked | CardShown | None:
    """What a pit says of a card on this line, or None when the line is of something else.

    Raises:
        WireError: it is of a card and not to the letter; neither card nor PIN is repeated.
    """
    if role != "pit" or not line.startswith((b'{"nonce"', b'{"card"')):
        return None
    if line == _NONCE_ASKED:
        return NonceAsked()
    said = wire.decode(line)
    card = said.get("card") if isinstance(said, dict) and len(said) == 1 else None
    if not isinstance(card, dict) or set(card) != set(_PARTS):
        raise WireError("card", f"has not just {', '.join(_PARTS)}")
    for name, form in (("number", _NUMBER), ("code", _CODE), ("signature", _SIGNATURE)):
        if not isinstance(card[name], str) or not form.fullmatch(card[name]):
            raise WireError(f"card.{name}", "is of another form")
    try:
        pin = None if card["pin"] == "" else Pin(card["pin"] if isinstance(card["pin"], str) else "")
    except NoPin as why:
        raise WireError("card.pin", str(why)) from None
    return CardShown(card["number"], card["code"], bytes.fromhex(card["signature"]), pin)


def nonce_asked_line() -> bytes:
    """The line by which the pit says that a card is to be read."""
    return _NONCE_ASKED + b"\n"


def card_line(shown: CardShown) -> bytes:
    """The line that carries what was read and entered; the only one that a PIN is ever on."""
    pin = shown.pin.digits() if shown.pin is not None else ""
    told = {"number": shown.number, "code": shown.code, "signature": shown.signature.hex(), "pin": pin}
    return wire.encode({"card": told})


class PitDesk:
    """The table's hand on the cards of the pit's reader, on the deciding thread.

    Args:
        verify: asks the register of this table; None where no card at the pit counts.
        take: gives the table what was seen, and the reception a PIN.
    """

    def __init__(self, verify: Verify | None, take: Callable[[Intent | Observation], Refusal | None]) -> None:
        self._verify = verify
        self._take = take

    def nonce(self, state: TableState) -> tuple[bytes, dict[str, Any]]:
        """A nonce never drawn before, and the message that tells it."""
        drawn = secrets.token_bytes(NONCE_BYTES)
        return drawn, {"nonce": drawn.hex(), "table": state.facts.table, "pin": state.facts.register}

    def show(self, shown: CardShown, nonce: bytes, state: TableState, at_ms: int) -> str:
        """The card counts here from now on and its PIN is being checked, or why it does not count.

        A signature without a nonce of this line is refused before anything else is looked at.
        """
        if self._verify is None:
            return "no_cards"
        if not nonce:
            return "replayed"
        if not state.pit_code:
            return "not_asked"
        seen = self._verify(shown, nonce, at_ms)
        why = seen.why if isinstance(seen, i.PitCardRefused) else pit_refusal(state, seen)
        self._take(seen)
        if why or shown.pin is None:
            return why
        refused = self._take(i.EnterPin(shown.pin))
        return refused.code if refused is not None else ""
