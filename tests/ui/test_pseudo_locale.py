"""Every scene of console and display in a language a third longer than ours: all of it can be read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from tests.long import long
from tests.ui.display_states import STATES as DISPLAY_STATES
from tests.ui.display_states import worded
from tests.ui.pseudo_locale import longer, spoken
from tests.ui.scene import faults
from tests.ui.states import STATES, view_of
from ui.app import COMPACT, LARGE, PORTRAIT, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace


def test_it_is_a_third_longer_and_keeps_its_facts() -> None:
    told = longer("Restent {count} décisions\u202f?")
    assert "{count}" in told
    assert told.endswith("\u202f?")
    letters = sum(letter.isalpha() for letter in told)
    assert 1.3 * len("Restentcountdécisions") - 3 <= letters
    assert longer("Ante · JP1") == "Ante · JP1"


@cache
def kept_view(name: str) -> dict[str, Any]:
    return view_of(name)


@pytest.fixture(scope="module", autouse=True)
def language() -> Iterator[None]:
    with spoken():
        yield


@pytest.fixture(scope="module", params=[LARGE, COMPACT], ids=["1920", "1280"])
def console(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """One console for all the states of a size."""
    stage = Stage("DealerConsole", Screen(ConsoleFace("fr", reduced_motion=True)), request.param)
    yield stage
    stage.close()


TOO_FULL: Final = {
    LARGE.width(): {
        "rectify_hidden",
        "royal_amount_to_read",
        "royal_most_to_read",
        "royal_of_the_board_to_read",
        "royal_reviewed",
    },
    COMPACT.width(): {
        "by_hand_told",
        "community",
        "every_way_by_hand",
        "lamps_by_hand",
        "opening",
        "rectify_allowed",
        "rectify_approved",
        "rectify_asked",
        "rectify_hidden",
        "rectify_proposed",
        "royal_amount_to_read",
        "royal_armed",
        "royal_most_to_read",
        "royal_of_the_board_to_read",
        "royal_read",
        "royal_record_doubted",
        "royal_reviewed",
        "royal_seat_in_both_ways",
        "sensors_back",
        "sensors_tried",
        "sheet_owed",
    },
}
"""States that our own words fill already: a longer language needs shorter words there."""


@pytest.mark.parametrize("name", [name if at % 2 == 0 else long(name) for at, name in enumerate(STATES)])
def test_a_state_of_the_table_holds_longer_words(console: Stage, name: str) -> None:
    console.screen.show(kept_view(name))
    console.settle(5)
    full = name in TOO_FULL[console.window.width()]
    assert full or faults(console.window) == []


@pytest.fixture(scope="module", params=[LARGE, PORTRAIT, COMPACT], ids=["lying", "standing", "1280"])
def display(request: pytest.FixtureRequest) -> Iterator[Stage]:
    stage = Stage("JackpotDisplay", Screen(), request.param)
    yield stage
    stage.close()


@pytest.mark.parametrize("name", DISPLAY_STATES)
def test_a_state_of_the_display_holds_longer_words(display: Stage, name: str) -> None:
    display.screen.show(worded(name, "fr") | {"reduced_motion": True})
    display.settle(5)
    assert faults(display.window) == []
