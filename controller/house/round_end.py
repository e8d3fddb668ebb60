"""What a round that is over adds to the house's figures.

Hands are counted where seeing them selects nothing: the bank's of every round that came to its showdown, and
those of seats with a JP1 stake, which are turned up whether they were folded or not (rules, section 2).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from controller.game.cards import Card
from controller.game.felt import SEATS, Place, Spot, board, dealer, hole
from controller.game.hands import best_hand
from controller.house.gathered import Gathered
from controller.house.store import SLOT_MS
from controller.journal.rounds import Round

HOUR_MS: Final = 3_600_000
SECONDS_MAX: Final = 3_599
"""A part of a round that took longer counts as an hour."""
NO_CLASS: Final = "-"
PART_ROUNDS: Final = 50
"""Cards and hands are counted by so many rounds of a session, by their number: samples are made of these."""
COARSE_PARTS: Final = 5
"""The hands of a seat, which are tested by thousands alone, are counted by so many parts together."""
BANK: Final = "bank"
JP1_SEAT: Final = "jp1."
"""Whose hands are counted: the bank's, and those with a JP1 stake by seat, `jp1.3`."""
BOARD: Final = tuple(map(board, range(5)))
DEALER: Final = (dealer(0), dealer(1))
_HOLES: Final = tuple((hole(seat, 0), hole(seat, 1)) for seat in SEATS)


@dataclass(slots=True)
class Played:
    """A round under way, all its deals: what is marked in it and when the parts of the last deal began.

    Attributes:
        first_prev: hash of the row before its first; the last heard of it has `last_seq` and `last_hash`.
        meter_before: the jackpot's meter as the round opened, in cents; `meter` as its stakes made it.
        void_ms: when the deal was voided, or refunded last; 0 for one that counts.
    """

    opened_ms: int
    first_seq: int
    first_prev: str
    meter_before: int
    meter: int
    last_seq: int = 0
    last_hash: str = ""
    incident: str = ""
    flags: list[str] = field(default_factory=list)
    stages: list[tuple[str, int]] = field(default_factory=list)
    void_ms: int = 0


Ended = Callable[[int, Played, Round, int, int, str, Gathered], None]
"""What is done with a round that is over; `end_round` is the house's."""


def end_round(
    source: int, played: Played, dealt: Round, at_ms: int, bank: int, dealt_by: str, gathered: Gathered
) -> None:
    """The round is kept, and everything counted of its last deal; one that was voided counts as a round and
    no more."""
    stakes = dealt.dealt
    jp1 = [seat for seat in dealt.jp1 if seat in stakes]
    classes = _classes(dealt.shown)
    lines = [line for settled in dealt.settled.values() for line in settled if line.spot is not Spot.JP1]
    staked, paid = sum(line.stake_cents for line in lines), sum(line.paid_cents for line in lines)
    gathered.put(
        "round",
        source=source,
        number=dealt.number,
        attempts=dealt.attempt,
        opened_ms=played.opened_ms,
        closed_ms=at_ms,
        first_seq=played.first_seq,
        last_seq=played.last_seq,
        first_prev=played.first_prev,
        last_hash=played.last_hash,
        players=sum(1 << seat for seat in stakes),
        jp1=sum(1 << seat for seat in jp1),
        bank_cents=bank,
        paid_cents=paid,
        staked_cents=staked,
        ante_cents=sum(told.ante_cents for told in stakes.values()),
        side_cents=sum(told.sides_cents for told in stakes.values()),
        ante_squares=sum(told.ante_cents**2 for told in stakes.values()),
        side_squares=sum(told.sides_cents**2 for told in stakes.values()),
        prize_cents=dealt.prizes_cents,
        qualified=-1 if dealt.qualified is None else int(dealt.qualified),
        classes=classes,
        dealer=dealt_by,
        incident=played.incident,
        flags=" ".join(played.flags),
        standing=json.dumps({str(seat): stake for seat, stake in dealt.standing.items()}, sort_keys=True),
        meter_cents=played.meter,
    )
    gathered.add("dealer_count", (source, dealt_by), rounds=1)
    slot = (source, at_ms - at_ms % SLOT_MS)
    if played.void_ms:
        gathered.add(
            "slot", slot, **dict.fromkeys(SUMS, 0), rounds=1, voided=1, prize_cents=dealt.prizes_cents
        )
        return
    antes = [told.ante_cents for told in stakes.values()]
    sums = money_sums(bank, antes, [told.sides_cents for told in stakes.values()])
    gathered.add(
        "slot",
        slot,
        **sums,
        rounds=1,
        hands=len(stakes),
        jp1=len(jp1),
        staked_cents=staked,
        paid_cents=paid,
        voided=0,
        prize_cents=dealt.prizes_cents,
    )
    hour = at_ms - at_ms % HOUR_MS
    for seat in stakes:
        gathered.add("seat_hour", (source, hour, seat), hands=1, jp1=int(seat in jp1))
    _count_times(source, played, at_ms, gathered)
    _count_hands(source, dealt.number // PART_ROUNDS, dealt.shown, classes, jp1, gathered)


SUMS: Final = (
    "hands",
    "jp1",
    "bank_cents",
    "ante_cents",
    "side_cents",
    "ante_squares",
    "side_squares",
    "bank_bank",
    "bank_ante",
    "bank_side",
    "ante_ante",
    "ante_side",
    "side_side",
    "staked_cents",
    "paid_cents",
)


def money_sums(bank: int, antes: list[int], sides: list[int]) -> dict[str, int]:
    """The products from which the result's expectation and both its spreads are made when they are asked for.

    The squares of single stakes give the spread of independent hands; the products of whole rounds that of
    rounds, whose hands share a board.
    """
    ante, side = sum(antes), sum(sides)
    return {
        "bank_cents": bank,
        "ante_cents": ante,
        "side_cents": side,
        "ante_squares": sum(one * one for one in antes),
        "side_squares": sum(one * one for one in sides),
        "bank_bank": bank * bank,
        "bank_ante": bank * ante,
        "bank_side": bank * side,
        "ante_ante": ante * ante,
        "ante_side": ante * side,
        "side_side": side * side,
    }


def _count_times(source: int, played: Played, at_ms: int, gathered: Gathered) -> None:
    """How long each part took, in whole seconds."""
    stages = [*played.stages, ("", at_ms)]
    for (name, since), (_, until) in pairwise(stages):
        seconds = min(SECONDS_MAX, max(0, until - since + 500) // 1000)
        gathered.add("phase_time", (source, name, seconds), times=1)


def _count_hands(
    source: int, part: int, shown: Mapping[Place, Card], classes: str, jp1: list[int], gathered: Gathered
) -> None:
    if classes[0] == NO_CLASS:
        return
    gathered.add("hand_count", (source, BANK, part, int(classes[0])), times=1)
    for place in (*BOARD, *DEALER):
        gathered.add("card_count", (source, part, shown[place].text), times=1)
    coarse = part - part % COARSE_PARTS
    for seat in jp1:
        if classes[seat] != NO_CLASS:
            gathered.add("hand_count", (source, f"{JP1_SEAT}{seat}", coarse, int(classes[seat])), times=1)


def _classes(shown: Mapping[Place, Card]) -> str:
    """The class of the dealer and of seats 1 to 7, a digit each; `-` for a hand that is not all shown."""
    if any(place not in shown for place in BOARD):
        return NO_CLASS * (1 + len(_HOLES))
    common = [shown[place] for place in BOARD]
    told = []
    for places in (DEALER, *_HOLES):
        seven = [*(shown[place] for place in places if place in shown), *common]
        whole = len(set(seven)) == len(BOARD) + 2
        told.append(str(int(best_hand(seven).hand_class)) if whole else NO_CLASS)
    return "".join(told)
