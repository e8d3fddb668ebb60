"""`tapis learn` as it is typed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from tests.patience import PATIENCE_S

LEARN = (sys.executable, "-m", "controller.cli", "learn")


def typed(
    *words: str | bytes, display: bool = False, platform: str = "offscreen"
) -> subprocess.CompletedProcess[str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment |= {"QT_QPA_PLATFORM": platform} if display else {}
    return subprocess.run(
        [*LEARN, *words], env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )


def refused(*words: str) -> Result:
    """What is said before a window or a process is begun, within this process."""
    hidden = {"DISPLAY": None, "WAYLAND_DISPLAY": None, "QT_QPA_PLATFORM": "offscreen"}
    return CliRunner(env=hidden).invoke(main, ["learn", *words], prog_name="tapis")


def test_without_a_display_it_says_so_at_once() -> None:
    done = typed()
    assert done.returncode == 2
    assert "pas d’écran" in done.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("13",), "de 1 à 12"),
        (("bluff",), "royal"),
        (("3", "--drill"), "--drill est l’exercice de la royale"),
        (("--pupil", "x" * 25), "24 caractères au plus"),
        (("--pupil", "one\nother"), "qui s’impriment"),
        (("--pupil", b"\xff\xfe"), "qui s’impriment"),
        (("--record", "/proc/none/lessons.json"), "name another with --record"),
        (("--record", "/dev/full"), "n’est pas un carnet de formation"),
    ],
)
def test_what_is_no_lesson_is_refused_in_one_line(words: tuple[str | bytes, ...], says: str) -> None:
    done = refused(*map(os.fsdecode, words))
    assert done.exit_code == 2
    assert says in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_file_that_is_no_training_record_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "book"
    file.write_text('{"format": "another"}', encoding="utf-8")
    done = refused("--record", str(file))
    assert done.exit_code == 2
    assert "n’est pas un carnet de formation" in done.stderr
    assert file.read_text(encoding="utf-8") == '{"format": "another"}'


def test_a_console_that_cannot_be_shown_is_told(tmp_path: Path) -> None:
    done = typed("first", "--record", str(tmp_path / "lessons.json"), display=True, platform="none")
    assert done.returncode == 1
    assert "the console ended by itself" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_who_leaves_leaves_nothing_behind() -> None:
    """A console is shown at the lesson's own socket, and all of it is gone when it is told to end."""
    with TemporaryDirectory() as named:  # the folder of a test may be too long for a socket
        folder = Path(named)
        environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "TMPDIR": named}
        record = folder / "data" / "lessons.json"
        learning = subprocess.Popen([*LEARN, "first", "--record", str(record)], env=environment)
        until_s = time.monotonic() + PATIENCE_S
        while not list(folder.glob("tapis-learn-*/dealer.sock")) and learning.poll() is None:
            assert time.monotonic() < until_s
            time.sleep(0.05)
        assert list(folder.glob("tapis-learn-*/dealer.sock"))
        learning.send_signal(signal.SIGTERM)
        assert learning.wait(PATIENCE_S) == 0
        assert list(folder.iterdir()) == []


@pytest.mark.parametrize("words", [["learn", "first", "--record", "lessons.json"], ["demo", "--lang", "en"]])
def test_a_folder_too_long_for_a_socket_is_refused_with_what_to_do(tmp_path: Path, words: list[str]) -> None:
    folder = tmp_path / ("a" * 100)
    folder.mkdir()
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "TAPIS_TRACE")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(
        [sys.executable, "-m", "controller.cli", *words],
        env=environment | {"QT_QPA_PLATFORM": "offscreen", "TMPDIR": str(folder)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 2, done.stderr
    assert "107" in done.stderr
    assert "TMPDIR" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(folder.iterdir()) == []
