"""A bare Debian becomes a table without a network: a stick, `apt install`, one file, a reboot, the console.

    python3 -m tests.machine.from_nothing --suite bookworm

The machine has no network card at all. The stick is what `make stick` left in `out/stick`, on an emulated
USB drive; what is typed is what its own README says, line by line. Then `/etc/tapis/weston.ini` gets the
names of this machine's outputs, and it is restarted. The pictures are kept in `out/machine/from-nothing`.
"""

from __future__ import annotations

import argparse
import inspect
import sys
import time
from pathlib import Path
from typing import Final

from tests.machine import lines
from tests.machine.guest import Image
from tests.machine.image import SUITES, Debian, disk_of, missing_tools
from tests.machine.installed import DROP_INS, PATIENT, laid_into_root
from tests.machine.smoke import (
    EXIT_NO_BOX,
    OUT,
    booted,
    console_on_the_glass,
    failures,
    nothing_failed,
    say,
    units_run,
)

LABEL: Final = "STICK"
TYPED_S: Final = 1_800
"""For one command that is typed: an emulated apt unpacks and compiles for minutes."""
NAMES_OF_OUTPUTS: Final = "sed -i 's/HDMI-A-/Virtual-/' /etc/tapis/weston.ini"


def stick_of(folder: Path, image: Path) -> Path:
    """A stick with this folder on it."""
    megabytes = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) // 1_000_000
    return disk_of(image, megabytes * 5 // 4 + 64, folder, LABEL)


def typed_lines(readme: str, name: str) -> list[str]:
    """The commands of the stick's README, in their order; `/media/stick` is where the stick is mounted."""
    found = [line.strip().partition("  #")[0].strip() for line in readme.splitlines() if line[:4] == "    "]
    return [line.replace(f"/media/stick/{name}", "/media/stick") for line in found]


def with_line(debian: Debian) -> Image:
    """The bare machine; it has besides the relay of the test's line, which waits for a table."""
    return debian.changed("nothing", laid_into_root, inspect.getsource(lines))


def play(suite: str, stick: Path) -> bool:
    """The console came onto the glass of a machine that was bare."""
    began_s = time.monotonic()
    image = with_line(Debian(suite, OUT / "cache", say))
    folder = OUT / "from-nothing" / suite
    readme = next(stick.glob("README*")).read_text(encoding="utf-8")
    drive = stick_of(stick, OUT / "cache" / f"stick-{suite}.img")
    with booted(image, folder, sticks=[drive]) as box:
        guest = box.guest
        guest.until(f"test -b /dev/disk/by-label/{LABEL}", "the stick", deadline_s=120)
        guest.run(f"mkdir -p /media/stick && mount -o ro /dev/disk/by-label/{LABEL} /media/stick").good()
        links = guest.run("ls /sys/class/net").good().out.split()
        assert links == ["lo"], f"the machine has a network: {links}"
        script = "\n".join(
            ["set -e", "export DEBIAN_FRONTEND=noninteractive", *typed_lines(readme, stick.name)]
        )
        say("\n".join(f"  typed: {line}" for line in script.splitlines()[2:]))
        guest.run(script.replace("apt install", "apt install -y"), deadline_s=TYPED_S).good()
        guest.run(NAMES_OF_OUTPUTS).good()
        for drop_in in DROP_INS:
            guest.put(drop_in, PATIENT)
        guest.run("umount /media/stick").good()
        say(f"held  {time.monotonic() - began_s:5.0f} s  installed without a network; restarting")
        guest.reboot(900)
        failed = failures(box, (units_run, console_on_the_glass, nothing_failed))
        if failed:
            guest.picture("pictures/failed")
            say(f"{guest.serial_log[-3000:]}\n{guest.journal(lines=150)}")
    say(f"{'FAILED' if failed else 'held'} in {time.monotonic() - began_s:.0f} s; pictures in {folder}")
    return not failed


def main() -> int:
    """0 when the console stood on the glass."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--suite", choices=SUITES, default="bookworm")
    asked.add_argument("--sticks", type=Path, default=OUT.with_name("stick"))
    options = asked.parse_args()
    lacking = missing_tools()
    stick = options.sticks / f"{options.suite}-amd64"
    if not lacking and not stick.is_dir():
        lacking = f"no stick in {stick}: type make stick SUITES={options.suite}-amd64 first\n"
    if lacking:
        sys.stderr.write(lacking)
        return EXIT_NO_BOX
    return 0 if play(options.suite, stick) else 1


if __name__ == "__main__":
    sys.exit(main())
