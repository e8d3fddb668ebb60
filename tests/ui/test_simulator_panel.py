"""The simulator's panel as a picture and under a finger: simulated machines, its own window and socket."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from controller.boot.demo.plan import Plan
from controller.boot.demo.scripts import EVERY, Scripts
from controller.game.cards import parse_cards
from controller.game.inputs import Machine
from controller.game.refusals import Refusal
from controller.screens.panel import Panel
from controller.screens.unix_socket import Doors
from drivers.sim.faults import JAM_STAGES
from drivers.sim.panel import REASONS
from tests.playroom import Deciding, Playroom
from tests.ui.scene import area, controls, faults, items, words
from tests.ui.simulator_states import BROKEN, STATES, WORLD, fresh, keys_of, refusal, worded
from ui.app import Stage, application
from ui.attached import FACES, AttachedScreen
from ui.bridge import Screen
from ui.screen.simulator.face import SimulatorFace
from ui.screen.simulator.night import ROWS
from ui.texts.console import LANGUAGES
from ui.texts.simulator import SIMULATOR

SIZE = QSize(1440, 1080)
MOUSE_PX = 26
"""The panel is for a mouse beside the screens, not for a finger on the felt's glass."""
PLACES = ("", "hole.7.1", "dealer.1", "board.4", "burn.2")


# --- the picture ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    screen = Screen()
    screen.show(worded(fresh().look()))
    made = Stage(FACES["simulator"], screen, SIZE)
    yield made
    made.close()


@pytest.fixture(scope="module")
def views() -> dict[str, dict[str, Any]]:
    return {name: room().look() for name, room in STATES.items()}


def keys_can_be_touched(stage: Stage) -> None:
    """Each live key is large enough, has a name, and lies over no other."""
    live = []
    for touch in controls(stage.window):
        key = touch.parentItem()
        assert min(area(touch).width(), area(touch).height()) >= MOUSE_PX, key.property("says")
        interface = QAccessible.queryAccessibleInterface(key)
        name = interface.text(QAccessible.Text.Name)
        assert name.strip(), area(touch)
        assert "QML" not in name
        assert interface.role() == QAccessible.Role.Button
        live.append(area(touch))
    for at, one in enumerate(live):
        assert not any(one.intersects(other) for other in live[at + 1 :])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", STATES)
def test_a_state_can_be_read_and_touched(
    stage: Stage, views: dict[str, dict[str, Any]], state: str, language: str
) -> None:
    world = BROKEN if state == "troubled" else WORLD
    said = worded({**views[state], "world": world, "stands": {"round": 1_047}}, language)
    stage.screen.show(said)
    stage.settle(60)
    assert stage.warnings == []
    assert faults(stage.window) == []
    keys_can_be_touched(stage)
    drawn = {text.text for text in words(stage.window)}
    assert {said["simulation"], said["title"], said["about"], said["table"]} <= drawn
    pad = sum(key["tap"] is not None for key in said["seed"]["pad"])
    assert len(controls(stage.window)) == sum(key["tap"] is not None for key in keys_of(said)) - pad


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_count_of_a_fault_stands_clear_of_its_name(
    stage: Stage, views: dict[str, dict[str, Any]], language: str
) -> None:
    """`Carte illisible` takes two lines of its key: the second was crossed by `à venir ×12`."""
    stage.screen.show(worded(views["troubled"], language))
    stage.settle(60)
    keys = [item for item in items(stage.window) if item.property("corner") and item.property("key")]
    assert len(keys) == 11, "four faults of each machine, three of the sensors"
    for key in keys:
        name, count = (one.mapRectToItem(key, one.property("ink")) for one in _texts_of(key))
        assert name.bottom() <= count.top(), (key.property("label"), key.property("sub"))
        assert name.top() >= 0
        assert count.bottom() <= key.height()


def _texts_of(key: QQuickItem) -> list[QQuickItem]:
    return [one for one in key.childItems() if one.inherits("QQuickText") and one.isVisible()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_of_the_same_cards_can_be_read_whole(stage: Stage, language: str) -> None:
    """Of four tables with faults it was cut where the seed and `--by-hand` stand."""
    night = Plan(20_261_120, tables=4, profile="fr-holdem-casino", faults="some", by_hand=True)
    world = {**WORLD, "command": night.command}
    stage.screen.show(worded({**fresh().look(), "world": world}, language))
    stage.settle(60)
    (note,) = [text for text in words(stage.window) if night.command in text.text]
    assert not note.truncated
    assert faults(stage.window) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_of_the_chips_are_written_alike(
    stage: Stage, views: dict[str, dict[str, Any]], language: str
) -> None:
    """`Poser 2` stood smaller beside `Ôter 1`."""
    said = worded(views["drawing"], language)
    stage.screen.show(said)
    stage.settle(60)
    labels = {key["label"] for key in said["chips"]["keys"]}
    sizes = {text.size for text in words(stage.window) if text.text in labels}
    assert len(labels) == 7
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("why", [*REASONS, "other", "no_answer", "silence"])
def test_what_is_wrong_can_be_read(stage: Stage, why: str, language: str) -> None:
    beside = {"offline": 1_795_212_187_123} if why == "silence" else {"refusal": refusal(why)}
    stage.screen.show(worded(fresh().look(), language, **beside))
    stage.settle(60)
    assert stage.warnings == []
    assert faults(stage.window) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", PLACES)
def test_every_place_of_a_card_can_be_read(
    stage: Stage, views: dict[str, dict[str, Any]], place: str, language: str
) -> None:
    stage.screen.show(worded({**views["drawing"], "expected": place}, language))
    stage.settle(60)
    assert faults(stage.window) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("jam", JAM_STAGES)
def test_every_jam_can_be_read(
    stage: Stage, views: dict[str, dict[str, Any]], jam: str, language: str
) -> None:
    stage.screen.show(worded({**views["jammed"], "jam": jam}, language))
    stage.settle(60)
    assert faults(stage.window) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_script_that_came_with_the_program_can_be_read(stage: Stage, language: str) -> None:
    scripts, turning = Scripts(), SimulatorFace(language)
    scripts.play(EVERY)
    view = {**fresh().look(), "world": {**WORLD, "scripts": scripts.told}}
    titles: set[str] = set()
    for page in range(-(-len(scripts.told) // ROWS)):
        turning.take({"act": "scripts_page", "page": page})
        said = turning.words(view)
        stage.screen.show(said)
        stage.settle(40)
        assert faults(stage.window) == []
        titles |= {row["title"] for row in said["scripts"]["rows"] if row["title"]}
    assert len(titles) == len(scripts.told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pad_of_a_seed_stands_where_the_hands_were(stage: Stage, language: str) -> None:
    typing = SimulatorFace(language)
    typing.take({"act": "type", "open": True})
    typing.take({"act": "type", "digit": "7"})
    stage.screen.show(typing.words({**fresh().look(), "world": WORLD}))
    stage.settle(60)
    assert faults(stage.window) == []
    keys_can_be_touched(stage)
    said = {key.parentItem().property("says") for key in controls(stage.window)}
    assert {"7", SIMULATOR["seed.go.says"][LANGUAGES.index(language)]} <= said
    assert not [
        name for name in said if name.startswith((SIMULATOR["hand.pair"][LANGUAGES.index(language)],))
    ]


def test_no_key_is_rebuilt_when_the_view_changes(stage: Stage, views: dict[str, dict[str, Any]]) -> None:
    stage.screen.show(worded(views["fresh"]))
    before = keys_drawn(stage)
    stage.screen.show(worded(views["troubled"]))
    stage.settle(20)
    assert keys_drawn(stage) == before


def keys_drawn(stage: Stage) -> list[QQuickItem]:
    return [item for item in items(stage.window) if item.objectName() == "touch"]


# --- a finger, the panel, the machines -----------------------------------------------------------


class Demonstration:
    """The panel's own process in little: its window, its client, the socket, the bench on machines."""

    def __init__(self, folder: Path, exits: ExitStack) -> None:
        application()
        self.deciding = Deciding(Playroom())
        exits.callback(self.deciding.close)
        self.path = folder / "simulator.sock"
        self.open_panel()
        exits.callback(lambda: self.panel.close())
        self.attached = AttachedScreen("simulator", str(self.path), "fr")
        self.stage = Stage(FACES["simulator"], self.attached.screen, SIZE)
        exits.callback(self.stage.close)
        exits.callback(self.attached.close)
        self.attached.start()
        self.until(lambda: self.shown("title") == "Simulateur")

    def open_panel(self) -> None:
        room = self.deciding.room

        def act(tap: Mapping[str, Any]) -> Refusal | None:
            said = room.bench.act(tap)
            return Refusal("simulator", "", (("why", said),)) if said else None

        self.panel = Panel(Doors(self.path.parent), room.look, act, self.deciding.call, room.room.clock)
        self.panel.open()

    def shown(self, part: str) -> Any:
        return self.attached.screen.view.get(part)

    def lies_at(self, seat: int) -> bool:
        return self.shown("chips")["rows"][0]["lamps"][seat - 1] == "chip"

    def until(self, holds: Callable[[], bool]) -> None:
        for _ in range(400):
            if holds():
                return
            self.stage.settle(20)
        raise AssertionError(f"not within eight seconds: {self.attached.screen.view}")

    def press(self, says: str) -> None:
        """A finger on the key that says this; the key has rested before."""
        self.stage.settle(270)
        (touch,) = [key for key in controls(self.stage.window) if key.parentItem().property("says") == says]
        where = area(touch).center().toPoint()
        QTest.mouseClick(self.stage.window, Qt.MouseButton.LeftButton, pos=where)


@pytest.fixture
def demonstration(tmp_path: Path) -> Iterator[Demonstration]:
    with ExitStack() as exits:
        made = Demonstration(tmp_path, exits)
        yield made
        assert made.stage.warnings == []


@pytest.mark.long
def test_a_finger_on_the_panel_moves_the_simulated_machines(demonstration: Demonstration) -> None:
    room = demonstration.deciding.room
    demonstration.press("Siège 3\u00a0: poser le jeton JP1")
    demonstration.until(lambda: demonstration.lies_at(3))
    assert room.hands.chips.covered(3)
    demonstration.press("Débrancher\u00a0: Sabot")
    demonstration.until(lambda: demonstration.shown("lines")["cable"]["cells"][1]["on"])
    assert room.hands.shoe.plugged is False
    demonstration.press("Joueurs et croupier jouent d’eux-mêmes")
    demonstration.until(lambda: demonstration.shown("steps")["keys"][4]["chosen"])
    assert room.people.playing is True


def test_a_royal_is_placed_by_touches_and_dealt_to_its_seat(demonstration: Demonstration) -> None:
    room = demonstration.deciding.room
    demonstration.press("Placer des cartes\u00a0: siège 3")
    demonstration.until(lambda: demonstration.shown("hands")["places"][2]["chosen"])
    demonstration.press("Royale\u00a0: siège 3")
    demonstration.until(lambda: "royale, siège 3" in demonstration.shown("expected")["title"])
    demonstration.press("Placer au prochain jeu")
    demonstration.until(lambda: demonstration.shown("stacking")["note"] == "1 jeu placé")
    (deck,) = room.hands.stacked
    dealt = deck([1, 3, 6], [3])
    assert dealt[2:4] == list(parse_cards("KhTh"))
    assert dealt[8:11] == list(parse_cards("AhQhJh")), "after three seats and the dealer comes the board"


def test_a_hand_is_placed_card_by_card_and_a_card_taken_back(demonstration: Demonstration) -> None:
    for card, count in (
        ("A de pique", "1 sur 2"),
        ("A de cœur", "2 sur 2"),
        ("A de carreau", "board 1 sur 5"),
    ):
        demonstration.press(f"Placer {card}\u00a0: siège 1")
        demonstration.until(lambda count=count: count in demonstration.shown("picker")["note"])
    demonstration.press("Reprendre A de cœur\u00a0: siège 1")
    demonstration.until(lambda: demonstration.shown("picker")["note"].startswith("1 sur 2"))
    assert demonstration.deciding.room.look()["placing"]["where"] == {"As": "1", "Ad": "board"}


def test_a_fault_is_ordered_in_its_row_under_its_machine(demonstration: Demonstration) -> None:
    room = demonstration.deciding.room
    demonstration.press("Commander\u00a0: Ligne muette, Lecteur de badge\u202f; rencontrée 0 fois, 0 à venir")
    demonstration.until(lambda: demonstration.shown("lines")["rows"][5]["cells"][3]["on"])
    assert room.hands.faults.waiting("stall", Machine.BADGE) == 1


def test_the_people_are_asked_for_one_phase_and_the_pace_goes_to_200(demonstration: Demonstration) -> None:
    room = demonstration.deciding.room
    demonstration.press("Jouer une phase, puis pause")
    demonstration.until(lambda: demonstration.shown("steps")["keys"][2]["chosen"])
    demonstration.press("Allure ×200")
    demonstration.until(lambda: demonstration.shown("paces")["keys"][6]["chosen"])
    assert (room.people.stepping, room.people.pace) == ("phase", 200.0)


def test_the_reason_of_a_refusal_is_read_on_the_panel(demonstration: Demonstration) -> None:
    demonstration.press("Changer les jeux aucun jeu mélangé encore")
    demonstration.until(lambda: demonstration.shown("message") is not None)
    assert demonstration.shown("message")["text"] == SIMULATOR["why.no_deck"][0]


def test_the_command_of_the_night_is_copied_for_another_program(demonstration: Demonstration) -> None:
    """The key did nothing: the panel was given no clipboard."""
    room = demonstration.deciding.room
    demonstration.deciding.ask(lambda: setattr(room.bench, "_world", World()))
    demonstration.until(lambda: demonstration.shown("seed")["value"] == "20261120")
    demonstration.press("Copier la ligne de commande")
    demonstration.until(lambda: demonstration.shown("seed")["copy"]["label"] == "Copié")
    assert QGuiApplication.clipboard().text() == "tapis demo --seed 20261120"
    demonstration.press("Changer la graine")
    demonstration.until(lambda: demonstration.shown("seed")["copy"]["label"] == "Copier")


class World:
    """What is around the machines, all well."""

    def look(self) -> dict[str, Any]:
        return dict(WORLD)

    def act(self, tap: Mapping[str, Any]) -> str:
        raise AssertionError(f"nobody asked for {tap}")


@pytest.mark.long
def test_a_table_that_went_is_told_and_the_keys_are_deaf_until_it_is_back(
    demonstration: Demonstration,
) -> None:
    demonstration.panel.close()
    demonstration.until(lambda: demonstration.shown("offline") is True)
    demonstration.until(lambda: controls(demonstration.stage.window) == [])
    demonstration.open_panel()
    demonstration.until(lambda: demonstration.shown("offline") is False)
    assert demonstration.deciding.room.hands.chips.covered(1) is False
    demonstration.press("Siège 1\u00a0: poser le jeton JP1")
    demonstration.until(lambda: demonstration.lies_at(1))
