"""The views of a whole night, whose parts are shared from one view to the next."""

from __future__ import annotations

import json
from functools import cache

import pytest

from controller.boot.simulated import simulated_night
from controller.game import inputs as i
from controller.game import views
from controller.game.inputs import Intent
from controller.game.legal_acts import legal_now, why_not
from controller.game.state import TableState
from tests.long import long
from tests.simulation.test_profiles_by_night import PROFILES
from tests.simulation.test_remembered import anew


def told(state: TableState) -> list[str]:
    return [json.dumps(view(state)) for view in (views.console, views.pit, views.display)]


@cache
def states_of(profile: str, rounds: int) -> tuple[TableState, ...]:
    """Every state of a night with every fault."""
    night = simulated_night(rounds=rounds, seed=20, faults="hard", profile=profile)
    seen: list[TableState] = []
    night.night.tables[0].table._show = seen.append
    night.play()
    night.close()
    assert len(seen) > 25 * rounds
    return tuple(seen)


@pytest.mark.long
def test_a_state_has_the_same_views_whatever_was_looked_at_before() -> None:
    """Backwards, other parts are kept than forwards; and a part that somebody changed would show."""
    seen = [(state, told(state)) for state in states_of("fr-55-20-2021", 12)]
    for state, views_then in reversed(seen):
        assert told(state) == views_then


EVERY = [*((name, 3) for name in PROFILES), *(long(name, 12) for name in PROFILES)]


@pytest.mark.long
@pytest.mark.parametrize(("profile", "rounds"), EVERY)
def test_a_view_of_remembered_parts_is_the_view_of_a_state_that_was_never_seen(
    profile: str, rounds: int
) -> None:
    for state in states_of(profile, rounds):
        assert told(state) == told(anew(state))


SELDOM: tuple[Intent, ...] = (i.DealByHand(), i.DealByShoe(), i.SignOff(), i.SignCash())
"""Asked about only where they may be possible: each state asks for few of the acts that there are."""


@pytest.mark.parametrize(("profile", "rounds"), EVERY)
def test_an_act_that_would_be_taken_has_its_key(profile: str, rounds: int) -> None:
    for state in states_of(profile, rounds):
        offered = legal_now(state)
        for intent in SELDOM:
            assert (why_not(state, intent) is None) == (intent in offered), intent
        assert all(why_not(state, intent) is None for intent in offered)
