"""Written, then shown, then done: of a step nothing is seen and nothing is asked before it is durable."""

from __future__ import annotations

import pytest

from controller.clock import VirtualClock
from controller.game import inputs as i
from controller.game.events import Event
from controller.game.state import Phase
from controller.journal.chain import JournalBroken
from controller.table.halted import TableHalted
from controller.table.table import Table
from tests.builders import Felt


class Told:
    """What happened to a table, in its order: `written`, `shown`, `asked`; and a journal that may fail."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.broken = False
        self.table = Table(
            Felt().open().stakes(s1=1000).state,
            self,
            VirtualClock(10**12),
            show=lambda state: self.order.append("shown"),
            ask=lambda request: self.order.append("asked"),
        )

    def append(self, events: list[Event], at_ms: int) -> int:
        if self.broken:
            raise JournalBroken("the disk is full")
        self.order.append("written")
        return self.table.state.seq + len(events)


def test_a_step_is_written_then_shown_then_asked_for() -> None:
    told = Told()
    told.table.take(i.CloseBets())
    assert told.table.state.phase is Phase.DEALING
    assert told.order[:2] == ["written", "shown"]
    assert set(told.order[2:]) == {"asked"}


def test_of_a_step_that_cannot_be_written_nothing_is_shown_and_nothing_is_asked() -> None:
    told = Told()
    told.broken = True
    with pytest.raises(TableHalted, match="the disk is full"):
        told.table.take(i.CloseBets())
    assert told.order == []
    assert told.table.state.phase is Phase.BETTING
