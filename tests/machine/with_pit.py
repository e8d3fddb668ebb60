"""A table's machine and the pit's, with TLS between them: ROOM.md is typed, and the pit sees what happens.

    python3 -m tests.machine.with_pit

The pit's machine has `tapis-pit` alone. When both have booted, the lines of ROOM.md are typed on them as they
stand there; then the screen and the witness have to be at the table, the witness has to keep it over ordinary
restarts, and the power of the table is cut under the pit's eyes.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QImage

from tests.machine.guest import Glass, Guest
from tests.machine.image import Debian, missing_tools
from tests.machine.installed import packages_of, table
from tests.machine.page import block, typed
from tests.machine.room import BACK_S, HEADS, MIRRORS, PAGE, Room, cable
from tests.machine.smoke import EXIT_NO_BOX, OUT, booted, say, told_held

FOLDER: Final = OUT / "with-pit"
RESTARTS: Final = 3
BANNER: Final = (1450, 70)
"""A place of the banner that says TABLE MUETTE on the pit's glass, 1920 x 1080."""
BOOT_S: Final = 600


def at_the_table(room: Room) -> str:
    """The pit's screen and the witness have come to the table over TLS, each by its own certificate."""
    room.joined()
    room.pit.until(lambda: not mute(room.pit), "the table is heard on the glass", deadline_s=BACK_S)
    return str(room.pit.picture("pictures/pit"))


def ordinary_restarts(room: Room) -> str:
    """The table is stopped and started in order: the witness takes each restart, and all of it verifies."""
    for _ in range(RESTARTS):
        room.table.run("systemctl restart tapis-table", deadline_s=BACK_S).good()
    room.witnessed()
    told = typed(room.pit, block(PAGE, "4", "at any time"), deadline_s=BACK_S).out
    assert " journals, " in told, told
    return told.splitlines()[-1]


def power_cut(room: Room) -> str:
    """The power of the table is cut: its picture on the pit's glass is said to be old."""
    room.table.cut()
    began_s = time.monotonic()
    room.pit.until(lambda: mute(room.pit), "TABLE MUETTE on the glass", deadline_s=BACK_S, every_s=0.2)
    seen_s = time.monotonic() - began_s
    room.pit.picture("pictures/table-cut")
    room.table.boot(BOOT_S)
    room.pit.until(lambda: not mute(room.pit), "the table is heard again", deadline_s=BACK_S)
    room.witnessed()
    return f"seen after {seen_s:.1f} s, heard again, {MIRRORS} and {HEADS} follow"


def mute(pit: Guest) -> bool:
    """The banner of a table that is not heard stands on the pit's glass."""
    colour = QImage(str(pit.picture("pictures/now"))).pixelColor(*BANNER)
    return colour.red() > 220 and colour.green() > 180 and colour.blue() < 120


STEPS: Final[tuple[Callable[[Room], str], ...]] = (at_the_table, ordinary_restarts, power_cut)


def main() -> int:
    """0 when the pit saw everything."""
    lacking = missing_tools()
    if lacking:
        sys.stderr.write(lacking)
        return EXIT_NO_BOX
    debian, packages = Debian("bookworm", OUT / "cache", say), OUT.with_name("packages")
    place = packages / "bookworm-amd64"
    ours = [sorted(place.glob(f"{name}_*.deb"))[-1] for name in ("tapis-common", "tapis-pit")]
    image = debian.with_packages("pit", ours)
    with booted(table(debian, packages_of("bookworm", packages)), FOLDER, extra=cable(1)) as box:
        pit = Guest(image, FOLDER, Glass(), name="pit", cores=1, memory_mb=1536, extra=cable(2))
        with pit:
            return 0 if play(Room(box.guest, pit, FOLDER)) else 1


def play(room: Room) -> bool:
    """Each step is told; whether all held."""
    began_s = time.monotonic()
    room.set_up()
    say(f"held  {time.monotonic() - began_s:5.0f} s  ROOM.md is typed")
    return all(told_held(step, room) for step in STEPS)


if __name__ == "__main__":
    sys.exit(main())
