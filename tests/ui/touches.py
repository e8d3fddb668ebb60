"""The touches of an act at the dealer's console: the sheet that is opened, what is typed there, the last key.

The simulated people do acts; a finger, on a real glass or before a scene, touches keys. Which keys there are
the screen says: nothing here knows where one is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Protocol

from ui.screen.stakes_pad import chips_between

Tap = Mapping[str, Any]
View = Mapping[str, Any]


class Console(Protocol):
    """What a finger sees: the view that is shown, and the live keys."""

    @property
    def view(self) -> View: ...

    def key(self, tap: Tap) -> object | None:
        """The live key that carries this act with these arguments."""
        ...


def carries(carried: Any, wanted: Tap) -> bool:
    """A key's tap does this act with these arguments; it may have more."""
    tap = carried.toVariant() if hasattr(carried, "toVariant") else carried
    if not isinstance(tap, Mapping) or tap.get("act") != wanted["act"]:
        return False
    return all(_whole(tap.get(name)) == value for name, value in wanted.items())


def _whole(value: Any) -> Any:
    """A whole number of QML is one of the wire."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def steps(tap: Tap, console: Console) -> Iterator[Tap]:
    """The touches of an act: the sheet that has its key, what is typed there, and the key."""
    ways: dict[str, Callable[[Tap, Console], Iterator[Tap]]] = {
        "EnterPin": _pin,
        "CountPieces": _pieces,
        "CountJp1Chips": _jp1_chips,
        "SignCash": _cash,
        "SetStakes": _stakes,
        "VacateSeat": _vacate,
        "KeyCard": _card,
        "DeclareSerial": _serial,
        "TickLine": _tick,
        "SeeAlarm": _alarm,
    }
    return ways.get(tap["act"], _key)(tap, console)


BACK: Tap = {"act": "local.sheet", "place": ""}
"""The third key of the bottom row puts an open sheet away."""


SHEETS_DEEP: Final = 3
"""A sheet may lie over the one that led to it."""

SHEETS: Final[Mapping[str, str]] = {
    "AnnounceLastDeals": "chef",
    "WithdrawLastDeals": "chef",
    "BeginAdvance": "chef",
    "GiveUpAdvance": "cash",
    "DeclareIncident": "incident",
    "ArmVoid": "void",
    "LiftBlock": "lift",
}
"""On which sheet the key of an act is, where it is on one."""


def _key(tap: Tap, console: Console) -> Iterator[Tap]:
    """A key that is to be seen, or is on a sheet of its own, or is covered by an open one."""
    sheet = {"act": "local.sheet", "sheet": SHEETS.get(tap["act"], "")}
    for _ in range(SHEETS_DEEP):
        if console.key(tap) is None and console.key(sheet) is None and console.key(BACK) is not None:
            yield BACK
    if console.key(tap) is None and console.key(sheet) is not None:
        yield sheet
    yield tap


def _pin(tap: Tap, console: Console) -> Iterator[Tap]:
    if console.key({"act": "local.pin_digit", "digit": "1"}) is None:
        yield {"act": "local.sheet", "sheet": "pin"}
    for digit in tap["pin"]:
        yield {"act": "local.pin_digit", "digit": digit}
    yield {"act": "EnterPin"}


def _open(sheet: str, console: Console, tap: Tap) -> Iterator[Tap]:
    """The sheet lies open: a key of it is to be seen."""
    if console.key(tap) is None:
        yield from _key({"act": "local.sheet", "sheet": sheet}, console)


def _typed(number: object) -> Iterator[Tap]:
    for digit in str(number):
        yield {"act": "local.type", "digit": digit}


def _pieces(tap: Tap, console: Console) -> Iterator[Tap]:
    yield from _open("cash", console, {"act": "local.type", "digit": "1"})
    yield {"act": "local.piece", "piece": tap["piece_cents"]}
    yield from _typed(tap["count"])
    yield tap


def _cash(tap: Tap, console: Console) -> Iterator[Tap]:
    yield from _open("cash", console, {"act": "local.type", "digit": "1"})
    yield tap


def _jp1_chips(tap: Tap, console: Console) -> Iterator[Tap]:
    yield from _open("jp1_chips", console, {"act": "local.type", "digit": "1"})
    yield from _typed(tap["count"])
    yield tap


def _serial(tap: Tap, console: Console) -> Iterator[Tap]:
    """The house's own serial number is one touch; another is typed."""
    house = {"act": "DeclareSerial", "colour": tap["colour"]}
    typed = {"act": "local.sheet", "sheet": f"serial_{tap['colour']}"}
    if console.key(house) is None and console.key(typed) is None:
        yield BACK
    if console.key(house) is None:
        yield typed
        yield from _typed(tap["serial"])
    yield house


def _tick(tap: Tap, console: Console) -> Iterator[Tap]:
    """Rules are read before they are ticked."""
    if tap["line"] == "rules":
        yield from _open("rules", console, tap)
    else:
        yield from _key(tap, console)
        return
    yield tap


def _stakes(tap: Tap, console: Console) -> Iterator[Tap]:
    """Chip by chip, the largest first, on the Ante and then on each side bet."""
    yield {"act": "local.stakes", "seat": tap["seat"]}
    sides = console.view["game"]["sides"]
    further = {one["spot"]: one["cents"] for one in tap.get("further", ())}
    stakes = {"ante": tap["ante_cents"], **{spot: further.get(spot, 0) for spot in sides}}
    if sides:
        stakes[sides[0]] = tap["side_cents"]
    for spot, cents in stakes.items():
        if spot != "ante":
            yield {"act": "local.spot", "spot": spot}
        yield {"act": "local.clear"}
        for chip in _chips(cents, console.view):
            yield {"act": "local.chip", "cents": chip}
    yield tap


def _vacate(tap: Tap, console: Console) -> Iterator[Tap]:
    """A seat is freed on the pad of its stakes."""
    if console.key(tap) is None:
        yield from _key({"act": "local.stakes", "seat": tap["seat"]}, console)
    yield tap


def _card(tap: Tap, console: Console) -> Iterator[Tap]:
    """A card is keyed on the grid of its place."""
    if console.key(tap) is None:
        yield from _key({"act": "local.sheet", "sheet": "key_card", "place": tap["place"]}, console)
    yield tap


def _chips(cents: int, view: View) -> Iterator[int]:
    for chip in sorted(chips_between(view["minimum_cents"], view["maximum_cents"]), reverse=True):
        yield from [chip] * (cents // chip)
        cents %= chip


def _alarm(tap: Tap, console: Console) -> Iterator[Tap]:
    """A machine's warning is acknowledged with a reason, on a sheet of its own."""
    wanted = {"act": "SeeAlarm", "alarm": tap["alarm"]}
    if console.key(wanted) is None:
        yield {"act": "local.sheet", "sheet": "acknowledge"}
    yield {**wanted, "reason": tap["reason"]} if tap.get("reason") else wanted
