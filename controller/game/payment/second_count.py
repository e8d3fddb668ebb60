"""A second count of the JP1 prizes, by another way than the settlement's (screens, section 7, steps 4 and 6).

Nothing of the ranking of hands is used here: the hands that JP1 pays are recognised by what they are made
of, among the twenty-one fives of seven cards. Both counts must agree before an amount is read out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Final

from controller.game.cards import Card
from controller.game.profile import AwardKind, RuleProfile

_ACE: Final = 14
_ROYAL: Final = frozenset(range(10, 15))
_WHEEL: Final = frozenset((_ACE, 2, 3, 4, 5))
_RUNS: Final = frozenset((_WHEEL, *(frozenset(range(low, low + 5)) for low in range(2, 11))))
_BEST_FIRST: Final = (
    AwardKind.JACKPOT,
    AwardKind.COMMUNITY_ROYAL,
    AwardKind.STRAIGHT_FLUSH,
    AwardKind.QUADS,
    AwardKind.FULL_HOUSE,
)


def second_count(
    profile: RuleProfile,
    board: tuple[Card, ...],
    hands: Mapping[int, tuple[Card, ...] | None],
    bettors: Mapping[int, bool],
    stake_cents: int,
    jackpot_cents: int,
) -> dict[int, int]:
    """What JP1 pays each bettor in all, in cents.

    Args:
        board: the five community cards.
        hands: the two cards of every seat of the round, None for a hand that stays face down.
        bettors: the seats with a JP1 stake, and whether that stake is still alive.
        stake_cents: the fixed stake.
        jackpot_cents: the value at the claim.

    Source: art. 55-20, 2° and its table; rules, section 3.
    """
    kinds = {seat: _best(board, own) for seat, own in hands.items()}
    royal = [seat for seat, kind in kinds.items() if kind is AwardKind.JACKPOT]
    taken = [seat for seat in royal if bettors.get(seat, False)]
    consoled = bool(taken) or (bool(royal) and profile.options.consolation_trigger == "any_player")
    owed = {}
    for seat, alive in bettors.items():
        kind = kinds.get(seat)
        cents = 0
        if alive and kind is AwardKind.JACKPOT:
            cents = jackpot_cents
        elif alive and kind is not None:
            cents = _times(profile, kind, stake_cents)
        if alive and consoled and seat not in taken:
            cents += _times(profile, AwardKind.CONSOLATION, stake_cents)
        owed[seat] = cents
    return owed


def _times(profile: RuleProfile, kind: AwardKind, stake_cents: int) -> int:
    odds = profile.jp1[kind]
    return odds.numerator * stake_cents // odds.denominator


def _best(board: tuple[Card, ...], own: tuple[Card, ...] | None) -> AwardKind | None:
    """The best prize among the fives of these seven cards; None for a hand face down."""
    if own is None:
        return None
    found = {_kind(five, board) for five in combinations((*own, *board), 5)}
    return next((kind for kind in _BEST_FIRST if kind in found), None)


def _kind(five: Iterable[Card], board: tuple[Card, ...]) -> AwardKind | None:
    cards = tuple(five)
    ranks = Counter(card.rank for card in cards)
    if len({card.suit for card in cards}) == 1 and frozenset(ranks) in _RUNS:
        if frozenset(ranks) != _ROYAL:
            return AwardKind.STRAIGHT_FLUSH
        of_the_board = set(cards) == set(board)
        return AwardKind.COMMUNITY_ROYAL if of_the_board else AwardKind.JACKPOT
    shape = sorted(ranks.values())
    if shape == [1, 4]:
        return AwardKind.QUADS
    return AwardKind.FULL_HOUSE if shape == [2, 3] else None
