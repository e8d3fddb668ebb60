"""The real serial driver on pseudo-terminals: hang-ups, plugs, a whole conversation with a twin."""

from __future__ import annotations

import os
import queue
import random
import socket
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.clock import SystemClock
from controller.game.cards import DECK
from controller.game.inputs import CardObserved, Health, HealthObserved, Machine, ShoeObserved
from controller.game.requests import LockShoe
from controller.ports import Driver, LinkDown, LinkUp
from drivers.lines.links import SerialLink
from drivers.lines.port_faults import NotOpened
from drivers.shoes.open_shoe import OpenShoe
from drivers.sim.faults import Faults
from drivers.sim.ptys import PtyCarrier
from drivers.sim.shoe import ShoeTwin
from tests.patience import PATIENCE_S


class Line:
    """A pty behind a symbolic link, as udev would keep one."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "shoe"
        self.plug()

    def plug(self) -> None:
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.path.symlink_to(os.ttyname(self.slave))

    def unplug(self) -> None:
        self.path.unlink()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    line = Line(tmp_path)
    yield line
    if line.path.is_symlink():
        line.unplug()


@pytest.fixture
def heard() -> queue.Queue[object]:
    return queue.Queue()


def gather(heard: queue.Queue[object], size: int) -> bytes:
    data = b""
    while len(data) < size:
        item = heard.get(timeout=PATIENCE_S)
        assert isinstance(item, bytes)
        data += item
    return data


def test_bytes_pass_both_ways_whatever_they_are(line, heard):
    link = SerialLink(str(line.path))
    link.open(heard.put)
    try:
        assert isinstance(heard.get(timeout=PATIENCE_S), LinkUp)
        every_byte = bytes(range(256)) * 4
        os.write(line.master, every_byte)
        assert gather(heard, 1024) == every_byte
        link.write(every_byte)
        got = b""
        while len(got) < 1024:
            got += os.read(line.master, 4096)
        assert got == every_byte
    finally:
        link.close()


def test_a_hang_up_is_noticed_and_a_new_plug_found(line, heard):
    link = SerialLink(str(line.path))
    link.open(heard.put)
    try:
        assert isinstance(heard.get(timeout=PATIENCE_S), LinkUp)
        line.unplug()
        down = heard.get(timeout=PATIENCE_S)
        assert isinstance(down, LinkDown)
        assert down.why
        link.write(b"into the void")  # dropped, never raised
        line.plug()
        assert isinstance(heard.get(timeout=PATIENCE_S), LinkUp)
        os.write(line.master, b"again")
        assert gather(heard, 5) == b"again"
    finally:
        link.close()


def test_a_port_that_is_not_there_yet_is_looked_for(tmp_path, heard):
    link = SerialLink(str(tmp_path / "shoe"))
    link.open(heard.put)
    try:
        with pytest.raises(queue.Empty):
            heard.get(timeout=0.3)
        line = Line(tmp_path)
        assert isinstance(heard.get(timeout=PATIENCE_S), LinkUp)
    finally:
        link.close()
    line.unplug()


def test_a_closed_link_delivers_nothing_and_its_thread_is_gone(line, heard):
    threads = threading.active_count()
    link = SerialLink(str(line.path))
    link.open(heard.put)
    assert isinstance(heard.get(timeout=PATIENCE_S), LinkUp)
    link.close()
    os.write(line.master, b"late")
    link.write(b"late")
    link.close()
    assert threading.active_count() == threads
    assert heard.empty()


def test_a_second_link_on_the_same_port_does_not_get_it(line, heard):
    first = SerialLink(str(line.path))
    first.open(heard.put)
    assert isinstance(heard.get(timeout=PATIENCE_S), LinkUp)
    intruder: queue.Queue[object] = queue.Queue()
    second = SerialLink(str(line.path))
    second.open(intruder.put)
    try:
        refused = intruder.get(timeout=PATIENCE_S)
        assert isinstance(refused, NotOpened)
        assert str(refused.fault).startswith(f"{line.path} is in use by another program: stop that program")
        first.close()
        assert isinstance(intruder.get(timeout=PATIENCE_S), LinkUp)
    finally:
        second.close()
        first.close()


def test_a_path_that_is_no_serial_port_is_one_sentence_with_what_to_do(tmp_path, heard):
    path = tmp_path / "shoe"
    path.write_text("a file")
    link = SerialLink(str(path))
    link.open(heard.put)
    try:
        refused = heard.get(timeout=PATIENCE_S)
        assert isinstance(refused, NotOpened)
        assert str(refused.fault).startswith(f"{path} cannot be opened (")
        assert str(refused.fault).endswith("unplug it, plug it in again, then try another cable")
    finally:
        link.close()


def test_a_reader_that_does_not_read_stalls_a_write_for_a_moment_only(line, heard):
    link = SerialLink(str(line.path))
    link.open(heard.put)
    try:
        assert isinstance(heard.get(timeout=PATIENCE_S), LinkUp)
        link.write(bytes(200_000))  # returns by its time-out: nobody reads the master
        assert heard.empty()
    finally:
        link.close()


def test_a_serial_server_is_reached_by_its_url(heard):
    with socket.create_server(("127.0.0.1", 0)) as server:
        link = SerialLink(f"socket://127.0.0.1:{server.getsockname()[1]}")
        link.open(heard.put)
        try:
            peer, _ = server.accept()
            with peer:
                assert isinstance(heard.get(timeout=PATIENCE_S), LinkUp)
                peer.sendall(b"from the shoe")
                assert gather(heard, 13) == b"from the shoe"
                link.write(b"to the shoe")
                assert peer.recv(100) == b"to the shoe"
            assert isinstance(heard.get(timeout=PATIENCE_S), LinkDown)
        finally:
            link.close()


def test_an_unknown_url_is_refused_at_once():
    with pytest.raises(ValueError, match="telegraph"):
        SerialLink("telegraph://shoe").open(lambda item: None)


# --- a driver and a twin on a pty ------------------------------------------------------------------


class SmallPump:
    """One thread that gives a driver what its link delivers, and the time."""

    def __init__(self, driver: Driver) -> None:
        self.clock = SystemClock()
        self.driver = driver
        self.inbox: queue.Queue[object] = queue.Queue()
        self.seen: list[object] = []
        driver.start(self.inbox.put)

    def until(self, wanted: Callable[[list[object]], bool]) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not wanted(self.seen):
            assert time.monotonic() < end_s, self.seen
            due_ms = self.driver.due_ms
            wait_ms = 50 if due_ms is None else min(50, max(0, due_ms - self.clock.now_ms()))
            try:
                item = self.inbox.get(timeout=wait_ms / 1000)
            except queue.Empty:
                self.seen += self.driver.tick(self.clock.now_ms())
            else:
                self.seen += self.driver.receive(item, self.clock.now_ms())
                if self.driver.due_ms is not None and self.driver.due_ms <= self.clock.now_ms():
                    self.seen += self.driver.tick(self.clock.now_ms())


def test_a_shoe_on_a_pty_deals_is_unplugged_and_deals_on(tmp_path):
    carrier = PtyCarrier(ShoeTwin(boot=7), tmp_path / "shoe", SystemClock())
    driver = OpenShoe(SerialLink(carrier.url), boot=8)
    pump = SmallPump(driver)
    try:
        carrier.act(lambda twin, now_ms: twin.load(DECK, now_ms))
        driver.ask(LockShoe(False), pump.clock.now_ms())
        pump.until(lambda seen: ShoeObserved(False, 52) in seen)
        for _ in range(10):
            assert carrier.act(lambda twin, now_ms: twin.draw(now_ms)) is not None
        pump.until(lambda seen: sum(isinstance(o, CardObserved) for o in seen) == 10)
        carrier.unplug()
        pump.until(lambda seen: seen[-1].__class__ is HealthObserved and seen[-1].health is Health.ABSENT)
        assert carrier.act(lambda twin, now_ms: twin.draw(now_ms)) is DECK[10]
        carrier.replug()
        pump.until(lambda seen: HealthObserved(Machine.SHOE, Health.UP, "resumed") in seen)
        pump.until(lambda seen: sum(isinstance(o, CardObserved) for o in seen) == 11)
    finally:
        driver.stop()
        carrier.close()
    cards = [o.card.turned_up() for o in pump.seen if isinstance(o, CardObserved)]
    assert cards == list(DECK[:11])
    assert not (tmp_path / "shoe").exists()


def test_a_silent_machine_on_a_live_cable_is_lost_within_two_seconds_or_so(tmp_path):
    line = Line(tmp_path)
    driver = OpenShoe(SerialLink(str(line.path)), boot=8)
    pump = SmallPump(driver)
    try:
        pump.until(lambda seen: HealthObserved(Machine.SHOE, Health.LOST, "no_answer") in seen)
    finally:
        driver.stop()
        line.unplug()


def test_an_ordered_fault_pulls_the_cable_of_a_pty_and_puts_it_back(tmp_path):
    faults = Faults(random.Random(3))
    carrier = PtyCarrier(ShoeTwin(boot=7), tmp_path / "shoe", SystemClock(), faults)
    pump = SmallPump(OpenShoe(SerialLink(carrier.url), boot=8))
    try:
        pump.until(lambda seen: ShoeObserved(True, 0) in seen)
        for kind in ("drop", "repeat", "corrupt", "unplug"):
            faults.order(kind, Machine.SHOE)
        pump.until(
            lambda seen: any(isinstance(o, HealthObserved) and o.health is not Health.UP for o in seen)
        )
        pump.until(lambda seen: HealthObserved(Machine.SHOE, Health.UP, "resumed") in seen)
    finally:
        pump.driver.stop()
        carrier.close()
    assert faults.met == {"drop": 1, "repeat": 1, "corrupt": 1, "unplug": 1}
