"""The seats of a round as an inspector asks for them: was seat 3 paid rightly?

Of each seat what it staked, what went back, what was taken and paid for the main game, and what JP1 paid it;
its cards where they were turned up. `ok` is whether the settlement that was worked out anew comes to the same
cents; None where none could be.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from controller.game import events as e
from controller.game.felt import Spot, board, hole
from controller.game.hands import hand_of, rank_cards
from controller.house.inspected_round import Case, settled_anew


def seats_of(case: Case) -> list[dict[str, Any]]:
    """One map a seat that was settled, by its number; amounts are integer cents."""
    _, other, why = settled_anew(case)
    return [_seat(case, seat, lines, None if why else seat not in other) for seat, lines in _settled(case)]


def _settled(case: Case) -> Iterable[tuple[int, tuple[e.SettledSpot, ...]]]:
    return sorted(case.round.settled.items())


def _seat(case: Case, seat: int, lines: tuple[e.SettledSpot, ...], ok: bool | None) -> dict[str, Any]:
    shown = case.round.shown
    cards = [shown[hole(seat, at)] for at in (0, 1) if hole(seat, at) in shown]
    five = [shown[board(at)] for at in range(5) if board(at) in shown]
    hand = str(hand_of(rank_cards((*cards, *five))).hand_class) if len(cards) == 2 and len(five) == 5 else ""
    main = [line for line in lines if line.spot is not Spot.JP1]
    return {
        "seat": seat,
        "cards": [card.text for card in cards],
        "hand": hand,
        "folded": seat in case.round.folded,
        "stakes_cents": sum(line.stake_cents for line in main),
        "returned_cents": sum(line.returned_cents for line in main),
        "taken_cents": sum(line.taken_cents for line in main),
        "paid_cents": sum(line.paid_cents for line in main),
        "jp1_cents": sum(line.paid_cents for line in lines if line.spot is Spot.JP1),
        "ok": ok,
        "seq": max((row.seq for row, event in case.all(e.SeatSettled) if event.seat == seat), default=0),
    }
