"""The pit's screen: every table at the left, a page in the middle, what needs a person at the right.

`PitScreen.qml` draws the map. What concerns the screen alone is kept here: the language, the page, the
table that is looked at, whose help is open, and the order of the tables while a pointer is over them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import tzinfo
from typing import Any, Final

from ui import figures
from ui.screen.extent import USUAL, Extent
from ui.screen.pit.attention import column, room_px
from ui.screen.pit.awaited import CARD_PX, cards
from ui.screen.pit.devices import DevicesPage
from ui.screen.pit.felt import Speech
from ui.screen.pit.live import LANGUAGES, card
from ui.screen.pit.notes import ACTS_BUSY, ACTS_PX, NoNotes, Notes
from ui.screen.pit.pages import LivePage, Page, RoomPage, in_tabs
from ui.screen.pit.payment import PaymentPage
from ui.screen.pit.settings import SettingsPage
from ui.screen.pit.signing import NO_DESK, DeskPage, TypedAtPit
from ui.screen.pit.standing import over_room
from ui.screen.pit.tiles import jackpots, spine
from ui.screen.room import Room, Seen, in_order

FOOT_PX: Final = 44
"""The line that stands on a small stage for what is low and for the journal of authorisations."""
TURNS: Final = (
    ("filter", "rounds", "list"),
    ("round", "rounds", "round"),
    ("round", "inspector", "answer"),
    ("machine", "devices", "one"),
    ("register", "registers", "rows"),
)
"""What a tap of a page carries, and the part of that page that it leads to where not all finds room."""
OWN_PAGES: Final[tuple[type[Page], ...]] = (
    *(RoomPage, LivePage, PaymentPage, DeskPage),
    *(DevicesPage, SettingsPage),
)


class RoomFace:
    """The pit screen's wording: `words` takes `{"tables": [Seen, ...]}`.

    Args:
        language: `fr` or `en`; the key on the screen changes it.
        pages: pages beside the screen's own.
        zone: the time zone of the clock times; the machine's own by default.
        target_per_hour: how many rounds an hour a table is meant to play; 0 where nobody said.
        relief_min: minutes that a dealer deals before he is relieved; 0 where nobody said.
        notes: what the house adds to the column at the right.
        extent: the stage that is laid out for; the window says it anew.
    """

    def __init__(
        self,
        language: str = "fr",
        pages: Sequence[Page] = (),
        *,
        zone: tzinfo | None = None,
        target_per_hour: int = 0,
        relief_min: int = 0,
        notes: Notes | None = None,
        extent: Extent = USUAL,
    ) -> None:
        self.extent = extent
        self._language = language
        self._notes: Notes = notes if notes is not None else NoNotes()
        of_house: dict[type[Page], Page] = {
            RoomPage: RoomPage(self._notes),
            DevicesPage: DevicesPage(self._notes.machine),
            PaymentPage: PaymentPage(self._notes),
        }
        own = [of_house.get(page) or page() for page in OWN_PAGES]
        self._pages = in_tabs([*own, *pages])
        self._zone = zone
        self._target, self._relief_min = target_per_hour, relief_min
        self._tab = ""
        self._chosen = ""
        self._helped = ""
        self._frozen: tuple[str, ...] = ()
        self._parts: dict[str, str] = {}
        self._footed = False
        self._entry = TypedAtPit()
        self._room = Room(language, zone, ())
        self.watched: tuple[str, str] | None = None
        """The table and the machine whose last frames the page in the middle shows."""

    def take(self, tap: dict[str, Any]) -> bool:
        """What concerns only the screen has been done; an `ask` is for the table that it names."""
        match tap["act"]:
            case "language":
                self._language = LANGUAGES[self._language]
            case "tab":
                self._tab = str(tap["tab"])
            case "look":
                self._chosen = str(tap["table"])
                self._tab = str(tap.get("tab", self._tab))
            case "help":
                self._helped = "" if self._helped == tap["alarm"] else str(tap["alarm"])
            case "below":
                pass  # the face turned to what lies below
            case "part":
                self._parts[str(tap["of"])] = str(tap["part"])
            case "foot":
                self._footed = not self._footed
            case "put_away":
                self._notes.put_away(tap, self._room)
                self._helped = ""
            case "hover":
                self._frozen = tuple(seen.name for seen in self._room.tables) if tap["over"] else ()
            case "entry":
                self._type(tap)
            case "sign":
                self._entry.leave(tap)  # a tap of a key: the map that was drawn holds no digit
                return False
            case "page":
                self._tab = str(tap.get("tab", self._tab))
                self._turn(tap)
                return any(page.take(tap, self._room) for page in self._pages)
            case _:
                return False
        return True

    def _turn(self, tap: Mapping[str, Any]) -> None:
        """A round, a machine or a register that is chosen is shown; a filter leads back to the list."""
        for name, page, part in TURNS:
            if name in tap and page == tap.get("page", page):
                self._parts[page] = part
                return

    def _type(self, tap: Mapping[str, Any]) -> None:
        """A digit for the table that is looked at, or the field that it goes to."""
        seen = self._room.looked_at
        if seen is None or seen.view is None:
            return
        self._entry.turn_to(seen.name)
        if "field" in tap:
            self._entry.field_at = str(tap["field"])
        else:
            first = DeskPage.first if self._tab == DeskPage.name else "pin"
            self._entry.typed(str(tap["digit"]), seen.view["pit_signs"]["digits"][1], first)

    def words(self, source: Mapping[str, Any]) -> dict[str, Any]:
        """The worded map of the room."""
        self._room = room = self._seen(list(source["tables"]), source.get("desk", NO_DESK))
        speech, looked = room.speech(), room.looked_at
        shown = [page for page in self._pages if page.there(room)]
        page = next((one for one in shown if one.name == self._tab), shown[0])
        parts = page.parts if self.extent.small else ()
        self._room = room = replace(room, part=self._part(page.name, parts))
        told_page = page.words(room)
        self.watched = page.watched if isinstance(page, DevicesPage) else None
        wanted = cards(room)
        acts = self._notes.acts(room)
        if wanted:  # what is to be signed stands before what was
            acts = {**acts, "rows": acts["rows"][:ACTS_BUSY]}
        kept_px = min(len(wanted) * CARD_PX, room_px(self.extent) * 52 // 100)
        kept_px += bool(acts["rows"]) * (ACTS_PX if not self.extent.small or self._footed else FOOT_PX)
        low = not self.extent.small or self._footed
        told = column(room, self._helped, kept_px, self._notes.findings(room), low=low)
        foot = self._foot(speech, told, acts)
        if foot is not None and not self._footed:
            acts = {**acts, "rows": []}
        return {
            "card": card(speech, looked.view) if looked is not None and looked.view else "",
            "date": figures.date(speech.now_ms, self._language, self._zone) if speech.now_ms else "",
            "clock": speech.clock(speech.now_ms) if speech.now_ms else "",
            "language": {
                "current": self._language,
                "tap": {"act": "language"},
                "says": speech.say("language"),
            },
            "simulation": over_room(room),
            "tabs": [
                {
                    "label": speech.say(f"tab.{one.name}"),
                    "on": one is page,
                    "tap": {"act": "tab", "tab": one.name},
                }
                for one in shown
            ],
            "extent": self.extent.words(),
            "parts": [
                {
                    "label": speech.say(f"part.{page.name}.{part}"),
                    "on": part == room.part,
                    "tap": {"act": "part", "of": page.name, "part": part},
                }
                for part in parts
            ],
            "part": room.part,
            "wide": page.wide,
            "spine": {} if page.wide else spine(room),
            "meter": next(iter(jackpots(room)), None),
            "page": page.face,
            "told": told_page,
            "attention": told,
            "acts": acts,
            "foot": foot,
            "below": speech.say("below"),
            "awaited": {
                "title": speech.say("awaited"),
                "note": speech.say("awaited.note"),
                "cards": wanted,
            },
        }

    def _seen(self, tables: list[Seen], desk: Mapping[str, Any]) -> Room:
        """The room as it is now, with one table looked at: the worst, until somebody chose."""
        ordered = in_order(tables, self._frozen)
        if self._chosen not in {seen.name for seen in ordered}:
            self._chosen = ordered[0].name if ordered else ""
        if not self._tab:
            self._tab = "room" if len(ordered) > 1 else "live"
        self._entry.turn_to(self._chosen)
        of_house = self._target, desk, self._entry, self._relief_min
        return Room(self._language, self._zone, ordered, self._chosen, *of_house, extent=self.extent)

    def _foot(
        self, speech: Speech, told: Mapping[str, Any], acts: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        """On a small stage what is low and what was signed are one line, which a touch opens and shuts."""
        low = next(one["count"] for one in told["counts"] if one["name"] == "P3")
        if not self.extent.small or not (low or acts["rows"]):
            return None
        parts = [f"P3 {low}" if low else "", acts["title"] if acts["rows"] else ""]
        text = " · ".join(part for part in parts if part)
        key = speech.say("foot.shut" if self._footed else "foot.open")
        return {"text": text, "key": key, "tap": {"act": "foot"}, "says": f"{key} {text}"}

    def _part(self, page: str, parts: Sequence[str]) -> str:
        """Which part of a page is looked at where not all finds room; the first until somebody chose."""
        chosen = self._parts.get(page, "")
        return chosen if chosen in parts else next(iter(parts), "")
