"""What may be plugged in: strangers are never opened, and told until they are out."""

from __future__ import annotations

import os
import queue
import threading
from pathlib import Path

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo
from test_serial_links import SmallPump

from controller.boot.machines import Carriers, allow_list, check_machines, shoe_driver
from controller.clock import SystemClock
from controller.game.inputs import Machine, TroubleObserved
from controller.ports import Figures, LinkUp
from controller.settings.settings_error import SettingsError
from controller.settings.table import TableFile, load_table
from drivers.lines.allow_list import Allowed, AllowList, Plugged
from drivers.lines.links import SerialLink
from drivers.lines.plug_watch import AGAIN_MS, STRANGERS_MAX, NowPlugged, PlugWatch
from drivers.lines.port_faults import NotOpened
from drivers.lines.usb_claims import claim_bulk
from drivers.lines.usb_links import UsbLink
from drivers.shoes.hid_scanner import HidScanner
from drivers.sim.hid_scanner import house_codes, scanner_device
from drivers.sim.ptys import PtyCarrier
from drivers.sim.shoe import ShoeTwin
from drivers.sim.usb_backend import Interface, SimulatedBus, SimulatedUsb
from drivers.sim.usb_carrier import open_device
from tests.law.requirements import requirement
from tests.patience import PATIENCE_S

URL = "usb://1d50:6c01"
SHOE = Allowed("shoe", 0x1D50, 0x6C01, serial="S1")


def houses(*lines: Allowed, sysfs: Path = Path("/nowhere")) -> AllowList:
    return AllowList(lines, sysfs)


def stick(port: str = "1-2") -> SimulatedUsb:
    return SimulatedUsb(0x0781, 0x5567, "4C53", "stick", (Interface(8, 6, 80, ()),), port=port)


# --- the list --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "permits"),
    [
        (Allowed("shoe", 0x1D50, 0x6C01), True),
        (Allowed("shoe", 0x1D50, 0x6C01, serial="S1", port="1-4.2"), True),
        (Allowed("shoe", 0x1D50, 0x6C01, serial="S2"), False),
        (Allowed("shoe", 0x1D50, 0x6C01, port="1-4"), False),
        (Allowed("shoe", 0x1D50, 0x6C02), False),
        (Allowed("shoe", 0x1D51, 0x6C01), False),
    ],
)
def test_a_line_permits_what_it_names_and_nothing_else(line, permits):
    plugged = Plugged(0x1D50, 0x6C01, "S1", "1-4.2")
    assert (houses(line).permitted(plugged) is line) is permits


def test_a_serial_number_that_cannot_be_learnt_is_not_the_one_that_is_asked_for():
    unread = Plugged(0x1D50, 0x6C01, None, "1-1")
    assert houses(SHOE).permitted(unread) is None
    assert houses(Allowed("shoe", 0x1D50, 0x6C01)).permitted(unread) is not None


def test_a_device_is_opened_only_for_a_serial_number_that_the_list_asks_for():
    bus = SimulatedBus([open_device("S1"), stick()])
    bus.devices[1].permitted = False  # opening it would be an error
    seen = houses(SHOE).plugged_in(bus)
    assert [(one.identity, one.serial, one.port) for one in seen] == [
        ("1d50:6c01", "S1", "1-1"),
        ("0781:5567", None, "1-2"),
    ]
    assert not bus.devices[0].claimed


def test_the_serial_number_that_the_kernel_tells_spares_opening_the_device(tmp_path):
    (tmp_path / "1-1").mkdir()
    (tmp_path / "1-1" / "serial").write_text("S1\n")
    (tmp_path / "1-1" / "product").write_text("Card Shoe\n")
    bus = SimulatedBus([open_device("S1")])
    bus.devices[0].permitted = False
    (seen,) = houses(SHOE, sysfs=tmp_path).plugged_in(bus)
    assert (seen.serial, seen.name) == ("S1", "Card Shoe")


# --- links -----------------------------------------------------------------------------------------


@requirement("CS-16")
def test_a_link_opens_what_the_list_allows_and_says_what_it_does_not():
    bus = SimulatedBus([open_device("S2")])
    heard: queue.Queue[object] = queue.Queue()
    link = UsbLink(URL, claim_bulk, backend=bus, allowed=houses(SHOE))
    link.open(heard.put)
    try:
        refused = heard.get(timeout=PATIENCE_S)
        assert isinstance(refused, NotOpened)
        assert str(refused.fault) == (
            f"{URL} is not on the list of allowed devices (1d50:6c01 with serial number S2 at 1-1): plug in"
            " the machine of this table, or correct the url in table.toml"
        )
        assert not bus.devices[0].claimed
        bus.devices[0].pull_out()
        bus.add(open_device("S1"))
        while not isinstance(item := heard.get(timeout=PATIENCE_S), LinkUp):
            assert isinstance(item, NotOpened)
    finally:
        link.close()


@requirement("CS-16")
def test_a_serial_adapter_is_opened_only_if_the_list_allows_it(tmp_path, monkeypatch):
    carrier = PtyCarrier(ShoeTwin(boot=7), tmp_path / "shoe", SystemClock())
    adapter = ListPortInfo(os.path.realpath(carrier.url))
    adapter.vid, adapter.pid, adapter.serial_number, adapter.location = 0x0403, 0x6001, "X1", "1-1.2:1.0"
    monkeypatch.setattr(list_ports, "comports", lambda: [adapter])
    heard: queue.Queue[object] = queue.Queue()
    right = houses(Allowed("shoe", 0x0403, 0x6001, serial="X1", port="1-1.2"))
    link = SerialLink(carrier.url, allowed=houses(Allowed("shoe", 0x0403, 0x6001, serial="X2")))
    try:
        link.open(heard.put)
        refused = heard.get(timeout=PATIENCE_S)
        assert isinstance(refused, NotOpened)
        assert "not on the list of allowed devices (0403:6001 with serial number X1 at 1-1.2)" in str(
            refused.fault
        )
        link.close()
        link = SerialLink(carrier.url, allowed=right)
        link.open(heard.put)
        assert isinstance(heard.get(timeout=PATIENCE_S), LinkUp)
    finally:
        link.close()
        carrier.close()


def test_a_line_that_is_no_usb_adapter_is_nobody_s_to_allow(tmp_path):
    carrier = PtyCarrier(ShoeTwin(boot=7), tmp_path / "shoe", SystemClock())
    houses().check_serial(carrier.url)
    houses().check_serial("socket://127.0.0.1:1")
    carrier.close()


# --- the watch -------------------------------------------------------------------------------------


def intruder(plugged: SimulatedUsb, active: bool = True) -> TroubleObserved:
    code = f"intruder_{plugged.vendor:04x}:{plugged.product:04x}_at_{plugged.port}"
    return TroubleObserved(Machine.LINK, code, active)


@requirement("CS-16")
def test_a_stranger_is_told_when_it_comes_and_when_it_goes():
    bus = SimulatedBus([open_device("S1")])
    watch = PlugWatch(houses(SHOE), bus)
    pump = SmallPump(watch)
    try:
        stranger = bus.add(stick())
        pump.until(lambda seen: seen == [intruder(stranger)])
        stranger.pull_out()
        pump.until(lambda seen: seen == [intruder(stranger), intruder(stranger, active=False)])
    finally:
        watch.stop()


@requirement("SE-09")
def test_a_stick_is_an_alarm_and_nothing_is_read_of_it():
    """SE-09: no update comes in by a socket; what is in it is not opened, not asked and not claimed."""
    bus = SimulatedBus([open_device("S1")])
    pump = SmallPump(PlugWatch(houses(SHOE), bus))
    try:
        plugged = stick()
        plugged.permitted = False  # opening it would be an error
        bus.add(plugged)
        pump.until(lambda seen: seen == [intruder(plugged)])
        assert plugged.claimed == {}
    finally:
        pump.driver.stop()


def test_of_two_strangers_the_one_that_stays_is_told_again_after_the_other_s_end():
    watch = PlugWatch(houses())
    one, other = Plugged(1, 2, "", "1-1"), Plugged(3, 4, "", "1-2")
    assert len(watch.receive(NowPlugged((one, other)), 0)) == 2
    assert watch.receive(NowPlugged((other,)), 10) == [
        TroubleObserved(Machine.LINK, "intruder_0001:0002_at_1-1", active=False),
        TroubleObserved(Machine.LINK, "intruder_0003:0004_at_1-2"),
    ]


def test_a_stranger_that_stays_is_told_again():
    watch = PlugWatch(houses())
    assert watch.due_ms is None
    watch.receive(NowPlugged((Plugged(1, 2, "", "1-1"),)), 1_000)
    assert watch.due_ms == 1_000 + AGAIN_MS
    assert watch.tick(1_000 + AGAIN_MS - 1) == []
    assert watch.tick(1_000 + AGAIN_MS) == [TroubleObserved(Machine.LINK, "intruder_0001:0002_at_1-1")]
    watch.receive(NowPlugged(()), 9_000)
    assert watch.due_ms is None


def test_a_hub_full_of_strangers_is_told_up_to_a_limit():
    crowd = tuple(Plugged(1, 2, "", f"1-{n}") for n in range(1, 100))
    assert len(PlugWatch(houses()).receive(NowPlugged(crowd), 0)) == STRANGERS_MAX


# --- the settings ----------------------------------------------------------------------------------

CODES = "\n".join(f'"{code}" = "{card}"' for code, card in house_codes().items())
SCANNER = f"""
[shoe]
driver = "hid-scanner"
url = "usb://0c2e:0901:SCAN-1"
mode = "keyboard"
no_read = "NOREAD"

[shoe.codes]
{CODES}

[[allowed]]
what = "card scanner"
vendor = "0C2E"
product = "0901"
serial = "SCAN-1"
port = "1-3"
"""
TABLE = """
[table]
id = "UTH-9"
profile = "fr-55-20-2021"
jackpot = "jackpot.toml"
data = "/var/lib/tapis"
run = "/run/tapis"
"""


def settings_of(folder: Path, text: str) -> TableFile:
    path = folder / "table.toml"
    path.write_text(TABLE + text, encoding="utf-8")
    settings = load_table(path)
    check_machines(settings)
    return settings


def test_the_settings_name_a_scanner_its_codes_and_what_may_be_plugged_in(tmp_path):
    settings = settings_of(tmp_path, SCANNER)
    allowed = allow_list(settings)
    assert allowed is not None
    assert allowed.lines == (Allowed("card scanner", 0x0C2E, 0x0901, "SCAN-1", "1-3"),)
    bus = SimulatedBus([scanner_device("SCAN-1")])
    driver = shoe_driver(settings.shoe, 7, Carriers(allowed, usb=bus))
    assert isinstance(driver, HidScanner)
    heard: queue.Queue[object] = queue.Queue()
    driver.start(heard.put)
    assert isinstance(heard.get(timeout=PATIENCE_S), LinkUp)
    driver.stop()


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        (
            'driver = "hid-scanner"',
            'driver = "crystal-ball"',
            "shoe.driver = 'crystal-ball': one of angel-eye, bee-tek, hid-scanner, open",
        ),
        ('driver = "hid-scanner"', 'driver = "bee-tek"', "shoe.mode = 'keyboard': unknown key"),
        ('mode = "keyboard"', 'mode = "mouse"', "shoe.mode = 'mouse'"),
        ("usb://0c2e:0901:SCAN-1", "usb://scanner", "shoe.url = 'usb://scanner'"),
        ('= "As"', '= "Ad"', "shoe.codes.2112374: Ad has the code"),
        ('no_read = "NOREAD"', 'no_read = "210"', "shoe.codes.210: '21"),
        ('port = "1-3"', 'port = "left"', "allowed[0].port = 'left'"),
        ('vendor = "0C2E"', 'vendor = "C2E"', "allowed[0].vendor = 'C2E'"),
        ('what = "card scanner"', 'colour = "red"', "allowed[0].what"),
        (
            'serial = "SCAN-1"',
            'serial = "SCAN-2"',
            "shoe.url = 'usb://0c2e:0901:SCAN-1': no line of [[allowed]]",
        ),
    ],
)
def test_a_wrong_setting_of_the_scanner_is_named(tmp_path, old, new, named):
    assert old in SCANNER
    with pytest.raises(SettingsError) as refused:
        settings_of(tmp_path, SCANNER.replace(old, new, 1))
    assert named in str(refused.value)


def test_an_open_machine_on_usb_is_named_like_one_on_a_serial_line(tmp_path):
    text = '[shoe]\ndriver = "open"\nurl = "usb://1d50:6c01:S1"\n'
    bus = SimulatedBus([open_device("S1")])
    driver = shoe_driver(settings_of(tmp_path, text).shoe, 7, Carriers(usb=bus))
    heard: queue.Queue[object] = queue.Queue()
    driver.start(heard.put)
    assert isinstance(heard.get(timeout=PATIENCE_S), LinkUp)
    driver.stop()


def test_a_usb_url_that_is_none_is_refused_by_its_key(tmp_path):
    with pytest.raises(SettingsError, match=r"shuffler\.url: .*VENDOR:PRODUCT"):
        settings_of(tmp_path, '[shuffler]\ndriver = "open"\nurl = "usb://1d50"\n')


class Hidden(SimulatedBus):
    """A bus whose devices do not tell their serial number."""

    def _described(self, device, request, value, index):
        return b"" if value == 0x0302 else super()._described(device, request, value, index)


def test_a_device_that_does_not_tell_the_serial_number_asked_for_is_a_stranger():
    """The list names one machine; whoever hides which one he is is not it, and nothing stays open."""
    wanted = houses(SHOE)
    bus = Hidden()
    device = bus.add(stick())
    device.vendor, device.product = 0x1D50, 0x6C01
    (found,) = wanted.plugged_in(bus)
    assert wanted.permitted(found) is None
    assert device.claimed == {}


def test_a_watch_reads_the_bus_of_the_machine_and_may_be_ended_before_it_began(monkeypatch):
    looked = threading.Semaphore(0)

    class Watched(SimulatedBus):
        def enumerate_devices(self):
            looked.release()
            return super().enumerate_devices()

    bus = Watched([stick()])
    monkeypatch.setattr("drivers.lines.plug_watch.usb_backend", lambda what: bus)
    monkeypatch.setattr("drivers.lines.plug_watch.LOOK_S", 0.001)
    watch = PlugWatch(houses())
    watch.stop()
    heard: queue.Queue[object] = queue.Queue()
    watch.start(heard.put)
    first = heard.get(timeout=PATIENCE_S)
    assert isinstance(first, NowPlugged)
    for _ in range(3):
        assert looked.acquire(timeout=PATIENCE_S)
    bus.devices[0].pull_out()
    assert heard.get(timeout=PATIENCE_S) == NowPlugged(()), "what did not change was not told again"
    watch.stop()
    watch.stop()
    assert watch.receive("noise", 0) == []
    assert watch.figures == Figures()
