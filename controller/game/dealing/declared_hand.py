"""A hand told by its result and its class, where no machine has read its cards (rules, section 7, point 2).

The class names the hand, the outcome says how it stands against the dealer's; both together settle every
stake but those that only the cards can decide. Pure, on plain values.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from controller.game.cards import DECK, Card
from controller.game.hands import HandClass, hand_of, lowest_rank, rank_cards


class Outcome(StrEnum):
    """How a seat's hand stands against the dealer's; `none` where the two are not compared."""

    WIN = "win"
    TIE = "tie"
    LOSE = "lose"
    NONE = "none"


class Entered(NamedTuple):
    """What a person said of a hand."""

    outcome: Outcome
    hand_class: HandClass


COMPARED: Final = (Outcome.WIN, Outcome.TIE, Outcome.LOSE)


def outcome_of(rank: int, dealer_rank: int) -> Outcome:
    """How a hand of this rank stands against the dealer's."""
    if rank == dealer_rank:
        return Outcome.TIE
    return Outcome.WIN if rank > dealer_rank else Outcome.LOSE


def stands_for(entered: Entered, dealer_rank: int) -> int:
    """A rank of the class that stands against the dealer's as it was said.

    Any rank of the class pays the same; beside a dealer of the same class the next one is taken.
    """
    if entered.outcome is Outcome.NONE or hand_of(dealer_rank).hand_class is not entered.hand_class:
        return lowest_rank(entered.hand_class)
    return dealer_rank + {Outcome.WIN: 1, Outcome.TIE: 0, Outcome.LOSE: -1}[entered.outcome]


def as_told(hole: Sequence[Card], dealer: Sequence[Card], board: Sequence[Card]) -> tuple[str, str]:
    """How these two cards stand against the dealer's two, and their class, in the words of `Outcome`."""
    rank = rank_cards([*hole, *board])
    against = outcome_of(rank, rank_cards([*dealer, *board]))
    return str(against), str(hand_of(rank).hand_class)


@lru_cache(maxsize=32)
def possible(
    board: tuple[Card, ...], dealer: tuple[Card, ...], face_up: frozenset[Card]
) -> frozenset[Entered]:
    """Every outcome and class that two cards not lying face up can make with this board.

    Only what everybody sees counts: a card face down takes nothing away.
    """
    dealer_rank = rank_cards((*dealer, *board))
    left = [card for card in DECK if card not in face_up and card not in board and card not in dealer]
    ranks = {rank_cards((*two, *board)) for two in combinations(left, 2)}
    return frozenset(Entered(outcome_of(rank, dealer_rank), hand_of(rank).hand_class) for rank in ranks)
