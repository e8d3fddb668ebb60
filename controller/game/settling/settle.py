"""Settlement: what every stake of a round is returned, taken and paid, and by which rule.

Pure, on plain values: the table calls it once at the showdown, `tapis settle` calls it for a dispute, the
tests call it by the thousand. Rules are stable codes; the screens word them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Final, Literal, NamedTuple

from controller.game.cards import Card
from controller.game.dealing.declared_hand import Entered, Outcome, outcome_of, stands_for
from controller.game.felt import SIDE_SPOTS, Spot
from controller.game.hands import Hand, hand_of, lowest_rank, rank_cards
from controller.game.jackpot.rules import NO_JP1, Award, Jp1Outcome, Jp1Seat, jp1_alive, jp1_outcome
from controller.game.money import Odds
from controller.game.profile import AwardKind, RuleProfile
from controller.game.side_bets import LooksAt, PaidClass, SideBet, hole_class

Result = Literal["win", "lose", "tie", "fold", "unopened"]
"""How the hands compare; a hand that nobody needs to see against an unqualified bank stays `unopened`."""

_COMPARED: Final = ("paid", "push_tie", "lost", "returned_not_qualified")
_RULES: Final[Mapping[Spot, tuple[str, ...]]] = {
    Spot.ANTE: ("paid", "push_tie", "lost", "returned_not_qualified", "paid_not_qualified", "lost_folded"),
    Spot.BLIND: (*_COMPARED, "push_below_table", "lost_folded"),
    Spot.SUPER_ANTE: (*_COMPARED, "push_below_table", "lost_folded"),
    **dict.fromkeys(
        (Spot.PLAY, Spot.A4, Spot.A3, Spot.A2, Spot.A05T, Spot.A05R), (*_COMPARED, "lost_folded")
    ),
    **dict.fromkeys(SIDE_SPOTS, ("paid", "lost", "lost_folded")),
    Spot.TRIPS: ("paid", "lost", "returned_tie", "lost_tie", "lost_not_won", "lost_folded"),
    Spot.JP1: (*AwardKind, "lost", "lost_folded"),
}
RULE_CODES: Final = frozenset(f"{spot}_{rule}" for spot, rules in _RULES.items() for rule in rules)
"""Every rule a line may carry; the screens have words for each."""


class SpotLine(NamedTuple):
    """One stake settled: returned + taken == stake; paid excludes the stake.

    `odds` are those of the paytable line that paid, or None; `awards` are those of JP1, own prize first.
    `seen` is the class of the two cards or of the board, for a side bet that looks at these.
    """

    spot: Spot
    stake_cents: int
    returned_cents: int
    taken_cents: int
    paid_cents: int
    rule: str
    odds: Odds | None = None
    awards: tuple[Award, ...] = ()
    seen: PaidClass | None = None


class SeatFacts(NamedTuple):
    """What lies at one seat.

    Attributes:
        cards: the two hole cards; None for a hand that stays face down, its cards deciding nothing.
        stakes: cents by spot, staked spots only; the bets after the deal among them.
        jp1_carried: JP1 plays on a stake carried from a voided deal; `stakes` then has none.
        entered: the hand as a person told it, where no machine read its cards; `cards` is then None.
        jp1_refused: two persons found that its JP1 stake does not hold.
    """

    seat: int
    cards: tuple[Card, ...] | None
    folded: bool
    stakes: Mapping[Spot, int]
    jp1_carried: bool = False
    entered: Entered | None = None
    jp1_refused: bool = False

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
    """One seat settled: its lines in the order of the felt.

    `hand` is None for cards not known; of a hand entered by hand only its class is true.
    """

    seat: int
    hand: Hand | None
    result: Result
    lines: tuple[SpotLine, ...]


class RoundSettlement(NamedTuple):
    """A round settled; the seats in the order of the facts.

    `winners`, `claimed` and `supervised` are those of `jackpot.rules.Jp1Outcome`.
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

    Source: art. 55-20, 1° and 2°, version of 6 October 2021; rules, sections 2 to 4.
    """
    profile = facts.profile
    dealer_rank = rank_cards((*facts.dealer, *facts.board))
    qualified = dealer_rank >= lowest_rank(profile.qualifies_with)
    ranks = [_seat_rank(seat, facts, dealer_rank, qualified) for seat in facts.seats]
    jp1 = _jp1(facts, ranks)
    settled = []
    for seat, rank in zip(facts.seats, ranks, strict=True):
        lines = settle_seat(seat, rank, dealer_rank, profile, facts.board)
        if seat.bets_jp1:
            lines = (*lines, _jp1_line(seat, jp1.awards[seat.seat], profile, facts.jp1_stake_cents))
        hand = hand_of(rank) if rank else None
        settled.append(SeatSettlement(seat.seat, hand, _result(seat, rank, dealer_rank), lines))
    return RoundSettlement(
        hand_of(dealer_rank), qualified, tuple(settled), jp1.winners, jp1.claimed, jp1.supervised
    )


def settle_seat(
    seat: SeatFacts, rank: int, dealer_rank: int, profile: RuleProfile, board: tuple[Card, ...] = ()
) -> tuple[SpotLine, ...]:
    """Settle every spot of one seat, JP1 excepted, against the dealer's hand.

    Args:
        rank: of the seat's best five of seven; 0 for a hand that decides nothing.
        dealer_rank: of the dealer's best five of seven.
        board: the five community cards, for a side bet that looks at them alone.

    Returns:
        One line a staked spot, in the order of the felt.

    Raises:
        InexactPayout: the odds do not divide the stake to the cent.

    Source: art. 55-20, 1°, points 1 and 2, and its tables; Hold'em poker de casino; rules, sections 2 and 4.
    """
    qualified = dealer_rank >= lowest_rank(profile.qualifies_with)
    compared = _Compared(rank, dealer_rank, qualified, seat.folded, profile)
    lines = []
    for spot in profile.spots:
        stake_cents = seat.stakes.get(spot)
        if not stake_cents or spot is Spot.JP1:
            continue
        bet = profile.side_bet(spot)
        if bet is None:
            lines.append(_SPOTS[spot](spot, stake_cents, compared))
        else:
            lines.append(_side(bet, stake_cents, compared, seat.cards, board))
    return tuple(lines)


def cards_decide(
    profile: RuleProfile, staked: Container[Spot], *, folded: bool, bets_jp1: bool, qualified: bool
) -> bool:
    """Whether something of a seat depends on its cards: who is in compares, unless the bank leaves all.

    Args:
        staked: the spots on which the seat staked before the deal, at least.
    """
    if not folded and (qualified or profile.unqualified.others == "compared"):
        return True
    if bets_jp1 and jp1_alive(profile, folded):
        return True
    return any(bet.spot in staked and bet.needs_cards(folded) for bet in profile.sides)


def _seat_rank(seat: SeatFacts, facts: RoundFacts, dealer_rank: int, qualified: bool) -> int:
    if seat.cards is not None:
        return rank_cards((*seat.cards, *facts.board))
    if seat.entered is not None:
        return stands_for(seat.entered, dealer_rank)
    if cards_decide(
        facts.profile, seat.stakes, folded=seat.folded, bets_jp1=seat.bets_jp1, qualified=qualified
    ):
        raise ValueError(f"the cards of seat {seat.seat} are needed")
    return 0


def _result(seat: SeatFacts, rank: int, dealer_rank: int) -> Result:
    """How the hands compare, whether or not the bank qualifies."""
    if seat.folded:
        return "fold"
    if not rank:
        return "unopened"
    if seat.entered is not None and seat.entered.outcome is Outcome.NONE:
        return "unopened"
    return _RESULTS[outcome_of(rank, dealer_rank)]


_RESULTS: Final[Mapping[Outcome, Result]] = {
    Outcome.WIN: "win",
    Outcome.TIE: "tie",
    Outcome.LOSE: "lose",
}


# --- one function a kind of spot -----------------------------------------------------------------


class _Compared(NamedTuple):
    """A seat against the bank: what every spot of it is settled by."""

    rank: int
    dealer_rank: int
    qualified: bool
    folded: bool
    profile: RuleProfile


def _taken(spot: Spot, stake_cents: int, rule: str) -> SpotLine:
    return SpotLine(spot, stake_cents, 0, stake_cents, 0, f"{spot}_{rule}")


def _returned(spot: Spot, stake_cents: int, rule: str) -> SpotLine:
    return SpotLine(spot, stake_cents, stake_cents, 0, 0, f"{spot}_{rule}")


def _paid(spot: Spot, stake_cents: int, odds: Odds, rule: str = "paid") -> SpotLine:
    return SpotLine(spot, stake_cents, stake_cents, 0, odds.win_cents(stake_cents), f"{spot}_{rule}", odds)


EVEN: Final = Odds(1, 1)
"""Ante and the bets after the deal are paid once the stake (art. 55-20, 1°, point 1)."""


def _ante(spot: Spot, stake_cents: int, seat: _Compared) -> SpotLine:
    if seat.folded:
        return _taken(spot, stake_cents, "lost_folded")
    if not seat.qualified:
        # Whoever is ahead: the Ante of everyone still in is given back (RP-07), or paid by the other game.
        if seat.profile.unqualified.ante == "paid":
            return _paid(spot, stake_cents, EVEN, "paid_not_qualified")
        return _returned(spot, stake_cents, "returned_not_qualified")
    return _raise(spot, stake_cents, seat)


def _second(spot: Spot, stake_cents: int, seat: _Compared) -> SpotLine:
    """Blind, or Super Ante."""
    if seat.folded:
        return _taken(spot, stake_cents, "lost_folded")
    if _left(seat):
        return _returned(spot, stake_cents, "returned_not_qualified")
    if seat.rank < seat.dealer_rank:
        return _taken(spot, stake_cents, "lost")
    if seat.rank == seat.dealer_rank:
        return _returned(spot, stake_cents, "push_tie")
    odds = seat.profile.blind.get(hand_of(seat.rank).hand_class)
    if odds is None:
        return _returned(spot, stake_cents, "push_below_table")
    return _paid(spot, stake_cents, odds)


def _left(seat: _Compared) -> bool:
    """An unqualified bank leaves everything but Ante and side bet as it lies (Hold'em poker de casino)."""
    return not seat.qualified and seat.profile.unqualified.others == "returned"


def _raise(spot: Spot, stake_cents: int, seat: _Compared) -> SpotLine:
    """Play, or one of the A bets."""
    if seat.folded:  # cards thrown in after a bet
        return _taken(spot, stake_cents, "lost_folded")
    if _left(seat):
        return _returned(spot, stake_cents, "returned_not_qualified")
    if seat.rank > seat.dealer_rank:
        return _paid(spot, stake_cents, EVEN)
    if seat.rank == seat.dealer_rank:
        return _returned(spot, stake_cents, "push_tie")
    return _taken(spot, stake_cents, "lost")


def _side(
    bet: SideBet, stake_cents: int, seat: _Compared, cards: tuple[Card, ...] | None, board: tuple[Card, ...]
) -> SpotLine:
    """Trips, Bonus, or a side bet of the house."""
    if not bet.plays(seat.folded):
        return _taken(bet.spot, stake_cents, "lost_folded")
    if bet.requires_win and seat.rank <= seat.dealer_rank:
        if seat.rank < seat.dealer_rank:
            return _taken(bet.spot, stake_cents, "lost_not_won")
        if bet.on_tie == "returned":
            return _returned(bet.spot, stake_cents, "returned_tie")
        if bet.on_tie == "taken":
            return _taken(bet.spot, stake_cents, "lost_tie")
    if bet.looks_at is LooksAt.SEVEN:
        return _by_table(bet, stake_cents, hand_of(seat.rank).hand_class)
    seen = _class_seen(bet.looks_at, cards, board)
    return _by_table(bet, stake_cents, seen)._replace(seen=seen)


def _by_table(bet: SideBet, stake_cents: int, seen: PaidClass) -> SpotLine:
    odds = bet.table.get(seen)
    return _taken(bet.spot, stake_cents, "lost") if odds is None else _paid(bet.spot, stake_cents, odds)


def _class_seen(looks_at: LooksAt, cards: tuple[Card, ...] | None, board: tuple[Card, ...]) -> PaidClass:
    """The class of the two cards, or of the board, that a side bet looks at."""
    if looks_at is LooksAt.BOARD:
        return hand_of(rank_cards(board)).hand_class
    if cards is None:
        raise ValueError("a bet on a player's own two cards is settled by these cards, told by nobody")
    return hole_class(cards)


_SPOTS: Final[Mapping[Spot, Callable[[Spot, int, _Compared], SpotLine]]] = {
    Spot.ANTE: _ante,
    Spot.BLIND: _second,
    Spot.SUPER_ANTE: _second,
    **dict.fromkeys((Spot.PLAY, Spot.A4, Spot.A3, Spot.A2, Spot.A05T, Spot.A05R), _raise),
}


# --- JP1 -----------------------------------------------------------------------------------------


def _jp1(facts: RoundFacts, ranks: list[int]) -> Jp1Outcome:
    if not any(seat.bets_jp1 for seat in facts.seats):
        return NO_JP1
    seats = [
        Jp1Seat(seat.seat, rank, seat.folded, seat.bets_jp1, seat.jp1_refused)
        for seat, rank in zip(facts.seats, ranks, strict=True)
    ]
    board_rank = rank_cards(facts.board)
    return jp1_outcome(facts.profile, seats, board_rank, facts.jp1_stake_cents, facts.jackpot_cents)


def _jp1_line(
    seat: SeatFacts, awards: tuple[Award, ...], profile: RuleProfile, jp1_stake_cents: int
) -> SpotLine:
    """The collected stake is not returned, but by option to a winner (rules, section 3).

    One that a void carried is returned too: its seat has full rights (rules, section 5). No other line has a
    stake for it, which counted as taken in the deal that was void.
    """
    stake_cents, returned = seat.stakes.get(Spot.JP1, 0), 0
    if awards and profile.options.jp1_return_stake:
        stake_cents = returned = jp1_stake_cents
    paid = sum(award.cents for award in awards)
    if awards:
        rule, odds = f"jp1_{awards[0].kind}", profile.jp1.get(awards[0].kind)
    else:
        alive = jp1_alive(profile, seat.folded)
        rule, odds = ("jp1_lost" if alive else "jp1_lost_folded"), None
    return SpotLine(Spot.JP1, stake_cents, returned, stake_cents - returned, paid, rule, odds, awards)
