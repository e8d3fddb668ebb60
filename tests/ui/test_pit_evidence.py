"""The key to the evidence of a round: on the page of a payment, and on a replay (JW-19)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.boot.simulated import simulated_night
from controller.house.answers import Answers
from controller.house.archive import House
from controller.journal.evidence import check_bundle
from controller.journal.keys import simulated_keys
from tests.ui import payment_states
from tests.ui.at_rest import taken_again
from tests.ui.conftest import Open
from tests.ui.room_states import calm, named
from tests.ui.scene import faults, words
from tests.ui.test_house_pages import PARIS, served
from tests.ui.test_pit_screen import named as touch_of
from tests.ui.test_pit_screen import press
from tests.ui.told_house import Told
from ui.app import LARGE, Stage
from ui.bridge import Screen
from ui.screen.house_keys import Choice
from ui.screen.house_pages import house_pages
from ui.screen.pit.notes import HouseNotes
from ui.screen.pit.room import RoomFace

SIGNER = simulated_keys(9, "house").signer
TABLE_KEY = simulated_keys(5, "UTH-1").signer.key
KEY = "Dossier de preuve"


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("night")
    played = simulated_night(rounds=2, seed=5, journal=folder)
    played.play()
    played.close()
    return folder


@pytest.fixture
def answers(night: Path) -> Iterator[Answers]:
    with closing(House([night], ":memory:")) as house:
        house.read_all()
        yield Answers(house, signer=SIGNER)


def at_payment(face: RoomFace) -> dict[str, Any]:
    tables = {"tables": [named("UTH-1", payment_states.one_read()), *calm()[1:]]}
    face.words(tables)
    face.take({"act": "look", "table": "UTH-1", "tab": "payment"})
    return face.words(tables) | {"reduced_motion": True}


def test_a_touch_on_the_page_of_a_payment_writes_the_signed_file(answers: Answers, tmp_path: Path) -> None:
    written: list[str] = []
    with served(answers, tmp_path) as line:
        line.client.saved.connect(written.append)
        face = RoomFace("fr", line.pages, zone=PARIS, notes=line.notes)
        asked: list[dict[str, Any]] = []
        stage = Stage("PitScreen", screen := Screen(ask=asked.append), LARGE)
        for _ in range(200):
            screen.show(at_payment(face))
            stage.settle(20)
            if KEY in {text.text for text in words(stage.window)}:
                break
        taken_again(stage)
        stage.settle(250)  # a hand does not mean what came less than a moment ago
        press(stage, touch_of(stage, KEY))
        assert face.take(asked[-1])
        for _ in range(200):
            stage.settle(20)
            if written:
                break
        report = check_bundle(Path(written[0]), keys={"": frozenset([TABLE_KEY, SIGNER.key])})
        assert (report.ok, report.table, report.session, report.round) == (True, "UTH-1", 1, 1)
        assert report.signer == SIGNER.key
        screen.show(at_payment(face))
        stage.settle(60)
        said = {text.text for text in words(stage.window)}
        assert "écrit : UTH-1-000001-1.evidence.zip" in {text.replace("\u00a0", " ") for text in said}
        assert faults(stage.window) == []
        stage.close()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_replay_has_the_key_beside_its_other_files(
    answers: Answers, tmp_path: Path, open_stage: Open, language: str
) -> None:
    memory = Told(answers)
    pages = house_pages(memory, tmp_path)
    face = RoomFace(language, pages, zone=PARIS)
    tables = {"tables": calm()}
    face.take({"act": "tab", "tab": "rounds"})
    stage, asked = open_stage("PitScreen", face.words(tables) | {"reduced_motion": True}, LARGE)
    assert faults(stage.window) == []
    press(stage, touch_of(stage, KEY if language == "fr" else "Evidence file"))
    assert face.take(asked[-1])
    (saved,) = memory.saved
    assert str(saved["name"]).endswith(".evidence.zip")


def test_while_the_house_has_no_key_the_key_is_dead_and_says_so(night: Path, tmp_path: Path) -> None:
    with closing(House([night], ":memory:")) as house:
        house.read_all()
        notes = HouseNotes(Told(Answers(house)), Choice(tmp_path))
        said = at_payment(RoomFace("fr", zone=PARIS, notes=notes))["told"]["evidence"]
    assert said == [{"label": "Dossier de preuve\u00a0: sans clé", "tap": None}]


def test_without_a_house_there_is_no_such_key() -> None:
    assert at_payment(RoomFace("fr", zone=PARIS))["told"]["evidence"] == []
