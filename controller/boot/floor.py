"""A table in real time: its machines, its book, its screens, on the system clock.

The same for a real table and for the demonstration (`controller.boot.demo`); only the machines at
the ends of the lines differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from controller.book.bookkeeper import Bookkeeper
from controller.book.port import Book
from controller.book.worker import Worker
from controller.boot.frames import frame_log_of
from controller.boot.people import cards_to
from controller.boot.pit_cards import PitCards
from controller.boot.remote import witness_desk
from controller.boot.sessions import Session, remind
from controller.clock import Clock, wall_ms
from controller.game import views
from controller.game.events import Event
from controller.game.inputs import HeadsObserved, Intent, Observation
from controller.game.refusals import Refusal
from controller.game.requests import EndProcess, Request
from controller.game.state import TableState
from controller.host.disk import BROKEN, unwritable
from controller.host.watchdog import Watchdog
from controller.journal.chain import JournalBroken
from controller.journal.heads import Signer
from controller.journal.signing import SignedJournal
from controller.people.pin_checks import ReceptionWorker, taken
from controller.people.register import Register
from controller.ports import Driver
from controller.screens.outline import Outline
from controller.screens.remote import RemoteDoor
from controller.screens.server import Counts, Screens
from controller.screens.status_desk import StatusDesk
from controller.screens.unix_socket import Doors
from controller.settings.worker import Put, SettingsWorker
from controller.table.halted import TableHalted
from controller.table.host_watch import Believed, HostWatch
from controller.table.mark import FoundMark, Marker
from controller.table.patience import Patience
from controller.table.pump import Pump
from controller.table.table import Table
from drivers.absent import AbsentMachine
from drivers.readers.badge import Badge

VIEWS: Final[Mapping[str, Callable[[TableState], Mapping[str, Any]]]] = {
    "dealer": views.console,
    "pit": views.pit,
    "jackpot": views.display,
}


class Floor:
    """One table at work on the deciding thread that calls `run`."""

    def __init__(
        self,
        session: Session,
        drivers: Sequence[Driver],
        book: Book,
        clock: Clock,
        doors: Doors,
        *,
        signer: Signer,
        durable: bool = True,
        register: Callable[[], Register] | None = None,
        remote: RemoteDoor | None = None,
        pit_cards: PitCards | None = None,
        settings: Callable[[Clock, Put], SettingsWorker] | None = None,
        watched: Path | None = None,
        mark: FoundMark | None = None,
        wall: Callable[[], int] = wall_ms,
        displays: Counts = lambda showing: showing,
    ) -> None:
        """Nothing runs yet. Screens and witnesses connect at the `doors`.

        `register` opens the register of people; without one the badges are those of the settings. `remote`
        is the door for screens of other machines, `pit_cards` knows the cards that are read at the pit,
        `settings` makes the hand on the record of the table's settings. `watched` is the folder of its data,
        whose disk and whose machine's clock are watched; without one they are not. `mark` is the table's
        own mark as it was found; without one none is kept; `wall` is the machine's clock; `displays` as of
        `Screens`.

        Raises:
            JournalBroken: the signed heads cannot be written.
        """
        facts = session.state.facts
        self.absent = (*session.why_lost, *(one.why for one in drivers if isinstance(one, AbsentMachine)))
        self._journal = session.journal
        self._signed = SignedJournal(
            session.journal, session.path, signer, at_ms=max(clock.now_ms(), session.at_ms), durable=durable
        )
        self._witnesses = witness_desk(session.path, facts.table, doors, self._kept_heads, self._hear_others)
        self._frames = frame_log_of(session.path, session.state, drivers, clock.now_ms())
        self._screens = Screens(
            doors,
            VIEWS,
            clock,
            figures=lambda: self.pump.figures,
            pit_cards=pit_cards,
            frames=self._frames.recent,
            frame_log=lambda: self._frames.failed,
            displays=displays,
        )
        self._watchdog = Watchdog.of_environment(clock)
        self._patience = Patience(self._watchdog, self._screens.say_slow)
        known = self._patience, self._witnesses, self._frames, watched
        self.outline = Outline(clock, lambda: self.pump.figures, *known)
        self._status, show = StatusDesk(doors, self.outline.told), self.outline.follow(self._screens.show)
        self.table = Table(session.state, self, clock, show=show, ask=self._ask, lost=session.lost)
        self._clock, self._remote, self._data, self._book = clock, remote, watched, book
        remind(drivers, session.state)
        self.pump = Pump(self.table, drivers, clock, each_turn=self._each_turn)
        heard = session.told, session.closed, session.heard
        keeper = Bookkeeper(book, facts.table, session.journal.journal_id, *heard)
        self._worker = Worker(keeper, clock, self.pump.put)
        self._marker = Marker(session.journal, mark, lambda: keeper.heard)
        self._reception = _reception(register, drivers, self.table.state, clock, self.pump.put, pit_cards)
        self._settings = settings(clock, self.pump.put) if settings is not None else None
        looks = partial(HostWatch, clock=clock, put=self.pump.put, journal=session.path, wall=wall)
        self._watch = looks(watched) if watched is not None else None
        self._believed = Believed(clock)
        self.over = self._restarting = False
        """The closed table ended to be started again: under other settings, or sealed by another master."""

    def _kept_heads(self, journal: Path) -> int | None:
        """How much of the heads beside this journal is on the disk, where it is the one being signed."""
        return self._signed.kept_bytes if journal == self._signed.path else None

    def _hear_others(self, heads: tuple[str, ...]) -> None:
        """How far the other tables' journals go is in the inbox. On a witness's thread."""
        self.pump.put(HeadsObserved(heads, self._clock.now_ms()))

    def append(self, events: Sequence[Event], at_ms: int) -> int:
        """The table's own recorder: the signed journal, and patience while it is being written."""
        with self._patience:
            seq = self._signed.append(events, at_ms)
        self._marker.wrote(events)
        return seq

    def _each_turn(self) -> None:
        with self._patience:
            self._signed.tick(self._clock.now_ms())
        self._watchdog.alive()
        self.outline.turned()
        self._believed.mind(self.table.state)

    def _stopped(self, error: Exception) -> None:
        """The screens hear why the journal is not written, if that is what stopped the table (A-101)."""
        cause = error.__cause__ if isinstance(error, TableHalted) else error
        if isinstance(cause, JournalBroken):
            told = unwritable(self._data) if self._data is not None else ""
            self._screens.say_unwritten(cause.why or told or BROKEN)

    def _ask(self, request: Request) -> None:
        self.pump.ask(request)
        self._worker.ask(request)
        if self._reception is not None:
            self._reception.ask(request)
        if self._settings is not None:
            self._settings.ask(request)
        if isinstance(request, EndProcess):
            self.over = True
            self.stop(again=True)

    def take(self, given: Intent | Observation) -> Refusal | None:
        """What a screen sends has had its effect, or is refused. On the deciding thread."""
        return taken(self.table, self._reception, given)

    def run(self) -> None:
        """The table is at work until `stop`; then everything is closed.

        Raises:
            TableHalted: the table stopped by itself; everything is closed as well.
        """
        self._screens.open(self.pump.put, self.take)
        self._frames.start()
        self._marker.start(self.pump.put)  # before anything that the book may say
        if self._reception is not None:
            self._reception.start()
        if self._settings is not None:
            self._settings.start()
        try:
            self._status.open()
            if self._witnesses is not None:
                self._witnesses.open()
            if self._remote is not None:
                self._remote.open()
            self._patience.start()
            self.pump.start()
            # What is outstanding is asked before anything is read: a meter that has it moved by nobody.
            self._worker.start()
            self._watchdog.ready()
            if self._watch is not None:
                self._watch.start()
            self.pump.run()
        except Exception as error:
            self._stopped(error)
            raise
        finally:
            if self._restarting:
                self._screens.say_restarting()
            if self._watch is not None:
                self._watch.close()
            self._patience.close()
            self._status.close()
            if self._remote is not None:
                self._remote.close()
            if self._witnesses is not None:
                self._witnesses.close()
            self._worker.stop()
            if self._reception is not None:
                self._reception.stop()
            if self._settings is not None:
                self._settings.stop()
            with suppress(JournalBroken):  # on a disk that takes nothing: the next start signs what it finds
                self._signed.finish(self._clock.now_ms())
            self.close()

    def close(self) -> None:
        """Doors and files are closed, of a table that has ended or never ran."""
        self._screens.close()
        self._signed.close()
        self._marker.stop()
        self._frames.close()
        self._journal.close()
        self._book.close()

    def stop(self, *, again: bool = False) -> None:
        """`run` returns soon; the screens hear of it if the table is to be started `again` at once.

        May be called from any thread.
        """
        self._restarting = again
        self.pump.stop()


def _reception(
    register: Callable[[], Register] | None,
    drivers: Sequence[Driver],
    state: TableState,
    clock: Clock,
    put: Put,
    pit_cards: PitCards | None,
) -> ReceptionWorker | None:
    """What asks the register who a person is and whether his PIN is right; None without one."""
    if register is None:
        return None
    readers = [driver for driver in drivers if isinstance(driver, Badge)]
    cards = cards_to(readers, put, pit_cards)
    return ReceptionWorker(register, clock, put, cards, state.register_changes)
