"""What a script expects against what came: each expectation on its own, in words and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from controller.boot.rehearsal.outcome import RoundOutcome, SeatOutcome
from controller.boot.rehearsal.script import AlarmsExpected, RoundExpected, Script, SeatExpected
from controller.words.money import CODES, money

NOTHING: Final = ("rien", "nothing")
YES: Final = {True: ("oui", "yes"), False: ("non", "no")}


@dataclass(frozen=True, slots=True)
class Expectation:
    """One thing expected: where, what it is, what was expected and what came."""

    place: str
    what: str
    expected: Any
    found: Any
    held: bool

    @property
    def words(self) -> str:
        """A line for people, in English."""
        return self.told("en")

    def told(self, lang: str) -> str:
        """A line for people; what was expected has the name that it has in the script."""
        place, colon, came = self.place, ":", "expected {expected}, came {found}"
        if lang == "fr":
            place, colon, came = _french(place), "\u00a0:", "attendu {expected}, obtenu {found}"
        said, expected = f"{place}{colon} {self.what}", _shown(self.what, self.expected, lang)
        if self.held:
            return f"{said} {expected}"
        return f"{said}{colon} {came.format(expected=expected, found=_shown(self.what, self.found, lang))}"


def expectations(
    script: Script, rounds: Mapping[int, RoundOutcome], night: Mapping[str, Any]
) -> Iterator[Expectation]:
    """Every expectation of the script, in its order; `night` has `rounds`, `voided`, `meter_cents`, `jp1`."""
    for number, told in enumerate(script.rounds, 1):
        yield from of_round(told.expected, rounds.get(number, RoundOutcome(number)))
    for what in ("rounds", "voided", "meter_cents"):
        yield from _equal("evening", what, getattr(script.expected, what), night[what])
    for kind, count in script.expected.jp1.items():
        yield from _equal("evening", f"jp1 {kind}", count, night["jp1"].get(kind, 0))
    alarms = [code for came in rounds.values() for code in came.alarms]
    held = [cause for came in rounds.values() for cause in came.held]
    yield from _alarms("evening", script.expected, alarms, held)


def of_round(told: RoundExpected, came: RoundOutcome) -> Iterator[Expectation]:
    """Every expectation of one round."""
    place = f"round {came.number}"
    yield from _round(place, told, came)
    for seat in told.seats:
        yield from _seat(f"{place}, seat {seat.seat}", seat, came.seats.get(seat.seat, SeatOutcome()))


def _equal(place: str, what: str, expected: Any, found: Any) -> Iterator[Expectation]:
    if expected is not None:
        yield Expectation(place, what, expected, found, expected == found)


def _round(place: str, told: RoundExpected, came: RoundOutcome) -> Iterator[Expectation]:
    yield from _equal(place, "void", told.void, came.voided > 0)
    yield from _equal(place, "deals", told.deals, came.deals)
    yield from _equal(place, "qualified", told.qualified, came.qualified)
    yield from _equal(place, "by_hand", told.by_hand, came.by_hand)
    yield from _equal(place, "restarts", told.restarts, came.restarts)
    yield from _alarms(place, told, came.alarms, came.held)


def _seat(place: str, told: SeatExpected, came: SeatOutcome) -> Iterator[Expectation]:
    yield from _equal(place, "class", told.hand, came.hand)
    yield from _equal(place, "result", told.result, came.result)
    for what in ("paid", "taken", "returned"):
        yield from _equal(place, f"{what}_cents", getattr(told, f"{what}_cents"), came.sum(what))
    yield from _equal(place, "refunded_cents", told.refunded_cents, came.refunded_cents)
    for spot, money_of in told.spots.items():
        found = came.spots.get(spot, {})
        for what, cents in money_of.model_dump(exclude_none=True).items():
            yield from _equal(place, f"{spot} {what}_cents", cents, found.get(what, 0))


def _alarms(place: str, told: AlarmsExpected, alarms: list[str], held: list[str]) -> Iterator[Expectation]:
    for code in told.alarms:
        yield Expectation(place, "alarm", code, sorted(set(alarms)), code in alarms)
    for code in told.no_alarms:
        yield Expectation(place, "no alarm", code, sorted(set(alarms)), code not in alarms)
    if told.only_alarms is not None:
        yield from _equal(place, "only alarms", sorted(told.only_alarms), sorted(set(alarms)))
    yield from _equal(place, "held", told.held, held)


def _french(place: str) -> str:
    """`coup 1, siège 3` of `round 1, seat 3`."""
    for english, french in (("round ", "coup "), ("seat ", "siège "), ("evening", "soirée")):
        place = place.replace(english, french)
    return place


def _shown(what: str, value: Any, lang: str) -> str:
    nothing = NOTHING[CODES.index(lang)]
    if isinstance(value, bool):
        return YES[value][CODES.index(lang)]
    if what.endswith("_cents") and isinstance(value, int):
        return money(value)
    if isinstance(value, list):
        return ", ".join(map(str, value)) or nothing
    return nothing if value in (None, "") else str(value)
