"""A card at the pit's reader, on the wire: what the pit says of it and what the table answers.

    pit -> table      {"nonce": ""}                          a card is to be read, for a code, …
                      {"nonce": "ReadAmount"}                … for an act at the pit, or to be named: "see"
    table -> pit      {"nonce": "9f…", "table": "UTH-2", "pin": true, "purpose": "ReadAmount …"}
    pit -> table      {"card": {"number": "4f…", "code": "271828", "act": "", "signature": "30…", "pin": "…"}}
    table -> pit      {"card": ""}                           it counts; else why not: {"card": "card_revoked"}
    pit -> table      {"card": ""}                           the card was taken out

The nonce is drawn by the table for this line and is good for one card. The card signs it with the name of
the table and the code that the table shows, or the purpose that the table told with the nonce
(`drivers.readers.card_keys`): a signature of another table, for another code, act or amount, or of a minute
ago is a signature of something else. A card that has signed for an act lets this line alone ask for it. The
table believes its own register and the signature, and nothing that the pit says of a person. `signature` is
empty from a reader that types; `pin` is empty where the table keeps no register of people.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from controller.game import inputs as i
from controller.game.inputs import Intent, Observation
from controller.game.machines.judge import pit_refusal
from controller.game.people.at_pit import PIT_ACTS, AtPit, purpose_of
from controller.game.people.pin import NoPin, Pin
from controller.game.refusals import Refusal
from controller.game.state import TableState
from controller.screens import wire
from controller.screens.wire import ScreenRole, WireError

NONCE_BYTES: Final = 32
SEE: Final = "see"
"""For what a card signs whose holder is named in an acknowledgement."""
ACTS: Final = (SEE, *PIT_ACTS)
_CARD_GONE: Final = b'{"card":""}'
_PARTS: Final = ("number", "code", "act", "signature", "pin")
_NUMBER: Final = re.compile(r"[!-~]{1,64}")
_CODE: Final = re.compile(r"[0-9]{0,8}")
_SIGNATURE: Final = re.compile(r"(?:[0-9a-f]{2}){0,160}")


@dataclass(frozen=True, slots=True)
class NonceAsked:
    """A card is about to be read at the pit, for this act or, with none, for a code."""

    act: str = ""


@dataclass(frozen=True, slots=True)
class CardTaken:
    """The card was taken out of the pit's reader."""


@dataclass(frozen=True, slots=True)
class CardShown:
    """What was read at the pit: number and signature of a card, and what its holder entered.

    `code` is the one that the table shows, or `act` what the card has signed for.
    """

    number: str
    code: str = ""
    signature: bytes = b""
    pin: Pin | None = None
    act: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the table told with a nonce: `purpose` is what a card has to sign for `act`."""

    nonce: bytes = b""
    act: str = ""
    purpose: str = ""


Verify = Callable[[CardShown, Asked, int], i.RemoteBadgeObserved | i.PitCardRefused]
"""Whose card it is by the register of this table, if it signed what was asked; at this time."""


def parse_pit(role: ScreenRole, line: bytes) -> NonceAsked | CardShown | CardTaken | None:
    """What a pit says of a card on this line, or None when the line is of something else.

    Raises:
        WireError: it is of a card and not to the letter; neither card nor PIN is repeated.
    """
    if role != "pit" or not line.startswith((b'{"nonce"', b'{"card"')):
        return None
    if line == _CARD_GONE:
        return CardTaken()
    said = wire.decode(line)
    if isinstance(said, dict) and list(said) == ["nonce"]:
        if said["nonce"] not in ("", *ACTS):
            raise WireError("nonce", "is no act at the pit")
        return NonceAsked(said["nonce"])
    card = said.get("card") if isinstance(said, dict) and len(said) == 1 else None
    if not isinstance(card, dict) or set(card) != set(_PARTS):
        raise WireError("card", f"has not just {', '.join(_PARTS)}")
    for name, form in (("number", _NUMBER), ("code", _CODE), ("signature", _SIGNATURE)):
        if not isinstance(card[name], str) or not form.fullmatch(card[name]):
            raise WireError(f"card.{name}", "is of another form")
    if bool(card["code"]) == bool(card["act"]) or card["act"] not in ("", *ACTS):
        raise WireError("card.act", "is no act at the pit")
    try:
        pin = None if card["pin"] == "" else Pin(card["pin"] if isinstance(card["pin"], str) else "")
    except NoPin as why:
        raise WireError("card.pin", str(why)) from None
    return CardShown(card["number"], card["code"], bytes.fromhex(card["signature"]), pin, card["act"])


def nonce_asked_line(act: str = "") -> bytes:
    """The line by which the pit says that a card is to be read, for this act or for a code."""
    return wire.encode({"nonce": act})


def card_line(shown: CardShown) -> bytes:
    """The line that carries what was read and entered; the only one that a PIN is ever on."""
    pin = shown.pin.digits() if shown.pin is not None else ""
    told = {"number": shown.number, "code": shown.code, "act": shown.act}
    told |= {"signature": shown.signature.hex(), "pin": pin}
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

    def nonce(self, state: TableState, act: str = "") -> tuple[Asked, dict[str, Any]]:
        """A nonce never drawn before with what is to be signed, and the message that tells it."""
        asked = Asked(secrets.token_bytes(NONCE_BYTES), act, _purpose(state, act))
        told = {"nonce": asked.nonce.hex(), "table": state.facts.table, "pin": state.facts.register}
        return asked, told | {"purpose": asked.purpose}

    def show(self, shown: CardShown, asked: Asked, state: TableState, at_ms: int) -> str:
        """The card counts here from now on and its PIN is being checked, or why it does not count.

        A signature without a nonce of this line is refused before anything else is looked at.
        """
        if self._verify is None:
            return "no_cards"
        if not asked.nonce or asked.act != shown.act:
            return "replayed"
        if shown.act:
            return self._signed(shown, asked, state, at_ms)
        if not state.pit_code:
            return "not_asked"
        seen = self._verify(shown, asked, at_ms)
        why = seen.why if isinstance(seen, i.PitCardRefused) else pit_refusal(state, seen)
        self._take(seen)
        if why or shown.pin is None:
            return why
        refused = self._take(i.EnterPin(shown.pin))
        return refused.code if refused is not None else ""

    def named(self, shown: CardShown, asked: Asked, at_ms: int) -> tuple[str, str]:
        """Whose card has signed that he is there, or an empty text and why that is not believed."""
        if self._verify is None:
            return "", "no_cards"
        if not asked.nonce or asked.act != shown.act:
            return "", "replayed"
        seen = self._verify(shown, asked, at_ms)
        return ("", seen.why) if isinstance(seen, i.PitCardRefused) else (seen.person, "")

    def _signed(self, shown: CardShown, asked: Asked, state: TableState, at_ms: int) -> str:
        """The card has signed for an act that this table allows at the pit and waits for."""
        assert self._verify is not None, "asked for before"
        if not state.facts.pit_cards:
            return "not_allowed"
        if not asked.purpose or asked.purpose != purpose_of(state, shown.act):
            return "not_awaited"
        seen = self._verify(shown, asked, at_ms)
        if isinstance(seen, i.PitCardRefused):
            self._take(replace(seen, act=shown.act))
            return seen.why
        self._take(i.PitCardObserved(seen.person, seen.role, shown.act, asked.purpose))
        if shown.pin is None:
            return ""
        refused = self._take(AtPit(i.EnterPin(shown.pin)))
        return refused.code if refused is not None else ""


def _purpose(state: TableState, act: str) -> str:
    return act if act == SEE else purpose_of(state, act)
