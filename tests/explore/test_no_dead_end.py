"""From every state each round has a lawful end, the table closes, and a closed jackpot opens again.

Every state of small tables is walked that can be reached, with machines that come and go, restarts, and a
book that answers, refuses for good, forgets or is away; from each a way of lawful acts leads to a closed
table that owes nobody anything, its jackpot open. `make proof` walks a million states, the suite 7,000.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.acts import ACTS
from controller.game.incidents.causes import HoldCause
from controller.game.refusals import NOT_NOW
from controller.game.state import Phase, TableState
from tests.explore.explorer import DeadEnd, Found, explore
from tests.explore.moves import TALK, said
from tests.explore.tables import TABLES, met_by_chance, opened
from tests.explore.way_out import AGAINST, WISHES, way_out
from tests.long import long

pytestmark = pytest.mark.slow

SUITE: dict[str, int] = {
    "one": 2_000,
    "two": 1_000,
    "sheets": 1_000,
    "refund": 800,
    "register": 800,
    "three": 600,
    "live": 600,
    "holdem": 600,
}
TRIALS: dict[str, int] = {"one": 130_000, "two": 130_000, "three": 130_000}


def assert_no_dead_end(found: Found) -> None:
    assert not found.dead_ends, str(found.dead_ends[0])


@pytest.mark.parametrize(
    ("name", "states"),
    [
        *SUITE.items(),
        *(long(name, TRIALS.get(name, 60_000)) for name in TABLES),
    ],
)
def test_every_state_of_a_small_table_has_its_way_out(name: str, states: int) -> None:
    found = explore([TABLES[name]()], states)
    assert_no_dead_end(found)
    assert found.states >= states or found.whole


SHEETS: dict[str, tuple[int, ...]] = {"suite": (0,), "trials": (2, 4)}
REGISTER: dict[str, tuple[int, ...]] = {"suite": (1, 3), "trials": tuple(range(5, 60, 2))}


@pytest.mark.parametrize("seeds", [SHEETS["suite"], long(SHEETS["trials"])])
def test_where_a_walk_came_to_at_a_table_with_sheets_there_is_a_way_out(seeds: tuple[int, ...]) -> None:
    assert_ways_out(seeds)


@pytest.mark.parametrize("seeds", [REGISTER["suite"], long(REGISTER["trials"])])
def test_where_a_walk_came_to_at_a_table_with_people_and_pins_there_is_a_way_out(
    seeds: tuple[int, ...],
) -> None:
    """Lock-outs, reports that a witness signed before the chef, rectifications on the way."""
    assert_ways_out(seeds)


def assert_ways_out(seeds: tuple[int, ...]) -> None:
    good: set[bytes] = set()
    for seed in seeds:
        for node in met_by_chance(seed, 300, 50):
            assert way_out(node, good) is not None, str(DeadEnd(node, []))


# --- the test of the test ------------------------------------------------------------------------


@pytest.mark.long
def test_a_forgotten_stake_that_is_asked_for_for_ever_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was: the refusal left the act outstanding, and nothing was reopened or closed over it."""

    def waits_for_ever(state: TableState, code: str) -> tuple[e.Event, ...]:
        held = state.held is not None or state.round is None
        closed = e.Jp1Closed(code)
        return (closed,) if held else (e.RoundHeld(HoldCause.BOOK_REFUSED, 0, code), closed)

    monkeypatch.setattr("controller.game.jackpot.judge.act_set_aside", waits_for_ever)
    (end,) = explore([opened()], 5_000).dead_ends
    assert end.node.lost == {1}
    assert [said(move).split("(")[0] for move in end.path] == [
        "dealer: SetStakes",
        "see: ChipObserved",
        "dealer: CloseBets",
        "dealer: CollectJp1",
        "book: 'forgets'",
    ], "the shortest way there"


def test_a_hold_that_nobody_may_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(state: TableState, intent: Any) -> Any:
        return NOT_NOW

    monkeypatch.setitem(ACTS, i.Resume, replace(ACTS[i.Resume], permit=never))
    (end,) = explore([opened()], 5_000).dead_ends
    assert end.node.state.phase is Phase.BETTING
    assert end.node.state.held is not None
    assert [said(move) for move in end.path] == [
        "dealer: DeclareIncident(incident=<Incident.EXPOSED_CARD: 'exposed_card'>)"
    ]
    assert "betting, exposed_card" in str(end)


def test_what_is_left_out_of_the_exploration_is_named() -> None:
    assert set(TALK) <= set(i.INTENTS.values())
    assert {*WISHES, *AGAINST} <= set(i.INTENTS), "the player wishes for what there is"
