"""Running totals of a table's money, from its events alone: what was staked, returned, taken and paid.

Used by the simulation and by anyone who wants the night in one line. JP1 stakes count where they are
settled: a stake carried into a new deal counts as taken in the voided one (rules, section 5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from controller.game import events as e
from controller.game.events import Event
from controller.game.felt import Spot
from controller.game.jackpot.waiting_on_book import RULED_VOID


@dataclass(slots=True)
class Tally:
    """Cents, and counts of rounds and of JP1 prizes by kind."""

    jp1_stake_cents: int
    rounds: int = 0
    voided: int = 0
    staked_cents: int = 0
    returned_cents: int = 0
    taken_cents: int = 0
    paid_cents: int = 0
    jp1: Counter[str] = field(default_factory=Counter)
    _fresh: set[int] = field(default_factory=set)
    _seats: dict[int, e.SeatSettled] = field(default_factory=dict)

    def count(self, events: Iterable[Event]) -> None:
        """The totals include these events."""
        for event in events:
            counted = _COUNTED.get(type(event))
            if counted is not None:
                counted(self, event)

    def _seat_settled(self, event: e.SeatSettled) -> None:
        self._settled(event, 1)
        self._seats[event.seat] = event

    def _taken_back(self, event: e.SettlementTakenBack) -> None:
        taken_back = self._seats.pop(event.seat, None)
        if taken_back is not None:
            self._settled(taken_back, -1)

    def _awarded(self, event: e.AwardAsked) -> None:
        self.jp1.update(prize.kind for prize in event.awards)

    def _closed(self, event: e.RoundClosed) -> None:
        self.rounds += 1
        self._fresh.clear()
        self._seats.clear()

    def _contributed(self, event: e.ContributionAsked) -> None:
        self._fresh.update(event.seats)

    def _refunded(self, event: e.RefundAsked) -> None:
        self.returned_cents += self.jp1_stake_cents
        self.staked_cents += self.jp1_stake_cents

    def _settled(self, event: e.SeatSettled, sign: int) -> None:
        for line in event.lines:
            if line.spot is Spot.JP1 and line.rule == RULED_VOID:
                continue  # it goes back by a refund of its own
            self.staked_cents += sign * line.stake_cents
            self.returned_cents += sign * line.returned_cents
            self.taken_cents += sign * line.taken_cents
            self.paid_cents += sign * line.paid_cents

    def _void(self, event: e.RoundVoided) -> None:
        """Every stake of the deal comes back, whatever was settled of it before."""
        self.voided += 1
        for settled in self._seats.values():
            self._settled(settled, -1)
        self._seats.clear()
        for stake in event.returned:
            if stake.spot is not Spot.JP1:
                self.staked_cents += stake.cents
                self.returned_cents += stake.cents
        carried = len(self._fresh.intersection(event.jp1_carried)) * self.jp1_stake_cents
        self.staked_cents += carried
        self.taken_cents += carried
        self._fresh.clear()


_COUNTED: Final[dict[type[Event], Callable[[Tally, Any], None]]] = {
    e.SeatSettled: Tally._seat_settled,
    e.SettlementTakenBack: Tally._taken_back,
    e.AwardAsked: Tally._awarded,
    e.RoundClosed: Tally._closed,
    e.ContributionAsked: Tally._contributed,
    e.RoundVoided: Tally._void,
    e.RefundAsked: Tally._refunded,
}
