"""`python -m tests.ui.room_pictures FOLDER`: pit, consoles and display of one room in one instant.

The pages of the pit are those of the same room and of its house: what a page tells of the meter, of rounds
and tables is what stands beside it. A payment is none of that night (`pit_pictures`).
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from zoneinfo import ZoneInfo

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.ui.one_room import OneRoom, one_room
from ui.screen.console import ConsoleFace
from ui.screen.house_keys import Choice
from ui.screen.house_pages import house_pages
from ui.screen.jackpot import JackpotFace
from ui.screen.pit.notes import HouseNotes
from ui.screen.pit.room import RoomFace
from ui.shot import shoot

PARIS: Final = ZoneInfo("Europe/Paris")
TARGET: Final = 34
"""Rounds an hour that the house aims at."""


PAGES: Final[Mapping[str, tuple[Mapping[str, Any], ...]]] = {
    "room": ({"act": "tab", "tab": "room"},),
    "live": ({"act": "tab", "tab": "live"},),
    "jackpot": ({"act": "tab", "tab": "jackpot"},),
    "plots": ({"act": "tab", "tab": "plots"},),
    "plots-conduct": ({"act": "page", "tab": "plots", "page": "plots", "group": "conduct"},),
    "devices": ({"act": "tab", "tab": "devices"},),
    "registers": ({"act": "tab", "tab": "registers"},),
    "integrity": ({"act": "tab", "tab": "integrity"},),
    "settings": ({"act": "tab", "tab": "settings"},),
    "replay": ({"act": "tab", "tab": "rounds"},),
}
"""The touches that lead to each page that is pictured; the table that settles is looked at."""
BEST: Final = ("quads", "full_house")
"""The round that is played again has one of these, if any was dealt."""


def pit_words(room: OneRoom, language: str, page: str = "room") -> dict[str, Any]:
    """A page of the pit of this room, in words."""
    folder = Path("exports")
    face = RoomFace(
        language,
        house_pages(room.house, folder),
        zone=PARIS,
        target_per_hour=TARGET,
        notes=HouseNotes(room.house, Choice(folder)),
    )
    tables = {"tables": room.seen}
    face.words(tables)  # what is asked of the house is there at the next look
    face.take({"act": "look", "table": room.settles, "tab": "live"})
    for tap in PAGES[page]:
        face.take(dict(tap))
        face.words(tables)
    if page == "replay":
        face.take({"act": "page", "page": "rounds", **_to_replay(room)})
        face.words(tables)
    while room.house.answers.step():
        pass
    return face.words(tables) | {"reduced_motion": True}


def _to_replay(room: OneRoom) -> dict[str, Any]:
    """The newest round with the best hand that was dealt, else the newest."""
    for best in (*BEST, ""):
        asked = {"ask": "rounds", "limit": 1} | ({"class": best} if best else {})
        for one in room.house.ask(asked)["rounds"]:
            return {name: one[name] for name in ("table", "session", "round")}
    raise AssertionError("no round was closed")


def console_words(room: OneRoom, table: str) -> Mapping[str, Any]:
    """The console of this table, in words."""
    return ConsoleFace("fr", reduced_motion=True).words(room.console(table))


def display_words(room: OneRoom, table: str) -> Mapping[str, Any]:
    """The jackpot display of this table, in words."""
    return JackpotFace("fr", now_ms=lambda: room.now_ms, zone=PARIS).words(room.display(table))


def main(folder: Path) -> None:
    """The pictures are in the folder: `pit-room-fr.png`, `dealer-settlement.png` and their like."""
    os.environ["TZ"] = PARIS.key  # a console shows the hours of its machine
    time.tzset()
    with TemporaryDirectory() as kept, one_room(Path(kept)) as room:
        for language in ("fr", "en"):
            pages = [
                (pit_words(room, language, page), folder / f"pit-{page}-{language}.png") for page in PAGES
            ]
            shoot("PitScreen", pages)
        for table, name in ((room.settles, "settlement"), (room.decides, "decisions")):
            shoot("DealerConsole", [(console_words(room, table), folder / f"dealer-{name}.png")])
        shoot("JackpotDisplay", [(display_words(room, room.settles), folder / "jackpot.png")])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
