"""What a screen asks of its table: taps read to the letter, and which screen may send which.

An act that does not exist, an argument missing, too many, of another kind or out of range is no tap. Only the
table reads them: a screen sends an offer of its view as it is, and knows no intent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, Final, get_type_hints

from controller.game import inputs as i
from controller.game.cards import Card
from controller.game.felt import Place, Spot, parse_place
from controller.game.hands import HandClass
from controller.game.inputs import INTENTS, Intent, Machine
from controller.game.people.pin import NoPin, Pin
from controller.game.side_bets import SideStake
from controller.screens.wire import NUMBER_MAX, ScreenRole
from controller.screens.wire_lines import TEXT_MAX, WireError, decode

_DRAFTING: Final = frozenset(
    {
        *(i.DraftSetting, i.DropDraft, i.ProposeSettings),
        *(i.ApproveSettings, i.RefuseSettings, i.WithdrawSettings),
    }
)
"""Settings are drafted at the pit; a click proposes and approves nothing without a card in a reader."""
_OF_THE_PIT: Final = frozenset({i.SeeCall, i.SeeAlarm}) | _DRAFTING
_MAY_SEND: Final[dict[ScreenRole, frozenset[type[Intent]]]] = {
    # The console acknowledges the alarm in its line; that the pit has seen a call only the pit can say.
    "dealer": frozenset(INTENTS.values()) - {i.SeeCall} - _DRAFTING,
    "pit": _OF_THE_PIT,
    "jackpot": frozenset(),
    # An inspector reads at the house's door; at a table his screen may ask for nothing at all (SE-12).
    "inspector": frozenset(),
}

CENTS_MAX: Final = 10_000_000_00
_FURTHER: Final = tuple[SideStake, ...]
_RANGES: Final[dict[str, tuple[int, int]]] = {
    "seat": (1, 7),
    "of_seat": (0, 7),
    "multiple": (1, 10),
    "ante_cents": (0, CENTS_MAX),
    "side_cents": (0, CENTS_MAX),
    "maximum_cents": (0, CENTS_MAX),
    "by_cents": (-CENTS_MAX, CENTS_MAX),
    "alarm": (1, NUMBER_MAX),
}
_ARGUMENTS: Final[dict[str, dict[str, tuple[Any, object]]]] = {
    act: {
        each.name: (types[each.name], each.default)
        for types in [get_type_hints(kind)]
        for each in fields(kind)
    }
    for act, kind in INTENTS.items()
}
"""The arguments of each act: their type, and their default, `MISSING` when they must be given."""
_PLACE: Final = re.compile(r"hole\.[1-7]\.[01]|dealer\.[01]|board\.[0-4]|burn\.[0-9]")
_FRAMES_ASKED: Final = {b'{"frames":"%s"}' % one.value.encode("ascii"): one for one in Machine}


@dataclass(frozen=True, slots=True)
class Ask:
    """A tap as a screen sent it: its id, the view that the finger saw, and the intent."""

    id: str
    view: int
    intent: Intent


def may_send(role: ScreenRole, kind: type[Intent]) -> bool:
    """Whether a screen of this role may send such an intent."""
    return kind in _MAY_SEND[role]


def parse_ask(line: bytes) -> Ask:
    """The tap written on this line.

    Raises:
        WireError: it is none; the message names the field.
    """
    said = _object("", decode(line), ("id", "view", "tap"))
    return Ask(
        id=_text("id", said["id"], empty=False),
        view=_whole("view", said["view"], 0, NUMBER_MAX),
        intent=parse_tap(said["tap"]),
    )


def parse_tap(tap: object) -> Intent:
    """The intent that this map names, with its arguments.

    Raises:
        WireError: no such act, or its arguments are missing, too many, of another kind or out of range.
    """
    if not isinstance(tap, dict):
        raise WireError("tap", "is no object")
    act = tap.get("act")
    kind = INTENTS.get(act) if isinstance(act, str) else None
    if kind is None:
        raise WireError("tap.act", "is no act of this table" if "act" in tap else "is missing")
    arguments = _ARGUMENTS[kind.__name__]
    for name in tap:
        if name != "act" and name not in arguments:
            raise WireError(f"tap.{_named(name)}", f"is no argument of {kind.__name__}")
    given = {}
    for name, (wanted, default) in arguments.items():
        if name in tap:
            given[name] = _argument(f"tap.{name}", name, wanted, default, tap[name])
        elif default is MISSING:
            raise WireError(f"tap.{name}", f"is missing in {kind.__name__}")
    return kind(**given)


def words_for(tap: Mapping[str, object], why: str) -> str:
    """What to write instead in a tap that was refused with `why`: `; did you mean ...?`, or empty."""
    named = re.match(r"tap\.(\w+): ", why)
    arguments = _ARGUMENTS.get(str(tap.get("act")), {})
    if named is None:
        return ""
    if named[1] not in arguments:
        value, known = named[1], list(arguments)
    else:
        wanted = arguments[named[1]][0]
        is_words = isinstance(wanted, type) and issubclass(wanted, StrEnum)
        value, known = str(tap.get(named[1])), [str(one) for one in wanted] if is_words else []
    near = get_close_matches(value, known, 1)
    if near:
        return f"; did you mean {near[0]}?"
    return f"; write one of {', '.join(known)}" if known else ""


def _argument(where: str, name: str, wanted: Any, default: object, value: object) -> object:
    if wanted is bool:
        if not isinstance(value, bool):
            raise WireError(where, "is neither true nor false")
        return value
    if wanted is int:
        lowest, highest = _RANGES.get(name, (0, NUMBER_MAX))
        if isinstance(default, int):  # a view writes the default out: seat 0, where an act may name none
            lowest = min(lowest, default)
        return _whole(where, value, lowest, highest)
    if wanted is Pin:
        return _pin(where, value)
    if wanted == _FURTHER:
        return _side_stakes(where, value)
    text = _text(where, value, empty=wanted is str)
    if wanted is str:
        return text
    try:
        return _named_value(wanted, text)
    except ValueError:
        raise WireError(where, f"{text!r} is no {wanted.__name__.lower()}") from None


def _side_stakes(where: str, value: object) -> tuple[SideStake, ...]:
    """What lies on side bets by their spots: `[{"spot": "bonus", "cents": 500}]`."""
    if not isinstance(value, list) or len(value) > len(Spot):
        raise WireError(where, "is no list of stakes")
    stakes = []
    for at, one in enumerate(value):
        told = _object(f"{where}[{at}]", one, ("spot", "cents"))
        if told["spot"] not in tuple(Spot):
            raise WireError(f"{where}[{at}].spot", "is no spot of a felt")
        stakes.append(
            SideStake(Spot(told["spot"]), _whole(f"{where}[{at}].cents", told["cents"], 1, CENTS_MAX))
        )
    return tuple(stakes)


def _pin(where: str, value: object) -> Pin:
    """The PIN that was entered; what is none is not repeated."""
    try:
        return Pin(value if isinstance(value, str) else "")
    except NoPin as why:
        raise WireError(where, str(why)) from None


def _named_value(wanted: Any, text: str) -> object:
    if wanted is Card:
        return Card.parse(text)
    if wanted is HandClass:
        return HandClass.parse(text)
    if wanted is Place:
        if not _PLACE.fullmatch(text):
            raise ValueError(text)
        return parse_place(text)
    assert issubclass(wanted, StrEnum), wanted
    return wanted(text)


def _whole(where: str, value: object, lowest: int, highest: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise WireError(where, "is no whole number")
    if not lowest <= value <= highest:
        raise WireError(where, f"is not from {lowest} to {highest}")
    return value


def _text(where: str, value: object, *, empty: bool) -> str:
    if not isinstance(value, str):
        raise WireError(where, "is no text")
    if len(value) > TEXT_MAX or not value.isprintable():
        raise WireError(where, f"is not printable text of at most {TEXT_MAX} characters")
    if not value and not empty:
        raise WireError(where, "is empty")
    return value


def _object(where: str, value: object, names: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise WireError(where, "not an object")
    for name in value:
        if name not in names:
            raise WireError(_named(name), "is not known here")
    for name in names:
        if name not in value:
            raise WireError(name, "is missing")
    return value


def _named(name: str) -> str:
    """A name that a stranger chose, short and printable enough for a log."""
    return name if len(name) <= TEXT_MAX and name.isprintable() else "?"


def frames_asked(role: ScreenRole, line: bytes) -> Machine | None:
    """The machine whose last frames this line of a pit screen asks for."""
    return _FRAMES_ASKED.get(line) if role == "pit" else None
