"""`python -m ui ROLE --socket PATH`: one screen, as `tapis screen` and `tapis demo` start it.

The pit's screen takes `--table NAME=PATH` as often as there are tables; `--calibrate` needs none.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QWindow

from controller.screens.wire import ScreenRole
from ui.alive import Alive
from ui.app import COMPACT, LARGE, PORTRAIT, ROOMY, Shown, Stage, application, fail_loudly
from ui.attached import ROLES, AttachedScreen, face_of, unwatched
from ui.bridge import Screen
from ui.glass import CHOICES, DAY, THEMES, Glass, minutes, told_by
from ui.pictures import Album
from ui.screen.glass import MeasureFace
from ui.table_line import SCHEME, Identity, NoCertificate, Place, way_to
from ui.touch_guard import TouchGuard

if TYPE_CHECKING:
    from ui.attached_inspector import AttachedInspector
    from ui.attached_room import AttachedRoom

SIZES = {
    "1920x1080": LARGE,
    "1280x800": COMPACT,
    "2560x1440": ROOMY,
    "1080x1920": PORTRAIT,
}


EXIT_INPUT = 2


def arguments(words: list[str]) -> argparse.Namespace:
    """What the screen is to be; a wrong word ends the process with exit 2 and says which."""
    parser = argparse.ArgumentParser(prog="python -m ui", description="One screen of a table.")
    parser.add_argument("role", choices=ROLES)
    parser.add_argument("--socket", default="", help="the table's socket for this role")
    # The pit has as many tables as it likes, another screen the first.
    parser.add_argument(
        "--table",
        action="append",
        default=[],
        help="NAME=PATH of a table's socket, or NAME=tls://HOST:PORT",
    )
    for name in ("--ca", "--certificate", "--key"):
        parser.add_argument(name, type=Path, help="the file for tables of other machines")
    parser.add_argument(
        "--house", default="", help="pit: the house's house.sock; inspector: its inspector.sock"
    )
    parser.add_argument("--exports", type=Path, default=Path("exports"), help="where files of the house go")
    parser.add_argument("--reader", default="", help="pit: its card reader, pcsc:NAME or usb://VID:PID")
    parser.add_argument("--name", choices=("pit", "chef"), default="pit", help="pit: whose screen it is")
    parser.add_argument("--target", type=int, default=0, help="pit: rounds an hour that a table should play")
    parser.add_argument("--relief-min", type=int, default=0, help="pit: minutes that a dealer deals")
    parser.add_argument("--lang", choices=("fr", "en"), default="fr")
    parser.add_argument("--size", choices=SIZES, default="1920x1080")
    parser.add_argument(
        "--handed", choices=("right", "left"), default="right", help="dealer: main key's side"
    )
    parser.add_argument("--reduced-motion", action="store_true", help="dealer: nothing slides or fades")
    _ask_of_the_glass(parser)
    placed = parser.add_mutually_exclusive_group()
    placed.add_argument("--fullscreen", dest="shown", action="store_const", const=Shown.FULL_SCREEN)
    placed.add_argument("--placed", dest="shown", action="store_const", const=Shown.PLACED)
    parser.set_defaults(shown=Shown.WINDOW)
    parser.add_argument("--title", default="", help="what stands on the frame of its window")
    parser.add_argument("--part", type=part, help="X,Y[,WIDTH,HEIGHT] of the display, in thousandths")
    parser.add_argument("--pictures", type=Path, help="keep a picture of each part of the round here")
    asked = parser.parse_args(words)
    if asked.calibrate and asked.role != "dealer":
        parser.error("--calibrate is for the dealer's glass")
    if asked.role == "inspector" and not asked.house:
        parser.error("--house is missing: the inspector.sock of the house")
    if not asked.socket and not asked.table and not asked.calibrate and asked.role != "inspector":
        parser.error("--socket is missing")
    far = any(place.partition("=")[2].startswith(SCHEME) for place in asked.table)
    if far and None in (asked.ca, asked.certificate, asked.key):
        parser.error("tables of other machines need --ca, --certificate and --key")
    return asked


def _ask_of_the_glass(parser: argparse.ArgumentParser) -> None:
    """How the dealer's glass is lit and measured until somebody chooses at it."""
    parser.add_argument("--theme", choices=CHOICES, default=THEMES[0], help="dealer: how it is lit")
    parser.add_argument(
        "--day", type=minutes, default=minutes(DAY), help="dealer: when it is day by the clock"
    )
    parser.add_argument("--px-per-mm", type=float, default=0.0, help="dealer: pixels of a millimetre")
    parser.add_argument("--remember", type=Path, help="dealer: the file of what is chosen at the glass")
    parser.add_argument(
        "--calibrate", action="store_true", help="dealer: measure the glass, and nothing else"
    )


def name_of(role: ScreenRole) -> str:
    """What the screen calls itself to a compositor: `weston.ini` gives it its output by that."""
    return f"tapis-{role}"


def part(text: str) -> tuple[int, ...]:
    """`0,500,500,500`: the lower left quarter; `0,500`: what begins where that begins, in its own size."""
    told = tuple(map(int, text.split(",")))
    if len(told) not in (2, 4):
        raise ValueError(text)
    return told


def part_of(whole: QRect, told: tuple[int, int, int, int]) -> QRect:
    """A part of the display, with room for a window's frame."""
    x, y, width, height = told
    left, top = whole.left() + whole.width() * x // 1000, whole.top() + whole.height() * y // 1000
    size = QSize(whole.width() * width // 1000, whole.height() * height // 1000)
    return QRect(left, top, size.width(), size.height()).adjusted(4, 32, -4, -4)


def place(window: QWindow, whole: QRect, told: tuple[int, ...]) -> None:
    """The window takes its part of the display, or begins there and keeps its size.

    One that would leave the display begins so much earlier, one that is larger at its corner.
    """
    match told:
        case (x, y):
            at = part_of(whole, (x, y, 0, 0)).topLeft()
            left = min(at.x(), whole.x() + whole.width() - window.width())
            top = min(at.y(), whole.y() + whole.height() - window.height())
            window.setPosition(max(whole.x(), left), max(whole.y(), top))
        case (x, y, width, height):
            window.setGeometry(part_of(whole, (x, y, width, height)))


def attached(
    asked: argparse.Namespace, watch: Callable[[Mapping[str, Any]], None]
) -> AttachedScreen | AttachedRoom | AttachedInspector:
    """The screen that was asked for, not connected yet."""
    if asked.role == "inspector":
        from ui.attached_inspector import AttachedInspector

        return AttachedInspector(asked.house, asked.exports, asked.lang)
    places = [Place(*named.split("=", 1)) for named in asked.table]
    if asked.socket:
        places.insert(0, Place("", asked.socket))
    identity = Identity(asked.ca, asked.certificate, asked.key) if asked.ca is not None else None
    if asked.role != "pit":
        return AttachedScreen(
            asked.role,
            way_to(places[0], identity),
            asked.lang,
            watch,
            handed=asked.handed,
            reduced_motion=asked.reduced_motion,
            glass=glass_of(asked),
        )
    # The pit's alone, and the larger half of all that screens say: no other waits for it.
    from ui.attached_house import HouseLine
    from ui.attached_room import AttachedRoom

    house = HouseLine(asked.house, asked.exports) if asked.house else None
    return AttachedRoom(
        places,
        asked.lang,
        identity,
        house=house,
        target_per_hour=asked.target,
        relief_min=asked.relief_min,
        reader=asked.reader,
        name=asked.name if asked.name != "pit" else "",
        watch=watch,
    )


def glass_of(asked: argparse.Namespace) -> Glass:
    """The glass as its start, its panel and what was chosen before make it."""
    told = asked.px_per_mm
    if not told and asked.shown is not Shown.WINDOW:
        told = told_by(application().primaryScreen())
    glass = Glass(asked.theme, asked.day, told=told, file=asked.remember)
    glass.recall()
    return glass


def calibrate(asked: argparse.Namespace) -> int:
    """The glass is measured until the window is closed; then its figure is said."""
    glass = glass_of(asked)
    screen = Screen(MeasureFace(asked.lang, glass))
    stage = Stage("MeasurePage", screen, SIZES[asked.size], asked.shown)
    guard = TouchGuard(stage.window, glass)
    screen.show({"now_ms": int(time.time() * 1000)})
    code = stage.app.exec()
    del guard
    stage.close()
    sys.stdout.write(f"TAPIS_PX_PER_MM={glass.known_px_per_mm:.3f}\n")
    return 70 if stage.warnings else code


def main(words: list[str]) -> int:
    """The screen is shown until its window is closed; the exit code of the process."""
    asked = arguments(words)
    fail_loudly()
    running = application()
    running.setDesktopFileName(name_of(asked.role))
    if asked.calibrate:
        return calibrate(asked)
    album = Album(asked.pictures, asked.role) if asked.pictures is not None else None
    try:
        screen = attached(asked, album.see if album is not None else unwatched)
    except NoCertificate as error:
        sys.stderr.write(f"{error}\n")
        return EXIT_INPUT
    stage = Stage(face_of(asked.role), screen.screen, SIZES[asked.size], asked.shown)
    screen.drawn_on(stage.window)
    if album is not None:
        album.stage = stage
    if asked.title:
        stage.window.setTitle(asked.title)
    if asked.part is not None:
        place(stage.window, stage.window.screen().availableGeometry(), asked.part)
    screen.start()
    Alive(stage.window)
    try:
        code = running.exec()
    finally:
        screen.close()
        stage.close()
    return 70 if stage.warnings else code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
