"""The copies that every event makes of the state."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from controller.game.changes import changed
from controller.game.profile import RuleProfile
from controller.game.round import Round, Seat
from controller.game.session_terms import TableFacts
from controller.game.state import TableState
from controller.settings.rules import load_profile


def state() -> TableState:
    profile: RuleProfile = load_profile("fr-55-20-2021")
    return TableState(TableFacts("UTH-1", 1, True, profile, 500, 250_000), round=Round(1, 1, 1_000))


def test_a_changed_part_equals_what_replace_makes() -> None:
    whole = state()
    assert changed(whole, seq=7, at_ms=9) == replace(whole, seq=7, at_ms=9)
    assert changed(whole.playing, street=1) == replace(whole.playing, street=1)
    assert changed(Seat(), award_cents=500) == Seat(award_cents=500)


def test_the_part_that_was_changed_stays_as_it_was() -> None:
    whole = state()
    after = changed(whole, seq=7)
    assert (whole.seq, after.seq) == (0, 7)
    assert after.round is whole.round


def test_a_field_that_does_not_exist_is_no_change() -> None:
    with pytest.raises(TypeError, match="TableState has not all of the fields seq, sq"):
        changed(state(), seq=7, sq=8)


def test_a_changed_part_is_as_frozen_as_before() -> None:
    with pytest.raises(FrozenInstanceError):
        changed(Seat(), award_cents=500).award_cents = 1000  # type: ignore[misc]
