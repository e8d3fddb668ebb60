"""A deadline of the table that comes in vain is not lost: what stood in its way may soon be gone."""

from __future__ import annotations

from controller.clock import VirtualClock
from controller.game import inputs as i
from controller.game.events import Entry, Event
from controller.game.requests import Request, WakeAt
from controller.game.state import Phase
from controller.table.table import Table
from tests.builders import Felt


class Kept:
    """A journal in memory."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def append(self, events: list[Event], at_ms: int) -> int:
        self.entries += [Entry(len(self.entries) + 1, at_ms, event) for event in events]
        return len(self.entries)


def test_the_next_round_opens_by_itself_once_the_late_chip_is_gone() -> None:
    """BC-07: a chip laid after the lock blocks the next round until it is removed."""
    felt = Felt().open().stakes(s1=1000, s4=1000).close().draw("2c 7d 3c 8d 9s 4h").do(i.CallStreet())
    felt.draw("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs").play(1, 1, 4).chips(1).showdown().settle()
    assert felt.state.phase is Phase.CLEARING
    clock = VirtualClock(felt.now_ms)
    asked: list[Request] = []
    table = Table(felt.state, Kept(), clock, show=lambda _: None, ask=asked.append)
    table.take(i.BadgeObserved("Chef 1", i.Role.CHEF))
    due = [request for request in asked if isinstance(request, WakeAt)]
    assert len(due) == 1
    asked.clear()
    clock.advance_to(due[0].at_ms)
    table.take(i.TimeObserved(due[0].at_ms))
    assert table.state.phase is Phase.CLEARING, "the chip lies there still"
    table.take(i.ChipObserved(1, False))
    assert [request for request in asked if isinstance(request, WakeAt)] == due
    table.take(i.TimeObserved(clock.now_ms()))
    assert table.state.phase is Phase.BETTING
