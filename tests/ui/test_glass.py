"""The light and the millimetres of a glass: chosen at it or by the clock, kept for its next start."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSize, QTimer

from tests.ui.at_rest import rests_shortly, taken_again
from tests.ui.conftest import Open
from tests.ui.contacts import PRESSED, RELEASED, Contact, tell
from tests.ui.samples import SAMPLES, sample
from tests.ui.scene import area, controls, faults, items
from tests.ui.states import view_of
from tests.ui.test_touch import DEVICE, finger, middle, primary, wanted
from ui.__main__ import arguments, attached, calibrate, glass_of
from ui.app import COMPACT, LARGE, Stage, application
from ui.attached import AttachedScreen, unwatched
from ui.bridge import Screen
from ui.glass import BRIGHTNESS, LEAST_KEY_MM, THEMES, BadHours, Drawing, Glass, minutes
from ui.glass import LARGE as LARGE_DRAWING
from ui.glass import SMALL as SMALL_DRAWING
from ui.screen.console import ConsoleFace
from ui.screen.glass import MeasureFace, measure
from ui.screen.speech import Speech
from ui.touch_guard import TouchGuard

SIZES = {"large": LARGE, "compact": COMPACT}


def at(hour: int, minute: int = 0) -> int:
    return int(datetime(2026, 11, 22, hour, minute, tzinfo=UTC).timestamp() * 1000)


def test_by_the_clock_it_is_day_from_seven_to_nineteen() -> None:
    glass = Glass("clock")
    told = [glass.shown(at(*time), UTC) for time in ((6, 59), (7, 0), (18, 59), (19, 0), (2, 0))]
    assert told == ["night", "day", "day", "night", "night"]
    assert Glass("clock", minutes("09:30-16:00")).shown(at(9, 29), UTC) == "night"


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_that_was_chosen_stands_whatever_the_clock(theme: str) -> None:
    assert {Glass(theme).shown(at(hour), UTC) for hour in range(24)} == {theme}


@pytest.mark.parametrize("hours", ["7-19", "19:00-07:00", "07:00-24:00", "", "07:00-07:00"])
def test_hours_that_are_no_day_are_refused(hours: str) -> None:
    with pytest.raises(BadHours):
        minutes(hours)
    with pytest.raises(SystemExit):
        arguments(["dealer", "--socket", "x", "--day", hours])


def test_what_was_chosen_stands_again_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "glass.json"
    first = Glass(file=file)
    for tap in ({"theme": "day"}, {"step": -1}, {"tenths": 10}):
        first.take(tap)
    again = glass_of(arguments(["dealer", "--socket", "x", "--theme", "contrast", "--remember", str(file)]))
    assert (again.theme, again.brightness) == ("day", BRIGHTNESS[1])
    assert again.measured == pytest.approx(5.55 * 1.01)


def test_until_somebody_chooses_it_is_as_it_was_started(tmp_path: Path) -> None:
    words = ["dealer", "--socket", "x", "--theme", "clock", "--day", "08:00-20:00", "--px-per-mm", "6"]
    glass = glass_of(arguments([*words, "--remember", str(tmp_path / "none.json")]))
    assert (glass.theme, glass.day, glass.known_px_per_mm) == ("clock", (480, 1200), 6.0)


@pytest.mark.parametrize(
    "damaged", [b"", b"{", b"[]", b'{"theme": "pink", "brightness": 3, "px_per_mm": 1e9}', b"\xff"]
)
def test_a_damaged_file_of_choices_is_none(tmp_path: Path, damaged: bytes) -> None:
    file = tmp_path / "glass.json"
    file.write_bytes(damaged)
    glass = Glass(file=file)
    glass.recall()
    assert glass == Glass(file=file)


def test_a_screen_that_may_not_write_shows_the_choice_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    glass = Glass(file=tmp_path / "nowhere" / "glass.json")
    glass.take({"theme": "contrast"})
    assert glass.theme == "contrast"
    assert "not kept" in capsys.readouterr().err


def test_brightness_goes_by_steps_and_stops_at_both_ends() -> None:
    glass = Glass()
    told = []
    for step in (1, -1, -1, -1, 1):
        glass.take({"step": step})
        told.append(glass.brightness)
    assert told == [100, 86, 72, 72, 86]


# --- at the console ------------------------------------------------------------------------------


class Console:
    """A console on a closed table, touched."""

    def __init__(self, size: QSize = LARGE, glass: Glass | None = None) -> None:
        self.glass = glass or Glass()
        self.screen = Screen(ConsoleFace("fr", reduced_motion=True, glass=self.glass), self.asked)
        self.screen.show(view_of("closed"))
        self.stage = Stage("DealerConsole", self.screen, size)
        self.guard = TouchGuard(self.stage.window, self.glass)
        rests_shortly(self.stage)
        self.stage.settle(60)

    def asked(self, tap: dict[str, Any]) -> None:
        raise AssertionError(f"the table was asked {tap}")

    def touch(self, **tap: Any) -> None:
        self.stage.settle(20)
        taken_again(self.stage)
        keys = [
            key
            for key in controls(self.stage.window)
            if wanted(key.parentItem().property("tap")).items() >= tap.items()
        ]
        at: QPoint = middle(keys[0])
        finger(self.stage, ("press", at), ("release", at))
        self.stage.settle(40)


@pytest.fixture(params=SIZES)
def console(request: pytest.FixtureRequest) -> Any:
    made = Console(SIZES[request.param])
    yield made
    warned = list(made.stage.warnings)
    made.stage.close()
    assert warned == []


def test_a_person_chooses_light_and_brightness_by_touch(console: Console) -> None:
    console.touch(act="local.sheet", sheet="devices")
    console.touch(act="local.sheet", sheet="glass")
    dark = console.stage.grab().pixelColor(4, 400).lightness()
    console.touch(act="local.glass", theme="day")
    assert console.stage.grab().pixelColor(4, 400).lightness() > dark + 150
    console.touch(act="local.glass", step=-1)
    console.touch(act="local.glass", step=-1)
    assert (console.glass.theme, console.glass.brightness) == ("day", 72)
    dimmed = console.stage.grab().pixelColor(4, 400)
    assert dimmed.lightness() < 170
    assert faults(console.stage.window) == []


def test_the_bar_grows_by_touch_until_it_is_100_mm(console: Console) -> None:
    console.touch(act="local.sheet", sheet="devices")
    console.touch(act="local.sheet", sheet="glass")
    console.touch(act="local.sheet", sheet="measure")
    (bar,) = [item for item in items(console.stage.window) if item.objectName() == "bar"]
    before = area(bar).width()
    console.touch(act="local.glass", tenths=10)
    console.touch(act="local.glass", tenths=1)
    assert area(bar).width() == pytest.approx(before * 1.01 * 1.001, abs=0.2)
    assert area(bar).width() == pytest.approx(100 * console.glass.known_px_per_mm, abs=0.2)
    assert faults(console.stage.window) == []


def test_the_page_for_measuring_needs_no_table() -> None:
    asked = arguments(["dealer", "--calibrate", "--lang", "en"])
    glass = glass_of(asked)
    screen = Screen(MeasureFace("en", glass))
    stage = Stage("MeasurePage", screen, LARGE)
    screen.show({"now_ms": at(12)})
    stage.settle(60)
    keys = controls(stage.window)
    touched = middle(max(keys, key=lambda key: area(key).x()))
    finger(stage, ("press", touched), ("release", touched))
    found, warned = faults(stage.window), list(stage.warnings)
    stage.close()
    assert (len(keys), found, warned) == (4, [], [])
    assert glass.measured > 5.55


def test_the_figure_of_a_measured_glass_is_said_as_a_unit_takes_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = arguments(["dealer", "--calibrate", "--px-per-mm", "6.25"])
    QTimer.singleShot(80, application().quit)
    assert calibrate(asked) == 0
    assert capsys.readouterr().out == "TAPIS_PX_PER_MM=6.250\n"


def test_a_screen_of_a_table_is_lit_and_guarded_as_it_was_started() -> None:
    made = attached(arguments(["dealer", "--socket", "nowhere.sock", "--theme", "day"]), unwatched)
    assert isinstance(made, AttachedScreen)
    made.client.silent.emit(True)
    assert made.screen.shown()["glass"]["theme"] == "day", "also while it waits for its table"
    made.screen.show(view_of("preflop"))
    stage = Stage("DealerConsole", made.screen, COMPACT)
    made.drawn_on(stage.window)
    stage.settle(40)
    page = stage.grab().pixelColor(4, 400)
    at = middle(primary(stage))
    asked: list[object] = []
    made.client.tap = asked.append  # type: ignore[method-assign]  # nobody is at the other end
    taken_again(stage)
    for does in (PRESSED, RELEASED):
        tell(stage.window, DEVICE, Contact(0, does, at, 300))
    palm = list(asked)
    for does in (PRESSED, RELEASED):
        tell(stage.window, DEVICE, Contact(0, does, at))
    stage.close()
    assert page.lightness() > 200
    assert (palm, len(asked)) == ([], 1)


# --- millimetres ---------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("drawing", [LARGE_DRAWING, SMALL_DRAWING], ids=["large", "compact"])
def test_on_the_smallest_panel_that_holds_it_every_key_is_a_finger_high(
    open_stage: Open, drawing: Drawing
) -> None:
    densest = drawing.smallest_key_px / LEAST_KEY_MM
    glass = {"theme": "night", "brightness": 100, "px_per_m": int(1000 * densest)}
    stage, _ = open_stage("DealerConsole", sample("S0_closed"), QSize(drawing.width, drawing.height))
    for name in SAMPLES:
        stage.screen.show(sample(name) | {"reduced_motion": True, "glass": glass})
        stage.settle(20)
        small = {
            key.parentItem().property("says"): min(area(key).width(), area(key).height()) / densest
            for key in controls(stage.window)
            if min(area(key).width(), area(key).height()) < LEAST_KEY_MM * densest - 0.5
        }
        assert (name, small, faults(stage.window)) == (name, {}, [])


def test_a_panel_that_is_too_small_says_so_before_anybody_deals_on_it() -> None:
    """1920 pixels on 11.6 inches: a key of 12 mm on the drawing is 9 there."""
    console = Console(glass=Glass(told=7.5))
    words = console.screen.shown()["alarm"]
    console.stage.close()
    assert words["title"] == "ÉCRAN TROP PETIT"
    assert "10,7\u00a0mm" in words["sub"]
    face = ConsoleFace("fr", glass=Glass(told=7.5))
    assert face.words(view_of("preflop"))["alarm"] is None
    assert not Glass().too_small
    assert not Glass(width=1280, height=800).too_small


@pytest.mark.parametrize(("px_per_mm", "heard"), [(5.55, True), (11.0, False)])
def test_the_deaf_edge_is_four_millimetres_of_this_glass(
    open_stage: Open, px_per_mm: float, heard: bool
) -> None:
    view = sample("S6_preflop") | {
        "glass": {"theme": "night", "brightness": 100, "px_per_m": int(1000 * px_per_mm)}
    }
    stage, asked = open_stage("DealerConsole", view, LARGE)
    key = next(key for key in controls(stage.window) if area(key).x() == 24.0 and area(key).height() == 132)
    beside = QPoint(30, int(area(key).center().y()))
    finger(stage, ("press", beside), ("release", beside))
    assert bool(asked) == heard


def test_a_measure_is_written_alike_in_both_languages() -> None:
    told = [str(measure(Speech(language, 0), Glass())) for language in ("fr", "en")]
    french, english = (re.findall(r"\d+[.,]\d+", text) for text in told)
    assert french == english
    assert len(french) > 3
    assert "." not in "".join(french)
