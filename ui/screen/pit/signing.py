"""A card at the pit: whose turn it is, the masked PIN, the code of a table whose reader is lost.

What is typed stays here until the tap leaves with it; no map that is worded or drawn ever holds a digit of a
PIN. The table judges card and PIN by its own register.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ui import figures
from ui.screen.pad import DIGITS, edited
from ui.screen.pit.felt import Speech
from ui.screen.room import Room, Seen

View = Mapping[str, Any]
Tap = dict[str, Any]

CODE_DIGITS: Final = 6
NO_DESK: Final[View] = {
    "there": False,
    "card": False,
    "trouble": "",
    "busy": False,
    "table": "",
    "why": "",
}
"""What a screen without a reader knows of one."""
WHY: Final = (
    *("not_allowed", "not_awaited", "not_asked", "code", "expired", "role", "unknown_card", "card_revoked"),
    *("card_expired", "card_without_key", "card_refused", "card_silent", "card_gone", "replayed", "no_cards"),
    *("no_answer", "pin_waiting", "pin_first"),
)
"""Why a card did not count, as far as it has words of its own."""


@dataclass
class TypedAtPit:
    """What is being typed at the pit, and for which table."""

    table: str = ""
    field_at: str = ""
    digits: str = field(default="", repr=False)
    code: str = ""

    def turn_to(self, table: str) -> None:
        """What was typed for another table is forgotten."""
        if table != self.table:
            self.table, self.field_at, self.digits, self.code = table, "", "", ""

    def typed(self, digit: str, most: int, first: str) -> None:
        """One digit more, or less, or none at all, in the field that was chosen or else the first."""
        self.field_at = self.field_at or first
        held = self.code if self.field_at == "code" else self.digits
        if self.field_at == "code":
            self.code = edited(held, digit, CODE_DIGITS)
        else:
            self.digits = edited(held, digit, most)

    def leave(self, tap: Tap) -> None:
        """The tap carries what was typed, and nothing of it stays."""
        tap["pin"], tap["code"] = self.digits, self.code if not tap["for"] else ""
        self.digits, self.code, self.field_at = "", "", ""


def key(label: str, **tap: Any) -> dict[str, Any]:
    """A key of the pad with its tap of the screen's own."""
    return {"label": label, "tap": {"act": "entry", **tap}}


def pad(
    speech: Speech, seen: Seen, desk: View, entry: TypedAtPit, act: str, *, wanted: bool
) -> dict[str, Any]:
    """The pad: fields, twelve keys, and the key that shows the card; `wanted` says whether a PIN is asked."""
    low, high = seen.view_or_none["pit_signs"]["digits"]
    ready = (not wanted or len(entry.digits) >= low) and (act != "" or len(entry.code) > 0)
    live = bool(desk["card"]) and ready and not desk["busy"] and not seen.unheard
    fields = []
    if not act:
        on = entry.field_at != "pin" or not wanted
        fields.append(_field(speech, "code", on, text=entry.code or "–"))
    if wanted:
        places = max(low, min(high, len(entry.digits)))
        on = entry.field_at == "pin" or act != ""
        fields.append(_field(speech, "pin", on, dots=len(entry.digits), places=places))
    return {
        "fields": fields,
        "keys": _keys(speech) if fields else [],
        "sign": {
            "label": speech.say("desk.busy" if desk["busy"] else "desk.sign"),
            "tap": {"act": "sign", "table": seen.name, "for": act} if live else None,
        },
        "note": _note(speech, desk, ready, "desk.type" if act or entry.code else "desk.type.code"),
        "why": why(speech, desk, seen),
    }


def _keys(speech: Speech) -> list[dict[str, Any]]:
    """Twelve keys in the order of every pad."""
    return [
        *(key(digit, digit=digit) for digit in DIGITS),
        key(speech.say("desk.clear"), digit="clear"),
        key("0", digit="0"),
        key("", digit="back") | {"says": speech.say("desk.back")},
    ]


def _field(
    speech: Speech, name: str, on: bool, *, text: str = "", dots: int = 0, places: int = 0
) -> dict[str, Any]:
    tap = {"act": "entry", "field": name}
    told = {"label": speech.say(f"desk.{name}"), "text": text, "dots": dots, "places": places}
    return told | {"on": on, "tap": tap}


def _note(speech: Speech, desk: View, ready: bool, missing: str) -> str:
    """What is missing before the card can be shown."""
    if desk["trouble"]:
        return speech.say("desk.trouble", why=desk["trouble"])
    if not desk["there"]:
        return speech.say("desk.none")
    if not desk["card"]:
        return speech.say("desk.empty")
    return speech.say("desk.ready" if ready else missing)


def why(speech: Speech, desk: View, seen: Seen) -> str:
    """Why the card that was shown last did not count at this table."""
    told = seen.view_or_none
    if not desk["why"] or desk["table"] not in (seen.name, told.get("table", "")):
        return ""
    return speech.say(f"desk.why.{desk['why'] if desk['why'] in WHY else 'other'}")


def pin_said(speech: Speech, told: View | None) -> str:
    """What came of the PIN of the card at the pit, while it is not proven."""
    if told is None or told["proven"]:
        return ""
    if told["locked_until_ms"] > speech.now_ms:
        return speech.say("pin.locked", time=speech.clock(told["locked_until_ms"]))
    left = told["tries_left"]
    if left < 0:
        return speech.say("desk.checked", person=told["person"])
    return speech.say("pin.last") if left == 1 else speech.say("pin.tries", count=left)


class DeskPage:
    """The card of a person at the pit for a table whose own reader is lost, with the code of its console."""

    name = "desk"
    face = "PitDesk"
    first = "code"
    wide = False
    parts: tuple[str, ...] = ()

    def there(self, room: Room) -> bool:
        seen = room.looked_at
        return seen is not None and seen.view is not None and bool(seen.view["pit_code"])

    def words(self, room: Room) -> dict[str, Any]:
        seen = room.looked_at
        if seen is None or seen.view is None:
            return {}
        speech = seen.speech(room.language, room.zone)
        until_ms, wanted = seen.view["pit_code_until_ms"], bool(seen.view["relief"]["register"])
        return {
            "title": speech.say("desk"),
            "head": seen.name,
            "text": speech.say("desk.text", table=seen.name),
            "left": speech.say("desk.left", time=figures.since(until_ms - speech.now_ms)),
            "steps": [speech.say(f"desk.step.{number}") for number in ((1, 2, 3) if wanted else (1, 3))],
            "pad": pad(speech, seen, room.desk, room.entry, "", wanted=wanted),
        }

    def take(self, tap: Mapping[str, Any], room: Room) -> bool:
        return False
