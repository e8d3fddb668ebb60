"""A screen attached to its table: views come in and are worded, taps go out, silence is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from PySide6.QtCore import QTimer
from PySide6.QtQuick import QQuickWindow

from controller.screens.wire import SCREEN_ROLES, ScreenRole, ViewKinds
from ui import figures
from ui.bridge import Face, Screen, Tap
from ui.client import TableClient
from ui.clipboard import to_clipboard
from ui.frames_shown import FramesShown
from ui.glass import Glass
from ui.table_line import TableLine
from ui.texts.host import waiting_words
from ui.touch_guard import TouchGuard

ROLES: Final = ("dealer", "pit", "jackpot", "simulator", "inspector")
FACES: Final[Mapping[str, str]] = {
    "dealer": "DealerConsole",
    "pit": "PitScreen",
    "jackpot": "JackpotDisplay",
    "simulator": "SimulatorPanel",
    "inspector": "InspectorScreen",
}
WAITING: Final = {"fr": "En attente de la table…", "en": "Waiting for the table…"}
"""What a screen says that was there before its table."""
REFRESH_MS: Final = 250
"""How often the clocks on a screen move on between two views."""
REFUSAL_MS: Final = 4_000
"""How long the reason of a refused tap stays to be read."""


def face_of(role: ScreenRole) -> str:
    """The QML face of a role."""
    return FACES[role]


def unwatched(view: Mapping[str, Any]) -> None:
    """Nobody looks at the views beside the screen."""


class AttachedScreen:
    """One screen and its connection; the pit's has several and is an `AttachedRoom`.

    Args:
        role: one of `ROLES` but the pit and the inspector.
        path: the table's socket for that role, or the line to a table of another machine.
        language: `fr` or `en` at the start.
        watch: called with each view that arrives, while the screen still shows the one before.
        handed: `left` puts the dealer's action column on the left; the seats stay as on the felt.
        reduced_motion: whether the dealer's console changes without moving.
        glass: how the dealer's glass is lit and measured.
    """

    def __init__(
        self,
        role: ScreenRole,
        path: str | TableLine,
        language: str,
        watch: Callable[[Mapping[str, Any]], None] = unwatched,
        *,
        handed: str = "right",
        reduced_motion: bool = False,
        glass: Glass | None = None,
    ) -> None:
        self.client = TableClient(path, kinds=ViewKinds(role) if role in SCREEN_ROLES else None)
        self._role = role
        self._drawing: FramesShown | None = None
        self._watch = watch
        self._handed = handed
        self._reduced_motion = reduced_motion
        self._glass = glass or Glass()
        self._guard: TouchGuard | None = None
        self.screen = Screen(self._wording(role, language), self._ask)
        self._language, self._waiting = language, WAITING[language]
        self._source: dict[str, Any] | None = None
        self._figures: list[Any] = []
        self._recalled: dict[str, Any] | None = None
        self._offline_ms = self._unreadable_ms = 0
        self._refusal: dict[str, Any] | None = None
        self.client.viewArrived.connect(self._arrived)
        self.client.figuresArrived.connect(self._counted)
        self.client.roundArrived.connect(self._told_round)
        self.client.silent.connect(self._silent)
        self.client.refusedView.connect(self._refused_view)
        self.client.answered.connect(self._answered)
        self._refresh = QTimer()
        self._refresh.setInterval(REFRESH_MS)
        self._refresh.timeout.connect(self._show)
        self._forget = QTimer()
        self._forget.setSingleShot(True)
        self._forget.setInterval(REFUSAL_MS)
        self._forget.timeout.connect(self._forgotten)

    def drawn_on(self, window: QQuickWindow) -> None:
        """The window on which the screen is drawn: a display counts as one only by its frames.

        What touches the dealer's is looked at before it is taken.
        """
        if self._role == "jackpot":
            self._drawing = FramesShown(window, self.client, self._stands)
        if self._role == "dealer":
            self._guard = TouchGuard(window, self._glass)

    def _stands(self) -> tuple[int, int | None] | None:
        """The entry and the amount in cents that stand on the glass, by the very words of the screen."""
        if self._source is None:
            return None
        shown = self.screen.shown()
        return self._source["seq"], figures.cents_of(shown.get("euros", ""), shown.get("cents", ""))

    def start(self) -> None:
        """The screen connects, and connects again whenever the table goes and comes."""
        self.client.start()
        self._refresh.start()

    def close(self) -> None:
        """The connection is closed."""
        self._refresh.stop()
        self._forget.stop()
        self.client.close()

    def _wording(self, role: ScreenRole, language: str) -> Face:
        """The words of this screen alone are loaded: a screen is to be there at once."""
        now_ms, silence_ms = self.client.now_ms, self.client.silence_ms
        match role:
            case "dealer":
                from ui.screen.console import ConsoleFace

                return ConsoleFace(
                    language, handed=self._handed, reduced_motion=self._reduced_motion, glass=self._glass
                )
            case "jackpot":
                from ui.screen.jackpot import JackpotFace

                return JackpotFace(language, now_ms=now_ms, silence_ms=silence_ms)
            case "simulator":
                from ui.screen.simulator.face import SimulatorFace

                return SimulatorFace(language, to_clipboard)
        raise ValueError(f"no screen of one table is called {role!r}")

    def _arrived(self, view: dict[str, Any]) -> None:
        self._watch(view)
        if self._source is not None and view.get("record") != self._source.get("record"):
            self._recalled = None  # what was told of an older round is good while the record stands
        self._source = view
        self._show()

    def _counted(self, figures: list[Any]) -> None:
        self._figures = figures  # shown with the next refresh of the clocks

    def _told_round(self, number: int, past: dict[str, Any] | None) -> None:
        self._recalled = {"round": number, "past": past}
        self._show()

    def _silent(self, silent: bool) -> None:
        self._offline_ms = max(1, self.client.now_ms()) if silent else 0
        if silent:
            self._wait()
        self._show()

    def _refused_view(self) -> None:
        """What the table tells now cannot be read, or can be again: what stands is old since then."""
        if self.client.unreadable:
            self._unreadable_ms = self._unreadable_ms or max(1, self.client.now_ms())
            self._wait()
        else:
            self._unreadable_ms = 0
        self._show()

    def _wait(self) -> None:
        """Before the first view the screen says what it waits for."""
        if self._source is not None:
            return
        told = waiting_words(self._language, self.client.unwritten, self.client.unreadable)
        self.screen.wait(told or self._waiting, glass=self._glass.view(self.client.now_ms()))

    def _answered(self, ask_id: str, taken: bool, refusal: dict[str, Any]) -> None:
        if not taken:
            self._refusal = refusal
            self._forget.start()
            self._show()

    def _forgotten(self) -> None:
        self._refusal = None
        self._show()

    def _show(self) -> None:
        if self._source is not None:
            beside = {
                "now_ms": self.client.now_ms(),
                "offline": self._offline_ms or self._unreadable_ms,
                "unreadable": self.client.unreadable,
                "unwritten": self.client.unwritten,
                "restarting": self.client.restarting,
                "refusal": self._refusal,
                "figures": self._figures,
                "recalled": self._recalled,
            }
            self.screen.show({**self._source, **beside})

    def _ask(self, tap: Tap) -> None:
        self._refusal = None
        if tap["act"] == "recall":  # a question, not an act: it is not written, and changes nothing
            self._recalled = None
            self.client.ask_round(tap["round"])
            self._show()
            return
        self.client.tap(tap)
