"""`tapis screen`: a process of its own that shows a table's screen."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli.screen import screen as command
from controller.screens import wire
from controller.screens.unix_socket import listen
from tests.patience import PATIENCE_S

TAPIS = [sys.executable, "-m", "controller.cli"]


def tapis(*words: str, **changes: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    clean.pop("QT_QPA_PLATFORM", None)
    return subprocess.run(
        [*TAPIS, *words],
        capture_output=True,
        text=True,
        env={**clean, **changes},
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("screen", "kitchen"), "kitchen"),
        (("screen", "pit", "--size", "640x480"), "640x480"),
        (("screen", "pit", "--lang", "de"), "de"),
        (("screen", "dealer", "--handed", "both"), "both"),
        (("screen",), "dealer|pit|jackpot|inspector"),
    ],
)
def test_a_wrong_word_is_named_and_nothing_is_opened(words: tuple[str, ...], named: str) -> None:
    done = tapis(*words)
    assert done.returncode == 2
    assert named in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "title"),
    [
        (("dealer", "--table", "UTH-2=dealer.sock"), "UTH-2 · Console · Tapis"),
        (("jackpot", "--table", "UTH-2=jackpot.sock", "--lang", "en"), "UTH-2 · Jackpot display · Tapis"),
        (("pit", "--table", "UTH-1=1.sock", "--table", "UTH-2=2.sock"), "Pit · Tapis"),
        (("dealer", "--socket", "dealer.sock"), "Console · Tapis"),
        (("inspector",), "Contrôle · Tapis"),
    ],
)
def test_the_window_is_called_by_its_table_and_its_screen(
    words: tuple[str, ...], title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the windows of a demonstration one more was called `Tapis`, whatever it showed."""
    become: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda program, command: become.append(command))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert CliRunner().invoke(command, list(words)).exit_code == 0
    ((*_, told),) = [one[: one.index("--title") + 2] for one in become]
    assert told == title


def test_without_a_display_one_line_says_so() -> None:
    done = tapis("screen", "pit")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "pas d’écran" in done.stderr


def test_what_is_wrong_with_a_place_is_said_before_the_screen_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It waited for ever, and nothing said for what."""
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr(os, "execv", lambda *words: None)
    (tmp_path / "a.file").touch()
    for role, named, said in (
        ("dealer", "dealer.sock", "no table is there yet; the screen waits"),
        ("dealer", "a.file", "no socket; a table's is called dealer.sock"),
        ("dealer", "jackpot.sock", "the socket of another screen; this one's is called dealer.sock"),
        ("jackpot", "jackpot.sock", ""),
    ):
        path = tmp_path / named
        with listen(path) if named == "jackpot.sock" else nullcontext():
            command.main([role, "--table", f"UTH-1={path}"], standalone_mode=False)
        path.unlink(missing_ok=True)
        told = capsys.readouterr().err
        assert told.startswith(f"{path}: {said}") if said else told == ""


@pytest.fixture
def screen(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[str]]:
    path = tmp_path / wire.socket_name(request.param)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "qt.qpa.fonts=false"}
    process = subprocess.Popen(
        [
            *TAPIS,
            "screen",
            request.param,
            "--placed",
            "--socket",
            str(path),
            "--size",
            "1280x800",
            "--lang",
            "en",
        ],
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    yield process
    if process.poll() is None:
        process.kill()
    process.communicate()


@pytest.mark.parametrize("screen", wire.SCREEN_ROLES, indirect=True)
def test_a_screen_finds_its_table_and_ends_when_told(
    screen: subprocess.Popen[str], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    (name,) = [role for role in wire.SCREEN_ROLES if f"[{role}]" in request.node.name]
    with listen(tmp_path / wire.socket_name(name)) as listener:
        listener.settimeout(PATIENCE_S)
        peer, _ = listener.accept()
        with peer:
            screen.send_signal(signal.SIGTERM)
            assert screen.wait(PATIENCE_S) in (0, -signal.SIGTERM)
    assert "Traceback" not in (screen.stderr.read() if screen.stderr is not None else "")


def started(monkeypatch: pytest.MonkeyPatch, *words: str, **environment: str) -> list[str]:
    """The words with which the screen's own program is started."""
    told: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _, words: told.append(words))
    done = CliRunner().invoke(command, words, env={"QT_QPA_PLATFORM": "offscreen", **environment})
    assert done.exit_code == 0, done.output
    return told[0]


def test_a_unit_says_how_the_glass_is_lit_and_keeps_what_is_chosen_in_its_own_directory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unit = {
        "TAPIS_THEME": "clock",
        "TAPIS_DAY": "08:00-20:00",
        "TAPIS_PX_PER_MM": "6.1",
        "STATE_DIRECTORY": "/var/lib/tapis-screen-dealer",
    }
    words = started(monkeypatch, "dealer", "--socket", "dealer.sock", **unit)
    assert words[words.index("--theme") + 1] == "clock"
    assert words[words.index("--day") + 1] == "08:00-20:00"
    assert words[words.index("--px-per-mm") + 1] == "6.1"
    assert words[words.index("--remember") + 1] == "/var/lib/tapis-screen-dealer/glass.json"
    assert "--theme" not in started(monkeypatch, "jackpot", "--socket", "jackpot.sock", **unit)


def test_a_glass_is_measured_without_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    words = started(monkeypatch, "dealer", "--calibrate")
    assert "--calibrate" in words
    assert "--socket" not in words
