"""The table's machine of the box, as a technician leaves it: the packages, two files edited, and what only a
test has.

What only the box has, and why: the relays of the test's lines; and a drop-in with a longer watchdog and more
time to start, for an emulated machine on a busy host stands still for seconds, and a screen that draws its
first picture there for more than a minute was started again. Nothing else of the units is changed.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Final

from tests.machine import lines, table_machines
from tests.machine.guest import Image
from tests.machine.image import Debian

PATIENT: Final = "[Service]\nWatchdogSec=90\nTimeoutStartSec=900\n"
DROP_INS: Final = tuple(
    f"/etc/systemd/system/{unit}.service.d/box.conf" for unit in ("tapis-table", "tapis-screen@")
)
"""An emulator draws a screen in more time than a panel's machine may take."""
PACKAGES: Final = ("tapis-common", "tapis-table", "tapis-tools")


class NoPackages(RuntimeError):
    """`make deb` has not been run for this suite."""


def packages_of(suite: str, folder: Path) -> list[Path]:
    """The packages of a table that `make deb` left in `folder`.

    Raises:
        NoPackages: one is missing.
    """
    place = folder / f"{suite}-amd64"
    found = [sorted(place.glob(f"{name}_*.deb")) for name in PACKAGES]
    if not all(found):
        raise NoPackages(f"no packages of ours in {place}: type make deb SUITES={suite}-amd64 first")
    return [one[-1] for one in found]


def table(debian: Debian, packages: list[Path]) -> Image:
    """The machine of a table, set up: when it has booted the console is on the glass."""
    recipe = [Path(__file__).read_text(encoding="utf-8")]
    recipe += [inspect.getsource(module) for module in (lines, table_machines)]
    return debian.with_packages("table", packages, _set_up, *recipe)


def _set_up(root: Path) -> None:
    settings = root / "etc/tapis/table.toml"
    settings.write_text(
        table_machines.settings_of_the_box(settings.read_text(encoding="utf-8")), encoding="utf-8"
    )
    weston = root / "etc/tapis/weston.ini"
    weston.write_text(outputs_of_the_box(weston.read_text(encoding="utf-8")), encoding="utf-8")
    for drop_in in DROP_INS:
        _Root(root).put(drop_in, PATIENT)
    laid_into_root(root)


def laid_into_root(root: Path) -> None:
    """The relay of the dealer's line is in this root file system, and started at each boot."""
    lines.laid_into(_Root(root), [lines.DEALER])
    unit = "box-line-dealer.service"
    wants = root / "etc/systemd/system/sysinit.target.wants" / unit
    wants.symlink_to(f"/etc/systemd/system/{unit}")


def outputs_of_the_box(weston_ini: str) -> str:
    """`weston.ini` with the names that the outputs have in the box, and the size of the second.

    The hypervisor's second output has no monitor that would tell its own.
    """
    named = re.sub(r"HDMI-A-(\d)", r"Virtual-\1", weston_ini)
    return named.replace("app-ids=tapis-jackpot\n", "app-ids=tapis-jackpot\nmode=1280x800\n")


class _Root:
    """Files are laid into a root directory as into a guest."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def put(self, path: str, data: bytes | str, mode: str = "0644") -> None:
        place = self._root / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data.encode() if isinstance(data, str) else data)
        place.chmod(int(mode, 8))
