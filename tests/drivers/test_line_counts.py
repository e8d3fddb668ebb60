"""What lines carried is counted from driver to journal: at its pace, at changes, on a line that loses."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from controller.clock import SystemClock
from controller.game import events as e
from controller.game.inputs import Health, LineCount, Machine
from controller.ports import Figures
from controller.table.line_counts import EVERY_MS, LineCounts
from controller.table.pump import Pump
from controller.table.table import Table
from drivers.lines.links import SerialLink
from drivers.lines.session_types import Timing
from drivers.shoes.open_shoe import OpenShoe
from drivers.sim.faults import Faults
from drivers.sim.ptys import PtyCarrier
from drivers.sim.shoe import ShoeTwin
from tests.builders import Felt
from tests.patience import PATIENCE_S

QUICK = Timing(heartbeat_ms=4, degraded_after=1_000, lost_after=2_000)


class Counter:
    """A driver of which only the figures are asked."""

    machine = Machine.SHOE

    def __init__(self) -> None:
        self.figures = Figures()


def test_the_first_count_is_due_five_minutes_after_the_opening_and_tells_only_what_came_since() -> None:
    driver = Counter()
    counts = LineCounts([driver])  # type: ignore[list-item]
    driver.figures = Figures(frames=90)
    assert counts.look(False, 0) == ()
    assert counts.look(True, 1_000) == ()
    assert counts.due_ms == 1_000 + EVERY_MS
    driver.figures = Figures(frames=1_290, retries=3, damaged=2, answers=3, took_ms=(90, 4, 5, 30))
    (told,) = counts.look(True, 301_000)
    assert told == LineCount(Machine.SHOE, EVERY_MS, 1_200, 3, 2, 0, 3, median_ms=5, slowest_ms=30)
    assert counts.look(True, 601_000) == ()  # nothing came: nothing is written


def test_until_the_closing_is_counted_and_what_comes_after_it_is_not() -> None:
    driver = Counter()
    counts = LineCounts([driver])  # type: ignore[list-item]
    counts.look(True, 0)
    driver.figures = Figures(frames=7)
    assert [one.frames for one in counts.all(20_000)] == [7]
    driver.figures = Figures(frames=9)
    assert counts.look(False, 20_001) == ()
    assert counts.due_ms is None
    driver.figures = Figures(frames=70)
    assert counts.of(driver, 30_000) is None  # type: ignore[arg-type]
    counts.look(True, 40_000)
    driver.figures = Figures(frames=71, celsius=41)
    (told,) = counts.look(True, 40_000 + EVERY_MS)
    assert (told.frames, told.celsius) == (1, 41)


class LiveShoe:
    """An open table whose shoe stands at the end of a pty; its lines are counted twice a second."""

    def __init__(self, folder: Path) -> None:
        self.events: list[e.Event] = []
        self.faults = Faults(Random(1))
        clock = SystemClock()
        self.carrier = PtyCarrier(ShoeTwin(boot=7), folder / "shoe", clock, self.faults)
        driver = OpenShoe(SerialLink(self.carrier.url), boot=9, timing=QUICK, firmware_sha256="00" * 32)
        self.table = Table(Felt().open().state, self, clock, show=lambda state: None, ask=self._ask)
        self.pump = Pump(self.table, [driver], clock, count_every_ms=500)
        self._driver = driver
        self.pump.start()

    def append(self, events: Sequence[e.Event], at_ms: int) -> int:
        """`controller.table.table.Recorder`, in memory."""
        self.events += events
        return 0

    def _ask(self, request: object) -> None:
        self.pump.ask(request)  # type: ignore[arg-type]

    def until(self, there: Callable[[], bool]) -> None:
        """Time passes until it is there."""
        end_s = time.monotonic() + PATIENCE_S
        while not there():
            assert time.monotonic() < end_s, [type(event).__name__ for event in self.events]
            self.pump.drain()
            self.pump.tick()
            time.sleep(0.001)

    def heard(self) -> int:
        return sum(one.frames for event in self.of(e.LinesCounted) for one in event.lines)

    def of(self, kind: type[e.Event]) -> list[e.Event]:
        return [event for event in self.events if isinstance(event, kind)]

    def close(self) -> None:
        self._driver.stop()
        self.carrier.close()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveShoe]:
    shoe = LiveShoe(tmp_path)
    yield shoe
    shoe.close()


def test_a_lossy_line_raises_the_alarm_and_a_mended_one_ends_it(live: LiveShoe) -> None:
    live.until(lambda: live.table.state.machine(Machine.SHOE).health is Health.UP)
    for _ in range(12):
        live.faults.order("corrupt", Machine.SHOE)
    live.until(lambda: bool(live.of(e.AlarmRaised)) and "A-304" in {a.code for a in live.table.state.alarms})
    (up,) = [one for one in live.table.state.alarms if one.code == "A-304"]
    assert up.detail.startswith("shoe_")
    assert int(up.detail.removeprefix("shoe_")) > 10
    assert up.priority == 3
    live.until(lambda: next(one for one in live.table.state.alarms if one.code == "A-304").over)


def test_the_shoe_names_itself_and_a_program_that_is_not_the_houses_is_told(live: LiveShoe) -> None:
    live.until(lambda: bool(live.of(e.MachineNamed)))
    known = live.table.state.lines.identity(Machine.SHOE)
    assert known is not None
    assert (known.model, known.port, known.reference) == ("simulated shoe", "shoe", False)
    assert known.digest == live.carrier.twin.identity.firmware_sha256.hex()


def test_what_the_line_carried_until_a_machine_is_lost_is_written_before_its_loss(live: LiveShoe) -> None:
    live.until(lambda: live.heard() > 0)
    begun = len(live.events)
    live.carrier.unplug()
    live.until(lambda: live.table.state.machine(Machine.SHOE).health is not Health.UP)
    last = [
        type(event) for event in live.events[begun:] if isinstance(event, e.LinesCounted | e.MachineChanged)
    ]
    assert last[-2:] == [e.LinesCounted, e.MachineChanged]
