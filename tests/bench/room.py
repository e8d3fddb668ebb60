"""The pit's screen with forty tables at twenty times the speed: how soon it shows an alarm, what it costs.

The tables are the states of a simulated night, shown through the couriers and the sockets of real tables, as
fast as tables twenty times as fast would. The screen is a process of its own, `room_process`, which times
itself on the clock that all processes share.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any, Final

from controller.boot.simulated import simulated_night
from controller.game import views
from controller.game.state import TableState
from controller.screens import wire
from controller.screens.server import PACE_MS
from controller.screens.socket_thread import Courier, Ears
from controller.screens.unix_socket import Doors
from controller.screens.wire_views import Frame, Telling
from tests.bench.figures import Figure, point

TABLES: Final = 40
SPEED: Final = 20
WARM_S: Final = 6
MEASURED_S: Final = int(os.environ.get("TAPIS_BENCH_ROOM_S", "40"))
ALARM_EVERY_S: Final = 1.0
CLEARED_S: Final = 5.0
"""How long an alarm stands before its cause is gone."""
PATIENCE_S: Final = 60
NOT_SEEN: Final = {"seen_by": "", "seen_on": ""}
"""What an alarm or a call says of who has seen it."""


def told_night(rounds: int = 6) -> tuple[list[dict[str, Any]], float]:
    """The pit's views of one night, and how long that night was, in seconds."""
    night = simulated_night(rounds=rounds, seed=20, faults="some")
    states: list[TableState] = []
    for place in night.night.tables:
        place.table._show = states.append
    night.play()
    night.close()
    states = [state for state in states if state.at_ms]
    lasted_s = (states[-1].at_ms - states[0].at_ms) / 1000
    return [views.pit(state) for state in states], lasted_s


class Street:
    """Forty tables that play the same night, each from another place in it."""

    def __init__(self, folder: Path, speed: float = SPEED) -> None:
        told, lasted_s = told_night()
        self._told = told
        self._folder = folder
        self.pause_s = lasted_s / len(told) / speed
        self._tick_turns = max(1, int(wire.TICK_MS / 1000 / self.pause_s))
        self.sockets: list[Path] = []
        self._couriers: list[Courier] = []
        self._tellings = [Telling() for _ in range(TABLES)]
        for number in range(TABLES):
            place = folder / f"t{number}"
            place.mkdir()
            self.sockets.append(place / "pit.sock")
            self._couriers.append(self._courier(number))
        self.alarms: dict[int, float] = {}
        self.calls: dict[int, float] = {}
        self._raised: dict[int, dict[str, Any]] = {}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._play, name="street")
        self.shown = 0

    def play(self) -> None:
        """The tables play until `close`."""
        self._thread.start()

    def close(self) -> None:
        """The tables are gone."""
        self._stopping.set()
        self._thread.join()
        for courier in self._couriers:
            courier.close()

    def _courier(self, table: int) -> Courier:
        """The line of this table, open."""
        doors = Doors(self._folder / f"t{table}")
        courier = Courier({"pit": doors.of("pit")}, self._ears(table), pace_ms=PACE_MS)
        courier.start()
        return courier

    def _ears(self, table: int) -> Ears:
        """Nothing is heard of what the pit asks of this table."""
        return Ears(**{ear.name: lambda *_: None for ear in fields(Ears)})  # type: ignore[arg-type]

    def raise_alarm(self, table: int, number: int) -> None:
        """From its next view on this table has that alarm, of the first priority."""
        up = {"alarm": number, "code": "A-101", "priority": 1, "seat": 0, "detail": "", "seen_ms": 0}
        more = {"pit_ms": 0, "silent_ms": 0, "over": False, "reason": "", "warning": False}
        self._raised[table] = up | more | NOT_SEEN
        self.alarms[number] = 0.0

    def _play(self) -> None:
        """Each turn every table shows its next state, at the pace of a table twenty times as fast."""
        turn = 0
        due_s = time.monotonic()
        while not self._stopping.is_set():
            for table, courier in enumerate(self._couriers):
                at = (turn + table * 37) % len(self._told)
                view = {**self._told[at], "table": f"UTH-{table + 1}"}
                up = self._raised.get(table)
                if up is not None and self.alarms[up["alarm"]] < time.monotonic() - CLEARED_S:
                    up = self._raised.pop(table) if self.alarms[up["alarm"]] else up
                if up is not None and table in self._raised:
                    view["alarms"] = [{**up, "at_ms": view["at_ms"]}, *view["alarms"]]
                    if not self.alarms[up["alarm"]]:
                        self.alarms[up["alarm"]] = time.monotonic()
                if self.calls.get(table, 0.0) > time.monotonic():
                    view["call"] = {"at_ms": view["at_ms"], "last_ms": view["at_ms"], "seen_ms": 0} | NOT_SEEN
                courier.show({"pit": Frame(view, self._tellings[table])})
                if turn % self._tick_turns == 0:
                    courier.tick(view["at_ms"])
                self.shown += 1
            turn += 1
            due_s += self.pause_s
            self._stopping.wait(max(0.0, due_s - time.monotonic()))


def forty(folder: Path) -> Iterator[Figure]:
    """CPU and memory of the pit's screen, and how late it shows a new alarm."""
    room = folder / "room"
    room.mkdir()
    street, dice = Street(room), Random(40)
    street.play()
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.room_process", str(MEASURED_S), *map(str, street.sockets)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert child.stdout is not None
        assert child.stdout.readline().strip() == "ready", "the room was never shown"
        started_s, number, before = time.monotonic(), 900_000, street.shown
        while child.poll() is None and time.monotonic() - started_s < MEASURED_S - 2:
            number += 1
            street.raise_alarm(dice.randrange(TABLES), number)
            time.sleep(ALARM_EVERY_S)
        shown_a_second = (street.shown - before) / (time.monotonic() - started_s)
        told = json.loads(child.communicate(timeout=PATIENCE_S)[0].splitlines()[-1])
    finally:
        child.kill()
        street.close()
    seen = {int(number): at_s for number, at_s in told["alarms"].items()}
    late_ms = [(seen[one] - at_s) * 1000 for one, at_s in street.alarms.items() if at_s and one in seen]
    note = f"{TABLES} tables, {shown_a_second:.0f} states a second in all, {len(late_ms)} alarms"
    yield point("new alarm to its frame at the pit, p50", late_ms, 50, "ms", note=note)
    yield point("new alarm to its frame at the pit, worst", late_ms, 100, "ms", 1000)
    yield Figure("alarms that the pit never showed", len(street.alarms) - len(late_ms), "", 1)
    yield Figure("the pit's screen, of a core", told["cpu_percent"], "%", 25)
    yield Figure("memory of the pit's screen, RSS", told["rss_mb"], "MB", 250)
    yield Figure("growth of it while measured", told["grown_mb"], "MB", 8)


if __name__ == "__main__":
    import tempfile

    from tests.bench.figures import tell

    with tempfile.TemporaryDirectory(prefix="tapis-bench-") as name:
        tell(forty(Path(name)))
