"""From a chip's edge to its lamp: mock pins, gpiozero, driver, core, a durable journal, the lamp's pin."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from controller.boot.sessions import open_session, table_facts
from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game.felt import SEATS
from controller.game.requests import Lamp, Request, SetLamps
from controller.game.session_terms import TableFacts
from controller.journal.seal import master_of_seed
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.table.pump import Call, Pump
from controller.table.table import Table
from drivers.chips.chips import Chips
from drivers.chips.pins import GpioLines
from drivers.sim.chips import mock_pins
from tests.bench.figures import Figure, point

SENSOR_PINS, LAMP_PINS = (5, 6, 13, 19, 26, 16, 20), (2, 3, 4, 17, 27, 22, 10)
DEBOUNCE_MS = 150
BEYOND_MS = 20
CHIPS = 100
PATIENCE_S = 5


class TimedChips(Chips):
    """A driver that tells when the lamps stood as the table wants them."""

    def __init__(self, lines: Any) -> None:
        super().__init__(lines, debounce_ms=DEBOUNCE_MS, blink=True)
        self.lit: queue.SimpleQueue[tuple[float, tuple[Lamp, ...]]] = queue.SimpleQueue()

    def ask(self, request: Request, now_ms: int) -> None:
        super().ask(request, now_ms)
        if isinstance(request, SetLamps):
            self.lit.put((time.perf_counter(), request.lamps))


def edge_to_lamp(folder: Path) -> Iterator[Figure]:
    """A chip was put down and taken again, at every seat in turn, while the bets are open."""
    clock, journals = SystemClock(), folder / "chips"
    journals.mkdir()

    def facts(session: int, first_round: int) -> TableFacts:
        return table_facts("UTH-1", session, load_profile("fr-55-20-2021"), load_jackpot(), simulated=True)

    session = open_session(journals, facts, "UTH-1", clock, master_of_seed(1), durable=True)
    factory, sensors = mock_pins(SENSOR_PINS)
    chips = TimedChips(GpioLines(SENSOR_PINS, LAMP_PINS, factory))
    pump: Pump
    table = Table(
        session.state, session.journal, clock, show=lambda _: None, ask=lambda asked: pump.ask(asked)
    )
    pump = Pump(table, (chips,), clock)
    pump.start()
    worker = threading.Thread(target=pump.run)
    worker.start()
    pump.put(Call(partial(table.take, i.OpenTable())))
    for covered in (True, False):  # the opening test: off, on, off
        time.sleep(0.3)
        for seat in SEATS:
            sensors.cover(seat, covered)
    time.sleep(0.3)
    for given in (i.BadgeObserved("Chef", i.Role.CHEF), i.ConfirmOpening(), i.BadgeGone()):
        pump.put(Call(partial(table.take, given)))
    for seat in SEATS:
        pump.put(Call(partial(table.take, i.SetStakes(seat, 1000, 0))))
    pump.put(i.MeterObserved(1, 1_000_000, 1))
    time.sleep(0.3)
    dice, lasted = Random(1), []
    try:
        for number in range(CHIPS):
            time.sleep(dice.uniform(0.01, 0.05))
            lasted.append(_timed(chips, sensors, SEATS[number // 2 % len(SEATS)], number % 2 == 0))
    finally:
        pump.stop()
        worker.join()
        session.journal.close()
        factory.reset()
    for per_cent, target in ((50, None), (99, DEBOUNCE_MS + BEYOND_MS)):
        note = f"{len(lasted)} chips, debounce {DEBOUNCE_MS} ms"
        lasted_ms = [1e3 * one_s for one_s in lasted]
        yield point(f"chip edge to lamp, p{per_cent}", lasted_ms, per_cent, "ms", target, note=note)


def _timed(chips: TimedChips, sensors: Any, seat: int, covered: bool) -> float:
    """Seconds from the edge until the lamp of the seat changed."""
    while not chips.lit.empty():
        chips.lit.get()
    started_s = time.perf_counter()
    sensors.cover(seat, covered)
    at_s, _ = chips.lit.get(timeout=PATIENCE_S)
    return at_s - started_s
