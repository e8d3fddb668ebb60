"""A whole table in real time around any shoe: the floor, its book and journal, people who play one round."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.book.at_url import open_book
from controller.boot.floor import Floor
from controller.boot.notice import notice_of
from controller.boot.sessions import open_session, table_facts
from controller.clock import SystemClock
from controller.game import events as e
from controller.game import views
from controller.game.cards import Card
from controller.game.session_terms import TableFacts
from controller.game.state import Phase
from controller.journal.keys import simulated_keys
from controller.journal.seal import master_of_seed
from controller.ports import Driver
from controller.screens import taps
from controller.screens.unix_socket import Doors
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.settings.table import PaceFile, load_simulator
from controller.table.pump import Call
from drivers.chips.chips import Chips
from drivers.lines.session_types import CALM, Timing
from drivers.readers.badge import Badge, Holder
from drivers.shuffler import Shuffler
from drivers.sim import by_hand
from drivers.sim import people as at_table
from drivers.sim.carriers import MemoryCarrier
from drivers.sim.chips import ChipsTwin, MemoryLines
from drivers.sim.decks import unqualified
from drivers.sim.faults import Faults
from drivers.sim.machines import Hands
from drivers.sim.people import Dealer
from drivers.sim.reader import SimulatedReader
from drivers.sim.shuffler import ShufflerTwin
from drivers.sim.timeline import Timeline
from tests.patience import PATIENCE_S

UNHURRIED = Timing(heartbeat_ms=2_000, retry_ms=1_000)
"""An end of a line may be held up for a second by other work; what comes of silence, test_session says."""
PACE = 200
TABLE = "UTH-1"


class Room:
    """Where a shoe is put: a clock, the timeline of memory links, a folder, faults by order."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = SystemClock()
        self.timeline = Timeline(self.clock)  # type: ignore[arg-type]  # asked for the time and no more
        self.faults = Faults(Random(1))

    def in_memory(self, twin: Any) -> MemoryCarrier[Any]:
        """The twin on a memory link."""
        return MemoryCarrier(twin, self.clock, self.timeline.schedule, self.faults)


class RoundPlayed:
    """A round was played with this shoe by people at the table, which was opened before and closed after.

    Args:
        people: who deals.
        shuffler: the carrier of a shuffler and its driver; in memory without one.
        rounds: how many rounds they play; more than one is a night.

    Attributes:
        deck: the deck that lay in the shoe last, first card first out.
        events: what the journal holds.
        refusals: taps of the dealer that were refused.
    """

    def __init__(
        self,
        room: Room,
        shoe: Any,
        driver: Driver,
        people: type[Dealer] = Dealer,
        shuffler: tuple[Any, Driver] | None = None,
        rounds: int = 1,
    ) -> None:
        self._rounds, self._settled = rounds, set[Any]()
        self.deck: list[Card] = []
        self.events: list[e.Event] = []
        self._room = room
        self._failed = ""
        dice = Random(5)
        if shuffler is None:
            carrier = room.in_memory(ShufflerTwin(dice, boot=3, shuffle_ms=20, faults=room.faults))
            shuffler = (carrier, Shuffler(carrier.link, boot=4, timing=CALM))
        lines, reader = MemoryLines(), SimulatedReader(room.clock)
        self._hands = Hands(
            room.clock,
            shoe,
            shuffler[0],
            ChipsTwin(lines, room.faults),
            reader,
            room.faults,
            [self._stacked] * 3,
        )
        world = load_simulator()
        self._chips = Chips(lines, poll_ms=None, blink=False, debounce_ms=20)
        drivers = (
            shuffler[1],
            driver,
            self._chips,
            Badge(reader, {card: Holder(one.person, one.role) for card, one in world.badges.items()}),
        )
        self._session = open_session(None, self._facts, TABLE, room.clock, master_of_seed(1), durable=False)
        book = open_book(str(room.folder / "book"), load_jackpot(), create=True, at_ms=room.clock.now_ms())
        self._floor = Floor(
            self._session,
            drivers,
            book,
            room.clock,
            Doors(room.folder),
            signer=simulated_keys(1, TABLE).signer,
        )
        self._dealer = people(
            Random(6),
            self._hands,
            lambda: views.console(self._floor.table.state),
            lambda tap: self._floor.table.take(taps.parse_tap(tap)),
            notice=notice_of(self._session.state.profile, world.people.minimum_cents),
            jp1_rate=world.people.jp1_per_cent,
        )
        self._look_ms = 0
        with pytest.MonkeyPatch.context() as patience:
            # They look without a pause: within a second of a busy machine they would deal by hand, or say
            # that a card on the felt was never heard.
            patience.setattr(by_hand, "MUTE_LOOKS", 1_000_000)
            patience.setattr(at_table, "PUZZLED_LOOKS", 1_000_000)
            self._play()
        self.refusals = list(self._dealer.refusals)

    def _facts(self, session: int, first_round: int) -> TableFacts:
        profile, jackpot = load_profile("fr-55-20-2021"), load_jackpot()
        pace = PaceFile(showdown_ms=50, clearing_ms=50)
        return table_facts(
            TABLE, session, profile, jackpot, simulated=True, first_round=first_round, pace=pace
        )

    def _stacked(self, seats: Sequence[int], bettors: Sequence[int]) -> list[Card]:
        self.deck = unqualified(seats, bettors)
        return self.deck

    def _play(self) -> None:
        stopping = threading.Event()
        people = threading.Thread(target=self._people, args=(stopping,), name="people", daemon=True)
        people.start()
        try:
            self._floor.run()
        finally:
            stopping.set()
            people.join(timeout=PATIENCE_S)
        assert not self._failed, self._failed

    def _people(self, stopping: threading.Event) -> None:
        """Waits; everything is done on the deciding thread."""
        end_s = time.monotonic() + PATIENCE_S
        answers: queue.SimpleQueue[bool] = queue.SimpleQueue()
        while not stopping.wait(0.002):
            self._floor.pump.put(Call(lambda: answers.put(self._step())))
            if answers.get(timeout=PATIENCE_S):
                break
            if time.monotonic() > end_s:
                state = self._floor.table.state
                drawn = state.round.drawn if state.round is not None else None
                self._failed = (
                    f"no end of round: {state.phase}, held {state.held}, {drawn} cards drawn,"
                    f" {self._hands.shoe.twin.cards_left} in the shoe, refused {self._dealer.refusals}"
                )
                break
        self._floor.stop()

    def _step(self) -> bool:
        """The machines on memory links and the people have done what is due; whether all is over."""
        now_ms = self._room.clock.now_ms()
        self._room.timeline.run_due()
        for machine in (self._hands.shoe, self._hands.shuffler, self._hands.chips):
            due_ms = getattr(machine, "due_ms", None)  # carriers with threads keep their own time
            if due_ms is not None and due_ms <= now_ms:
                machine.tick(now_ms)
        self._room.timeline.run_due()
        state = self._floor.table.state
        # The dealer ends the settlement in a step; the clearing may be over before there is another.
        if state.phase in (Phase.SETTLING, Phase.CLEARING) and state.round is not None:
            self._settled.add(state.round.number)
            self._dealer.closing = len(self._settled) >= self._rounds
        if state.phase is Phase.CLOSED and self._dealer.closing and state.money is None:
            self.events = [entry.event for entry in self._session.journal.events()]
            return True
        # Hurried people would close the bets on a chip that still bounces, and change decks again and again
        # as long as the table has not heard of the first.
        settling = any(sensor.level is not sensor.covered for sensor in self._chips.look())
        unheard = self._hands.shuffler.twin.said_colour != state.shuffler.deck_out
        if now_ms >= self._look_ms and not settling and not unheard:
            self._look_ms = now_ms + self._dealer.act() // PACE
        return False

    def of(self, kind: type[e.Event]) -> list[Any]:
        """The events of this kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]


Maker = Callable[[Room], tuple[Any, Driver]]
"""Makes the carrier of a shoe's twin, and the shoe's driver on it."""
