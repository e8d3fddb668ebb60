"""The second method: one hole beside all 2,118,760 boards of cards as they are, every dealer compared.

No canonical board, no renaming of suits, no card removal by subtraction: fifty cards in a row, boards as
five places in it, 990 dealers one after the other. What an ending is worth is asked of the settlement.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numba import njit

from controller.game.cards import DECK, Card
from controller.game.felt import Spot
from controller.game.hands import HandClass, hand_of, lowest_rank, tables
from controller.game.profile import RuleProfile
from controller.game.settling.settle import SeatFacts, settle_seat

BOARDS: Final = comb(50, 5)
ANTE_CENTS: Final = 1200
ENDINGS: Final = tuple((ending, qualified) for qualified in (True, False) for ending in (1, 0, -1))
_BINOMIALS: Final = np.array([[comb(n, k) for k in range(7)] for n in range(51)], np.int64)


@dataclass(frozen=True)
class Raw:
    """Of each board: the class of the hole, and dealers by win, tie, loss, qualified, then not."""

    hand: np.ndarray
    ended: np.ndarray


@cache
def compare_all(hole: tuple[Card, Card], qualifies_with: HandClass) -> Raw:
    """Every board and every dealer; the boards in colexicographic order of their places."""
    cards = [card for card in DECK if card not in hole] + list(hole)
    ranks = np.array([card.rank - 2 for card in cards], np.int64)
    suits = np.array([card.suit for card in cards], np.int64)
    rank = np.zeros(BOARDS, np.int64)
    ended = np.zeros((BOARDS, 6), np.int16)
    threshold = lowest_rank(qualifies_with)
    with ThreadPoolExecutor(2) as pool:
        shares = [
            pool.submit(
                _compare, np.arange(4 + at, 50, 2), ranks, suits, *_looked_up(), threshold, _BINOMIALS,
                rank, ended,
            )
            for at in (0, 1)
        ]  # fmt: skip
        for share in shares:
            share.result()
    classes = np.array([0, *(int(hand_of(each).hand_class) for each in range(1, 7463))])
    return Raw(classes[rank], ended)


@cache
def _looked_up() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The key of each rank; ranks of seven cards by key, without flushes; of one suit by ranks, 0 for few."""
    built = tables()
    plain = np.zeros(max(built.plain[2]) + 1, np.int64)
    for key, rank in built.plain[2].items():
        plain[key] = rank
    flush = np.zeros(1 << 13, np.int64)
    for ranks, rank in built.flush_ranks.items():
        flush[ranks] = rank
    return np.array([card.key >> 16 for card in DECK[::4]], np.int64), plain, flush


@njit(cache=True, nogil=True)
def _rank(first, second, first_bit, second_bit, held, by_ranks, flush):
    """The rank with two cards more: by their ranks, but where five or more are of the flush suit."""
    of_suit = flush[held | first_bit | second_bit]
    return of_suit if of_suit else by_ranks[first, second]


@njit(cache=True, nogil=True)
def _one_board(board, ranks, suits, rank_keys, plain, flush, threshold, by_ranks, rest, bits, at, ended):
    """Onto `ended`: every dealer beside this board; the player's rank. The last two cards are the hole."""
    counts, key, held, suit = 0, 0, 0, -1
    for card in board:
        counts += 1 << 8 * suits[card]
        key += rank_keys[ranks[card]]
    for each in range(4):
        suit = each if (counts >> 8 * each & 255) >= 3 else suit
    for card in board:
        held |= 1 << ranks[card] if suits[card] == suit else 0
    for x in range(13):
        for y in range(13):
            place = key + rank_keys[x] + rank_keys[y]
            by_ranks[x, y] = plain[place] if place < len(plain) else 0
    found = 0
    for card in range(52):
        if (
            card != board[0]
            and card != board[1]
            and card != board[2]
            and card != board[3]
            and card != board[4]
        ):
            rest[found] = ranks[card]
            bits[found] = 1 << ranks[card] if suits[card] == suit else 0
            found += 1
    player = _rank(rest[45], rest[46], bits[45], bits[46], held, by_ranks, flush)
    wins = ties = qualified = 0
    for i in range(45):
        for j in range(i):
            bank = _rank(rest[i], rest[j], bits[i], bits[j], held, by_ranks, flush)
            wins += player > bank
            ties += player == bank
            qualified += bank >= threshold
    # A bank that ties is as good as the player; whatever is below the threshold loses to one above it.
    ties_then = ties if player >= threshold else 0
    wins_then = wins - (990 - qualified) if player >= threshold else 0
    ended[at, 0], ended[at, 1], ended[at, 2] = wins_then, ties_then, qualified - wins_then - ties_then
    ended[at, 3], ended[at, 4] = wins - wins_then, ties - ties_then
    ended[at, 5] = 990 - qualified - ended[at, 3] - ended[at, 4]
    return player


@njit(cache=True, nogil=True)
def _compare(lasts, ranks, suits, rank_keys, plain, flush, threshold, binomials, rank, ended):
    board, by_ranks = np.empty(5, np.int64), np.empty((13, 13), np.int64)
    rest, bits = np.empty(52, np.int64), np.empty(52, np.int64)
    for e in lasts:
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        at = binomials[e, 5] + binomials[d, 4] + binomials[c, 3] + binomials[b, 2] + a
                        board[0], board[1], board[2], board[3], board[4] = a, b, c, d, e
                        rank[at] = _one_board(
                            board, ranks, suits, rank_keys, plain, flush, threshold,
                            by_ranks, rest, bits, at, ended,
                        )  # fmt: skip


@njit(cache=True, nogil=True)
def _down(values, many, few, binomials, found):
    """Onto `found`: the values of all boards of `many` cards that hold each board of `few`."""
    cards = np.arange(many)
    for at in range(len(values)):
        for chosen in range(1 << many):
            count, held = 0, chosen
            while held:
                count += held & 1
                held >>= 1
            if count != few:
                continue
            to, place = 0, 0
            for card in range(many):
                if chosen >> card & 1:
                    place += 1
                    to += binomials[cards[card], place]
            found[to] += values[at]
        card = 0  # the next board in colexicographic order
        while card + 1 < many and cards[card] + 1 == cards[card + 1]:
            cards[card] = card
            card += 1
        cards[card] += 1


def down(values: np.ndarray, many: int, few: int) -> np.ndarray:
    """The sums over the boards of `few` cards."""
    found = np.zeros(comb(50, few), np.int64)
    if few:
        _down(values, many, few, _BINOMIALS, found)
    else:
        found[0] = values.sum()
    return found


def place_of(board: tuple[Card, ...], hole: tuple[Card, Card]) -> int:
    """Where a board of any number of cards stands in colexicographic order."""
    left = [card for card in DECK if card not in hole]
    places = sorted(left.index(card) for card in board)
    return sum(comb(place, at + 1) for at, place in enumerate(places))


class Brute:
    """What each decision of one hole is worth, in cents on an Ante of 12 €, summed over what is to come."""

    def __init__(self, profile: RuleProfile, hole: tuple[Card, Card]) -> None:
        self.profile, self.hole = profile, hole
        self.raw = compare_all(hole, profile.qualifies_with)
        self.sizes = np.cumsum([street.board for street in profile.streets]).tolist()

    def before_the_flop(self) -> dict[str, int]:
        """By spot and half Antes of the bet, or `check`."""
        return {name: int(value[0]) for name, value in self.ways(0, None, 0).items()}

    def ways(self, street: int, spot: Spot | None, halves: int) -> dict[str, np.ndarray]:
        """By act, the value on each board of the street."""
        bets = [bet for bet in self.profile.streets[street].bets if bet.after == spot]
        found = {
            f"{bet.spot} {bet.half_antes}": self._later(street, bet.spot, halves + bet.half_antes)
            for bet in bets
        }
        if bets and self.profile.streets[street].fold:
            to_come = comb(50 - self.sizes[street], 5 - self.sizes[street]) * 990
            orders = 2 if self.sizes[street:] == [3, 4, 5] else 1
            lost = -ANTE_CENTS * (4 + halves) // 2 * to_come * orders
            found["fold"] = np.full(comb(50, self.sizes[street]), lost)
        else:
            found["check"] = self._later(street, spot, halves)
        return found

    def _later(self, street: int, spot: Spot | None, halves: int) -> np.ndarray:
        if street + 1 == len(self.profile.streets):
            return self._showdown(spot, halves)
        best = np.maximum.reduce(list(self.ways(street + 1, spot, halves).values()))
        return down(best, self.sizes[street + 1], self.sizes[street])

    def _showdown(self, spot: Spot | None, halves: int) -> np.ndarray:
        worth = np.array([list(self._settled(hand, spot, halves)) for hand in HandClass])
        return (self.raw.ended * worth[self.raw.hand]).sum(axis=1)

    def _settled(self, hand: HandClass, spot: Spot | None, halves: int) -> Iterator[int]:
        """What each ending gives this class, as the settlement says; 0 for what cannot be."""
        stakes = {Spot.ANTE: ANTE_CENTS, self.profile.second: ANTE_CENTS}
        if spot is not None:
            stakes[spot] = ANTE_CENTS * halves // 2
        seat = SeatFacts(1, self.hole, False, stakes)
        for ending, qualified in ENDINGS:
            pair = self._ranks(hand, ending, qualified)
            lines = settle_seat(seat, *pair, self.profile) if pair else ()
            yield sum(line.paid_cents - line.taken_cents for line in lines)

    def _ranks(self, hand: HandClass, ending: int, qualified: bool) -> tuple[int, int] | None:
        above = lowest_rank(HandClass(hand + 1)) if hand < HandClass.ROYAL_FLUSH else 7463
        threshold = lowest_rank(self.profile.qualifies_with)
        for player in (above - 1, lowest_rank(hand)):
            for bank in (1, threshold - 1, threshold, player - 1, player, player + 1, 7462):
                compared = (player > bank) - (player < bank)
                if 1 <= bank <= 7462 and compared == ending and (bank >= threshold) is qualified:
                    return player, bank
        return None


def dealers(hole: tuple[Card, Card], board: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The 990 holes that the dealer can have."""
    return combinations([card for card in DECK if card not in (*hole, *board)], 2)
