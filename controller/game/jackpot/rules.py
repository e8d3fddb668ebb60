"""JP1: what the progressive jackpot pays in a round, and how its money is set up (art. 55-20, 2°).

The result comes from the player's two cards and the five of the board; only the best class pays. Pure:
how the meter moves is the book's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from controller.game.hands import ROYAL_RANK, HandClass, hand_of, lowest_rank
from controller.game.profile import AwardKind, RuleProfile

SHARES_TOTAL: Final = 1_000_000
"""Shares of a stake are counted in millionths; the three of them sum to this."""
CONTRIBUTIONS_MAX: Final = 7
"""A round of one table contributes at most seven stakes (PM-13)."""


@dataclass(frozen=True, slots=True)
class JackpotConfig:
    """How the establishment runs the jackpot; printed on the opening sheet.

    Attributes:
        stake_cents: the fixed JP1 stake, the same for every seat (BC-02).
        start_cents: what the meter starts with (PM-01).
        meter_share, reserve_share, house_share: where each stake goes, in millionths; they sum to 1,000,000.
        fixed_prizes_paid_from: who pays full house to community royal and consolation (PM-04); from the
            meter only the part above the start amount is used.
        limit_cents: what the meter never passes; the rest goes to the overflow (PM-09). None: no limit.
        reset_cents: what the meter starts again with after a win, the start amount or 0, the reserve apart
            (PM-12). None: the start amount.
        most_stakes: how many stakes a round of one table contributes at most; more is an unreasonable
            contribution, refused and alarmed (PM-13).
    """

    stake_cents: int
    start_cents: int
    meter_share: int
    reserve_share: int
    house_share: int
    fixed_prizes_paid_from: Literal["house", "meter"]
    limit_cents: int | None = None
    reset_cents: int | None = None
    most_stakes: int = CONTRIBUTIONS_MAX

    @property
    def restart_cents(self) -> int:
        """What the house puts into the meter of each generation after the first."""
        return self.start_cents if self.reset_cents is None else self.reset_cents

    @property
    def unreasonable_cents(self) -> int:
        """A contribution of one round above this is refused."""
        return self.most_stakes * self.stake_cents


class Award(NamedTuple):
    """One prize of one seat, without the stake."""

    kind: AwardKind
    cents: int


class Jp1Seat(NamedTuple):
    """A seat as JP1 sees it.

    Attributes:
        rank: of its best five of seven; 0 for a folded hand whose cards stay face down.
        bets: its JP1 stake is registered, in this deal or carried from a voided one.
        refused: two persons found that this stake does not hold: it wins no jackpot, and gives none else
            the consolation of a bettor's royal. What its cards would have won is taken away where it is paid.
    """

    seat: int
    rank: int
    folded: bool
    bets: bool
    refused: bool = False


class Jp1Outcome(NamedTuple):
    """What JP1 gives in one round.

    Attributes:
        awards: for every JP1 bettor, its own prize first, then the consolation; often none.
        winners: the seats that win the jackpot.
        claimed: the jackpot is won.
        supervised: nothing of the two best hands and of the consolation is paid before the member of the
            comité and the video.
    """

    awards: Mapping[int, tuple[Award, ...]]
    winners: tuple[int, ...]
    claimed: bool
    supervised: bool


NO_JP1: Final = Jp1Outcome({}, (), False, False)


def jp1_alive(profile: RuleProfile, folded: bool) -> bool:
    """Whether a JP1 stake still plays (option `jp1_after_fold`)."""
    return not folded or profile.options.jp1_after_fold


_OWN_PRIZES: Final = {
    HandClass.FULL_HOUSE: AwardKind.FULL_HOUSE,
    HandClass.QUADS: AwardKind.QUADS,
    HandClass.STRAIGHT_FLUSH: AwardKind.STRAIGHT_FLUSH,
}


def prize_kind(rank: int, board_rank: int) -> AwardKind | None:
    """The prize of a hand, whoever made it: a board-made full house counts, a board-made royal is its own.

    Args:
        rank: of the best five of seven, 0 for cards not known.
        board_rank: of the five board cards alone.
    """
    if rank < lowest_rank(HandClass.FULL_HOUSE):
        return None
    if rank == ROYAL_RANK:
        return AwardKind.COMMUNITY_ROYAL if board_rank == ROYAL_RANK else AwardKind.JACKPOT
    return _OWN_PRIZES[hand_of(rank).hand_class]


def supervised(seats: Sequence[Jp1Seat], board_rank: int) -> bool:
    """Whether the round waits for the comité: a JP1 stake plays and a seat, or the board, holds a royal."""
    if not any(seat.bets for seat in seats):
        return False
    return board_rank == ROYAL_RANK or any(seat.rank == ROYAL_RANK for seat in seats)


def jp1_outcome(
    profile: RuleProfile,
    seats: Sequence[Jp1Seat],
    board_rank: int,
    stake_cents: int,
    jackpot_cents: int,
) -> Jp1Outcome:
    """What every JP1 bettor of the round wins.

    Args:
        seats: every seat of the round, also those without JP1: their royal may give the consolation.
        stake_cents: the fixed stake; prizes are multiples of it, a carried stake's too.
        jackpot_cents: the value at the claim; 0 where the book says it later.

    Raises:
        InexactPayout: an odds of the JP1 table does not divide the stake.

    Source: art. 55-20, 2° and its table; rules, section 3.
    """
    if not any(seat.bets for seat in seats):
        return NO_JP1
    holders = _own_royals(seats, board_rank)
    winners = tuple(s.seat for s in holders if s.bets and not s.refused and jp1_alive(profile, s.folded))
    consoled = bool(winners) or (bool(holders) and profile.options.consolation_trigger == "any_player")
    awards: dict[int, tuple[Award, ...]] = {}
    for seat in seats:
        if seat.bets:
            own = _own_award(profile, seat, board_rank, stake_cents, jackpot_cents)
            if consoled and seat.seat not in winners and jp1_alive(profile, seat.folded):
                own = (*own, _prize(profile, AwardKind.CONSOLATION, stake_cents))
            awards[seat.seat] = own
    return Jp1Outcome(awards, winners, bool(winners), supervised(seats, board_rank))


def _own_royals(seats: Sequence[Jp1Seat], board_rank: int) -> tuple[Jp1Seat, ...]:
    """The seats whose royal uses a card of their own; at one table there is at most one."""
    if board_rank == ROYAL_RANK:
        return ()
    return tuple(seat for seat in seats if seat.rank == ROYAL_RANK)


def _own_award(
    profile: RuleProfile, seat: Jp1Seat, board_rank: int, stake_cents: int, jackpot_cents: int
) -> tuple[Award, ...]:
    if not jp1_alive(profile, seat.folded):
        return ()
    kind = prize_kind(seat.rank, board_rank)
    if kind is None:
        return ()
    if kind is AwardKind.JACKPOT:
        return (Award(kind, jackpot_cents),)
    return (_prize(profile, kind, stake_cents),)


def _prize(profile: RuleProfile, kind: AwardKind, stake_cents: int) -> Award:
    return Award(kind, profile.jp1[kind].win_cents(stake_cents))
