"""A table in real time: its machines, its book, its screens, on the system clock.

The same for a real table and for the demonstration; only the machines at the ends of the lines differ.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from controller.book.at_url import open_book
from controller.book.bookkeeper import Bookkeeper
from controller.book.port import Book
from controller.book.worker import Worker
from controller.boot.frames import frame_log_of
from controller.boot.notice import notice_of
from controller.boot.people import cards_to
from controller.boot.pit_cards import PitCards
from controller.boot.remote import witness_desk
from controller.boot.sessions import Session, linkage_of, open_session, remind, table_facts
from controller.boot.simulated_people import register_file, simulated_hasher, staff_of
from controller.clock import Clock, SystemClock, machine_uptime
from controller.game import views
from controller.game.dealing.declared_hand import as_told
from controller.game.events import Event
from controller.game.inputs import Intent, Observation
from controller.game.profile import RuleProfile
from controller.game.refusals import Refusal
from controller.game.requests import EndProcess, Request
from controller.game.session_terms import TableFacts
from controller.game.state import TableState
from controller.game.view_parts import expected as view_expected
from controller.host.disk import BROKEN, unwritable
from controller.journal.chain import JournalBroken
from controller.journal.heads import Signer
from controller.journal.keys import simulated_keys
from controller.journal.signing import SignedJournal
from controller.people.pin_checks import ReceptionWorker, taken
from controller.people.register import Register
from controller.ports import Driver
from controller.screens import taps
from controller.screens.outline import Outline
from controller.screens.panel import Panel
from controller.screens.remote import RemoteDoor
from controller.screens.server import Screens
from controller.screens.status_desk import StatusDesk
from controller.screens.unix_socket import Doors, group_of
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.settings.table import PaceFile, load_simulator
from controller.settings.worker import Put, SettingsWorker
from controller.table.halted import TableHalted
from controller.table.host_watch import Believed, HostWatch
from controller.table.mark import FoundMark, Marker
from controller.table.patience import Patience
from controller.table.pump import Call, Pump
from controller.table.table import Table
from controller.table.watchdog import Watchdog
from drivers.absent import AbsentMachine
from drivers.readers.badge import Badge, Holder
from drivers.sim.decks import Stacked, royal, unqualified
from drivers.sim.faults import Faults
from drivers.sim.machines import Hands, machines_on_lines, unplug_all
from drivers.sim.panel import Bench
from drivers.sim.people import Dealer
from drivers.sim.sheets import SheetHands
from drivers.sim.staff import Staff

PICTURED_DECKS: Final = (unqualified, royal)
"""The hands of a demonstration that is only photographed: an unqualified dealer, then a jackpot."""
DEMO_TABLES_MAX: Final = 4
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
    ) -> None:
        """Nothing runs yet. Screens and witnesses connect at the `doors`.

        `register` opens the register of people; without one the badges are those of the settings. `remote`
        is the door for screens of other machines, `pit_cards` knows the cards that are read at the pit,
        `settings` makes the hand on the record of the table's settings. `watched` is the folder of its data,
        whose disk and whose machine's clock are watched; without one they are not. `mark` is the table's
        own mark as it was found; without one none is kept.

        Raises:
            JournalBroken: the signed heads cannot be written.
        """
        facts = session.state.facts
        self.absent = (*session.why_lost, *(one.why for one in drivers if isinstance(one, AbsentMachine)))
        self._journal = session.journal
        self._signed = SignedJournal(
            session.journal, session.path, signer, at_ms=max(clock.now_ms(), session.at_ms), durable=durable
        )
        self._witnesses = witness_desk(session.path, facts.table, doors, self._kept_heads)
        self._frames = frame_log_of(session.path, session.state, drivers, clock.now_ms())
        self._screens = Screens(
            doors,
            VIEWS,
            clock,
            figures=lambda: self.pump.figures,
            pit_cards=pit_cards,
            frames=self._frames.recent,
            frame_log=lambda: self._frames.failed,
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
        self._reception: ReceptionWorker | None = None
        if register is not None:
            readers = [driver for driver in drivers if isinstance(driver, Badge)]
            cards = cards_to(readers, self.pump.put, pit_cards)
            self._reception = ReceptionWorker(register, clock, self.pump.put, cards)
        self._settings = settings(clock, self.pump.put) if settings is not None else None
        self._watch = (
            HostWatch(watched, clock, self.pump.put, journal=session.path) if watched is not None else None
        )
        self._believed = Believed(clock)
        self.settings_changed = False
        """The closed table ended to be started again: under other settings, or sealed by another master."""

    def _kept_heads(self, journal: Path) -> int | None:
        """How much of the heads beside this journal is on the disk, where it is the one being signed."""
        return self._signed.kept_bytes if journal == self._signed.path else None

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
            self.settings_changed = True
            self.pump.stop()

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
        self._worker.start()
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
            self._watchdog.ready()
            if self._watch is not None:
                self._watch.start()
            self.pump.run()
        except Exception as error:
            self._stopped(error)
            raise
        finally:
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

    def stop(self) -> None:
        """`run` returns soon. May be called from any thread."""
        self.pump.stop()


# --- the demonstration ---------------------------------------------------------------------------


@dataclass(slots=True)
class DemoFloor:
    """A table on simulated machines in real time, with people who play by themselves while `playing`."""

    floor: Floor
    hands: Hands
    dealer: Dealer
    faults: Faults
    clock: Clock
    doors: Doors
    holders: Mapping[str, Holder]
    pace: float = 1.0
    playing: bool = True
    staff: Staff = field(default_factory=Staff)

    def run(self) -> None:
        """The table is at work until `stop`; the people with it."""
        stopping = threading.Event()
        people = threading.Thread(target=self._people, args=(stopping,), name="people", daemon=True)
        people.start()
        panel = self._panel()
        panel.open()
        try:
            self.floor.run()
        finally:
            stopping.set()
            panel.close()
            people.join(timeout=2)  # it may wait for an answer that the stopped table no longer gives
            unplug_all(self.hands)

    @property
    def run_dir(self) -> Path:
        """Where the sockets of its screens are."""
        return self.doors.run_dir

    def stop(self) -> None:
        """`run` returns soon."""
        self.floor.stop()

    def _panel(self) -> Panel:
        """The simulator's panel: hands on the machines, faults by order."""
        table = self.floor.table
        bench = Bench(
            self.hands,
            self.holders,
            self,
            expected=lambda: view_expected(table.state),
            seated=lambda: table.state.players,
            table=table.state.facts.table,
            pins=self.staff.pins,
        )

        def act(tap: Mapping[str, Any]) -> Refusal | None:
            said = bench.act(tap)
            return Refusal("simulator", "", (("why", said),)) if said else None

        put = self.floor.pump.put
        return Panel(self.doors, bench.look, act, lambda run: put(Call(run)), self.clock)

    def _people(self, stopping: threading.Event) -> None:
        """The people look and act on the deciding thread; here they only wait for their next look."""
        answers: queue.SimpleQueue[int] = queue.SimpleQueue()
        wait_ms = 1_500
        while not stopping.wait(wait_ms / 1000 / self.pace):
            self.floor.pump.put(Call(lambda: answers.put(self._look())))
            wait_ms = answers.get()

    def _look(self) -> int:
        now_ms = self.clock.now_ms()
        for machine in (self.hands.chips, self.hands.reader):
            if machine.due_ms is not None and machine.due_ms <= now_ms:
                machine.tick(now_ms)
        return self.dealer.act() if self.playing else 250


def demo_floor(
    folder: Path,
    *,
    seed: int,
    table: str = "UTH-1",
    faults: str = "none",
    pace: float = 1.0,
    stacked: Sequence[Stacked] = (),
    profile: RuleProfile | None = None,
    book: str = "",
    linked: bool = False,
) -> DemoFloor:
    """A table on simulated machines in `folder`: ptys, mock pins, journals, and a book for all tables there.

    Or the linked `book` of this address, which is made if its database is empty. `linked` says that other
    tables move the same jackpot.

    `pace` makes the people and the waiting quicker. `stacked` decks are dealt first. `profile` is the game
    in force, by default the law's; without a JP1 in it the book stays as it was opened.
    """
    rules, jackpot, world = profile or load_profile("fr-55-20-2021"), load_jackpot(), load_simulator()
    people, seats = world.people, world.table.seats
    holders, staff = staff_of(world, table)
    clock, times = SystemClock(), PaceFile()
    quick = PaceFile(showdown_ms=int(times.showdown_ms / pace), clearing_ms=int(times.clearing_ms / pace))

    def facts(session: int, first_round: int) -> TableFacts:
        return table_facts(
            *(table, session, rules, jackpot),
            simulated=True,
            first_round=first_round,
            pace=quick,
            opening=world.opening,
            linked=linked,
            register=True,
            seats=seats,
        )

    for name in ("lines", "run"):
        (folder / table / name).mkdir(parents=True, exist_ok=True)
    (folder / "journals").mkdir(exist_ok=True)
    lot = Faults(Random(f"{seed}/{table}/faults"), faults)
    dice = Random(f"{seed}/{table}/machines")
    hands, drivers = machines_on_lines(
        dice, clock, folder / table / "lines", holders, lot, stacked, seats=seats
    )
    keys, journals = simulated_keys(seed, table), folder / "journals"
    session = open_session(journals, facts, table, clock, keys.master, durable=True, signer=keys.signer)
    place, linkage = book or str(folder / "jackpot.book"), linkage_of(rules)
    shared = open_book(place, jackpot, create=True, at_ms=clock.now_ms(), linkage=linkage)
    path = register_file(folder, world, DEMO_TABLES_MAX, clock.now_ms())
    register = partial(Register.open, path, simulated_hasher(), machine_uptime)
    doors = Doors(folder / table / "run", group_of)
    floor = Floor(session, drivers, shared, clock, doors, signer=keys.signer, register=register)
    dealer = Dealer(
        Random(f"{seed}/{table}/people"),
        hands,
        lambda: views.console(floor.table.state),
        lambda tap: floor.take(taps.parse_tap(tap)),
        notice=notice_of(rules, people.minimum_cents, seats),
        jp1_rate=people.jp1_per_cent,
        staff=staff,
        reads=as_told,
        sheets=SheetHands(Random(f"{seed}/{table}/sheets")),
    )
    return DemoFloor(floor, hands, dealer, lot, clock, doors, holders, pace, staff=staff)
