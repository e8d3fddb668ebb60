"""The pit's screen attached to its tables: one line a table, one room on the glass.

Views of many tables are worded together: forty that play fast cost one picture every half second. What needs
a person is not kept waiting for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from PySide6.QtCore import QElapsedTimer, QTimer
from PySide6.QtQuick import QQuickWindow

from controller.screens.wire import ViewKinds
from ui.attached import REFRESH_MS, REFUSAL_MS, WAITING, unwatched
from ui.attached_house import HouseLine
from ui.bridge import Screen, Tap
from ui.client import TableClient
from ui.pit_desk import SEEING, PitDesk
from ui.pit_reader import PitReaderProcess
from ui.screen.extent import extent_of
from ui.screen.pit.pages import Page
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen
from ui.table_line import Identity, Place, way_to
from ui.texts.host import waiting_words

FEW: Final = 4
"""Up to so many tables each view is shown as it comes."""
MANY_MS: Final = 500
"""How often the picture of more than these is drawn anew."""
FRAMES_MS: Final = 1_000
"""How often the last frames of the machine that is looked at are asked for."""
URGENT_MS: Final = 50
"""How long news that need a person wait for others that come with them."""


@dataclass
class Line:
    """One table: its connection, and what came over it last."""

    place: Place
    client: TableClient
    view: dict[str, Any] | None = None
    figures: list[Any] = field(default_factory=list)
    refusal: dict[str, Any] | None = None
    silent: bool = False
    frames: dict[str, list[Any]] = field(default_factory=dict)

    def seen(self) -> Seen:
        """The table as the room knows it now."""
        told = str(self.view["table"]) if self.view is not None else ""
        return Seen(
            name=self.place.name or told or "?",
            view=self.view,
            now_ms=self.client.now_ms(),
            silence_ms=self.client.silence_ms(),
            figures=self.figures,
            refusal=self.refusal,
            trouble=self.client.trouble,
            frames=self.frames,
            frame_log=self.client.frame_log,
            unwritten=self.client.unwritten,
            restarting=self.client.restarting,
            unreadable=self.client.unreadable,
        )


class AttachedRoom:
    """The pit's screen and its connections.

    Args:
        places: its tables, none twice.
        language: `fr` or `en` at the start.
        identity: by which the screen proves itself to tables of other machines.
        pages: pages beside the screen's own.
        house: the line to the house, whose pages are shown too.
        reader: where the card reader of this machine is (`ui.pit_reader`), empty without one.
        name: what the screen is known as at its tables, `chef` for a chef's own.
        watch: called with each view of the first table before it is shown.

    Raises:
        NoCertificate: the identity's files cannot be used.
    """

    def __init__(
        self,
        places: Sequence[Place],
        language: str,
        identity: Identity | None = None,
        *,
        pages: Sequence[Page] = (),
        house: HouseLine | None = None,
        target_per_hour: int = 0,
        relief_min: int = 0,
        reader: str = "",
        name: str = "",
        watch: Callable[[Mapping[str, Any]], None] = unwatched,
    ) -> None:
        self._watch = watch
        self._language, self._waiting = language, WAITING[language]
        self._house = house
        every = [*pages, *(house.pages if house is not None else ())]
        self._face = face = RoomFace(
            language,
            every,
            target_per_hour=target_per_hour,
            relief_min=relief_min,
            notes=house.notes if house is not None else None,
        )
        self.screen = Screen(face, self._ask)
        self.lines = [
            Line(place, TableClient(way_to(place, identity), name=name, kinds=ViewKinds("pit")))
            for place in places
        ]
        self._desk = PitDesk(PitReaderProcess(reader) if reader else None)
        self._desk.changed.connect(lambda: self._changed(urgent=True))
        self._begun = False
        self._due = False
        self._watched: tuple[str, str] | None = None
        self._since_asked = QElapsedTimer()
        self._refresh = QTimer()
        self._refresh.setInterval(REFRESH_MS if len(places) <= FEW else MANY_MS)
        self._refresh.timeout.connect(self._show)
        self._soon = QTimer()
        self._soon.setSingleShot(True)
        self._soon.setInterval(URGENT_MS)
        self._soon.timeout.connect(self._show)
        for line in self.lines:
            self._listen(line)
        if house is not None:
            house.client.arrived.connect(self._show)
            house.client.saved.connect(lambda path: self._show())

    def drawn_on(self, window: QQuickWindow) -> None:
        """The window on which the screen is drawn: its width says which stage is laid out, now and later."""

        def sized() -> None:
            wanted = extent_of(window.width())
            if wanted != self._face.extent:
                self._face.extent = wanted
                self.screen.refresh()

        window.widthChanged.connect(sized)
        sized()

    def _listen(self, line: Line) -> None:
        def arrived(view: dict[str, Any]) -> None:
            if line is self.lines[0]:
                self._watch(view)
            before, line.view = line.view, view
            self._changed(urgent=before is None or not _needs(view) <= _needs(before))

        def counted(figures: list[Any]) -> None:
            line.figures = figures  # shown with the next refresh of the clocks

        def silent(on: bool) -> None:
            line.silent = on
            if on:
                self._wait(line.client)
            self._begun = self._begun or len(self.lines) > 1
            self._changed(urgent=True)

        def refused_view() -> None:
            self._wait(line.client)
            self._changed(urgent=True)

        def answered(ask_id: str, taken: bool, refusal: dict[str, Any]) -> None:
            if not taken:
                line.refusal = refusal
                QTimer.singleShot(REFUSAL_MS, self._refresh, lambda: self._forget(line, refusal))
            self._changed(urgent=True)

        def framed(machine: str, lines: list[Any]) -> None:
            first, line.frames = machine not in line.frames, {machine: lines}
            self._changed(urgent=first)

        self._desk.listen(line.client)
        line.client.framesArrived.connect(framed)
        line.client.viewArrived.connect(arrived)
        line.client.figuresArrived.connect(counted)
        line.client.silent.connect(silent)
        line.client.refusedView.connect(refused_view)
        line.client.answered.connect(answered)

    def _wait(self, client: TableClient) -> None:
        """Before the first view of an only table the screen says what it waits for."""
        if not self._begun and len(self.lines) == 1:
            told = waiting_words(self._language, client.unwritten, client.unreadable)
            self.screen.wait(told or self._waiting)

    def start(self) -> None:
        """Every line connects, and again whenever its table goes and comes."""
        for line in self.lines:
            line.client.start()
        self._desk.start()
        if self._house is not None:
            self._house.start()
        self._refresh.start()

    def close(self) -> None:
        """Every connection is closed."""
        self._refresh.stop()
        self._soon.stop()
        for line in self.lines:
            line.client.close()
        self._desk.close()
        if self._house is not None:
            self._house.close()

    def _changed(self, *, urgent: bool) -> None:
        self._begun = self._begun or any(line.view is not None for line in self.lines)
        if len(self.lines) <= FEW:
            self._show()
        elif urgent and not self._soon.isActive():
            self._soon.start()

    def _show(self) -> None:
        if self._begun:
            self.screen.show({"tables": [line.seen() for line in self.lines], "desk": self._desk.told()})
            self._ask_frames()

    def _ask_frames(self) -> None:
        """The one machine that is looked at is asked for its last frames, once a second."""
        watched = self._face.watched
        fresh = watched == self._watched and self._since_asked.isValid()
        if watched is None or (fresh and self._since_asked.elapsed() < FRAMES_MS):
            return
        self._watched = watched
        self._since_asked.start()
        for line in self.lines:
            if line.seen().name == watched[0]:
                line.client.ask_frames(watched[1])

    def _forget(self, line: Line, refusal: dict[str, Any]) -> None:
        if line.refusal is refusal:
            line.refusal = None
            self._show()

    def _ask(self, tap: Tap) -> None:
        if tap["act"] == "ask_each":
            for one in tap["asks"]:
                self._ask(one)
            return
        if tap["act"] not in ("ask", "sign"):
            raise ValueError(f"a key of the room asks for {tap['act']!r}")
        for line in self.lines:
            if line.seen().name != tap["table"]:
                continue
            line.refusal = None
            if tap["act"] == "sign":
                told = str(line.view["table"]) if line.view is not None else tap["table"]
                self._desk.sign(line.client, told, tap["for"], tap["code"], tap["pin"])
            elif tap["tap"]["act"] in SEEING:
                self._desk.see(line.client, tap["table"], tap["tap"])
            else:
                line.client.tap(tap["tap"])


def _needs(view: Mapping[str, Any]) -> frozenset[int]:
    """The alarms that a table has, and a call: what is new among them cannot wait."""
    called = view["call"]["at_ms"] if view["call"] is not None else 0
    return frozenset([*(up["alarm"] for up in view["alarms"]), -called])
