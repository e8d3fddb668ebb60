"""The screen's end of the wire: views in, taps out, and silence told as such.

The client never repeats a tap by itself: when the connection broke before the answer, the next view shows
whether the act was taken, and the person decides.
"""

from __future__ import annotations

import sys
import uuid
from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal

from controller.screens import wire
from controller.screens.wire import ViewKinds, WireError
from ui.meant import still_meant, unaimed
from ui.table_line import LocalLine, TableLine, TlsLine

RETRY_MS: Final = 250
RETRY_AFTER_DROP_MS: Final = 5_000
RESTARTS_MS: Final = 60_000
"""A table that said that it comes again and has not come after so long is silent."""
SLOW: Final = "slow"
"""The table waits for its disk, and what was asked is under way (`controller.screens.last_word`)."""
NO_ANSWER: Final[dict[str, Any]] = {"code": "no_answer", "article": "", "facts": {}}
STALE_VIEW: Final[dict[str, Any]] = {"code": "stale_view", "article": "", "facts": {}}


class TableClient(QObject):
    """One screen's connection to its table, made again whenever it breaks.

    Args:
        path: the socket of the screen's role, or the line to a table of another machine.
        name: what the screen is known as at its table, `chef` for a chef's own; empty: by its role.
        kinds: what each part of a view has to be; a view that is otherwise is refused and never arrives.

    Attributes:
        seq: the `seq` of the last view that arrived, 0 before the first.
        heard: whether the table was heard within the last two seconds.
        refused: why the table hung up, if that was the last it said.
        unwritten: why the table cannot write its journal (`controller.screens.last_word`), until it is
        heard again.
        unreadable: which part of the newest view is missing or wrong, and what is wrong with it, until a
        view comes that can be read.
    """

    viewArrived = Signal(object)  # noqa: N815  (Qt's own spelling of signals)
    """The newest view, a map; those that a busy screen had no time for are skipped. An object, because Qt
    would copy a map into its own kind, key by key."""
    ticked = Signal(object)
    """The table's time in milliseconds since 1970 UTC."""
    silent = Signal(bool)
    """True when nothing was heard for two seconds, False when the table is heard again."""
    refusedView = Signal()  # noqa: N815
    """`unreadable` says something else than before."""
    answered = Signal(str, bool, dict)
    """A tap's id, whether it was taken, and the refusal (empty when taken)."""
    figuresArrived = Signal(list)  # noqa: N815
    """How the lines of the machines do, a map a machine."""
    framesArrived = Signal(str, list)  # noqa: N815
    """A machine, and the latest lines of its frame log, masked."""
    roundArrived = Signal(int, object)  # noqa: N815
    """The number of a closed round that was asked for, and the round; None: there is none to put right."""
    nonceArrived = Signal(object)  # noqa: N815
    """What the table drew for a card at the pit: its nonce, its name, what is to be signed."""
    cardAnswered = Signal(str)  # noqa: N815
    """Whether the card that was shown counts: an empty text, or why not."""
    dropped = Signal(str)
    """The table hung up and said why."""

    def __init__(
        self,
        path: str | TableLine,
        parent: QObject | None = None,
        *,
        name: str = "",
        kinds: ViewKinds | None = None,
    ) -> None:
        super().__init__(parent)
        self._kinds = kinds
        self._name = name
        self.seq = 0
        self._view: dict[str, Any] | None = None
        """The view that this connection told last, which the next difference is to."""
        self.heard = False
        self.refused = ""
        self.frame_log = ""
        self.unwritten = ""
        self._restarting = False
        self.unreadable = ""
        self._lines = wire.Lines(limit=4 * wire.LINE_MAX)
        self._open: set[str] = set()
        self._cards: deque[bool] = deque()
        """For each answer about a card that is to come, whether one was shown."""
        self._told_ms = 0
        self._since_told = QElapsedTimer()
        self._since_heard = QElapsedTimer()
        self._since_read = QElapsedTimer()
        self._retry_ms = RETRY_MS
        self._line = LocalLine(path, self) if isinstance(path, str) else path
        self._line.up.connect(self._connected)
        self._line.ready.connect(self._read)
        self._line.down.connect(self._lost)
        self._retry = self._timer(self._connect)
        self._silence = self._timer(self._fall_silent)

    def _timer(self, then: Any) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setTimerType(Qt.TimerType.PreciseTimer)  # a coarse one may be 5 % early
        timer.timeout.connect(then)
        return timer

    def start(self) -> None:
        """The client connects, and again whenever the connection breaks."""
        self._since_heard.start()
        self._silence.start(wire.SILENCE_MS)
        self._connect()

    def close(self) -> None:
        """The connection is closed for good; nothing is signalled any more."""
        self.blockSignals(True)
        self._retry.stop()
        self._silence.stop()
        self._line.close()

    def tap(self, tap: Mapping[str, Any], view: int | None = None) -> str:
        """The act is asked of the table, as formed on the view with this `seq` (the last by default).

        One that by the last view means something else than its key said is refused here.

        Returns:
            The id that `answered` will carry.
        """
        ask_id = uuid.uuid4().hex
        self._open.add(ask_id)
        if not self._line.is_up:
            QTimer.singleShot(0, self, self._give_up)
        elif still_meant(self._view, tap):
            self._line.write(wire.ask_line(ask_id, self.seq if view is None else view, unaimed(tap)))
        else:
            QTimer.singleShot(0, self, lambda: self._refuse(ask_id))
        return ask_id

    def _refuse(self, ask_id: str) -> None:
        """What its key said is not what it would do by now."""
        if ask_id in self._open:
            self._open.discard(ask_id)
            self.answered.emit(ask_id, False, STALE_VIEW)

    def ask_frames(self, machine: str) -> None:
        """The table is asked for the last frames of this machine; `framesArrived` carries them."""
        if self._line.is_up:
            self._line.write(wire.frames_asked_line(machine))

    def ask_round(self, number: int) -> None:
        """The table is asked for a closed round of the session; `roundArrived` carries it."""
        if self._line.is_up:
            self._line.write(wire.round_asked_line(number))

    def tell_drawn(self, drawn: wire.Drawn) -> None:
        """The table is told what this display has drawn."""
        if self._line.is_up:
            self._line.write(wire.shown_line(drawn))

    def ask_nonce(self, act: str) -> None:
        """The table draws a nonce for a card at the pit: for this act, or with none for a code."""
        self._line.write(wire.encode({"nonce": act}))

    def show_card(self, shown: Mapping[str, str]) -> None:
        """The table is told what was read at the pit; the only line that a PIN is ever on."""
        self._cards.append(True)
        self._line.write(wire.encode({"card": dict(shown)}))

    def card_gone(self) -> None:
        """The table is told that the card at the pit was taken out."""
        if self._line.is_up:
            self._cards.append(False)
            self._line.write(wire.encode({"card": ""}))

    def now_ms(self) -> int:
        """The table's time, carried on between its ticks; 0 before the first."""
        return self._told_ms + self._since_told.elapsed() if self._told_ms else 0

    @property
    def restarting(self) -> bool:
        """Whether the table has said that it is started again at once, and it is still believed."""
        return self._restarting and self.silence_ms() < RESTARTS_MS

    @property
    def trouble(self) -> str:
        """Why the table cannot be reached, in the words of who said so; empty while nothing is known."""
        return self.refused or self._line.trouble

    def silence_ms(self) -> int:
        """How long the table has not been heard, or the client not been started.

        Where what it tells cannot be read it counts as not heard: what is shown is as old.
        """
        since = self._since_read if self.unreadable else self._since_heard
        return since.elapsed() if since.isValid() else 0

    # --- the connection --------------------------------------------------------------------------

    def _connect(self) -> None:
        if not self._line.is_up:
            self._lines = wire.Lines(limit=4 * wire.LINE_MAX)
            self._view = None
            self._line.open()

    def _connected(self) -> None:
        self._retry.stop()
        self._cards.clear()
        if self._name and isinstance(self._line, LocalLine):
            # On another machine it is the certificate that says which screen this is.
            self._line.write(wire.screen_name_line(self._name))

    def _lost(self) -> None:
        self._give_up()
        if not self._retry.isActive():
            self._retry.start(self._retry_ms)
        self._retry_ms = RETRY_MS

    def _give_up(self) -> None:
        """What was asked and not answered will not be answered any more."""
        open_now, self._open = self._open, set()
        why = "" if self.unwritten == SLOW else self.unwritten
        refused = {"code": "journal_not_written", "article": "", "facts": {"why": why}} if why else NO_ANSWER
        for ask_id in open_now:
            self.answered.emit(ask_id, False, refused)

    def _fall_silent(self) -> None:
        self.heard = False
        # A line that is up and silent may be dead at the other end, which nobody would say: try it anew.
        if not self.unwritten and self._line.is_up and isinstance(self._line, TlsLine):
            self._line.abort()
        self.silent.emit(True)

    # --- what the table says ---------------------------------------------------------------------

    def _read(self) -> None:
        try:
            lines = self._lines.feed(self._line.read())
            said = [message for line in lines if isinstance(message := wire.decode(line), dict)]
            for message in said:
                wire.check_said(message)
            told = [self._whole(message) for message in said]
        except WireError:
            self._line.abort()
            return
        newest: dict[str, Any] | None = None
        for message, view in zip(said, told, strict=True):
            if "unwritten" in message:
                if newest is not None:
                    self._arrive(newest)
                    newest = None
                self._stand_still(str(message["unwritten"])[: wire.TEXT_MAX])
                continue
            self._hear()
            if view is not None:
                newest = view
                continue
            if newest is not None:
                self._arrive(newest)
                newest = None
            self._other(message)
        if newest is not None:
            self._arrive(newest)

    def _stand_still(self, why: str) -> None:
        """The table cannot write its journal: nothing that is shown may be acted on."""
        self.unwritten = why
        if why != SLOW:
            self._give_up()
        self._fall_silent()

    def _hear(self) -> None:
        self._since_heard.start()
        self._silence.start(wire.SILENCE_MS)
        self.refused = self.unwritten = ""
        self._restarting = False
        if not self.heard:
            self.heard = True
            self.silent.emit(False)

    def _whole(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The view that this message comes to, told whole or as a difference; None where it tells of none.

        Raises:
            WireError: it is the difference to a view that is not here: one was missed.
        """
        if "since" in message:
            self._view = wire.view_after(self._view, message)
        elif "view" in message:
            if self._view is None and wire.tells_differences(message):
                self._line.write(wire.DIFFERENCES_LINE)
            self._view = message["view"]
        else:
            return None
        return self._view

    def _arrive(self, view: dict[str, Any]) -> None:
        try:
            if self._kinds is not None:
                self._kinds.check(view)
        except WireError as error:
            self._cannot_read(str(error))
            return
        self._cannot_read("")
        self.seq = view["seq"]
        self.viewArrived.emit(view)

    def _cannot_read(self, why: str) -> None:
        """The view is refused, or with no reason can be read. The line stays up: the next may be whole."""
        if why and not self.unreadable:
            self._since_read.start()
        was, self.unreadable = self.unreadable, why
        if was != why:
            if why:
                sys.stderr.write(f"a view that cannot be read: {why}\n")
            self.refusedView.emit()

    def _other(self, message: dict[str, Any]) -> None:
        if "tick" in message:
            self._told_ms = message["tick"]
            self._since_told.start()
            self.ticked.emit(self._told_ms)
        elif "answer" in message:
            self._open.discard(message["answer"])
            self.answered.emit(message["answer"], message["ok"], message.get("refusal", {}))
        elif "figures" in message:
            self.frame_log = str(message.get("frame_log", ""))[: wire.TEXT_MAX]
            self.figuresArrived.emit(message["figures"])
        elif "frames" in message:
            self.framesArrived.emit(message["frames"], message["lines"])
        elif "round" in message:
            self.roundArrived.emit(message["round"], message["past"])
        elif "nonce" in message:
            self.nonceArrived.emit(message)
        elif "card" in message:
            if self._cards and self._cards.popleft():
                self.cardAnswered.emit(str(message["card"])[: wire.TEXT_MAX])
        elif "restarting" in message:
            self._restarting = message["restarting"]
            self._give_up()
            self._fall_silent()
        elif "dropped" in message:
            self._retry_ms = RETRY_AFTER_DROP_MS
            self.refused = str(message["dropped"])[: wire.TEXT_MAX]
            self.dropped.emit(message["dropped"])
