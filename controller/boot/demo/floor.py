"""A table of the demonstration: in real time, with simulated machines and people.

Apart from `controller.boot.floor`, so that a real table loads nothing that imitates a machine.
"""

from __future__ import annotations

import os
import queue
import signal
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from controller.book.at_url import open_book
from controller.book.port import Book
from controller.boot.demo.plan import Plan, read_around
from controller.boot.demo.same_order import SameOrder
from controller.boot.demo.settings import BOOK, demo_settings
from controller.boot.demo.world import DemoWorld
from controller.boot.floor import Floor
from controller.boot.notice import notice_of
from controller.boot.placed_cards import burned_of, expected_of
from controller.boot.practice import Way
from controller.boot.rehearsal.conductor import Conductor
from controller.boot.sessions import linkage_of, open_session
from controller.boot.simulated_people import register_file, simulated_hasher, staff_of
from controller.clock import Clock, SystemClock, machine_uptime
from controller.game import views
from controller.game.dealing.declared_hand import as_told
from controller.game.inputs import Machine
from controller.game.profile import RuleProfile
from controller.game.refusals import Refusal
from controller.game.round import Jp1, Seat
from controller.game.state import Phase, TableState
from controller.game.view_parts import expected as view_expected
from controller.journal.keys import simulated_keys
from controller.journal.writer import Journal
from controller.people.register import Register
from controller.ports import Driver
from controller.screens import taps
from controller.screens.panel import Panel
from controller.screens.unix_socket import Doors, group_of
from controller.settings.jackpot import load_jackpot
from controller.settings.table import SimulatorFile, load_simulator
from controller.table.pump import Call
from drivers.readers.badge import Holder
from drivers.sim import left
from drivers.sim.decks import Stacked, royal, unqualified
from drivers.sim.directed import Directed, Guests
from drivers.sim.faults import Faults
from drivers.sim.machines import REAL_SHUFFLE_MS, Hands, machines_on_lines, unplug_all
from drivers.sim.panel import Bench
from drivers.sim.people import Dealer
from drivers.sim.placing import Placed
from drivers.sim.sheets import SheetHands
from drivers.sim.staff import Staff

PICTURED_DECKS: Final = (unqualified, royal)
"""The hands of a demonstration that is only photographed: an unqualified dealer, then a jackpot."""
DEMO_TABLES_MAX: Final = 4
WAITS_MS: Final = 250
BEGINS_MS: Final = 1_500
RETURNS_MS: Final = 5_000
"""Until people look again at a table started again, whatever their pace: its lines come back first."""
QUICK_DECKS: Final = 4
"""So many times quicker than a real one a script's deck is shuffled while nobody plays by himself."""
SENSED_MS: Final = 1_000
"""So long quick people wait until the table has heard what a sensor says."""
LATE_MS: Final = 20
TRIED_MS: Final = 700
"""So long a hand that tries the sensors at the opening stays where it is, however quick people are: a level
that has stood for less than `debounce_ms` proves nothing."""
PACE_ROUNDS: Final = 12
"""The pace is measured over so many rounds."""


def killed() -> None:
    """This process is no more."""
    os.kill(os.getpid(), signal.SIGKILL)


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
    world: DemoWorld
    journal: Journal
    rules: RuleProfile
    folder: Path
    pace: float = 1.0
    playing: bool = True
    stepping: str = ""
    staff: Staff = field(default_factory=Staff)
    die: Callable[[], None] = killed
    order: SameOrder | None = None
    _stepped: tuple[Any, ...] = ()
    _returned: bool = False
    _again: bool = False
    _late_since_ms: int | None = None
    _rounds: deque[tuple[int, int]] = field(default_factory=lambda: deque(maxlen=PACE_ROUNDS))

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
            panel.close(again=self._again or self.floor.over)
            people.join(timeout=2)  # it may wait for an answer that the stopped table no longer gives
            if self.floor.over:
                self._leave()  # the next start takes the new settings to the same machines
            unplug_all(self.hands)

    @property
    def run_dir(self) -> Path:
        """Where the sockets of its screens are."""
        return self.doors.run_dir

    def stop(self, *, again: bool = False) -> None:
        """`run` returns soon; the screens hear of it if the night begins `again` at once."""
        self._again = again
        self.floor.stop(again=again)

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
            expects=lambda cards: expected_of(cards, self.rules),
            burned=burned_of(self.rules),
            seed=self.world.plan.seed,
            believes=lambda: [believed(seat) for seat in table.state.seats],
            stands=lambda: stands(table.state),
            world=self.world,
            sees=self.dealer.sees,
        )

        def act(tap: Mapping[str, Any]) -> Refusal | None:
            before = self.pace
            said = bench.act(tap)
            if self.pace != before:
                self.world.keep_pace(self.pace)
            self._cut_if_due()
            return Refusal("simulator", "", (("why", said),)) if said else None

        put = self.floor.pump.put
        return Panel(self.doors, bench.look, act, lambda run: put(Call(run)), self.clock)

    def _people(self, stopping: threading.Event) -> None:
        """The people look and act on the deciding thread; here they only wait for their next look."""
        answers: queue.SimpleQueue[int] = queue.SimpleQueue()
        wait_ms = int(RETURNS_MS * self.pace) if self._returned else BEGINS_MS
        while not stopping.wait(wait_ms / 1000 / self.pace):
            self.floor.pump.put(Call(lambda: answers.put(self._look())))
            wait_ms = answers.get()

    def _look(self) -> int:
        now_ms = self.clock.now_ms()
        for machine in (self.hands.chips, self.hands.reader):
            if machine.due_ms is not None and machine.due_ms <= now_ms:
                machine.tick(now_ms)
        self._measure(now_ms)
        state, order = self.floor.table.state, self.order
        if order is None:
            self.hands.shuffler.twin.shuffle_ms = int(REAL_SHUFFLE_MS / max(1.0, self.pace))
        if self._sensors_are_late(state, now_ms):
            return int(LATE_MS * self.pace)
        if order is not None and order.awaits_display(state, now_ms):
            return WAITS_MS
        if order is not None and order.awaits_link(state, now_ms, lost=self.world.link_lost):
            return WAITS_MS
        if not self.playing and not self.stepping:
            if order is not None:
                order.looked(state, -1, QUICK_DECKS * WAITS_MS)
            return WAITS_MS
        if self.stepping and not self._stepped:
            self._stepped = self._stands()
        covered = self._covered()
        wait_ms = self.dealer.act()
        if order is not None:
            wait_ms = order.looked(self.floor.table.state, self.journal.head.seq, wait_ms)
        if state.phase is Phase.OPENING and self._covered() != covered:
            wait_ms = max(wait_ms, int(TRIED_MS * self.pace))
        if self.stepping and self._stands() != self._stepped:
            self.stepping = ""
        if not self.stepping:
            self._stepped = ()
        self._cut_if_due()
        return wait_ms

    def _sensors_are_late(self, state: TableState, now_ms: int) -> bool:
        """Whether a chip that was laid or taken is still on its way to the table: lines are as slow as ever.

        Who plays fifty times as fast would close the bets over it, and no JP1 would be staked. In a script
        chips come and go later, too.
        """
        sensed = self.hands.chips.senses
        played = state.phase not in (Phase.CLOSED, Phase.OPENING) and self.order is not None
        if not (played or state.phase is Phase.BETTING) or all(
            sensed(number) is believed(seat)["heard"] for number, seat in enumerate(state.seats, start=1)
        ):
            self._late_since_ms = None
            return False
        if self._late_since_ms is None:
            self._late_since_ms = now_ms
        return now_ms - self._late_since_ms < SENSED_MS

    def _covered(self) -> list[bool]:
        """On which JP1 spots something lies, a hand that tries the sensor too."""
        return [self.hands.chips.covered(seat) for seat in self.hands.chips.seats]

    def _stands(self) -> tuple[Any, ...]:
        """What is another once the step that was asked for is done."""
        state = self.floor.table.state
        if self.stepping == "fact":
            return (self.journal.head.seq,)
        number = state.round.number if state.round is not None else state.last_round
        street = state.round.street if state.round is not None else -1
        return (number,) if self.stepping == "round" else (number, state.phase, street)

    def _measure(self, now_ms: int) -> None:
        """How many rounds an hour were opened lately; the first that was seen had begun before."""
        state = self.floor.table.state
        number = state.round.number if state.round is not None else state.last_round
        if not self._rounds or self._rounds[-1][0] != number:
            self._rounds.append((number, now_ms))
        (first, since_ms), (last, at_ms) = self._rounds[min(1, len(self._rounds) - 1)], self._rounds[-1]
        self.world.per_hour = (last - first) * 3_600_000 // (at_ms - since_ms) if at_ms > since_ms else 0

    # --- the power --------------------------------------------------------------------------------------

    def _cut_if_due(self) -> None:
        """The table's process dies here, by a signal that nothing can catch; what lies on it lies there."""
        if not self.world.cut_due:
            return
        cut, self.world.cut_due = self.world.cut_due, ""
        if cut == "power":
            for machine in (Machine.SHOE, Machine.SHUFFLER):
                self.hands.faults.order("reboot", machine)
        self._leave()
        self.die()

    def _leave(self) -> None:
        """What lies on the table and what its people know is there for the program that follows."""
        guests = getattr(self.dealer, "_guests", None)
        left.write(
            self.folder / self.floor.table.state.facts.table / left.FILE,
            {
                "machines": left.machines_left(self.hands),
                "people": left.kept(vars(self.dealer), self._here()),
                "script": (guests.done, guests.answers) if isinstance(guests, Conductor) else None,
                "night": (self.pace, self.playing),
                "world": self.world.left,
                "worked_ms": self.order.worked_ms if self.order is not None else 0,
            },
        )

    def go_on(self, parts: Mapping[str, Any]) -> None:
        """People remember what they knew before the table was started again."""
        vars(self.dealer).update(left.found(parts["people"], self._here()))
        guests = getattr(self.dealer, "_guests", None)
        if isinstance(guests, Conductor):
            guests.done, guests.answers = parts["script"]
        self.pace, self.playing = parts["night"]
        self.world.left = parts["world"]
        if self.order is not None:
            self.order.worked_ms = parts["worked_ms"]
        self._returned = True

    def _here(self) -> dict[str, object]:
        """What belongs to this start of the program, by name."""
        people = vars(self.dealer)
        names = ("_look", "_tap", "_notice", "invited", "_guests")
        return {"hands": self.hands, **{name: people[name] for name in names if name in people}}


def believed(seat: Seat) -> dict[str, Any]:
    """A seat's JP1 as the table has it: its lamp, and whether a chip is known to lie there now."""
    recorded = seat.jp1 in (Jp1.REGISTERED, Jp1.CARRIED)
    seen = seat.chip or seat.jp1 is Jp1.LATCHED
    lamp = "in" if recorded else "waits" if seat.chip_waits else "chip" if seen else "none"
    return {"lamp": lamp, "heard": bool(seat.chip or seat.chip_waits or seat.chip_refused)}


def stands(state: TableState) -> dict[str, Any]:
    """Phase and round of the table."""
    return {"phase": str(state.phase), "round": state.round.number if state.round is not None else 0}


def unheard(message: Mapping[str, Any]) -> None:
    """Nobody started this table from outside."""


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
    guests: Guests | None = None,
    plan: Plan | None = None,
    start: int = 1,
    display_required: bool = False,
    ask: Callable[[Mapping[str, Any]], None] = unheard,
) -> DemoFloor:
    """A table on simulated machines in `folder`: ptys, mock pins, journals, and a book for all tables there.

    Or the linked `book` of this address, which is made if its database is empty. `linked` says that other
    tables move the same jackpot.

    `pace` makes the people and the waiting quicker. `stacked` decks are dealt first. `profile` is the game
    in force, by default the law's; without a JP1 in it the book stays as it was opened. With `guests` the
    players do as these say. `plan` is what its panel tells of the night, `ask` tells who started it; `start`
    counts the starts of its program, which goes on where the one before was killed.
    """
    jackpot, world, clock = load_jackpot(), load_simulator(), SystemClock()
    plan = plan or Plan(seed, faults=faults, book=book)
    settings = demo_settings(folder, table, plan, world)
    rules, seats = profile or settings.rules, world.table.seats
    holders, staff = staff_of(world, table)

    drafted = profile is None  # a script's rules are its own
    quick = pace if drafted else 1.0  # nobody misses the moment of a script because a phase was over so soon
    facts = partial(settings.facts, rules, jackpot, quick, linked, display_required, drafted)
    for name in ("lines", "run"):
        (folder / table / name).mkdir(parents=True, exist_ok=True)
    (folder / "journals").mkdir(exist_ok=True)
    parts = left.read(folder / table / left.FILE)
    dice = Random(f"{seed}/{table}/machines" + (f"/{start}" if start > 1 else ""))
    lot = Faults(Random(f"{seed}/{table}/faults"), faults)
    machines = _machines(folder / table / "lines", dice, clock, holders, lot, stacked, seats, parts)
    hands, drivers = machines
    keys, journals = simulated_keys(seed, table), folder / "journals"
    session = open_session(journals, facts, table, clock, keys.master, durable=True, signer=keys.signer)
    place, linkage = book or str(folder / BOOK), linkage_of(rules)
    way = Way(open_book(place, jackpot, create=True, at_ms=clock.now_ms(), linkage=linkage))
    around = DemoWorld(folder, plan, table, way, ask)
    if isinstance(guests, Conductor):
        guests.around = around
        around.order = SameOrder(hands, shows=read_around(folder)["display"].get(table, "up") == "up")
    path = register_file(folder, world, DEMO_TABLES_MAX, clock.now_ms())
    register = partial(Register.open, path, simulated_hasher(), machine_uptime)
    doors, shared = Doors(folder / table / "run", group_of), _as_book(way)
    known = session, drivers, shared, clock, doors
    worker = partial(settings.worker, session) if drafted else None
    one_floor = partial(Floor, *known, wall=around.wall, displays=around.displays)
    floor = one_floor(signer=keys.signer, register=register, watched=folder, settings=worker)
    dealer = _people(seed, table, floor, hands, rules, world, staff, guests)
    own = (floor, hands, dealer, hands.faults, clock, doors, holders, around, session.journal, rules, folder)
    made = DemoFloor(*own, pace, staff=staff, order=around.order)
    if parts:
        made.go_on(parts)
    return made


def _as_book(way: Any) -> Book:
    """A way to a book is asked as the book is."""
    book: Book = way
    return book


def _machines(
    lines: Path,
    dice: Random,
    clock: Clock,
    holders: Mapping[str, Holder],
    faults: Faults,
    stacked: Sequence[Stacked],
    seats: int,
    parts: Mapping[str, Any] | None,
) -> tuple[Hands, tuple[Driver, ...]]:
    """The machines with their drivers: new ones, or those that went on while the program was started anew."""
    lies: left.Left | None = left.found(parts["machines"], {}) if parts else None
    if lies is None:
        return machines_on_lines(dice, clock, lines, holders, faults, stacked, seats=seats)
    twins = lies.shoe, lies.shuffler
    made = machines_on_lines(dice, clock, lines, holders, lies.faults, seats=seats, left=twins)
    left.lay(made[0], lies)
    return made


def _people(
    seed: int,
    table: str,
    floor: Floor,
    hands: Hands,
    rules: RuleProfile,
    world: SimulatorFile,
    staff: Staff,
    guests: Guests | None,
) -> Dealer:
    """The dealer and his players."""
    makes = Dealer if guests is None else partial(Directed, guests=guests)
    dealer = makes(
        Random(f"{seed}/{table}/people"),
        hands,
        lambda: views.console(floor.table.state),
        lambda tap: code_of(floor.take(taps.parse_tap(tap))),
        notice=notice_of(rules, world.people.minimum_cents, world.table.seats),
        jp1_rate=world.people.jp1_per_cent,
        staff=staff,
        reads=as_told,
        sheets=SheetHands(Random(f"{seed}/{table}/sheets")),
    )
    dealer.invited = partial(invited, hands)
    return dealer


def code_of(refusal: Refusal | None) -> str | None:
    """Why a key was refused, as people hear it."""
    return refusal.code if refusal is not None else None


def invited(hands: Hands) -> Sequence[int]:
    """The seats for which cards lie in the next deck."""
    placed = hands.stacked[0] if hands.stacked else None
    return placed.seats if isinstance(placed, Placed) else ()
