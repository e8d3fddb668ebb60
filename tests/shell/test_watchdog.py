"""A table that hangs is told of no more, and whatever ends it, its unit starts it again (F-18)."""

from __future__ import annotations

import configparser
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import pytest

from controller.boot.floor import Floor
from controller.boot.starting import started_floor
from controller.clock import SystemClock
from controller.host.watchdog import Watchdog
from controller.settings.table import load_table
from controller.table import patience
from tests.patience import PATIENCE_S
from tests.shell.live_table import write_settings

UNIT = Path(__file__).parents[2] / "deploy" / "tapis-table.service"
ALLOWED_S = 0.4
"""What this service manager allows; the table tells it twice as often."""


class Manager:
    """The service manager's socket, and what comes to it."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))

    def hears(self, within_s: float) -> bytes:
        """The next word, or nothing."""
        self._socket.settimeout(within_s)
        with suppress(TimeoutError):
            return self._socket.recv(64)
        return b""

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Manager]:
    made = Manager(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", str(int(1_000_000 * ALLOWED_S)))
    yield made
    made.close()


@pytest.fixture
def floor(tmp_path: Path, manager: Manager) -> Iterator[Floor]:
    """A table at work on a thread of its own."""
    path = write_settings(tmp_path)
    made = started_floor(load_table(path), path)
    thread = Thread(target=made.run)
    thread.start()
    yield made
    made.stop()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


def test_a_table_whose_deciding_thread_hangs_is_told_of_no_more(
    floor: Floor, manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert manager.hears(PATIENCE_S) == b"READY=1"
    assert [manager.hears(PATIENCE_S) for _ in range(3)] == [b"WATCHDOG=1"] * 3
    hangs, goes_on, turned = Event(), Event(), floor.outline.turned

    def hang() -> None:
        hangs.set()
        goes_on.wait(PATIENCE_S)
        turned()

    monkeypatch.setattr(floor.outline, "turned", hang)
    try:
        assert hangs.wait(PATIENCE_S)
        while manager.hears(0.01):  # what was told before
            pass
        assert manager.hears(4 * ALLOWED_S) == b"", "its other threads tell of it no more than it does"
    finally:
        goes_on.set()
    assert manager.hears(PATIENCE_S) == b"WATCHDOG=1"


def test_a_write_that_does_not_come_back_is_told_of_for_as_long_as_a_disk_may_take_and_no_longer(
    manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "TURN_S", 0.02)
    now_ms = [patience.PATIENCE_MS]
    monkeypatch.setattr(patience, "_now_ms", lambda: now_ms[0])
    disk = patience.Patience(Watchdog.of_environment(SystemClock()), lambda: None)
    disk.start()
    with disk:
        now_ms[0] += patience.PATIENCE_MS - 1
        assert [manager.hears(PATIENCE_S) for _ in range(2)] == [b"WATCHDOG=1"] * 2
        now_ms[0] += 1
        while manager.hears(0.05):  # a turn that had begun
            pass
        assert manager.hears(2 * ALLOWED_S) == b""
    disk.close()


def test_whatever_ends_the_table_its_unit_starts_it_again() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(UNIT, "utf-8")
    service = unit["Service"]
    assert (service["Type"], service["Restart"]) == ("notify", "always")
    assert int(service["RestartSec"]) + int(service["WatchdogSec"]) < 10
    assert unit["Unit"].get("StartLimitIntervalSec") == "0", "nor does it give up"
