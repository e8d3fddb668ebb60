"""Rooms of several tables, as the pit sees them: each table one of `pit_states`, under its own name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from controller.game import views
from tests.builders import Felt
from tests.ui import pit_states
from ui.screen.room import Seen

AHEAD_MS = 9_000


def named(name: str, felt: Felt, *, silence_ms: int = 0, **more: Any) -> Seen:
    """This table under that name, heard `silence_ms` ago."""
    view = {**views.pit(felt.state), "table": name}
    return Seen(name, view, felt.state.at_ms + AHEAD_MS, silence_ms, **more)


def evening() -> list[Seen]:
    """Eight tables: one with a jackpot to verify, two in trouble, one unheard, four at play."""
    states: Mapping[str, Callable[[], Felt]] = pit_states.STATES
    return [
        named("UTH-1", states["evening"]()),
        named("UTH-2", states["deciding"]()),
        named("UTH-3", states["viewed"]()),
        named("UTH-4", states["settling"]()),
        named("UTH-5", states["held"]()),
        named("UTH-6", states["troubled"]()),
        named("UTH-7", states["latched"](), silence_ms=14_000),
        named("UTH-8", states["closed"]()),
    ]


def calm() -> list[Seen]:
    """Three tables at play, nobody waiting."""
    return [named(f"UTH-{n}", pit_states.evening()) for n in (1, 2)] + [named("UTH-3", pit_states.dealing())]


def new() -> list[Seen]:
    """Two tables of which nothing has come yet."""
    return [Seen("UTH-1"), Seen("UTH-2", trouble="refused")]


def many() -> list[Seen]:
    """Forty tables, every fifth of them in trouble."""
    quiet, ill = pit_states.evening(), pit_states.crowded()
    return [named(f"UTH-{n}", quiet if n % 5 else ill) for n in range(1, 41)]


def played_for(name: str, felt: Felt, *, simulated: bool, approved: bool) -> Seen:
    """This table under that name: a simulation, a real one, approved or not."""
    seen = named(name, felt)
    assert seen.view is not None
    return replace(seen, view={**seen.view, "simulated": simulated, "approved": approved})


def mixed() -> list[Seen]:
    """Two real tables beside two simulated ones and one that is not approved."""
    return [
        played_for("UTH-1", pit_states.evening(), simulated=False, approved=True),
        played_for("UTH-2", pit_states.evening(), simulated=True, approved=False),
        played_for("UTH-3", pit_states.dealing(), simulated=False, approved=True),
        played_for("UTH-4", pit_states.crowded(), simulated=True, approved=False),
        played_for("UTH-5", pit_states.evening(), simulated=False, approved=False),
    ]


ROOMS: dict[str, Callable[[], list[Seen]]] = {
    "evening": evening,
    "calm": calm,
    "new": new,
    "many": many,
    "mixed": mixed,
}
