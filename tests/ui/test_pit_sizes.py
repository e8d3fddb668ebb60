"""The pit's screen at 1280×800, 1920×1080 and 2560×1440: laid out for each, nothing hidden, cut or lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtTest import QTest

from controller.game import inputs as i
from controller.game import views
from controller.house.answers import Answers
from controller.house.archive import House
from tests.memory.nights import play
from tests.ui import game_states, payment_states, pit_states, settings_states
from tests.ui.pit_pictures import DESK, EXTENTS, SIZES, night
from tests.ui.pit_pictures import said as pages_said
from tests.ui.room_states import calm, many, named
from tests.ui.scene import area, controls, drawn_at, faults, items, words
from tests.ui.test_pit_room import cut_cards
from tests.ui.told_house import Counting, Crowded, Told
from ui.app import Stage
from ui.attached_room import AttachedRoom
from ui.bridge import Screen
from ui.screen.extent import SMALL, USUAL, WIDE, extent_of
from ui.screen.house_keys import Choice
from ui.screen.house_pages import house_pages
from ui.screen.house_speech import Words
from ui.screen.pit.integrity import chains
from ui.screen.pit.notes import HouseNotes
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen
from ui.table_line import Place

PARIS = ZoneInfo("Europe/Paris")
FINGER_PX = 48


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answers]:
    folder = play(tmp_path_factory.mktemp("night"))
    with closing(House([folder], ":memory:")) as house:
        house.read_all()
        yield Answers(house)


@pytest.fixture(scope="module", params=SIZES)
def glass(request: pytest.FixtureRequest) -> Iterator[tuple[str, Stage]]:
    """A window of this size, with its name."""
    screen = Screen()
    screen.show(RoomFace("fr", extent=EXTENTS[request.param]).words({"tables": [Seen("UTH-1")]}))
    made = Stage("PitScreen", screen, SIZES[request.param])
    yield request.param, made
    made.close()


def face_of(size: str, answers: Answers | None, tables: list[Seen], language: str = "fr") -> RoomFace:
    notes = None
    if answers is not None:
        latest = max(seen.now_ms for seen in tables)
        notes = HouseNotes(Counting(answers, [seen.name for seen in tables], latest))
    face = RoomFace(language, zone=PARIS, target_per_hour=34, notes=notes, extent=EXTENTS[size])
    face.take({"act": "tab", "tab": "room"})
    return face


def stumbled(stage: Stage) -> list[str]:
    """What is wrong with the scene: what cannot be read, and keys that a finger misses."""
    said = [*stage.warnings, *faults(stage.window)]
    stage.warnings.clear()
    for touch in controls(stage.window):
        if min(area(touch).width(), area(touch).height()) < FINGER_PX - 0.5:
            said.append(f"{touch.parentItem().property('says')!r} is missed by a finger")
    return said


def rooms() -> list[list[Seen]]:
    """One to forty tables."""
    every = [*night(), *(named(f"UTH-{n}", pit_states.evening()) for n in range(9, 13))]
    return [*(every[:count] for count in (1, 2, 3, 4, 6, 8, 9, 10, 12)), *(many()[:n] for n in (13, 24, 40))]


@pytest.mark.long
@pytest.mark.parametrize("language", ["fr", "en"])
def test_one_to_forty_tables_can_be_read_at_every_size(
    glass: tuple[str, Stage], answers: Answers, language: str
) -> None:
    size, stage = glass
    for tables in rooms():
        said = face_of(size, answers, tables, language).words({"tables": tables})
        stage.screen.show(said | {"reduced_motion": True})
        stage.settle(40)
        assert stumbled(stage) == [], f"{len(tables)} tables"
        written = {text.text for text in words(stage.window)}
        assert {seen.name for seen in tables} <= written, f"a table of {len(tables)} is hidden"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_sign_of_jp1_lies_beside_its_word_and_over_no_card(
    glass: tuple[str, Stage], language: str
) -> None:
    """Where the deal after a void carries JP1, the sign hung on the card below it."""
    size, stage = glass
    again = pit_states.refunding()
    again.do(*(i.RefundSeat(seat) for seat in sorted(again.state.players, reverse=True)[1:]), i.ConfirmRest())
    face = RoomFace(language, extent=EXTENTS[size])
    face.take({"act": "tab", "tab": "live"})
    stage.screen.show(face.words({"tables": [named("UTH-1", again)]}) | {"reduced_motion": True})
    stage.settle(40)
    there = [item for item in items(stage.window) if item.isVisible()]
    signs = [area(item) for item in there if item.metaObject().className().startswith("JackpotSign")]
    cards = [area(item) for item in there if item.metaObject().className().startswith("CardFace")]
    carried = {"fr": "JP1 reporté", "en": "JP1 carried"}[language]
    lines = [text.ink.center().y() for text in words(stage.window) if text.text == carried]
    assert len(lines) > 1
    assert all(any(abs(sign.center().y() - line) < 4 for sign in signs) for line in lines)
    assert not [sign for sign in signs for card in cards if sign.intersects(card.adjusted(2, 2, -2, -2))]


@pytest.mark.long
def test_no_word_of_a_row_touches_the_line_above_or_below_it(
    glass: tuple[str, Stage], answers: Answers
) -> None:
    size, stage = glass
    for tables in rooms()[3:9]:
        said = face_of(size, answers, tables).words({"tables": tables})
        stage.screen.show(said | {"reduced_motion": True})
        stage.settle(40)
        rows = [touch.parentItem() for touch in controls(stage.window)]
        rows = [row for row in rows if area(row).width() > 600]
        assert len(rows) == len(tables)
        for row in rows:
            inside = area(row).adjusted(0, 1, 0, -1)
            for text in words(stage.window):
                if row in text.parents:
                    assert inside.contains(text.ink.adjusted(0, -2, 0, 2)), f"{text.text} of {len(tables)}"


def test_a_touch_of_a_row_reaches_its_table_at_every_size(glass: tuple[str, Stage], answers: Answers) -> None:
    size, _ = glass
    tables = night()
    face = face_of(size, None, tables)
    asked: list[dict[str, Any]] = []
    screen = Screen(face, asked.append)
    screen.show({"tables": tables})
    stage = Stage("PitScreen", screen, SIZES[size])
    undrawn: list[bool] = []
    screen.changing.connect(lambda: undrawn.append(True))
    stage.window.frameSwapped.connect(undrawn.clear)
    stage.settle(250)
    for name in ("UTH-6", "UTH-1"):
        face.take({"act": "tab", "tab": "room"})
        screen.show({"tables": tables})
        # A hand comes down a moment after the picture; a busy machine may draw it late.
        while undrawn:
            stage.settle(20)
        stage.settle(250)
        (row,) = [
            touch
            for touch in controls(stage.window)
            if touch.parentItem().property("says") == name and area(touch).width() > 600
        ]
        at = row.mapToScene(QPointF(row.width() / 2, row.height() / 2)).toPoint()
        QTest.mouseClick(stage.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        stage.settle(20)
        shown = screen.shown()
        assert (shown["page"], shown["told"]["table"]) == ("PitLive", name)
    stage.close()


def test_no_text_at_2560_is_smaller_to_the_eye_than_at_1920(glass: tuple[str, Stage]) -> None:
    """27 inches have 1.19 of the pixels of 24 inches in a millimetre."""
    size, stage = glass
    tables = night()
    stage.screen.show(face_of(size, None, tables).words({"tables": tables}) | {"reduced_motion": True})
    stage.settle(40)
    texts = [item for item in items(stage.window) if item.inherits("QQuickText") and item.property("text")]
    scales = {round(item.mapRectToScene(QRectF(0, 0, 10, 10)).height() / 10, 2) for item in texts}
    assert scales == {1.2 if size == "2560x1440" else 1.0}


def test_the_window_says_which_stage_is_laid_out() -> None:
    assert [extent_of(width) for width in (1280, 1599, 1600, 1920, 2399, 2400, 2560)] == [
        *(SMALL, SMALL, USUAL),
        *(USUAL, USUAL, WIDE, WIDE),
    ]
    room = AttachedRoom([Place("UTH-1", "/nowhere/a.sock"), Place("UTH-2", "/nowhere/b.sock")], "fr")
    stage = Stage("PitScreen", room.screen, QSize(1280, 800))
    room.drawn_on(stage.window)
    room.screen.show({"tables": night()})
    assert room.screen.shown()["extent"]["name"] == "small"
    stage.window.resize(2560, 1440)
    stage.settle(60)
    assert room.screen.shown()["extent"]["name"] == "wide"
    room.close()
    stage.close()


def test_on_a_small_stage_low_alarms_and_signed_acts_are_one_line_that_opens(answers: Answers) -> None:
    tables = [*night(), named("UTH-9", pit_states.troubled())]
    face = face_of("1280x800", answers, tables)
    shut = face.words({"tables": tables})
    assert not [card for card in shut["attention"]["cards"] if card["kind"] == "p3"]
    assert shut["acts"]["rows"] == []
    assert shut["foot"]["text"].startswith("P3 ")
    assert face.take(shut["foot"]["tap"])
    opened = face.words({"tables": tables})
    assert [card for card in opened["attention"]["cards"] if card["kind"] == "p3"]
    assert opened["acts"]["rows"]
    keyed = [card for card in shut["attention"]["cards"] if card["kind"] == "p2" and not card["slim"]]
    assert len(keyed) <= 1, "from the second on that nobody has seen they have no keys until they are touched"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_heading_of_the_signed_acts_stands_apart_from_its_day(answers: Answers, language: str) -> None:
    """In English they ran into one word on the small stage."""
    tables = night()
    face = face_of("1280x800", answers, tables, language)
    assert face.take(face.words({"tables": tables})["foot"]["tap"])
    said = face.words({"tables": tables})
    screen = Screen()
    screen.show(said | {"reduced_motion": True})
    with closing(Stage("PitScreen", screen, SIZES["1280x800"])) as stage:
        stage.settle(40)
        written = {text.text: text.ink for text in words(stage.window)}
        title, day = written[said["acts"]["title"]], written[said["acts"]["note"]]
        assert day.left() - title.right() >= 8


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_sign_of_jp1_lies_on_its_words(glass: tuple[str, Stage], language: str) -> None:
    """A doubtful sensor of the small stage had its diamond over its first letters."""
    size, stage = glass
    for state in ("sensor_doubted", "sensor_seat_by_hand", "settling"):
        tables = {"tables": [named("UTH-1", pit_states.STATES[state]())]}
        face = RoomFace(language, zone=PARIS, extent=EXTENTS[size])
        face.take({"act": "tab", "tab": "live"})
        stage.screen.show(face.words(tables) | {"reduced_motion": True})
        stage.settle(20)
        signs = [area(item) for item in items(stage.window) if item.property("inside") is not None]
        assert signs, state
        met = [text.text for sign in signs for text in words(stage.window) if sign.intersects(text.ink)]
        assert met == [], state


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("state", ["refunding", "casino", "unseen"])
def test_the_longest_words_of_a_felt_and_of_its_alarm_stand_clear_at_every_size(
    glass: tuple[str, Stage], state: str, language: str
) -> None:
    """On a small stage a refund left its seat, Super Ante lay over its sum, and the hour at which the pit was
    called over the code of the alarm."""
    size, stage = glass
    felt = {
        "refunding": pit_states.refunding,
        "casino": game_states.casino_decided,
        "unseen": pit_states.royal,
    }[state]()
    felt.now_ms += 61_000
    felt.see(i.TimeObserved(felt.now_ms))
    face = RoomFace(language, zone=PARIS, extent=EXTENTS[size])
    face.take({"act": "tab", "tab": "live"})
    said = face.words({"tables": [named("UTH-1", felt)]})
    stage.screen.show(said | {"reduced_motion": True})
    stage.settle(40)
    assert stumbled(stage) == []
    assert state != "unseen" or said["attention"]["cards"][0]["called"]


def every_part(face: RoomFace, tables: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The page that is looked at, in each of its parts."""
    said = face.words(tables)
    yield said
    for key in said["parts"]:
        if not key["on"]:
            face.take(key["tap"])
            yield face.words(tables)


@pytest.mark.long
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_page_of_one_table_can_be_read_at_every_size(glass: tuple[str, Stage], language: str) -> None:
    size, stage = glass
    chosen = [
        *(("live", felt()) for felt in pit_states.STATES.values()),
        *(("payment", felt()) for felt in payment_states.STATES.values()),
        *(("settings", felt()) for felt in settings_states.STATES.values()),
        *(("devices", pit_states.STATES[name]()) for name in ("evening", "troubled", "every_mark")),
    ]
    first, step = (["fr", "en"].index(language), 2) if size == "1280x800" else (0, 6)
    found = []
    for tab, felt in chosen[first::step]:
        tables = {"tables": [named("UTH-3", felt), named("UTH-1", pit_states.evening())], "desk": DESK}
        face = RoomFace(language, zone=PARIS, extent=EXTENTS[size])
        face.words(tables)
        face.take({"act": "look", "table": "UTH-3", "tab": tab})
        for said in every_part(face, tables):
            stage.screen.show(said | {"reduced_motion": True})
            stage.settle(20)
            found += [f"{tab} {said['part']} {felt.state.phase}: {one}" for one in stumbled(stage)]
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_every_page_of_the_house_can_be_read_at_every_size(size: str, tmp_path: Path) -> None:
    found, stage = [], None
    screen = Screen()
    for state, language, said in pages_said(tmp_path, size):
        screen.show(said)
        stage = stage or Stage("PitScreen", screen, SIZES[size])
        stage.settle(40)
        found += [f"{state} {language}: {one}" for one in stumbled(stage)]
    assert stage is not None
    stage.close()
    assert found == []


TABLED = ("rounds", "plots", "registers", "inspector")
"""The pages of the house that look at one table."""


def table_keys(said: dict[str, Any]) -> list[dict[str, Any]]:
    told: dict[str, Any] = said["told"]
    keys: list[dict[str, Any]] = told["tables_keys"] if said["page"] == "PitInspector" else told["tables"]
    return keys


@pytest.mark.parametrize("page", TABLED)
@pytest.mark.parametrize("count", [3, 8, 40])
def test_any_table_is_two_touches_away_on_a_page_of_the_house(
    answers: Answers, tmp_path: Path, count: int, page: str
) -> None:
    """Of forty tables the rounds offered three, registers seven, an inspector's page four."""
    names = [f"UTH-{number}" for number in range(1, count + 1)]
    choice, tables = Choice(tmp_path), {"tables": calm()}
    face = RoomFace("fr", house_pages(Crowded(answers, names), tmp_path, choice), zone=PARIS)
    face.take({"act": "tab", "tab": page})
    for name in names:
        keys = table_keys(face.words(tables))
        if name not in {key["label"] for key in keys}:
            assert face.take(keys[-1]["tap"])
            keys = face.words(tables)["told"]["every"]["keys"]
            assert [key["label"] for key in keys] == ["Salle", *names]
        (key,) = [key for key in keys if key["label"] == name]
        assert face.take(key["tap"])
        assert choice.table == name
        assert face.words(tables)["told"]["every"] is None, "what was chosen shuts the list"


@pytest.mark.parametrize("page", TABLED)
def test_the_list_of_every_table_can_be_read_and_touched_at_every_size(
    glass: tuple[str, Stage], answers: Answers, tmp_path: Path, page: str
) -> None:
    size, stage = glass
    tables = {"tables": many()}
    for names in ([f"UTH-{number}" for number in range(11, 51)], [f"ULTIMATE-{n}" for n in range(10, 50)]):
        house = Crowded(answers, names)
        face = RoomFace("fr", house_pages(house, tmp_path), zone=PARIS, extent=EXTENTS[size])
        face.take({"act": "tab", "tab": page})
        for _ in range(2):
            said = face.words(tables)
            stage.screen.show(said | {"reduced_motion": True})
            stage.settle(40)
            assert stumbled(stage) == []
            face.take(table_keys(said)[-1]["tap"])
        reached = {touch.parentItem().property("says") for touch in controls(stage.window)}
        assert {"Salle", *names, "Toutes les tables"} <= reached
        assert set(names) <= {text.text for text in words(stage.window)}


def shown_of_forty(glass: tuple[str, Stage], answers: Answers, folder: Path, tab: str, language: str) -> Any:
    """A page beside forty tables is on the glass: what it is in words."""
    size, stage = glass
    house = Crowded(answers, [f"UTH-{number}" for number in range(1, 41)])
    face = RoomFace(language, house_pages(house, folder), zone=PARIS, extent=EXTENTS[size])
    tables = {"tables": many()}
    face.take({"act": "tab", "tab": tab})
    face.words(tables)
    for key in face.words(tables)["parts"][-1:]:
        face.take(key["tap"])  # where list and round are two parts, the round
    said = face.words(tables)
    stage.screen.show(said | {"reduced_motion": True})
    stage.settle(60)
    return said


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_keys_below_a_round_do_not_lie_on_one_another(
    glass: tuple[str, Stage], answers: Answers, tmp_path: Path, language: str
) -> None:
    """Without a key of the house the words of the evidence lay under the choice of facts at 1920."""
    said = shown_of_forty(glass, answers, tmp_path, "rounds", language)["told"]
    labels = [said["exports"][-1]["label"], said["replay"]["shown"][0]["label"]]
    texts = [item for item in items(glass[1].window) if item.inherits("QQuickText")]
    where = {item.property("text"): drawn_at(item) for item in texts}  # also below the edge of a page
    assert where[labels[0]].right() + 28 <= where[labels[1]].left()


def test_lists_of_tables_end_with_a_whole_one_and_count_those_below(
    glass: tuple[str, Stage], answers: Answers, tmp_path: Path
) -> None:
    """At 1920 the devices of twelve tables of forty were listed, and nothing told of the others."""
    size, stage = glass
    shown_of_forty(glass, answers, tmp_path, "devices", "fr")
    lists = [item for item in items(stage.window) if item.inherits("QQuickListView")]
    assert len(lists) == (1 if size == "1280x800" else 2)
    counts = [text.text for text in words(stage.window) if text.text.startswith("↓ ")]
    for one in lists:
        row_px = one.property("contentHeight") / 40
        assert one.height() % row_px == pytest.approx(0, abs=0.5) or size == "1280x800"
        assert f"↓ {40 - int(one.height() // row_px)}" in counts


def test_the_column_of_alarms_ends_with_a_whole_card_at_every_size(glass: tuple[str, Stage]) -> None:
    """At 2560 the fifth of eight alarms was cut through its keys."""
    size, stage = glass
    stage.screen.show(face_of(size, None, many()).words({"tables": many()}) | {"reduced_motion": True})
    stage.settle(60)
    assert cut_cards(stage) == []


def test_the_page_of_integrity_says_how_many_chains_it_does_not_list(answers: Answers) -> None:
    told = answers.answer({"ask": "integrity"})
    many_chains = {**told, "chains": [told["chains"][0]] * 40}
    assert chains(Words("fr", PARIS), many_chains)["tail"] == "11 sur 40"
    assert chains(Words("fr", PARIS), told)["tail"] == ""


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_keys_of_an_alarm_stand_on_one_line_at_every_size(
    glass: tuple[str, Stage], language: str
) -> None:
    """HELP of a hand to verify stood alone on a second line at 1280, beside the alarm's code."""
    size, stage = glass
    for state in ("viewed", "every_mark", "jp1_closed"):
        tables = [named("UTH-1", pit_states.STATES[state]())]
        said = face_of(size, None, tables, language).words({"tables": tables})
        stage.screen.show(said | {"reduced_motion": True})
        stage.settle(40)
        assert stumbled(stage) == []
        shown = {touch.parentItem().property("says"): area(touch) for touch in controls(stage.window)}
        for card in said["attention"]["cards"]:
            own = [key["says"] for key in card["keys"] if key["tap"].get("tab") != "live"]
            assert len({shown[key].top() for key in own if key in shown}) <= 1, f"{state} {card['title']}"
        codes = {card["code"] for card in said["attention"]["cards"] if not card["slim"]}
        assert codes <= {text.text for text in words(stage.window)}


def test_a_page_that_needs_more_is_scrolled_and_says_so() -> None:
    tables = {"tables": calm()}
    face = RoomFace("fr", zone=PARIS, extent=SMALL)
    screen = Screen(face)
    face.take({"act": "tab", "tab": "live"})
    screen.show(tables)
    stage = Stage("PitScreen", screen, SIZES["1280x800"])
    stage.settle(250)
    assert "Appareils" not in {text.text for text in words(stage.window) if text.ink.top() > SMALL.top}
    for _ in range(2):
        (below,) = [
            t for t in controls(stage.window) if t.parentItem().property("says") == "suite de la page"
        ]
        at = below.mapToScene(QPointF(below.width() / 2, below.height() / 2)).toPoint()
        QTest.mouseClick(stage.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        stage.settle(300)
    assert "Appareils" in {text.text for text in words(stage.window) if text.ink.top() > SMALL.top}
    stage.close()


def test_a_register_has_as_many_rows_as_its_page_shows_whole(
    glass: tuple[str, Stage], answers: Answers
) -> None:
    """On a wide panel 24 of 33 stood there, each of two lines, and the newest of them were out of sight."""
    size, stage = glass
    tables = {"tables": night(), "desk": DESK}
    answers.answer({"ask": "registers"})
    while answers.step():
        pass
    face = RoomFace("fr", house_pages(Told(answers), Path("exports")), zone=PARIS, extent=EXTENTS[size])
    face.words(tables)
    face.take({"act": "tab", "tab": "registers"})
    for key in face.words(tables)["parts"][-1:]:
        face.take(key["tap"])
    said = face.words(tables)
    stage.screen.show(said | {"reduced_motion": True})
    stage.settle(60)
    rows = said["told"]["rows"]
    named = {row["cells"][0] for row in rows}
    places = sorted((text.ink for text in words(stage.window) if text.text in named), key=QRectF.top)
    assert len(places) == len(rows) >= 11
    steps = next(text.ink for text in words(stage.window) if text.text == "Plus anciennes")
    heads = next(text.ink for text in words(stage.window) if text.text == "Écriture")
    step = min(below.top() - above.top() for above, below in pairwise(places))
    assert heads.bottom() < places[0].top()
    assert places[-1].bottom() < steps.top() < places[-1].bottom() + 5 * step


def test_what_is_chosen_in_a_list_is_shown_where_list_and_choice_are_two_parts() -> None:
    tables = {"tables": night()}
    face = RoomFace("fr", zone=PARIS, extent=SMALL)
    face.words(tables)
    face.take({"act": "tab", "tab": "devices"})
    listed = face.words(tables)
    assert [(key["label"], key["on"]) for key in listed["parts"]] == [("Tous", True), ("Un appareil", False)]
    cell = next(row for row in listed["told"]["rows"] if row["name"] == "UTH-6")["cells"][0]
    assert face.take(cell["tap"])
    assert face.words(tables)["part"] == "one"
    face.extent = USUAL
    assert face.words(tables)["parts"] == []


def test_a_touch_beside_the_bars_of_a_row_opens_its_table(answers: Answers) -> None:
    tables = [named(f"UTH-{n}", pit_states.evening()) for n in (1, 2)]
    face = face_of("1920x1080", answers, tables)
    screen = Screen(face)
    screen.show({"tables": tables})
    stage = Stage("PitScreen", screen, SIZES["1920x1080"])
    stage.settle(250)
    (row,) = [
        touch
        for touch in controls(stage.window)
        if touch.parentItem().property("says") == "UTH-2" and area(touch).width() > 600
    ]
    at = row.mapToScene(QPointF(24 + 650 + 20, row.height() / 2)).toPoint()
    QTest.mouseClick(stage.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    stage.settle(20)
    assert (screen.shown()["page"], screen.shown()["told"]["table"]) == ("PitLive", "UTH-2")
    stage.close()


def test_a_row_of_a_list_is_as_high_as_a_key_on_a_small_stage(answers: Answers, tmp_path: Path) -> None:
    """It was 27 px, under 5 mm of a 10 inch panel: the round above or below opened instead."""
    tables = {"tables": calm()}
    face = RoomFace("fr", house_pages(Told(answers), tmp_path), zone=PARIS, extent=SMALL)
    face.words(tables)
    for tab, lists in (
        ("rounds", ["list"]),
        ("jackpot", ["entries", "generations"]),
        ("integrity", ["chains"]),
    ):
        face.take({"act": "tab", "tab": tab})
        told = face.words(tables)["told"]
        for name in lists:
            hits = json.loads(told[name]["hits"])
            assert hits or name == "generations", name  # none was won yet
            assert all(hit["h"] >= FINGER_PX for hit in hits), name
            below = [later["y"] - hit["y"] - hit["h"] for hit, later in pairwise(hits)]
            assert all(gap >= 0 for gap in below), name


def test_rounds_that_closed_since_are_counted_in_sight_on_a_small_stage(
    answers: Answers, tmp_path: Path
) -> None:
    """They were counted below the list, which is scrolled: `4 of 4 rounds` stood while 58 were played."""
    tables = {"tables": calm()}
    face = RoomFace("fr", house_pages(Told(answers), tmp_path), zone=PARIS, extent=SMALL)
    face.words(tables)
    face.take({"act": "tab", "tab": "rounds"})
    said = face.words(tables)
    told = said["told"]
    keys = [
        {"label": label, "tap": {"act": "page", "page": "rounds", "newest": True}}
        for label in ("↑ 1 054", "Plus récents", "Plus anciens")
    ]
    screen = Screen()
    screen.show(said | {"told": {**told, "pages": keys}, "reduced_motion": True})
    with closing(Stage("PitScreen", screen, SIZES["1280x800"])) as stage:
        stage.settle(40)
        shown = {touch.parentItem().property("says"): area(touch) for touch in controls(stage.window)}
        assert all(shown[key["label"]].bottom() < 200 for key in keys)
        assert stumbled(stage) == []


def test_an_inspector_s_list_and_its_answers_are_two_parts_of_a_small_stage(
    answers: Answers, tmp_path: Path
) -> None:
    tables = {"tables": calm()}
    for language in ("fr", "en"):
        face = RoomFace(language, house_pages(Told(answers), tmp_path), zone=PARIS, extent=SMALL)
        face.words(tables)
        face.take({"act": "tab", "tab": "inspector"})
        screen = Screen()
        screen.show(face.words(tables))
        stage = Stage("PitScreen", screen, SIZES["1280x800"])
        for said in every_part(face, tables):
            screen.show(said | {"reduced_motion": True})
            stage.settle(60)
            assert [*stage.warnings, *faults(stage.window)] == [], said["part"]
        stage.close()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_reason_of_every_void_is_read_whole_among_the_last_rounds(
    glass: tuple[str, Stage], language: str
) -> None:
    """`annulé : donne irréguli` stood there at 1280."""
    size, stage = glass
    felt = pit_states.STATES["hollow"]()
    for reason in i.Incident:
        view = views.pit(felt.state)
        view["last_rounds"] = [dict(view["last_rounds"][0], voided=str(reason))]
        face = RoomFace(language, extent=EXTENTS[size], zone=PARIS)
        face.take({"act": "tab", "tab": "live"})
        stage.screen.show(face.words({"tables": [Seen(view["table"], view, felt.now_ms)]}))
        stage.settle(20)
        cut = [text.text for text in words(stage.window) if text.truncated]
        assert cut == [], reason
        shown = [text for text in words(stage.window) if str(text.text).startswith(("annulé", "void"))]
        assert len(shown) == 1, reason
