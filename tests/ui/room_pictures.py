"""`python -m tests.ui.room_pictures FOLDER`: pit, consoles and display of one room in one instant."""

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
from ui.screen.jackpot import JackpotFace
from ui.screen.pit.notes import HouseNotes
from ui.screen.pit.room import RoomFace
from ui.shot import shoot

PARIS: Final = ZoneInfo("Europe/Paris")
TARGET: Final = 34
"""Rounds an hour that the house aims at."""


def pit_words(room: OneRoom, language: str) -> dict[str, Any]:
    """The pit's room, in words."""
    face = RoomFace(language, zone=PARIS, target_per_hour=TARGET, notes=HouseNotes(room.house))
    face.words({"tables": room.seen})  # what is asked of the house is there at the next look
    return face.words({"tables": room.seen}) | {"reduced_motion": True}


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
            shoot("PitScreen", [(pit_words(room, language), folder / f"pit-room-{language}.png")])
        for table, name in ((room.settles, "settlement"), (room.decides, "decisions")):
            shoot("DealerConsole", [(console_words(room, table), folder / f"dealer-{name}.png")])
        shoot("JackpotDisplay", [(display_words(room, room.settles), folder / "jackpot.png")])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
