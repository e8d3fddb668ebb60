"""Shoes that report by themselves on ports and behind serial servers: pulled out, put back, dealt on."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from controller.clock import SystemClock
from controller.game.cards import DECK, Card
from controller.game.inputs import CardObserved, Health, HealthObserved, Machine, TroubleObserved
from controller.game.requests import LockShoe
from controller.ports import Driver
from drivers.lines.links import SerialLink
from drivers.shoes.every_shoe import SHOES
from drivers.sim.angel_eye import AngelEyeTwin
from drivers.sim.bee_tek import BeeTekTwin
from drivers.sim.faults import Faults
from drivers.sim.ptys import PtyCarrier
from drivers.sim.serial_servers import SocketCarrier
from tests.patience import PATIENCE_S

TWINS = {"angel-eye": AngelEyeTwin, "bee-tek": BeeTekTwin}
each_line = pytest.mark.parametrize("line", ["pty", "server"])
each_shoe = pytest.mark.parametrize("name", TWINS)


class Desk:
    """One thread that gives a driver what its link delivers, and the time."""

    def __init__(self, driver: Driver) -> None:
        self.clock = SystemClock()
        self.driver = driver
        self.inbox: queue.Queue[object] = queue.Queue()
        self.seen: list[object] = []
        driver.start(self.inbox.put)

    def until(self, wanted: Callable[[], bool]) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not wanted():
            assert time.monotonic() < end_s, self.seen
            try:
                item = self.inbox.get(timeout=0.01)
            except queue.Empty:
                self.seen += self.driver.tick(self.clock.now_ms())
            else:
                self.seen += self.driver.receive(item, self.clock.now_ms())

    @property
    def cards(self) -> list[Card]:
        return [o.card.turned_up() for o in self.seen if isinstance(o, CardObserved)]


def carried(name: str, line: str, folder: Path, faults: Faults | None = None):
    twin, clock = TWINS[name](gap_ms=2, faults=faults), SystemClock()
    if line == "pty":
        return PtyCarrier(twin, folder / "shoe", clock, faults)
    return SocketCarrier(twin, clock, faults)


def draw(carrier) -> Card | None:
    return carrier.act(lambda twin, now_ms: twin.draw(now_ms))


@each_line
@each_shoe
def test_a_shoe_deals_is_pulled_out_and_deals_on(name, line, tmp_path):
    carrier = carried(name, line, tmp_path)
    desk = Desk(SHOES[name].drive(SerialLink(carrier.url, SHOES[name].baudrate), 1, {}))
    try:
        carrier.act(lambda twin, now_ms: twin.load(DECK, now_ms))
        desk.driver.ask(LockShoe(False), desk.clock.now_ms())
        desk.until(lambda: HealthObserved(Machine.SHOE, Health.UP) in desk.seen)
        for _ in range(10):
            draw(carrier)
        desk.until(lambda: len(desk.cards) == 10)
        carrier.unplug()
        desk.until(lambda: desk.seen[-1].__class__ is HealthObserved and desk.driver.health is Health.ABSENT)
        carrier.replug()
        desk.until(lambda: HealthObserved(Machine.SHOE, Health.UP, "reconnected") in desk.seen)
        desk.until(lambda: TroubleObserved(Machine.SHOE, "count_unknown") in desk.seen)
        draw(carrier)
        desk.until(lambda: len(desk.cards) == 11)
    finally:
        desk.driver.stop()
        carrier.close()
    assert desk.cards == list(DECK[:11])


@each_line
def test_an_ordered_fault_pulls_the_cable_and_puts_it_back(line, tmp_path):
    faults = Faults(Random(2))
    carrier = carried("angel-eye", line, tmp_path, faults)
    desk = Desk(SHOES["angel-eye"].drive(SerialLink(carrier.url), 1, {}))
    try:
        desk.until(lambda: HealthObserved(Machine.SHOE, Health.UP) in desk.seen)
        faults.order("unplug", Machine.SHOE)
        carrier.act(lambda twin, now_ms: twin.load(DECK, now_ms))
        desk.until(lambda: any(o.health is Health.ABSENT for o in desk.seen if isinstance(o, HealthObserved)))
        desk.until(lambda: HealthObserved(Machine.SHOE, Health.UP, "reconnected") in desk.seen)
    finally:
        desk.driver.stop()
        carrier.close()
    assert faults.met == {"unplug": 1}


def test_a_serial_server_gives_the_line_to_the_client_that_came_last(tmp_path):
    carrier = carried("bee-tek", "server", tmp_path)
    first = Desk(SHOES["bee-tek"].drive(SerialLink(carrier.url), 1, {}))
    try:
        first.until(lambda: first.driver.health is Health.UP)
        second = Desk(SHOES["bee-tek"].drive(SerialLink(carrier.url), 1, {}))
        try:
            first.until(lambda: first.driver.health is Health.ABSENT)
            first.driver.stop()
            second.until(lambda: second.driver.health is Health.UP)
        finally:
            second.driver.stop()
    finally:
        first.driver.stop()
        carrier.close()


def test_commands_pass_a_serial_server_both_ways(tmp_path):
    carrier = carried("angel-eye", "server", tmp_path)
    desk = Desk(SHOES["angel-eye"].drive(SerialLink(carrier.url), 1, {"commands": True}))
    try:
        desk.driver.ask(LockShoe(True), desk.clock.now_ms())
        desk.until(lambda: carrier.twin.locked)
        desk.driver.ask(LockShoe(False), desk.clock.now_ms())
        desk.until(lambda: not carrier.twin.locked)
    finally:
        desk.driver.stop()
        carrier.close()
