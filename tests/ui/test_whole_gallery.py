"""The gallery of all scenes: it makes what it says, and finds what is wrong with a scene."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF

from tests.ui import every_state
from tests.ui.every_scene import Narrowed, Scene, shown, worded
from tests.ui.misses import in_any, inside
from tests.ui.scene import items
from tests.ui.scene_faults import found
from tests.ui.whole_gallery import gallery, written


@pytest.mark.long
def test_a_part_of_the_gallery_is_a_page_and_a_list(tmp_path: Path) -> None:
    made = gallery(
        Narrowed(only="latched", size="1280", hand="left", screen="console", language="fr"), tmp_path, jobs=1
    )
    states = {one["state"] for one in made}
    assert {"latched", "latched_longest", "link_lost_latched"} <= states
    assert any("+" in state for state in states), "what opens over a state is a state more"
    assert {(one["size"], one["hand"]) for one in made} == {("1280x800", "left")}
    assert all((tmp_path / one["file"]).read_bytes().startswith(b"\x89PNG") for one in made)
    written(made, tmp_path)
    assert all(one["file"] in (tmp_path / "index.html").read_text() for one in made)
    assert isinstance(json.loads((tmp_path / "faults.json").read_text()), list)


def test_a_display_is_pictured_lying_and_standing(tmp_path: Path) -> None:
    made = gallery(Narrowed(only="betting", screen="display", language="fr"), tmp_path, jobs=1)
    assert [one["size"] for one in made] == ["1080x1920", "1920x1080"]


def test_a_scene_that_cannot_be_read_has_faults() -> None:
    scene = Scene("console", "betting", "fr", "1280x800")
    words = {**worded(scene), "table": "UTH-12 " * 30}
    assert found(shown(scene, words), scene)


def test_every_state_exists_at_its_longest() -> None:
    felt = every_state.felt_of("betting" + every_state.LONGEST)
    assert len(felt.state.players) == 7
    assert felt.state.profile.limits.maximum_cents == 300_000
    assert felt.state.jackpot.meter_cents > 999_000_000
    assert felt.state.dealer is not None
    assert len(felt.state.dealer.person) == 24


@pytest.mark.parametrize(
    "state",
    [
        "sides_settling_most_longest",
        "royal_payment_confirmed_longest",
        "royal_of_the_board_to_read_longest",
        "sensors_proven_longest",
        "refunding_longest",
        "river_longest",
        "not_registered_chef_longest",
    ],
)
def test_what_was_too_long_or_too_near_on_the_small_console_is_neither(state: str) -> None:
    scene = Scene("console", state, "fr", "1280x800")
    assert found(shown(scene), scene) == []


def test_a_multiple_stays_large_beside_an_amount_of_five_figures() -> None:
    stage = shown(Scene("console", "preflop_longest", "fr", "1920x1080"))
    keys = [item for item in items(stage.window) if str(item.property("says") or "").startswith("×4 ")]
    drawn = [
        word.property("drawn")
        for key in keys
        for word in key.childItems()
        if word.isVisible() and word.property("text") == "×4"
    ]
    assert len(drawn) == 5
    assert min(drawn) >= 32


def test_the_chance_of_a_miss_is_that_of_the_gaussian() -> None:
    at, sigma = QPointF(0, 0), 3.0
    everywhere, right = QRectF(-300, -300, 600, 600), QRectF(3, -300, 300, 600)
    assert inside(at, everywhere, sigma) == pytest.approx(1)
    assert inside(at, right, sigma) == pytest.approx(0.158655, abs=1e-6)
    nowhere = QRectF(-900, -900, 1, 1)
    assert in_any(at, [right, right], nowhere, sigma) == pytest.approx(0.158655, abs=1e-6)
    assert in_any(at, [everywhere], right, sigma) == pytest.approx(1 - 0.158655, abs=1e-6)
