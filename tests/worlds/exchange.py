"""Another world: the same table, with other cards face down, of this deal and of every one before it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

from controller.game.cards import DECK, Card, FaceDown
from controller.game.changes import changed
from controller.game.felt import Pile, Place
from controller.game.profile import AwardKind
from controller.game.rectification.settled_rounds import PastRound
from controller.game.round import Round
from controller.game.settling.showdown import jp1_prize
from controller.game.state import IN_ROUND, Phase, TableState

TRIED = 20
FOUR = 4


def unseen(played: Round) -> list[Place]:
    """The places whose card the shoe alone has seen: what a person keyed is known to who keyed it."""
    return [
        place
        for place, card in played.cards.items()
        if card is not None and place not in played.shown and place not in played.manual
    ]


def another_world(state: TableState, rng: random.Random) -> TableState:
    """The table as it would be, had other cards left the shoe and stayed face down."""
    past = tuple(
        replace(
            one, played=_exchanged(changed(state, round=one.played, seats=one.seats), rng, _told(state, one))
        )
        for one in state.record.past
    )
    state = changed(state, record=replace(state.record, past=past))
    return state if state.round is None else changed(state, round=_exchanged(state, rng))


def _told(state: TableState, past: PastRound) -> set[int]:
    """The seats of which another settlement was approved: what follows from their cards is told."""
    done = {one.entry.seat for one in state.record.done if one.entry.round == past.played.number}
    asked = state.record.open
    if asked is None or asked.approval is None or asked.approval.round != past.played.number:
        return done
    return done | {asked.approval.seat}


def _exchanged(state: TableState, rng: random.Random, told: AbstractSet[int] = frozenset()) -> Round:
    """The round with other cards face down; none that a showdown turns up, or that is told of."""
    played = state.playing
    places = [place for place in unseen(played) if not place.seat or place.seat not in told]
    for _ in range(TRIED):
        other = changed(played, cards={**played.cards, **_drawn(played, places, rng)})
        if not _would_be_open(changed(state, round=other), places):
            return other
    return played


def _drawn(played: Round, places: list[Place], rng: random.Random) -> Mapping[Place, FaceDown]:
    """Cards for these places. One that was keyed may lie there too: it may have been keyed wrongly."""
    read: set[Card] = {card for place, card in played.shown.items() if place not in played.manual}
    left = [card for card in DECK if card not in read]
    rng.shuffle(left)
    drawn = _a_prize(played, places, left, rng) if rng.random() < 0.6 else {}
    rest = [card for card in left if card not in drawn.values()]
    waiting = [place for place in places if place not in drawn]
    drawn |= dict(zip(waiting, rest, strict=False))
    return {place: FaceDown(card) for place, card in drawn.items()}


def _a_prize(played: Round, places: list[Place], left: list[Card], rng: random.Random) -> dict[Place, Card]:
    """Cards with which a hand is four of a kind, where that can be: JP1 would pay for it."""
    hands = sorted({place.seat for place in places if place.seat}) or [0]
    seat = rng.choice(hands)
    seven = [place for place in played.cards if place.seat == seat or place.pile is Pile.BOARD]
    free = [place for place in seven if place in places]
    for rank in rng.sample(range(2, 15), 13):
        wanted = [card for card in left if card.rank == rank]
        lying = sum(card.rank == rank for place, card in played.shown.items() if place in seven)
        if len(wanted) + lying == FOUR and len(wanted) <= len(free):
            return dict(zip(free, wanted, strict=False))
    return {}


def _would_be_open(state: TableState, places: list[Place]) -> bool:
    """A folded royal is turned up for the consolation of others: after the showdown none lies face down."""
    played = state.playing
    if played.settlement is None and state.phase in IN_ROUND - {Phase.SHOWDOWN, Phase.SETTLING}:
        return False
    seats = {place.seat for place in places if place.seat}
    return any(jp1_prize(state, seat) is AwardKind.JACKPOT for seat in seats)
