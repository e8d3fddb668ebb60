"""Every hand there is, counted by class, against the published frequencies."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np

from controller.game.cards import DECK
from controller.game.hands import RANKS_COUNT, hand_of, rank_cards, tables

FIVE_CARDS = {
    "royal_flush": 4,
    "straight_flush": 36,
    "quads": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
    "high_card": 1_302_540,
}
SEVEN_CARDS = {
    "royal_flush": 4_324,
    "straight_flush": 37_260,
    "quads": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three_of_a_kind": 6_461_620,
    "two_pair": 31_433_400,
    "pair": 58_627_800,
    "high_card": 23_294_460,
}


def by_class(counts: dict[int, int]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for rank, times in counts.items():
        found[str(hand_of(rank).hand_class)] += times
    return dict(found)


def test_all_five_card_hands_fall_into_their_classes_and_7462_ranks() -> None:
    counts = Counter(map(rank_cards, combinations(DECK, 5)))
    assert counts.total() == 2_598_960
    assert by_class(counts) == FIVE_CARDS
    assert len(counts) == RANKS_COUNT


def test_all_seven_card_hands_fall_into_their_classes() -> None:
    counts = seven_card_counts()
    assert sum(counts.values()) == 133_784_560
    assert by_class(counts) == SEVEN_CARDS
    assert len(counts) == 4_824  # ranks that seven cards can leave one with


def seven_card_counts() -> dict[int, int]:
    """How often each rank comes among all sevens, by the evaluator's own tables.

    Three cards are walked; the fours above the third are a suffix of all fours in lexicographic order,
    so their keys are added in one sweep.
    """
    flush_suit = np.frombuffer(bytes(tables().flush_suit), dtype=np.uint8)
    flush_ranks = np.zeros(1 << 13, dtype=np.int16)
    for ranks, rank in tables().flush_ranks.items():
        flush_ranks[ranks] = rank
    plain = np.zeros(max(tables().plain[2]) + 1, dtype=np.int16)
    plain[list(tables().plain[2])] = list(tables().plain[2].values())

    keys = [card.key for card in DECK]
    bits = [1 << (13 * card.suit + card.rank - 2) for card in DECK]  # a suit's ranks side by side
    fours = np.array(list(combinations(range(52), 4)), dtype=np.int64)
    four_keys = np.array(keys, dtype=np.int64)[fours].sum(axis=1)
    four_bits = np.array(bits, dtype=np.int64)[fours].sum(axis=1)
    first_at = np.searchsorted(fours[:, 0], np.arange(53))

    counts = np.zeros(RANKS_COUNT + 1, dtype=np.int64)
    for i, j, k in combinations(range(48), 3):
        start = first_at[k + 1]
        total = four_keys[start:] + (keys[i] + keys[j] + keys[k])
        found = plain[total >> 16]
        suit = flush_suit[total & 0xFFFF]
        (at,) = np.nonzero(suit)
        if at.size:
            cards = four_bits[start:][at] | (bits[i] | bits[j] | bits[k])
            found[at] = flush_ranks[(cards >> (13 * (suit[at].astype(np.int64) - 1))) & 0x1FFF]
        counts += np.bincount(found, minlength=RANKS_COUNT + 1)
    assert counts[0] == 0, "every seven has a rank"
    return {rank: int(times) for rank, times in enumerate(counts) if times}
