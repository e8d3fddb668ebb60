"""Two tables equal but for cards that nobody has seen stay equal, whatever anybody tries.

Acts are tried in both, under every badge and none: every kind of intent, each card of the deck wherever a
card may be named, every place and seat, before, during and after the round, and a second act after the
first. The answer, the entries and their lengths, every view, wish and offer must be the same; what may
differ begins where cards are turned up. The worlds exchange the named card with the others: whether it lies
face down at the table or is still in the shoe is what nobody may learn.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.acts import ACTS
from controller.game.cards import DECK, Card
from controller.game.felt import board, hole
from controller.game.incidents import voiding
from controller.game.inputs import Intent, Observation, Role
from controller.game.rectification import computed_anew as rectify
from controller.game.refusals import Refusal
from controller.game.settling.showdown import bank_qualifies, holes
from controller.game.state import Phase, TableState
from controller.settings.rules import load_profile
from tests.long import long
from tests.wander import Wanderer
from tests.wander.anything import PLACES
from tests.worlds.exchange import another_world
from tests.worlds.moments import Moment, keyed_before, moments, of_every_kind, where_it_differs
from tests.worlds.telling import Outcome, answered, done, seen, told, written
from tests.worlds.tries import any_of, with_every_card
from tests.worlds.tries import of_every_kind as intents_of_every_kind

DEFAULT = load_profile("fr-55-20-2021")
HOUSES: dict[str, dict[str, Any]] = {
    "default": {},
    "with_hands": {"board_drawn": "with_hands"},
    "jp1_dies": {"jp1_after_fold": False, "trips_after_fold": False, "consolation_trigger": "jp1_bettor"},
}
CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
BADGES = (
    None,
    ("Chef 1", Role.CHEF),
    ("Comité 1", Role.COMITE),
    ("Directeur 1", Role.DIRECTOR),
    ("Vidéo 1", Role.VIDEO),
    ("Croupier 8", Role.DEALER),
    ("Caisse 1", Role.CASHIER),
)


# --- whatever is tried ---------------------------------------------------------------------------


class Tried:
    """What was tried, and where."""

    def __init__(self) -> None:
        self.count = 0
        self.taken: Counter[type[Intent]] = Counter()
        self.kinds: Counter[type[Intent]] = Counter()
        self.cards: set[Card] = set()
        self.places: set[str] = set()
        self.phases: set[Phase] = set()

    def note(self, state: TableState, intent: Intent, taken: bool) -> None:
        self.count += 1
        self.kinds[type(intent)] += 1
        self.taken[type(intent)] += taken
        self.phases.add(state.phase)
        self.cards |= named(intent)
        place = getattr(intent, "place", None)
        if place is not None and str(place):
            self.places.add(str(place))

    def __str__(self) -> str:
        return (
            f"{self.count} tries of {len(self.kinds)} kinds, {sum(self.taken.values())} taken of"
            f" {len([kind for kind, count in self.taken.items() if count])} kinds, {len(self.cards)} cards,"
            f" {len(self.places)} places, {len(self.phases)} phases"
        )


def compared(worlds: Sequence[TableState], intent: Intent, now_ms: int, tried: Tried) -> list[TableState]:
    """The intent was tried in these worlds and told the same; the worlds after it, if it opened no card."""
    outcomes = [done(state, intent, now_ms) for state in worlds]
    first, *others = outcomes
    tried.note(worlds[0], intent, first.refusal is None)
    for other in others:
        assert_alike(first, other, intent)
    opened = any(outcome.opens >= 0 for outcome in outcomes)
    return [] if opened or not first.entries else [outcome.state for outcome in outcomes]


def assert_alike(first: Outcome, other: Outcome, intent: object) -> None:
    """Both tell the same, or the same until cards are turned up."""
    where = f"{intent} in {first.state.phase}"
    if first.opens < 0 and other.opens < 0:
        same(answered(other), answered(first), where)
        same(written(other.entries), written(first.entries), where)
        if first.entries:
            same(seen(other.state), seen(first.state), where)
        return
    assert other.opens == first.opens, where
    same(written(other.entries[: other.opens]), written(first.entries[: first.opens]), where)


def same(one: object, other: object, where: str) -> None:
    """No plain assert: of two whole tables pytest would explain for ten seconds how they differ."""
    if one != other:
        raise AssertionError(where)


def with_badge(state: TableState, badge: tuple[str, Role] | None, now_ms: int) -> TableState:
    """This badge is in the reader, its PIN shown and, a chef's, the table in its holder's charge."""
    if badge is None:
        return done(state, i.BadgeGone(), now_ms).state
    state = done(state, i.BadgeObserved(*badge), now_ms).state
    if state.facts.register and state.badge is not None:
        state = done(state, i.PinAnswered(badge[0], state.badge.shown, True), now_ms).state
        state = done(state, i.ChargeObserved(badge[0], True), now_ms).state
    return state


def tried_under_every_badge(state: TableState, rng: random.Random, each: int, tried: Tried) -> None:
    """Every kind so often under each badge, every card, and a second act after each that was taken."""
    worlds = [state, another_world(state, rng), another_world(state, rng)]
    for badge in BADGES:
        now_ms = state.at_ms + 50
        here = [with_badge(world, badge, now_ms) for world in worlds]
        for other in here[1:]:
            same(seen(other), seen(here[0]), "the table by itself")
        intents = list(intents_of_every_kind(state, rng, each))
        if badge is None or badge[1] is Role.CHEF or rng.random() < 0.3:
            intents += with_every_card(state, rng)
        for intent in intents:
            after = compared(here, intent, now_ms + 100, tried)
            for second in (intent, any_of(rng.choice(KINDS), state, rng)) if after else ():
                compared(after, second, now_ms + 200, tried)


KINDS = tuple(i.INTENTS.values())


def tried_everywhere(found: list[Moment], rng: random.Random, each: int, tables: int) -> Tried:
    tried = Tried()
    for moment in of_every_kind(found, rng, each):
        worlds = [moment.state, another_world(moment.state, rng), another_world(moment.state, rng)]
        after = compared(worlds, moment.intent, moment.now_ms, tried)
        if after:
            compared(after, moment.intent, moment.now_ms + 100, tried)
    every = where_it_differs(found, rng, 3)
    keyed = [state for state in every if keyed_before(state)]
    for state in (*keyed[: tables // 4], *rng.sample(every, min(tables, len(every)))):
        tried_under_every_badge(state, rng, 2, tried)
    return tried


def assert_everything_was_tried(tried: Tried, at_least: int) -> None:
    print(tried)  # noqa: T201
    kinds = set(KINDS)
    assert tried.count >= at_least, tried
    assert set(tried.kinds) >= kinds, f"never tried: {kinds - set(tried.kinds)}"
    taken = {kind for kind, count in tried.taken.items() if count}
    assert taken >= kinds, f"never tried where it may be done: {kinds - taken}"
    assert tried.cards == set(DECK)
    assert tried.places >= {str(place) for place in PLACES}
    assert tried.phases == set(Phase)


SUITE = range(1, 16)


@pytest.mark.parametrize(
    ("walks", "each", "tables", "at_least"),
    [(SUITE, 1, 4, 2_000), long(range(1, 16), 2, 10, 5_000), long(range(31, 191), 12, 120, 50_000)],
)
def test_whatever_anybody_tries_tells_nothing_of_cards_that_nobody_has_seen(
    walks: range, each: int, tables: int, at_least: int
) -> None:
    rng = random.Random(walks.start)
    assert_everything_was_tried(tried_everywhere(met(walks), rng, each, tables), at_least)


@cache
def met(walks: range) -> list[Moment]:
    return moments(walks)


# --- the test of the test ------------------------------------------------------------------------


def clash(state: TableState, intent: i.KeyCard) -> Refusal | None:
    """What `KeyCard` told before: whether the card lies face down somewhere."""
    refusal = KEYING.permit(state, intent)
    lying = state.playing.cards.values() if refusal is None else ()
    known = any(card is not None and card.is_card(intent.card) for card in lying)
    return Refusal("card_clash") if known else refusal


def told_by_an_entry(state: TableState, intent: i.KeyCard) -> Any:
    """The same told by an entry: the chef is called where the card lies face down."""
    lying = state.playing.cards.values()
    known = any(card is not None and card.is_card(intent.card) for card in lying)
    keyed = KEYING.decide(state, intent)
    return (*keyed, e.ChefCalled()) if known and not state.call_ms else keyed


def any_true_card(past: Any, then: TableState, seat: int, truth: Any) -> Refusal | None:
    """What a rectification told before: whether the true card lies sealed in the round."""
    lying = then.playing.cards.items()
    sealed = [card for place, card in lying if card is not None and place not in past.played.shown]
    if truth.card is not None and any(card.is_card(truth.card) for card in sealed):
        return Refusal("card_clash")
    return TRUE_CARD(past, then, seat, truth)


def pair_lies_there(state: TableState) -> bool:
    """A void that looks at hands, as it did before: whether a JP1 bettor holds a pair."""
    hands = [[state.playing.cards.get(place) for place in holes([n])] for n in state.jp1_seats]
    known = [[card.turned_up().rank for card in hand if card is not None] for hand in hands]
    return any(len(ranks) == 2 and len(set(ranks)) == 1 for ranks in known)


KEYING = ACTS[i.KeyCard]
TRUE_CARD = rectify._why_not_the_card


@pytest.mark.parametrize(
    ("planted", "told_by"),
    [
        ("refusal", "KeyCard"),
        ("entry", "KeyCard"),
        ("record", "ProposeRectification"),
        ("void", "Void|DeclareIncident"),
        ("view", "the table by itself|in (deciding|dealing|refunding)"),
    ],
)
@pytest.mark.long
def test_a_planted_oracle_is_found(planted: str, told_by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = met(SUITE)  # before anything is planted
    if planted == "refusal":
        monkeypatch.setitem(ACTS, i.KeyCard, replace(KEYING, permit=clash))
    elif planted == "entry":
        monkeypatch.setitem(ACTS, i.KeyCard, replace(KEYING, decide=told_by_an_entry))
    elif planted == "record":
        monkeypatch.setattr(rectify, "_why_not_the_card", any_true_card)
    elif planted == "void":
        monkeypatch.setattr(voiding, "jp1_lives", pair_lies_there)
    else:
        telling = lambda state: state.round is not None and bank_qualifies(state)  # noqa: E731
        monkeypatch.setitem(views.CONSOLE, "to_key", telling)
    with pytest.raises(AssertionError, match=told_by):
        tried_again_and_again(found)


def tried_again_and_again(found: list[Moment]) -> None:
    """A little of everything each time: that comes upon an oracle sooner than much of it at once."""
    for seed in range(20):
        tried_everywhere(found, random.Random(seed), 1, 3)


# --- acts as they came ---------------------------------------------------------------------------


class Step(NamedTuple):
    """What was done or seen at a table, and the state before and after it."""

    given: Intent | Observation
    now_ms: int
    before: TableState
    after: TableState


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
    return counted


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
def test_a_deal_with_other_cards_face_down_looks_the_same_act_by_act(name: str, seed: int) -> None:
    rng, counted = random.Random(seed), Counter[str]()
    others = {"casino": "fr-holdem-casino", "live": "live-uth"}
    profile = (
        load_profile(others[name])
        if name in others
        else replace(DEFAULT, options=replace(DEFAULT.options, **HOUSES[name]))
    )
    table = Wanderer(93 + seed, profile, noise=(5, 20)[seed % 2])
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
    assert seed or counted["acts"] > 10, counted
