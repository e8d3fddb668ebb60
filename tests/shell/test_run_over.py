"""`tapis run` ends by itself when a night that was played is closed, and starts anew without its master."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.boot.sessions import master_of
from controller.cli.run import EXIT_AGAIN
from controller.journal.heads import heads_path, read_heads
from controller.journal.reading import read_rows
from controller.journal.verify import verify
from controller.screens import wire
from controller.screens.last_word import last_word_of
from tests.patience import PATIENCE_S
from tests.shell.live_table import LiveTable, typed, write_settings

pytestmark = pytest.mark.slow


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """A table without a shuffler, whose cards lie by hand: nothing has to be shown empty."""
    path = write_settings(tmp_path)
    text = path.read_text(encoding="utf-8")
    before, _, after = text.partition("[shuffler]")
    path.write_text(before + after[after.index("[badges") :], encoding="utf-8")
    return path


@pytest.fixture
def tables() -> Iterator[list[LiveTable]]:
    """Those that a test started; none outlives it."""
    made: list[LiveTable] = []
    yield made
    for table in made:
        if table.process.poll() is None:
            table.process.kill()
            table.process.wait()
        table.hang_up()
        for pipe in (table.process.stdin, table.process.stderr):
            if pipe is not None and not pipe.closed:
                pipe.close()


class Screen:
    """What a screen of another role hears, to the end of its connection."""

    def __init__(self, settings: Path, role: str) -> None:
        self._line = socket.socket(socket.AF_UNIX)
        self._line.settimeout(PATIENCE_S)
        self._line.connect(str(settings.parent / "run" / wire.socket_name(role)))

    def heard(self) -> list[dict[str, Any]]:
        with closing(self._line):
            said = b"".join(iter(lambda: self._line.recv(65_536), b""))
        return [json.loads(line) for line in said.splitlines()]


def opened(table: LiveTable) -> None:
    assert table.tap("OpenTable")["ok"]
    table.card("Chef 1", "chef")
    assert table.tap("ConfirmOpening")["ok"]
    assert table.until(lambda view: view["phase"] == "betting")


def masters(settings: Path) -> set[str]:
    return {path.name for path in (settings.parent / "data").glob("seal.key*")}


def test_a_closed_night_ends_the_process_and_the_next_start_destroys_its_master(
    settings: Path, tables: list[LiveTable]
) -> None:
    data = settings.parent / "data"
    table = LiveTable(settings, cards=True)
    tables.append(table)
    for session in (1, 2):  # and a second sitting of the same day
        assert (table.view["session"], table.view["phase"]) == (session, "closed")
        key = (data / "seal.key").read_bytes()
        screens = [Screen(settings, role) for role in ("pit", "jackpot")]
        opened(table)
        assert table.tap("CloseTable")["ok"], "the console hears that its act was done, before the end"
        assert table.view["phase"] == "closed"
        for screen in screens:
            said = screen.heard()
            assert said[-1] == {"restarting": True}, "no screen takes it for a failure"
            assert not [one for one in said if "unwritten" in one or "dropped" in one]
        assert table.process.wait(PATIENCE_S) == EXIT_AGAIN
        word = last_word_of(data)
        assert (word.code if word else "") == "over"
        journal = data / "journals" / f"UTH-9-{session:06d}.journal"
        assert read_heads(heads_path(journal))[-1].size == len(list(read_rows(journal))), "signed to its end"
        table = LiveTable(settings, cards=True)
        tables.append(table)
        assert key not in [path.read_bytes() for path in data.rglob("*") if path.is_file()]
        assert masters(settings) == {"seal.key"}
        assert master_of(journal) != master_of(data / "journals" / f"UTH-9-{session + 1:06d}.journal")
    table.process.terminate()
    assert table.process.wait(PATIENCE_S) == 0, "what has not played waits for its opening"
    assert verify(data / "journals").ok


def test_status_says_that_a_table_whose_session_is_over_is_to_be_started_again(
    settings: Path, tables: list[LiveTable]
) -> None:
    table = LiveTable(settings, cards=True)
    tables.append(table)
    opened(table)
    assert table.tap("CloseTable")["ok"]
    assert table.process.wait(PATIENCE_S) == EXIT_AGAIN
    for lang, words in (("fr", "sa séance est close"), ("en", "its session is closed")):
        told = typed("status", "--settings", str(settings), "--lang", lang).stdout
        assert words in " ".join(told.split()), told
