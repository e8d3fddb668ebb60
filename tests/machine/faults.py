"""Faults that once stood in the product, put back one at a time: the box's checks have to find each.

    python3 -m tests.machine.faults [--only 3]

One machine is booted and found good by every check that is used here. Then each fault is put back as a
changed file of that machine, its units are started anew, and the check that is named beside it must not
hold; then the file is as it was, and the check must hold again. So none is red for another reason, such as
a busy host. The faults are those that strangers found on the first machines that were installed by our own
description.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tests.machine.image import Debian, missing_tools
from tests.machine.installed import packages_of, table
from tests.machine.smoke import (
    CHECKS,
    EXIT_NO_BOX,
    OUT,
    Booted,
    NotHeld,
    booted,
    console_on_the_glass,
    failures,
    machines_are_in_service,
    say,
    told_held,
    units_run,
)

SYSTEM: Final = "/usr/lib/systemd/system"
PROGRAM: Final = "/usr/lib/tapis/lib/python3*/site-packages"
RED_S: Final = 240
"""So long a console that is let in would have had to come back onto the glass."""
RED: Final = ("green, as it must not be", "red, as it must be")
"""How a check's line begins while its fault is there; `FAILED` is for what went wrong."""
STARTS: Final = 12
"""More than the ten in five minutes that systemd once allowed."""

GROUPS_AS_THEY_WERE: Final = """

def groups_of(sock):
    try:
        told = sock.getsockopt(socket.SOL_SOCKET, SO_PEERGROUPS, 4096)
    except OSError:
        told = b""
    return frozenset({_credentials(sock)[2], *struct.unpack(f"{len(told) // 4}I", told)})
"""
BESIDE_ITS_GROUP: Final = "[Service]\\nGroup=nogroup\\nSupplementaryGroups=tapis-glass-client tapis-dealer\\n"


def comes_back_by_itself(box: Booted) -> str:
    """What kept the table from starting, a dozen times, is gone: it is up again, by nobody's hand."""
    guest = box.guest
    drop_in = f"{SYSTEM}/tapis-table.service.d/hindered.conf"
    guest.put(drop_in, "[Service]\nExecStartPre=/usr/bin/test -e /run/unhindered\n")
    try:
        guest.run("rm -f /run/unhindered; systemctl daemon-reload; systemctl --no-block restart tapis-table")
        starts = "systemctl show --value --property=NRestarts tapis-table"

        def tried() -> bool:
            if guest.run("systemctl is-failed --quiet tapis-table").code == 0:  # between two starts it is not
                raise NotHeld("systemd gave the table up")
            return int(guest.run(starts).out) >= STARTS

        guest.until(tried, "it is tried again and again", deadline_s=900, every_s=2)
        guest.run("touch /run/unhindered").good()
        guest.until("systemctl is-active --quiet tapis-table", "it is back", deadline_s=900, every_s=2)
    finally:
        guest.run(f"rm {drop_in}; systemctl daemon-reload; systemctl reset-failed tapis-table")
    return f"back by itself after {STARTS} starts that failed"


@dataclass(frozen=True)
class Fault:
    """One fault: what was found, how it is put back, and the check that finds it."""

    number: int
    found: str
    put_back: str
    """Bash, as root; every file that it changes stands in `files`."""
    files: tuple[str, ...]
    check: Callable[[Booted], str]
    units: str = ""
    """What is started anew before the check."""


FAULTS: Final = (
    Fault(
        1,
        "the filter of system calls takes chown away",
        f"sed -i '/^SystemCallFilter=@chown/d' {SYSTEM}/tapis-table.service",
        (f"{SYSTEM}/tapis-table.service",),
        units_run,
        "tapis-table",
    ),
    Fault(
        2,
        "supplementary groups of a screen never count",
        f"printf %s '{GROUPS_AS_THEY_WERE}' >> {PROGRAM}/controller/screens/unix_socket.py",
        (f"{PROGRAM}/controller/screens/unix_socket.py",),
        console_on_the_glass,
        "tapis-table tapis-screen@dealer",
    ),
    Fault(
        3,
        "the library of the chip sensors is not there",
        f"echo 'raise ImportError' > {PROGRAM}/gpiod/__init__.py",
        (f"{PROGRAM}/gpiod/__init__.py",),
        machines_are_in_service,
        "tapis-table",
    ),
    Fault(
        6,
        "the compositor cannot see its session's directory",
        f"sed -i 's/^InaccessiblePaths=-.home.*/ProtectHome=yes/' {SYSTEM}/tapis-screens.service",
        (f"{SYSTEM}/tapis-screens.service",),
        units_run,
        "tapis-screens",
    ),
    Fault(
        7,
        "systemd gives a table up that did not start ten times",
        f"sed -i 's/^StartLimitIntervalSec=0/StartLimitIntervalSec=300\\nStartLimitBurst=10/' "
        f"{SYSTEM}/tapis-table.service",
        (f"{SYSTEM}/tapis-table.service",),
        comes_back_by_itself,
    ),
)


def prepared(box: Booted) -> None:
    """The dealer's screen has the group of its socket as a supplementary one alone, which is enough."""
    box.guest.run(
        f"mkdir -p {SYSTEM}/tapis-screen@dealer.service.d && "
        f"printf '{BESIDE_ITS_GROUP}' > {SYSTEM}/tapis-screen@dealer.service.d/beside.conf && "
        "chmod g+rx /run/tapis-screen-dealer || true; systemctl daemon-reload; "
        "systemctl restart tapis-screen@dealer"
    )


def found(box: Booted, fault: Fault) -> bool:
    """The fault was put back, its check was red, and holds again without it."""
    guest = box.guest
    keep = "; ".join(f"for f in {one}; do cp -a $f $f.good; done" for one in fault.files)
    back = "; ".join(f"for f in {one}; do mv $f.good $f; done" for one in fault.files)
    again = f"systemctl restart {fault.units}" if fault.units else "true"
    before = guest.run(f"sha256sum {' '.join(fault.files)}").good().out
    guest.run(keep).good()
    try:
        guest.run(fault.put_back).good()
        if guest.run(f"sha256sum {' '.join(fault.files)}").good().out == before:
            say(f"MISSED fault {fault.number}: the product has changed, it cannot be put back as it was")
            return False
        guest.run(f"systemctl daemon-reload; {again}", deadline_s=900)  # which may fail: the check says so
        box.look_anew()
        red = not told_held(fault.check, box, RED)
    finally:
        guest.run(back).good()
        restarted = fault.units or "tapis-table"
        guest.run(
            f"systemctl daemon-reload; systemctl reset-failed; systemctl restart {restarted}", deadline_s=900
        )
    box.look_anew()
    green = failures(box, (fault.check,))
    well = red and not green
    say(f"{'found ' if well else 'MISSED'} fault {fault.number}: {fault.found}")
    return well


def play(box: Booted, faults: Sequence[Fault] = FAULTS) -> bool:
    """All of these faults were found."""
    if failures(box, CHECKS):
        return False
    prepared(box)
    used = tuple({fault.check: None for fault in faults})
    if failures(box, used):
        say("FAILED: a check of the faults does not hold on a good machine")
        return False
    box.patience_s = RED_S
    missed = [fault for fault in faults if not found(box, fault)]
    return not missed


def main() -> int:
    """0 when each fault was found."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    numbers = [fault.number for fault in FAULTS]
    asked.add_argument(
        "--only", type=int, action="append", default=[], choices=numbers, help="one fault, by its number"
    )
    only = asked.parse_args().only
    lacking = missing_tools()
    if lacking:
        sys.stderr.write(lacking)
        return EXIT_NO_BOX
    began_s = time.monotonic()
    image = table(Debian("bookworm", OUT / "cache", say), packages_of("bookworm", OUT.with_name("packages")))
    with booted(image, OUT / "faults") as box:
        well = play(box, [fault for fault in FAULTS if not only or fault.number in only])
    say(f"{'held' if well else 'FAILED'} in {time.monotonic() - began_s:.0f} s")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
