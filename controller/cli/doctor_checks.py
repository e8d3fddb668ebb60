"""What `tapis doctor` looks at: each check tells what it found, how bad that is, and what to do about it.

A check changes nothing, opens no machine for long, and works on a machine without any of them.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from controller.boot.desk import check_desk
from controller.boot.devices import MissingLibrary, strangers, usb_fault
from controller.boot.sounds import sound_fault, sounded_by
from controller.boot.starting import card_reader_fault, pins_fault
from controller.cli.doctor_findings import Finding, fault, ok, warning
from controller.clock import in_utc, synchronised
from controller.game.felt import Spot
from controller.installed import file_named, put_right, start_pcscd
from controller.settings.establishment import EXAMPLE, establishment
from controller.settings.files import config_directories, config_path
from controller.settings.jackpot import load_jackpot
from controller.settings.limits import check_pieces
from controller.settings.rules import load_profile
from controller.settings.settings_error import SettingsError
from controller.settings.table import TableFile, load_simulator
from controller.words.plurals import so_many

PYTHON_MIN: Final = (3, 11)
SQLITE_WITHDRAWN: Final = (3, 52, 0)
SQLITE_SOUND: Final = (3, 51, 3)
QT_FROM: Final = (6, 8, 3)
QT_BELOW: Final = (6, 12)
QT_PATIENCE_S: Final = 30
_SCREEN: Final = "from ui.app import application; application()"


# --- the programs --------------------------------------------------------------------------------


def python(running: tuple[int, ...] = sys.version_info[:3], assertions: bool = __debug__) -> Finding:
    """The interpreter, and whether the invariants are checked."""
    name = ".".join(map(str, running))
    if running < PYTHON_MIN:
        return fault("python", name, "use Python 3.11 or newer, as Debian 12 has it")
    if not assertions:
        return fault("python", f"{name} without assertions", "never run the table with -O or PYTHONOPTIMIZE")
    return ok("python", f"{name}, assertions on")


def sqlite(running: tuple[int, ...] = sqlite3.sqlite_version_info) -> Finding:
    """The library under the journal and the book."""
    name = ".".join(map(str, running))
    if running == SQLITE_WITHDRAWN:
        return fault("sqlite", f"{name}, withdrawn by its makers", "install another version of libsqlite3")
    if running < SQLITE_SOUND:
        return warning(
            "sqlite",
            f"{name} has the WAL-reset bug of versions before 3.51.3",
            "harmless here: it needs two connections that write, and a journal has one, which alone"
            " checkpoints; never open a live journal with another program that writes",
        )
    return ok("sqlite", name)


def qt(installed: str | None = None) -> Finding:
    """The version of PySide6: 6.12.0 aborts on Python before 3.12."""
    try:
        name = installed or version("PySide6-Essentials")
    except PackageNotFoundError:
        return fault("qt", "PySide6-Essentials is not installed", put_right())
    numbers = tuple(int(part) for part in name.split(".") if part.isdecimal())
    if not QT_FROM <= numbers < QT_BELOW:
        return fault("qt", f"PySide6 {name} is not from 6.8.3 to 6.11", put_right())
    return ok("qt", f"PySide6 {name}")


def screens(command: Iterable[str] = (sys.executable, "-c", _SCREEN)) -> Finding:
    """Whether a screen could open here: Qt's system libraries and the product's own typefaces."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    try:
        done = subprocess.run(
            list(command),
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=QT_PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return fault("screens", f"Qt does not start within {QT_PATIENCE_S} s", "look at the machine's load")
    if done.returncode == 0:
        return ok("screens", "Qt starts, the typefaces are there")
    said = done.stderr.strip().splitlines() or [f"exit {done.returncode}"]
    return fault("screens", said[-1][:200], put_right())


# --- the configuration ---------------------------------------------------------------------------


def configuration(settings: TableFile) -> Iterator[Finding]:
    """Rule profiles, jackpot and simulator; the table's own file has been read."""
    rules = {path.stem for folder in config_directories() for path in (folder / "rules").glob("*.toml")}
    for name in sorted(rules | {settings.table.profile}):
        try:
            load_profile(name)
        except SettingsError as error:
            yield fault("rules", str(error), "correct the file")
    try:
        load_jackpot(config_path(settings.table.jackpot))
        load_simulator()
        if settings.opening is not None:
            check_pieces(load_profile(settings.table.profile), settings.opening.pieces_cents)
        check_desk(settings)
    except SettingsError as error:
        yield fault("configuration", str(error), "correct the file")
    else:
        yield from _last_deals(settings)
        places = so_many(settings.table.seats, "place")
        played = f"{settings.table.id} plays {settings.table.profile} at {places}"
        yield ok("configuration", f"{played}; profiles: {', '.join(sorted(rules))}")


def house() -> Finding:
    """Whose name the papers bear."""
    try:
        name = establishment().name
    except SettingsError as error:
        return fault("establishment", str(error), "correct the file; without it nothing is printed")
    if name == EXAMPLE:
        advice = "write its name and place into /etc/tapis/establishment.toml"
        return warning("establishment", f"papers bear the example's name, {name}", advice)
    return ok("establishment", name)


def _last_deals(settings: TableFile) -> Iterator[Finding]:
    """The closing hour before which Hold'em poker de casino has its three last deals announced."""
    casino = load_profile(settings.table.profile).second is Spot.SUPER_ANTE
    if casino and (settings.opening is None or not settings.opening.closes):
        yield warning(
            "last deals",
            "this game announces its last deals half an hour before the closing, and no hour is set",
            'say when the table closes: closes = "04:00" in [opening]',
        )


# --- the machine ---------------------------------------------------------------------------------


def machines(settings: TableFile) -> Iterator[Finding]:
    """The serial lines and pins that the settings name."""
    for name, line in (("shoe", settings.shoe), ("shuffler", settings.shuffler)):
        if line is None:
            yield warning(name, "not in the settings", "cards are keyed by hand; is that meant?")
        elif line.url.startswith("usb://"):
            found, _, advice = usb_fault(line.url).partition(": ")
            yield warning(name, found, advice) if found else ok(name, f"{line.url} is there")
        elif not line.url.startswith("/"):
            yield ok(name, f"{line.url}, not tried here")
        else:
            yield _device(name, Path(line.url))
    if settings.chips is None:
        yield warning("chip sensors", "not in the settings", "JP1 chips are not sensed; is that meant?")
    else:
        why = pins_fault(settings.chips).removeprefix("chip sensors: ")
        found, _, advice = why.partition(": ")
        advice = advice or "this machine has no pins for them"
        yield warning("chip sensors", found, advice) if why else ok("chip sensors", "the pins can be driven")
    yield _sound(settings)
    yield _badge_reader(settings)
    yield _plugged_in(settings)


def _sound(settings: TableFile) -> Finding:
    found, _, advice = sound_fault(settings).partition(": ")
    return warning("sound", found, advice) if found else ok("sound", sounded_by(settings))


def _badge_reader(settings: TableFile) -> Finding:
    name = "badge reader"
    if settings.badge is None:
        return warning(name, "not in the settings", "nobody can open or close the table; is that meant?")
    why = card_reader_fault(settings.badge).removeprefix("badge reader: ")
    if why:
        found, _, advice = why.partition(": ")
        return warning(name, found, advice or start_pcscd())
    if settings.badge.reader == "keyboard":
        return warning(name, "a keyboard, whose numbers prove nothing", "use smart cards: reader = pcsc")
    keys = sum(bool(badge.key) for badge in settings.badges.values())
    if not keys:
        return warning(name, "no card has a key in the settings", "enrol the cards: badges.<number>.key")
    return ok(name, f"pcscd answers; cards with a key: {keys}")


def _plugged_in(settings: TableFile) -> Finding:
    name = "plugged in"
    if settings.allowed is None:
        return warning(name, "no list of what may be", "add [[allowed]] to table.toml")
    try:
        strange = strangers(settings)
    except (MissingLibrary, OSError) as why:
        return fault(name, str(why), put_right())
    if strange:
        return warning(name, f"not allowed: {', '.join(strange)}", "unplug it, or name it in [[allowed]]")
    return ok(name, "nothing but what is allowed")


def _device(name: str, path: Path) -> Finding:
    if not path.exists():
        return warning(
            name, f"{path} is not there", f"check cable and power, and {file_named('70-tapis.rules')}"
        )
    if not stat.S_ISCHR(path.stat().st_mode):
        return fault(name, f"{path} is no device", "correct url in table.toml")
    if not os.access(path, os.R_OK | os.W_OK):
        advice = f"name it in {file_named('70-tapis.rules')}, or type this as the table's user"
        return fault(name, f"{path} is not permitted to this user", advice)
    return ok(name, f"{path} is there")


def swap(swaps: Path = Path("/proc/swaps")) -> Finding:
    """Face-down cards are in the table's memory: it should not be written to a disk."""
    try:
        used = swaps.read_text(encoding="utf-8").splitlines()[1:]
    except OSError:
        return warning("swap", "the system does not tell", "make sure that there is none")
    if used:
        return warning("swap", f"on {used[0].split()[0]}", "swapoff, or encrypt it; the unit forbids it too")
    return ok("swap", "off")


def clock(now_s: float | None = None, kept: Callable[[], bool] = synchronised) -> Finding:
    """The wall clock: later than the program, and kept right by somebody."""
    now_s = time.time() if now_s is None else now_s
    shown = in_utc(int(now_s * 1_000))
    if now_s < Path(__file__).stat().st_mtime - 86_400:
        return fault("clock", f"{shown}, before this program was installed", "set the clock")
    if not kept():
        return warning("clock", f"{shown}, not known to be synchronised", "enable a time service")
    return ok("clock", f"{shown}, synchronised")
