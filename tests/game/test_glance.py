"""A glance at the console: the same as its view, worked out where it is looked at."""

from __future__ import annotations

from typing import Any

import pytest

from controller.game import views
from controller.game.glance import Glance
from controller.game.session_terms import TableFacts
from controller.game.state import Phase, TableState
from controller.settings.rules import load_profile
from tests.game.arranged import exchanged
from tests.wander import Wanderer

STEPS = 100


@pytest.mark.parametrize("profile", ["fr-55-20-2021", "fr-holdem-casino"])
@pytest.mark.parametrize("seed", range(4))
def test_a_glance_shows_what_the_whole_view_shows(profile: str, seed: int) -> None:
    table = Wanderer(seed, load_profile(profile), noise=5, register=bool(seed % 2))
    phases = set()
    for _ in range(STEPS):
        table.step()
        view, glance = views.console(table.state), Glance(table.state)
        for name, part in view.items():
            _same(glance[name], part)
        _same(glance["seats"][-1], view["seats"][-1])
        _same(glance["seats"][1:3], view["seats"][1:3])
        phases.add(table.state.phase)
    assert {Phase.BETTING, Phase.DEALING} <= phases


def _same(seen: Any, part: Any) -> None:
    """What is there at once is what the whole has, and so is what is worked out when it is looked at."""
    if isinstance(part, dict):
        assert part | seen == part
        assert {name: seen[name] for name in part} == part
    elif isinstance(part, list) and not isinstance(seen, list):
        assert len(seen) == len(part)
        for one, whole in zip(seen, part, strict=True):
            _same(one, whole)
    elif isinstance(part, list) and part and isinstance(part[0], dict):
        for at, whole in enumerate(part):
            _same(seen[at], whole)
    else:
        assert seen == part


def test_a_glance_works_a_part_out_once_and_of_the_seats_the_one_looked_at() -> None:
    state = TableState(TableFacts("UTH-1", 1, True, load_profile("fr-55-20-2021"), 500, 250_000))
    glance = Glance(state)
    assert "offers" not in glance
    assert glance["offers"] is glance["offers"]
    assert glance["seats"][2] is glance["seats"][2]
    assert list(glance["seats"]._known) == [2]
    assert "chip" not in glance["seats"][2]
    assert glance["seats"][2]["chip"] is False
    with pytest.raises(KeyError, match="nothing"):
        glance["seats"][2]["nothing"]


def test_a_glance_at_a_seat_of_exchanged_cards_has_its_ruling_from_the_whole_view() -> None:
    state = exchanged().state
    view, glance = views.console(state), Glance(state)
    assert view["seats"][0]["ruling"] is not None
    assert glance["seats"][0]["ruling"] == view["seats"][0]["ruling"]
    assert "ruling" in glance["seats"][3]
    assert glance["seats"][3]["ruling"] is None
