"""`python -m tests.bench.fairness`: do tests of chance accuse honest tables, and when do they find a fault?

Rounds are dealt by numpy from whole decks, counted in parts of 50 as the house counts them, and looked at by
the house's own tests. `HONEST` nights of 300 rounds at ten tables; then defects, each begun in the middle of
samples, until a look is suspect. A number as argument divides both. The figures are in FAIRNESS.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from controller.game.cards import DECK, RANKS
from controller.game.hands import HandClass
from controller.house.fairness import RULES, Verdict, counted, look
from controller.house.round_end import COARSE_PARTS, PART_ROUNDS

HONEST: Final = 10_000
TABLES: Final = 10
NIGHT_ROUNDS: Final = 300
TIMES: Final = 100
"""How often each defect is planted."""
ROUNDS_MAX: Final = 100_000
"""A year of a table: what is not found by then is not found."""
JP1_SHARE: Final = 0.65
LEVELS: Final = (0.05, 0.01, 0.001)

Ints = NDArray[np.int64]
Deal = Callable[[np.random.Generator, int], Ints]
"""Eleven cards a round, by their places in the deck: the board's five, the bank's two, seat 3's two and those
of its neighbour."""
BOARD: Final = slice(0, 5)
BANK: Final = slice(0, 7)
SEAT: Final = [0, 1, 2, 3, 4, 7, 8]
NEIGHBOUR: Final = [0, 1, 2, 3, 4, 9, 10]
CARDS: Final = 11
ACE: Final = next(place for place, card in enumerate(DECK) if card.text == "As")
RANK: Final = np.array([RANKS.index(card.text[0]) for card in DECK])
SUIT: Final = np.array(["cdhs".index(card.text[1]) for card in DECK])


def classes_of(seven: Ints) -> Ints:
    """The class of each row of seven cards, 0 to 9."""
    rounds = len(seven)
    rows = np.arange(rounds)
    held = np.zeros((rounds, 4, 13), dtype=np.int8)
    for column in seven.T:
        held[rows, SUIT[column], RANK[column]] = 1
    ranks = held.sum(axis=1)
    flush = held.sum(axis=2).max(axis=1) >= 5
    straight = _straights(ranks > 0)
    straight_flush, royal = np.zeros(rounds, dtype=bool), np.zeros(rounds, dtype=bool)
    for suit in range(4):
        straight_flush |= _straights(held[:, suit] > 0)
        royal |= held[:, suit, 8:].all(axis=1)
    threes, twos = (ranks == 3).sum(axis=1), (ranks == 2).sum(axis=1)
    told = np.select(
        [
            royal,
            straight_flush,
            (ranks == 4).any(axis=1),
            (threes == 2) | ((threes == 1) & (twos >= 1)),
            flush,
            straight,
            threes == 1,
            twos >= 2,
            twos == 1,
        ],
        [*range(9, 0, -1)],
        0,
    )
    return told.astype(np.int64)


def _straights(ranks: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether five ranks in a row are there, the ace also below the two."""
    low = np.concatenate([ranks[:, -1:], ranks], axis=1)
    found = np.zeros(len(ranks), dtype=bool)
    for first in range(10):
        found |= low[:, first : first + 5].all(axis=1)
    return found


def drawn(rng: np.random.Generator, rounds: int, cards: int, deck: Ints | None = None) -> Ints:
    """So many different cards a round, from a whole deck or from this one."""
    whole = np.arange(len(DECK)) if deck is None else deck
    decks = np.tile(whole, (rounds, 1))
    rows = np.arange(rounds)
    for place in range(cards):
        other = rng.integers(place, len(whole), rounds)
        decks[rows, place], decks[rows, other] = decks[rows, other], decks[rows, place]
    return decks[:, :cards]


# --- what the house counts of them ----------------------------------------------------------------


@dataclass
class Looked:
    """The samples of one table, filled part by part; a look when one is full, as the house has them."""

    hands: Counter[str] = field(default_factory=Counter)
    seen: dict[str, Ints] = field(default_factory=dict)
    waiting: list[tuple[int, Ints]] = field(default_factory=list)

    def part(self, cards: Ints, bank: Ints, seat: Ints) -> Iterator[Verdict]:
        """Counts of cards and classes of one part more; the verdicts of the looks that this fills."""
        of_bank = int(bank.sum())
        for test, seen in (("deck", cards), ("cards", cards), ("hands", bank)):
            yield from self._add(test, of_bank, seen)
        self.waiting.append((int(seat.sum()), seat))
        if len(self.waiting) == COARSE_PARTS:
            hands = sum(count for count, _ in self.waiting)
            yield from self._add("seat", hands, sum((one for _, one in self.waiting), 0 * seat))
            self.waiting = []

    def _add(self, test: str, hands: int, seen: Ints) -> Iterator[Verdict]:
        self.hands[test] += hands
        self.seen[test] = self.seen.get(test, 0 * seen) + seen
        if self.hands[test] >= RULES[test].least:
            told = self.seen[test].tolist()
            verdict = look(test, self.hands[test], told if len(told) == len(DECK) else counted(told))
            assert verdict is not None
            self.hands[test], self.seen[test] = 0, 0 * seen
            yield verdict


def parts(rng: np.random.Generator, deals: Ints) -> Iterator[tuple[Ints, Ints, Ints]]:
    """What the house counts of these rounds by part: cards, the bank's classes, those of seat 3 with JP1."""
    bank, seat = classes_of(deals[:, BANK]), classes_of(deals[:, SEAT])
    staked = rng.random(len(deals)) < JP1_SHARE
    for first in range(0, len(deals), PART_ROUNDS):
        rows = slice(first, first + PART_ROUNDS)
        yield (
            np.bincount(deals[rows, BANK].ravel(), minlength=len(DECK)),
            np.bincount(bank[rows], minlength=len(HandClass)),
            np.bincount(seat[rows][staked[rows]], minlength=len(HandClass)),
        )


# --- honest nights --------------------------------------------------------------------------------


def honest(nights: int, seed: int) -> dict[str, dict[str, Any]]:
    """By test: its looks over so many nights of ten tables, how many accused, and how many fell below each of
    `LEVELS`."""
    rng = np.random.default_rng(seed)
    told: dict[str, dict[str, Any]] = {
        test: {"looks": 0, "accused": 0, "below": dict.fromkeys(LEVELS, 0)} for test in RULES
    }
    whole = nights * NIGHT_ROUNDS
    for _ in range(TABLES):
        table = Looked()
        for first in range(0, whole, 30_000):
            for part in parts(rng, drawn(rng, min(30_000, whole - first), CARDS)):
                for verdict in table.part(*part):
                    row = told[verdict.test]
                    row["looks"] += 1
                    row["accused"] += verdict.suspect
                    for level in LEVELS:
                        row["below"][level] += verdict.p <= level
    return told


def held(told: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether each test kept what it claims: as many as chance alone leaves room for (4 sigma and one)."""

    def room(expected: float) -> float:
        return float(expected + 4 * expected**0.5 + 1)

    return all(
        row["accused"] <= room(row["looks"] / RULES[test].one_in)
        and all(times <= room(row["looks"] * level) for level, times in row["below"].items())
        for test, row in told.items()
    )


# --- planted defects ------------------------------------------------------------------------------


def whole(rng: np.random.Generator, rounds: int) -> Ints:
    """An honest deal."""
    return drawn(rng, rounds, CARDS)


def without_ace(rng: np.random.Generator, rounds: int) -> Ints:
    """The ace of spades is not in the deck."""
    return drawn(rng, rounds, CARDS, np.delete(np.arange(len(DECK)), ACE))


def sticks(share: float) -> Deal:
    """In this share of the rounds the ace of spades stays at the bottom and is not dealt."""

    def deal(rng: np.random.Generator, rounds: int) -> Ints:
        stuck = rng.random(rounds) < share
        return np.where(stuck[:, None], without_ace(rng, rounds), whole(rng, rounds))

    return deal


def early(share: float) -> Deal:
    """In this share of the rounds the ace of spades is the first card of the flop."""

    def deal(rng: np.random.Generator, rounds: int) -> Ints:
        cards = whole(rng, rounds)
        rows = np.flatnonzero(rng.random(rounds) < share)
        at = cards[rows] == ACE
        cards[rows] = np.where(at, cards[rows, :1], cards[rows])
        cards[rows, 0] = ACE
        return cards

    return deal


def favours(share: float) -> Deal:
    """In this share of the rounds seat 3 gets the better of its own hand and its neighbour's."""

    def deal(rng: np.random.Generator, rounds: int) -> Ints:
        cards = whole(rng, rounds)
        better = classes_of(cards[:, NEIGHBOUR]) > classes_of(cards[:, SEAT])
        rows = np.flatnonzero(better & (rng.random(rounds) < share))
        cards[np.ix_(rows, [7, 8, 9, 10])] = cards[np.ix_(rows, [9, 10, 7, 8])]
        return cards

    return deal


def pairs(share: float) -> Deal:
    """In this share of the rounds the second card of the flop pairs the first, as of a deck not shuffled."""

    def deal(rng: np.random.Generator, rounds: int) -> Ints:
        cards = whole(rng, rounds)
        for row in np.flatnonzero(rng.random(rounds) < share):
            mates = [card for card in np.flatnonzero(RANK[cards[row, 0]] == RANK) if card != cards[row, 0]]
            mate = rng.choice(mates)
            cards[row, cards[row] == mate] = cards[row, 1]
            cards[row, 1] = mate
        return cards

    return deal


DEFECTS: Final[Mapping[str, Deal]] = {
    "an ace is missing": without_ace,
    "a card sticks at the bottom, every second round": sticks(1 / 2),
    "the same, every fourth round": sticks(1 / 4),
    "a card always comes first to the flop": early(1),
    "the same, every tenth round": early(1 / 10),
    "the same, every thirtieth round": early(1 / 30),
    "the flop is paired in every fifth round": pairs(1 / 5),
    "the same, in every tenth round": pairs(1 / 10),
    "seat 3 gets the better of two hands, always": favours(1),
    "the same by a dealer of every second round": favours(1 / 2),
    "the same by a dealer of every fourth round": favours(1 / 4),
}


def rounds_until_found(deal: Deal, rng: np.random.Generator) -> tuple[int, str] | None:
    """After how many rounds of the defect a look is suspect, and of which test; None within `ROUNDS_MAX`.

    It begins anywhere in the samples; what an honest table is accused of before does not count. A part is
    looked at when the next begins.
    """
    table = Looked()
    before = PART_ROUNDS * int(rng.integers(1, 2 * RULES["cards"].least // PART_ROUNDS))
    for part in parts(rng, whole(rng, before)):
        list(table.part(*part))
    rounds = 0
    while rounds < ROUNDS_MAX:
        size = 500 if rounds < 3_000 else 5_000
        for part in parts(rng, deal(rng, size)):
            rounds += PART_ROUNDS
            for verdict in table.part(*part):
                if verdict.suspect:
                    return rounds, verdict.test
    return None


def found(name: str, times: int, seed: int) -> dict[str, Any]:
    """Of so many tables with this defect: how many were found within a year, after how many rounds (median,
    nine of ten), and by which test most often."""
    rng = np.random.default_rng([seed, [*DEFECTS].index(name)])
    told = [rounds_until_found(DEFECTS[name], rng) for _ in range(times)]
    rounds = sorted(one[0] if one is not None else ROUNDS_MAX + 1 for one in told)
    tests = [one[1] for one in told if one is not None]
    return {
        "found": len(tests),
        "median": rounds[(times - 1) // 2],
        "nine_of_ten": rounds[-(-9 * times // 10) - 1],
        "test": max(set(tests), key=tests.count) if tests else "",
    }


def main(divided: int = 1, seed: int = 19) -> None:
    """Both tables are printed as FAIRNESS.md has them; an AssertionError where a test accuses too often."""
    told = honest(max(1, HONEST // divided), seed)
    for test, row in told.items():
        below = " | ".join(f"{100 * times / max(1, row['looks']):.3f} %" for times in row["below"].values())
        one_in = RULES[test].one_in
        sys.stdout.write(f"| {test} | {row['looks']:,} | 1 in {one_in:,} | {row['accused']} | {below} |\n")
    assert held(told), told
    times = max(5, TIMES // divided)
    for name in DEFECTS:
        row = found(name, times, seed)
        after = [f"{n:,}" if n <= ROUNDS_MAX else "more" for n in (row["median"], row["nine_of_ten"])]
        share = f"{row['found']} of {times}"
        sys.stdout.write(f"| {name} | {' | '.join(after)} | {share} | {row['test']} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
