"""The round under way, folded from a journal's entries: stakes, JP1, cards, decisions, settlement.

The one fold that registers, papers, replays and the house's figures share. It needs no key, knows no card
that was not turned up, and decides nothing: it adds up what the entries say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from controller.game import events as e
from controller.game.cards import Card
from controller.game.felt import Place, Spot
from controller.game.inputs import SeatRuling


class Stake(NamedTuple):
    """What a seat has on the felt before the deal; its second main bet equals the Ante.

    `side_cents` lies on the first side bet of the felt, `further` names the others and their cents.
    """

    ante_cents: int
    side_cents: int
    further: tuple[tuple[str, int], ...] = ()

    @property
    def sides_cents(self) -> int:
        """What lies on all side bets together."""
        return self.side_cents + sum(cents for _, cents in self.further)


def stake_of(told: e.SeatStakes | e.StakesSet) -> Stake:
    """The stakes that an event tells of a seat."""
    return Stake(told.ante_cents, told.side_cents, tuple((one.spot, one.cents) for one in told.further))


@dataclass(slots=True)
class Round:
    """One deal of a round, as far as its entries were read. Seats are 1 to 7.

    Attributes:
        standing: what stood hollow as the round opened, from the one before.
        dealt: the stakes as they lay when the deal began.
        jp1: the seats with a JP1 stake, those carried over from the deal before among them.
        carried_in, carried_on: the seats whose JP1 stake a void carried to this deal, from it to the next.
        shown: the cards that lie face up, a record put right among them.
        settled: the lines in force of each seat that was taken or paid.
        ruled_void: the seats whose hands two persons ruled void (art. 55-20).
        qualified: whether the bank is; None before the showdown.
        frozen_cents: the jackpot that a claim froze; None without one.
    """

    number: int
    attempt: int
    standing: dict[int, Stake] = field(default_factory=dict)
    dealt: dict[int, Stake] = field(default_factory=dict)
    jp1: list[int] = field(default_factory=list)
    carried_in: tuple[int, ...] = ()
    carried_on: tuple[int, ...] = ()
    shown: dict[Place, Card] = field(default_factory=dict)
    folded: set[int] = field(default_factory=set)
    settled: dict[int, tuple[e.SettledSpot, ...]] = field(default_factory=dict)
    ruled_void: set[int] = field(default_factory=set)
    qualified: bool | None = None
    frozen_cents: int | None = None

    @property
    def bank_cents(self) -> int:
        """What the bank won of the seats that are settled, JP1 apart."""
        return sum(bank_cents(lines) for lines in self.settled.values())

    @property
    def prizes_cents(self) -> int:
        """What JP1 pays at the seats that are settled.

        The book posts the last of it after the round closed, or rounds later where its link was lost (LK-02).
        """
        lines = (line for settled in self.settled.values() for line in settled)
        return sum(line.paid_cents for line in lines if line.spot is Spot.JP1)

    def bets_closed(self, event: e.BetsClosed) -> None:
        """The JP1 chips of these seats count."""
        self.jp1 = sorted({*self.carried_in, *event.jp1_seats})

    def bets_reopened(self, event: e.BetsReopened) -> None:
        """No chip counts yet."""
        self.jp1 = list(self.carried_in)

    def jp1_given_back(self, event: e.Jp1GivenBack) -> None:
        """These seats do not play for JP1."""
        self.jp1 = [seat for seat in self.jp1 if seat not in event.seats]

    def jp1_resolved(self, event: e.Jp1CountResolved) -> None:
        """A chef found a chip that nobody saw, or none where one was seen."""
        if event.outcome == "counts":
            self.jp1 = sorted({*self.jp1, event.seat})
        elif event.outcome == "no_chip":
            self.jp1 = [seat for seat in self.jp1 if seat != event.seat]

    def jp1_refused(self, event: e.ContributionRefused) -> None:
        """The book did not take the stakes of this deal: their chips go back."""
        if (event.round, event.attempt) == (self.number, self.attempt):
            self.jp1 = list(self.carried_in)

    def jp1_corrected(self, event: e.CorrectionApproved) -> None:
        """A stake registered in error goes back."""
        self.jp1 = [seat for seat in self.jp1 if seat != event.seat]

    def turned_up(self, event: e.CardsRevealed | e.RecordCorrected) -> None:
        """These cards lie face up."""
        for one in event.cards:
            self.shown[one.place] = one.card

    def fold(self, event: e.SeatFolded) -> None:
        """The seat is out."""
        self.folded.add(event.seat)

    def fold_taken_back(self, event: e.FoldTakenBack) -> None:
        """The seat plays on."""
        self.folded.discard(event.seat)

    def showdown(self, event: e.ShowdownOpened) -> None:
        """The dealer has announced his hand."""
        self.qualified = event.qualified

    def settle(self, event: e.SeatSettled) -> None:
        """The seat was taken or paid."""
        self.settled[event.seat] = event.lines

    def settlement_taken_back(self, event: e.SettlementTakenBack) -> None:
        """The seat is to be settled anew."""
        self.settled.pop(event.seat, None)

    def ruled(self, event: e.SeatRuled) -> None:
        """Two persons decided of a hand whose cards were exchanged."""
        if event.ruling is SeatRuling.VOID:
            self.ruled_void.add(event.seat)

    def claimed(self, event: e.ClaimRecorded) -> None:
        """The jackpot is frozen at this value."""
        self.frozen_cents = event.value_cents

    def voided(self, event: e.RoundVoided) -> None:
        """Coup nul: JP1 stakes may be carried over to the next deal."""
        self.carried_on = event.jp1_carried


class Rounds:
    """The rounds of one journal, one after the other.

    Attributes:
        now: the round that was opened last, over or not; None before the first.
        staked: the stakes that are booked, by seat; once a round is over, what will stand hollow in the next.
        asked: the JP1 stakes that the book was last asked to add; its answer may come rounds later (LK-02).
    """

    def __init__(self, staked: dict[int, Stake] | None = None) -> None:
        self.now: Round | None = None
        self.staked: dict[int, Stake] = staked or {}
        self.asked: e.ContributionAsked | None = None

    def take(self, event: e.Event) -> None:
        """The next event; those that tell nothing of a round are passed over."""
        of_round = _OF_ROUND.get(type(event))
        if of_round is not None:
            if self.now is not None:
                of_round(self.now, event)
            return
        of_table = _OF_TABLE.get(type(event))
        if of_table is not None:
            of_table(self, event)

    def opened(self, event: e.RoundOpened) -> None:
        """A new round, or another deal of the one that was voided."""
        before, stood = self.now, self.staked
        self.staked = {}
        self.now = Round(event.round, event.attempt, stood)
        if before is not None and before.number == event.round:
            self.now.standing = before.standing
            self.now.carried_in, self.now.jp1 = before.carried_on, list(before.carried_on)

    def laid(self, event: e.StakesSet) -> None:
        """A seat has these main bets and side bets."""
        self._lie((event,))

    def confirmed(self, event: e.StakesConfirmed) -> None:
        """These seats have laid what stood hollow."""
        self._lie(event.stakes)

    def _lie(self, stakes: Iterable[e.SeatStakes | e.StakesSet]) -> None:
        for one in stakes:
            self.staked.pop(one.seat, None)  # in the order in which they were laid last
            self.staked[one.seat] = stake_of(one)

    def taken_back(self, event: e.StakesTakenBack) -> None:
        """These seats have no stake again."""
        for one in event.stakes:
            self.staked.pop(one.seat, None)

    def vacated(self, event: e.SeatVacated) -> None:
        """Nobody plays there; a stake that was carried goes with its player."""
        self.staked.pop(event.seat, None)
        if self.now is not None:
            self.now.carried_in = tuple(seat for seat in self.now.carried_in if seat != event.seat)
            self.now.jp1 = [seat for seat in self.now.jp1 if seat != event.seat]

    def jp1_asked(self, event: e.ContributionAsked) -> None:
        """These stakes are to be added to the jackpot."""
        self.asked = event
        if self.now is not None:
            self.now.jp1 = sorted({*self.now.carried_in, *event.seats})

    def dealing(self, event: e.DealBegun) -> None:
        """The stakes are what they are."""
        if self.now is not None:
            self.now.dealt = dict(self.staked)

    def table_closed(self, event: e.TableClosed) -> None:
        """Nothing stands on the felt of a closed table."""
        self.staked = {}


def bank_cents(lines: Iterable[e.SettledSpot]) -> int:
    """What the bank took less what it paid, JP1 apart."""
    return sum(line.taken_cents - line.paid_cents for line in lines if line.spot is not Spot.JP1)


_OF_TABLE: Final[dict[type[e.Event], Callable[[Rounds, Any], None]]] = {
    e.RoundOpened: Rounds.opened,
    e.StakesSet: Rounds.laid,
    e.StakesConfirmed: Rounds.confirmed,
    e.StakesTakenBack: Rounds.taken_back,
    e.SeatVacated: Rounds.vacated,
    e.ContributionAsked: Rounds.jp1_asked,
    e.DealBegun: Rounds.dealing,
    e.TableClosed: Rounds.table_closed,
}
_OF_ROUND: Final[dict[type[e.Event], Callable[[Round, Any], None]]] = {
    e.BetsClosed: Round.bets_closed,
    e.BetsReopened: Round.bets_reopened,
    e.Jp1GivenBack: Round.jp1_given_back,
    e.Jp1CountResolved: Round.jp1_resolved,
    e.ContributionRefused: Round.jp1_refused,
    e.CorrectionApproved: Round.jp1_corrected,
    e.CardsRevealed: Round.turned_up,
    e.RecordCorrected: Round.turned_up,
    e.SeatFolded: Round.fold,
    e.FoldTakenBack: Round.fold_taken_back,
    e.ShowdownOpened: Round.showdown,
    e.SeatSettled: Round.settle,
    e.SettlementTakenBack: Round.settlement_taken_back,
    e.SeatRuled: Round.ruled,
    e.ClaimRecorded: Round.claimed,
    e.RoundVoided: Round.voided,
}
TABLE_KINDS: Final = frozenset(kind.__name__ for kind in _OF_TABLE)
"""The kinds of entries that say which round is under way and what is staked in it."""
