"""The real libusb under the real pyusb: once with nothing there, once with a scanner that umockdev plays.

Where umockdev-run is not installed (`make setup-tests` installs it where it may), only the first is possible.
"""

from __future__ import annotations

import json
import queue
import shutil
import subprocess
import sys
from pathlib import Path

from drivers.lines.port_faults import NotOpened
from drivers.lines.usb_claims import claim_keyboard
from drivers.lines.usb_links import UsbLink
from drivers.sim.hid_scanner import house_codes, typed
from tests.patience import PATIENCE_S

DEVICE = bytes.fromhex("12011001000000082e0c0109000100010201")
CONFIGURATION = bytes.fromhex(
    "09022200010100a032"  # one interface,
    "090400000103010100"  # a boot keyboard
    "092111010001223f00"
    "07058103080001"  # with one interrupt endpoint in, 8 bytes
)
HUB = bytes.fromhex("12010002090001406b1d020005060302010109021900010100e0000904000001090000000705810304000c")
BUS = "/devices/pci0000:00/0000:00:14.0/usb1"
CARD = "As"

LISTENER = """
import json, queue, sys
from drivers.lines.allow_list import Allowed, AllowList
from drivers.shoes.card_codes import CardCodes
from drivers.shoes.hid_scanner import HidScanner
from drivers.sim.hid_scanner import house_codes
from drivers.lines.usb_claims import claim_keyboard, usb_backend
from drivers.lines.usb_links import UsbLink
allowed = AllowList([Allowed("scanner", 0x0C2E, 0x0901, "SCAN-1", "1-3")])
plugged = [(one.identity, one.serial, one.port) for one in allowed.plugged_in(usb_backend("here"))]
heard = queue.Queue()
driver = HidScanner(UsbLink("usb://0c2e:0901", claim_keyboard, allowed=allowed), CardCodes(house_codes()))
driver.start(heard.put)
seen = []
while not any(hasattr(one, "card") for one in seen):
    seen += driver.receive(heard.get(timeout=100), 0)
driver.stop()
cards = [one.card.turned_up().text for one in seen if hasattr(one, "card")]
print(json.dumps({"plugged": plugged, "cards": cards}))
"""


def described(folder: Path) -> list[str]:
    """The files from which umockdev plays a root hub and a scanner that reads one card."""

    def device(path: str, number: int, descriptors: bytes, more: str = "") -> str:
        text = descriptors.hex().upper()
        return (
            f"P: {path}\nN: bus/usb/001/{number:03d}={text}\nE: DEVNAME=/dev/bus/usb/001/{number:03d}\n"
            f"E: DEVTYPE=usb_device\nE: SUBSYSTEM=usb\nE: MAJOR=189\nE: MINOR={number - 1}\n"
            f"A: busnum=1\\n\nA: devnum={number}\\n\nA: bConfigurationValue=1\\n\nA: speed=12\\n\n{more}"
            f"H: descriptors={text}\n\n"
        )

    more = "A: devpath=3\\n\nA: serial=SCAN-1\\n\n"
    (folder / "bus").write_text(device(BUS, 1, HUB) + device(f"{BUS}/1-3", 4, DEVICE + CONFIGURATION, more))
    boot_protocol, no_repetition = "210B000000000000", "210A000000000000"
    said = ["USBDEVFS_CONNECTINFO 0 0400000000000000"]
    said += [f"USBDEVFS_REAPURBNDELAY 0 2 0 0 0 8 0 0 {setup}" for setup in (boot_protocol, no_repetition)]
    reports = typed(next(code for code, card in house_codes().items() if card == CARD))
    for at in range(0, len(reports), 8):
        said.append(f"USBDEVFS_REAPURBNDELAY 0 1 129 0 0 8 8 0 {reports[at : at + 8].hex().upper()}")
    (folder / "said").write_text("\n".join(said) + "\n")
    return ["-d", str(folder / "bus"), "-i", f"/dev/bus/usb/001/004={folder / 'said'}"]


def test_the_real_libusb_says_that_a_machine_is_not_there():
    heard: queue.Queue[object] = queue.Queue()
    link = UsbLink("usb://0c2e:0901:NOT-HERE", claim_keyboard)
    link.open(heard.put)
    try:
        refused = heard.get(timeout=PATIENCE_S)
        assert isinstance(refused, NotOpened)
        assert refused.why in ("port_not_there", "foreign_device")  # another scanner may be plugged in
    finally:
        link.close()


def test_the_real_libusb_reads_a_card_from_a_scanner(tmp_path):
    player = shutil.which("umockdev-run")
    words = [] if player is None else [player, *described(tmp_path), "--"]
    listener = (
        LISTENER if words else "import drivers.lines.usb_claims; drivers.lines.usb_claims.usb_backend('here')"
    )
    done = subprocess.run(
        [*words, sys.executable, "-c", listener],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    if words:
        told = json.loads(done.stdout.splitlines()[-1])
        assert told["plugged"] == [["0c2e:0901", "SCAN-1", "1-3"]]
        assert set(told["cards"]) == {CARD}
