"""The table's hand on the record of its settings: drafts are worked out and acts written on a thread.

Files, books and returns are never the deciding thread's. What comes of it goes to the table as an
observation, and so does each line that somebody else wrote: the journal tells every line once.
"""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable
from typing import Final

from controller.clock import Clock
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.refusals import Refusal
from controller.game.requests import Request
from controller.game.settings.types import HouseSettings
from controller.settings.draft import DraftRefused, SettingsDesk
from controller.settings.record import NotOurs, RecordLine, standing_after
from controller.settings.settings_error import SettingsError

LOOK_S: Final = 0.5
"""How often the record is looked at for lines that somebody else wrote."""
DETAIL_MAX: Final = 300
NOT_OURS: Final = "record_not_ours"
"""A file of the record is of another account than the table's."""

Put = Callable[[object], None]


class SettingsWorker:
    """The desk of a live table.

    Args:
        desk: the record of its settings.
        digest: of what is in force in this process.
        known: how the journal knew the settings when this session began.
        clock: the table's time.
        put: the table's inbox.
    """

    def __init__(self, desk: SettingsDesk, digest: str, known: HouseSettings, clock: Clock, put: Put) -> None:
        self._desk = desk
        self._digest = digest
        self._known = known
        self._told = known.number
        self._clock = clock
        self._put = put
        self._mark = (-1, -1)
        self._said = ""
        self._asked: queue.Queue[Request | None] = queue.Queue(maxsize=64)
        self._thread = threading.Thread(target=self._run, name="settings", daemon=True)

    def start(self) -> None:
        """Drafts are worked out and the record is watched from now on."""
        self._thread.start()

    def stop(self) -> None:
        """The thread has ended."""
        self._asked.put(None)
        self._thread.join()

    def ask(self, request: Request) -> None:
        """The request is performed soon; what is not of settings is ignored."""
        if isinstance(request, (r.CheckDraft, r.WriteSettings)):
            self._asked.put(request)

    def _run(self) -> None:
        begun = False
        while True:
            begun = begun or self._begin()
            if begun:
                self._look()
            try:
                asked = self._asked.get(timeout=LOOK_S)
            except queue.Empty:
                continue
            if asked is None:
                return
            if isinstance(asked, r.CheckDraft):
                self._put(self._checked(asked))
            elif isinstance(asked, r.WriteSettings):
                self._write(asked)

    def _begin(self) -> bool:
        """What is in force, and how the record stood for the journals; False where it cannot be read."""
        lines = self._lines()
        if lines is None:
            return False
        known = standing_after(lines[: self._told])
        self._put(
            i.SettingsObserved(known.number, self._digest, self._known.digest, known.draft, known.approved)
        )
        return True

    def _lines(self) -> list[RecordLine] | None:
        """The acts, or None where the record cannot be read: the system's log says why, once.

        The table plays on under what is in force; acts on settings are refused, and so is the next start.
        """
        try:
            lines = self._desk.lines()
        except SettingsError as error:
            if str(error) != self._said:
                self._said = str(error)
                sys.stderr.write(f"{error}\n")
                sys.stderr.flush()
            return None
        self._said = ""
        return lines

    def _look(self) -> None:
        mark = self._desk.mark
        if mark == self._mark:
            return
        lines = self._lines()
        if lines is None:
            return
        self._mark = mark
        for line in lines[self._told :]:
            self._told = line.number
            self._put(_observed(line))

    def _checked(self, asked: r.CheckDraft) -> i.DraftObserved:
        try:
            found = self._desk.meaning(asked.changes)
        except DraftRefused as error:
            code, article, detail = _worded(error.refusal)
            return i.DraftObserved(asked.changes, code=code, article=article, detail=detail)
        except NotOurs as error:
            return i.DraftObserved(asked.changes, code=NOT_OURS, article="PM-11", detail=error.whose)
        except SettingsError as error:
            return i.DraftObserved(asked.changes, code="does_not_load", article="LK-10", detail=_short(error))
        return i.DraftObserved(asked.changes, found.after, found.consequences, found.needed)

    def _write(self, asked: r.WriteSettings) -> None:
        try:
            self._desk.act(
                asked.act,
                asked.person,
                self._clock.now_ms(),
                reason=asked.reason,
                changes=asked.changes,
                number=asked.number,
            )
        except DraftRefused as error:
            self._look()  # the line of somebody else comes first, if that is why
            self._put(i.SettingsRefusedObserved(asked.act, asked.person, *_worded(error.refusal)))
        except NotOurs as error:
            self._put(i.SettingsRefusedObserved(asked.act, asked.person, NOT_OURS, "PM-11", error.whose))
        except SettingsError as error:
            said = i.SettingsRefusedObserved(asked.act, asked.person, "does_not_load", "LK-10", _short(error))
            self._put(said)
        except OSError as error:
            why = error.strerror or "input/output error"
            self._put(i.SettingsRefusedObserved(asked.act, asked.person, "not_written", "PM-11", why))


def _observed(line: RecordLine) -> i.SettingsActObserved:
    return i.SettingsActObserved(
        line.number, line.act, line.person, line.reason, line.at_ms, line.draft, line.complete
    )


def _worded(refusal: Refusal) -> tuple[str, str, str]:
    """Code, article, and the facts in one text."""
    facts = ", ".join(str(value) for _, value in refusal.facts)
    return refusal.code, refusal.article, facts[:DETAIL_MAX]


def _short(error: SettingsError) -> str:
    return " ".join(str(error).split())[:DETAIL_MAX]
