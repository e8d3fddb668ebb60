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
from controller.cli.devices_words import parted
from controller.cli.doctor_findings import Finding, fault, ok, warning
from controller.clock import synchronised
from controller.game.felt import Spot
from controller.installed import file_named, put_right, start_pcscd
from controller.settings.establishment import EXAMPLE, establishment
from controller.settings.files import config_directories, config_path
from controller.settings.jackpot import load_jackpot
from controller.settings.limits import check_pieces
from controller.settings.rules import load_profile
from controller.settings.settings_error import SettingsError
from controller.settings.table import ChipsFile, TableFile, load_simulator
from controller.told import said_by
from controller.words.told import instants

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
        return fault("python", "python.old", "python", version=name)
    if not assertions:
        return fault("python", "python.optimised", "never_optimised", version=name)
    return ok("python", "python.fine", version=name)


def sqlite(running: tuple[int, ...] = sqlite3.sqlite_version_info) -> Finding:
    """The library under the journal and the book."""
    name = ".".join(map(str, running))
    if running == SQLITE_WITHDRAWN:
        return fault("sqlite", "sqlite.withdrawn", "other_sqlite", version=name)
    if running < SQLITE_SOUND:
        return warning("sqlite", "sqlite.old", "one_writer", version=name)
    return ok("sqlite", "sqlite.fine", version=name)


def qt(installed: str | None = None) -> Finding:
    """The version of PySide6: 6.12.0 aborts on Python before 3.12."""
    try:
        name = installed or version("PySide6-Essentials")
    except PackageNotFoundError:
        return fault("qt", "qt.missing", "as_told", advice=_put_right())
    numbers = tuple(int(part) for part in name.split(".") if part.isdecimal())
    if not QT_FROM <= numbers < QT_BELOW:
        return fault("qt", "qt.other", "as_told", version=name, advice=_put_right())
    return ok("qt", "qt.fine", version=name)


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
        return fault("screens", "screens.slow", "load", seconds=QT_PATIENCE_S)
    if done.returncode == 0:
        return ok("screens", "screens.fine")
    told = done.stderr.strip().splitlines() or [f"exit {done.returncode}"]
    return fault("screens", "screens.refused", "as_told", why=told[-1][:200], advice=_put_right())


def _put_right() -> tuple[str, str]:
    return put_right(language="fr"), put_right()


# --- the configuration ---------------------------------------------------------------------------


def configuration(settings: TableFile) -> Iterator[Finding]:
    """Rule profiles, jackpot and simulator; the table's own file has been read."""
    rules = {path.stem for folder in config_directories() for path in (folder / "rules").glob("*.toml")}
    for name in sorted(rules | {settings.table.profile}):
        try:
            load_profile(name)
        except SettingsError as error:
            yield fault("rules", "settings.refused", "correct", why=said_by(error))
    try:
        load_jackpot(config_path(settings.table.jackpot))
        load_simulator()
        if settings.opening is not None:
            check_pieces(load_profile(settings.table.profile), settings.opening.pieces_cents)
        check_desk(settings)
    except SettingsError as error:
        yield fault("configuration", "settings.refused", "correct", why=said_by(error))
    else:
        yield from _last_deals(settings)
        table = settings.table
        yield ok(
            "configuration",
            "configuration.fine",
            table=table.id,
            profile=table.profile,
            places=table.seats,
            profiles=", ".join(sorted(rules)),
        )


def house() -> Finding:
    """Whose name the papers bear."""
    try:
        name = establishment().name
    except SettingsError as error:
        return fault("establishment", "settings.refused", "correct_house", why=said_by(error))
    if name == EXAMPLE:
        return warning("establishment", "establishment.example", "name_house", name=name)
    return ok("establishment", "establishment.fine", name=name)


def _last_deals(settings: TableFile) -> Iterator[Finding]:
    """The closing hour before which Hold'em poker de casino has its three last deals announced."""
    casino = load_profile(settings.table.profile).second is Spot.SUPER_ANTE
    if casino and (settings.opening is None or not settings.opening.closes):
        yield warning("last deals", "last_deals.no_hour", "set_closing")


# --- the machine ---------------------------------------------------------------------------------


def machines(settings: TableFile) -> Iterator[Finding]:
    """The serial lines and pins that the settings name."""
    for name, line in (("shoe", settings.shoe), ("shuffler", settings.shuffler)):
        if line is None:
            yield warning(name, "none_named", "by_hand")
        elif line.url.startswith("usb://"):
            yield _usb(name, line.url)
        elif not line.url.startswith("/"):
            yield ok(name, "line.untried", url=line.url)
        else:
            yield _device(name, Path(line.url))
    yield _chips(settings.chips)
    yield _sound(settings)
    yield _badge_reader(settings)
    yield _plugged_in(settings)


def _usb(name: str, url: str) -> Finding:
    why = usb_fault(url)
    return ok(name, "line.there", url=url) if why is None else _refused(name, why)


def _chips(settings: ChipsFile | None) -> Finding:
    name = "chip sensors"
    if settings is None:
        return warning(name, "none_named", "no_sensing")
    why = pins_fault(settings)
    return ok(name, "chips.fine") if why is None else _refused(name, why, of_machine=True)


def _sound(settings: TableFile) -> Finding:
    if why := sound_fault(settings):
        return _refused("sound", why)
    if by := sounded_by(settings):
        return ok("sound", "sound.fine", by=by)
    return ok("sound", "sound.buzzer", pin=settings.chips.buzzer_pin if settings.chips is not None else "")


def _refused(name: str, why: object, *, of_machine: bool = False) -> Finding:
    """A driver's sentence: what was found and, after a colon, what to do; before it may stand whose it is."""
    found, advice = parted(str(why).partition(": ")[2] if of_machine else str(why))
    return warning(name, "as_told", "as_told", found=found, advice=advice)


def _badge_reader(settings: TableFile) -> Finding:
    name = "badge reader"
    if settings.badge is None:
        return warning(name, "none_named", "no_badges")
    why = card_reader_fault(settings.badge)
    if isinstance(why, MissingLibrary):
        return _refused(name, why, of_machine=True)
    if why is not None:
        typed = start_pcscd("fr"), start_pcscd()
        return warning(name, "badge.silent", "as_told", why=why.strerror or why, advice=typed)
    if settings.badge.reader == "keyboard":
        return warning(name, "badge.keyboard", "smart_cards")
    keys = sum(bool(badge.key) for badge in settings.badges.values())
    if not keys:
        return warning(name, "badge.no_keys", "enrol")
    return ok(name, "badge.fine", keys=keys)


def _plugged_in(settings: TableFile) -> Finding:
    name = "plugged in"
    if settings.allowed is None:
        return warning(name, "usb.no_list", "add_allowed")
    try:
        strange = strangers(settings)
    except (MissingLibrary, OSError) as why:
        return fault(name, "usb.unread", "as_told", why=why, advice=_put_right())
    if strange:
        where = tuple(", ".join(f"{what} {at} {port}" for what, port in strange) for at in ("à", "at"))
        return warning(name, "usb.strange", "unplug", devices=where)
    return ok(name, "usb.fine")


def _device(name: str, path: Path) -> Finding:
    rules = file_named("70-tapis.rules")
    if not path.exists():
        return warning(name, "line.away", "cable", path=path, rules=rules)
    if not stat.S_ISCHR(path.stat().st_mode):
        return fault(name, "line.no_device", "correct_url", path=path)
    if not os.access(path, os.R_OK | os.W_OK):
        return fault(name, "line.forbidden", "name_line", path=path, rules=rules)
    return ok(name, "line.there", url=path)


def swap(swaps: Path = Path("/proc/swaps")) -> Finding:
    """Face-down cards are in the table's memory: it should not be written to a disk."""
    try:
        used = swaps.read_text(encoding="utf-8").splitlines()[1:]
    except OSError:
        return warning("swap", "swap.untold", "no_swap")
    if used:
        return warning("swap", "swap.on", "swap_off", device=used[0].split()[0])
    return ok("swap", "swap.off")


def clock(now_s: float | None = None, kept: Callable[[], bool] = synchronised) -> Finding:
    """The wall clock: later than the program, and kept right by somebody."""
    now_s = time.time() if now_s is None else now_s
    shown = instants(int(now_s * 1_000))
    if now_s < Path(__file__).stat().st_mtime - 86_400:
        return fault("clock", "clock.past", "set_clock", now=shown)
    if not kept():
        return warning("clock", "clock.unkept", "time_service", now=shown)
    return ok("clock", "clock.fine", now=shown)
