"""What the screens hold while a night is played: no item, drawn or read aloud, knows a card face down."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible

from controller.boot.simulated import simulated_night
from controller.game import views
from controller.game.inputs import Machine
from controller.game.state import TableState
from controller.ports import Framed
from controller.screens import wire
from controller.table.frame_log import FrameLog
from tests.ui import payment_states
from tests.ui.scene import items
from ui.app import LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace
from ui.screen.jackpot import JackpotFace
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen

EVERY = 13
CARD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA]|10)[cdhs](?![A-Za-z0-9])")
CARD_LINE = re.compile(r"01 20 [0-9A-F]{4} [0-9A-F]{4} [0-9A-F]{8} ·· [0-9A-F]{2} ········")
"""What is shown of a frame that told a card: header and count, neither card nor check."""
TOLD = (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value, QAccessible.Text.Help)


def console(state: TableState) -> dict[str, Any]:
    return ConsoleFace("fr").words(views.console(state))


def pit(state: TableState) -> dict[str, Any]:
    face = RoomFace("fr")
    face.take({"act": "tab", "tab": "live"})
    return face.words({"tables": [Seen("UTH-1", views.pit(state), state.at_ms, 0)]})


def display(state: TableState) -> dict[str, Any]:
    return JackpotFace("fr", now_ms=lambda: state.at_ms).words(views.display(state))


def cards_in(item: QObject) -> Iterator[str]:
    """The cards that the item holds, draws in words, or tells a screen reader."""
    held = item.property("card")
    if isinstance(held, str) and CARD.fullmatch(held):
        yield held
    said = [item.property("text")]
    interface = QAccessible.queryAccessibleInterface(item)
    if interface is not None:
        said += [interface.text(one) for one in TOLD]
    for text in said:
        # "As" is the French for an ace too.
        yield from (card for card in CARD.findall(text if isinstance(text, str) else "") if card != "As")


@cache
def states() -> list[TableState]:
    """Every thirteenth state of a night with faults."""
    kept: list[TableState] = []
    looks = 0

    def look(state: TableState) -> None:
        nonlocal looks
        looks += 1
        if looks % EVERY == 0:
            kept.append(state)

    night = simulated_night(rounds=4, seed=21, faults="some")
    for place in night.night.tables:
        place.table._show = look
    night.play()
    night.close()
    return kept


@pytest.mark.parametrize(
    ("scene", "worded"),
    [("DealerConsole", console), ("PitScreen", pit), ("JackpotDisplay", display)],
    ids=["console", "pit", "display"],
)
def test_no_item_of_a_scene_knows_a_card_that_lies_face_down(
    scene: str, worded: Callable[[TableState], dict[str, Any]]
) -> None:
    seen: set[str] = set()
    stage: Stage | None = None
    for state in states():
        shown = {card.text for card in state.round.shown.values()} if state.round is not None else set()
        screen = stage.screen if stage is not None else Screen()
        screen.show(worded(state) | {"reduced_motion": True})
        stage = stage or Stage(scene, screen, LARGE)
        stage.settle(1)
        named = {card for item in items(stage.window) for card in cards_in(item)}
        assert named <= shown, f"after entry {state.seq}: {named - shown}"
        seen |= named
    assert stage is not None
    stage.close()
    assert scene == "JackpotDisplay" or len(seen) > 10, "the cards turned up are there to be seen"


def test_no_item_of_the_payment_page_knows_a_card_that_lies_face_down() -> None:
    stage: Stage | None = None
    for name, made in payment_states.STATES.items():
        state = made().state
        shown = {card.text for card in state.playing.shown.values()}
        shown |= {card.text for _, card, _ in state.playing.verification.others}  # named by who sees it
        face, seen = RoomFace("fr"), {"tables": [Seen("UTH-1", views.pit(state), state.at_ms, 0)]}
        face.words(seen)
        face.take({"act": "look", "table": "UTH-1", "tab": "payment"})
        screen = stage.screen if stage is not None else Screen()
        screen.show(face.words(seen) | {"reduced_motion": True})
        stage = stage or Stage("PitScreen", screen, LARGE)
        stage.settle(1)
        named = {card for item in items(stage.window) for card in cards_in(item)}
        assert len(named) >= 5, name
        assert named <= shown, f"{name}: {named - shown}"
        assert set(state.playing.cards) - set(state.playing.shown), "a hand lies face down"
    assert stage is not None
    stage.close()


def test_no_frame_at_the_pit_tells_a_card_whatever_lies_face_down() -> None:
    """The last frames of a shoe at play, looked at with every card still covered."""
    night, log = simulated_night(rounds=1, seed=21, direct=False), FrameLog(None)
    (place,) = night.night.tables
    lines: list[dict[str, Any]] = []
    for driver in place.pump._drivers:
        if isinstance(driver, Framed):
            driver.frames.tell = log.take

    def look(state: TableState) -> None:
        if state.round is not None and state.round.drawn == 8 and not lines:
            lines.extend(json.loads(wire.frames_line(Machine.SHOE, log.recent(Machine.SHOE)))["lines"])

    place.table._show = look
    night.play()
    night.close()
    state = place.table.state
    face = RoomFace("fr")
    face.take({"act": "tab", "tab": "devices"})
    seen = {"tables": [Seen("UTH-1", views.pit(state), state.at_ms, 0, frames={"shoe": lines})]}
    face.words(seen)
    face.take({"act": "page", "table": "UTH-1", "machine": "shoe"})
    screen = Screen()
    screen.show(face.words(seen) | {"reduced_motion": True})
    stage = Stage("PitScreen", screen, LARGE)
    stage.settle(1)
    texts = [text for item in items(stage.window) if isinstance(text := item.property("text"), str)]
    drawn = [text for text in texts if text.startswith("01 20 ")]
    assert len(drawn) >= 4
    assert all(CARD_LINE.fullmatch(text) for text in drawn)
    assert not {card for item in items(stage.window) for card in cards_in(item)}
    stage.close()
