"""`tapis screen`: one screen of a table, as a process of its own.

The screen is another program, `python -m ui`: nothing of the table is loaded into it, and this one gives
its place to it, so that a signal to the one is a signal to the other.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import click

from controller.cli.options import Place, lang_option
from controller.cli.values_refused import value_refused
from controller.screens import wire
from controller.screens.wire import ScreenRole
from controller.settings.room import RoomFile, RoomTable, load_room, room_here
from controller.settings.table import load_table

INSPECTOR = "inspector"
HOUSE_RUNS = Path("/run/tapis-house")
"""Where the unit of the house has its sockets."""
SIZES = ("1920x1080", "1280x800", "2560x1440", "1080x1920")

TITLES = {
    "dealer": ("Console", "Console"),
    "jackpot": ("Écran du jackpot", "Jackpot display"),
    "pit": ("Pit", "Pit"),
    "simulator": ("Simulateur", "Simulator"),
    INSPECTOR: ("Contrôle", "Inspection"),
}
"""What a window is called, French and English."""


@click.command()
@click.argument("role", type=click.Choice([*wire.SCREEN_ROLES, INSPECTOR]))
@click.option(
    "--socket",
    "socket_path",
    type=Place(),
    help="The table's socket for this screen; without it, the one of table.toml.",
)
@click.option(
    "--table",
    "tables",
    metavar="NAME=SOCKET",
    multiple=True,
    help="A table by its name and the socket of this role; the pit: as often as there are tables.",
)
@click.option(
    "--room",
    "room_path",
    type=Place(),
    help="The tables of this rooms file; for the pit, without it, room.toml of the configuration.",
)
@click.option(
    "--house",
    type=Place(),
    help="For the pit: the socket of `tapis house`; for an inspector its inspector.sock.",
)
@click.option(
    "--size", type=click.Choice(SIZES), default="1920x1080", show_default=True, help="Pixels of its window."
)
@lang_option("its words at the start; a touch changes it")
@click.option(
    "--handed",
    type=click.Choice(["right", "left"]),
    default="right",
    show_default=True,
    envvar="TAPIS_HANDED",
    help="For the dealer: the side of the main key; the seats stay as on the felt.",
)
@click.option(
    "--reduced-motion",
    is_flag=True,
    envvar="TAPIS_REDUCED_MOTION",
    help="For the dealer: nothing slides or fades.",
)
@click.option(
    "--theme",
    type=click.Choice(["night", "day", "contrast", "clock"]),
    default="night",
    show_default=True,
    envvar="TAPIS_THEME",
    help="For the dealer: how the glass is lit until somebody chooses there; clock: by day and by night.",
)
@click.option(
    "--day",
    default="07:00-19:00",
    show_default=True,
    envvar="TAPIS_DAY",
    help="For the dealer: the hours of the day, for the theme by the clock.",
)
@click.option(
    "--px-per-mm",
    type=click.FloatRange(2, 20),
    envvar="TAPIS_PX_PER_MM",
    help="For the dealer: pixels of a millimetre of the panel, where it tells none or a wrong one.",
)
@click.option(
    "--remember",
    type=Place(),
    help="For the dealer: the file of what is chosen at the glass; a unit has one by itself.",
)
@click.option("--calibrate", is_flag=True, help="For the dealer: measure the glass; no table is needed.")
@click.option("--fullscreen", "shown", flag_value="fullscreen", help="On the whole glass, without a pointer.")
@click.option(
    "--placed", "shown", flag_value="placed", help="The same, on the output where the compositor puts it."
)
def screen(
    role: ScreenRole,
    socket_path: Path | None,
    tables: tuple[str, ...],
    room_path: Path | None,
    house: Path | None,
    size: str,
    lang: str,
    handed: str,
    reduced_motion: bool,
    theme: str,
    day: str,
    px_per_mm: float | None,
    remember: Path | None,
    calibrate: bool,
    shown: str | None,
) -> None:
    """Open one screen of a table: the dealer's console, the pit screen or the jackpot display.

    The pit's screen shows all the tables of a room. An inspector's has no table: it reads what the house
    reads, and can change nothing. The screen waits for its table, says so when it hears
    nothing, and finds it again by itself. What is chosen at the dealer's glass (its light, its millimetres)
    goes before what is said here.
    """
    if not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        raise value_refused("no_display")
    command = [sys.executable, "-m", "ui", role, "--size", size, "--lang", lang]
    if socket_path is not None and (tables or room_path is not None):
        raise value_refused("socket_or_tables")
    if role == INSPECTOR:
        if socket_path is not None or tables or room_path is not None:
            raise value_refused("inspector")
        command += ["--house", str(house or HOUSE_RUNS / wire.socket_name(INSPECTOR))]
    elif calibrate:
        command.append("--calibrate")
    elif (role == "pit" and socket_path is None) or tables or room_path is not None:
        command += _tables(role, tables, room_path)
    else:
        path = socket_path if socket_path is not None else load_table().table.run / wire.socket_name(role)
        command += ["--socket", str(path)]
    if house is not None and role == "pit":
        command += ["--house", str(house)]
    if role == "dealer":
        command += ["--handed", handed, *(["--reduced-motion"] if reduced_motion else [])]
        command += _glass(theme, day, px_per_mm, remember)
    if shown is not None:
        command.append(f"--{shown}")
    named = tables[0].partition("=")[0] if len(tables) == 1 else ""
    command += ["--title", title_of(role, named, lang)]
    _say_of_places(role, socket_path, tables)
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, command)


def title_of(role: str, table: str, lang: str) -> str:
    """What stands on the frame of a window: `UTH-2 · Console`."""
    return " · ".join(word for word in (table, TITLES[role][lang == "en"], "Tapis") if word)


def _say_of_places(role: ScreenRole, socket_path: Path | None, tables: tuple[str, ...]) -> None:
    """What is to be seen of the sockets that were named, for the screen waits for each without a word."""
    for path in [socket_path, *(Path(one.partition("=")[2]) for one in tables if "=" in one)]:
        wrong = _wrong_at(role, path) if path is not None else ""
        if wrong:
            click.echo(f"{path}: {wrong}; the screen waits", err=True)


def _wrong_at(role: ScreenRole, path: Path) -> str:
    try:
        found = path.stat()
    except PermissionError:
        return "this user may not go there; a table's sockets are for its own user and the screen's group"
    except OSError:
        return "no table is there yet"
    if not stat.S_ISSOCK(found.st_mode):
        return f"no socket; a table's is called {wire.socket_name(role)}"
    if path.name in map(wire.socket_name, wire.SCREEN_ROLES) and path.name != wire.socket_name(role):
        return f"the socket of another screen; this one's is called {wire.socket_name(role)}"
    return "" if os.access(path, os.W_OK) else "this user may not open it"


def _glass(theme: str, day: str, px_per_mm: float | None, remember: Path | None) -> list[str]:
    """The words that tell the dealer's screen how its glass is lit and measured, and where it keeps that."""
    words = ["--theme", theme, "--day", day]
    words += ["--px-per-mm", str(px_per_mm)] if px_per_mm is not None else []
    own = os.environ.get("STATE_DIRECTORY")
    file = remember or (Path(own) / "glass.json" if own else None)
    return words + (["--remember", str(file)] if file is not None else [])


def _tables(role: ScreenRole, named: tuple[str, ...], room_path: Path | None) -> list[str]:
    """The words that tell the pit's screen its tables: those named, else those of the rooms file."""
    room = load_room(room_path) if room_path is not None else None if named else room_here()
    if room is None and not named:
        return ["--socket", str(load_table().table.run / wire.socket_name("pit"))]
    words = [word for one in named for word in ("--table", "{0.name}={0.socket}".format(_named(role, one)))]
    return [*words, *(_of_room(room) if room is not None else [])]


def _named(role: ScreenRole, word: str) -> RoomTable:
    name, _, path = word.partition("=")
    try:
        return RoomTable(name=name, socket=Path(path)) if path else RoomTable(name=name)
    except ValueError:
        socket = f"/run/tapis/{wire.socket_name(role)}"
        raise value_refused("table", word=word, socket=socket) from None


def _of_room(room: RoomFile) -> list[str]:
    words = ["--target", str(room.room.target_per_hour), "--relief-min", str(room.room.relief_min)]
    words += ["--house", str(room.room.house)] if room.room.house is not None else []
    if room.room.of == "chef":
        words += ["--name", "chef"]
    if room.reader is not None:
        words += ["--reader", room.reader.url or f"pcsc:{room.reader.name}"]
    for table in room.table:
        place = f"tls://{table.address}" if table.address else str(table.socket)
        words += ["--table", f"{table.name}={place}"]
    if room.certificate is not None:
        files = room.certificate
        words += ["--ca", str(files.ca), "--certificate", str(files.certificate), "--key", str(files.key)]
    return words
