"""One driver at work without a table: to test a machine, to watch it, to record it, to play it back.

What it observes is told as plain maps; a card is `••` unless the caller is at the desk of a closed table.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable
from dataclasses import asdict, is_dataclass
from typing import Any, Final

from controller.clock import Clock, VirtualClock
from controller.game.inputs import (
    BadgeGone,
    BadgeObserved,
    CardObserved,
    ChipObserved,
    CutCardObserved,
    Health,
    HealthObserved,
    Observation,
    SensorMovesObserved,
    ShoeObserved,
    ShufflerObserved,
    SpotsObserved,
    TroubleObserved,
    UnreadableObserved,
)
from controller.game.requests import Request
from controller.installed import file_named
from controller.ports import Driver
from drivers.lines.frame import FrameDecoder
from drivers.lines.messages import BadPayload, Kind, unpack
from drivers.lines.port_faults import (
    BUSY,
    FAILED,
    FOREIGN,
    NO_LIBRARY,
    NO_PERMISSION,
    NO_PINS,
    NOT_THERE,
    TWO_ALIKE,
    NotOpened,
    OpeningFault,
)
from drivers.recordings.recording import Recording, Schedule
from drivers.sim.timeline import Timeline

Told = dict[str, Any]
MASK: Final = "••"
_STEP_MS: Final = 50

ADVICE: Final = {
    "no_answer": "the line is open and no machine answers: check that it is on, and that this is its cable",
    "silence": "the machine fell silent: check its power and the cable",
    "no_ack": "the machine does not take what it is told: switch it off and on",
    "foreign_machine": "another kind of machine is on this line: check which cable goes where",
    "protocol_version": "the machine speaks another version of the protocol: have its program updated",
    "protocol_boot": "the machine's boot is 0, and each start must draw another: have its program corrected",
    "schema_hash": "the machine has another list of messages: have its program updated",
    "firmware_changed": "the machine's program is not the approved one: do not open the table",
    "line_noise": "the line is noisy: check the cable, and the baud rate in table.toml",
    "foreign_message": "the machine says what no such machine says: check which cable goes where",
    "malformed_message": "one of its messages cannot be read, the others count: have its program looked at",
    "lock_stays_open": "its lock does not close: look at the bolt, then switch it off and on",
    "lock_stays_shut": "its lock does not open: look at the bolt, then switch it off and on",
    "code_unknown": "a code was scanned that is no card of the list: check shoe.codes in table.toml",
    "chip_bouncing": "a sensor does not stand still: clean the spot, then look at its cable",
    "chip_stuck": "a sensor stays covered: take away what lies on the spot",
    "card_busy": "another program has the card: stop that program",
    NOT_THERE: "it is not plugged in: check the cable and the power",
    NO_PERMISSION: f"its port is not permitted to this user: name it in {file_named('70-tapis.rules')}",
    BUSY: "its port is in use by another program: stop that program",
    TWO_ALIKE: "it is plugged in more than once: add the serial number to its url in table.toml",
    FAILED: "its port does not open: unplug it, plug it in again, then try another cable",
    FOREIGN: "another device is at its port: plug in the machine of this table, or correct table.toml",
    NO_LIBRARY: "its library is not installed: tapis doctor names it",
    NO_PINS: "this computer has no pins for it: tapis doctor says why",
    "code_spoilt": "a code came incomplete: check the scanner's settings, then the cable",
}
"""What to do about a health or a trouble, by its code."""


def told(observation: Observation, *, cards: bool = False) -> Told:
    """The observation as a plain map; `cards` names what the shoe read."""
    match observation:
        case CardObserved(card):
            return {"kind": "card", "card": card.turned_up().text if cards else MASK}
        case UnreadableObserved():
            return {"kind": "unreadable"}
        case CutCardObserved():
            return {"kind": "cut_card"}
        case ShoeObserved(locked, left):
            return {"kind": "shoe", "locked": locked, "cards_left": left}
        case ShufflerObserved():
            return {
                "kind": "shuffler",
                "mode": str(observation.mode),
                "deck_in": observation.deck_in,
                "deck_out": observation.deck_out,
                "count": observation.count,
                "shuffled": observation.shuffled,
                "lid_open": observation.lid_open,
                "cut_card": observation.cut_card,
                "recovery": observation.recovery,
            }
        case HealthObserved(machine, health, detail):
            return {"kind": "health", "machine": str(machine), "health": str(health), "detail": detail}
        case TroubleObserved(machine, code, active):
            return {"kind": "trouble", "machine": str(machine), "code": code, "active": active}
        case ChipObserved(seat, covered):
            return {"kind": "chip", "seat": seat, "covered": covered}
        case SensorMovesObserved(moves):
            return {"kind": "moves", "moves": len(moves)}
        case SpotsObserved(senses):
            spots = {f"{one.spot}_{one.seat}": one.covered for one in senses}
            return {"kind": "spots", **spots}
        case BadgeObserved():
            return {"kind": "badge", "role": str(observation.role)}
        case BadgeGone():
            return {"kind": "badge_gone"}
        case _:
            return {"kind": type(observation).__name__}


def advice(observation: Observation) -> str:
    """What to do about it, in one sentence; empty when there is nothing to do."""
    match observation:
        case HealthObserved(_, health, detail) if health is not Health.UP:
            return ADVICE.get(detail, "")
        case TroubleObserved(_, code, True):
            return ADVICE.get(code, "") or ADVICE.get(code.rpartition("_")[0], "")
        case _:
            return ""


class Desk:
    """A driver and its inbox; `run` is the deciding thread.

    Attributes:
        health: how the machine does by its last word.
        refused: why the port did not open, as long as it does not.
    """

    def __init__(self, driver: Driver, clock: Clock) -> None:
        self.health = Health.ABSENT
        self.refused: OpeningFault | None = None
        self._driver = driver
        self._clock = clock
        self._inbox: queue.Queue[object] = queue.Queue(1024)

    def start(self) -> None:
        """The driver is at work.

        Raises:
            MissingLibrary: what it needs is not installed.
        """
        self._driver.start(self._inbox.put)

    def ask(self, request: Request) -> None:
        """The machine is asked for this state, as a table would ask it."""
        self._driver.ask(request, self._clock.now_ms())

    @property
    def slowest_ms(self) -> int | None:
        """The slowest of the answers timed so far, or None."""
        return max(self._driver.figures.took_ms, default=None)

    @property
    def counters(self) -> Told:
        """What happened on the line, by name, as far as the driver counts."""
        counted = getattr(self._driver, "counters", None)
        return asdict(counted) if is_dataclass(counted) and not isinstance(counted, type) else {}

    def stop(self) -> None:
        """The driver is closed."""
        self._driver.stop()

    def run(
        self, for_ms: int, see: Callable[[Observation], None], until: Callable[[], bool] = lambda: False
    ) -> None:
        """So much time has passed, or `until` holds; `see` was called with what the driver observed."""
        end_ms = self._clock.now_ms() + for_ms
        while not until() and (now_ms := self._clock.now_ms()) < end_ms:
            due_ms = self._driver.due_ms
            wait_ms = min(_STEP_MS, end_ms - now_ms, *([] if due_ms is None else [max(0, due_ms - now_ms)]))
            try:
                item = self._inbox.get(timeout=wait_ms / 1000)
            except queue.Empty:
                pass
            else:
                self.refused = item.fault if isinstance(item, NotOpened) else None
                self._see(self._driver.receive(item, self._clock.now_ms()), see)
            due_ms = self._driver.due_ms
            if due_ms is not None and due_ms <= self._clock.now_ms():
                self._see(self._driver.tick(self._clock.now_ms()), see)

    def _see(self, seen: Iterable[Observation], see: Callable[[Observation], None]) -> None:
        for observation in seen:
            if isinstance(observation, HealthObserved):
                self.health = observation.health
            see(observation)


def replayed(
    recording: Recording,
    make: Callable[[Schedule], Driver],
    after_ms: int = 600,
) -> Iterable[tuple[int, Observation]]:
    """What a driver observes of a recording, and when, in virtual time; then `after_ms` more have passed.

    `make` gives the driver on the recording as its carrier, played on the schedule handed in.
    """
    clock = VirtualClock(0)
    timeline = Timeline(clock)
    driver = make(timeline.schedule)
    arrived: list[object] = []
    driver.start(arrived.append)
    end_ms = (recording.moments[-1].ms if recording.moments else 0) + after_ms
    while True:
        now_ms = clock.now_ms()
        timeline.run_due()
        for item in arrived:
            yield from ((now_ms, one) for one in driver.receive(item, now_ms))
        arrived.clear()
        if driver.due_ms is not None and driver.due_ms <= now_ms:
            yield from ((now_ms, one) for one in driver.tick(now_ms))
        dues = [due for due in (timeline.due_ms, driver.due_ms) if due is not None]
        next_ms = min(dues, default=end_ms + 1)
        if next_ms > end_ms:
            driver.stop()
            return
        clock.advance_to(max(next_ms, now_ms))


class FrameNames:
    """What passes a line of the open protocol, by name and never by content."""

    def __init__(self) -> None:
        self._decoders = {"in": FrameDecoder(), "out": FrameDecoder()}
        self.identity: Told = {}

    def names(self, way: str, data: bytes) -> list[str]:
        """The kinds of the frames that these bytes complete; damage is `damaged`."""
        decoder = self._decoders[way]
        before = decoder.damaged
        said = []
        for frame in decoder.feed(data):
            try:
                kind = Kind(frame.kind)
            except ValueError:
                said.append(f"unknown 0x{frame.kind:02x}")
                continue
            said.append(kind.name.lower())
            if kind is Kind.WELCOME and way == "in":
                self._meet(frame.payload)
        return said + ["damaged"] * (decoder.damaged - before)

    def _meet(self, payload: bytes) -> None:
        try:
            values = unpack(Kind.WELCOME, payload)
        except BadPayload:
            return
        self.identity = {
            "name": values["name"],
            "firmware": values["firmware"],
            "firmware_sha256": values["firmware_sha256"].hex(),
        }
