"""Everything a person may try: every kind of intent, every card, place and seat, amounts of all sizes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints

from controller.game import inputs as i
from controller.game.cards import DECK, Card
from controller.game.dealing.acts import may_key
from controller.game.dealing.card_seen_twice import to_correct
from controller.game.dealing.declared_hand import Outcome
from controller.game.felt import Place, Spot
from controller.game.hands import HandClass
from controller.game.inputs import Intent
from controller.game.payment.winning_hand import hand_places, verified_now
from controller.game.people.pin import Pin
from controller.game.rectification.claimed_facts import Mistake, RectificationReason
from controller.game.rectification.computed_anew import decisions
from controller.game.side_bets import SideStake
from controller.game.state import TableState
from tests.wander.anything import PLACES

CENTS = (-(10**12), -500, 0, 1, 50, 450, 500, 600, 1_000, 2_000, 14_900, 15_000, 10**12)
COUNTS = (-1, 0, 1, 2, 3, 7, 51, 52, 104, 10**9)
TEXTS = tuple(card.text for card in DECK)
HANDS = tuple(f"{outcome}.{told}" for outcome in Outcome for told in HandClass)
WORDS: dict[str, tuple[str, ...]] = {
    "card": ("", "1x", *TEXTS),
    "place": ("", "nowhere", *map(str, PLACES)),
    "hand": ("", "nonsense", *HANDS),
    "colour": ("red", "blue", "green", ""),
    "deck": ("red", "blue", "green", ""),
    "camera": ("C-1", "C-14", ""),
    "reason": ("", "checked", "replaced", "nonsense"),
    "serial": ("R-0001", "B-0001", ""),
}


def numbers(name: str, state: TableState) -> tuple[int, ...]:
    """The numbers that a field of this name is tried with."""
    if name.endswith("cents"):
        return CENTS
    if name == "seat":
        return tuple(range(-1, 9))
    if name == "round":
        return (0, 1, 2, 3, state.last_round, 10**6)
    if name == "alarm":
        return (0, *(up.number for up in state.alarms), 99)
    if name == "number":
        return tuple(range(4))
    return tuple(range(6)) if name == "multiple" else COUNTS


def values(name: str, kind: Any, state: TableState) -> tuple[Any, ...]:
    """Everything that a field of this name and type is tried with."""
    if kind is bool:
        return (False, True)
    if kind is int:
        return numbers(name, state)
    if kind is Card:
        return DECK
    if kind is Place:
        return PLACES
    if kind is Pin:
        return (Pin("000000"), Pin("123456"))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(kind)
    if kind is str and name == "decision":
        return ("", "nonsense", *decisions(state.profile))
    if kind is str:
        return WORDS.get(name, ("", "B-1", "4711", "Durand", *TEXTS[:2]))
    if kind is SideStake:
        return tuple(SideStake(spot, cents) for spot in (Spot.TRIPS, Spot.POCKET) for cents in (500, 777))
    if get_origin(kind) is tuple:
        inner = values(name, get_args(kind)[0], state)
        return ((), (inner[0],), inner[-2:], *((one,) for one in inner))
    if kind is not type(None) and get_args(kind):  # one kind or another
        return tuple(one for part in get_args(kind) for one in values(name, part, state))
    return (None,)


HINTS = {kind: get_type_hints(kind) for kind in i.INTENTS.values()}


def any_of(kind: type[Intent], state: TableState, rng: random.Random) -> Intent:
    """An intent of this kind, each field anything."""
    return kind(*(rng.choice(values(name, hint, state)) for name, hint in HINTS[kind].items()))


def of_every_kind(state: TableState, rng: random.Random, each: int) -> Iterator[Intent]:
    """Every kind so many times, or once where it has nothing to choose."""
    for kind, hints in HINTS.items():
        for _ in range(each if hints else 1):
            yield any_of(kind, state, rng)


def with_every_card(state: TableState, rng: random.Random) -> Iterator[Intent]:
    """All fifty-two at a place where one may be keyed, found, or told to have been another; else anywhere."""
    keyed = [place for place in PLACES if state.round is not None and may_key(state, place)]
    keyed += to_correct(state)
    found = hand_places(state) if verified_now(state) is not None else PLACES
    at, there = rng.choice(keyed or PLACES), rng.choice(found)
    for card in DECK:
        yield i.KeyCard(at, card)
        yield i.ReportCard(there, card)
    yield from true_cards(state, rng)
    for card in rng.sample(DECK, 4):
        yield from (i.KeyCard(place, card) for place in PLACES)


def true_cards(state: TableState, rng: random.Random) -> Iterator[Intent]:
    """Of a settled round, all fifty-two as the true one at a place; and every decision of a seat."""
    told = [(past.played, past.seats) for past in state.record.past]
    if state.round is not None:
        told.append((state.round, state.seats))
    keyed = [one for one in told if one[0].manual]
    played, seats = rng.choice(keyed or told) if told else (None, ())
    number = played.number if played is not None else 1
    settled = [n for n, seat in enumerate(seats, 1) if seat.settled is not None] or [1]
    places = [str(place) for place in played.manual] if played is not None else []
    seat, place = rng.choice(settled), rng.choice(places or [str(one) for one in PLACES])
    why = RectificationReason.KEYING
    for text in TEXTS:
        yield i.ProposeRectification(number, seat, Mistake.CARD, why, place=place, card=text)
    for n in settled:
        for decision in decisions(state.profile):
            yield i.ProposeRectification(number, n, Mistake.DECISION, why, decision=decision)
