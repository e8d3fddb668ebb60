"""The table of keys: which key of a keyboard or keypad is which key of the console (screens, section 11).

A key of the keyboard presses what is to be seen, with the rests of a finger, or moves the ring to it; what is
ringed is pressed by Enter. Tab and the arrows need no table: they move the ring over all live keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ui.screen.console_state import LocalState
from ui.screen.shape import Shortcut, Tap

SERVICE: Final = ("F2", "F3", "F4", "F5", "F6")
"""The keys of the bottom bar from left to right: undo, call, incident, last rounds, pause."""
LARGE, HELP, SEEN, LANGUAGE, MACHINES = "F1", "F7", "F8", "F9", "F10"
ENTER, ERASE, BACK = "Enter", "Backspace", "Escape"
KEYPAD: Final = {"+": LARGE, "-": "F2", "*": "F3", "/": HELP, ".": SEEN}
"""A bare keypad has no function keys: beside its figures it does these."""
DIGITS: Final = "1234567890"
NAMED: Final = {**dict(zip(DIGITS, DIGITS, strict=True)), "": ERASE, "back": ERASE}
"""The key of the keyboard for what a key of a pad types; one that types nothing takes the last back."""
CONFIRMS: Final = frozenset(
    {"EnterPin", "CountPieces", "CountJp1Chips", "DeclareSerial", "PreparePayment", "recall"}
    | {"BookOrphan", "CorrectMeter"}
)
"""What the number of a pad is for: Enter is the large key there, and never signs."""

Words = Mapping[str, Any]


def shortcuts(words: Words, mine: LocalState) -> dict[str, Shortcut]:
    """What each key does to this map: it presses its one tap, or rings its taps one after the other."""
    made = {name: _press(tap) for name, tap in _pressed(words) if tap}
    made |= {KEYPAD_OF[name]: did for name, did in made.items() if name in KEYPAD_OF}
    back = _back(words, mine)
    if back:
        made[BACK] = made[ERASE] = _press(back)
    made["0"] = {"taps": list(_taps(words["focus"])), "rings": True}
    if words["sheet"] is None and _kind(words) != "stakes":
        return made | _seats(words)
    return made | (_pad(words) or _nth(words))


KEYPAD_OF: Final = {name: sign for sign, name in KEYPAD.items()}


def _press(tap: Tap) -> Shortcut:
    return {"taps": [tap], "rings": False}


def _pressed(words: Words) -> Iterator[tuple[str, Tap | None]]:
    """The keys that have a place of their own."""
    yield LARGE, words["primary"]["tap"]
    for name, key in zip(SERVICE, words["bottom"], strict=True):
        yield name, key["tap"]
    line = words["alarm"] or words.get("freeze") or {}
    for tap in _taps(line.get("keys", [])):
        yield (HELP if tap["act"] == "local.help" else SEEN), tap
    yield LANGUAGE, words["language"]["tap"]
    yield MACHINES, words.get("devices_key", {}).get("tap")


def _back(words: Words, mine: LocalState) -> Tap | None:
    """The key that puts away what lies open, as it is to be seen."""
    ways: list[Tap] = [
        {"act": "local.truth"},
        {"act": "local.sheet", "sheet": mine.sheet, "place": mine.place},
        {"act": "local.sheet", "sheet": mine.sheet},
        {"act": "local.unstake"},
        {"act": "local.throw", "seat": mine.thrown},
    ]
    if mine.help:
        ways.append({"act": "local.help"})
    seen = [tap for tap in _taps(words) if tap in ways]
    return min(seen, key=ways.index) if seen else None


def _kind(words: Words) -> str:
    return str((words["focus"] or {}).get("kind", ""))


# --- figures -------------------------------------------------------------------------------------


def _seats(words: Words) -> dict[str, Shortcut]:
    """The number of a seat rings its keys one after the other: what is asked of it first, then the rest."""
    made: dict[str, Shortcut] = {}
    for seat in words["seats"]:
        keys = [*(key["tap"] for key in seat.get("keys") or ())]
        keys += [(seat.get(name) or {}).get("tap") for name in ("service", "decision")]
        taps = [tap for tap in (*keys, seat.get("header_tap")) if tap]
        if taps:
            made[seat["number"]] = {"taps": taps, "rings": True}
    return made


def _pad(words: Words) -> dict[str, Shortcut] | None:
    """The figures of the pad that lies open, its erasing key, and the large key where it takes the number."""
    if _kind(words) == "stakes" and words["sheet"] is None:
        return _stakes(words)
    taps = list(_taps(words["sheet"]))
    made = {NAMED[tap["digit"]]: _press(tap) for tap in taps if tap.get("digit") in NAMED}
    if not made:
        return None
    confirms = words["primary"]["tap"]
    return made | ({ENTER: _press(confirms)} if confirms and confirms["act"] in CONFIRMS else {})


def _stakes(words: Words) -> dict[str, Shortcut]:
    """Each chip has its number as they lie, 0 goes to the next spot, Enter confirms the seat."""
    keys, spots = words["focus"]["keys"], words["focus"]["spots"]
    chips = [key["tap"] for key in keys if key["label"].startswith("+")]
    made = {name: _press(tap) for name, tap in zip(DIGITS, chips, strict=False) if tap}
    erasing = [tap for tap in _taps(keys) if tap["act"] == "local.clear"]
    made |= {ERASE: _press(erasing[0])} if erasing else {}
    at = next((number for number, spot in enumerate(spots) if spot.get("chosen")), 0)
    following = spots[(at + 1) % len(spots)]["tap"] if len(spots) > 1 else None
    made |= {"0": _press(following)} if following else {}
    confirms = words["primary"]["tap"]
    return made | ({ENTER: _press(confirms)} if confirms else {})


def _nth(words: Words) -> dict[str, Shortcut]:
    """On a sheet without figures a number rings the key so many places on."""
    taps = list(_taps(words["sheet"]))
    places = DIGITS[:-1]
    return {
        name: {"taps": taps[number :: len(places)], "rings": True}
        for number, name in enumerate(places)
        if number < len(taps)
    }


# --- what is to be seen --------------------------------------------------------------------------


def _taps(part: Any) -> Iterator[Tap]:
    """What every live key in a part of the map does, in its order."""
    if isinstance(part, Mapping):
        if part.get("tap"):
            yield part["tap"]
        for name, one in part.items():
            if name != "tap":
                yield from _taps(one)
    elif isinstance(part, list):
        for one in part:
            yield from _taps(one)
