"""A glance at the console: the same as its view, worked out where it is looked at."""

from __future__ import annotations

from controller.game import views
from controller.game.session_terms import TableFacts
from controller.game.state import TableState
from controller.settings.rules import load_profile


def test_a_glance_shows_what_the_whole_view_shows() -> None:
    state = TableState(TableFacts("UTH-1", 1, True, load_profile("fr-55-20-2021"), 500, 250_000))
    view = views.console(state)
    glance = views.Glance(state)
    assert {name: glance[name] for name in view} == view


def test_a_glance_works_a_part_out_once() -> None:
    state = TableState(TableFacts("UTH-1", 1, True, load_profile("fr-55-20-2021"), 500, 250_000))
    glance = views.Glance(state)
    assert glance["offers"] is glance["offers"]
    assert list(glance) == ["offers"]
