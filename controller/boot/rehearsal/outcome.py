"""What came of each round of a rehearsed night, told by its journal and its felt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches

from controller.game import events as e
from controller.game.dealing.declared_hand import as_told
from controller.game.events import Event
from controller.game.felt import Spot
from drivers.sim.directed import Directed

MONEY = ("stake", "returned", "taken", "paid")


class Spots(dict[str, dict[str, int]]):
    """The money of a seat by spot; on one where nothing lay it is nothing, as a script has it."""

    def __missing__(self, spot: str) -> dict[str, int]:
        known = [str(one) for one in Spot]
        if spot not in known:
            near = get_close_matches(spot, known, 1)
            raise KeyError(f"{spot}: no such spot; " + (f"did you mean {near[0]}?" if near else str(known)))
        return dict.fromkeys(MONEY, 0)


@dataclass(slots=True)
class SeatOutcome:
    """What came of a seat, in cents by spot as `tapis settle` names them; empty where nothing is known.

    `refunded_cents` are the stakes that a void gave back, `ante_back_cents` what the seat gave back then of
    an Ante that the bank had paid before.
    """

    hand: str = ""
    result: str = ""
    spots: Spots = field(default_factory=lambda: Spots())
    refunded_cents: int = 0
    ante_back_cents: int = 0

    def sum(self, what: str) -> int:
        """Over all spots: `paid`, `taken`, `returned`."""
        return sum(spot[what] for spot in self.spots.values())


@dataclass(slots=True)
class RoundOutcome:
    """What came of a round, all its deals together; the seats are those of the last."""

    number: int
    deals: int = 0
    voided: int = 0
    closed: bool = False
    qualified: bool | None = None
    by_hand: bool = False
    restarts: int = 0
    alarms: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    folded: set[int] = field(default_factory=set)
    seats: dict[int, SeatOutcome] = field(default_factory=dict)


def outcomes(events: Iterable[Event], people: Directed) -> dict[int, RoundOutcome]:
    """What came of each round; under 0 what was before the first."""
    rounds = rounds_told(events)
    for told in rounds.values():
        for seat, outcome in told.seats.items():
            _hand(told, seat, outcome, people)
    return rounds


def rounds_told(events: Iterable[Event]) -> dict[int, RoundOutcome]:
    """The same by the journal alone, which tells no hand."""
    rounds = {0: RoundOutcome(0)}
    now = rounds[0]
    for event in events:
        if isinstance(event, e.RoundOpened):
            now = rounds.setdefault(event.round, RoundOutcome(event.round))
            now.deals = event.attempt
            now.folded.clear()
        else:
            _counted(now, event)
    return rounds


def _counted(now: RoundOutcome, event: Event) -> None:
    match event:
        case e.AlarmRaised():
            now.alarms.append(event.code)
        case e.RoundHeld():
            now.held.append(str(event.cause))
        case e.RoundVoided():
            now.voided += 1
            now.seats.clear()
        case e.RoundClosed():
            now.closed = True
        case e.ShowdownOpened():
            now.qualified = event.qualified
        case e.SessionResumed():
            now.restarts += 1
        case e.HandDealingBegun():
            now.by_hand = True
        case e.SeatFolded():
            now.folded.add(event.seat)
        case e.FoldTakenBack():
            now.folded.discard(event.seat)
        case e.SeatSettled():
            seat = now.seats.setdefault(event.seat, SeatOutcome())
            seat.spots = Spots(
                {
                    str(line.spot): {name: getattr(line, f"{name}_cents") for name in MONEY}
                    for line in event.lines
                }
            )
        case e.SeatRefunded():
            seat = now.seats.setdefault(event.seat, SeatOutcome())
            seat.refunded_cents = sum(line.cents for line in event.lines if not line.carried)
            seat.ante_back_cents = event.ante_back_cents
        case e.RefundTakenBack():
            seat = now.seats.setdefault(event.seat, SeatOutcome())
            seat.refunded_cents = seat.ante_back_cents = 0
        case e.AwardRecorded():
            _awarded(now, event)
        case _:
            pass


def _awarded(now: RoundOutcome, event: e.AwardRecorded) -> None:
    """The jackpot's cents are known only when the book has answered."""
    seat = now.seats.setdefault(event.seat, SeatOutcome())
    seat.spots.setdefault("jp1", dict.fromkeys(MONEY, 0))["paid"] = event.cents


def _hand(told: RoundOutcome, seat: int, outcome: SeatOutcome, people: Directed) -> None:
    """How the hand stood, read from the cards that really lay there."""

    def lay(*places: str) -> list[object]:
        return [card for place in places if (card := people.held(place, told.number, told.deals))]

    hole, dealer = lay(f"hole.{seat}.0", f"hole.{seat}.1"), lay("dealer.0", "dealer.1")
    board = lay(*(f"board.{slot}" for slot in range(5)))
    if len(hole) == len(dealer) == 2 and len(board) == 5:
        outcome.result, outcome.hand = as_told(hole, dealer, board)  # type: ignore[arg-type]  # they are cards
    if seat in told.folded:
        outcome.result = "fold"
