"""The real USB link through pyusb on a simulated bus: plugs, errors of libusb, whole conversations."""

from __future__ import annotations

import queue
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from test_serial_links import SmallPump, gather

from controller.clock import SystemClock
from controller.game.cards import DECK
from controller.game.inputs import (
    CardObserved,
    Health,
    HealthObserved,
    Machine,
    ShoeObserved,
    TroubleObserved,
)
from controller.game.requests import LockShoe
from controller.installed import lacks
from controller.ports import LinkDown, LinkUp
from drivers.lines.links import MissingLibrary, SerialLink
from drivers.lines.port_faults import NotOpened
from drivers.lines.usb_claims import UsbAddress, claim_bulk, claim_keyboard, claim_scanner
from drivers.lines.usb_links import UsbLink
from drivers.shoes.open_shoe import OpenShoe
from drivers.shuffler import Shuffler
from drivers.sim.faults import Faults
from drivers.sim.shoe import ShoeTwin
from drivers.sim.shuffler import ShufflerTwin
from drivers.sim.usb_backend import Endpoint, Interface, SimulatedBus, SimulatedUsb
from drivers.sim.usb_carrier import UsbCarrier, open_device
from tests.patience import PATIENCE_S

URL = "usb://1d50:6c01:S1"
REPORT_DESCRIPTOR = 0x22
KEYBOARD = Interface(3, 1, 1, (Endpoint(0x81, 3, 8),), kernel=True)


@pytest.fixture
def bus() -> SimulatedBus:
    return SimulatedBus()


@pytest.fixture
def opened() -> Iterator[Callable[..., tuple[UsbLink, queue.Queue[object]]]]:
    """Opens a link and gives it with what it delivers; all of them are closed at the end."""
    links: list[UsbLink] = []

    def open_link(bus: SimulatedBus, url: str = URL, claim=claim_bulk):
        heard: queue.Queue[object] = queue.Queue()
        links.append(UsbLink(url, claim, backend=bus))
        links[-1].open(heard.put)
        return links[-1], heard

    yield open_link
    for link in links:
        link.close()


def next_of(heard: queue.Queue[object], kind: type) -> object:
    item = heard.get(timeout=PATIENCE_S)
    assert isinstance(item, kind), item
    return item


def refusal(heard: queue.Queue[object]) -> str:
    return str(next_of(heard, NotOpened).fault)


# --- the carrier -----------------------------------------------------------------------------------


def test_bytes_pass_both_ways_whatever_they_are(bus, opened):
    device = open_device("S1")
    written: queue.Queue[object] = queue.Queue()
    device.hear = written.put
    bus.add(device)
    link, heard = opened(bus)
    next_of(heard, LinkUp)
    every_byte = bytes(range(256)) * 4
    device.say(every_byte)
    assert gather(heard, 1024) == every_byte
    link.write(every_byte)
    assert gather(written, 1024) == every_byte


def test_a_pulled_plug_is_noticed_and_a_new_one_found(bus, opened):
    device = bus.add(open_device("S1"))
    link, heard = opened(bus)
    next_of(heard, LinkUp)
    device.pull_out()
    assert next_of(heard, LinkDown).why == "unplugged"
    link.write(b"into the void")  # dropped, never raised
    assert "not plugged in: check the cable" in refusal(heard)
    device.plug_in()
    next_of(heard, LinkUp)
    device.say(b"again")
    assert gather(heard, 5) == b"again"


def test_a_device_that_is_not_there_yet_is_looked_for(bus, opened):
    _, heard = opened(bus)
    assert next_of(heard, NotOpened).why == "port_not_there"
    bus.add(open_device("S1"))
    next_of(heard, LinkUp)


def test_a_closed_link_delivers_nothing_and_its_threads_are_gone(bus, opened):
    threads = threading.active_count()
    device = bus.add(open_device("S1"))
    link, heard = opened(bus)
    next_of(heard, LinkUp)
    link.close()
    device.say(b"late")
    link.write(b"late")
    link.close()
    assert threading.active_count() == threads
    assert heard.empty()
    assert not device.claimed


def test_a_machine_that_takes_nothing_never_stalls_the_writer(bus, opened):
    device = open_device("S1")
    let_go = threading.Event()
    device.hear = lambda data: let_go.wait(PATIENCE_S) and None
    bus.add(device)
    link, heard = opened(bus)
    next_of(heard, LinkUp)
    started_s = time.monotonic()
    for _ in range(1_000):  # one is under way, some wait, the rest is dropped
        link.write(bytes(100))
    assert time.monotonic() - started_s < PATIENCE_S
    let_go.set()


@pytest.mark.parametrize(
    "url", ["usb://1d50", "usb://1d50:6c0", "usb://1d50:6c01:", "/dev/ttyUSB0", "usb://x:y"]
)
def test_a_url_that_names_no_usb_machine_is_refused_at_once(url):
    with pytest.raises(ValueError, match="VENDOR:PRODUCT"):
        UsbLink(url, claim_bulk)


def test_the_address_of_a_url_is_read_as_written():
    assert UsbAddress.parse("usb://1D50:6c01:SN:7/a") == UsbAddress(0x1D50, 0x6C01, "SN:7/a")


# --- ports that do not open ------------------------------------------------------------------------


def test_no_permission_is_one_sentence_with_what_to_do_told_once(bus, opened):
    device = bus.add(open_device("S1"))
    device.permitted = False
    _, heard = opened(bus)
    said = refusal(heard)
    rules = "/etc/udev/rules.d/70-tapis.rules"
    assert said.startswith(f"{URL} is not permitted to this user: name it in {rules}")
    with pytest.raises(queue.Empty):
        heard.get(timeout=0.5)
    device.permitted = True
    next_of(heard, LinkUp)


def test_a_second_program_does_not_get_the_machine_and_is_told_so(bus, opened):
    bus.add(open_device("S1"))
    first, heard = opened(bus)
    next_of(heard, LinkUp)
    _, intruder = opened(bus)
    assert (
        refusal(intruder)
        == f"{URL} is in use by another program: stop that program, or the table if it is running"
    )
    first.close()
    next_of(intruder, LinkUp)


def test_a_machine_with_another_serial_number_is_not_the_one(bus, opened):
    device = bus.add(open_device("S2"))
    _, heard = opened(bus)
    assert "is another one, with serial number S2: plug in the machine of this table" in refusal(heard)
    assert not device.claimed


def test_of_two_alike_none_is_taken_until_the_serial_number_says_which(bus, opened):
    bus.add(open_device("S1", port="1-1"))
    right = bus.add(open_device("S2", port="1-2"))
    _, heard = opened(bus, "usb://1d50:6c01")
    assert "add the serial number to the url" in refusal(heard)
    _, heard = opened(bus, "usb://1d50:6c01:S2")
    next_of(heard, LinkUp)
    right.say(b"me")
    assert gather(heard, 2) == b"me"


def test_a_forbidden_device_of_the_same_kind_does_not_hide_the_right_one(bus, opened):
    bus.add(open_device("S2", port="1-1")).permitted = False
    bus.add(open_device("S1", port="1-2"))
    _, heard = opened(bus)
    next_of(heard, LinkUp)


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (claim_bulk, "is no machine of the open protocol"),
        (claim_scanner, "is no scanner in HID-POS mode"),
    ],
)
def test_the_wrong_machine_on_the_port_is_named(bus, opened, claim, words):
    bus.add(SimulatedUsb(0x1D50, 0x6C01, "S1", "keyboard", (KEYBOARD,)))
    _, heard = opened(bus, claim=claim)
    assert words in refusal(heard)


@pytest.mark.parametrize(("claim", "mode"), [(claim_keyboard, "keyboard"), (claim_scanner, "HID-POS")])
def test_a_bulk_machine_is_no_scanner(bus, opened, claim, mode):
    bus.add(open_device("S1"))
    _, heard = opened(bus, claim=claim)
    assert f"is no scanner in {mode} mode" in refusal(heard)


def test_a_scanner_that_is_pulled_out_while_it_is_asked_what_it_is_is_waited_for(bus, opened, monkeypatch):
    scanner = Interface(3, 0, 0, (Endpoint(0x81, 3, 8),), b"\x05\x8c\x09\x02")
    device = bus.add(SimulatedUsb(0x1D50, 0x6C01, "S1", "scanner", (scanner,)))
    asked, pulled = bus.ctrl_transfer, []

    def gone_once(handle, kind, request, value, *more):
        if value >> 8 == REPORT_DESCRIPTOR and not pulled:
            pulled.append(device.pull_out())
        return asked(handle, kind, request, value, *more)

    monkeypatch.setattr(bus, "ctrl_transfer", gone_once)
    _, heard = opened(bus, claim=claim_scanner)
    assert "not plugged in: check the cable" in refusal(heard)
    assert pulled
    device.plug_in()
    next_of(heard, LinkUp)


BULK_IN, BULK_OUT = Endpoint(0x82, 2, 64), Endpoint(0x02, 2, 64)
SILENT_KEYBOARD = Interface(3, 1, 1, (Endpoint(0x01, 3, 8),))
SILENT_SCANNER = Interface(3, 0, 0, (Endpoint(0x01, 3, 8),), b"\x05\x8c\x09\x02")


def test_of_several_interfaces_the_first_that_can_carry_the_protocol_is_taken(bus, opened):
    """One that only listens, or only speaks, is of another use of the same maker."""
    vendor = [
        Interface(0xFF, 0, 0, (BULK_OUT,)),
        Interface(0xFF, 0, 0, (Endpoint(0x81, 3, 8), Endpoint(0x83, 2, 64))),
        Interface(0xFF, 0, 0, (BULK_OUT, BULK_IN)),
    ]
    device = bus.add(SimulatedUsb(0x1D50, 0x6C01, "S1", "shoe", tuple(vendor)))
    _, heard = opened(bus)
    next_of(heard, LinkUp)
    assert list(device.claimed) == [2]


@pytest.mark.parametrize(
    ("claim", "interface", "words"),
    [
        (claim_keyboard, SILENT_KEYBOARD, "is no scanner in keyboard mode"),
        (claim_scanner, SILENT_SCANNER, "is no scanner in HID-POS mode"),
    ],
)
def test_a_scanner_that_can_say_nothing_is_none(bus, opened, claim, interface, words):
    device = bus.add(SimulatedUsb(0x1D50, 0x6C01, "S1", "scanner", (interface,)))
    _, heard = opened(bus, claim=claim)
    assert words in refusal(heard)
    assert device.claimed == {}


def test_a_machine_without_a_serial_number_is_not_the_one_that_is_asked_for(bus, opened):
    bus.add(SimulatedUsb(0x1D50, 0x6C01, "", "shoe", (Interface(0xFF, 0, 0, (BULK_OUT, BULK_IN)),)))
    _, heard = opened(bus)
    assert "another one, with serial number none" in refusal(heard)


class Unreadable(SimulatedBus):
    """A bus on which a serial number begins with half a letter."""

    def _described(self, device, request, value, index):
        text = super()._described(device, request, value, index)
        return text if value != 0x0302 else text[:2] + b"\x00\xdc" + text[4:]


def test_a_serial_number_that_is_no_text_is_none(opened):
    bus = Unreadable()
    bus.add(open_device("S1"))
    _, heard = opened(bus)
    assert "another one, with serial number none" in refusal(heard)


class Unconfigured(SimulatedBus):
    """A bus whose devices have no configuration until somebody sets one, as behind some hubs."""

    configured = 0

    def get_configuration(self, dev_handle):
        super().get_configuration(dev_handle)
        return self.configured

    def set_configuration(self, dev_handle, config_value):
        self.configured = config_value


def test_a_machine_that_nobody_configured_gets_its_first_configuration(opened):
    bus = Unconfigured()
    device = bus.add(open_device("S1"))
    _, heard = opened(bus)
    next_of(heard, LinkUp)
    assert (bus.configured, len(device.claimed)) == (1, 1)


def test_a_link_is_named_by_its_address_in_a_trace(bus):
    assert repr(UsbLink(URL, claim_bulk, backend=bus)) == f"UsbLink({URL})"
    assert repr(SerialLink("loop://")) == "SerialLink(loop://)"


# --- drivers without their libraries ----------------------------------------------------------------


WITHOUT_PYUSB = """
import sys
sys.modules["usb"] = None  # as if it were not installed
import drivers.lines.usb_links, drivers.lines.usb_claims, drivers.lines.port_faults
try:
    drivers.lines.usb_links.UsbLink("usb://1d50:6c01", drivers.lines.usb_claims.claim_bulk).open(print)
except drivers.lines.links.MissingLibrary as missing:
    print(missing)
"""


def test_drivers_import_without_pyusb_and_say_what_is_missing():
    done = subprocess.run([sys.executable, "-c", WITHOUT_PYUSB], capture_output=True, text=True, check=True)
    assert done.stdout == f"usb://1d50:6c01: {lacks('pyusb')}\n"


def test_without_libusb_the_link_says_what_is_missing(monkeypatch):
    from usb.backend import libusb1

    monkeypatch.setattr(libusb1, "get_backend", lambda: None)
    with pytest.raises(MissingLibrary, match=r"libusb is missing: type apt install libusb-1\.0-0"):
        UsbLink(URL, claim_bulk).open(lambda item: None)


# --- a driver and a twin on the bus ----------------------------------------------------------------


def test_a_shoe_on_usb_deals_is_unplugged_and_deals_on(bus):
    carrier = UsbCarrier(ShoeTwin(boot=7), bus, open_device("SHOE"), SystemClock())
    driver = OpenShoe(UsbLink(carrier.url, claim_bulk, backend=bus), boot=8)
    pump = SmallPump(driver)
    try:
        carrier.act(lambda twin, now_ms: twin.load(DECK, now_ms))
        driver.ask(LockShoe(False), pump.clock.now_ms())
        pump.until(lambda seen: ShoeObserved(False, 52) in seen)
        for _ in range(10):
            assert carrier.act(lambda twin, now_ms: twin.draw(now_ms)) is not None
        pump.until(lambda seen: sum(isinstance(o, CardObserved) for o in seen) == 10)
        carrier.unplug()
        pump.until(lambda seen: seen[-1].__class__ is HealthObserved and seen[-1].health is Health.ABSENT)
        assert carrier.act(lambda twin, now_ms: twin.draw(now_ms)) is DECK[10]
        carrier.replug()
        pump.until(lambda seen: HealthObserved(Machine.SHOE, Health.UP, "resumed") in seen)
        pump.until(lambda seen: sum(isinstance(o, CardObserved) for o in seen) == 11)
    finally:
        driver.stop()
        carrier.close()
    cards = [o.card.turned_up() for o in pump.seen if isinstance(o, CardObserved)]
    assert cards == list(DECK[:11])


def test_a_port_without_permission_is_a_trouble_of_the_machine_until_it_opens(bus):
    device = open_device("SHOE")
    device.permitted = False
    carrier = UsbCarrier(ShoeTwin(boot=7), bus, device, SystemClock())
    pump = SmallPump(OpenShoe(UsbLink(carrier.url, claim_bulk, backend=bus), boot=8))
    try:
        pump.until(lambda seen: TroubleObserved(Machine.SHOE, "port_no_permission") in seen)
        device.permitted = True
        pump.until(lambda seen: TroubleObserved(Machine.SHOE, "port_no_permission", active=False) in seen)
        pump.until(lambda seen: ShoeObserved(True, 0) in seen)
    finally:
        pump.driver.stop()
        carrier.close()


def test_every_ordered_fault_of_the_line_is_survived_on_usb(bus):
    faults = Faults(random.Random(3))
    carrier = UsbCarrier(ShoeTwin(boot=7), bus, open_device("SHOE"), SystemClock(), faults)
    pump = SmallPump(OpenShoe(UsbLink(carrier.url, claim_bulk, backend=bus), boot=8))
    try:
        pump.until(lambda seen: ShoeObserved(True, 0) in seen)
        for kind in ("drop", "repeat", "corrupt", "unplug"):
            faults.order(kind, Machine.SHOE)
        pump.until(
            lambda seen: any(isinstance(o, HealthObserved) and o.health is not Health.UP for o in seen)
        )
        pump.until(lambda seen: HealthObserved(Machine.SHOE, Health.UP, "resumed") in seen)
    finally:
        pump.driver.stop()
        carrier.close()
    assert faults.met == {"drop": 1, "repeat": 1, "corrupt": 1, "unplug": 1}


def test_a_shuffler_on_usb_tells_its_deck_and_is_found_again_after_an_unplugging(bus):
    twin = ShufflerTwin(random.Random(7), boot=0x52, shuffle_ms=20)
    carrier = UsbCarrier(twin, bus, open_device("MIXER"), SystemClock())
    driver = Shuffler(UsbLink(carrier.url, claim_bulk, backend=bus), boot=8)
    pump = SmallPump(driver)
    try:
        pump.until(lambda seen: driver.state is not None)
        assert carrier.act(lambda twin, now_ms: twin.insert(list(DECK), "red", now_ms))
        pump.until(lambda seen: driver.state is not None and driver.state.shuffled)
        assert driver.state.count == 52
        assert driver.state.deck_out == "red"
        carrier.unplug()
        pump.until(lambda seen: driver.health is Health.ABSENT)
        carrier.replug()
        pump.until(lambda seen: driver.health is Health.UP)
    finally:
        driver.stop()
        carrier.close()
