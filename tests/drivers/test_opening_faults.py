"""Every driver, and each thing that may keep its machine from being opened: one sentence that names the place
and what to do, and the rest of the table starts.

A row is a machine on one of its carriers, as `table.toml` names it. Lines are real ptys, sockets and pyusb
on a bus of our own, gpiozero and gpiod are the libraries themselves, smart cards go through the real pcscd.
A pair that makes no sense is not in the table: a serial server asks for no permission, a keyboard has no
program that the house approves.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from controller.boot.devices import NoDevice
from controller.boot.machine_examination import examined
from controller.boot.real_machines import real_machines
from controller.clock import SystemClock
from controller.game.inputs import Health, HealthObserved, Machine, Observation, TroubleObserved
from controller.installed import ROOT
from controller.ports import Driver
from controller.settings.table import TableFile, load_table
from drivers.absent import AbsentMachine
from drivers.chips.pins import Lines
from drivers.lines.links import MissingLibrary
from drivers.lines.port_faults import NotOpened
from drivers.recordings.desk import ADVICE, advice
from drivers.sim.ptys import PtyCarrier
from drivers.sim.usb_backend import SimulatedBus
from drivers.sim.usb_carrier import UsbCarrier, open_device
from tests.drivers.opening_faults import (
    CASES,
    PINS,
    ROWS,
    TABLE,
    Place,
    Row,
    a_shoe,
    a_shuffler,
    as_nobody,
)
from tests.drivers.pcsc_service import PcscService
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.slow

QUIET_S = 1.5
"""A port that is not there is no trouble to a table: it is looked for without a word."""


@pytest.fixture
def place() -> Iterator[Place]:
    with (
        ExitStack() as ends,
        pytest.MonkeyPatch.context() as patch,
        tempfile.TemporaryDirectory(prefix="tapis") as folder,
    ):
        os.chmod(folder, 0o755)
        yield Place(Path(folder), patch, ends)
        ends.close()


@pytest.fixture(scope="module")
def pcscd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PcscService]:
    service = PcscService(tmp_path_factory.mktemp("pcsc"))
    service.start()
    yield service
    service.stop()


@pytest.mark.parametrize(("row", "fault"), CASES, ids=[f"{row}: {fault}" for row, fault in CASES])
def test_what_keeps_a_machine_from_opening_is_one_sentence_and_the_rest_starts(
    row: str, fault: str, place: Place, request: pytest.FixtureRequest
) -> None:
    one = ROWS[row]
    smart = row == "card reader, pcsc"
    if smart:
        place.pcsc = request.getfixturevalue("pcscd")
    place.url = one.url.format(folder=place.folder)
    wanted = one.faults[fault](place)
    # libpcsclite reads the name of its socket once a process: a service of this file needs one of its own.
    if smart and fault != "no library":
        place.bus = None
        said = in_a_process_of_its_own(write_settings(place, one), one.machine, place.as_nobody)
    else:
        said = opened(write_settings(place, one), one.machine, place.bus, place.lines, place.as_nobody)
    assert said.startswith(wanted)
    assert "\n" not in said
    assert len(said) < 300


def write_settings(place: Place, row: Row) -> Path:
    """The table with this machine and one that is well, which is on another kind of line."""
    section = row.section.format(folder=place.folder, url=place.url)
    well = place.folder / "well"
    twin = a_shuffler() if row.machine is not Machine.SHUFFLER else a_shoe()
    carrier: Any
    if place.bus is not None and not place.url.startswith("usb:"):
        product = 0x6C02 if row.machine is not Machine.SHUFFLER else 0x6C01
        carrier = place.closes(UsbCarrier(twin, place.bus, open_device("WELL", product), SystemClock()))
    else:
        carrier = place.closes(PtyCarrier(twin, well, SystemClock()))
        os.chmod(well, 0o666)
    name = "shuffler" if row.machine is not Machine.SHUFFLER else "shoe"
    other = f'[{name}]\ndriver = "open"\nurl = "{carrier.url}"\n'
    path = place.folder / "table.toml"
    path.write_text(TABLE.format(folder=place.folder) + section + place.more + other, encoding="utf-8")
    return path


def opened(
    path: Path, machine: Machine, bus: SimulatedBus | None, lines: Lines | None, nobody: bool = False
) -> str:
    """The table's machines were started; the sentence of this one, once the other is up."""
    settings = load_table(path)
    with ExitStack() as rights:
        if nobody:
            rights.enter_context(as_nobody())
        said = sentence_of(real_machines(settings, bus, lines), machine)
        return said or said_by_the_command(settings, machine, bus)


def said_by_the_command(settings: TableFile, machine: Machine, bus: SimulatedBus | None) -> str:
    """What `tapis devices test` says of a machine that the table still looks for."""
    with pytest.raises(NoDevice) as found:
        list(examined(settings, str(machine), 0.3, usb=bus))
    return str(found.value)


def in_a_process_of_its_own(path: Path, machine: Machine, nobody: bool) -> str:
    """As `opened`, of a program that has never spoken to pcscd; its other machine is a pty's."""
    script = (
        "import sys; from pathlib import Path; from controller.game.inputs import Machine;"
        " from tests.drivers.test_opening_faults import opened;"
        " print(opened(Path(sys.argv[1]), Machine(sys.argv[2]), None, None, bool(int(sys.argv[3]))))"
    )
    words = [sys.executable, "-c", script, str(path), str(machine), str(int(nobody))]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def words_of(driver: Driver, seen: Observation) -> str:
    """What a person is told of this, as `tapis devices test` and the start of the table say it."""
    if isinstance(driver, AbsentMachine):
        return driver.why
    told = isinstance(seen, TroubleObserved) and advice(seen)
    return f"{driver._link.url}: {told}" if told else ""


def _is_last(said: str) -> bool:
    """Whether nothing more is to be said: noise is heard before it is known who makes it."""
    return bool(said) and not said.endswith(ADVICE["line_noise"])


def sentence_of(drivers: Sequence[Driver], machine: Machine) -> str:
    clock, end_s = SystemClock(), time.monotonic() + PATIENCE_S
    quiet_s = time.monotonic() + QUIET_S
    inbox: queue.Queue[tuple[Driver, object]] = queue.Queue()
    said, other_up = "", False
    for driver in drivers:
        driver.start(lambda item, driver=driver: inbox.put((driver, item)))
    try:
        while not (other_up and (_is_last(said) or time.monotonic() > quiet_s)) and time.monotonic() < end_s:
            seen: list[Observation] = []
            try:
                driver, item = inbox.get(timeout=0.02)
            except queue.Empty:
                pass
            else:
                seen += driver.receive(item, clock.now_ms())
                if isinstance(item, NotOpened) and driver.machine is machine:
                    said = str(item.fault)
            for driver in drivers:
                if driver.due_ms is not None and driver.due_ms <= clock.now_ms():
                    seen += driver.tick(clock.now_ms())
            for one in seen:
                mine = getattr(one, "machine", None) is machine
                other_up |= isinstance(one, HealthObserved) and one.health is Health.UP and not mine
                if mine and not _is_last(said):
                    said = words_of(next(d for d in drivers if d.machine is machine), one) or said
    finally:
        for driver in drivers:
            driver.stop()
    assert other_up, "the rest of the table did not start"
    return said


WITHOUT = """
import sys
for name in ("serial", "usb", "gpiozero", "lgpio", "gpiod", "smartcard"):
    sys.modules[name] = None  # as if it were not installed
from pathlib import Path
from pkgutil import walk_packages
import drivers
for module in walk_packages(drivers.__path__, "drivers."):
    if not module.name.startswith("drivers.sim"):  # the twins are for machines that have them
        __import__(module.name)
import controller.cli.run
from controller.boot.starting import started_floor
from controller.settings.table import load_table
floor = started_floor(load_table(Path(sys.argv[1])))
print(*floor.absent, sep="\\n")
floor.pump.start()
floor.pump.drain()
for machine in ("shuffler", "shoe", "chips", "badge"):
    one = floor.table.state.machine(machine)
    print(machine, one.health, one.detail)
print(*sorted({alarm.code for alarm in floor.table.state.alarms}))
"""
NONE_OF_THEM = """\
[shuffler]
driver = "open"
url = "usb://1d50:6c02"

[shoe]
driver = "open"
url = "/dev/serial/by-id/shoe"

[badge]
reader = "pcsc"

[chips]
"""


def test_a_table_starts_without_a_single_library_of_its_machines_and_names_each(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(TABLE.format(folder=tmp_path) + NONE_OF_THEM + PINS, encoding="utf-8")
    words = [sys.executable, "-c", WITHOUT, str(path)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert told[:4] == [
        f"usb://1d50:6c02: pyusb is missing: type make setup in {ROOT}",
        f"/dev/serial/by-id/shoe: pyserial is missing: type make setup in {ROOT}",
        f"chip sensors: gpiod is missing: type make setup in {ROOT}",
        f"badge reader: pyscard is missing: type make setup-tests in {ROOT}",
    ]
    assert told[4:] == [
        *(f"{name} absent library_missing" for name in ("shuffler", "shoe", "chips", "badge")),
        "A-216 A-224",
    ]


def test_what_is_allowed_to_be_plugged_in_is_watched_or_the_table_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.toml"
    listed = '[[allowed]]\nwhat = "shoe"\nvendor = "1d50"\nproduct = "6c01"\n'
    path.write_text(TABLE.format(folder=tmp_path) + listed, encoding="utf-8")
    monkeypatch.setitem(sys.modules, "usb", None)
    monkeypatch.setitem(sys.modules, "usb.backend", None)
    with pytest.raises(MissingLibrary, match="the list of allowed devices: pyusb is missing"):
        real_machines(load_table(path))
