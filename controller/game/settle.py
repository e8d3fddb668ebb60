"""Settlement: what every stake of a round is returned, taken and paid, and by which rule.

Pure, on plain values: the table calls it once at the showdown, `tapis settle` calls it for a dispute, the
tests call it by the thousand. Rules are stable codes; the screens word them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from controller.game.cards import Card
from controller.game.felt import Spot
from controller.game.hands import Hand, hand_of, lowest_rank, rank_cards
from controller.game.jackpot import NO_JP1, Award, Jp1Outcome, Jp1Seat, jp1_alive, jp1_outcome
from controller.game.money import Odds
from controller.game.profile import AwardKind, RuleProfile

Result = Literal["win", "lose", "tie", "fold"]

_RULES: Final[Mapping[Spot, tuple[str, ...]]] = {
    Spot.ANTE: ("paid", "push_tie", "lost", "returned_not_qualified", "lost_folded"),
    Spot.BLIND: ("paid", "push_below_straight", "push_tie", "lost", "lost_folded"),
    Spot.PLAY: ("paid", "push_tie", "lost"),
    Spot.TRIPS: ("paid", "lost", "returned_tie", "lost_tie", "lost_not_won", "lost_folded"),
    Spot.JP1: (*AwardKind, "lost", "lost_folded"),
}
RULE_CODES: Final = frozenset(f"{spot}_{rule}" for spot, rules in _RULES.items() for rule in rules)
"""Every rule a line may carry; the screens have words for each."""


class SpotLine(NamedTuple):
    """One stake settled: returned + taken == stake; paid excludes the stake.

    `odds` are those of the paytable line that paid, or None; `awards` are those of JP1, own prize first.
    """

    spot: Spot
    stake_cents: int
    returned_cents: int
    taken_cents: int
    paid_cents: int
    rule: str
    odds: Odds | None = None
    awards: tuple[Award, ...] = ()


class SeatFacts(NamedTuple):
    """What lies at one seat.

    Attributes:
        cards: the two hole cards; None for a folded hand that stays face down, nothing of it being alive.
        stakes: cents by spot, staked spots only; Play among them once bet.
        jp1_carried: JP1 plays on a stake carried from a voided deal; `stakes` then has none.
    """

    seat: int
    cards: tuple[Card, ...] | None
    folded: bool
    stakes: Mapping[Spot, int]
    jp1_carried: bool = False

    @property
    def bets_jp1(self) -> bool:
        """The seat plays for JP1."""
        return self.jp1_carried or Spot.JP1 in self.stakes


class RoundFacts(NamedTuple):
    """A round at its showdown.

    Attributes:
        board: the five community cards.
        dealer: the dealer's two.
        jp1_stake_cents: the fixed JP1 stake, needed when a seat plays for JP1.
        jackpot_cents: the value at the claim; 0 where the book says it later.
    """

    profile: RuleProfile
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    seats: tuple[SeatFacts, ...]
    jp1_stake_cents: int = 0
    jackpot_cents: int = 0


class SeatSettlement(NamedTuple):
    """One seat settled: its lines in the order of the felt. `hand` is None for cards not known."""

    seat: int
    hand: Hand | None
    result: Result
    lines: tuple[SpotLine, ...]


class RoundSettlement(NamedTuple):
    """A round settled; the seats in the order of the facts.

    `winners`, `claimed` and `supervised` are those of `jackpot.Jp1Outcome`.
    """

    dealer: Hand
    qualified: bool
    seats: tuple[SeatSettlement, ...]
    winners: tuple[int, ...]
    claimed: bool
    supervised: bool

    def seat(self, number: int) -> SeatSettlement:
        """The settlement of this seat.

        Raises:
            KeyError: the seat is not in the round.
        """
        for settled in self.seats:
            if settled.seat == number:
                return settled
        raise KeyError(number)


def settle_round(facts: RoundFacts) -> RoundSettlement:
    """Settle every stake of the round.

    Raises:
        InexactPayout: some odds do not divide a stake to the cent. `stakes.may_stake` refuses such stakes,
            so at a table this is a bug.
        ValueError: a hand that is still alive has no cards, or a number of cards is wrong.

    Source: art. 55-20, 1° and 2°, version of 6 October 2021; rules, sections 2 and 3.
    """
    profile = facts.profile
    dealer_rank = rank_cards((*facts.dealer, *facts.board))
    ranks = [_seat_rank(seat, facts) for seat in facts.seats]
    jp1 = _jp1(facts, ranks)
    settled = []
    for seat, rank in zip(facts.seats, ranks, strict=True):
        lines = settle_seat(seat, rank, dealer_rank, profile)
        if seat.bets_jp1:
            lines = (*lines, _jp1_line(seat, jp1.awards[seat.seat], profile))
        hand = hand_of(rank) if rank else None
        settled.append(SeatSettlement(seat.seat, hand, _result(seat, rank, dealer_rank), lines))
    qualified = dealer_rank >= lowest_rank(profile.qualifies_with)
    return RoundSettlement(
        hand_of(dealer_rank), qualified, tuple(settled), jp1.winners, jp1.claimed, jp1.supervised
    )


def settle_seat(seat: SeatFacts, rank: int, dealer_rank: int, profile: RuleProfile) -> tuple[SpotLine, ...]:
    """Settle every spot of one seat, JP1 excepted, against the dealer's hand.

    Args:
        rank: of the seat's best five of seven; 0 for a folded hand with nothing alive.
        dealer_rank: of the dealer's best five of seven.

    Returns:
        One line a staked spot, in the order of the felt.

    Raises:
        InexactPayout: the odds do not divide the stake to the cent.

    Source: art. 55-20, 1°, points 1 and 2, and its tables; rules, section 2.
    """
    lines = []
    for spot, settle_spot in _SPOTS:
        stake_cents = seat.stakes.get(spot)
        if stake_cents:
            lines.append(settle_spot(stake_cents, seat.folded, rank, dealer_rank, profile))
    return tuple(lines)


def _seat_rank(seat: SeatFacts, facts: RoundFacts) -> int:
    if seat.cards is not None:
        return rank_cards((*seat.cards, *facts.board))
    trips = Spot.TRIPS in seat.stakes and trips_alive(facts.profile, seat.folded)
    if not seat.folded or trips or (seat.bets_jp1 and jp1_alive(facts.profile, seat.folded)):
        raise ValueError(f"the cards of seat {seat.seat} are needed")
    return 0


def _result(seat: SeatFacts, rank: int, dealer_rank: int) -> Result:
    """How the hands compare, whether or not the bank qualifies."""
    if seat.folded:
        return "fold"
    if rank == dealer_rank:
        return "tie"
    return "win" if rank > dealer_rank else "lose"


# --- one function a spot -------------------------------------------------------------------------


def _taken(spot: Spot, stake_cents: int, rule: str) -> SpotLine:
    return SpotLine(spot, stake_cents, 0, stake_cents, 0, rule)


def _returned(spot: Spot, stake_cents: int, rule: str) -> SpotLine:
    return SpotLine(spot, stake_cents, stake_cents, 0, 0, rule)


def _paid(spot: Spot, stake_cents: int, odds: Odds, rule: str) -> SpotLine:
    return SpotLine(spot, stake_cents, stake_cents, 0, odds.win_cents(stake_cents), rule, odds)


EVEN: Final = Odds(1, 1)
"""Ante and Play are paid once the stake (art. 55-20, 1°, point 1)."""


def _ante(stake_cents: int, folded: bool, rank: int, dealer_rank: int, profile: RuleProfile) -> SpotLine:
    if folded:
        return _taken(Spot.ANTE, stake_cents, "ante_lost_folded")
    if dealer_rank < lowest_rank(profile.qualifies_with):
        # Whoever is ahead: the Ante of everyone still in is given back (RP-07).
        return _returned(Spot.ANTE, stake_cents, "ante_returned_not_qualified")
    if rank > dealer_rank:
        return _paid(Spot.ANTE, stake_cents, EVEN, "ante_paid")
    if rank == dealer_rank:
        return _returned(Spot.ANTE, stake_cents, "ante_push_tie")
    return _taken(Spot.ANTE, stake_cents, "ante_lost")


def _blind(stake_cents: int, folded: bool, rank: int, dealer_rank: int, profile: RuleProfile) -> SpotLine:
    if folded:
        return _taken(Spot.BLIND, stake_cents, "blind_lost_folded")
    if rank < dealer_rank:
        return _taken(Spot.BLIND, stake_cents, "blind_lost")
    if rank == dealer_rank:
        return _returned(Spot.BLIND, stake_cents, "blind_push_tie")
    odds = profile.blind.get(hand_of(rank).hand_class)
    if odds is None:
        return _returned(Spot.BLIND, stake_cents, "blind_push_below_straight")
    return _paid(Spot.BLIND, stake_cents, odds, "blind_paid")


def trips_alive(profile: RuleProfile, folded: bool) -> bool:
    """Whether a Trips stake still plays (option `trips_after_fold`; a folded hand never wins)."""
    return not folded or (profile.options.trips_after_fold and not profile.options.trips_requires_win)


def _trips(stake_cents: int, folded: bool, rank: int, dealer_rank: int, profile: RuleProfile) -> SpotLine:
    options = profile.options
    if not trips_alive(profile, folded):
        return _taken(Spot.TRIPS, stake_cents, "trips_lost_folded")
    if options.trips_requires_win and rank < dealer_rank:
        return _taken(Spot.TRIPS, stake_cents, "trips_lost_not_won")
    if options.trips_requires_win and rank == dealer_rank and options.trips_on_tie != "by_hand":
        if options.trips_on_tie == "returned":
            return _returned(Spot.TRIPS, stake_cents, "trips_returned_tie")
        return _taken(Spot.TRIPS, stake_cents, "trips_lost_tie")
    odds = profile.trips.get(hand_of(rank).hand_class)
    if odds is None:
        return _taken(Spot.TRIPS, stake_cents, "trips_lost")
    return _paid(Spot.TRIPS, stake_cents, odds, "trips_paid")


def _play(stake_cents: int, folded: bool, rank: int, dealer_rank: int, profile: RuleProfile) -> SpotLine:
    if rank > dealer_rank:
        return _paid(Spot.PLAY, stake_cents, EVEN, "play_paid")
    if rank == dealer_rank:
        return _returned(Spot.PLAY, stake_cents, "play_push_tie")
    return _taken(Spot.PLAY, stake_cents, "play_lost")


_SPOTS: Final = ((Spot.ANTE, _ante), (Spot.BLIND, _blind), (Spot.TRIPS, _trips), (Spot.PLAY, _play))


# --- JP1 -----------------------------------------------------------------------------------------


def _jp1(facts: RoundFacts, ranks: list[int]) -> Jp1Outcome:
    if not any(seat.bets_jp1 for seat in facts.seats):
        return NO_JP1
    seats = [
        Jp1Seat(seat.seat, rank, seat.folded, seat.bets_jp1)
        for seat, rank in zip(facts.seats, ranks, strict=True)
    ]
    board_rank = rank_cards(facts.board)
    return jp1_outcome(facts.profile, seats, board_rank, facts.jp1_stake_cents, facts.jackpot_cents)


def _jp1_line(seat: SeatFacts, awards: tuple[Award, ...], profile: RuleProfile) -> SpotLine:
    """The collected stake is not returned, but by option to a winner (rules, section 3)."""
    stake_cents = seat.stakes.get(Spot.JP1, 0)
    returned = stake_cents if awards and profile.options.jp1_return_stake else 0
    paid = sum(award.cents for award in awards)
    if awards:
        rule, odds = f"jp1_{awards[0].kind}", profile.jp1.get(awards[0].kind)
    else:
        alive = jp1_alive(profile, seat.folded)
        rule, odds = ("jp1_lost" if alive else "jp1_lost_folded"), None
    return SpotLine(Spot.JP1, stake_cents, returned, stake_cents - returned, paid, rule, odds, awards)
