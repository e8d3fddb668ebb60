"""A frame log that a full disk does not take: told quietly at the pit and by the doctor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from controller.cli import doctor_records
from controller.cli.doctor_findings import Level
from controller.game.inputs import Machine
from controller.ports import FrameLine
from controller.settings.table import load_table
from controller.table.frame_log import FrameLog
from tests.shell.live_table import write_settings
from tests.ui.room_states import calm
from tests.ui.scene import faults, words
from tests.ui.test_client import House
from ui.app import LARGE, Stage
from ui.attached_room import AttachedRoom
from ui.screen.pit.frames import unwritten
from ui.screen.room import Seen
from ui.table_line import Place

LINE = FrameLine(Machine.SHOE, 7, 1_763_668_800_208, "in", "01 20 ·· ········", "card_drawn")
SAID = "Journal des trames non écrit, UTH-1\u00a0: disque plein. Le jeu n’en dépend pas."
PARIS = ZoneInfo("Europe/Paris")


@pytest.fixture
def full(tmp_path: Path) -> FrameLog:
    """A log on a disk without a byte left, which has tried to write."""
    path = tmp_path / "full.frames"
    path.symlink_to("/dev/full")
    log = FrameLog(path)
    log.start()
    log.take(LINE)
    log.close()
    return log


@pytest.fixture
def house(tmp_path: Path, full: FrameLog) -> Iterator[House]:
    """A table with that log at work, its screens where its settings say."""
    (tmp_path / "run").mkdir()
    made = House(tmp_path / "run", frames=full.recent, frame_log=lambda: full.failed)
    yield made
    made.close()


def test_a_disk_without_room_costs_the_log_its_lines_and_says_so(full: FrameLog) -> None:
    assert full.failed == "full"
    assert full.recent(Machine.SHOE) == (LINE,)


def test_the_page_of_devices_says_quietly_that_the_frame_log_is_not_written(
    tmp_path: Path, house: House
) -> None:
    room = AttachedRoom([Place("UTH-1", str(tmp_path / "run" / "pit.sock"))], "fr")
    stage = Stage("PitScreen", room.screen, LARGE)
    try:
        room.start()
        room._face.take({"act": "tab", "tab": "devices"})
        for _ in range(100):
            said = {text.text for text in words(stage.window)}
            if SAID in said:
                break
            stage.settle(50)
        assert SAID in said
        for _ in range(50):  # the columns make room for the line that has come
            if not faults(stage.window):
                break
            stage.settle(20)
        assert faults(stage.window) == []
    finally:
        room.close()
        stage.close()


def test_the_doctor_asks_the_table_that_runs_about_its_frame_log(tmp_path: Path, house: House) -> None:
    finding = doctor_records.frame_log(load_table(write_settings(tmp_path)))
    assert (finding.check, finding.level) == ("frame log", Level.WARNING)
    assert finding.found == "not written: the disk is full; the game and its journal go on"


def test_the_doctor_has_nobody_to_ask_where_no_table_runs(tmp_path: Path) -> None:
    finding = doctor_records.frame_log(load_table(write_settings(tmp_path)))
    assert (finding.level, finding.found) == (Level.OK, "no table runs here that could be asked")


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("fr", "UTH-1, UTH-3\u00a0: dossier absent.", "UTH-2\u00a0: erreur du disque."),
        ("en", "UTH-1, UTH-3: its folder is gone.", "UTH-2: the disk has an error."),
    ],
)
def test_each_reason_is_told_once_with_its_tables(language: str, first: str, second: str) -> None:
    tables = [
        Seen("UTH-1", frame_log="no_folder"),
        Seen("UTH-2", frame_log="of a later program"),
        Seen("UTH-3", frame_log="no_folder"),
        Seen("UTH-4"),
    ]
    told = unwritten(calm()[0].speech(language, PARIS), tables)
    assert len(told) == 2
    assert first in told[0]
    assert second in told[1]
