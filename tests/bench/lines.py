"""From a card that leaves the shoe to its event on the disk: pty, pyserial, driver, core, journal."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random

from controller.boot.frames import frame_log_of
from controller.boot.sessions import open_session, table_facts
from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game.cards import DECK
from controller.game.events import CardDealt, Event
from controller.game.felt import SEATS
from controller.game.session_terms import TableFacts
from controller.journal.seal import master_of_seed
from controller.journal.writer import Journal
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.table.pump import Call, Pump
from controller.table.table import Table
from drivers.lines.links import SerialLink
from drivers.shoes.open_shoe import OpenShoe
from drivers.sim.ptys import PtyCarrier
from drivers.sim.shoe import ShoeTwin
from tests.bench.figures import Figure, point

SESSIONS = 15
CARDS = 2 * len(SEATS) + 2
PATIENCE_S = 5


class Timed:
    """A journal that tells when a card's event was durable."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.durable: queue.SimpleQueue[float] = queue.SimpleQueue()

    def append(self, events: Sequence[Event], at_ms: int) -> int:
        seq = self._journal.append(events, at_ms)
        if any(isinstance(event, CardDealt) for event in events):
            self.durable.put(time.perf_counter())
        return seq


def card_to_disk(folder: Path) -> Iterator[Figure]:
    """The hand pulls a card; its event is committed. The simulated shoe's own thread is in the time."""
    lasted = [1e3 * one_s for number in range(1, SESSIONS + 1) for one_s in a_deal(folder, number)]
    for per_cent, target in ((50, None), (99, 5.0)):
        note = f"{len(lasted)} cards over a pty"
        yield point(f"byte in to event durable, p{per_cent}", lasted, per_cent, "ms", target, note=note)


def a_deal(folder: Path, number: int) -> list[float]:
    """The hands of seven players and the dealer were dealt from a shoe on a pty; seconds for each card."""
    clock = SystemClock()
    journals, lines = folder / f"deal-{number}", folder / f"line-{number}"
    for made in (journals, lines):
        made.mkdir()

    def facts(session: int, first_round: int) -> TableFacts:
        return table_facts("UTH-1", session, load_profile("fr-55-20-2021"), load_jackpot(), simulated=True)

    session = open_session(journals, facts, "UTH-1", clock, master_of_seed(1), durable=True)
    timed = Timed(session.journal)
    deck = Random(number).sample(DECK, len(DECK))
    shoe = PtyCarrier(ShoeTwin(boot=number), lines / "shoe", clock)
    shoe.act(lambda twin, now_ms: twin.load(deck, now_ms))
    pump: Pump
    table = Table(session.state, timed, clock, show=lambda _: None, ask=lambda asked: pump.ask(asked))
    drivers = (OpenShoe(SerialLink(shoe.url), boot=1 + number),)
    frames = frame_log_of(session.path, session.state, drivers, clock.now_ms())
    pump = Pump(table, drivers, clock)
    frames.start()
    pump.start()
    worker = threading.Thread(target=pump.run)
    worker.start()
    for given in (i.OpenTable(), i.BadgeObserved("Chef", i.Role.CHEF), i.ConfirmOpening(), i.BadgeGone()):
        pump.put(Call(partial(table.take, given)))
    for seat in SEATS:
        pump.put(Call(partial(table.take, i.SetStakes(seat, 1000, 0))))
    pump.put(Call(partial(table.take, i.CloseBets())))
    try:
        return [timed_card(shoe, timed) for _ in range(CARDS)]
    finally:
        pump.stop()
        worker.join()
        shoe.close()
        frames.close()
        session.journal.close()


def timed_card(shoe: PtyCarrier[ShoeTwin], timed: Timed) -> float:
    """One card was pulled, as soon as the shoe let go of it; the seconds until it was durable."""
    late_s = time.perf_counter() + PATIENCE_S
    while True:
        started_s = time.perf_counter()
        if shoe.act(lambda twin, now_ms: twin.draw(now_ms)) is not None:
            return timed.durable.get(timeout=PATIENCE_S) - started_s
        if started_s > late_s:
            raise TimeoutError("the shoe is not unlocked")
        time.sleep(0.005)
