"""The simulator's panel: what it says of real simulated machines, and that each key is understood by them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from controller.game.refusals import Refusal
from controller.game.requests import SetBuzzer, Sound
from controller.screens.panel import Panel
from controller.screens.unix_socket import Doors
from drivers.sim.decks import SHOWN
from drivers.sim.faults import JAM_STAGES, KINDS
from drivers.sim.panel import ORDERS, PACES, PAGE, PAGES, REASONS
from tests.playroom import Deciding, Playroom
from tests.ui.scene import area, controls, faults, items, words
from ui.app import Stage, application
from ui.attached import FACES, AttachedScreen
from ui.bridge import Screen
from ui.screen import simulator
from ui.screen.simulator import SimulatorFace
from ui.texts import simulator as texts_simulator
from ui.texts.console import LANGUAGES
from ui.texts.simulator import SIMULATOR

SIZE = QSize(900, 1080)
TOUCH_PX = 12 * 5.55
A_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b|[♠♥♦♣]")
PLACES = ("", "hole.7.1", "dealer.1", "board.4", "burn.2")


def fresh() -> Playroom:
    return Playroom()


def playing() -> Playroom:
    room = Playroom()
    room.do(act="play", on=True)
    room.do(act="pace", pace="0.5")
    return room


def drawing() -> Playroom:
    room = Playroom()
    room.load()
    room.expected = "hole.3.1"
    for seat in (1, 4, 6):
        room.do(act="chip", seat=seat)
    room.do(act="badge", card="chef-1")
    room.do(act="deck", deck="community_royal")
    room.do(act="deck", deck="royal")
    for _ in range(3):
        room.do(act="draw")
    return room


def ready() -> Playroom:
    """A shuffled deck waits for an empty shoe, which lost its cable after it was unlocked."""
    room = Playroom()
    room.do(act="change_decks")
    room.later(60_000)
    room.lock(False)
    room.do(act="plug", machine="shoe", plugged=False)
    room.do(act="chip", seat=7)
    room.do(act="deck", deck="unqualified")
    room.do(act="order", kind="drop")
    return room


def last_card() -> Playroom:
    room = drawing()
    room.expected = ""
    while room.look()["cards_left"] > 1:
        room.do(act="draw")
    return room


def unplugged() -> Playroom:
    room = Playroom()
    room.do(act="plug", machine="shoe", plugged=False)
    room.do(act="plug", machine="shuffler", plugged=False)
    return room


def jammed() -> Playroom:
    room = Playroom()
    room.do(act="order", kind="jam")
    room.do(act="change_decks")
    room.later(60_000)
    return room


def troubled() -> Playroom:
    """Everything ordered more than once, and met more often than anybody will see."""
    room = Playroom()
    for kind, machine in ORDERS:
        for _ in range(12):
            room.do(act="order", kind=kind, machine=str(machine))
        room.hands.faults.met[kind] = 88
    for seat in range(1, 8):
        room.hands.chips.put(seat, room.room.now_ms)
    for deck in SHOWN:
        room.do(act="deck", deck=deck)
        room.do(act="deck", deck=deck)
    return room


STATES: dict[str, Callable[[], Playroom]] = {
    "fresh": fresh,
    "playing": playing,
    "ready": ready,
    "drawing": drawing,
    "last_card": last_card,
    "unplugged": unplugged,
    "jammed": jammed,
    "troubled": troubled,
}


def worded(view: Mapping[str, Any], language: str = "fr", **beside: Any) -> dict[str, Any]:
    return SimulatorFace(language).words({**view, **beside})


def keys_of(value: object) -> Iterator[dict[str, Any]]:
    """The parts of a worded map that can be touched."""
    if isinstance(value, dict):
        if "tap" in value:
            yield value
        for inner in value.values():
            yield from keys_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner)


def refusal(why: str) -> dict[str, Any]:
    return {"code": "simulator", "article": "", "facts": {"why": why}}


def test_the_panel_says_while_the_buzzer_of_the_board_is_heard() -> None:
    room = Playroom()
    for driver in room.drivers:
        driver.ask(SetBuzzer(Sound.HIGH), room.room.now_ms)
    notes = []
    for _ in range(4):
        room.later(500)
        notes.append(worded(room.look())["chips"]["note"])
    sounds = [note.endswith("le buzzer sonne") for note in notes]
    assert (sounds[0], sounds[-1]) == (True, False)


# --- the wording ---------------------------------------------------------------------------------


def test_both_languages_say_the_same_facts() -> None:
    for key, (french, english) in SIMULATOR.items():
        assert french.strip(), key
        assert english.strip(), key
        told = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in (french, english)]
        assert told[0] == told[1], key


def test_every_fault_deck_jam_and_reason_has_words() -> None:
    named = [f"fault.{kind}" for kind in KINDS]
    named += [f"deck.{deck}{part}" for deck in SHOWN for part in ("", ".sub")]
    named += [f"jam.{stage}" for stage in JAM_STAGES]
    named += [f"why.{why}" for why in (*REASONS, "no_answer")]
    assert set(named) <= SIMULATOR.keys()


def test_every_text_is_said_in_some_state(monkeypatch: pytest.MonkeyPatch) -> None:
    said = set()

    def tell(language: str, key: str, /, **facts: object) -> str:
        said.add(key)
        return texts_simulator.tell(language, key, **facts)

    monkeypatch.setattr(simulator, "tell", tell)
    views = [room().look() for room in STATES.values()]
    catalogue = Playroom()
    for page in range(PAGES):
        catalogue.do(act="faults", page=page)
        views.append(catalogue.look())
    for view in views:
        worded(view)
    *_, jam = [view for view in views if view["jam"]]
    for stage in JAM_STAGES:
        worded({**jam, "jam": stage})
    for why in (*REASONS, "no_answer", "other"):
        worded(views[0], refusal=refusal(why))
    worded(views[0], offline=1)
    worded(views[0], sounds=True)
    assert SIMULATOR.keys() - said == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", STATES)
def test_each_key_carries_a_tap_that_the_bench_understands(state: str, language: str) -> None:
    taps = [key["tap"] for key in keys_of(worded(STATES[state]().look(), language)) if key["tap"]]
    assert len(taps) > 20
    for tap in taps:
        if tap["act"] != "language":
            said = STATES[state]().bench.act(tap)
            assert said in ("", "no_deck"), (tap, said)


@pytest.mark.parametrize("state", STATES)
def test_no_card_is_named(state: str) -> None:
    room = STATES[state]()
    for language in LANGUAGES:
        assert A_CARD.search(str(worded(room.look(), language))) is None


def test_the_language_key_is_the_panels_own() -> None:
    face, view = SimulatorFace("fr"), fresh().look()
    assert face.words(view)["title"] == "Simulateur"
    assert face.take({"act": "language"}) is True
    assert face.words(view)["title"] == "Simulator"
    assert face.words(view)["simulation"] == "SIMULATION – NO VALUE"
    assert face.take({"act": "draw"}) is False


def test_draw_says_where_the_card_is_expected_or_why_none_comes() -> None:
    room = Playroom()
    assert worded(room.look())["hand"]["keys"][0]["sub"] == "sabot verrouillé"
    room.lock(False)
    assert worded(room.look())["hand"]["keys"][0]["sub"] == "sabot vide"
    room.load()
    drawn = {}
    for place in PLACES:
        room.expected = place
        drawn[place] = worded(room.look())["hand"]["keys"][0]
    assert all(key["tap"] == {"act": "draw"} for key in drawn.values())
    assert [key["sub"] for key in drawn.values()] == [
        "aucune n’est attendue",
        "attendue\u00a0: siège 7, 2e carte",
        "attendue\u00a0: croupier, 2e carte",
        "attendue\u00a0: board, 5e carte",
        "attendue\u00a0: carte à brûler",
    ]


def test_while_the_people_play_the_hands_that_deal_are_theirs() -> None:
    keys = worded(playing().look())["hand"]["keys"]
    assert [(key["tap"], key["sub"]) for key in keys] == [(None, "les gens jouent seuls")] * 2


def test_what_is_in_force_is_chosen_and_asks_nothing() -> None:
    said = worded(playing().look())["people"]
    assert [(key["chosen"], key["tap"]) for key in said["modes"]] == [
        (True, None),
        (False, {"act": "play", "on": False}),
    ]
    assert [key["label"] for key in said["paces"]] == ["×0,5", "×1", "×2", "×5"]
    assert [key["chosen"] for key in said["paces"]] == [True, False, False, False]
    assert [key["tap"]["pace"] for key in said["paces"][1:]] == list(PACES)[1:]


def test_a_machine_says_its_cable_its_state_and_how_many_cards() -> None:
    shuffler, shoe = worded(drawing().look())["machines"]["cards"]
    assert (shoe["cable"], shoe["state"], shoe["health"]) == ("branché", "libère les cartes", "up")
    assert shoe["count"] == {"figure": "49", "word": "cartes"}
    assert shuffler["state"] == "mélange en cours"
    shuffler, shoe = worded(unplugged().look())["machines"]["cards"]
    assert [(card["cable"], card["health"]) for card in (shuffler, shoe)] == [("débranché", "lost")] * 2
    assert shoe["plug"]["tap"] == {"act": "plug", "machine": "shoe", "plugged": True}
    assert worded(unplugged().look())["machines"]["note"] == "2 débranchés"


def test_the_last_card_is_one_card() -> None:
    assert worded(last_card().look())["machines"]["cards"][1]["count"] == {"figure": "1", "word": "carte"}


def test_a_jam_says_where_and_can_be_cleared() -> None:
    view = jammed().look()
    shuffler, _ = worded(view)["machines"]["cards"]
    assert shuffler["health"] == "degraded"
    assert shuffler["state"].startswith("bourrage ")
    assert shuffler["clear"]["tap"] == {"act": "clear_jam"}
    assert worded(fresh().look())["machines"]["cards"][0]["clear"]["tap"] is None


def test_the_badge_in_the_reader_comes_out_when_touched() -> None:
    keys = worded(drawing().look())["badges"]["keys"]
    assert [(key["label"], key["chosen"]) for key in keys] == [
        ("Chef", True),
        ("Comité", False),
        ("Vidéo", False),
    ]
    assert [key["tap"]["card"] for key in keys] == ["", "comite-3", "video-11"]


def test_a_badge_of_a_register_shows_the_pin_that_it_wants() -> None:
    view = drawing().look()
    for badge in view["badges"]:
        badge["pin"] = "135790"
    assert [(key["label"], key["sub"]) for key in worded(view)["badges"]["keys"]] == [
        ("Chef 1", "135790"),
        ("MCD 03", "135790"),
        ("OV 11", "135790"),
    ]


def test_placed_decks_say_which_is_next() -> None:
    said = worded(drawing().look())["decks"]
    assert said["note"] == "2 placés"
    assert [(key["chosen"], key["sub"]) for key in said["keys"]] == [
        (True, "placé, plus tard"),
        (True, "au prochain jeu"),
        (False, "croupier sans paire"),
    ]


def test_a_fault_says_what_is_ordered_and_how_often_it_was_met() -> None:
    room = Playroom()
    room.do(act="order", kind="bounce")
    room.do(act="chip", seat=2)
    room.do(act="order", kind="drop")
    first, second, *others = worded(room.look())["faults"]["keys"]
    assert (first["label"], first["machine"], first["count"], first["waiting"]) == (
        "Rebond",
        "Capteurs JP1",
        "1",
        "",
    )
    assert (second["count"], second["waiting"]) == ("0", "à venir")
    assert len(others) == PAGE - 1
    turn = others[-1]
    assert (turn["label"], turn["machine"]) == ("Suite", f"page 1 sur {PAGES}")
    room.do(**turn["tap"])
    assert worded(room.look())["faults"]["keys"][-1]["machine"] == f"page 2 sur {PAGES}"


def test_silence_is_told_before_a_refusal_and_a_refusal_in_words() -> None:
    view = fresh().look()
    assert worded(view)["message"] is None
    assert worded(view, refusal=refusal("shoe_locked"))["message"]["text"] == "le sabot est verrouillé"
    unknown = worded(view, refusal=refusal("ValueError: no seat 9"))["message"]["text"]
    assert unknown == "le simulateur ne connaît pas cet acte"
    lost = {"code": "no_answer", "article": "", "facts": {}}
    assert worded(view, refusal=lost)["message"]["text"].startswith("la table n’a pas répondu")
    silent = worded(view, offline=1, refusal=lost)
    assert (silent["offline"], silent["message"]["title"]) == (True, "TABLE MUETTE")


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
        assert min(area(touch).width(), area(touch).height()) >= TOUCH_PX - 0.5, key.property("says")
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
    said = worded(views[state], language)
    stage.screen.show(said)
    stage.settle(60)
    assert stage.warnings == []
    assert faults(stage.window) == []
    keys_can_be_touched(stage)
    drawn = {text.text for text in words(stage.window)}
    assert {said["simulation"], said["title"], said["about"], said["table"]} <= drawn
    assert len(controls(stage.window)) == sum(key["tap"] is not None for key in keys_of(said))


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


def test_every_machine_mark_has_a_name(stage: Stage) -> None:
    stage.screen.show(worded(unplugged().look()))
    stage.settle(20)
    marks = [item for item in items(stage.window) if item.property("health") is not None]
    names = {QAccessible.queryAccessibleInterface(mark).text(QAccessible.Text.Name) for mark in marks}
    assert names == {"Mélangeur débranché", "Sabot débranché"}


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


def test_a_finger_on_the_panel_moves_the_simulated_machines(demonstration: Demonstration) -> None:
    room = demonstration.deciding.room
    demonstration.press("Siège 3\u00a0: poser le jeton JP1")
    demonstration.until(lambda: demonstration.shown("chips")["spots"][2]["lamp"] == "chip")
    assert room.hands.chips.covered(3)
    demonstration.press("Débrancher\u00a0: Sabot")
    demonstration.until(lambda: demonstration.shown("machines")["cards"][1]["health"] == "lost")
    assert room.hands.shoe.plugged is False
    demonstration.press("Joueurs et croupier jouent d’eux-mêmes")
    demonstration.until(lambda: demonstration.shown("people")["modes"][0]["chosen"])
    assert room.people.playing is True


def test_the_reason_of_a_refusal_is_read_on_the_panel(demonstration: Demonstration) -> None:
    demonstration.press("Changer les jeux aucun jeu mélangé encore")
    demonstration.until(lambda: demonstration.shown("message") is not None)
    assert demonstration.shown("message")["text"] == SIMULATOR["why.no_deck"][0]


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
    demonstration.until(lambda: demonstration.shown("chips")["spots"][0]["lamp"] == "chip")
