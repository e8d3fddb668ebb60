"""The JP1 spots: a presence sensor and a lamp for each place of the felt, and further machines if there are
any, sensors and a buzzer.

A sensor says presence, never value. Its edges only wake this driver; what counts is the level that has
stood still for `debounce_ms` on the injected clock, read again at that moment, so that an edge lost by a
library changes nothing. (gpiozero's own `bounce_time` drops edges on real pins and is ignored by its
mock, 2.0.1: it is not used; platform, section 3.)

A sensor at another spot than JP1 is debounced in the same way and told as `SpotsObserved`, all of them when
the lines come: a hint beside the declared stakes, no more. One that bounces is no trouble; one whose name is
no spot of the felt is only in `others`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

from controller.game.felt import Spot as FeltSpot
from controller.game.inputs import (
    ChipObserved,
    Health,
    HealthObserved,
    Machine,
    Observation,
    SensorMove,
    SensorMovesObserved,
    SpotSense,
    SpotsObserved,
    TroubleObserved,
)
from controller.game.requests import Lamp, Request, SetBuzzer, SetLamps, Sound
from controller.ports import Deliver, Figures, LinkDown, LinkUp
from drivers.chips.lamps import blinks, is_lit, next_beat_ms
from drivers.chips.pins import Lines, Spot
from drivers.chips.sensors import PROVEN, Sensor, SensorReport, report_of
from drivers.lines.gauge import Gauge
from drivers.sounds.patterns import Buzzer

TRANSITIONS_MAX: Final = 4096
MOVES_TOLD_MAX: Final = 64
MOVES_TOLD_MS: Final = 1_000
"""The raw transitions are told to the table once a second, so many at most: the rest of a sensor that never
stands still is only counted."""
TEST_MS: Final = 500
"""How long all lamps are lit when the lines open, for people to see that they work."""


class Chips:
    """The driver of the JP1 spots (`controller.ports.Driver`).

    Args:
        lines: the sensors, lamps and buzzer.
        debounce_ms: how long a level stands still before it counts.
        bouncing_ms: a level that moved for so long without settling is a trouble, `chip_bouncing_<seat>`.
        stuck_ms: a JP1 sensor covered for so long without a break, or through two registered rounds, is a
            trouble, `chip_stuck_<seat>`.
        poll_ms: how often all levels are read whatever the edges said, or None for never.
        blink: False keeps a lamp steadily lit in all its states but dark, at no cost of ticks.
        test: whether all lamps are lit for a moment, and the buzzer ticks, when the lines open.

    Attributes:
        transitions: the latest raw transitions `(at_ms, spot, covered)`, kept for disputes (BC-12).
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
        test: bool = False,
    ) -> None:
        self.machine = Machine.CHIPS
        self.transitions: deque[tuple[int, Spot, bool]] = deque(maxlen=TRANSITIONS_MAX)
        self._lines = lines
        self._gauge = Gauge()
        self._debounce_ms = debounce_ms
        self._bouncing_ms = bouncing_ms
        self._stuck_ms = stuck_ms
        self._poll_ms = poll_ms
        self._blink = blink
        self._test = test
        self._seats = lines.seats
        watched: tuple[Spot, ...] = (*self._seats, *lines.others)
        self._sensors = {spot: Sensor() for spot in watched}
        self._spots = {
            name: spot for name in lines.others if (spot := _spot_of(name, self._seats)) is not None
        }
        self._lamps: tuple[Lamp, ...] = (Lamp.DARK,) * len(self._seats)
        self._lit = [False] * len(self._seats)
        self._buzzer = Buzzer()
        self._sounding = False
        self._proving = False
        self._unproven_told: set[int] = set()
        self._waiting: list[Observation] = []
        self._untold: list[SensorMove] = []
        self._tell_at_ms: int | None = None
        self._up = False
        self._tested_ms = 0  # until when all lamps are lit
        self._poll_at_ms: int | None = None
        self._beat_at_ms: int | None = None
        self._due_ms: int | None = None

    # --- what people and other parts may look at ------------------------------------------------------

    @property
    def unproven(self) -> frozenset[int]:
        """The seats whose JP1 sensor was not yet seen free, covered and free again (BC-12)."""
        return frozenset(seat for seat in self._seats if self._sensors[seat].proof < PROVEN)

    def proof(self, seat: int) -> int:
        """How far the seat's sensor has proven itself: 0 covered, 1 free, 2 covered since, 3 free again."""
        return self._sensors[seat].proof

    @property
    def others(self) -> dict[str, bool]:
        """What the further sensors say, settled, by their names."""
        return {name: self._sensors[name].covered for name in self._lines.others}

    @property
    def edges_lost(self) -> int:
        """Levels found changed although no edge was delivered."""
        return sum(sensor.edges_lost for sensor in self._sensors.values())

    def look(self) -> tuple[SensorReport, ...]:
        """Every sensor as it is now, for a technician."""
        return tuple([report_of(spot, sensor) for spot, sensor in self._sensors.items()])

    def history(self, spot: Spot) -> list[tuple[int, bool]]:
        """The raw transitions `(at_ms, covered)` of one spot that are still kept, oldest first."""
        return [(at_ms, covered) for at_ms, moved, covered in self.transitions if moved == spot]

    def remember(self, seats: Iterable[int]) -> None:
        """A chip lifted from one of these seats before the start is told: the table believes it there."""
        for seat in seats:
            self._sensors[seat].level = self._sensors[seat].covered = True

    def prove(self, wanted: bool, now_ms: int) -> None:
        """The opening test of the JP1 sensors is on, or is over; a state to reach.

        While it is on, each lamp leads the hand: invited until the spot is covered, seen until it is free
        again, then steady. A seat not proven at its end is a trouble, `chip_unproven_<seat>`, until it
        proves itself in play.
        """
        if wanted is self._proving:
            return
        self._proving = wanted
        if wanted:
            for seat in self._seats:
                self._sensors[seat].prove()
            self._admit_proven(self._waiting)
        else:
            for seat in sorted(self.unproven):
                self._unproven_told.add(seat)
                self._waiting.append(TroubleObserved(self.machine, f"chip_unproven_{seat}"))
        self._show(now_ms)
        self._plan(now_ms)

    def sound(self, sound: Sound, now_ms: int) -> None:
        """The buzzer sounds this pattern; without a buzzer nothing is heard."""
        self._buzzer.set(sound, now_ms)
        self._show(now_ms)
        self._plan(now_ms)

    # --- controller.ports.Driver ----------------------------------------------------------------------

    def start(self, deliver: Deliver) -> None:
        """The lines are open."""
        self._lines.open(deliver)

    def stop(self) -> None:
        """The lamps are dark and the lines closed."""
        self._lines.close()

    def receive(self, item: object, now_ms: int) -> list[Observation]:
        """What an edge `(spot, covered)`, `LinkUp` or `LinkDown` means."""
        observations: list[Observation] = []
        match item:
            case (int() | str() as spot, bool(covered)) if spot in self._sensors:
                self._move(spot, covered, now_ms, observations)
            case LinkUp():
                self._up = True
                self._gauge.ups += 1
                observations.append(HealthObserved(self.machine, Health.UP))
                for sensor in self._sensors.values():
                    sensor.covered_ms = sensor.covered_ms or now_ms
                if self._test:
                    self._tested_ms = now_ms + TEST_MS
                    self._buzzer.set(Sound.TICK, now_ms)
                self._lit = [False] * len(self._seats)
                if self._spots:
                    observations.append(SpotsObserved(tuple([self._sense(name) for name in self._spots])))
                self._poll(now_ms, observations)
                self._show(now_ms)
            case LinkDown():
                self._up = False
                observations.append(HealthObserved(self.machine, Health.ABSENT, item.why))
        self._plan(now_ms)
        return observations

    def tick(self, now_ms: int) -> list[Observation]:
        """What the passing of time means: levels settle, or stay too long; lamps blink."""
        observations, self._waiting = self._waiting, []
        if not self._up:
            return observations
        for spot, sensor in self._sensors.items():
            if sensor.settles_ms is not None and now_ms >= sensor.settles_ms:
                self._settle(spot, sensor, now_ms, observations)
        for seat in self._seats:
            sensor = self._sensors[seat]
            if not sensor.stuck and sensor.is_stuck(now_ms, self._stuck_ms):
                sensor.stuck = True
                observations.append(TroubleObserved(self.machine, f"chip_stuck_{seat}"))
        if self._poll_at_ms is not None and now_ms >= self._poll_at_ms:
            self._poll(now_ms, observations)
        if self._tell_at_ms is not None and now_ms >= self._tell_at_ms:
            observations.append(SensorMovesObserved(tuple(self._untold)))
            self._untold, self._tell_at_ms = [], None
        if self._beat_at_ms is not None and now_ms >= self._beat_at_ms:
            self._show(now_ms)
        self._plan(now_ms)
        return observations

    @property
    def due_ms(self) -> int | None:
        """When `tick` is next wanted, or None."""
        return self._due_ms

    @property
    def figures(self) -> Figures:
        """How the lines do: `damaged` are edges that never came; an answer is a level that settled."""
        return self._gauge.figures(damaged=self.edges_lost)

    def ask(self, request: Request, now_ms: int) -> None:
        """The lamps show their states, and the buzzer sounds what is asked for."""
        if isinstance(request, SetBuzzer):
            self.sound(request.sound, now_ms)
        if isinstance(request, SetLamps) and request.lamps != self._lamps:
            for seat, before, after in zip(self._seats, self._lamps, request.lamps, strict=True):
                if before is Lamp.REGISTERED and after is not Lamp.REGISTERED:
                    self._sensors[seat].round_ended()
            self._lamps = request.lamps
            self._show(now_ms)
            self._plan(now_ms)

    # --- sensors --------------------------------------------------------------------------------------

    def _move(self, spot: Spot, level: bool, now_ms: int, observations: list[Observation]) -> None:
        sensor = self._sensors[spot]
        self.transitions.append((now_ms, spot, level))
        if len(self._untold) < MOVES_TOLD_MAX:
            self._untold.append(SensorMove(now_ms, str(spot), level))
        if self._tell_at_ms is None:
            self._tell_at_ms = now_ms + MOVES_TOLD_MS
        sensor.move(level, now_ms, self._debounce_ms)
        if not sensor.bouncing and now_ms - sensor.moving_ms >= self._bouncing_ms:
            sensor.bouncing = True
            if isinstance(spot, str):
                return
            observations.append(TroubleObserved(self.machine, f"chip_bouncing_{spot}"))

    def _settle(self, spot: Spot, sensor: Sensor, now_ms: int, observations: list[Observation]) -> None:
        level = self._lines.level(spot)
        if level is not sensor.level:
            sensor.edges_lost += 1
            self._move(spot, level, now_ms, observations)
            return
        if sensor.bouncing:
            sensor.bouncing = False
            if isinstance(spot, int):
                observations.append(TroubleObserved(self.machine, f"chip_bouncing_{spot}", active=False))
        if not sensor.settle(now_ms):
            return
        if isinstance(spot, str):
            if spot in self._spots:
                observations.append(SpotsObserved((self._sense(spot),)))
            return
        self._gauge.took(now_ms - sensor.moving_ms)
        self._gauge.heard(f"chip_{'on' if sensor.covered else 'off'}_{spot}", now_ms)
        observations.append(ChipObserved(spot, sensor.covered))
        if sensor.stuck and not sensor.covered:
            sensor.stuck = False
            observations.append(TroubleObserved(self.machine, f"chip_stuck_{spot}", active=False))
        self._admit_proven(observations)
        if self._proving:
            self._show(now_ms)

    def _sense(self, name: str) -> SpotSense:
        spot, seat = self._spots[name]
        return SpotSense(spot, seat, self._sensors[name].covered)

    def _admit_proven(self, observations: list[Observation]) -> None:
        """A seat that was told as unproven and has proven itself since, or is being proven anew."""
        for seat in sorted(self._unproven_told):
            if self._proving or self._sensors[seat].proof == PROVEN:
                self._unproven_told.remove(seat)
                observations.append(TroubleObserved(self.machine, f"chip_unproven_{seat}", active=False))

    def _poll(self, now_ms: int, observations: list[Observation]) -> None:
        """Read every level: an edge that was never delivered is found here."""
        for spot, sensor in self._sensors.items():
            level = self._lines.level(spot)
            if level is not sensor.level:
                sensor.edges_lost += 1
                self._move(spot, level, now_ms, observations)
        self._poll_at_ms = None if self._poll_ms is None else now_ms + self._poll_ms

    # --- lamps and buzzer -----------------------------------------------------------------------------

    def _lamp(self, seat: int) -> Lamp:
        """What the lamp of the seat shows: the table's wish, or the way through the opening test."""
        if not self._proving:
            return self._lamps[seat - 1]
        return (Lamp.DARK, Lamp.INVITED, Lamp.SEEN, Lamp.REGISTERED)[self._sensors[seat].proof]

    def _show(self, now_ms: int) -> None:
        """Bring every lamp and the buzzer to where their rhythm is at this instant."""
        self._beat_at_ms = None
        if not self._up:
            return
        testing = now_ms < self._tested_ms
        beating = False
        for seat in self._seats:
            lamp = self._lamp(seat)
            beating = beating or blinks(lamp)
            lit = testing or (is_lit(lamp, now_ms) if self._blink else lamp is not Lamp.DARK)
            if lit is not self._lit[seat - 1]:
                self._lit[seat - 1] = lit
                self._lines.light(seat, lit)
        if (on := self._buzzer.sounds(now_ms)) is not self._sounding:
            self._sounding = on
            self._lines.sound(on)
        dues = [self._tested_ms if testing else None, self._buzzer.due_ms(now_ms)]
        if self._blink and beating:
            dues.append(next_beat_ms(now_ms))
        self._beat_at_ms = min([due for due in dues if due is not None], default=None)

    def _plan(self, now_ms: int) -> None:
        """Know when `tick` is next wanted."""
        if self._waiting:
            self._due_ms = now_ms
            return
        if not self._up:
            self._due_ms = None
            return
        dues = [
            at_ms for at_ms in (self._poll_at_ms, self._beat_at_ms, self._tell_at_ms) if at_ms is not None
        ]
        for spot, sensor in self._sensors.items():
            if sensor.settles_ms is not None:
                dues.append(sensor.settles_ms)
            elif sensor.covered and not sensor.stuck and isinstance(spot, int):
                stuck = sensor.is_stuck(now_ms, 1 << 60)
                dues.append(now_ms if stuck else sensor.covered_ms + self._stuck_ms)
        self._due_ms = min(dues, default=None)


def _spot_of(name: str, seats: tuple[int, ...]) -> tuple[FeltSpot, int] | None:
    """The spot and the seat of a sensor called `blind_3`, or None if the felt has no such spot."""
    word, _, seat = name.rpartition("_")
    return (FeltSpot(word), int(seat)) if word in frozenset(FeltSpot) and seat in map(str, seats) else None
