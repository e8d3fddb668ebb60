"""What will come of cards that are placed at the simulator's panel, before anybody deals them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.game.cards import Card
from controller.game.hands import HandClass, best_hand, rank_cards
from controller.game.jackpot.rules import prize_kind
from controller.game.profile import RuleProfile
from drivers.sim.placing import BOARD, DEALER, PLACES


def expected_of(cards: Mapping[str, Sequence[Card]], rules: RuleProfile) -> list[dict[str, Any]]:
    """What comes of placed cards, by seat and dealer: `hand`, whether it is `exact` (all seven are placed, or
    nothing can be above it), the JP1 prize or empty, and `result` against the dealer where all nine are."""
    board = cards.get(BOARD, ())
    told = []
    for place in PLACES:
        own = () if place == BOARD else cards.get(place, ())
        seen = (*own, *board)
        if (not own and place != BOARD) or len(seen) < 5 or (place == BOARD and len(cards) > 1):
            continue
        hand = best_hand(seen)
        exact = len(seen) == 7 or hand.hand_class is HandClass.ROYAL_FLUSH
        told.append(
            {
                "place": place,
                "hand": str(hand.hand_class),
                "exact": exact,
                "jp1": _prize(seen, board, rules) if place != DEALER else "",
                "result": _result(seen, cards) if place not in (DEALER, BOARD) else "",
            }
        )
    return told


def _prize(seen: Sequence[Card], board: Sequence[Card], rules: RuleProfile) -> str:
    if not rules.jp1:
        return ""
    kind = prize_kind(rank_cards(seen), rank_cards(board) if len(board) == 5 else 0)
    return str(kind or "")


def _result(seen: Sequence[Card], cards: Mapping[str, Sequence[Card]]) -> str:
    theirs = (*cards.get(DEALER, ()), *cards.get(BOARD, ()))
    if len(seen) < 7 or len(theirs) < 7:
        return ""
    mine, dealers = rank_cards(seen), rank_cards(theirs)
    return "tie" if mine == dealers else "win" if mine > dealers else "lose"


def burned_of(rules: RuleProfile) -> tuple[tuple[int, int], ...]:
    """Street by street, how many cards are burned before how many of the board."""
    return tuple((street.burn, street.board) for street in rules.streets)
