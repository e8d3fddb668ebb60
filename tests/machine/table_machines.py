"""The table's machines at the end of the guest's USB: our twins on the host, Debian's own drivers inside.

    with TableMachines(folder) as machines:
        with Guest(image, folder, extra=machines.words()) as guest:
            machines.shoe.act(lambda twin, now_ms: twin.load(DECK, now_ms))
            machines.shoe.unplug()                # the adapter leaves the bus; `replug` brings it back
            machines.chips.put(3)                 # a chip on seat 3's spot
            machines.chips.lit(3)                 # whether its lamp is lit
            machines.reader.insert(card)          # a `tests.drivers.virtual_card.VirtualCard`

Shoe and shuffler are the twins of `drivers.sim` behind the hypervisor's FTDI adapters (0403:6001) with the
serial numbers TAPIS-SHOE and TAPIS-SHUFFLER: ftdi_sio, udev and our 70-tapis.rules make `/dev/tapis/shoe`
of it. A machine that is plugged out is gone from the guest's bus. They outlive a power cut, as real ones
with a supply of their own.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Final

from controller.clock import Clock, SystemClock
from drivers.sim.carriers import AnyTwin
from drivers.sim.faults import Faults
from drivers.sim.real_time_carrier import READ_MAX, ServedTwin
from drivers.sim.shoe import ShoeTwin
from drivers.sim.shuffler import ShufflerTwin
from tests.machine.chip_board import SEATS, ChipBoard
from tests.machine.smart_card import CardSlot

SHUFFLE_MS: Final = 12_000
"""A deck in the box's shuffler takes no longer; a real one takes 45 s."""


def dial(path: Path) -> socket.socket | None:
    """A connection to the hypervisor's socket, or None while nobody listens."""
    line = socket.socket(socket.AF_UNIX)
    try:
        line.connect(str(path))
    except OSError:
        line.close()
        return None
    return line


class GuestCarrier(ServedTwin[AnyTwin]):
    """A twin at a serial adapter of the guest; `path` is the hypervisor's socket of that adapter."""

    def __init__(self, twin: AnyTwin, path: Path, clock: Clock, faults: Faults | None = None) -> None:
        self._path = path
        self._line: socket.socket | None = None
        super().__init__(twin, clock, faults, f"twin {path.name}")

    def _plug_in(self) -> None:
        if self._line is None:
            self._line = dial(self._path)

    def _pull_out(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def _sources(self) -> list[Any]:
        return [] if self._line is None else [self._line]

    def _read(self, ready: list[Any]) -> bytes:
        if self._line is None or self._line not in ready:
            return b""
        data = b""
        with contextlib.suppress(OSError):
            data = self._line.recv(READ_MAX)
        if not data:  # the guest's power was cut
            self._pull_out()
        return data

    def _connected(self) -> bool:
        return self._line is not None

    def _write(self, data: bytes) -> None:
        if self._line is not None:
            with contextlib.suppress(OSError):
                self._line.sendall(data)


class TableMachines:
    """Shoe, shuffler, chip board and card reader of one table; the sockets are in `folder`."""

    def __init__(self, folder: Path, *, name: str = "table", seed: int = 1) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._paths = {kind: folder / f"{name}.{kind}" for kind in ("shoe", "shuffler", "chips", "reader")}
        clock = SystemClock()
        self.shoe = GuestCarrier(ShoeTwin(boot=7), self._paths["shoe"], clock)
        shuffling = ShufflerTwin(Random(seed), boot=8, shuffle_ms=SHUFFLE_MS)
        self.shuffler = GuestCarrier(shuffling, self._paths["shuffler"], clock)
        self.chips = ChipBoard(self._paths["chips"])
        self.reader = CardSlot(self._paths["reader"])

    def words(self) -> list[str]:
        """What plugs them into a guest: its `extra`."""
        words: list[str] = []
        for kind, path in self._paths.items():
            words += ["-chardev", f"socket,id={kind},path={path},server=on,wait=off"]
        for kind, serial in (("shoe", "TAPIS-SHOE"), ("shuffler", "TAPIS-SHUFFLER")):
            words += ["-device", f"usb-serial,bus=usb.0,chardev={kind},serial={serial},id={kind}-usb"]
        words += ["-device", "usb-redir,bus=usb.0,chardev=chips,id=chips-usb"]
        words += ["-device", "usb-ccid,bus=usb.0,id=reader-usb"]
        return [*words, "-device", "ccid-card-passthru,bus=reader-usb.0,chardev=reader"]

    def close(self) -> None:
        """They are gone and their threads have ended."""
        closes: list[Callable[[], None]] = [
            self.shoe.close,
            self.shuffler.close,
            self.chips.close,
            self.reader.close,
        ]
        for close in closes:
            close()

    def __enter__(self) -> TableMachines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def settings_of_the_box(table_toml: str) -> str:
    """The `table.toml` as installed, with the machines of the box in place of a casino's.

    The felt has as many places as the chip board has pairs of lines; reader and board are allowed on USB.
    """
    text = table_toml
    head, _, chips = text.partition('[chips]\nbackend = "gpiod"')
    assert chips, "table.toml names no chips as they are shipped"
    pins, _, rest = chips.partition("debounce_ms")
    assert "sensor_pins" in pins
    board = '[chips]\nbackend = "gpiod"\nchip = "/dev/gpiochip0"\n'
    board += f"sensor_pins = {list(range(SEATS))}\nlamp_pins = {list(range(SEATS, 2 * SEATS))}\n"
    text = head.replace("seats = 7 ", f"seats = {SEATS} ") + board + "debounce_ms" + rest
    allowed = "".join(
        f'[[allowed]]\nwhat = "{what}"\nvendor = "{vendor}"\nproduct = "{product}"\n\n'
        for what, vendor, product in (
            ("touch screen", "0627", "0001"),
            ("board of the chip sensors", "10c4", "ea90"),
            ("reader of badges", "08e6", "4433"),
        )
    )
    return text.replace("[[allowed]]\n", allowed + "[[allowed]]\n", 1)
