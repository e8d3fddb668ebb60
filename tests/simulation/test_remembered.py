"""What the core remembers of the parts of a state is what it would say of a state that it never saw."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from controller.boot.simulated import simulated_night
from controller.game.cards import FaceDown
from controller.game.profile import RuleProfile
from controller.table import table
from tests.simulation.test_profiles_by_night import PROFILES

Asked = Callable[..., Any]


def anew(part: Any) -> Any:
    """An equal part that is another object, down to every seat and card: nothing is remembered of it."""
    if isinstance(part, RuleProfile):
        return copy(part)
    if isinstance(part, FaceDown):
        return part  # nothing copies a card that lies face down
    if isinstance(part, tuple):
        told = [anew(one) for one in part]
        return type(part)(*told) if hasattr(part, "_fields") else tuple(told)
    if isinstance(part, dict):
        return {key: anew(value) for key, value in part.items()}
    if not is_dataclass(part) or isinstance(part, type):
        return part
    made = object.__new__(type(part))
    for one in fields(part):
        object.__setattr__(made, one.name, anew(getattr(part, one.name)))
    return made


@pytest.mark.long
@pytest.mark.parametrize("profile", PROFILES)
def test_at_every_step_of_a_hard_night_the_core_says_what_it_says_of_a_state_it_never_saw(
    profile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, int] = {}

    def watched(name: str) -> Asked:
        ask: Asked = getattr(table, name)

        def both(*given: Any) -> Any:
            asked[name] = asked.get(name, 0) + 1
            unseen = tuple([anew(one) for one in given])
            told = ask(*given)
            assert told == ask(*unseen)
            assert given == unseen, "what was asked about has changed"
            return told

        return both

    for name in ("decide", "judge", "evolve", "follow", "react"):
        monkeypatch.setattr(table, name, watched(name))
    night = simulated_night(rounds=4, seed=1, profile=profile, faults="hard")
    assert night.play()["rounds"] == 4
    night.close()
    assert min(asked.values()) > 50
