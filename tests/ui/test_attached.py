"""A screen and its table together: what is shown before, while and after the table is heard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.screens import wire
from tests.ui.scene import words
from tests.ui.test_client import House
from ui.app import LARGE, Stage
from ui.attached import AttachedScreen, face_of
from ui.attached_room import AttachedRoom
from ui.table_line import Place

Glass = tuple[AttachedScreen | AttachedRoom, Stage]


@pytest.fixture(params=wire.SCREEN_ROLES)
def role(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def glass(role: str, tmp_path: Path) -> Iterator[Glass]:
    path = str(tmp_path / wire.socket_name(role))
    screen: AttachedScreen | AttachedRoom
    screen = AttachedRoom([Place("", path)], "fr") if role == "pit" else AttachedScreen(role, path, "fr")
    stage = Stage(face_of(role), screen.screen, LARGE)
    screen.start()
    yield screen, stage
    screen.close()
    warned = list(stage.warnings)
    stage.close()
    assert warned == []


def said(stage: Stage) -> set[str]:
    return {text.text for text in words(stage.window)}


def until(stage: Stage, word: str) -> None:
    for _ in range(100):
        if any(word in text for text in said(stage)):
            return
        stage.settle(50)
    raise AssertionError(f"{word!r} never came: {said(stage)}")


def test_a_screen_waits_for_its_table_in_words_and_shows_it_when_it_comes(
    glass: Glass, tmp_path: Path
) -> None:
    _, stage = glass
    until(stage, "En attente de la table")
    assert said(stage) == {"En attente de la table…"}
    house = House(tmp_path)
    try:
        until(stage, "SIMULATION")
        assert "En attente de la table…" not in said(stage)
    finally:
        house.close()


@pytest.mark.parametrize("role", ["dealer"], indirect=True)
def test_a_tap_that_came_after_the_screen_had_changed_is_refused_in_words(
    glass: Glass, tmp_path: Path
) -> None:
    """The console is still there, and says to try again."""
    screen, stage = glass
    assert isinstance(screen, AttachedScreen)
    house = House(tmp_path)
    try:
        until(stage, "SIMULATION")
        for _ in range(2):
            screen.client.tap({"act": "OpenTable"}, view=0)
        until(stage, "l’écran a changé, recommencez")
    finally:
        house.close()
