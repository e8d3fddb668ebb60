"""Screens of a felt of 1, 3 and 6 places: every place is there, in the middle, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtCore import QSize
from PySide6.QtQuick import QQuickItem

from controller.game import inputs as i
from controller.game import views
from controller.game.cards import DECK
from tests.builders import Felt
from tests.playroom import Playroom
from tests.ui.scene import faults, items
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen
from ui.screen.simulator.face import SimulatorFace

PARIS = ZoneInfo("Europe/Paris")
SIZES = pytest.mark.parametrize("seats", [1, 3, 6])


def betting(seats: int) -> Felt:
    felt = Felt(seats=seats).open(sensors=True)
    for seat in felt.state.places:
        felt.stakes(**{f"s{seat}": (1000, 500)}).chips(seat)
    return felt


def deciding(seats: int) -> Felt:
    felt = betting(seats).close().draw(" ".join(str(card) for card in DECK[: 2 * seats + 2]))
    felt.do(i.CallStreet()).draw(" ".join(str(card) for card in DECK[-5:-2]))
    return felt.do(i.CallStreet()).draw(" ".join(str(card) for card in DECK[-2:]))


def settling(seats: int) -> Felt:
    return deciding(seats).do(i.BetRest()).showdown().do(i.OpenSettlement())


def opening(seats: int) -> Felt:
    return Felt(seats=seats).do(i.OpenTable()).see(i.HealthObserved(i.Machine.CHIPS, i.Health.UP))


STATES = {"opening": opening, "betting": betting, "deciding": deciding, "settling": settling}


def drawn(face: str, words: Mapping[str, Any], size: QSize) -> Stage:
    screen = Screen()
    screen.show({**words, "reduced_motion": True})
    stage = Stage(face, screen, size)
    stage.settle(30)
    return stage


def kind(item: QQuickItem) -> str:
    return item.metaObject().className().partition("_QML")[0]


@SIZES
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(("size", "language"), [(LARGE, "fr"), (COMPACT, "en"), (COMPACT, "fr")])
def test_the_console_of_a_smaller_felt_reads_well(seats: int, state: str, size: QSize, language: str) -> None:
    words = ConsoleFace(language, reduced_motion=True).words(views.console(STATES[state](seats).state))
    stage = drawn("DealerConsole", words, size)
    try:
        assert faults(stage.window) == []
        if state != "opening":
            columns = [one for one in items(stage.window) if kind(one) == "SeatColumn"]
            assert len(columns) == seats
            left = columns[0].x()
            right = columns[-1].x() + columns[-1].width()
            grid = 1444 if size == LARGE else 944
            margin = 24 if size == LARGE else 12
            assert abs((left - margin) - (margin + grid - right)) < 2, "as much room on either side"
    finally:
        stage.close()


@SIZES
def test_the_pit_shows_the_places_of_each_felt(seats: int) -> None:
    felt = settling(seats)
    face = RoomFace("fr", zone=PARIS)
    face.take({"act": "tab", "tab": "live"})
    view = views.pit(felt.state)
    tables = {"tables": [Seen(view["table"], view, felt.state.at_ms, 0)]}
    stage = drawn("PitScreen", face.words(tables), LARGE)
    try:
        assert sum(kind(one) == "PitSeat" for one in items(stage.window)) == seats
        assert faults(stage.window) == []
    finally:
        stage.close()
    face.take({"act": "tab", "tab": "room"})
    assert f"{seats}/{seats}" in str(face.words(tables))


@SIZES
def test_the_simulators_panel_has_a_spot_for_each_place(seats: int) -> None:
    room = Playroom(seats=seats)
    room.do(act="chip", seat=seats)
    assert room.look()["chips"] == [False] * (seats - 1) + [True]
    assert "no seat" in room.do(act="chip", seat=seats + 1)
    words = SimulatorFace("fr").words(room.look())
    stage = drawn("SimulatorPanel", words, QSize(1440, 1080))
    try:
        assert faults(stage.window) == []
    finally:
        stage.close()


@SIZES
def test_the_words_count_the_places_of_the_felt(seats: int) -> None:
    for language, of in (("fr", "sur"), ("en", "of")):
        said = {
            state: ConsoleFace(language).words(views.console(STATES[state](seats).state)) for state in STATES
        }
        assert f"'{seats} {of} {seats}'" in str(said["betting"]["focus"])
        assert f"0 {of} {seats}" in str(said["opening"])
        assert f"{of} 7" not in str(said)
