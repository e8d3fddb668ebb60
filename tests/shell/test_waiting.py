"""Who waits at a terminal is told what is done; a file, a pipe and another program are told nothing."""

from __future__ import annotations

import io
import re
from threading import active_count

import pytest

from controller.cli import waiting as told
from controller.cli.waiting import waiting
from tests.shell.line.served_table import until


class Terminal(io.StringIO):
    """What is written to a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_is_told_what_is_done_and_is_left_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr(told, "AFTER_S", 0.0)
    monkeypatch.setattr(told, "EVERY_S", 0.01)
    with waiting("night/UTH-1.journal"):
        until(lambda: screen.getvalue().count("night") > 1)
    assert re.fullmatch(r"(\r\x1b\[Knight/UTH-1\.journal: \d+ s){2,}\r\x1b\[K", screen.getvalue())


def test_what_takes_no_time_is_not_spoken_of(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr(told, "AFTER_S", 600.0)
    with waiting("night"):
        pass
    assert screen.getvalue() == ""


def test_no_file_and_no_pipe_is_told_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr("sys.stderr", file)
    monkeypatch.setattr(told, "AFTER_S", 0.0)
    threads = active_count()
    with waiting("night"):
        assert active_count() == threads
    assert file.getvalue() == ""
