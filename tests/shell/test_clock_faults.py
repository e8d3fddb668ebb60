"""A clock that is wrong at the start is an alarm, makes no entry ahead of time, and nothing runs back."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from controller.cli.doctor_findings import Level
from controller.cli.doctor_records import time_kept
from controller.clock import SystemClock, VirtualClock, wall_ms
from controller.game.events import Entry, PlayPaused
from controller.game.inputs import CloseBets, HostObserved, HostTrouble
from controller.journal.heads import heads_path, read_heads
from controller.journal.reading import read_rows
from controller.table.host_watch import AHEAD_MS, HostWatch, clock_of_session
from controller.table.table import Table
from tests.builders import Felt
from tests.shell.bad_disk import BadDisk
from tests.shell.live_table import LiveTable, write_settings
from tests.shell.test_deadlines import Kept

HOUR_MS = 3_600_000
YEARS_S = 4 * 365 * 86_400


@pytest.fixture
def bad(tmp_path: Path) -> BadDisk:
    return BadDisk(tmp_path / "data", tmp_path / "orders")


def run(settings: Path, bad: BadDisk, wanted: tuple[str, ...]) -> list[tuple[str, str]]:
    """A table ran on this clock; the alarms that it came up with, and the first word of their details."""
    table = LiveTable(settings, **bad.environment)
    table.until(lambda view: tuple(up["code"] for up in view["alarms"]) == wanted)
    told = [(up["code"], up["detail"].partition("_")[0]) for up in table.view["alarms"]]
    if wanted:
        assert table.tap("OpenTable")["refusal"]["code"] == "clock_in_doubt"
    assert table.stop(signal.SIGTERM)[0] == 0
    return told


@pytest.mark.long
@pytest.mark.slow
def test_a_clock_ahead_at_one_start_is_an_alarm_and_not_kept_for_ever(tmp_path: Path, bad: BadDisk) -> None:
    """Once there were entries 35,040 h ahead, silently."""
    settings = write_settings(tmp_path)
    journals = tmp_path / "data" / "journals"
    bad.be(kept=0)
    assert run(settings, bad, ()) == []
    bad.be(kept=0, clock_s=YEARS_S)
    assert run(settings, bad, ("A-104",)) == [("A-104", "ahead")]
    late_ms = wall_ms() + HOUR_MS
    for journal in journals.glob("*.journal"):
        assert all(row.at_ms < late_ms for row in read_rows(journal)), "nothing was written ahead of time"
        assert all(head.at_ms < late_ms for head in read_heads(heads_path(journal)))
    bad.be(kept=0, clock_s=-YEARS_S)
    assert run(settings, bad, ("A-104",)) == [("A-104", "behind")]
    rows = [row.at_ms for journal in sorted(journals.glob("*.journal")) for row in read_rows(journal)]
    assert rows == sorted(rows)
    data = tmp_path / "data"
    assert time_kept(data, kept=lambda: False).level is Level.OK
    behind, later_ms = time_kept(data, wall_ms() - 5 * HOUR_MS - HOUR_MS // 2), wall_ms() + 2 * AHEAD_MS
    assert (behind.level, "5 h ahead of the clock" in behind.found) == (Level.FAULT, True)
    assert time_kept(data, later_ms, lambda: True).level is Level.OK
    assert time_kept(data, later_ms, lambda: False).level is Level.WARNING


def test_a_clock_is_believed_if_somebody_keeps_it_or_it_is_not_far_ahead_of_the_journal() -> None:
    now_ms = wall_ms()
    near, far = now_ms - HOUR_MS, now_ms - AHEAD_MS - HOUR_MS
    assert clock_of_session(near, lambda: False) >= now_ms
    assert clock_of_session(far, lambda: True) >= now_ms
    assert clock_of_session(far, lambda: False) == far
    assert clock_of_session(0, lambda: False) >= now_ms, "a first start knows no better"
    assert clock_of_session(now_ms + HOUR_MS, lambda: True) == now_ms + HOUR_MS


def test_the_time_catches_up_when_a_chef_has_looked_and_never_runs_back(tmp_path: Path) -> None:
    late, early = SystemClock(from_ms=wall_ms() - HOUR_MS), SystemClock(from_ms=wall_ms() + HOUR_MS)
    before_ms = early.now_ms()
    for clock in (late, early):
        clock.catch_up()
    assert late.now_ms() - wall_ms() < 1_000
    assert early.now_ms() >= before_ms


def test_a_clock_set_while_the_table_runs_is_told_once_in_each_direction(tmp_path: Path) -> None:
    seen: list[object] = []
    clock = SystemClock(from_ms=wall_ms() - 2 * HOUR_MS)
    watch = HostWatch(tmp_path, clock, seen.append, low_bytes=0)
    assert [(one.trouble, one.active, one.detail) for one in watch.look()] == [
        (HostTrouble.CLOCK, True, "ahead_7200")
    ]
    assert watch.look() == []
    clock.catch_up()
    assert watch.look() == [HostObserved(HostTrouble.CLOCK, active=False)]


def test_the_time_of_a_table_goes_on_whatever_the_machines_clock_is_set_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = SystemClock()
    begun_ms = clock.now_ms()
    for set_to_ns in (0, 4 * 10**18):  # 1970, and the year 2096
        monkeypatch.setattr("time.time_ns", lambda set_to_ns=set_to_ns: set_to_ns)
        assert begun_ms <= clock.now_ms() < begun_ms + HOUR_MS


def test_no_entry_is_before_the_one_before_it_whatever_the_clock_says() -> None:
    felt = Felt().open().stakes(s1=1000)
    kept = Kept()
    clock = VirtualClock(felt.now_ms - HOUR_MS)
    table = Table(felt.state, kept, clock, show=lambda _: None, ask=lambda _: None)
    kept.entries = [Entry(number, 0, PlayPaused()) for number in range(1, felt.state.seq + 1)]
    table.take(CloseBets())
    assert {entry.at_ms for entry in kept.entries[felt.state.seq :]} == {felt.state.at_ms}
