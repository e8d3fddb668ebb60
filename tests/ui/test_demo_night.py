"""Tables of a demonstration as processes: killed, started again, begun anew; by taps at their panels."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from controller.boot.demo.night import DemoNight
from controller.boot.demo.plan import Plan
from controller.boot.demo.scripts import Scripts
from controller.screens import wire
from tests.patience import PATIENCE_S
from tests.ui.demo_door import Door

pytestmark = pytest.mark.long


class Panel(Door):
    """The panel's socket: a tap may kill who would have answered."""

    def __init__(self, night: DemoNight, table: str = "UTH-1") -> None:
        super().__init__(night, "simulator", table)

    tap = Door.kill


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoNight]:
    made = DemoNight(tmp_path_factory.mktemp("demo"), Plan(2021, pace=8.0), Scripts())
    try:
        made.start()
        yield made
    finally:
        made.stop()


def test_quick_people_try_the_sensors_as_long_as_a_level_takes_to_count(night: DemoNight) -> None:
    """From five times the pace on a hand was gone before its sensor had seen it: JP1 was doubtful."""
    view = Door(night, "dealer").until(lambda view: view["phase"] == "betting")
    assert [seat["seat"] for seat in view["seats"] if seat["doubt"]] == []
    assert [up["code"] for up in view["alarms"]] == []


def test_the_people_play_one_phase_and_wait(night: DemoNight) -> None:
    panel = Panel(night)
    panel.until(lambda view: view["stands"]["phase"] == "betting")
    panel.tap(act="step", by="phase")
    view = panel.until(lambda view: view["stands"]["phase"] != "betting")
    stands = view["stands"]
    panel.until(lambda view: view["stepping"] == "" and not view["playing"])
    assert stands["phase"] == "latched"
    panel.tap(act="play", on=True)


def test_a_table_is_broken_and_mended_at_its_panel_and_killed_for_real(night: DemoNight) -> None:
    panel = Panel(night)
    shown: list[tuple[str, str]] = []
    night.shows = lambda table, state: shown.append((table, state))
    first = panel.until(lambda view: view["stands"]["phase"] == "dealing")
    assert first["world"]["command"] == "tapis demo --seed 2021"
    assert first["world"]["restarts"] == 0
    assert len(first["world"]["scripts"]) >= 21

    panel.tap(act="link", link="slow")
    panel.tap(act="display", display="gone")
    panel.tap(act="clock", by_s=3_600)
    view = panel.until(lambda view: view["world"]["display"] == "gone")
    assert (view["world"]["link"], view["world"]["clock_s"]) == ("slow", 3_600)
    assert shown == [("UTH-1", "gone")]
    panel.tap(act="link", link="up")

    before = panel.until(lambda view: view["stands"]["phase"] == "dealing" and 0 < view["cards_left"] < 50)
    panel.tap(act="power", cut="program")
    after = panel.until(lambda view: view["world"]["restarts"] == 1)
    assert after["stands"]["round"] == before["stands"]["round"], "the round goes on"
    assert after["cards_left"] <= before["cards_left"], "the deck still lies in the shoe"
    panel.until(lambda view: view["stands"]["round"] > before["stands"]["round"])


def test_without_its_display_a_shown_table_closes_jp1_as_a_real_one(night: DemoNight) -> None:
    """The panel killed the display's process, and the table went on taking JP1 stakes (art. 55-20, 2°)."""
    panel, console = Panel(night), Door(night, "dealer")
    panel.tap(act="display", display="up")
    console.until(lambda view: view["jackpot"]["open"])
    panel.tap(act="display", display="gone")
    closed = console.until(lambda view: not view["jackpot"]["open"])
    assert closed["jackpot"]["closed_code"] == "no_display"
    panel.tap(act="display", display="up")
    console.until(lambda view: view["jackpot"]["open"])


def test_what_is_broken_around_a_table_stays_broken_when_it_is_killed(night: DemoNight) -> None:
    """A link that was cut was whole again, and the clock right, once the table's program came back."""
    panel = Panel(night)
    panel.tap(act="link", link="lost")
    panel.tap(act="clock", by_s=-7_200)
    before = panel.until(lambda view: view["world"]["link"] == "lost" and view["world"]["clock_s"] != 0)
    panel.tap(act="power", cut="power")
    after = panel.until(lambda view: view["world"]["restarts"] == before["world"]["restarts"] + 1)
    for what in ("link", "clock_s", "display"):
        assert after["world"][what] == before["world"][what]
    panel.tap(act="link", link="up")
    panel.tap(act="clock", by_s=-before["world"]["clock_s"])
    panel.until(lambda view: (view["world"]["link"], view["world"]["clock_s"]) == ("up", 0))


def test_another_seed_begins_another_night_at_the_same_sockets(night: DemoNight) -> None:
    panel = Panel(night)
    panel.until(lambda view: view["stands"]["phase"] == "betting")
    panel.tap(act="pace", pace="20")
    panel.tap(act="seed", seed=7)
    view = panel.until(lambda view: view["world"]["seed"] == 7)
    assert view["pace"] == "20", "who plays all scripts quickly chooses it once"
    assert view["world"]["command"] == "tapis demo --seed 7"
    assert view["stands"]["round"] == 0
    assert len(list((night.folder / "journals").glob("*.journal*"))) >= 1


def test_at_two_hundred_times_the_pace_chips_reach_the_table_before_the_bets_close(night: DemoNight) -> None:
    """Lines are as slow as ever: every JP1 chip came after the lock, and no placed royal could win."""
    panel, console = Panel(night), Door(night, "dealer")
    before = console.until(lambda view: view["phase"] == "betting")
    since_ms = before["at_ms"]
    panel.tap(act="pace", pace="200")
    after = console.until(lambda view: view["jackpot"]["meter_cents"] > before["jackpot"]["meter_cents"])
    number = after["round"]["number"] if after["round"] is not None else 0
    last = console.until(lambda view: view["round"] is not None and view["round"]["number"] > number + 2)
    assert [up for up in last["alarms"] if up["code"] == "A-205" and up["at_ms"] > since_ms] == []
    panel.tap(act="pace", pace="5")


def test_at_two_hundred_times_the_pace_a_late_chip_is_heard_before_it_is_taken_away(night: DemoNight) -> None:
    panel, name = Panel(night), "chip-after-the-lock"
    panel.tap(act="pace", pace="200")
    panel.tap(act="script", name=name)

    def state(view: Any) -> str:
        return next(str(one["state"]) for one in view["world"]["scripts"] if one["name"] == name)

    assert state(panel.until(lambda view: state(view) in ("held", "failed"))) == "held"
    panel.tap(act="pace", pace="5")


def test_a_night_that_begins_anew_says_so_to_its_screens(night: DemoNight) -> None:
    """They said that the table was silent, as if it had died."""
    heard: dict[str, list[str]] = {}
    listening = [
        threading.Thread(target=_listens, args=(night, role, heard.setdefault(role, [])))
        for role in ("dealer", "pit", "jackpot", "simulator")
    ]
    for one in listening:
        one.start()
    panel = Panel(night)
    panel.tap(act="seed", seed=11)
    panel.until(lambda view: view["world"]["seed"] == 11)
    for one in listening:
        one.join(PATIENCE_S)
    assert heard == {role: ["restarting"] for role in heard}


def test_a_table_that_is_killed_says_nothing(night: DemoNight) -> None:
    heard: list[str] = []
    listening = threading.Thread(target=_listens, args=(night, "dealer", heard))
    listening.start()
    panel = Panel(night)
    restarts = panel.until(lambda view: view["stands"]["phase"] == "betting")["world"]["restarts"]
    panel.tap(act="power", cut="program")
    panel.until(lambda view: view["world"]["restarts"] == restarts + 1)
    listening.join(PATIENCE_S)
    assert heard == []


def _listens(night: DemoNight, role: str, heard: list[str]) -> None:
    """What a screen is told at last, until its line is down: the first word of the line, if no usual one."""
    lines = wire.Lines(limit=4 * wire.LINE_MAX)
    with socket.socket(socket.AF_UNIX) as line, suppress(OSError):
        line.connect(str(night.folder / "UTH-1" / "run" / f"{role}.sock"))
        while data := line.recv(65_536):
            said = [next(iter(wire.decode(one))) for one in lines.feed(data)]
            heard += [word for word in said if word == "restarting"]
