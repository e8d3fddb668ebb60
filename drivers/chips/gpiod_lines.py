"""The lines of the spots on a GPIO character device, by libgpiod's Python library, version 2 or newer.

For a Raspberry Pi as for any board, and for GPIO expanders on USB, which can be pulled out: a chip that goes
away is told and looked for again. The kernel's own debouncing is not asked for; edges only wake the driver,
which debounces on its own clock. An edge that the kernel's buffer dropped is found by the driver's reading of
levels.
"""

from __future__ import annotations

import errno
import os
import select
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from controller.game.felt import SEATS
from controller.installed import lacks, put_right
from controller.ports import Deliver, LinkDown, LinkUp
from drivers.chips.pins import NoPins, Spot, check_lines
from drivers.lines.links import MissingLibrary
from drivers.lines.port_faults import (
    BUSY,
    FOREIGN,
    NO_PERMISSION,
    NOT_THERE,
    UNPLUGGED,
    NotOpened,
    OpeningFault,
    fault_of,
)

Line = int | str
"""A line of the chip: its offset, or the name the board gives it."""
RequestLines = Callable[..., Any]
"""`gpiod.request_lines`, or what stands in for it."""

CONSUMER: Final = "tapis"
EVENT_BUFFER: Final = 256
"""Edges the kernel keeps while nobody reads."""
LOOK_AGAIN_S: Final = 0.5
_NO_CHIP: Final = (errno.ENOTTY, errno.EINVAL, errno.ENODEV)
_WORDS: Final = {
    NOT_THERE: "{chip} is not there: check its cable, and chips.chip; gpiodetect lists the chips",
    NO_PERMISSION: "{chip} is not permitted to this user: add the user to the group gpio",
    BUSY: "a line of {chip} is in use by another program: stop that program, or the table if it is running;"
    " gpioinfo names it",
}


def library() -> Any:
    """The gpiod module.

    Raises:
        MissingLibrary: it is not installed, or is of another generation.
    """
    try:
        import gpiod
    except ImportError:
        raise MissingLibrary(f"chip sensors: {lacks('gpiod')}") from None
    if not hasattr(gpiod, "request_lines"):
        raise MissingLibrary(f"chip sensors: this gpiod is older than 2: {put_right()}")
    return gpiod


def check_chip(path: str) -> None:
    """The chip is there and may be opened.

    Raises:
        MissingLibrary: as `library`.
        NoPins: what is wrong with the path, in one sentence.
    """
    try:
        with library().Chip(path):
            return
    except OSError as error:
        raise NoPins(str(_fault_of(path, error))) from None


def _fault_of(chip: str, error: OSError | ValueError) -> OpeningFault:
    """Why the lines of the chip are not to be had; a ValueError is a line that it does not have."""
    if isinstance(error, ValueError):
        code, words = FOREIGN, "{chip} has no such line ({error}): correct [chips]; gpioinfo lists its lines"
    elif error.errno in _NO_CHIP and os.path.exists(chip):
        code, words = FOREIGN, "{chip} is no GPIO chip: correct chips.chip; gpiodetect lists the chips"
    else:
        code = fault_of(chip, error).code
        words = _WORDS.get(code, "{chip} does not open ({error}): plug it in again, then look at its cable")
    said = words.format(chip=chip, error=getattr(error, "strerror", error))
    return OpeningFault(code, chip, sentence=f"chip sensors: {said}")


class GpiodLines:
    """Sensors, lamps and buzzer on the lines of one chip. Sensors are active low with a pull-up.

    Args:
        chip: the path of the character device, `/dev/gpiochip0`.
        sensors, lamps: a line of each for every place of the felt, seat 1 first.
        buzzer: its line, or None.
        others: further sensors by name.
        request_lines: what requests lines; the library's own if None.
    """

    def __init__(
        self,
        chip: str,
        sensors: Sequence[Line],
        lamps: Sequence[Line],
        *,
        buzzer: Line | None = None,
        others: Mapping[str, Line] | None = None,
        request_lines: RequestLines | None = None,
    ) -> None:
        check_lines(sensors, lamps, buzzer, others)
        self.others = tuple(others or ())
        self._chip = chip
        self.seats = SEATS[: len(sensors)]
        self._inputs: dict[Spot, Line] = dict(zip(self.seats, sensors, strict=True))
        self._inputs.update((others or {}).items())
        self._lamps = dict(zip(self.seats, lamps, strict=True))
        self._buzzer = buzzer
        self._outputs: dict[Line, bool] = dict.fromkeys(
            [*lamps, *([] if buzzer is None else [buzzer])], False
        )
        self._gpiod = library()
        self._request_lines: RequestLines = request_lines or self._gpiod.request_lines
        self._request: Any = None
        self._lock = threading.Lock()  # a request is not safe in two threads at once
        self._stop_read, self._stop_write = -1, -1
        self._thread: threading.Thread | None = None

    def open(self, deliver: Deliver) -> None:
        """The chip is being asked for its lines; edges are delivered from a thread of our own."""
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(
            target=self._run, args=(deliver,), name=f"read {self._chip}", daemon=True
        )
        self._thread.start()

    def level(self, spot: Spot) -> bool:
        """Whether the line of the spot is pulled low; False while the chip is away."""
        with self._lock:
            if self._request is None:
                return False
            try:
                return bool(self._request.get_value(self._inputs[spot]))
            except OSError:
                return False  # the reading thread tells that the chip is gone

    def light(self, seat: int, lit: bool) -> None:
        """The line of the lamp is high when lit; a chip that is away shows it when it is back."""
        self._set(self._lamps[seat], lit)

    def sound(self, on: bool) -> None:
        """The line of the buzzer is high while it sounds."""
        if self._buzzer is not None:
            self._set(self._buzzer, on)

    def close(self) -> None:
        """The lamps are dark, the lines given back and the thread has ended."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        os.write(self._stop_write, b"s")
        thread.join(timeout=5)
        os.close(self._stop_read)
        os.close(self._stop_write)

    # --- inside ------------------------------------------------------------------------------------

    def _set(self, line: Line, on: bool) -> None:
        with self._lock:
            self._outputs[line] = on
            if self._request is not None:
                try:
                    self._request.set_value(line, self._value(on))
                except OSError:
                    return  # the reading thread tells that the chip is gone

    def _value(self, on: bool) -> Any:
        value = self._gpiod.line.Value
        return value.ACTIVE if on else value.INACTIVE

    def _ask(self) -> Any:
        """All lines in one request: sensors that tell both edges, outputs as they were last set."""
        line, settings = self._gpiod.line, self._gpiod.LineSettings
        sensor = settings(
            direction=line.Direction.INPUT,
            bias=line.Bias.PULL_UP,
            active_low=True,
            edge_detection=line.Edge.BOTH,
        )
        config: dict[Any, Any] = {tuple(self._inputs.values()): sensor}
        for output, on in self._outputs.items():
            config[output] = settings(direction=line.Direction.OUTPUT, output_value=self._value(on))
        return self._request_lines(
            self._chip, config=config, consumer=CONSUMER, event_buffer_size=EVENT_BUFFER
        )

    def _run(self, deliver: Deliver) -> None:
        told = ""
        stopping = False
        while not stopping:
            try:
                with self._lock:
                    self._request = self._ask()
            except (OSError, ValueError) as error:  # ValueError: no line of that name or offset
                fault = _fault_of(self._chip, error)
                if fault.code != told:
                    told = fault.code
                    deliver(NotOpened(fault))
                stopping = self._stops_within(LOOK_AGAIN_S)
                continue
            told = ""
            deliver(LinkUp())
            try:
                self._read(deliver)
                stopping = True
            except OSError as error:
                told = _fault_of(self._chip, error).code
                deliver(LinkDown(UNPLUGGED))
            finally:
                self._give_back(dark=stopping)

    def _read(self, deliver: Deliver) -> None:
        """Deliver edges until `close`, or until the chip goes (OSError)."""
        spots: dict[int, Spot] = self._offsets()
        falling = self._gpiod.EdgeEvent.Type.FALLING_EDGE
        while True:
            ready, _, _ = select.select([self._stop_read, self._request.fileno()], [], [])
            if self._stop_read in ready:
                return
            with self._lock:
                events = self._request.read_edge_events()
            for event in events:
                # An active-low line tells the edges of its level: a chip that lands is a rising edge.
                deliver((spots[event.line_offset], event.event_type is not falling))

    def _offsets(self) -> dict[int, Spot]:
        """Which spot a line's offset is; the request lists its lines and offsets in the same order."""
        by_line: dict[Line, Spot] = {line: spot for spot, line in self._inputs.items()}
        pairs = zip(self._request.lines, self._request.offsets, strict=True)
        return {offset: by_line[line] for line, offset in pairs if line in by_line}

    def _give_back(self, *, dark: bool) -> None:
        with self._lock:
            request, self._request = self._request, None
            try:
                if dark:
                    request.set_values({line: self._value(False) for line in self._outputs})
                request.release()
            except OSError:
                return  # the chip is gone, and its lines with it

    def _stops_within(self, wait_s: float) -> bool:
        return bool(select.select([self._stop_read], [], [], wait_s)[0])
