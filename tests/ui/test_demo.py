"""The demonstration as a newcomer starts it: without a display it ends by itself, with pictures."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QImage, QWindow

from controller.boot.demo.plan import table_names
from controller.cli import demo, main
from controller.cli.screen import title_of
from controller.game import views
from tests.builders import Felt
from tests.patience import PATIENCE_S
from tests.ui import states
from ui.__main__ import SIZES, arguments, part_of, place
from ui.app import application
from ui.pictures import MOMENTS, moment_of

pytestmark = pytest.mark.slow


def test_without_a_display_the_night_is_played_and_every_screen_is_pictured(tmp_path: Path) -> None:
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    done = subprocess.run(
        [sys.executable, "-m", "controller.cli", "demo", "--pace", "4", "--pictures", str(tmp_path / "out")],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    assert str(tmp_path / "out") in done.stdout
    pictures = sorted((tmp_path / "out").glob("*.png"))
    for role in ("dealer", "jackpot", "pit"):
        assert len([path for path in pictures if path.name.startswith(role)]) >= 6
    assert {"dealer-09-showdown.png", "dealer-12-verification.png"} <= {path.name for path in pictures}
    for path in pictures:
        image = QImage(str(path))
        assert (image.width(), image.height()) == (1920, 1080)
        colours = {image.pixel(x, y) for x in range(0, 1920, 16) for y in range(0, 1080, 16)}
        assert len(colours) > 8, f"{path.name} is empty"
    assert "Traceback" not in done.stderr


@pytest.mark.long
def test_a_script_is_played_in_real_time_and_pictured(tmp_path: Path) -> None:
    """The royal of the script is verified on the console, so its cards and chips came as they are written."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    command = [sys.executable, "-m", "controller.cli", "demo", "--script", "royal-at-seat-3", "--lang", "en"]
    done = subprocess.run(
        [*command, "--pictures", str(tmp_path)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    assert "No display: 1 round played headless" in done.stdout
    assert "31 of 31 expectations held" in done.stdout
    assert {"dealer-12-verification.png", "dealer-11-clearing.png"} <= {p.name for p in tmp_path.iterdir()}


@pytest.mark.long
def test_in_real_time_people_wait_until_the_display_is_missed_and_counted_again(tmp_path: Path) -> None:
    """Its last round has JP1 open again, however long the display's process took to come back."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    command = [sys.executable, "-m", "controller.cli", "demo", "--script", "display-killed-in-the-betting"]
    done = subprocess.run(
        [*command, "--pictures", str(tmp_path)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE_S,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "10 sur 10 attentes tenues" in done.stdout


def test_what_a_script_says_is_no_option_beside_it(tmp_path: Path) -> None:
    for words, said in (
        (["royal-at-seat-3", "--tables", "2"], "--tables\u00a0: le script dit ce qui est joué"),
        (["royal-at-seat-3", "--seed", "2", "--lang", "en"], "--seed: the script says what is played"),
        (["royal-at-seat-4"], "était-ce royal-at-seat-3"),
    ):
        done = CliRunner().invoke(main, ["demo", "--script", *words])
        assert (done.exit_code, said in done.stderr) == (2, True), done.output


@pytest.mark.long
def test_a_game_without_jp1_is_demonstrated_too(tmp_path: Path) -> None:
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    command = [sys.executable, "-m", "controller.cli", "demo", "--profile", "fr-holdem-casino"]
    pictures = tmp_path / "out"
    demo = subprocess.Popen(
        [*command, "--pictures", str(pictures)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with demo:
        until_s = time.monotonic() + PATIENCE_S
        while not (pictures / "dealer-07-turn.png").exists() and time.monotonic() < until_s:
            time.sleep(0.1)
        demo.terminate()  # as Ctrl-C does: it says what it has pictured and ends well
        said, wrong = demo.communicate(timeout=PATIENCE_S)
    assert demo.returncode == 0, wrong
    assert "Traceback" not in wrong
    assert {"dealer-06-preflop.png", "dealer-07-flop.png", "dealer-07-turn.png"} <= set(said.split())
    assert {"jackpot-03-betting.png", "pit-07-flop.png"} <= set(said.split())


def test_a_table_dealt_by_hand_says_at_once_that_it_needs_a_display() -> None:
    """It was silent for two minutes, and left three pictures of a closed table."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    command = [sys.executable, "-m", "controller.cli", "demo", "--by-hand", "--lang", "en"]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: --by-hand needs a display")
    assert done.stderr.count("\n") == 1
    for instead in ("tapis demo ", "tapis simulate ", "ssh -X "):
        assert instead in done.stderr


def test_an_unknown_profile_is_refused_by_name() -> None:
    command = [sys.executable, "-m", "controller.cli", "demo", "--profile", "no-such-game"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 2
    assert "no-such-game" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("view", "moment"),
    [
        ({"phase": "betting"}, "betting"),
        ({"phase": "deciding", "streets": ["preflop", "flop", "river"], "street": 1}, "flop"),
        ({"phase": "showdown", "verification": {"released": False, "refused": ""}}, "verification"),
        ({"phase": "showdown", "verification": {"released": True, "refused": ""}}, "showdown"),
        ({"phase": "showdown", "pending": True}, "verification"),
        ({"screen": "simulator"}, ""),
        ({"phase": "deciding", "streets": ["preflop", "flop", "turn", "river"], "street": 2}, "turn"),
    ],
)
def test_a_picture_is_named_after_its_part_of_the_round(view: dict[str, object], moment: str) -> None:
    assert moment_of(view) == moment
    assert moment in (*MOMENTS, "turn", "")


@pytest.mark.parametrize("felt", [states.preflop, states.flop, states.river, states.showdown])
def test_every_screen_of_a_table_at_play_is_in_a_part_of_the_round(felt: Callable[[], Felt]) -> None:
    state = felt().state
    for view in (views.console(state), views.pit(state), views.display(state)):
        assert moment_of(view) in MOMENTS


@pytest.mark.parametrize("tables", [1, 2, 3, 4])
def test_the_windows_of_a_demonstration_lie_side_by_side(tables: int) -> None:
    """They were thirteen, one over the other, all of one name."""
    whole, names = QRect(0, 27, 1920, 1053), table_names(tables)
    screens = [(role, name) for name in names for role in ("dealer", "jackpot", "simulator")] + [("pit", "")]
    places = [part_of(whole, demo.part_of(role, name, names)) for role, name in screens]
    assert all(whole.contains(place) for place in places)
    for at, one in enumerate(places):
        assert not any(one.intersects(other) for other in places[at + 1 :])
    for lang in ("fr", "en"):
        titles = [title_of(role, name, lang) for role, name in screens]
        assert len(set(titles)) == len(titles)
    assert title_of("dealer", "UTH-2", "fr") == "UTH-2 · Console · Tapis"


@pytest.mark.parametrize("tables", [2, 3, 4])
def test_of_several_tables_the_pit_has_the_largest_window(tables: int) -> None:
    """It was a strip a quarter of the display high, in which nobody could read a word."""
    whole, names = QRect(0, 27, 1920, 1053), table_names(tables)
    pit = part_of(whole, demo.part_of("pit", "", names))
    assert (pit.width(), pit.height()) >= (900, 540)
    for role, name in [(role, name) for name in names for role in ("dealer", "jackpot", "simulator")]:
        other = part_of(whole, demo.part_of(role, name, names))
        assert other.width() * other.height() < pit.width() * pit.height()


def test_a_window_whose_size_is_said_has_that_size_on_a_display() -> None:
    """`--pit-size 1280x800` did nothing on a display: the window took its quarter of it."""
    application()
    words = demo.Windows("fr", {"dealer": "1280x800", "pit": "2560x1440"}, None).words
    names = table_names(4)
    for role, table, size in (("dealer", "UTH-2", QSize(1280, 800)), ("pit", "", QSize(2560, 1440))):
        said = words(role, table, Path("run"), names)
        asked = arguments(said)
        assert SIZES[asked.size] == size
        window = QWindow()
        window.setGeometry(QRect(QPoint(0, 0), size))
        whole = QRect(0, 27, 3840, 2133)
        place(window, whole, asked.part)
        x, y, _, _ = demo.part_of(role, table, names)
        corner = part_of(whole, (x, y, 1, 1)).topLeft()
        assert window.width() + corner.x() <= whole.width(), "there is room for it where its part begins"
        top = min(corner.y(), whole.y() + whole.height() - size.height())
        assert window.position() == QPoint(corner.x(), top)
        assert window.size() == size
    unsaid = arguments(demo.Windows("fr", {}, None).words("pit", "", Path("run"), names))
    assert unsaid.part == demo.part_of("pit", "", names)


@pytest.mark.parametrize("size", ["1280x800", "1920x1080", "2560x1440"])
def test_no_part_of_a_window_lies_beside_the_display_that_could_lie_on_it(size: str) -> None:
    """Half of a pit screen of 1920x1080 stood below the edge of such a display."""
    application()
    whole, names = QRect(0, 27, 1920, 1080), table_names(1)
    for role, table in (("dealer", "UTH-1"), ("pit", "")):
        asked = arguments(demo.Windows("fr", {role: size}, None).words(role, table, Path("run"), names))
        window = QWindow()
        window.setGeometry(QRect(QPoint(0, 0), SIZES[size]))
        place(window, whole, asked.part)
        fits = SIZES[size].width() <= whole.width()
        assert whole.contains(window.geometry()) if fits else window.position() == whole.topLeft()


@pytest.mark.long
def test_it_says_which_windows_there_are_and_whose_badge_has_which_pin(tmp_path: Path) -> None:
    """Nothing of it was printed: whoever tried two approvals had no person to sign with."""
    shown = {**os.environ, "DISPLAY": ":demo", "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "controller.cli", "demo", "--by-hand", "--lang", "en"]
    with subprocess.Popen(command, env=shown, stdout=subprocess.PIPE, text=True, encoding="utf-8") as night:
        assert night.stdout is not None
        said = list(
            iter(night.stdout.readline, "Ctrl-C, or closing every window, ends it; nothing of it is kept.\n")
        )
        night.terminate()
        night.communicate(timeout=PATIENCE_S)
    assert said[:5] == [
        "4 windows:\n",
        "  UTH-1 · Console · Tapis\n",
        "  UTH-1 · Jackpot display · Tapis\n",
        "  UTH-1 · Simulator · Tapis\n",
        "  Pit · Tapis\n",
    ]
    people = {" ".join(line.split()) for line in said}
    assert {
        "Directeur 1 517301 director",
        "MCD 03 864203 casino manager",
        "Chef 1 135790 floor supervisor",
    } <= people
