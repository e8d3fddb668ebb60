"""A night of simulated tables in virtual time, put together from one seed."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from controller.book.at_url import open_book
from controller.book.bookkeeper import Bookkeeper
from controller.book.port import Book
from controller.boot.notice import notice_of
from controller.boot.optimal_players import optimal_play
from controller.boot.sessions import linkage_of, open_session, remind, table_facts
from controller.boot.simulated_people import simulated_register, staff_of
from controller.clock import VirtualClock
from controller.game.dealing.declared_hand import as_told
from controller.game.events import Event
from controller.game.glance import Glance
from controller.game.jackpot.rules import JackpotConfig
from controller.game.profile import AwardKind, RuleProfile
from controller.game.refusals import Refusal
from controller.game.requests import Request
from controller.game.session_terms import TableFacts
from controller.journal.keys import simulated_keys
from controller.journal.signing import SignedJournal
from controller.journal.writer import Journal
from controller.odds.frequencies import Observed, Optimal, beside_exact
from controller.people.pin_checks import Desk, Reception, VirtualReception, taken
from controller.people.register import Register
from controller.ports import Driver
from controller.screens import taps
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.settings.table import DisplayFile, SimulatorFile, load_simulator
from controller.simulation.simulated_night import Lifetime, Night, NightTable, TableTimeline, VirtualBook
from controller.simulation.tally import Tally
from controller.table.pump import Pump
from controller.table.table import Recorder, Table
from drivers.lines.session_types import CALM, USUAL, Timing
from drivers.readers.badge import Holder
from drivers.sim.decks import Stacked
from drivers.sim.directed import Directed, Guests
from drivers.sim.faults import Faults
from drivers.sim.machines import approved_programs, drivers_in_memory, machines_in_memory
from drivers.sim.people import Dealer
from drivers.sim.players import Plays
from drivers.sim.sheets import SheetHands
from drivers.sim.staff import Staff
from drivers.sim.timeline import Timeline

MEMORY: Final = ":memory:"


@dataclass(slots=True)
class CountedJournal:
    """The journal of a simulated table; what goes into it is counted on the way."""

    journal: Recorder
    tally: Tally
    observed: Observed

    def append(self, events: Sequence[Event], at_ms: int) -> int:
        """As the journal, whose errors pass through."""
        seq = self.journal.append(events, at_ms)
        self.tally.count(events)
        self.observed.count(events)
        return seq


@dataclass(slots=True)
class SimulatedNight:
    """Tables, journals and book of one simulated night."""

    night: Night
    built: Sequence[_Built]
    book: Book
    observed: Observed
    optimal: Optimal | None = None
    signed: Sequence[SignedJournal] = ()
    register: Register | None = None
    progress: Callable[[int], Any] = field(default=lambda rounds: None)

    @property
    def journals(self) -> dict[str, Journal]:
        """The journal of each table, by its name."""
        return {one.place.table.state.facts.table: one.life.journal for one in self.built}

    @property
    def faults(self) -> list[Faults]:
        """What goes wrong at each table."""
        return [one.faults for one in self.built]

    def start_again(self, number: int = 0) -> None:
        """The program of this table has died and been started again; its journal must be a file.

        Raises:
            JournalError: the session cannot be gone on with.
        """
        built = self.built[number]
        built.again(built)

    def play(self) -> dict[str, Any]:
        """The whole night has been played; what came of it, as `tapis simulate --json` prints it.

        Raises:
            NightStuck: nothing happens any more at a table.
            TableHalted: a table stopped.
        """
        self.night.progress = self.progress
        started_s = time.perf_counter()
        with _seldom_collected():
            self.night.run()
        now_ms = self.night.timeline.clock.now_ms()
        for signed in self.signed:  # a closed table still hears of the meter: that is signed too
            signed.finish(now_ms)
        return self._result(time.perf_counter() - started_s)

    def close(self) -> None:
        """Journals, their signed heads, the book and the register are closed."""
        for signed in self.signed:
            signed.close()
        if self.register is not None:
            self.register.close()
        for journal in self.journals.values():
            journal.close()
        self.book.close()

    def _result(self, lasted_s: float) -> dict[str, Any]:
        tallies = [place.tally for place in self.night.tables]
        view = self.book.read(check=True)
        jp1: Counter[str] = Counter()
        met: Counter[str] = Counter()
        for tally in tallies:
            jp1.update(tally.jp1)
        for faults in self.faults:
            met.update(faults.met)
        rounds = sum(tally.rounds for tally in tallies)
        return {
            "rounds": rounds,
            "voided": sum(tally.voided for tally in tallies),
            "staked_cents": sum(tally.staked_cents for tally in tallies),
            "paid_cents": sum(tally.paid_cents for tally in tallies),
            "taken_cents": sum(tally.taken_cents for tally in tallies),
            "returned_cents": sum(tally.returned_cents for tally in tallies),
            "meter_cents": view.meter_cents,
            "book": {
                "seed_cents": view.seed_cents,
                "contributed_cents": view.contributed_cents,
                "awarded_cents": view.awarded_cents,
                "awarded_house_cents": view.awarded_house_cents,
                "stakes_cents": view.stakes_cents,
                "reserve_cents": view.reserve_cents,
                "house_cents": view.house_cents,
                "residual_cents": view.residual_cents,
            },
            "jp1": {str(kind): jp1[kind] for kind in AwardKind},
            "frequencies": beside_exact(self.observed, self.optimal),
            "faults": dict(sorted(met.items())),
            "invariants_checked": sum(place.table.invariants_checked for place in self.night.tables),
            "head_hash": {table: journal.head.hash for table, journal in self.journals.items()},
            "rounds_per_second": round(rounds / lasted_s, 1),
        }


COLLECT_AFTER: Final = 50_000
"""Objects made and kept before the collector looks for circles among them: a night makes hardly any."""


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Python's collector looks seldom meanwhile, and not again at what was there before.

    A night that is over leaves circles behind, which nobody looks at while the next one is played: they go
    first, or a process that plays hundreds of nights grows by each. What somebody else had set aside before
    stays set aside: it cannot be told from what is set aside here.
    """
    before = gc.get_threshold()
    ours = not gc.get_freeze_count()
    if ours:
        gc.collect()
        gc.freeze()
    gc.set_threshold(COLLECT_AFTER, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        if ours:
            gc.unfreeze()


def simulated_night(
    *,
    rounds: int,
    seed: int,
    profile: str = "fr-55-20-2021",
    tables: int = 1,
    faults: str = "none",
    journal: Path | None = None,
    book: str | None = None,
    stacked: Sequence[Stacked] = (),
    durable: bool = False,
    play: str = "plausible",
    staffed: bool = True,
    direct: bool = True,
    start_ms: int | None = None,
    reached_by: Callable[[Book], Book] = lambda book: book,
    guests: Guests | None = None,
    display_required: bool = False,
) -> SimulatedNight:
    """Tables with people, machines in memory, journals and one book, ready to play `rounds` in all.

    Everything that chance decides comes from `seed`; journals without a directory and a book without a
    place are in memory. `stacked` decks are dealt first at the first table. A simulated journal is left to
    the system's leisure unless it is to be `durable`. With `play` of `optimal` all players follow the
    strategy of `controller.odds`, and the main game is held against its exact result. Unless it is
    `staffed` nobody has a name or a PIN and no sheets are kept. A night without faults tries the rules: its
    machines hand over messages without bytes unless it is not `direct`, and nothing else differs. It begins
    at `start_ms`, or when the simulator's settings say. `reached_by` is the way from the tables to the book,
    for a night in which the link is lost. With `guests` the players of the first table do as these say. With
    `display_required` JP1 is closed while nobody tells of a working display.

    Raises:
        SettingsError: the profile, the jackpot or the simulator is configured wrongly.
        BookMismatch: the book was made for other terms.
        JournalError: a journal in the directory cannot be gone on with.
        ParMissing, NoStrategy: there is no optimal strategy, as `optimal_play`.
    """
    rules, jackpot, world = load_profile(profile), load_jackpot(), load_simulator()
    plays, optimal = optimal_play(rules) if play == "optimal" else (None, None)
    clock = VirtualClock(world.start_ms if start_ms is None else start_ms)
    timeline, observed = Timeline(clock), Observed(rules)
    if journal is not None:
        journal.mkdir(parents=True, exist_ok=True)
    built: list[_Built] = []
    sharing: list[VirtualBook] = []
    signed: list[SignedJournal] = []
    with ExitStack() as opened:  # nothing stays open if a later table cannot be built
        shared = reached_by(opened.enter_context(closing(_book(book, rules, jackpot, clock))))
        opened.callback(_close_all, signed)
        register = simulated_register(world, tables, clock.now_ms())
        opened.callback(register.close)
        for number in range(1, tables + 1):
            made = _Simulated(
                *(f"UTH-{number}", seed, rules, jackpot, world, clock, timeline),
                register if staffed else None,
                tables > 1 or bool(book),
                durable,
                observed.table(),
                plays,
                sharing,
                signed,
                *(direct, guests, display_required),
            )
            share = (rounds + tables - number) // tables
            built.append(made.build(share, faults, journal, shared, stacked if number == 1 else ()))
            opened.enter_context(built[-1].life.journal)
        opened.pop_all()
    return SimulatedNight(
        Night(timeline, [one.place for one in built]), built, shared, observed, optimal, signed, register
    )


def _close_all(signed: Sequence[SignedJournal]) -> None:
    for one in signed:
        one.close()


def _book(place: str | None, rules: RuleProfile, jackpot: JackpotConfig, clock: VirtualClock) -> Book:
    linkage = linkage_of(rules)
    now_ms, durable = clock.now_ms(), bool(place)
    return open_book(place or MEMORY, jackpot, create=True, at_ms=now_ms, durable=durable, linkage=linkage)


@dataclass(frozen=True, slots=True)
class _Simulated:
    """The makings of one simulated table."""

    table: str
    seed: int
    rules: RuleProfile
    jackpot: JackpotConfig
    world: SimulatorFile
    clock: VirtualClock
    timeline: Timeline
    register: Register | None
    shared: bool
    durable: bool
    observed: Observed
    plays: Plays | None
    sharing: list[VirtualBook]
    signed: list[SignedJournal]
    direct: bool
    guests: Guests | None
    display_required: bool

    def dice(self, use: str) -> Random:
        """The dice for one use at this table: independent of all others, the same on every machine."""
        return Random(f"{self.seed}/{self.table}/{use}")

    def facts(self, session: int, first_round: int) -> TableFacts:
        return table_facts(
            *(self.table, session, self.rules, self.jackpot),
            simulated=True,
            first_round=first_round,
            opening=self.world.opening if self.register is not None else None,
            linked=self.shared,
            register=self.register is not None,
            seats=self.world.table.seats,
            display=DisplayFile(required=True) if self.display_required else None,
        )

    @property
    def hearts(self) -> Timing:
        """How often the hearts on its lines beat: as at a real table where somebody says what goes wrong, so
        that a line which he silences is missed as soon."""
        return CALM if self.guests is None else USUAL

    def build(
        self, rounds: int, level: str, folder: Path | None, book: Book, stacked: Sequence[Stacked]
    ) -> _Built:
        faults, timeline = Faults(self.dice("faults"), level), TableTimeline(self.timeline)
        holders, staff = staff_of(self.world, self.table)
        hands, drivers = machines_in_memory(
            self.dice("machines"),
            self.clock,
            timeline.schedule,
            holders,
            faults,
            stacked,
            seats=self.world.table.seats,
            direct=self.direct and level == "none",
            timing=self.hearts,
        )
        tally = Tally(self.jackpot.stake_cents)
        life = self._start(Lifetime(timeline), folder, book, drivers, tally)
        people = self.world.people
        place: NightTable  # looked at when a key is pressed, and then they are there
        built: _Built

        def pressed(tap: Mapping[str, Any]) -> Refusal | None:
            return taken(place.table, built.life.desk, taps.parse_tap(tap))

        makes = Dealer if self.guests is None else partial(Directed, guests=self.guests)
        dealer = makes(
            self.dice("people"),
            hands,
            lambda: Glance(place.table.state),
            lambda tap: _refused(pressed(tap)),
            notice=notice_of(self.rules, people.minimum_cents, self.world.table.seats),
            jp1_rate=people.jp1_per_cent,
            plays=self.plays,
            dealt=self.observed.dealt,
            staff=staff if self.register is not None else Staff(chef=staff.chef),
            reads=as_told,
            sheets=SheetHands(self.dice("sheets")),
        )
        place = NightTable(life.table, life.pump, hands, dealer, tally, rounds, timeline, tap=pressed)
        again = partial(self._again, holders, approved_programs(hands), folder, book)
        built = _Built(place, life, faults, again)
        return built

    def _start(
        self, lasts: Lifetime, folder: Path | None, book: Book, drivers: Sequence[Driver], tally: Tally
    ) -> _Life:
        """The table's program is started: its session is opened or gone on with."""
        keys = simulated_keys(self.seed, self.table)
        session = open_session(folder, self.facts, self.table, self.clock, keys.master, durable=self.durable)
        self.clock.advance_to(session.at_ms)
        kept: Recorder = session.journal
        signed = None
        if session.path is not None:
            kept = signed = SignedJournal(
                session.journal, session.path, keys.signer, at_ms=session.at_ms, durable=self.durable
            )
            self.signed.append(signed)
        remind(drivers, session.state)
        askers: list[Callable[[Request], None]] = []
        table = Table(
            session.state,
            CountedJournal(kept, tally, self.observed),
            self.clock,
            show=lambda state: None,
            ask=lambda request: [ask(request) for ask in askers][-1],
        )
        pump = Pump(table, drivers, self.clock, one_thread=True)
        known = session.told, session.closed, session.heard
        keeper = Bookkeeper(book, self.table, session.journal.journal_id, *known)
        way = VirtualBook(lasts, keeper, pump.put, self.sharing)
        askers += [pump.ask, way.ask]
        desk: Desk | None = None
        if self.register is not None:
            desk = VirtualReception(lasts, Reception(self.register), pump.put)
            askers.append(desk.ask)
        return _Life(table, pump, session.journal, signed, desk, way, drivers, lasts)

    def _again(
        self,
        holders: Mapping[str, Holder],
        approved: Sequence[str],
        folder: Path | None,
        book: Book,
        built: _Built,
    ) -> None:
        """The program died where it stands, and has been started again beside machines that went on."""
        place, before = built.place, built.life
        before.end()
        if before.signed is not None:
            self.signed.remove(before.signed)
        built.starts += 1
        dice = self.dice(f"machines/{built.starts}")
        boots = [dice.randrange(1, 1 << 32) for _ in range(2)]
        hands: Any = place.hands  # of which a night knows less
        drivers = drivers_in_memory(hands, boots, holders, approved, self.hearts)
        life = self._start(Lifetime(place.timeline), folder, book, drivers, place.tally)
        built.life, place.table, place.pump = life, life.table, life.pump
        place.pump.start()
        place.see_to()


@dataclass(slots=True)
class _Life:
    """What one start of a table's program consists of."""

    table: Table
    pump: Pump
    journal: Journal
    signed: SignedJournal | None
    desk: Desk | None
    book: VirtualBook
    drivers: Sequence[Driver]
    lasts: Lifetime

    def end(self) -> None:
        """The program is gone: what it had planned is not done, what nobody wrote down is forgotten."""
        self.lasts.over = True
        for driver in self.drivers:
            driver.stop()
        if self.signed is not None:
            self.signed.close()
        self.journal.close()


@dataclass(slots=True)
class _Built:
    """One simulated table, in the life of its program that it has now."""

    place: NightTable
    life: _Life
    faults: Faults
    again: Callable[[_Built], None]
    starts: int = 1


def _refused(refusal: Refusal | None) -> str | None:
    return refusal.code if refusal is not None else None
