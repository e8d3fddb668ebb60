"""The demonstration: a table in real time whose machines and people are simulated.

Apart from `controller.boot.floor`, so that a real table loads nothing that imitates a machine.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from controller.book.at_url import open_book
from controller.boot.floor import Floor
from controller.boot.notice import notice_of
from controller.boot.sessions import linkage_of, open_session, table_facts
from controller.boot.simulated_people import register_file, simulated_hasher, staff_of
from controller.clock import Clock, SystemClock, machine_uptime
from controller.game import views
from controller.game.dealing.declared_hand import as_told
from controller.game.profile import RuleProfile
from controller.game.refusals import Refusal
from controller.game.session_terms import TableFacts
from controller.game.view_parts import expected as view_expected
from controller.journal.keys import simulated_keys
from controller.people.register import Register
from controller.screens import taps
from controller.screens.panel import Panel
from controller.screens.unix_socket import Doors, group_of
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.settings.table import PaceFile, load_simulator
from controller.table.pump import Call
from drivers.readers.badge import Holder
from drivers.sim.decks import Stacked, royal, unqualified
from drivers.sim.directed import Directed, Guests
from drivers.sim.faults import Faults
from drivers.sim.machines import Hands, machines_on_lines, unplug_all
from drivers.sim.panel import Bench
from drivers.sim.people import Dealer
from drivers.sim.sheets import SheetHands
from drivers.sim.staff import Staff

PICTURED_DECKS: Final = (unqualified, royal)
"""The hands of a demonstration that is only photographed: an unqualified dealer, then a jackpot."""
DEMO_TABLES_MAX: Final = 4


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
    guests: Guests | None = None,
) -> DemoFloor:
    """A table on simulated machines in `folder`: ptys, mock pins, journals, and a book for all tables there.

    Or the linked `book` of this address, which is made if its database is empty. `linked` says that other
    tables move the same jackpot.

    `pace` makes the people and the waiting quicker. `stacked` decks are dealt first. `profile` is the game
    in force, by default the law's; without a JP1 in it the book stays as it was opened. With `guests` the
    players do as these say.
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
    makes = Dealer if guests is None else partial(Directed, guests=guests)
    dealer = makes(
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
