"""The inspector's page and screen: what shows each requirement, and no key that changes anything."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from controller.house.answers import MAY_INSPECT, Answers
from controller.house.archive import House
from controller.house.scope import BadQuestion
from controller.journal.keys import simulated_keys
from tests.law.requirements import requirement
from tests.memory.nights import witness_of
from tests.ui.pit_pictures import EXTENTS, SIZES, jackpot_night
from tests.ui.room_states import calm
from tests.ui.scene import area, controls, faults
from tests.ui.told_house import Told
from ui.app import COMPACT, Stage
from ui.attached_inspector import AttachedInspector
from ui.bridge import Screen
from ui.screen.extent import SMALL, WIDE
from ui.screen.house_pages import house_pages
from ui.screen.pit.inspector_screen import InspectorFace
from ui.screen.pit.room import RoomFace
from ui.texts.inspector import INSPECTOR

PARIS = ZoneInfo("Europe/Paris")
NOW = {"now_ms": 1_795_211_919_762}
OWN = {"act": "page", "page": "inspector"}
FINGER_PX = 48 - 0.5
PERIOD = {**OWN, "of_round": False}


class Heard(Told):
    """A house that keeps what it was asked."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers)
        self.asked: list[dict[str, Any]] = []
        self.told: list[dict[str, Any]] = []

    def ask(self, question: Mapping[str, Any]) -> Any:
        self.asked.append(dict(question))
        return super().ask(question)

    def tell(self, question: Mapping[str, Any]) -> None:
        self.told.append(dict(question))

    def save(self, question: Mapping[str, Any], folder: Path) -> None:
        self.asked.append(dict(question))
        super().save(question, folder)


class Refusing(Told):
    """A house that has no answer to what it refuses, as over its socket."""

    def ask(self, question: Mapping[str, Any]) -> Any:
        try:
            return super().ask(question)
        except BadQuestion:
            return None


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answers]:
    night = jackpot_night(tmp_path_factory.mktemp("won"))
    with closing(House([night], ":memory:")) as house:
        house.read_all()
        yield Answers(house, witness_of(night), signer=simulated_keys(3, "house").signer)


def own(memory: Told, language: str = "fr") -> InspectorFace:
    return InspectorFace(memory, Path("exports"), language, zone=PARIS)


def taps(value: Any) -> Iterator[dict[str, Any]]:
    """Every tap of a map of words, those of drawings too."""
    if isinstance(value, dict):
        if isinstance(value.get("tap"), dict):
            yield value["tap"]
        for one in value.values():
            yield from taps(one)
    elif isinstance(value, list):
        for one in value:
            yield from taps(one)
    elif isinstance(value, str) and value.startswith("[{") and '"tap"' in value:
        yield from taps(json.loads(value))


def test_a_round_says_four_answers_and_each_requirement_with_its_mark(answers: Answers) -> None:
    told = own(Told(answers)).words(NOW)["told"]
    assert told["title"] == "Coup 11, UTH-1"
    assert [one["title"] for one in told["answers"]] == [
        *("Chaîne vérifiée", "Livre en accord", "Approuvé à deux", "Réglé selon la règle")
    ]
    marks = {row["id"]: row["mark"] for row in told["rows"]}
    assert (marks["RP-08"], marks["JW-07"], marks["JW-15"]) == ("recomputed", "recorded", "outside")
    assert told["count"] == "26\u00a0: 20 + 4 montrées, 2 à demander"
    assert "lecture 1, écran du pit" in told["foot"]
    assert told["list"][1]["title"] == "Payé sous contrôle"
    assert told["list"][1]["on"] is True


def test_a_period_says_what_is_not_shown_first_and_the_sums_of_the_house(answers: Answers) -> None:
    face = own(Told(answers), "en")
    face.words(NOW)
    face.take(dict(PERIOD))
    told = face.words(NOW)["told"]
    figures = answers.answer({"ask": "figures"})["rows"][0]
    cells = told["tables"]["rows"][0]["cells"]
    assert cells[:3] == ["UTH-1", str(figures["rounds"]), "no gap"]
    assert [row["mark"] for row in told["rows"]] == sorted(
        (row["mark"] for row in told["rows"]), key=("wrong", "outside", "recorded", "recomputed").index
    )
    assert told["list"][0]["heading"] == "Every act by two persons"
    row = next(row for row in told["rows"] if row["id"] == "JW-09")
    face.take(row["tap"])
    assert face.words(NOW)["told"]["title"] == "Round 11, UTH-1"


@requirement("SE-12", "RO-05")
def test_no_key_of_an_inspector_s_screen_changes_anything(answers: Answers) -> None:
    """Each key of each page is touched: the house hears questions that read, and a table nothing."""
    memory = Heard(answers)
    face = own(memory)
    seen: set[str] = set()
    waiting: list[dict[str, Any]] = [{"act": "language"}, dict(PERIOD), {**OWN, "of_round": True}]
    touched = 0
    while waiting:
        tap = waiting.pop(0)
        assert face.take(dict(tap)), f"a key of the screen asks for {tap}"
        touched += 1
        for found in taps(face.words(NOW)):
            kind = json.dumps(
                {k: v if k in ("tab", "page", "act") else type(v).__name__ for k, v in found.items()},
                sort_keys=True,
            )
            if kind not in seen:
                seen.add(kind)
                waiting.append(found)
    assert touched > 20
    assert {one["ask"] for one in memory.asked} <= MAY_INSPECT
    assert memory.told == []
    assert {one["ask"] for one in memory.asked} >= {"inspect", "export", "rounds", "ledger", "registers"}


def test_the_house_is_asked_once_until_somebody_reads_again(answers: Answers) -> None:
    memory = Heard(answers)
    face = own(memory)
    for _ in range(4):
        face.words(NOW)
    assert sum(one["ask"] == "inspect" for one in memory.asked) == 1
    face.take({**OWN, "again": 1})
    for _ in range(4):
        face.words(NOW)
    assert sum(one["ask"] == "inspect" for one in memory.asked) == 2


def test_the_file_is_of_what_the_page_shows(answers: Answers) -> None:
    memory = Heard(answers)
    face = own(memory)
    told = face.words(NOW)["told"]
    assert face.take(told["keys"][0]["tap"])
    (made,) = memory.saved
    assert made["name"] == "UTH-1-000001-11.inspection.zip"


def test_without_a_key_of_the_house_the_page_says_so(tmp_path: Path) -> None:
    with closing(House([jackpot_night(tmp_path)], ":memory:")) as house:
        house.read_all()
        told = own(Told(Answers(house))).words(NOW)["told"]
    assert told["keys"][0] == {"label": "Dossier signé\u00a0: sans clé", "tap": None, "on": True}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_page_can_be_read_and_touched_at_the_pit_and_on_its_own(
    answers: Answers, language: str, size: str
) -> None:
    extent = EXTENTS[size]
    pit = RoomFace(language, house_pages(Told(answers), Path("exports")), zone=PARIS, extent=extent)
    tables = {"tables": calm()}
    pit.words(tables)
    pit.take({"act": "tab", "tab": "inspector"})
    alone = own(Told(answers), language)
    alone.extent = extent
    alone.words(NOW)
    for name, face, source in (("PitScreen", pit, tables), ("InspectorScreen", alone, NOW)):
        screen = Screen()
        screen.show(face.words(source) | {"reduced_motion": True})
        stage = Stage(name, screen, SIZES[size])
        answer = [{"act": "part", "of": "inspector", "part": "answer"}] if extent.small else []
        try:
            for tap in (None, *answer, PERIOD):
                if tap is not None:
                    face.words(source)
                    face.take(dict(tap))
                screen.show(face.words(source) | {"reduced_motion": True})
                stage.settle(60)
                assert stage.warnings == []
                assert faults(stage.window) == []
                for touch in controls(stage.window):
                    assert min(area(touch).width(), area(touch).height()) >= FINGER_PX
        finally:
            stage.close()


def test_the_window_of_an_inspector_s_screen_says_which_stage_is_laid_out(tmp_path: Path) -> None:
    attached = AttachedInspector(str(tmp_path / "nobody.sock"), tmp_path, "fr")
    stage = Stage("InspectorScreen", attached.screen, COMPACT)
    try:
        attached.drawn_on(stage.window)
        assert attached.face.extent is SMALL
        stage.window.setWidth(2560)
        stage.settle(20)
        assert attached.face.extent is WIDE
    finally:
        stage.close()
        attached.close()


@requirement("SE-12", "RP-08")
def test_any_round_is_found_by_its_number_and_says_seat_by_seat_what_was_paid(answers: Answers) -> None:
    """Was the player of seat 3 in round 4 paid rightly? Table, number, and his line."""
    face = own(Told(answers), "en")
    face.words(NOW)
    for digit in ("4", "0", "clear", "4"):
        assert face.take({**OWN, "digit": digit})
    said = face.words(NOW)["told"]
    assert said["number"] == "Round no. 4, UTH-1"
    face.take(said["digits"][-1]["tap"])
    told = face.words(NOW)["told"]
    assert told["title"] == "Round 4, UTH-1"
    round4 = answers.answer({"ask": "inspect", "table": "UTH-1", "session": 1, "round": 4})
    rows = [row["cells"] for row in told["tables"]["rows"]]
    assert [cells[0] for cells in rows] == [str(one["seat"]) for one in round4["seats"]]
    bank = sum(one["taken_cents"] - one["paid_cents"] for one in round4["seats"])
    assert bank == round4["settled"]["bank_cents"]
    for one in round4["seats"]:
        assert one["returned_cents"] + one["taken_cents"] == one["stakes_cents"]
    assert {cells[8] for cells in rows} == {"same cents"}


def test_a_number_that_no_round_has_is_said_in_the_language_of_the_screen(answers: Answers) -> None:
    face = own(Refusing(answers))
    face.words(NOW)
    for _ in range(2):
        face.take({**OWN, "digit": "9"})
    face.take(face.words(NOW)["told"]["digits"][-1]["tap"])
    wait = face.words(NOW)["told"]["wait"]
    assert wait == "UTH-1 n’a pas de coup 99 terminé dans la mémoire de la maison"


def test_each_sentence_of_the_page_has_the_same_facts_in_both_languages() -> None:
    for key, (french, english) in INSPECTOR.items():
        names = [{one.split(":")[0] for one in re.findall(r"{([^}]*)}", text)} for text in (french, english)]
        assert names[0] == names[1], key
