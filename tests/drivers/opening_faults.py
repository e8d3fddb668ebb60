"""What may keep each machine from being opened, brought about: the rows of `test_opening_faults.py`.

Lines are real ptys, sockets and pyusb on a bus of our own, gpiozero and gpiod are the libraries themselves,
smart cards go through the real pcscd.
"""

from __future__ import annotations

import os
import queue
import socket
import stat
import sys
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from random import Random
from types import ModuleType
from typing import Any

import gpiod
import pytest
from gpiozero.pins.local import LocalPiFactory

import drivers
from controller.clock import SystemClock
from controller.game.inputs import Machine
from controller.installed import lacks
from drivers.chips import pins
from drivers.chips.pins import Lines
from drivers.lines.links import SerialLink
from drivers.sim.hid_scanner import house_codes, scanner_device
from drivers.sim.ptys import PtyCarrier
from drivers.sim.serial_servers import SocketCarrier
from drivers.sim.shoe import ShoeTwin
from drivers.sim.shuffler import ShufflerTwin
from drivers.sim.usb_backend import Interface, SimulatedBus, SimulatedUsb
from drivers.sim.usb_carrier import UsbCarrier, open_device
from tests.drivers.pcsc_service import READER, PcscService
from tests.patience import PATIENCE_S

NOBODY = 65_534
IMPORTED_WHEN_OPENED = (
    "serial.tools.list_ports",
    "usb.control",
    "usb.core",
    "usb.util",
    "usb.backend.libusb1",
    "encodings.utf_16_le",
    "gpiozero.pins.lgpio",
    "gpiod",
    "smartcard.scard",
)
NOISE = b"$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,*76\r\n" * 12
"""What a satellite receiver says, for one; to no table's shoe."""
TABLE = """\
[table]
id = "UTH-9"
profile = "fr-55-20-2021"
jackpot = "jackpot.toml"
data = "{folder}"
run = "{folder}"
"""
PINS = "sensor_pins = [5, 6, 12, 13, 16, 19, 20]\nlamp_pins = [21, 22, 23, 24, 25, 26, 27]\n"
CODES = 'no_read = "NOREAD"\ncut_card = "CUT"\ncodes = {codes}\n'
SHOE_ON_USB, SHUFFLER_ON_USB = "usb://1d50:6c01", "usb://1d50:6c02"
SCANNER = f"usb://{scanner_device('S').vendor:04x}:{scanner_device('S').product:04x}"


@contextmanager
def as_nobody() -> Iterator[None]:
    """This program's rights are those of nobody; an ordinary user's, which are no more here, are left.

    What a driver imports only when it opens is imported before: nobody may not look into a closed home.
    """
    if os.geteuid() != 0:
        yield
        return
    ours = (module.name for module in walk_packages(drivers.__path__, "drivers."))
    for name in (*ours, *IMPORTED_WHEN_OPENED):
        with suppress(ImportError):
            import_module(name)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@dataclass
class Place:
    """Where the machine of a row would be: a folder that anybody may look into, a bus, what was changed."""

    folder: Path
    patch: pytest.MonkeyPatch
    ends: ExitStack
    bus: SimulatedBus | None = field(default_factory=SimulatedBus)
    lines: Lines | None = None
    pcsc: PcscService | None = None
    url: str = ""
    more: str = ""
    as_nobody: bool = False

    def closes(self, one: Any) -> Any:
        self.ends.callback(one.close)
        return one


Fault = Callable[[Place], str]
"""Brings it about, and says how the sentence begins or what is in it."""


@dataclass(frozen=True)
class Row:
    """A machine on a carrier: its section of the settings, where it is, and its faults."""

    machine: Machine
    section: str
    faults: dict[str, Fault]
    url: str = ""


# --- serial lines ----------------------------------------------------------------------------------


def no_pyserial(place: Place) -> str:
    place.patch.setitem(sys.modules, "serial", None)
    return f"{place.url}: {lacks('pyserial')}"


def a_pty(place: Place) -> int:
    master, slave = os.openpty()
    tty.setraw(slave)
    place.ends.callback(os.close, master)
    place.ends.callback(os.close, slave)
    (place.folder / "line").symlink_to(os.ttyname(slave))
    return master


def not_permitted_port(place: Place) -> str:
    a_pty(place)
    os.chmod(place.folder / "line", 0)
    place.as_nobody = True
    return f"{place.url} is not permitted to this user: name it in /etc/udev/rules.d/70-tapis.rules"


def busy_port(place: Place) -> str:
    a_pty(place)
    opened = queue.Queue[object]()
    other = place.closes(SerialLink(str(place.folder / "line")))
    other.open(opened.put)
    opened.get(timeout=PATIENCE_S)
    return f"{place.url} is in use by another program: stop that program"


def no_port(place: Place) -> str:
    return f"{place.url} is not plugged in: check the cable and the power"


def another_talker(place: Place) -> str:
    master, stopping = a_pty(place), threading.Event()

    def talk() -> None:
        while not stopping.wait(0.02):
            os.write(master, NOISE)

    thread = threading.Thread(target=talk)
    thread.start()
    place.ends.callback(thread.join)
    place.ends.callback(stopping.set)
    return f"{place.url}: another kind of machine is on this line: check which cable goes where"


def shuffler_on_its_line(place: Place) -> str:
    place.closes(PtyCarrier(ShufflerTwin(_dice(), boot=5), place.folder / "line", SystemClock()))
    return f"{place.url}: another kind of machine is on this line: check which cable goes where"


def shoe_on_its_line(place: Place) -> str:
    place.closes(PtyCarrier(ShoeTwin(boot=5), place.folder / "line", SystemClock()))
    return f"{place.url}: another kind of machine is on this line: check which cable goes where"


def unknown_program(twin: Callable[[], Any]) -> Fault:
    def make(place: Place) -> str:
        place.closes(PtyCarrier(twin(), place.folder / "line", SystemClock()))
        place.more = f'firmware_sha256 = "{"ab" * 32}"\n'
        return f"{place.url}: the machine's program is not the approved one: do not open the table"

    return make


def no_server(place: Place) -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        place.url = f"socket://127.0.0.1:{free.getsockname()[1]}"
    return f"{place.url}: no serial server answers: check that it is on, its cable, and the url in table.toml"


def shuffler_at_its_server(place: Place) -> str:
    place.url = place.closes(SocketCarrier(ShufflerTwin(_dice(), boot=5), SystemClock())).url
    return f"{place.url}: another kind of machine is on this line: check which cable goes where"


def _dice() -> Random:
    return Random(1)


# --- USB -------------------------------------------------------------------------------------------


def no_pyusb(place: Place) -> str:
    place.patch.setitem(sys.modules, "usb", None)
    place.patch.setitem(sys.modules, "usb.backend", None)
    place.bus = None
    return f"{place.url}: {lacks('pyusb')}"


def no_libusb(place: Place) -> str:
    from usb.backend import libusb1

    place.patch.setattr(libusb1, "get_backend", lambda: None)
    place.bus = None
    return f"{place.url}: libusb is missing: type apt install libusb-1.0-0"


def not_permitted_on_usb(device: Callable[[], SimulatedUsb]) -> Fault:
    def make(place: Place) -> str:
        _plug(place, device()).permitted = False
        return f"{place.url} is not permitted to this user: name it in /etc/udev/rules.d/70-tapis.rules"

    return make


def busy_on_usb(device: Callable[[], SimulatedUsb]) -> Fault:
    def make(place: Place) -> str:
        plugged = _plug(place, device())
        for number in range(len(plugged.interfaces)):
            plugged.claimed[number] = object()
        return f"{place.url} is in use by another program: stop that program"

    return make


def not_on_usb(place: Place) -> str:
    return f"{place.url} is not plugged in: check the cable and the power"


def a_stick_instead(words: str) -> Fault:
    def make(place: Place) -> str:
        vendor, product = (int(part, 16) for part in place.url.removeprefix("usb://").split(":"))
        _plug(place, SimulatedUsb(vendor, product, "4C53", "stick", (Interface(8, 6, 80, ()),)))
        return f"{place.url} is {words}: plug in the machine of this table, or correct the url in table.toml"

    return make


def unknown_program_on_usb(twin: Callable[[], Any], product: int) -> Fault:
    def make(place: Place) -> str:
        assert place.bus is not None
        place.closes(UsbCarrier(twin(), place.bus, open_device("S", product), SystemClock()))
        place.more = f'firmware_sha256 = "{"ab" * 32}"\n'
        return f"{place.url}: the machine's program is not the approved one: do not open the table"

    return make


def another_on_usb(twin: Callable[[], Any], product: int) -> Fault:
    def make(place: Place) -> str:
        assert place.bus is not None
        place.closes(UsbCarrier(twin(), place.bus, open_device("S", product), SystemClock()))
        return f"{place.url}: another kind of machine is on this line: check which cable goes where"

    return make


def _plug(place: Place, device: SimulatedUsb) -> SimulatedUsb:
    assert place.bus is not None
    return place.bus.add(device)


# --- pins ------------------------------------------------------------------------------------------


class LgpioError(Exception):
    """As lgpio 0.2.2 defines it: neither an OSError nor gpiozero's."""

    def __init__(self, value: str) -> None:
        self.value = value

    def __str__(self) -> str:
        return repr(self.value)


def lgpio(place: Place, **calls: Any) -> None:
    """A Raspberry Pi 3 whose lgpio answers with these; every other call does nothing."""

    outputs: set[int] = set()

    class Library(ModuleType):
        error = LgpioError

        def __getattr__(self, name: str) -> Any:
            return 0 if name.isupper() else lambda *args: 0

    library = Library("lgpio")
    of_pins = {
        "gpio_claim_output": lambda handle, pin, *more: outputs.add(pin),
        "gpio_claim_input": lambda handle, pin, *more: outputs.discard(pin),
        "gpio_get_mode": lambda handle, pin: 2 * (pin in outputs),
    }
    for name, call in (of_pins | calls).items():
        setattr(library, name, call)
    place.patch.setitem(sys.modules, "lgpio", library)
    place.patch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    place.patch.setattr(LocalPiFactory, "_get_revision", lambda factory: 0xA02082)


def fails(words: str) -> Callable[..., int]:
    def call(*args: Any) -> int:
        raise LgpioError(words)

    return call


def no_gpiozero(place: Place) -> str:
    place.patch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    place.patch.setitem(sys.modules, "lgpio", None)
    return f"chip sensors: {lacks('lgpio')}"


def pins_not_permitted(place: Place) -> str:
    lgpio(place, gpiochip_open=fails("can not open gpiochip"))
    (place.folder / "gpiochip0").touch(mode=0)
    place.as_nobody = True
    place.patch.setattr(pins, "DEVICES", place.folder)
    return f"chip sensors: {place.folder}/gpiochip0 is not permitted to this user: add the user to the group"


def no_pins(place: Place) -> str:
    lgpio(place, gpiochip_open=fails("can not open gpiochip"))
    return "chip sensors: no pins on this machine (can not open gpiochip): wire the sensors to a board that"


def busy_pins(place: Place) -> str:
    lgpio(place, gpio_claim_input=fails("GPIO busy"))
    return "chip sensors: GPIO busy: stop the other program that uses the pins, or the table"


def pins_of_another_board(place: Place) -> str:
    lgpio(place)
    place.url = "99"  # the first sensor's
    return "chip sensors: 99 is not a valid pin name: correct the pins of [chips] in table.toml"


def no_gpiod(place: Place) -> str:
    place.patch.setitem(sys.modules, "gpiod", None)
    return f"chip sensors: {lacks('gpiod')}"


def chip_not_permitted(place: Place) -> str:
    place.url = str(place.folder / "closed" / "gpiochip0")
    (place.folder / "closed").mkdir(mode=0)
    place.as_nobody = True
    return f"chip sensors: {place.url} is not permitted to this user: add the user to the group"


def no_chip(place: Place) -> str:
    return f"chip sensors: {place.folder}/gpiochip0 is not there: check its cable, and chips.chip"


def busy_chip(place: Place) -> str:
    def request_lines(*args: Any, **kwargs: Any) -> Any:
        raise OSError(16, "Device or resource busy")

    place.patch.setattr(gpiod, "request_lines", request_lines)
    return f"chip sensors: a line of {place.folder}/gpiochip0 is in use by another program: stop that program"


def no_gpio_chip(place: Place) -> str:
    (place.folder / "gpiochip0").touch()
    return f"chip sensors: {place.folder}/gpiochip0 is no GPIO chip: correct chips.chip; gpiodetect lists"


# --- smart cards -----------------------------------------------------------------------------------


def no_pyscard(place: Place) -> str:
    place.patch.setitem(sys.modules, "smartcard", None)
    return f"badge reader: {lacks('pyscard', 'setup-tests')}"


def _service(place: Place) -> PcscService:
    assert place.pcsc is not None
    return place.pcsc


def pcscd_not_permitted(place: Place) -> str:
    ipc = _service(place).folder_of_the_socket
    mode = stat.S_IMODE(ipc.stat().st_mode)
    place.ends.callback(ipc.chmod, mode)
    ipc.chmod(0)
    place.as_nobody = True
    rules = "/usr/share/polkit-1/rules.d/50-tapis-pcscd.rules"
    return f"badge reader: pcscd does not let this user in: {rules} lets in the users"


def no_pcscd(place: Place) -> str:
    _service(place).stop()
    place.ends.callback(_service(place).start)
    return (
        "badge reader: pcscd does not answer (Service not available): type apt install pcscd, then systemctl"
    )


def no_reader(place: Place) -> str:
    _service(place).stop()
    _service(place).start(with_reader=False)
    place.ends.callback(_service(place).start)
    place.ends.callback(_service(place).stop)
    return "badge reader: no reader is plugged in: check its cable; pcsc_scan lists the readers"


def another_reader(place: Place) -> str:
    place.more = 'name = "Another maker"\n'
    return (
        f"badge reader: there is '{READER} 00 00', '{READER} 00 01', and no reader 'Another maker': plug in"
    )


# --- the table -------------------------------------------------------------------------------------

SERIAL: dict[str, Fault] = {
    "no library": no_pyserial,
    "no permission": not_permitted_port,
    "busy": busy_port,
    "no device": no_port,
}
SERVER: dict[str, Fault] = {"no library": no_pyserial, "no device": no_server}


def usb(device: Callable[[], SimulatedUsb], words: str) -> dict[str, Fault]:
    return {
        "no library": no_pyusb,
        "no system library": no_libusb,
        "no permission": not_permitted_on_usb(device),
        "busy": busy_on_usb(device),
        "no device": not_on_usb,
        "another device": a_stick_instead(words),
    }


def shoe(driver: str, more: str = "") -> str:
    return f'[shoe]\ndriver = "{driver}"\nurl = "{{url}}"\n{more}'


def scanner(mode: str) -> str:
    codes = ", ".join(f'"{code}" = "{card}"' for code, card in house_codes().items())
    return shoe("hid-scanner", f'mode = "{mode}"\n' + CODES.format(codes=f"{{{{ {codes} }}}}"))


def a_shoe() -> ShoeTwin:
    return ShoeTwin(boot=5)


def a_shuffler() -> ShufflerTwin:
    return ShufflerTwin(_dice(), boot=5)


LINE = "{folder}/line"
SHUFFLER = '[shuffler]\ndriver = "open"\nurl = "{url}"\n'
OPEN_USB, KEYS, TELLS = (
    "no machine of the open protocol",
    "no scanner in keyboard mode",
    "no scanner in HID-POS mode",
)
ROWS: dict[str, Row] = {
    "Angel Eye, serial": Row(
        Machine.SHOE, shoe("angel-eye"), SERIAL | {"another device": another_talker}, LINE
    ),
    "Angel Eye, server": Row(Machine.SHOE, shoe("angel-eye"), SERVER, "socket://127.0.0.1:9"),
    "Bee-Tek, serial": Row(Machine.SHOE, shoe("bee-tek"), SERIAL | {"another device": another_talker}, LINE),
    "Bee-Tek, server": Row(Machine.SHOE, shoe("bee-tek"), SERVER, "socket://127.0.0.1:9"),
    "open shoe, serial": Row(
        Machine.SHOE,
        shoe("open"),
        SERIAL | {"another device": shuffler_on_its_line, "unknown program": unknown_program(a_shoe)},
        LINE,
    ),
    "open shoe, server": Row(
        Machine.SHOE,
        shoe("open"),
        SERVER | {"another device": shuffler_at_its_server},
        "socket://127.0.0.1:9",
    ),
    "open shoe, USB": Row(
        Machine.SHOE,
        shoe("open"),
        usb(lambda: open_device("S"), OPEN_USB)
        | {
            "another machine": another_on_usb(a_shuffler, 0x6C01),
            "unknown program": unknown_program_on_usb(a_shoe, 0x6C01),
        },
        SHOE_ON_USB,
    ),
    "scanner shoe that types": Row(
        Machine.SHOE, scanner("keyboard"), usb(lambda: scanner_device("S"), KEYS), SCANNER
    ),
    "scanner shoe that tells": Row(
        Machine.SHOE, scanner("pos"), usb(lambda: scanner_device("S", mode="pos"), TELLS), SCANNER
    ),
    "shuffler, serial": Row(
        Machine.SHUFFLER,
        SHUFFLER,
        SERIAL | {"another device": shoe_on_its_line, "unknown program": unknown_program(a_shuffler)},
        LINE,
    ),
    "shuffler, USB": Row(
        Machine.SHUFFLER,
        SHUFFLER,
        usb(lambda: open_device("S", 0x6C02), OPEN_USB)
        | {
            "another machine": another_on_usb(a_shoe, 0x6C02),
            "unknown program": unknown_program_on_usb(a_shuffler, 0x6C02),
        },
        SHUFFLER_ON_USB,
    ),
    "spots, gpiozero": Row(
        Machine.CHIPS,
        '[chips]\nbackend = "gpiozero"\n' + PINS.replace("[5,", "[{url},"),
        {
            "no library": no_gpiozero,
            "no permission": pins_not_permitted,
            "busy": busy_pins,
            "no device": no_pins,
            "another device": pins_of_another_board,
        },
        "5",
    ),
    "spots, gpiod": Row(
        Machine.CHIPS,
        '[chips]\nbackend = "gpiod"\nchip = "{url}"\n' + PINS,
        {
            "no library": no_gpiod,
            "no permission": chip_not_permitted,
            "busy": busy_chip,
            "no device": no_chip,
            "another device": no_gpio_chip,
        },
        "{folder}/gpiochip0",
    ),
    "card reader, pcsc": Row(
        Machine.BADGE,
        '[badge]\nreader = "pcsc"\n',
        {
            "no library": no_pyscard,
            "no permission": pcscd_not_permitted,
            "no service": no_pcscd,
            "no device": no_reader,
            "another device": another_reader,
        },
    ),
    "card reader that types": Row(
        Machine.BADGE,
        '[badge]\nreader = "keyboard"\nurl = "{url}"\nallow_keyboard_badge = true\n',
        usb(lambda: scanner_device("S"), KEYS),
        SCANNER,
    ),
}
CASES = [(row, fault) for row, one in ROWS.items() for fault in one.faults]
