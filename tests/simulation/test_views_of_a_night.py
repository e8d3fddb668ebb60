"""The views of a whole night, whose parts are shared from one view to the next."""

from __future__ import annotations

import json

from controller.boot.simulated import simulated_night
from controller.game import views
from controller.game.state import TableState


def told(state: TableState) -> list[str]:
    return [json.dumps(view(state)) for view in (views.console, views.pit, views.display)]


def test_a_state_has_the_same_views_whatever_was_looked_at_before() -> None:
    """Backwards, other parts are kept than forwards; and a part that somebody changed would show."""
    night = simulated_night(rounds=12, seed=20, faults="hard")
    table = night.night.tables[0].table
    seen: list[tuple[TableState, list[str]]] = []
    table._show = lambda state: seen.append((state, told(state)))
    night.play()
    night.close()
    assert len(seen) > 300
    for state, views_then in reversed(seen):
        assert told(state) == views_then
