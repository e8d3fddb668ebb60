"""The screen of an inspector: the pages of the house that read, at the door where nothing else is answered.

It has no table: what it shows comes from the journals, and at a table its role may send no intent (SE-12).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path
from typing import Any, Final

from ui import figures
from ui.house import Memory
from ui.screen.extent import USUAL, Extent
from ui.screen.house_keys import HOUSE, Choice
from ui.screen.pit.felt import Speech
from ui.screen.pit.inspector import InspectorPage
from ui.screen.pit.integrity import IntegrityPage
from ui.screen.pit.jackpot import JackpotPage
from ui.screen.pit.live import LANGUAGES
from ui.screen.pit.pages import Page
from ui.screen.pit.registers import RegistersPage
from ui.screen.pit.room import TURNS
from ui.screen.pit.rounds import RoundsPage
from ui.screen.room import Room

FIRST: Final = InspectorPage.name


class ReadIntegrity(IntegrityPage):
    """The chains as they stand; the inspector's own page reads them again."""

    def words(self, room: Room) -> dict[str, Any]:
        """The page without the key that begins a verification."""
        return {**super().words(room), "verify": []}


@dataclass(frozen=True)
class ReadingRoom(Room):
    """A room without tables, at the time of this machine's clock."""

    now_ms: int = 0

    def speech(self) -> Speech:
        """How the room is told: now."""
        return Speech(self.language, self.now_ms, self.zone)


class InspectorFace:
    """The wording of an inspector's screen: `words` takes `{"now_ms": ...}`.

    Args:
        memory: the house, as it answers an inspector.
        folder: where the files for the authority are written.
        language: `fr` or `en`; the key on the screen changes it.
        extent: the stage it is laid out for at first; its window says another.
    """

    def __init__(
        self,
        memory: Memory,
        folder: Path,
        language: str = "fr",
        *,
        choice: Choice | None = None,
        zone: tzinfo | None = None,
        extent: Extent = USUAL,
    ) -> None:
        self.extent = extent
        self._parts: dict[str, str] = {}
        chosen = choice or Choice(folder)
        self._memory, self._language, self._zone, self._tab = memory, language, zone, FIRST
        self._pages: list[Page] = [
            InspectorPage(memory, chosen),
            RoundsPage(memory, chosen),
            *(kind(memory, chosen) for kind in (JackpotPage, RegistersPage, ReadIntegrity)),
        ]
        self._room = ReadingRoom(language, zone, ())

    def take(self, tap: dict[str, Any]) -> bool:
        """Every tap is the screen's own: another page, or what its page reads."""
        if tap["act"] == "language":
            self._language = LANGUAGES[self._language]
            return True
        self._tab = str(tap.get("tab", self._tab))
        if tap["act"] == "page":
            self._parts.update(
                {page: part for key, page, part in TURNS if page == tap["page"] and key in tap}
            )
            return any(page.take(tap, self._room) for page in self._pages)
        if tap["act"] == "below":
            return True
        if tap["act"] == "part":
            self._parts[str(tap["of"])] = str(tap["part"])
            return True
        return bool(tap["act"] == "tab")

    def words(self, source: Mapping[str, Any]) -> dict[str, Any]:
        """The worded map of the screen."""
        page = next((one for one in self._pages if one.name == self._tab), self._pages[0])
        parts = page.parts if self.extent.small else ()
        chosen = self._parts.get(page.name, "")
        part = chosen if chosen in parts else next(iter(parts), "")
        # No tables stand at the left of it, and nothing at the right waits for anybody.
        extent = replace(self.extent, spine=0, column=0)
        self._room = room = ReadingRoom(
            self._language, self._zone, (), now_ms=int(source["now_ms"]), extent=extent, part=part
        )
        speech, house = room.speech(), self._memory.ask(HOUSE)
        simulated = house is not None and house["simulated"]
        return {
            "extent": extent.words(),
            "parts": [
                {
                    "label": speech.say(f"part.{page.name}.{one}"),
                    "on": one == part,
                    "tap": {"act": "part", "of": page.name, "part": one},
                }
                for one in parts
            ],
            "part": part,
            "below": speech.say("below"),
            "card": "",
            "date": figures.date(speech.now_ms, self._language, self._zone),
            "clock": speech.clock(speech.now_ms),
            "language": {
                "current": self._language,
                "tap": {"act": "language"},
                "says": speech.say("language"),
            },
            "simulation": speech.say("simulation.short") if simulated else "",
            "tabs": [
                {
                    "label": speech.say(f"tab.{one.name}"),
                    "on": one is page,
                    "tap": {"act": "tab", "tab": one.name},
                }
                for one in self._pages
            ],
            "wide": page.wide,
            "page": page.face,
            "told": page.words(room),
        }
