"""A glance at the console: the same as its view, worked out where it is looked at."""

from __future__ import annotations

import pytest

from controller.game import views
from controller.game.session_terms import TableFacts
from controller.game.state import Phase, TableState
from controller.settings.rules import load_profile
from tests.wander import Wanderer

STEPS = 100


@pytest.mark.parametrize("profile", ["fr-55-20-2021", "fr-holdem-casino"])
@pytest.mark.parametrize("seed", range(4))
def test_a_glance_shows_what_the_whole_view_shows(profile: str, seed: int) -> None:
    table = Wanderer(seed, load_profile(profile), noise=5, register=bool(seed % 2))
    phases = set()
    for _ in range(STEPS):
        table.step()
        view, glance = views.console(table.state), views.Glance(table.state)
        assert {name: glance[name] for name in view if name != "seats"} | {"seats": view["seats"]} == view
        assert list(glance["seats"]) == view["seats"]
        assert [glance["seats"][at] for at in range(-1, len(view["seats"]))] == view["seats"][-1:] + view[
            "seats"
        ]
        phases.add(table.state.phase)
    assert {Phase.BETTING, Phase.DEALING} <= phases


def test_a_glance_works_a_part_out_once_and_of_the_seats_the_one_looked_at() -> None:
    state = TableState(TableFacts("UTH-1", 1, True, load_profile("fr-55-20-2021"), 500, 250_000))
    glance = views.Glance(state)
    assert glance["offers"] is glance["offers"]
    assert list(glance) == ["offers"]
    assert glance["seats"][2] is glance["seats"][2]
    assert list(glance["seats"]._known) == [2]
