"""Two tables equal but for cards that nobody has seen stay equal, whatever anybody tries.

A table wanders; now and then its deal is played again, act by act, with its unseen cards exchanged among
each other and with those left in the shoe, often so that a seat holds four of a kind. Everything
that can be seen, printed or written is compared after every act, then every act that anybody could try.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from controller.codec import Codec
from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.bets import legal_now
from controller.game.cards import DECK, Card, FaceDown
from controller.game.decide import decide
from controller.game.evolve import evolve
from controller.game.felt import board, hole
from controller.game.follow import follow
from controller.game.inputs import Intent, Observation, Role
from controller.game.judge import judge
from controller.game.react import react
from controller.game.refusals import Refusal
from controller.game.state import Phase, TableState
from controller.seal import Sealer
from controller.settings import load_profile
from tests.long import long
from tests.wander import Wanderer
from tests.wander.anything import any_intent

DEFAULT = load_profile("fr-55-20-2021")
HOUSES: dict[str, dict[str, Any]] = {
    "default": {},
    "with_hands": {"board_drawn": "with_hands"},
    "jp1_dies": {"jp1_after_fold": False, "trips_after_fold": False, "consolation_trigger": "jp1_bettor"},
}
CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
BADGES = (None, ("Chef 1", Role.CHEF), ("Comité 1", Role.COMITE), ("Vidéo 1", Role.VIDEO))
TRIED = (
    i.ArmVoid(i.Incident.IRREGULAR_DEAL),
    i.VoidRound(i.Incident.IRREGULAR_DEAL),
    i.DisarmVoid(),
    i.CallStreet(),
    i.Resume(),
)
CODEC, SEALER = Codec(e.EVENTS), Sealer(b"m" * 32, "ab" * 32)


class Step(NamedTuple):
    """What was done or seen at a table, and the state before and after it."""

    given: Intent | Observation
    now_ms: int
    before: TableState
    after: TableState


class Outcome(NamedTuple):
    state: TableState
    entries: list[e.Entry]
    refusal: Refusal | None


def watched(table: Wanderer) -> list[Step]:
    """What happens at this table from now on."""
    felt, steps = table.felt, []
    tap, see = felt.tap, felt.see

    def tapped(intent: Intent) -> Refusal | None:
        before = felt.state
        refusal = tap(intent)
        steps.append(Step(intent, felt.now_ms, before, felt.state))
        return refusal

    def seen(*observations: Observation) -> Any:
        for one in observations:
            before = felt.state
            see(one)
            steps.append(Step(one, felt.now_ms, before, felt.state))
        return felt

    felt.tap, felt.see = tapped, seen  # type: ignore[method-assign]
    return steps


def done(state: TableState, given: Intent | Observation, now_ms: int, other: dict[Card, Card]) -> Outcome:
    """What comes of it, a card from the shoe being another one."""
    if isinstance(given, Intent):
        batch = decide(state, given)
        if isinstance(batch, Refusal):
            return Outcome(state, [], batch)
    else:
        if isinstance(given, i.CardObserved):
            card = given.card.turned_up()
            given = replace(given, card=FaceDown(other.get(card, card)))
        batch = judge(state, given)
    entries = []
    while batch:
        for event in batch:
            entries.append(e.Entry(state.seq + 1, now_ms, event))
            state = evolve(state, entries[-1])
        batch = follow(state)
    return Outcome(state, entries, None)


def told(outcome: Outcome) -> tuple[object, ...]:
    """All that can be seen, printed or written of it; of what is sealed, how long it is."""
    state, entries, refusal = outcome
    seen = json.dumps([views.console(state), views.pit(state), views.display(state)])
    sealed = [entry.event for entry in entries if type(entry.event).__name__ in CODEC.sealing]
    lengths = [len(CODEC.encode(event, SEALER)[1]) for event in sealed]
    return seen, repr(state), repr(react(state)), repr(legal_now(state)), repr(entries), lengths, refusal


def named(given: object) -> set[Card]:
    """The cards that a person names."""
    return {Card.parse(text) for text in CARD.findall(repr(given))} if isinstance(given, Intent) else set()


def exchanged(steps: Sequence[Step], rng: random.Random) -> dict[Card, Card]:
    """Another place for every card that nobody has seen yet."""
    known = {card for step in steps for card in named(step.given)}
    for step in steps:
        if step.after.round is not None:
            known |= set(step.after.round.shown.values())
    free = [card for card in DECK if card not in known]
    other = dict(zip(free, rng.sample(free, len(free)), strict=True))
    return with_quads(other, steps[-1].after, rng) if rng.random() < 0.6 else other


def with_quads(other: dict[Card, Card], state: TableState, rng: random.Random) -> dict[Card, Card]:
    """The same exchange, but a seat, in JP1 if one is, holds four of a kind, where that can be."""
    lying = {place: card.turned_up() for place, card in state.playing.cards.items() if card is not None}
    seat = rng.choice(state.jp1_seats or state.players)
    seven = [lying.get(place) for place in (hole(seat, 0), hole(seat, 1), *map(board, range(5)))]
    unseen = [card for card in seven if card in other]
    for rank in rng.sample(range(2, 15), 13):
        fours = [card for card in other if card.rank == rank]
        seen = [card for card in seven if card is not None and card not in other and card.rank == rank]
        if None not in seven and len(fours) + len(seen) == 4 and len(unseen) >= len(fours):
            first = dict(zip(unseen, fours, strict=False))
            rest = [card for card in other if card not in fours]
            left = [card for card in other if card not in first]
            return first | dict(zip(left, rng.sample(rest, len(rest)), strict=True))
    return other


def assert_alike_in_another_world(steps: Sequence[Step], rng: random.Random) -> Counter[str]:
    """The deal of these steps, with its unseen cards exchanged, looks the same."""
    other = exchanged(steps, rng)
    state, counted = steps[0].before, Counter(deals=1)
    for step in steps:
        here = done(step.before, step.given, step.now_ms, {})
        assert here.state == step.after
        there = done(state, step.given, step.now_ms, other)
        assert told(there) == told(here), f"{step.given} in {step.before.phase}"
        state, counted["acts"] = there.state, counted["acts"] + 1
    counted["tries"] = tried(steps[-1].after, state, steps[-1].now_ms, set(other), rng)
    return counted


def tried(here: TableState, there: TableState, now_ms: int, free: set[Card], rng: random.Random) -> int:
    """Whoever tries whatever is told the same in both worlds, but where cards are turned up by it."""
    intents = [*legal_now(here), *TRIED, *(any_intent(rng) for _ in range(15))]
    count = 0
    for badge in BADGES:
        worlds = [here, there]
        if badge is not None:
            shown = i.BadgeObserved(*badge)
            worlds = [done(state, shown, now_ms + 50, {}).state for state in worlds]
        for intent in intents:
            if named(intent) & free:
                continue
            first, second = (done(state, intent, now_ms + 100, {}) for state in worlds)
            if not any(turns_up(entry.event) for entry in (*first.entries, *second.entries)):
                assert told(first) == told(second), f"{intent} in {here.phase}"
                count += 1
    return count


def turns_up(event: e.Event) -> bool:
    return isinstance(event, e.CardsRevealed | e.ShowdownOpened)


def this_deal(steps: Sequence[Step]) -> list[Step]:
    """Those of the deal under way; none where the table was restarted within it."""
    state = steps[-1].after
    assert state.round is not None
    number = (state.round.number, state.round.attempt)
    first = len(steps)
    while first:
        played = steps[first - 1].before.round
        if played is None or (played.number, played.attempt) != number:
            break
        first -= 1
    deal = list(steps[first:])
    whole = all(after.before is before.after for before, after in pairwise(deal))
    return deal if whole else []


def houses(names: Iterable[str], seeds: range) -> list[tuple[str, int]]:
    return [(name, seed) for name in names for seed in seeds]


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        *houses(("default", "with_hands"), range(1)),
        *(long(*one) for one in houses((*HOUSES, "casino", "live"), range(1, 21))),
    ],
)
def test_whatever_is_tried_tells_nothing_of_cards_that_nobody_has_seen(name: str, seed: int) -> None:
    rng, counted = random.Random(seed), Counter[str]()
    others = {"casino": "fr-holdem-casino", "live": "live-uth"}
    profile = (
        load_profile(others[name])
        if name in others
        else replace(DEFAULT, options=replace(DEFAULT.options, **HOUSES[name]))
    )
    table = Wanderer(90 + seed, profile, noise=(5, 20)[seed % 2])
    steps = watched(table)
    for _ in range(130):
        table.step()
        played = table.state.round
        if (
            played is not None
            and played.cards
            and table.state.phase is not Phase.CLOSED
            and rng.random() < 0.06
        ):
            deal = this_deal(steps)
            if deal and not deal[0].before.playing.cards:
                counted += assert_alike_in_another_world(deal, rng)
    assert seed or counted["tries"] > 50, counted
