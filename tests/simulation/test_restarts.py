"""A table program that dies beside machines and people that go on, and is started again.

The simulated machines keep what nobody acknowledged, as real ones do; the people see the console again and
go on. Nothing that a machine said may be lost between the line and the journal, or counted twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from controller.book.at_url import open_book
from controller.book.bookkeeper import Bookkeeper
from controller.boot.notice import notice_of
from controller.boot.sessions import Session, open_session, remind, table_facts
from controller.cli import main
from controller.clock import VirtualClock
from controller.game import events as e
from controller.game import views
from controller.game.cards import DECK, Card
from controller.game.inputs import (
    CardObserved,
    ChipObserved,
    Health,
    HealthObserved,
    Machine,
    Observation,
    SensorMove,
    SensorMovesObserved,
)
from controller.game.refusals import Refusal
from controller.game.requests import LockShoe
from controller.game.session_terms import TableFacts
from controller.journal.seal import master_of_seed
from controller.journal.verify import verify
from controller.journal.writer import Journal
from controller.screens import taps
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.settings.table import load_simulator
from controller.simulation.simulated_night import Night, NightTable, TableTimeline, VirtualBook
from controller.simulation.tally import Tally
from controller.table.pump import Pump
from controller.table.table import Table
from drivers.chips.chips import Chips
from drivers.lines.session_types import CALM
from drivers.readers.badge import Badge, Holder
from drivers.shoes.open_shoe import OpenShoe
from drivers.shuffler import Shuffler
from drivers.sim.carriers import MemoryCarrier
from drivers.sim.chips import MemoryLines
from drivers.sim.faults import Faults
from drivers.sim.machines import machines_in_memory
from drivers.sim.people import Dealer
from drivers.sim.shoe import ShoeTwin
from drivers.sim.timeline import Timeline
from tests.builders import START_MS
from tests.long import long
from tests.simulation.script import TABLE


class Died(BaseException):
    """The program was killed; nothing catches it."""


class Life(TableTimeline):
    """The timeline, as one life of the program sees it: what it planned is not done after its death."""

    def __init__(self, timeline: Timeline) -> None:
        super().__init__(timeline)
        self.over = False

    def schedule(self, delay_ms: int, action: Callable[[], None]) -> None:
        super().schedule(delay_ms, lambda: None if self.over else action())


class World:
    """Machines and people that outlive the table's program.

    `dies` is asked at every boundary of the journal whether the program dies there.
    """

    def __init__(self, folder: Path, seed: int, dies: Callable[[str], bool], faults: str = "none") -> None:
        self.folder = folder
        self.deaths = 0
        self.drawn: list[str] = []
        self.tally = Tally(500)
        self._dies = dies
        self._world = load_simulator()
        self._dice = Random(seed)
        self.timeline = Timeline(VirtualClock(self._world.start_ms))
        self._holders = {card: Holder(one.person, one.role) for card, one in self._world.badges.items()}
        self.faults = Faults(Random(seed), faults)
        self._life = Life(self.timeline)
        self.hands, _ = machines_in_memory(
            self._dice, self.timeline.clock, self._schedule, self._holders, self.faults
        )
        self.people = Dealer(
            Random(seed),
            self,
            lambda: views.console(self.table.state),
            self._tap,
            notice=notice_of(load_profile("fr-55-20-2021"), self._world.people.minimum_cents),
        )
        self.book = open_book(str(folder / "book"), load_jackpot(), create=True, durable=False)

    def _schedule(self, delay_ms: int, action: Callable[[], None]) -> None:
        """What a machine planned is done in whatever life the program then is, which hears of it."""

        def stir() -> None:
            self._life.stirred = True
            action()

        self.timeline.schedule(delay_ms, stir)

    # What the people's hands do goes to the machines; cards drawn are remembered.

    def draw(self) -> Card | None:
        card = self.hands.draw()
        if card is not None:
            self.drawn.append(card.text)
        return card

    def __getattr__(self, name: str) -> Any:
        return getattr(self.hands, name)

    def _tap(self, tap: dict[str, Any]) -> str | None:
        refusal: Refusal | None = self.table.take(taps.parse_tap(tap))
        return refusal.code if refusal is not None else None

    def _facts(self, session: int, first_round: int) -> TableFacts:
        rules = load_profile("fr-55-20-2021")
        return table_facts(TABLE, session, rules, load_jackpot(), simulated=True, first_round=first_round)

    def _crash(self, point: str) -> None:
        if self._dies(point):
            raise Died

    def play(self, rounds: int) -> None:
        """The rounds were played, in as many lives as it took."""
        over = False
        while not over:
            life = self._life = Life(self.timeline)
            session = open_session(
                self.folder,
                self._facts,
                TABLE,
                life.clock,
                master_of_seed(1),
                durable=False,
                crash=self._crash,
            )
            drivers = self._drivers()
            try:
                self._live(life, session, drivers, rounds)
                over = True
            except Died:
                self.deaths += 1
                life.over = True
                for driver in drivers:
                    driver.stop()
            finally:
                session.journal.close()

    def _drivers(self) -> Sequence[Any]:
        boots = [self._dice.randrange(1, 1 << 32) for _ in range(2)]
        return (
            Shuffler(self.hands.shuffler.link, boot=boots[0], timing=CALM),
            OpenShoe(self.hands.shoe.link, boot=boots[1], timing=CALM),
            Chips(self.hands.chips._sensors, poll_ms=None, blink=False),
            Badge(self.hands.reader, self._holders),
        )

    def _live(self, life: Life, session: Session, drivers: Sequence[Any], rounds: int) -> None:
        asking: list[Any] = []
        self.table = Table(
            session.state,
            session.journal,
            life.clock,
            show=lambda state: None,
            ask=lambda request: [ask(request) for ask in asking][-1],
        )
        pump = Pump(self.table, drivers, life.clock)
        keeper = Bookkeeper(self.book, TABLE, session.journal.journal_id, session.told, session.closed)
        asking += [pump.ask, VirtualBook(life, keeper, pump.put).ask]
        self.tally.rounds = len(
            [one for one in session.journal.events() if isinstance(one.event, e.RoundClosed)]
        )
        remind(drivers, session.state)
        append = session.journal.append

        def counted(events: Sequence[e.Event], at_ms: int) -> int:
            seq = append(events, at_ms)
            self.tally.count(events)
            return seq

        session.journal.append = counted
        place = NightTable(self.table, pump, self.hands, self.people, self.tally, rounds, life)
        Night(self.timeline, [place]).run()


def told_by(folder: Path) -> list[e.Event]:
    """Every event of every session, in order."""
    found: list[e.Event] = []
    for path in sorted(folder.glob("*.journal")):
        with Journal.open(path, sealer_master=master_of_seed(1), durable=False) as journal:
            found += [entry.event for entry in journal.events()]
    return found


STANDING = ("51", "53", "wrong_colour", "firmware_changed")
"""What an alarm says of a deck that is not whole or not the right one, and of a program that was altered."""


def lived_through(folder: Path, seed: int, faults: str) -> tuple[World, list[e.Event]]:
    """Four rounds in which the program dies at one boundary in twelve; files verified, events in order."""
    dice = Random(seed)
    world = World(folder, seed, lambda point: dice.randrange(12) == 0, faults)
    world.play(4)
    world.book.close()
    assert world.deaths > 40
    # Every alarm has its end, in whatever life it began, unless its cause stands to the end of the night.
    assert [up for up in world.table.state.alarms if up.detail not in STANDING] == []
    assert verify(folder).ok
    said = CliRunner().invoke(main, ["book", "verify", str(folder / "book"), "--journal", str(folder)])
    assert said.exit_code == 0, said.output
    events = told_by(folder)
    assert sum(isinstance(event, e.RoundClosed) for event in events) == 4
    return world, events


@pytest.mark.parametrize("seed", [1, long(2), long(3)])
def test_every_card_drawn_is_dealt_once_however_often_the_program_dies(seed: int, tmp_path: Path) -> None:
    world, events = lived_through(tmp_path, seed, "none")
    dealt = [event.card.turned_up().text for event in events if isinstance(event, e.CardDealt)]
    assert dealt == world.drawn
    assert not [event for event in events if isinstance(event, e.RoundHeld | e.AlarmRaised)]


@pytest.mark.parametrize("seed", [7, 8])
@pytest.mark.long
def test_a_bad_line_and_a_dying_program_together_lose_no_card(seed: int, tmp_path: Path) -> None:
    world, events = lived_through(tmp_path, seed, "hard")
    assert world.faults.met["drop"] + world.faults.met["corrupt"] > 10
    dealt = sum(isinstance(event, e.CardDealt | e.CardUnread) for event in events)
    misread = sum(isinstance(event, e.RoundHeld) and event.cause == "duplicate_card" for event in events)
    assert dealt + misread == len(world.drawn)


def test_a_card_is_acknowledged_when_the_table_had_time_to_write_it() -> None:
    timeline = Timeline(VirtualClock(START_MS))
    carrier = MemoryCarrier(ShoeTwin(boot=7), timeline.clock, timeline.schedule)
    shoe = OpenShoe(carrier.link, boot=9, timing=CALM)
    heard: list[object] = []

    def receive(item: object) -> None:
        heard.extend(shoe.receive(item, timeline.clock.now_ms()))

    def settle() -> None:
        timeline.run_due()
        while shoe.due_ms is not None and shoe.due_ms <= timeline.clock.now_ms():
            shoe.tick(timeline.clock.now_ms())
            timeline.run_due()

    shoe.start(receive)
    settle()
    carrier.act(lambda twin, now_ms: twin.load(DECK, now_ms))
    shoe.ask(LockShoe(False), START_MS)
    settle()
    assert carrier.twin._session.outstanding == 0
    carrier.act(lambda twin, now_ms: twin.draw(now_ms))
    timeline.run_due()
    assert isinstance(heard[-1], CardObserved)
    shoe.ask(LockShoe(True), START_MS)  # what the table asks in the same step acknowledges nothing either
    timeline.run_due()
    assert carrier.twin._session.outstanding == 1
    settle()
    assert carrier.twin._session.outstanding == 0
    assert carrier.twin.locked


@pytest.mark.parametrize("still_there", [False, True])
def test_a_chip_lifted_while_the_program_was_away_is_told(still_there: bool) -> None:
    lines = MemoryLines()
    lines.cover(3, still_there)
    chips = Chips(lines, poll_ms=None, blink=False)
    chips.remember([3])
    heard: list[Observation] = []
    chips.start(lambda item: heard.extend(chips.receive(item, START_MS)))
    for at_ms in (START_MS + 50, START_MS + 1_000, START_MS + 200_000):
        heard += chips.tick(at_ms)
    moved = SensorMovesObserved((SensorMove(START_MS, "3", False),))
    told = [ChipObserved(3, False), moved] if not still_there else []
    assert heard == [HealthObserved(Machine.CHIPS, Health.UP), *told]
