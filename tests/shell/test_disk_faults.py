"""A table whose disk is full, read-only, broken or slow says so on its screens, and comes back by itself."""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from controller.boot import waiting_for_disk
from controller.host.disk import FULL, MIB, READ_ONLY
from controller.journal.file_faults import disk_words
from controller.journal.verify import verify
from controller.screens import wire
from controller.screens.status_desk import heard
from tests.long import long
from tests.patience import PATIENCE_S
from tests.shell.bad_disk import BadDisk
from tests.shell.live_table import TAPIS, Machines, write_settings

pytestmark = pytest.mark.slow


class Told:
    """One screen's end of a socket, and all that came over it."""

    def __init__(self, path: Path) -> None:
        late_s = time.monotonic() + PATIENCE_S
        while True:
            self._socket = socket.socket(socket.AF_UNIX)
            self._socket.settimeout(PATIENCE_S)
            try:
                self._socket.connect(str(path))
                break
            except OSError:
                self._socket.close()
                assert time.monotonic() < late_s, "nobody serves there"
                time.sleep(0.05)
        self._lines = self._socket.makefile("rb")

    def until(self, name: str) -> Any:
        """What the first message of this name says; None when the other end hung up before."""
        for said in self.messages():
            if name in said:
                return said[name] if name != "answer" else said
        return None

    def messages(self) -> Iterator[dict[str, Any]]:
        """All that comes, until the other end hangs up."""
        while line := self._lines.readline():
            yield json.loads(line)

    def ask(self, act: str, view: int) -> None:
        self._socket.sendall(wire.ask_line(f"{act}-{time.monotonic_ns()}", view, {"act": act}))

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


Glass = Callable[[str], Told]


def view_of(glass: Glass) -> dict[str, Any]:
    """The dealer's view. A screen on its way as the waiting table hangs up comes again."""
    for _ in range(20):
        with suppress(ConnectionResetError):
            if (view := glass("dealer").until("view")) is not None:
                return dict(view)
    raise AssertionError("every screen that came was hung up on")


@pytest.fixture
def glass(folder: Path) -> Iterator[Glass]:
    """Connects screens of a role; all are hung up at the end."""
    opened: list[Told] = []

    def connect(role: str) -> Told:
        opened.append(Told(folder / "run" / wire.socket_name(role)))
        return opened[-1]

    yield connect
    for one in opened:
        one.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_settings(tmp_path).parent


@pytest.fixture
def disk(folder: Path) -> BadDisk:
    return BadDisk(folder / "data", folder / "orders")


@pytest.fixture
def machines(folder: Path) -> Iterator[Machines]:
    made = Machines(folder / "lines")
    yield made
    made.close()


Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(folder: Path, disk: BadDisk) -> Iterator[Start]:
    """Starts the table on the bad disk; no process outlives the test."""
    started: list[subprocess.Popen[str]] = []

    def run(**environment: str) -> subprocess.Popen[str]:
        command = [*TAPIS, "run", "--settings", str(folder / "table.toml")]
        set_up = {**os.environ, **disk.environment, **environment}
        started.append(subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=set_up))
        return started[-1]

    yield run
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit code of a table that ends now, and what it said on stderr."""
    _, said = process.communicate(timeout=PATIENCE_S)
    assert "Traceback" not in said
    return process.returncode, said


@pytest.mark.parametrize(
    ("code", "why"), [(errno.ENOSPC, "full"), long(errno.EIO, "broken"), long(errno.EROFS, "read_only")]
)
def test_a_disk_that_takes_nothing_is_said_on_every_screen_before_the_table_ends_and_while_it_waits(
    folder: Path, disk: BadDisk, start: Start, glass: Glass, code: int, why: str
) -> None:
    table = start()
    console, pit = glass("dealer"), glass("pit")
    console.ask("OpenTable", console.until("seq"))
    entry = console.until("answer")["seq"]
    pit.until("view")
    disk.be(write=code)
    console.ask("CallChef", entry)
    assert (pit.until("unwritten"), console.until("unwritten")) == (why, why)
    assert ended(table)[0] == 70

    again = start()
    late = glass("dealer")
    assert late.until("unwritten") == why
    late.ask("CallChef", entry)
    refusal = late.until("answer")["refusal"]
    assert (refusal["code"], refusal["facts"]) == ("journal_not_written", {"why": why})
    disk.be()
    assert late.until("nothing") is None, "it hangs up, for it is a table now"
    back = view_of(glass)
    assert (back["phase"], back["seq"] >= entry) == ("opening", True)
    again.send_signal(signal.SIGTERM)
    assert ended(again)[0] == 0
    assert verify(folder / "data" / "journals").ok


def test_a_table_that_waits_for_its_disk_tells_the_service_manager_and_ends_on_a_signal(
    folder: Path, disk: BadDisk, start: Start, glass: Glass
) -> None:
    (folder / "data").mkdir()
    disk.be(free=4096)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(folder / "notify"))
        manager.settimeout(PATIENCE_S)
        table = start(NOTIFY_SOCKET=str(folder / "notify"), WATCHDOG_USEC="1000000")
        said = {manager.recv(256) for _ in range(4)}
    assert glass("jackpot").until("unwritten") == "full"
    assert heard(folder / "run") == {"waiting": "full"}, "tapis status says so too"
    table.send_signal(signal.SIGTERM)
    code, told = ended(table)
    assert said == {b"READY=1", b"STATUS=the journal cannot be written: full", b"WATCHDOG=1"}
    assert (code, told.splitlines()[0]) == (0, f"UTH-9: {disk_words('full', folder / 'data')}")


def test_a_disk_that_fills_up_is_an_alarm_before_it_is_full_and_no_more_when_there_is_room(
    folder: Path, disk: BadDisk, start: Start, glass: Glass
) -> None:
    disk.be(free=64 * MIB)
    start()
    console = glass("dealer")
    while not (alarms := console.until("view")["alarms"]):
        pass
    assert [(up["code"], up["detail"]) for up in alarms] == [("A-108", "64")]
    disk.be(free=110 * MIB)  # a little more is not enough: it would come and go
    disk.be()
    while console.until("view")["alarms"]:
        pass


@pytest.mark.long
def test_a_slow_disk_is_called_slow_kills_no_table_and_no_machine_is_blamed_for_it(
    folder: Path, disk: BadDisk, start: Start, glass: Glass, machines: Machines
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(folder / "notify"))
        manager.settimeout(3)  # the unit allows more
        start(NOTIFY_SOCKET=str(folder / "notify"), WATCHDOG_USEC="3000000")
        console, pit = glass("dealer"), glass("pit")
        view = console.until("view")
        while any(one["health"] != "up" for one in view["machines"][:2]):
            view = console.until("view")
        pit.until("view")
        disk.be(sync_ms=4_500)
        console.ask("OpenTable", view["seq"])
        while manager.recv(256) and not (heard := pit.until("unwritten")):
            pass
        assert heard == "slow"
        for _ in range(5):
            assert manager.recv(256) == b"WATCHDOG=1"
        disk.be()
        answered, raised = {}, []
        for said in console.messages():  # a machine's entry may have been the slow one, before the answer
            answered = said if "answer" in said else answered
            raised = (
                [(up["code"], up["detail"]) for up in said["view"]["alarms"]] if "view" in said else raised
            )
            if answered and raised:
                break
    assert answered["ok"]
    ((code, detail),) = raised
    assert (code, detail.startswith("took_")) == ("A-240", True)


def test_a_start_waits_for_a_disk_that_is_full_and_for_no_right_that_a_person_has_to_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for why, waits in ((FULL, FULL), (READ_ONLY, READ_ONLY), ("", ""), ("rights", "")):
        monkeypatch.setattr(waiting_for_disk, "unwritable", lambda folder, size, why=why: why)
        assert waiting_for_disk.disk_fault(tmp_path) == waits
