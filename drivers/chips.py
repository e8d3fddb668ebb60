"""The JP1 spots: seven presence sensors and seven lamps.

A sensor says presence, never value. Its edges only wake this driver; what counts is the level that has
stood still for `debounce_ms` on the injected clock, read again at that moment, so that an edge lost by a
library changes nothing. (gpiozero's own `bounce_time` drops edges on real pins and is ignored by its
mock, 2.0.1: it is not used.)

One lamp a seat, four states: dark; invited, half a second on and half a second off; seen, two short
flashes a second; registered, steady. Never more than two flashes a second.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

from controller.game.felt import SEATS
from controller.game.inputs import (
    ChipObserved,
    Health,
    HealthObserved,
    Machine,
    Observation,
    TroubleObserved,
)
from controller.game.requests import Lamp, Request, SetLamps
from controller.ports import Deliver, LinkDown, LinkUp
from drivers.pins import Lines

TRANSITIONS_MAX: Final = 4096
BEAT_MS: Final = 125
# Eight beats make a second; bit 0 is the first.
_RHYTHM: Final = {Lamp.DARK: 0, Lamp.INVITED: 0b00001111, Lamp.SEEN: 0b00000101, Lamp.REGISTERED: 0b11111111}
_PROVEN: Final = 3


class _Sensor:
    """One seat: its raw level, the level that settled, and since when."""

    __slots__ = ("bouncing", "covered", "covered_ms", "level", "moving_ms", "proof", "settles_ms", "stuck")

    def __init__(self) -> None:
        self.level = False  # raw, by the latest edge
        self.covered = False  # settled
        self.settles_ms: int | None = None  # when the raw level will have stood still long enough
        self.moving_ms = 0  # since when it moves
        self.covered_ms = 0  # since when it is covered
        self.proof = 1  # free, covered, free again: 1, 2, 3
        self.bouncing = False
        self.stuck = False

    def move(self, level: bool, now_ms: int, debounce_ms: int) -> None:
        """The raw level is `level` from now on; it has to stand still anew."""
        if self.settles_ms is None:
            self.moving_ms = now_ms
        self.level = level
        self.settles_ms = now_ms + debounce_ms

    def settle(self, now_ms: int) -> bool:
        """The raw level stood still; whether that changes what is settled."""
        self.settles_ms = None
        if self.level is self.covered:
            return False
        self.covered = self.level
        if self.covered:
            self.covered_ms = now_ms
        if self.proof < _PROVEN and self.covered is (self.proof == 1):
            self.proof += 1
        return True


class Chips:
    """The driver of the JP1 spots (`controller.ports.Driver`).

    Args:
        lines: the sensors and lamps.
        debounce_ms: how long a level stands still before it counts.
        bouncing_ms: a level that moved for so long without settling is a trouble, `chip_bouncing_<seat>`.
        stuck_ms: a sensor covered for so long without a break is a trouble, `chip_stuck_<seat>`.
        poll_ms: how often all levels are read whatever the edges said, or None for never.
        blink: False keeps a lamp steadily lit in all its states but dark, at no cost of ticks.

    Attributes:
        transitions: the latest raw transitions `(at_ms, seat, covered)`, kept for disputes (BC-12).
        edges_lost: levels found changed although no edge was delivered.
    """

    def __init__(
        self,
        lines: Lines,
        *,
        debounce_ms: int = 150,
        bouncing_ms: int = 2_000,
        stuck_ms: int = 300_000,
        poll_ms: int | None = 1_000,
        blink: bool = True,
    ) -> None:
        self.machine = Machine.CHIPS
        self.transitions: deque[tuple[int, int, bool]] = deque(maxlen=TRANSITIONS_MAX)
        self.edges_lost = 0
        self._lines = lines
        self._debounce_ms = debounce_ms
        self._bouncing_ms = bouncing_ms
        self._stuck_ms = stuck_ms
        self._poll_ms = poll_ms
        self._blink = blink
        self._sensors = {seat: _Sensor() for seat in SEATS}
        self._lamps: tuple[Lamp, ...] = (Lamp.DARK,) * len(SEATS)
        self._lit = [False] * len(SEATS)
        self._up = False
        self._poll_at_ms: int | None = None
        self._beat_at_ms: int | None = None
        self._due_ms: int | None = None

    @property
    def unproven(self) -> frozenset[int]:
        """The seats whose sensor was not yet seen free, covered and free again since the start (BC-12)."""
        return frozenset(seat for seat, sensor in self._sensors.items() if sensor.proof < _PROVEN)

    def remember(self, seats: Iterable[int]) -> None:
        """A chip lifted from one of these seats before the start is told: the table believes it there."""
        for seat in seats:
            self._sensors[seat].level = self._sensors[seat].covered = True

    def start(self, deliver: Deliver) -> None:
        """The lines are open."""
        self._lines.open(deliver)

    def stop(self) -> None:
        """The lamps are dark and the lines closed."""
        self._lines.close()

    def receive(self, item: object, now_ms: int) -> list[Observation]:
        """What an edge `(seat, covered)`, `LinkUp` or `LinkDown` means."""
        observations: list[Observation] = []
        match item:
            case (int(seat), bool(covered)) if seat in self._sensors:
                self._move(seat, covered, now_ms, observations)
            case LinkUp():
                self._up = True
                observations.append(HealthObserved(self.machine, Health.UP))
                for sensor in self._sensors.values():
                    sensor.covered_ms = sensor.covered_ms or now_ms
                self._poll(now_ms, observations)
                self._show(now_ms)
            case LinkDown():
                self._up = False
                observations.append(HealthObserved(self.machine, Health.ABSENT, item.why))
        self._plan()
        return observations

    def tick(self, now_ms: int) -> list[Observation]:
        """What the passing of time means: levels settle, or stay too long; lamps blink."""
        observations: list[Observation] = []
        if not self._up:
            return observations
        for seat, sensor in self._sensors.items():
            if sensor.settles_ms is not None and now_ms >= sensor.settles_ms:
                self._settle(seat, sensor, now_ms, observations)
            if sensor.covered and not sensor.stuck and now_ms - sensor.covered_ms >= self._stuck_ms:
                sensor.stuck = True
                observations.append(TroubleObserved(self.machine, f"chip_stuck_{seat}"))
        if self._poll_at_ms is not None and now_ms >= self._poll_at_ms:
            self._poll(now_ms, observations)
        if self._beat_at_ms is not None and now_ms >= self._beat_at_ms:
            self._show(now_ms)
        self._plan()
        return observations

    @property
    def due_ms(self) -> int | None:
        """When `tick` is next wanted, or None."""
        return self._due_ms

    def ask(self, request: Request, now_ms: int) -> None:
        """The lamps show their states."""
        if isinstance(request, SetLamps) and request.lamps != self._lamps:
            self._lamps = request.lamps
            self._show(now_ms)
            self._plan()

    # --- sensors -----------------------------------------------------------------------------------

    def _move(self, seat: int, level: bool, now_ms: int, observations: list[Observation]) -> None:
        sensor = self._sensors[seat]
        self.transitions.append((now_ms, seat, level))
        sensor.move(level, now_ms, self._debounce_ms)
        if not sensor.bouncing and now_ms - sensor.moving_ms >= self._bouncing_ms:
            sensor.bouncing = True
            observations.append(TroubleObserved(self.machine, f"chip_bouncing_{seat}"))

    def _settle(self, seat: int, sensor: _Sensor, now_ms: int, observations: list[Observation]) -> None:
        level = self._lines.level(seat)
        if level is not sensor.level:
            self.edges_lost += 1
            self._move(seat, level, now_ms, observations)
            return
        if sensor.bouncing:
            sensor.bouncing = False
            observations.append(TroubleObserved(self.machine, f"chip_bouncing_{seat}", active=False))
        if sensor.settle(now_ms):
            observations.append(ChipObserved(seat, sensor.covered))
            if sensor.stuck and not sensor.covered:
                sensor.stuck = False
                observations.append(TroubleObserved(self.machine, f"chip_stuck_{seat}", active=False))

    def _poll(self, now_ms: int, observations: list[Observation]) -> None:
        """Read every level: an edge that was never delivered is found here."""
        for seat, sensor in self._sensors.items():
            level = self._lines.level(seat)
            if level is not sensor.level:
                self.edges_lost += 1
                self._move(seat, level, now_ms, observations)
        self._poll_at_ms = None if self._poll_ms is None else now_ms + self._poll_ms

    # --- lamps -------------------------------------------------------------------------------------

    def _show(self, now_ms: int) -> None:
        """Bring every lamp to where its rhythm is at this instant."""
        self._beat_at_ms = None
        if not self._up:
            return
        beat = now_ms // BEAT_MS
        for index, lamp in enumerate(self._lamps):
            lit = bool(_RHYTHM[lamp] >> beat % 8 & 1) if self._blink else lamp is not Lamp.DARK
            if lit is not self._lit[index]:
                self._lit[index] = lit
                self._lines.light(index + 1, lit)
        if self._blink and (Lamp.INVITED in self._lamps or Lamp.SEEN in self._lamps):
            self._beat_at_ms = (beat + 1) * BEAT_MS

    def _plan(self) -> None:
        """Know when `tick` is next wanted."""
        due = self._poll_at_ms
        if self._beat_at_ms is not None and (due is None or self._beat_at_ms < due):
            due = self._beat_at_ms
        for sensor in self._sensors.values():
            at_ms = sensor.settles_ms
            if at_ms is None and sensor.covered and not sensor.stuck:
                at_ms = sensor.covered_ms + self._stuck_ms
            if at_ms is not None and (due is None or at_ms < due):
                due = at_ms
        self._due_ms = due if self._up else None
