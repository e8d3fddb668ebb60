"""A GPIO chip without a kernel: what `gpiod.request_lines` gives, as far as the driver uses it.

The settings, values and events are those of the real library; only the chip and its requests are not.
"""

from __future__ import annotations

import os
from collections import deque

import gpiod

VALUES = {False: gpiod.line.Value.INACTIVE, True: gpiod.line.Value.ACTIVE}


class StandInChip:
    """Lines by offset, some with names; levels are electrical, so a covered sensor is low."""

    def __init__(self, names: dict[str, int] | None = None) -> None:
        self.names = dict(names or {})
        self.high: dict[int, bool] = {}
        self.settings: dict[int, gpiod.LineSettings] = {}
        self.gone: OSError | None = None
        self.requests = 0
        self.request: Request | None = None

    def request_lines(self, path, config, consumer=None, event_buffer_size=None):
        if self.gone is not None:
            raise self.gone
        assert path == "/dev/gpiochip7"
        lines = [line for key in config for line in (key if isinstance(key, tuple) else (key,))]
        offsets = [self.offset(line) for line in lines]
        assert len(set(offsets)) == len(offsets)
        for key, settings in config.items():
            gpiod.line_settings._line_settings_to_ext(settings)  # the real library takes them
            for line in key if isinstance(key, tuple) else (key,):
                offset = self.offset(line)
                self.settings[offset] = settings
                if settings.direction is gpiod.line.Direction.OUTPUT:
                    self.high[offset] = bool(settings.output_value)
                else:
                    self.high.setdefault(offset, settings.bias is gpiod.line.Bias.PULL_UP)
        self.requests += 1
        self.request = Request(self, lines, offsets)
        return self.request

    def offset(self, line) -> int:
        if isinstance(line, int):
            return line
        if line not in self.names:
            raise ValueError(f"line name {line} not found")
        return self.names[line]

    def pull(self, line, low: bool) -> None:
        """A hand covers or frees the sensor on this line."""
        offset = self.offset(line)
        self.high[offset] = not low
        if self.request is not None and self.settings[offset].edge_detection is gpiod.line.Edge.BOTH:
            self.request.tell(offset, self.settings[offset].active_low is low)

    def unplug(self) -> None:
        self.gone = OSError(19, "No such device")
        if self.request is not None:
            self.request.wake()

    def replug(self) -> None:
        self.gone = None


class Request:
    def __init__(self, chip: StandInChip, lines, offsets) -> None:
        self._chip = chip
        self.lines = lines
        self.offsets = offsets
        self._edges: deque[gpiod.EdgeEvent] = deque()
        self._read, self._write = os.pipe()
        self.released = False

    def fileno(self) -> int:
        return self._read

    def wake(self) -> None:
        os.write(self._write, b"e")

    def tell(self, offset: int, rising: bool) -> None:
        kind = gpiod.EdgeEvent.Type.RISING_EDGE if rising else gpiod.EdgeEvent.Type.FALLING_EDGE
        self._edges.append(gpiod.EdgeEvent(kind.value, 0, offset, 0, 0))
        self.wake()

    def read_edge_events(self):
        os.read(self._read, 4096)
        if self._chip.gone is not None:
            raise self._chip.gone
        events = list(self._edges)
        self._edges.clear()
        return events

    def get_value(self, line):
        if self._chip.gone is not None:
            raise self._chip.gone
        offset = self._chip.offset(line)
        return VALUES[self._chip.high[offset] is not self._chip.settings[offset].active_low]

    def set_values(self, values) -> None:
        if self._chip.gone is not None:
            raise self._chip.gone
        for line, value in values.items():
            self._chip.high[self._chip.offset(line)] = bool(value)

    def set_value(self, line, value) -> None:
        self.set_values({line: value})

    def release(self) -> None:
        self.released = True
        os.close(self._read)
        os.close(self._write)
        self._chip.request = None
