"""The pages of the pit's screen: each a QML file and the words that fill it.

A page is shown in the middle of `PitScreen.qml`, which loads `ui/qml/pit/<face>.qml`, gives it its width and
height, and sets its property `view` to the map of `words`. A key of a page carries one of these taps:

    {"act": "tab", "tab": "plots"}                  this page of the screen
    {"act": "look", "table": "UTH-3"}               this table; with "tab" that page of it too
    {"act": "ask", "table": "UTH-3", "tap": {...}}  an offer of that table's view, as `ui.meant` aims it
    {"act": "page", ...}                            the page's own: handed to its `take`
    {"act": "part", "of": "rounds", "part": "list"}    a part of a page, on a small stage
    {"act": "entry", ...}                           a digit or a field of what is typed for a card at the pit
    {"act": "sign", "table": "UTH-3", "for": act}   the card in the reader is shown to that table

A page whose matter is not there (`there` is false) has no tab. The words under `tab.<name>` are its title.
The screen is worded again at least every 250 ms while something moves: what takes long, a page remembers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from ui.screen.pit.glance import Glances
from ui.screen.pit.live import PitFace
from ui.screen.pit.notes import NoNotes, Notes
from ui.screen.pit.rows import points_of, rows
from ui.screen.room import Room

ORDER: Final = (
    "room",
    "live",
    "payment",
    "desk",
    "rounds",
    "jackpot",
    "plots",
    "devices",
    "registers",
    "integrity",
    "inspector",
    "settings",
)
"""The tabs from left to right, by the name of their page."""


class Page(Protocol):
    """One page. `wide` takes the place of the column of tables as well.

    `parts` are what it is taken apart into on a small stage, each under a tab; none where it is whole.
    """

    name: str
    face: str
    wide: bool
    parts: tuple[str, ...]

    def there(self, room: Room) -> bool:
        """Whether the page has something to show now; without it there is no tab."""
        ...

    def words(self, room: Room) -> dict[str, Any]:
        """The map that the face shows. Called only while the page is looked at."""
        ...

    def take(self, tap: Mapping[str, Any], room: Room) -> bool:
        """Whether a `page` tap was this page's; then its map may differ."""
        ...


class RoomPage:
    """Every table in one row, the worst first; `notes` has what the house counted of them."""

    name = "room"
    face = "PitRoom"
    wide = True
    parts: tuple[str, ...] = ()

    def __init__(self, notes: Notes | None = None) -> None:
        self._notes: Notes = notes if notes is not None else NoNotes()
        self._glances = Glances()

    def there(self, room: Room) -> bool:
        return True

    def words(self, room: Room) -> dict[str, Any]:
        return rows(room, self._notes.tables(points_of(room)), self._glances)

    def take(self, tap: Mapping[str, Any], room: Room) -> bool:
        return False


class LivePage:
    """The round of one table as its felt shows it, without any card that lies face down."""

    name = "live"
    face = "PitLive"
    wide = False
    parts: tuple[str, ...] = ()

    def there(self, room: Room) -> bool:
        return room.looked_at is not None and room.looked_at.view is not None

    def words(self, room: Room) -> dict[str, Any]:
        seen = room.looked_at
        if seen is None or seen.view is None:
            return {}
        face = PitFace(
            room.language,
            now_ms=lambda: seen.now_ms,
            silence_ms=lambda: seen.silence_ms,
            unwritten=seen.unwritten,
            unreadable=seen.unreadable,
            restarting=seen.restarting,
            zone=room.zone,
        )
        return face.words({**seen.view, "figures": seen.figures})

    def take(self, tap: Mapping[str, Any], room: Room) -> bool:
        return False


def in_tabs(pages: Sequence[Page]) -> list[Page]:
    """The pages in the order of their tabs, those that `ORDER` does not name last."""
    return sorted(pages, key=lambda page: ORDER.index(page.name) if page.name in ORDER else len(ORDER))
