"""What a script expects against what came: each expectation on its own, in words and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from controller.boot.rehearsal.outcome import RoundOutcome, SeatOutcome
from controller.boot.rehearsal.script import AlarmsExpected, RoundExpected, Script, SeatExpected
from controller.words.money import CODES, money
from controller.words.plain import COLON

DONE: Final = "done"
REFUSED: Final = "refused"
AT: Final = "at"
TO_TAKE_PLACE: Final = "to take place"
NO_OCCASION: Final = "nothing: no occasion for it came"
NO_MOMENT: Final = "nothing: its moment did not come"
NO_TIME: Final = "nothing in the time that pictures have"
TABLE_CLOSED: Final = "the table closed"

SAID: Final = {
    "evening": ("soirée", "evening"),
    "round": ("coup {round}", "round {round}"),
    "seat": ("coup {round}, siège {seat}", "round {round}, seat {seat}"),
    "came": ("attendu {expected}, obtenu {found}", "expected {expected}, came {found}"),
    "nothing": ("rien", "nothing"),
    "yes": ("oui", "yes"),
    "no": ("non", "no"),
}
CAME: Final = {
    DONE: ("fait", DONE),
    REFUSED: ("refusé", REFUSED),
    AT: ("à l’étape", AT),
    TO_TAKE_PLACE: ("à faire", TO_TAKE_PLACE),
    NO_OCCASION: ("rien\u00a0: l’occasion n’est pas venue", NO_OCCASION),
    NO_MOMENT: ("rien\u00a0: son moment n’est pas venu", NO_MOMENT),
    NO_TIME: ("rien dans le temps qu’ont les images", NO_TIME),
    TABLE_CLOSED: ("la table fermée", TABLE_CLOSED),
}
"""What is expected or came and is no code of a script, by its English, which stands in JSON."""
NAMING: Final = frozenset({AT, REFUSED})
"""Words behind which the script's own name follows: of a phase, of a refusal."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a script something is expected: of a seat, of a round (seat 0), of the evening (round 0)."""

    round: int = 0
    seat: int = 0

    def told(self, lang: str) -> str:
        """`coup 1, siège 3`, `round 1`, `evening`."""
        key = "seat" if self.seat else "round" if self.round else "evening"
        return _said(key, lang).format(round=self.round, seat=self.seat)


EVENING: Final = Place()


@dataclass(frozen=True, slots=True)
class Expectation:
    """One thing expected: where, what it is, what was expected and what came."""

    place: Place
    what: str
    expected: Any
    found: Any
    held: bool

    @property
    def words(self) -> str:
        """A line for people, in English."""
        return self.told("en")

    @property
    def json(self) -> dict[str, Any]:
        """As `tapis simulate --script --json` prints it."""
        return {
            "place": self.place.told("en"),
            "what": self.what,
            "expected": self.expected,
            "found": self.found,
            "held": self.held,
        }

    def told(self, lang: str) -> str:
        """A line for people; what was expected has the name that it has in the script."""
        colon = COLON[CODES.index(lang)]
        said, expected = f"{self.place.told(lang)}{colon}{self.what}", _shown(self.what, self.expected, lang)
        if self.held:
            return f"{said} {expected}"
        found = _shown(self.what, self.found, lang)
        return f"{said}{colon}{_said('came', lang).format(expected=expected, found=found)}"


def _said(key: str, lang: str) -> str:
    return SAID[key][CODES.index(lang)]


def expectations(
    script: Script, rounds: Mapping[int, RoundOutcome], night: Mapping[str, Any]
) -> Iterator[Expectation]:
    """Every expectation of the script, in its order; `night` has `rounds`, `voided`, `meter_cents`, `jp1`."""
    for number, told in enumerate(script.rounds, 1):
        yield from of_round(told.expected, rounds.get(number, RoundOutcome(number)))
    for what in ("rounds", "voided", "meter_cents"):
        yield from _equal(EVENING, what, getattr(script.expected, what), night[what])
    for kind, count in script.expected.jp1.items():
        yield from _equal(EVENING, f"jp1 {kind}", count, night["jp1"].get(kind, 0))
    alarms = [code for came in rounds.values() for code in came.alarms]
    held = [cause for came in rounds.values() for cause in came.held]
    yield from _alarms(EVENING, script.expected, alarms, held)


def of_round(told: RoundExpected, came: RoundOutcome) -> Iterator[Expectation]:
    """Every expectation of one round."""
    place = Place(came.number)
    yield from _round(place, told, came)
    for seat in told.seats:
        yield from _seat(Place(came.number, seat.seat), seat, came.seats.get(seat.seat, SeatOutcome()))


def _equal(place: Place, what: str, expected: Any, found: Any) -> Iterator[Expectation]:
    if expected is not None:
        yield Expectation(place, what, expected, found, expected == found)


def _round(place: Place, told: RoundExpected, came: RoundOutcome) -> Iterator[Expectation]:
    yield from _equal(place, "void", told.void, came.voided > 0)
    yield from _equal(place, "deals", told.deals, came.deals)
    yield from _equal(place, "qualified", told.qualified, came.qualified)
    yield from _equal(place, "by_hand", told.by_hand, came.by_hand)
    yield from _equal(place, "restarts", told.restarts, came.restarts)
    yield from _alarms(place, told, came.alarms, came.held)


def _seat(place: Place, told: SeatExpected, came: SeatOutcome) -> Iterator[Expectation]:
    yield from _equal(place, "class", told.hand, came.hand)
    yield from _equal(place, "result", told.result, came.result)
    for what in ("paid", "taken", "returned"):
        yield from _equal(place, f"{what}_cents", getattr(told, f"{what}_cents"), came.sum(what))
    yield from _equal(place, "refunded_cents", told.refunded_cents, came.refunded_cents)
    yield from _equal(place, "ante_back_cents", told.ante_back_cents, came.ante_back_cents)
    for spot, money_of in told.spots.items():
        found = came.spots.get(spot, {})
        for what, cents in money_of.model_dump(exclude_none=True).items():
            yield from _equal(place, f"{spot} {what}_cents", cents, found.get(what, 0))


def _alarms(place: Place, told: AlarmsExpected, alarms: list[str], held: list[str]) -> Iterator[Expectation]:
    for code in told.alarms:
        yield Expectation(place, "alarm", code, sorted(set(alarms)), code in alarms)
    for code in told.no_alarms:
        yield Expectation(place, "no alarm", code, sorted(set(alarms)), code not in alarms)
    if told.only_alarms is not None:
        yield from _equal(place, "only alarms", sorted(told.only_alarms), sorted(set(alarms)))
    yield from _equal(place, "held", told.held, held)


def _shown(what: str, value: Any, lang: str) -> str:
    nothing = _said("nothing", lang)
    if isinstance(value, bool):
        return _said("yes" if value else "no", lang)
    if what.endswith("_cents") and isinstance(value, int):
        return money(value)
    if isinstance(value, list):
        return ", ".join(map(str, value)) or nothing
    if value in (None, ""):
        return nothing
    word, _, rest = str(value).partition(" ")
    at = CODES.index(lang)
    if word in NAMING:
        return f"{CAME[word][at]} {rest}"
    return CAME[value][at] if value in CAME else str(value)
