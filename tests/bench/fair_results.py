"""`python -m tests.bench.fair_results`: how often does an honest night's result ask for a review?

Five players stake an Ante each and some of them Trips; they play by a few rules of thumb, a little worse than
one can, which the house does not know. The result is held against its expectation after every round, as the
pit's screen does. A number as argument divides the nights. The figures are in FAIRNESS.md.
"""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from controller.game.cards import DECK
from controller.game.hands import HandClass, lowest_rank, tables
from controller.house.chance import expected_of
from controller.house.result import REVIEW_PERCENT
from controller.settings.rules import load_profile
from tests.bench.fairness import RANK, SUIT, Ints, drawn

NIGHTS: Final = 10_000
ROUNDS: Final = 300
PLAYERS: Final = 5
DEALT: Final = 200_000
"""Rounds of which the nights are drawn."""
ONE_IN: Final = 500
"""So many honest nights, looked at after every round, ask for one review at most."""
ANTES: Final = (500, 1_000, 1_000, 2_000, 5_000)
SIDES: Final = (0, 500, 500, 1_000)

Floats = NDArray[np.float64]
_TABLES: Final = tables()
_KEY: Final = np.array([card.key >> 16 for card in DECK])
_LOWEST: Final = [lowest_rank(hand) for hand in HandClass]
_FLUSH: Final = np.array([_TABLES.flush_ranks.get(ranks, 0) for ranks in range(1 << 13)])
_PLAIN: Final = {
    size: (np.array(sorted(ranks)), np.array([ranks[key] for key in sorted(ranks)]))
    for size, ranks in ((5, _TABLES.plain[0]), (7, _TABLES.plain[2]))
}


def strengths(cards: Ints) -> Ints:
    """The strength of each row of five or seven cards, 1 to 7,462."""
    keys, ranks = _PLAIN[cards.shape[1]]
    total = _KEY[cards].sum(axis=1)
    at = np.minimum(np.searchsorted(keys, total), len(keys) - 1)
    found = np.where(keys[at] == total, ranks[at], 0)
    for suit in range(4):
        of_suit = SUIT[cards] == suit
        held = np.where(of_suit, 1 << RANK[cards], 0).sum(axis=1)
        found = np.where(of_suit.sum(axis=1) >= 5, _FLUSH[held], found)
    return found


def classes(found: Ints) -> Ints:
    """The classes of these strengths, 0 to 9."""
    return np.searchsorted(_LOWEST, found, side="right") - 1


def dealt(rounds: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """What the bank won of each of five players a round: for an Ante of one, and for a Trips stake of one."""
    rules = load_profile("fr-55-20-2021")
    blind, trips = (
        np.array([float(table[hand]) if hand in table else other for hand in HandClass])
        for table, other in ((_odds(rules.blind), 0.0), (_odds(rules.trips), -1.0))
    )
    cards = drawn(rng, rounds, 7 + 2 * PLAYERS)
    board, bank = cards[:, :5], strengths(cards[:, :7])
    main, side = np.zeros((rounds, PLAYERS)), np.zeros((rounds, PLAYERS))
    for player in range(PLAYERS):
        hole = cards[:, 7 + 2 * player : 9 + 2 * player]
        own = strengths(np.concatenate([board, hole], axis=1))
        play, won = _play(board, hole, own), np.sign(own - bank)
        of_ante = np.where(classes(bank) >= HandClass.PAIR, won, 0)
        of_blind = np.where(won > 0, blind[classes(own)], np.minimum(won, 0))
        main[:, player] = -np.where(play == 0, -2.0, play * won + of_ante + of_blind)
        side[:, player] = -trips[classes(own)]
    return main, side


def _odds(table: Any) -> dict[HandClass, float]:
    return {hand: odds.numerator / odds.denominator for hand, odds in table.items()}


def _play(board: Ints, hole: Ints, own: Ints) -> Ints:
    """How many Antes the player puts on Play: four, two, one, or none."""
    ranks = np.sort(RANK[hole], axis=1)
    low, high = ranks[:, 0], ranks[:, 1]
    pair, suited = low == high, SUIT[hole[:, 0]] == SUIT[hole[:, 1]]
    king, queen = (high == 11) & (suited | (low >= 3)), (high == 10) & ((suited & (low >= 4)) | (low >= 6))
    jack = (high == 9) & ((suited & (low >= 6)) | (low >= 8))
    four = (pair & (high >= 1)) | (high == 12) | king | queen | jack
    flop = classes(strengths(np.concatenate([board[:, :3], hole], axis=1)))
    two = (flop >= 2) | ((flop == 1) & _matched(board[:, :3], hole))
    better = classes(own) > classes(strengths(board))
    one = _matched(board, hole) | pair | better | (high >= 10)
    return np.select([four, two, one], [4, 2, 1], 0).astype(np.int64)


def _matched(board: Ints, hole: Ints) -> NDArray[np.bool_]:
    """Whether a card of the player's has a rank of the board."""
    return np.asarray((RANK[board][:, :, None] == RANK[hole][:, None, :]).any(axis=(1, 2)))


def nights_reviewed(nights: int, seed: int, overpaid: float = 0.0, of_rounds: int = DEALT) -> dict[str, Any]:
    """Of so many nights, how many asked for a review at some round, and after how many rounds.

    `overpaid` is what the bank pays too much on each hand, in Antes: 0 for an honest night. The nights are
    drawn from `of_rounds` rounds.
    """
    exact = expected_of(load_profile("fr-55-20-2021"))
    assert exact is not None
    rng = np.random.default_rng(seed)
    main, side = dealt(of_rounds, rng)
    after = []
    for _ in range(nights):
        rows = rng.integers(0, of_rounds, ROUNDS)
        antes, sides = rng.choice(ANTES, PLAYERS), rng.choice(SIDES, PLAYERS)
        bank = (main[rows] - overpaid) @ antes + side[rows] @ sides
        off = bank - exact.edge * antes.sum() - exact.side_edge * sides.sum()
        hand = exact.variance * (antes**2).sum() + exact.side_variance * (sides**2).sum()
        spread = np.sqrt(np.maximum(np.arange(1, ROUNDS + 1) * hand, np.cumsum(off**2)))
        beyond = np.flatnonzero(np.abs(np.cumsum(off)) > REVIEW_PERCENT / 100 * spread)
        if len(beyond):
            after.append(int(beyond[0]) + 1)
    after.sort()
    return {"nights": nights, "asked": len(after), "median": after[len(after) // 2] if after else None}


def main(divided: int = 1, seed: int = 19) -> None:
    """The table is printed as FAIRNESS.md has it; an AssertionError where honest nights ask too often."""
    for overpaid in (0.0, 0.2, 0.5, 1.0):
        nights = NIGHTS // 10 if overpaid else NIGHTS
        told = nights_reviewed(max(50, nights // divided), seed, overpaid)
        sys.stdout.write(f"| {overpaid} | {told['nights']:,} | {told['asked']} | {told['median']} |\n")
        sys.stdout.flush()
        assert overpaid or told["asked"] * ONE_IN <= told["nights"], told


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
