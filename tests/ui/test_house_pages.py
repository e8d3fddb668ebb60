"""The pit's pages of the house's memory: readable, touchable, and every point leads to its rounds."""

from __future__ import annotations

import gc
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from controller.boot.simulated import simulated_night
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.scope import BadQuestion
from controller.house.service import Service
from tests.law.requirements import requirement
from tests.memory.nights import play
from tests.ui import meter_states
from tests.ui.room_states import calm, named
from tests.ui.scene import area, controls, faults, items, painted_over
from tests.ui.told_house import Contradicted, Finding, Told, Waiting
from tests.ui.touched_table import DEVICE
from ui.app import LARGE, Stage, application
from ui.attached_house import HouseLine
from ui.bridge import Screen, plain
from ui.house import ANSWERS_KEPT, ANSWERS_LEAST, ASKED_KEPT, BYTES_KEPT
from ui.ink import Ink
from ui.screen.house_keys import Choice
from ui.screen.house_pages import house_pages
from ui.screen.house_speech import Words
from ui.screen.pit.integrity import chains as chains_of
from ui.screen.pit.notes import HouseNotes
from ui.screen.pit.replay import COLUMNS, GAP_MS, Player, facts, played_ms
from ui.screen.pit.replay_facts import in_words, lines_of, window
from ui.screen.pit.room import RoomFace
from ui.screen.pit.rounds import ROWS
from ui.screen.plots_chance import frequencies
from ui.texts.house import HOUSE

PARIS = ZoneInfo("Europe/Paris")
TABLES = calm()
PAGES = ("rounds", "jackpot", "plots", "registers", "integrity")


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answers]:
    folder = play(tmp_path_factory.mktemp("pages"), rounds=40, tables=2, faults="hard", seed=3)
    with closing(House([folder], ":memory:")) as house:
        house.read_all()
        made = Answers(house)
        made.answer({"ask": "registers"})
        while made.step():
            pass
        yield made


@pytest.fixture(scope="module")
def nothing() -> Iterator[Answers]:
    with closing(House([], ":memory:")) as house:
        yield Answers(house)


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    screen = Screen()
    screen.show(RoomFace("fr", zone=PARIS).words({"tables": TABLES}))
    made = Stage("PitScreen", screen, LARGE)
    yield made
    made.close()


def face_of(memory: Told, language: str = "fr", copied: list[str] | None = None) -> RoomFace:
    pages = house_pages(memory, Path("exports"), copy=(copied if copied is not None else []).append)
    return RoomFace(language, pages, zone=PARIS)


def shown(face: RoomFace, *taps: dict[str, Any], tab: str = "") -> dict[str, Any]:
    """The page after these taps, each of them taken when the words before it were there."""
    for tap in ({"act": "tab", "tab": tab} if tab else None, *taps):
        if tap is not None:
            face.words({"tables": TABLES})
            assert face.take(tap)
    told: dict[str, Any] = face.words({"tables": TABLES})
    return told


def page(name: str, **told: Any) -> dict[str, Any]:
    return {"act": "page", "page": name, **told}


# --- what can be read ----------------------------------------------------------------------------


def looked_at(stage: Stage, said: dict[str, Any]) -> None:
    stage.screen.show(said | {"reduced_motion": True})
    stage.settle(60)
    assert stage.warnings == []
    assert faults(stage.window) == []
    for touch in controls(stage.window):
        assert min(area(touch).width(), area(touch).height()) >= 48


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_can_be_read_and_touched(stage: Stage, answers: Answers, name: str, language: str) -> None:
    face = face_of(Told(answers), language)
    looked_at(stage, shown(face, tab=name))
    if name == "plots":
        looked_at(stage, shown(face, page("plots", group="conduct")))
        looked_at(stage, shown(face, page("plots", table="UTH-2"), page("plots", period="year")))
    if name == "registers":
        looked_at(stage, shown(face, page("registers", rows=1)))
        for register in ("table-results", "corrections", "incidents", "orphans"):
            looked_at(stage, shown(face, page("registers", register=register)))
    if name == "rounds":
        looked_at(stage, shown(face, page("rounds", incident=1)))
        looked_at(stage, shown(face, page("rounds", every=True), page("rounds", at=10_000)))
        looked_at(stage, shown(face, page("rounds", set={"class": "full_house", "flag": "supervised"})))


def test_a_register_too_wide_for_the_page_leaves_out_columns_that_hold_nothing(answers: Answers) -> None:
    """Numbers were broken in two beside empty columns; a narrow register keeps all it has."""
    face = face_of(Told(answers))
    shown(face, tab="registers")
    heads = {}
    for name in ("table-results", "day-totals"):
        told = shown(face, page("registers", register=name))["told"]
        heads[name] = [column["head"] for column in told["columns"]]
        assert told["rows"]
        assert all(len(row["cells"]) == len(heads[name]) for row in told["rows"])
    every = {
        name: [
            one["head"]
            for one in answers.answer({"ask": "registers", "register": name})["register"]["columns"]
        ]
        for name in heads
    }
    assert {"Écriture", "Résultat", "JP1 payé"} <= set(heads["table-results"])
    assert {"Rectification", "Orphelins"} <= set(every["table-results"]) - set(heads["table-results"])
    assert heads["day-totals"] == every["day-totals"]


@requirement("PM-02")
def test_the_jackpot_s_page_shows_each_of_its_six_parameters_by_its_name(
    stage: Stage, answers: Answers
) -> None:
    """PM-02: base, reset amount, increment rate, hidden rate, limit, threshold; as the table tells them."""
    tables = {"tables": [named(name, meter_states.running()) for name in ("UTH-1", "UTH-2")]}
    face = face_of(Told(answers))
    face.words(tables)
    assert face.take({"act": "tab", "tab": "jackpot"})
    said = face.words(tables)
    looked_at(stage, said)
    assert {row["name"]: row["value"] for row in said["told"]["terms"]} == {
        "Départ": "10\u202f000\u00a0€",
        "Remise après un gain": "10\u202f000\u00a0€",
        "Part au compteur": "25\u00a0%",
        "Part à la réserve": "15\u00a0%",
        "Limite": "50\u202f000\u00a0€",
        "Refus au-delà de": "35\u00a0€",
    }


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_without_matter_says_so(stage: Stage, nothing: Answers, name: str, language: str) -> None:
    looked_at(stage, shown(face_of(Told(nothing), language), tab=name))
    looked_at(stage, shown(face_of(Waiting(nothing), language), tab=name))


def test_without_a_house_its_pages_have_no_tab() -> None:
    said = RoomFace("fr", zone=PARIS).words({"tables": TABLES})
    assert {tab["tap"]["tab"] for tab in said["tabs"]}.isdisjoint({"rounds", "jackpot", "plots", "integrity"})


def test_both_languages_have_the_same_places() -> None:
    for key, (french, english) in HOUSE.items():
        assert set(places(french)) == set(places(english)), key
        assert french.strip()
        assert english.strip()


def places(words: str) -> list[str]:
    return [part.partition("}")[0].partition(":")[0] for part in words.split("{")[1:]]


def test_the_chosen_round_the_fact_under_the_cursor_and_the_phases_can_be_read(
    stage: Stage, answers: Answers
) -> None:
    """They stand on bands that a painter draws; a painter over the words of its place would hide them."""
    said = shown(face_of(Told(answers)), tab="rounds")
    looked_at(stage, said)
    assert painted_over(stage.window) == []
    inks = [one for one in every_item(stage.window.contentItem()) if isinstance(one, Ink)]
    for ink in inks:
        ink.setZ(1)
    hidden = painted_over(stage.window)
    for ink in inks:
        ink.setZ(-1)
    told = said["told"]
    for band in (told["list"], told["replay"]["line"], told["replay"]["facts"]):
        assert {one["t"] for one in json.loads(band["texts"])} & set(hidden)


# --- what a touch leads to -----------------------------------------------------------------------


@pytest.mark.parametrize("group", ["play", "conduct"])
def test_every_point_of_every_plot_leads_to_rounds(answers: Answers, group: str) -> None:
    memory = Told(answers)
    face = face_of(memory)
    panels = shown(face, page("plots", group=group), tab="plots")["told"]["panels"]
    assert len(panels) == 6
    for panel in panels:
        hits = json.loads(panel["hits"])
        assert hits, panel["title"]
        for hit in (hits[0], hits[len(hits) // 2], hits[-1]):
            face.take(hit["tap"])
            said = face.words({"tables": TABLES})
            assert said["page"] == "PitHistory"
            assert said["told"]["list"] or said["told"]["none"]


def test_a_touch_of_a_plot_just_after_another_came_is_for_what_stood_there(answers: Answers) -> None:
    """It was for the neighbour, or for what had come there, or for nothing."""
    face = face_of(Told(answers))
    before, after = (
        shown(face, page("plots", group=group), tab="plots") | {"reduced_motion": True}
        for group in ("play", "conduct")
    )
    done: list[Any] = []
    screen = Screen(None, done.append)
    screen.show(before)
    stage = Stage("PitScreen", screen, LARGE)
    stage.settle(400)
    plots = [
        one for one in items(stage.window) if one.property("over") is not None and plain(one.property("hits"))
    ]
    assert len(plots) == 6
    for plot in plots:
        hits = plain(plot.property("hits"))
        assert isinstance(hits, list)
        hit = hits[len(hits) // 2]
        middle = QPointF(hit["x"] + hit["w"] / 2, hit["y"] + hit["h"] / 2)
        screen.show(after)  # no frame shows it before the finger comes
        done.clear()
        at = plot.mapToScene(middle).toPoint()
        QTest.touchEvent(stage.window, DEVICE).press(0, at, stage.window).commit(False)
        QTest.touchEvent(stage.window, DEVICE).release(0, at, stage.window).commit(False)
        stage.settle(20)
        assert done == [hit["tap"]]
        screen.show(before)
        stage.settle(400)
    assert stage.warnings == []
    stage.close()


def test_a_bar_leads_to_exactly_the_rounds_in_it(answers: Answers) -> None:
    memory = Told(answers)
    face = face_of(memory)
    told = shown(face, page("plots", group="play"), tab="plots")["told"]
    rates = answers.plots({"plots": ["rounds_per_hour"]})["plots"]["rounds_per_hour"]["tables"][0]
    bar = rates["bars"][0]
    hit = next(
        hit
        for hit in json.loads(told["panels"][0]["hits"])
        if hit["tap"]["filter"]["table"] == rates["table"] and hit["tap"]["filter"]["from_ms"] == bar[0]
    )
    assert shown(face, hit["tap"])["told"]["note"].startswith(f"{rates['table']} · {bar[1]} sur ")


def test_the_plots_draw_the_target_that_the_room_draws(answers: Answers) -> None:
    """The page had the house's 30 beside the 41 of the room's rows."""
    face = RoomFace("fr", house_pages(Told(answers), Path("x")), zone=PARIS, target_per_hour=41)
    texts = json.loads(shown(face, tab="plots")["told"]["panels"][0]["texts"])
    aims = [text["t"].partition(" · ")[0] for text in texts if text["t"].startswith("cible")]
    assert set(aims) == {"cible 41"}
    for wrong in (-1, 201, "41"):
        with pytest.raises(BadQuestion, match="target"):
            answers.answer({"ask": "plots", "plots": ["rounds_per_hour"], "target": wrong})


def test_the_notices_are_asked_for_with_the_target_of_the_room(answers: Answers) -> None:
    """The house had a target of its own: it told of a pace that the room did not draw, or kept silent."""
    asked: list[Mapping[str, Any]] = []

    class Heard(Finding):
        def ask(self, question: Mapping[str, Any]) -> Any:
            asked.append(question)
            return super().ask(question)

    house = Heard(answers)
    for target, wanted in ((41, {"ask": "notices", "target": 41}), (0, {"ask": "notices"})):
        notes = HouseNotes(house)
        face = RoomFace("fr", zone=PARIS, target_per_hour=target, notes=notes)
        asked.clear()
        face.words({"tables": TABLES})
        assert wanted in asked
        face.take({"act": "put_away", "what": "pace", "table": "UTH-2", "why": "checked"})
        assert house.told[-1].get("target") == (target or None)


def test_filters_take_their_values_in_turn_and_can_be_taken_off(answers: Answers) -> None:
    face = face_of(Told(answers))
    said = shown(face, tab="rounds")["told"]
    seat = said["filters"][0]["tap"]
    first = shown(face, seat)["told"]
    assert first["filters"][0]["label"] == "Siège 1"
    found = answers.rounds({"seat": 1})["found"]
    assert f" · {found} sur " in first["note"]
    for _ in range(8):
        seat = shown(face, seat)["told"]["filters"][0]["tap"]
    assert seat["set"] == {"seat": 1}


def test_a_round_is_shown_with_what_came_of_it_and_played_from_its_first_fact() -> None:
    now_ms, entries = [0], [{"at_ms": at * 1_000, "quiet": False, "incident": False} for at in range(4)]
    player = Player(lambda: now_ms[0])
    player.begin()
    assert (player.at([]), player.at(entries)) == (0, 3), "its facts came later"
    assert player.take({"play": 1})
    assert player.at(entries) == 0
    now_ms[0] = 1_000
    assert (player.at(entries), player.playing) == (3, False)


def test_a_detail_is_told_whole_and_its_first_line_leaves_room_for_where_it_came_from() -> None:
    assert lines_of("8♠ 9♠ 7♥ 8♦ 6♣", 24, 46) == ["8♠ 9♠ 7♥ 8♦ 6♣"]
    assert lines_of("8♠ 9♠ 7♥ 8♦ 6♣ 5♣ 4♣", 24, 46) == ["8♠ 9♠ 7♥ 8♦ 6♣ 5♣", "4♣"]
    assert lines_of("siège 7 · pris", 14, 14) == ["siège 7 · pris"]
    assert lines_of("valeur 10\u202f072,50\u00a0€ · écriture 72", 12, 18) == [
        "valeur",
        "10\u202f072,50\u00a0€ ·",
        "écriture 72",
    ]
    assert lines_of("5f" * 32, 30, 46) == ["5f" * 15, "5f" * 17]


def test_the_facts_of_a_replay_are_listed_round_the_one_that_is_shown_and_fill_the_room() -> None:
    heights = [27, 43, 27, 27, 59, 27, 27, 27]
    assert window(heights, 0, 110) == range(3)
    assert window(heights, 7, 110) == range(5, 8)
    assert window(heights, 4, 120) == range(3, 6)
    assert window(heights, 4, 20) == range(4, 5)
    assert window([27], 0, 351) == range(1)
    for place in range(len(heights)):
        shown = window(heights, place, 140)
        assert place in shown
        assert sum(heights[at] for at in shown) <= 140


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_detail_of_a_replay_is_cut(answers: Answers, language: str, every: bool) -> None:
    words = Words(language, PARIS)
    for one in answers.rounds({"incident": True})["rounds"][:3]:
        told = answers.replay({"table": one["table"], "round": one["round"]})
        for at, entry in enumerate(told["entries"]):
            drawn = json.loads(facts(words, told["entries"], at, every=every)["texts"])
            detail = "".join(text["t"] for text in drawn if text["x"] == COLUMNS[4])
            assert bare(in_words(words, entry["facts"][language == "en"])) in bare(detail)


def bare(text: str) -> str:
    """The letters, without what parts them."""
    return text.replace(" ", "").replace("·", "")


def test_a_chosen_round_that_is_still_being_read_says_so(answers: Answers) -> None:
    """It said `choose a round` beside the one that was chosen."""

    class Slow(Told):
        def ask(self, question: Mapping[str, Any]) -> Any:
            return None if question["ask"] == "replay" else super().ask(question)

    told = shown(face_of(Slow(answers)), tab="rounds")["told"]
    assert (told["replay"], told["choose"]) == (None, "La maison relit ce coup…")


def test_a_round_is_stepped_played_and_searched_for_its_incident(answers: Answers) -> None:
    now = [0]
    player = Player(lambda: now[0])
    one = answers.rounds({"incident": True})["rounds"][0]
    told = answers.replay({"table": one["table"], "round": one["round"]})
    entries = told["entries"]
    assert player.at(entries) == 0
    player.take({"step": 1})
    first = player.at(entries)
    assert first > 0
    assert not entries[first]["quiet"]
    player.take({"step": -1})
    assert player.at(entries) == 0
    player.take({"incident": 1})
    assert entries[player.at(entries)]["incident"]
    player.take({"at": 0})
    player.take({"speed": 16})
    player.take({"play": 1})
    whole = played_ms(entries)[-1]
    now[0] = whole // 32
    half = player.at(entries)
    assert played_ms(entries)[half] <= whole // 2 < played_ms(entries)[half + 1] + GAP_MS
    now[0] = whole // 16 + 1
    assert player.at(entries) == len(entries) - 1
    assert not player.playing


def test_the_times_for_the_video_are_told_in_both_clocks(answers: Answers) -> None:
    copied: list[str] = []
    face = face_of(Told(answers), copied=copied)
    replay = shown(face, tab="rounds")["told"]["replay"]
    shown(face, page("rounds", copy=1))
    one = answers.rounds({"limit": 1})["rounds"][0]
    assert copied == [replay["video"]]
    assert f",{one['opened_ms'] % 1000:03d}" in copied[0]
    assert copied[0].endswith("UTC")


def test_the_list_stands_still_while_a_round_of_it_is_looked_at(answers: Answers) -> None:
    """Nothing moves under the pointer: rounds that close meanwhile are counted, until they are asked for."""

    class Growing(Told):
        closed = 0

        def ask(self, question: Mapping[str, Any]) -> Any:
            told = super().ask(question)
            if question["ask"] != "rounds" or not self.closed:
                return told
            new = [{**told["rounds"][0], "round": 900 + n} for n in range(self.closed, 0, -1)]
            return {**told, "found": told["found"] + self.closed, "rounds": [*new, *told["rounds"]][:ROWS]}

    memory = Growing(answers)
    face = face_of(memory)
    shown(face, tab="rounds")
    before = shown(face)["told"]
    memory.closed = 2
    after = shown(face)["told"]
    assert after["list"] == before["list"]
    (newer,) = [key for key in after["pages"] if key["label"].startswith("↑")]
    assert newer["label"] == "↑ 2"
    fresh = shown(face, newer["tap"])["told"]
    assert fresh["list"] != before["list"]
    assert not [key for key in fresh["pages"] if key["label"].startswith("↑")]


def test_a_replay_is_headed_by_its_round_and_tells_table_session_and_day_beside_it(answers: Answers) -> None:
    """`20/11 · 30` stood there, which is no name of a round."""
    first = answers.rounds({"limit": 1})["rounds"][0]
    replay = shown(face_of(Told(answers)), tab="rounds")["told"]["replay"]
    assert replay["title"] == f"Coup {first['round']}"
    day = Words("fr", PARIS).day(first["closed_ms"])
    assert replay["head"].startswith(f"{first['table']} · séance {first['session']} · {day}, ")


def test_what_was_written_of_one_round_is_not_told_under_another(answers: Answers, tmp_path: Path) -> None:
    choice = Choice(tmp_path)
    face = RoomFace("fr", house_pages(Told(answers), tmp_path, choice), zone=PARIS)
    shown(face, tab="rounds")
    choice.saved("exports/UTH-1-000001-24.evidence.zip")
    assert shown(face)["told"]["saved"].endswith("UTH-1-000001-24.evidence.zip")
    other = answers.rounds({"limit": 2})["rounds"][1]
    tap = page("rounds", **{name: other[name] for name in ("table", "session", "round")})
    assert shown(face, tap)["told"]["saved"] == ""


def test_an_altered_round_says_at_which_entry(answers: Answers) -> None:
    class Altered(Told):
        def ask(self, question: Mapping[str, Any]) -> Any:
            told = super().ask(question)
            if question["ask"] != "replay":
                return told
            return {**told, "chain": {**told["chain"], "ok": False, "seq": 18_402, "why": "its hash"}}

    replay = shown(face_of(Altered(answers)), tab="rounds")["told"]["replay"]
    assert replay["chain"] == {"ok": False, "text": "ALTÉRÉ à l’écriture 18\u202f402\u00a0: its hash"}


def test_a_journal_that_is_not_read_on_is_not_called_intact(answers: Answers) -> None:
    """Its card in the column leads here, and here stood: intact, with a tick."""

    class Unread(Told):
        def ask(self, question: Mapping[str, Any]) -> Any:
            told = super().ask(question)
            if question["ask"] != "integrity":
                return told
            first = told["chains"][0]
            return {**told, "unread": [{"table": first["table"], "session": first["session"], "seq": 1_204}]}

    chains = shown(face_of(Unread(answers)), tab="integrity")["told"]["chains"]
    texts = [text["t"] for text in json.loads(chains["texts"])]
    assert texts.count("non lu après l’écriture 1\u202f204") == 1
    well = shown(face_of(Told(answers)), tab="integrity")["told"]["chains"]
    assert texts.count("intact") == [text["t"] for text in json.loads(well["texts"])].count("intact") - 1


def test_a_head_that_is_there_before_its_entries_were_read_has_no_lag_below_zero(answers: Answers) -> None:
    told = answers.integrity({})
    (row, *others) = told["chains"]
    ahead = {**row, "signed_entries": row["entries"] + 13, "signed_ms": 1}
    drawn = chains_of(Words("fr"), {**told, "chains": [ahead, *others]})
    assert "−13" not in (said := [text["t"] for text in json.loads(drawn["texts"])])
    assert "0" in said


def test_a_verification_is_begun_by_its_key_and_told_while_it_runs(answers: Answers) -> None:
    memory = Told(answers)
    face = face_of(memory)
    key = shown(face, tab="integrity")["told"]["verify"][0]
    shown(face, key["tap"])
    assert answers.step()
    running = shown(face)["told"]
    assert running["verify"][0]["tap"] is None
    assert running["check"]["title"] == "Vérification en cours"
    while answers.step():
        pass
    done = shown(face)["told"]
    assert done["check"]["percent"] == "100\u00a0%"
    assert done["check"]["faults"] == "0"


def test_registers_are_chosen_by_their_names_and_corrections_are_red(answers: Answers) -> None:
    memory = Told(answers)
    face = face_of(memory)
    told = shown(face, tab="registers")["told"]
    assert len(told["registers"]) == 10
    assert told["registers"][0]["on"]
    assert [key["tap"]["export"] for key in told["exports"]] == ["pdf", "csv", "json"]
    assert {step["label"] for step in told["steps"]} == {"Plus anciennes"}
    corrections = shown(face, told["registers"][-1]["tap"])["told"]
    red = [row for row in corrections["rows"] if row["red"]]
    assert red
    assert all(row["cells"][-1] for row in red)
    face.take(page("registers", export="csv"))
    assert memory.saved[0]["name"] == "tapis-corrections.csv"


def test_no_file_of_registers_is_offered_while_journals_are_read(answers: Answers) -> None:
    face = face_of(Told(Answers(answers.house)))
    told = shown(face, tab="registers")["told"]
    assert told["note"] == "lecture des journaux\u00a0: 0 sur 2"
    assert told["exports"] == []


@pytest.mark.long
def test_plots_turned_to_again_and_again_are_painted_by_the_same_painters(
    stage: Stage, answers: Answers
) -> None:
    """The Python half of an item that QML destroys stays for ever: a screen of months must destroy none."""
    face = face_of(Told(answers))

    def turned(times: int) -> list[Ink]:
        for _ in range(times):
            for name in ("plots", "jackpot", "integrity"):
                stage.screen.show(shown(face, tab=name) | {"reduced_motion": True})
                stage.settle(40)
        gc.collect()
        return [one for one in gc.get_objects() if type(one) is Ink]

    after_two = len(turned(2))
    painters = turned(4)
    assert len(painters) == after_two
    shown_now = [one for one in every_item(stage.window.contentItem()) if isinstance(one, Ink)]
    assert shown_now
    assert all(one.property("marks") for one in shown_now)


def every_item(item: QQuickItem) -> Iterator[QQuickItem]:
    yield item
    for child in item.childItems():
        yield from every_item(child)


# --- the column ---------------------------------------------------------------------------------


def noted(memory: Told, language: str = "fr") -> RoomFace:
    pages = house_pages(memory, Path("exports"))
    return RoomFace(language, pages, zone=PARIS, notes=HouseNotes(memory))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_findings_and_authorisations_can_be_read_in_the_column(
    stage: Stage, answers: Answers, language: str
) -> None:
    looked_at(stage, shown(noted(Finding(answers), language), tab="room"))


def test_each_finding_has_its_priority_and_leads_to_its_plot(answers: Answers) -> None:
    face = noted(Finding(answers))
    told = shown(face, tab="room")["attention"]
    assert [card["kind"] for card in told["cards"]] == ["p2"] * 2 + ["p3"] * 3
    assert told["counts"][1:] == [{"name": "P2", "count": 2}, {"name": "P3", "count": 3}]
    assert told["cards"][2]["text"].endswith("\u22124,1\u00a0σ, au-delà de 4\u00a0σ.")
    assert "sabot\u00a0: 1,4\u00a0%" in told["cards"][4]["text"]
    for card in told["cards"]:
        said = shown(face, card["keys"][0]["tap"])
        assert said["page"] == "PitPlots"
        assert [one["label"] for one in said["told"]["tables"] if one["on"]] == ["UTH-2"]
        assert [one["label"] for one in said["told"]["periods"] if one["on"]] == ["30 jours"]
        assert [one["label"] for one in said["told"]["groups"] if one["on"]] == ["Jeu"]


def test_a_finding_is_put_away_in_two_touches_for_a_reason_and_names_nobody_itself(answers: Answers) -> None:
    memory = Finding(answers)
    face = noted(memory)
    (pace,) = [one for one in shown(face, tab="room")["attention"]["cards"] if "Cadence" in one["title"]]
    assert [key["label"] for key in pace["keys"]] == ["Voir la courbe", "Écarter"]
    told = shown(face, pace["keys"][1]["tap"])["attention"]
    (asked,) = [one for one in told["cards"] if one["title"] == pace["title"]]
    assert asked["text"].startswith("Pourquoi")
    assert [key["label"] for key in asked["keys"]] == ["Vérifié", "Expliqué", "Transmis", "Retour"]
    said = shown(face, asked["keys"][3]["tap"])["attention"]["cards"]
    assert pace["keys"] in [one["keys"] for one in said], "Back puts nothing away"
    shown(face, asked["keys"][1]["tap"])
    told_house = {"ask": "put_away", "what": "pace", "table": "UTH-2", "why": "explained"}
    assert memory.told == [told_house]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_reasons_of_a_finding_can_be_read_and_touched(
    stage: Stage, answers: Answers, language: str
) -> None:
    face = noted(Finding(answers), language)
    shown(face, tab="room")
    looked_at(stage, shown(face, {"act": "help", "alarm": "UTH-2/pace"}))


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("tab", ["room", "integrity"])
def test_a_journal_that_is_not_what_it_was_can_be_read_in_the_column_and_on_its_page(
    stage: Stage, answers: Answers, language: str, tab: str
) -> None:
    looked_at(stage, shown(noted(Contradicted(answers), language), tab=tab))


def test_a_journal_that_is_not_what_it_was_comes_before_what_the_figures_ask(answers: Answers) -> None:
    face = noted(Contradicted(answers))
    told = shown(face, tab="room")["attention"]
    assert [card["kind"] for card in told["cards"]] == ["p2"] * 5 + ["p3"] * 4
    assert told["counts"][1:] == [{"name": "P2", "count": 5}, {"name": "P3", "count": 4}]
    assert told["cards"][5]["text"].startswith("Rien de signé depuis 21:00")
    assert len(told["cards"][5]["keys"]) == 1  # it is not put away
    assert told["cards"][0]["title"] == "LE JOURNAL CONTREDIT LE TÉMOIN"
    assert "18\u202f402" in told["cards"][0]["text"]
    (key,) = told["cards"][0]["keys"]
    said = shown(face, key["tap"])
    assert said["page"] == "PitIntegrity"
    assert "contredit à l’écriture 18\u202f402" in json.dumps(said["told"]["chains"], ensure_ascii=False)


def test_the_journal_of_authorisations_names_time_act_and_person(answers: Answers) -> None:
    acts = shown(noted(Told(answers)), tab="room")["acts"]
    assert acts["title"] == "Journal des autorisations"
    assert len(acts["rows"]) == 4
    assert all(row["time"] and row["act"] and row["person"] for row in acts["rows"])


# --- the line ------------------------------------------------------------------------------------


@contextmanager
def served(answers: Answers, run: Path) -> Iterator[HouseLine]:
    """A line to the house's service over these journals, at work until it is left."""
    application()
    ended, ready = threading.Event(), threading.Event()
    folder = answers.house.folders[0]

    def serve() -> None:
        with closing(House([folder], run / "house.db")) as house:
            house.read_all()
            with closing(Service(Answers(house, signer=answers._signer), run)) as service:
                ready.set()
                service.run(ended.is_set)

    thread = threading.Thread(target=serve)
    thread.start()
    line = HouseLine(str(run / "house.sock"), run / "out")
    try:
        assert ready.wait(20)
        line.start()
        yield line
    finally:
        line.close()
        ended.set()
        thread.join(20)


def test_the_screen_asks_the_service_and_writes_what_it_exports(answers: Answers, tmp_path: Path) -> None:
    written: list[str] = []
    with served(answers, tmp_path) as line:
        line.client.saved.connect(written.append)
        stage = Stage("PitScreen", Screen(), LARGE)
        face = RoomFace("fr", line.pages, zone=PARIS)
        for _ in range(200):
            stage.settle(20)
            told = face.words({"tables": TABLES}) if line.client.there else None
            face.take({"act": "tab", "tab": "rounds"})
            if told is not None and told["told"].get("replay"):
                break
        assert told is not None
        assert told["told"]["replay"]["chain"]["ok"]
        face.take(page("rounds", export="csv"))
        for _ in range(200):
            stage.settle(20)
            if written:
                break
        assert Path(written[0]).read_bytes().startswith(b"\xef\xbb\xbf")
        stage.close()


def test_a_finding_is_looked_at_and_put_away_by_touch_and_comes_back_when_it_is_worse(tmp_path: Path) -> None:
    """By a finger at the glass, over the line to a house whose table has played slowly for half an hour."""
    night = simulated_night(rounds=1_000, seed=7, journal=tmp_path / "night")
    night.night.begin()
    night.night.pass_time(night.night.timeline.clock.now_ms() + 50 * 60_000)
    house = House([tmp_path / "night"], ":memory:")
    with closing(night), closing(house), served(Answers(house), tmp_path) as line:
        face = RoomFace("fr", line.pages, zone=PARIS, target_per_hour=150, notes=line.notes)
        screen = Screen(face)
        screen.show({"tables": TABLES})
        line.client.arrived.connect(lambda: screen.show({"tables": TABLES}))
        stage = Stage("PitScreen", screen, LARGE)

        def until(holds: Callable[[], Any]) -> None:
            for _ in range(200):
                if holds():
                    return
                screen.show({"tables": TABLES})
                stage.settle(20)
            raise AssertionError(screen.shown()["attention"])

        def cards() -> list[dict[str, Any]]:
            return [one for one in screen.shown()["attention"]["cards"] if "Cadence" in one["title"]]

        def touch(says: str) -> None:
            stage.settle(160)  # a layout that has just changed takes no touch
            (key,) = [one for one in controls(stage.window) if one.parentItem().property("says") == says]
            at = key.mapToScene(QPointF(key.width() / 2, key.height() / 2)).toPoint()
            QTest.mouseClick(stage.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)

        until(cards)
        (card,) = cards()
        touch(card["keys"][0]["says"])
        until(lambda: screen.shown()["page"] == "PitPlots" and screen.shown()["told"]["tables"][1:])
        assert [one["label"] for one in screen.shown()["told"]["tables"] if one["on"]] == ["UTH-1"]
        touch(card["keys"][1]["says"])
        until(lambda: cards()[0]["opened"])
        touch(cards()[0]["keys"][1]["says"])
        until(lambda: not cards())
        until(lambda: "Constat écarté" in screen.shown()["acts"]["rows"][0]["act"])
        row = screen.shown()["acts"]["rows"][0]
        assert (row["act"], row["person"]) == ("Constat écarté\u00a0: cadence, expliqué, UTH-1", "pit")
        # Who asks more of the table sees it fall short by more than a tenth.
        face = RoomFace("fr", line.pages, zone=PARIS, target_per_hour=200, notes=line.notes)
        screen = Screen(face)
        screen.show({"tables": TABLES})
        until(cards)
        stage.close()


def test_a_screen_that_asks_for_months_keeps_few_answers_and_those_that_are_shown(
    answers: Answers, tmp_path: Path
) -> None:
    shown_always = {"ask": "figures", "by": "table", "period": "all"}
    with served(answers, tmp_path) as line:
        client = line.client
        stage = Stage("PitScreen", Screen(), LARGE)

        def asked(question: Mapping[str, Any]) -> Any:
            for _ in range(200):
                told = client.ask(question) if client.there else None
                if told is not None:
                    return told
                stage.settle(3)
            raise AssertionError(question)

        first = asked(shown_always)
        for number in range(ASKED_KEPT + 50):
            asked({"ask": "rounds", "limit": 1 + number % 100, "from_ms": number, "to_ms": 1 << 42})
            assert client.ask(shown_always) == first
        kept = client._told.values()
        assert ANSWERS_LEAST <= len(kept) <= ANSWERS_KEPT
        assert sum(size for _, _, size in kept) <= BYTES_KEPT
        assert len(client._asked) <= ASKED_KEPT
        assert client._open == {}
        stage.close()


# --- the choice, and what the figures say ---------------------------------------------------------


def test_a_choice_of_table_and_period_is_shared_by_all_pages(answers: Answers) -> None:
    choice = Choice(Path("x"))
    face = RoomFace("fr", house_pages(Told(answers), Path("x"), choice), zone=PARIS)
    shown(face, page("plots", table="UTH-2"), tab="plots")
    assert shown(face, tab="rounds")["told"]["note"].startswith("UTH-2 · 20 sur 20 coups")
    assert choice.table == "UTH-2"


def test_the_plot_of_hands_says_what_is_needed_and_what_the_last_look_found(answers: Answers) -> None:
    found = answers.plots({"plots": ["frequencies"]})["plots"]["frequencies"]
    words = Words("en", PARIS)
    _, tail, drawing = frequencies(words, found, 600, 252)
    assert tail == ""
    said = [one["t"] for one in json.loads(drawing.told()["texts"])]
    came = {one["table"]: one["came"] for one in found["looks"] if one["test"] == "cards"}
    full = sorted(came.items(), key=lambda one: -one[1])
    named = " · ".join(f"{table} {count}" for table, count in full)
    assert f"By table, one test at each 3\u202f000 hands: {named}" in said
    verdict = {"hands": 150, "what": "Ts", "seen": 0, "expected_milli": 20_192, "surprise": 740, "p_nano": 40}
    last = {**verdict, "suspect": True, "look": 2, "from_ms": 0, "to_ms": 0}
    worn = {**found, "looks": [{**found["looks"][0], "last": last}, *found["looks"][1:]]}
    assert frequencies(words, worn, 600, 252)[1] == "10♠: 0 instead of 20,2"
