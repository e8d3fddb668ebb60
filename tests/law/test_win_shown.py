"""The exact value of a win stands on the display with the claim itself, and stays there (DI-02)."""

from __future__ import annotations

import pytest

from controller.game import events as e
from tests.law.requirements import requirement
from tests.ui.display_states import Night

WITHIN_MS = 30_000
KEPT = "28\u202f576,25\u00a0€"


@requirement("DI-02")
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_value_to_the_cent_is_shown_from_the_claim_on_and_for_thirty_seconds(language: str) -> None:
    night = Night(language).royal()
    (claimed,) = [one for one in night.felt.entries if isinstance(one.event, e.ClaimRecorded)]
    assert night.felt.state.at_ms - claimed.at_ms < 1_000, "this is the first state with the claim"
    for night.later_ms in range(0, WITHIN_MS + 1, 500):
        said = night.look()
        assert said["under"].endswith(KEPT)
        assert said["page"] == "main"
