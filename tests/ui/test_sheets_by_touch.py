"""A table is opened and closed by its sheets through the real scene: touches in, the real core behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.game import inputs as i
from controller.game.inputs import Health, Machine, SheetLine
from controller.game.opening.sheets import CLOSING_TICKS, OPENING_TICKS
from controller.game.state import Phase
from tests.builders import CASHIER, CHEF, COMITE, FLOAT, TERMS, Felt
from tests.ui.scene import faults
from tests.ui.sheet_states import begun, closing
from tests.ui.test_round_by_touch import Table


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    made.felt = Felt(cash=TERMS)
    made.show()
    yield made
    warned = list(made.stage.warnings)
    made.stage.close()
    assert warned == []
    assert made.refusals == []


def count(table: Table, pieces: dict[str, int]) -> None:
    """Each value, its number by digits, recorded; the pad goes on to the next value by itself."""
    table.touch("local.sheet", sheet="cash")
    for name, number in pieces.items():
        for digit in str(number):
            table.touch("local.type", digit=digit)
        table.touch("CountPieces", piece_cents=int(name[1:]), count=number)


def sign(table: Table, *people: tuple[str, i.Role]) -> None:
    for person, role in people:
        table.felt.badge(person, role)
        table.show()
        table.touch("SignCash")


def test_a_count_that_is_not_signed_says_whose_cards_are_awaited_or_that_it_is_too_little(
    table: Table,
) -> None:
    """How much the float has to be is told to who signs it, never to who counts it."""
    table.touch("OpenTable")
    count(table, {"p100000": 2})
    assert _dead(table) == "deux badges\xa0: chef et comité"
    table.felt.badge(*CHEF)
    table.show()
    assert _dead(table) == "compté 2\u202f000\xa0€, il faut au moins 25\u202f000\xa0€"
    table.stage.settle(40)
    assert faults(table.stage.window) == []
    table.touch("local.piece", piece=100000)
    for digit in "30":
        table.touch("local.type", digit=digit)
    table.touch("CountPieces", piece_cents=100000, count=30)
    table.touch("SignCash")
    assert _dead(table) == f"encore un badge, après {CHEF[0]}"


def _dead(table: Table) -> str:
    """Why the large key is dead."""
    told = table.screen.shown()["primary"]
    assert told["tap"] is None, told
    return str(told["sub"])


def test_the_table_is_opened_and_closed_line_by_line(table: Table) -> None:
    table.touch("OpenTable")
    count(table, FLOAT)
    sign(table, CHEF, COMITE)
    for colour in ("red", "blue"):
        table.touch("DeclareSerial", colour=colour)
        table.touch("CountDeck", colour=colour)
    for line in OPENING_TICKS:
        if line is SheetLine.RULES:  # they are read before they are ticked
            table.touch("local.sheet", sheet="rules")
        table.touch("TickLine", line=line.value)
    table.touch("local.sheet", sheet="rules")
    table.touch("ConfirmOpening")
    assert table.felt.state.phase is Phase.BETTING

    table.touch("BeginClosing")
    count(table, FLOAT)
    sign(table, CHEF, CASHIER)
    table.touch("local.sheet", sheet="jp1_chips")
    table.touch("local.type", digit="0")
    table.touch("CountJp1Chips", count=0)
    table.felt.badge(*COMITE)
    table.show()
    for line in CLOSING_TICKS:
        if line is not SheetLine.RECONCILIATION:
            table.touch("TickLine", line=line.value)
    table.felt.badge()
    table.show()
    table.touch("CloseTable")
    assert table.felt.state.phase is Phase.CLOSED


@pytest.mark.parametrize("phase", ["closed", "opening", "betting", "closing"])
def test_a_machines_warning_is_acknowledged_with_its_reason_whatever_lies_open(
    table: Table, phase: str
) -> None:
    table.felt = {
        "closed": lambda: Felt(cash=TERMS),
        "opening": begun,
        "betting": lambda: Felt(cash=TERMS).open(),
        "closing": closing,
    }[phase]()
    table.felt.see(i.HealthObserved(Machine.SHOE, Health.LOST, "silence"))
    table.felt.see(i.HealthObserved(Machine.SHOE, Health.UP)).badge(*CHEF)
    table.show()
    (up,) = table.felt.state.alarms
    table.touch("local.sheet", sheet="acknowledge")
    table.touch("SeeAlarm", alarm=up.number, reason="checked")
    assert table.felt.state.alarms == ()
