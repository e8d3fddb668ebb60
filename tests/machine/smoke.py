"""The smoke of the box: a machine from packages, booted, its console on the glass, touched.

    python3 -m tests.machine.smoke [--suite trixie]      # or: make machine-smoke

It holds what a table's machine has to be after its boot, prints a line for each, and keeps the pictures of
the glass in `out/machine/smoke`. Exit 0 when all of it holds, 1 when not, with the end of the serial line
and of the machine's journal; 69 where this machine cannot run a box, with what to type.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QSize

from controller.game.cards import DECK
from tests.machine import lines
from tests.machine.finger import Finger
from tests.machine.floor import RealGlass
from tests.machine.guest import Glass, Guest, GuestLate, Image
from tests.machine.image import SUITES, Debian, missing_tools, no_box
from tests.machine.installed import NoPackages, packages_of, table
from tests.machine.seen import NotSeen
from tests.machine.shadow import Shadow
from tests.machine.table_machines import TableMachines
from tests.ui.scene import words

OUT: Final = Path(__file__).parents[2] / "out" / "machine"
EXIT_NO_BOX: Final = 69
GLASS: Final = Glass(1280, 800, second=(1280, 800))
UNITS: Final = ("tapis-table", "tapis-screens", "tapis-screen@dealer", "tapis-screen@jackpot")
BOOT_S: Final = 600
GLASS_S: Final = 900
"""Deadlines for an emulated machine on a busy host; on two quiet cores it takes a tenth of them."""
EXPOSURE_MAX: Final = 2.0
CLOSED: Final = "Table fermée"


class NotHeld(AssertionError):
    """Something that a table's machine has to be after its boot is not so."""


def say(text: str) -> None:
    """A line of progress."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


@dataclass
class Booted:
    """A machine that has booted, and a shadow of its console where somebody looks at the glass."""

    guest: Guest
    machines: TableMachines
    folder: Path
    shadow: Shadow | None = None
    patience_s: float = GLASS_S

    def look_anew(self) -> None:
        """What was seen of the table before says nothing of it from now on."""
        if self.shadow is not None:
            self.shadow.close()
        self.shadow = None

    def finger(self) -> Finger:
        """Somebody before the console."""
        if self.shadow is None:
            line = lines.end(self.folder, lines.DEALER)
            self.shadow = Shadow(line, QSize(self.guest.glass.width, self.guest.glass.height))
        return Finger(self.shadow, RealGlass(self.guest), self.folder / "pictures")


# --- what has to be so ---------------------------------------------------------------------------


def units_run(box: Booted) -> str:
    """The table, the compositor and both screens are active, and none of them had to be started again."""
    shown = f"systemctl show --property=Id,NRestarts,ActiveState {' '.join(UNITS)}"

    def active() -> bool:
        told = box.guest.run(shown).good().out
        if told.count("NRestarts=0\n") != len(UNITS):
            raise NotHeld(f"started again: {' '.join(told.split())}")
        return told.count("ActiveState=active\n") == len(UNITS)

    box.guest.until(active, "the units are active", deadline_s=GLASS_S, every_s=2)
    return f"{len(UNITS)} units, no restart"


def nothing_failed(box: Booted) -> str:
    """No unit of the machine has failed."""
    failed = box.guest.run("systemctl list-units --failed --no-legend --plain").good().out.split("\n")
    if failed[0]:
        raise NotHeld(f"failed: {failed}")
    return "no failed unit"


def machines_have_names(box: Booted) -> str:
    """Shoe and shuffler have the names and the group that our udev rules give, the chips' board its own."""
    box.guest.until("test -c /dev/tapis/shoe -a -c /dev/tapis/shuffler", "/dev/tapis/shoe", deadline_s=BOOT_S)
    whose = box.guest.run("stat -L -c %U:%G:%a /dev/tapis/shoe /dev/tapis/shuffler").good().out.split()
    if whose != ["root:tapis:660"] * 2:
        raise NotHeld(f"shoe and shuffler are {whose}, not the group tapis's alone")
    group = box.guest.until("stat -c %G /dev/gpiochip0", "/dev/gpiochip0", deadline_s=60).out.strip()
    if group != "gpio":
        raise NotHeld(f"/dev/gpiochip0 is of the group {group}")
    return "/dev/tapis/shoe, /dev/tapis/shuffler, /dev/gpiochip0"


def console_on_the_glass(box: Booted) -> str:
    """The glass shows what a console on the host makes of the same view: the closed table."""
    finger = box.finger()
    shadow = finger.shadow
    shadow.until(lambda: shadow.heard, GLASS_S, "the table is not heard")
    finger.agree(box.patience_s)
    texts = [word.text for word in words(shadow.stage.window)]
    if CLOSED not in texts:
        raise NotHeld(f"{CLOSED!r} is not among the words of the console: {texts}")
    box.guest.picture("pictures/console")
    box.guest.picture("pictures/jackpot", output=1)
    return f"{CLOSED!r}, {finger.worst} squares of {1280 * 800 // 64} differ"


def machines_are_in_service(box: Booted) -> str:
    """The table speaks to shoe, shuffler and the chips' board through what systemd leaves it of /dev."""
    shadow = box.finger().shadow
    box.guest.until("systemctl is-active --quiet tapis-table", "the table is up", deadline_s=GLASS_S)
    shadow.until(lambda: shadow.heard, GLASS_S, "the table is not heard")

    def told() -> dict[str, str]:
        return {one["machine"]: one["health"] for one in shadow.view.get("machines", ())}

    def up() -> bool:
        return all(told().get(name) == "up" for name in ("shoe", "shuffler", "chips"))

    try:
        shadow.until(up, box.patience_s, "the machines are not in service")
    except NotSeen as why:
        devices = box.guest.run("tapis devices test shoe", user="tapis", deadline_s=300)
        raise NotHeld(f"{why}: {told()}\n{devices.out}{devices.err}") from None
    return "shoe, shuffler, chips"


def touch_is_taken(box: Booted) -> str:
    """A finger on the language key changes the glass as it changes the console on the host."""
    finger = box.finger()
    finger.touch({"act": "language"})
    box.guest.picture("pictures/english")
    finger.touch({"act": "language"})
    return f"{finger.touches} touches"


def exposure_is_low(box: Booted) -> str:
    """systemd's own judgement of the table's unit, as it is loaded in the machine."""
    said = box.guest.run("systemd-analyze security --no-pager tapis-table", deadline_s=300).out
    overall = [line for line in said.splitlines() if "Overall exposure level" in line]
    exposure = float(overall[0].partition(":")[2].split()[0])
    if exposure > EXPOSURE_MAX:
        raise NotHeld(f"exposure {exposure}")
    return f"exposure {exposure}"


def doctor_is_content(box: Booted) -> str:
    """`tapis doctor`, typed as the table's user, has no fault to tell."""
    done = box.guest.run("tapis doctor", user="tapis", deadline_s=600)
    if done.code != 0:
        raise NotHeld(f"tapis doctor: exit {done.code}\n{done.out}{done.err}")
    return "tapis doctor: nothing red"


CHECKS: Final[tuple[Callable[[Booted], str], ...]] = (
    units_run,
    machines_have_names,
    console_on_the_glass,
    machines_are_in_service,
    touch_is_taken,
    nothing_failed,
    exposure_is_low,
    doctor_is_content,
)


# --- playing it ----------------------------------------------------------------------------------


@contextmanager
def booted(
    image: Image, folder: Path, sticks: Sequence[Path] = (), extra: Sequence[str] = ()
) -> Iterator[Booted]:
    """A machine with its table's machines plugged in, which has booted."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "pictures").mkdir()
    with TableMachines(folder) as machines:
        machines.shoe.act(lambda twin, now_ms: twin.load(DECK, now_ms))
        words = [*lines.words(folder, [lines.DEALER]), *machines.words(), *extra]
        guest = Guest(image, folder, GLASS, extra=words, memory_mb=1536, sticks=sticks)
        box = Booted(guest, machines, folder)
        try:
            guest.boot(BOOT_S)
            yield box
        finally:
            box.look_anew()
            guest.cut()


def told_held(check: Callable[[Any], str], of: object, said: tuple[str, str] = ("held  ", "FAILED")) -> bool:
    """Whether what it looks at is so; a line says it, how long it took, and what was found.

    Args:
        said: how the line begins where it is so, and where it is not.
    """
    began_s, held = time.monotonic(), True
    try:
        told = check(of)
    except (AssertionError, GuestLate) as why:
        told, held = f"{type(why).__name__}: {why}", False
    name = check.__name__.replace("_", " ")
    say(f"{said[not held]} {time.monotonic() - began_s:5.0f} s  {name:<22} {told}")
    return held


def failures(box: Booted, checks: tuple[Callable[[Booted], str], ...] = CHECKS) -> list[str]:
    """What did not hold, by the names of the checks; each is told as it is looked at."""
    return [check.__name__ for check in checks if not told_held(check, box)]


def smoke(image: Image, folder: Path) -> bool:
    """The machine was booted and everything looked at; whether it holds."""
    began_s = time.monotonic()
    say(f"booting Debian {image.suite} with our packages ...")
    with booted(image, folder) as box:
        say(f"held  {time.monotonic() - began_s:5.0f} s  boots")
        failed = failures(box)
        if failed:
            box.guest.picture("pictures/failed")
            say(f"\nthe serial line said last:\n{box.guest.serial_log[-3000:]}")
            say(f"\nthe journal of the machine:\n{box.guest.journal(lines=150)}")
    return not failed


def main() -> int:
    """The exit code of the module's head."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--suite", choices=SUITES, default="bookworm")
    asked.add_argument("--packages", type=Path, default=OUT.with_name("packages"))
    asked.add_argument("--ready", action="store_true", help="only say whether this machine can run a box")
    options = asked.parse_args()
    lacking = no_box() if options.ready else missing_tools()
    if lacking or options.ready:
        sys.stderr.write(lacking)
        return EXIT_NO_BOX if lacking else 0
    try:
        packages = packages_of(options.suite, options.packages)
    except NoPackages as why:
        sys.stderr.write(f"{why}\n")
        return EXIT_NO_BOX
    began_s = time.monotonic()
    image = table(Debian(options.suite, OUT / "cache", say), packages)
    well = smoke(image, OUT / "smoke" / options.suite)
    say(f"{'held' if well else 'FAILED'} in {time.monotonic() - began_s:.0f} s; pictures in {OUT / 'smoke'}")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
