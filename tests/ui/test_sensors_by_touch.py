"""JP1 lamps, chip counts and corrections through the real scene: touches in, the real core behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Health, Machine, Role
from controller.game.state import Phase
from tests.ui.touched_table import Table

LOST = i.HealthObserved(Machine.CHIPS, Health.LOST, "silence")


@pytest.fixture
def table(table: Table) -> Iterator[Table]:
    """Nothing is refused at it."""
    yield table
    assert table.refusals == []


def test_where_no_sensor_lights_it_the_lamp_is_touched_once_a_stake(table: Table) -> None:
    table.felt.see(LOST).badge()
    table.show()
    table.touch("AllowHandLamps")
    table.felt.see(i.BadgeGone())
    table.show()
    for seat in (2, 5):
        table.touch("SetLamp", seat=seat, lit=True)
    table.touch("SetLamp", seat=6, lit=True)
    table.touch("SetLamp", seat=6, lit=False)
    table.touch("CloseBets")
    assert table.felt.events(e.BetsClosed)[-1] == e.BetsClosed((2, 5), manual=(2, 5))
    table.touch("CollectJp1")
    assert table.felt.state.jp1_seats == (2, 5)


def test_a_seat_in_doubt_is_put_by_hand_by_the_chef(table: Table) -> None:
    table.felt.see(i.TroubleObserved(Machine.CHIPS, "chip_stuck_4")).badge()
    table.show()
    table.touch("SeatByHand", seat=4)
    table.touch("SetLamp", seat=4, lit=True)
    assert table.felt.state.seat(4).lamp


def test_a_difference_is_told_and_named_at_its_seat(table: Table) -> None:
    table.felt.chips(1, 3, 7)
    table.show()
    table.touch("CloseBets")
    table.touch("TellDifference")
    table.touch("NoChip", seat=3)
    table.touch("TellDifference")
    table.touch("ChipReturned", seat=5)
    table.touch("TellDifference")
    table.touch("CountAgrees")
    table.touch("CollectJp1")
    assert table.felt.state.jp1_seats == (1, 7)


def test_a_stake_collected_in_error_goes_back_after_the_first_card_by_two_persons(table: Table) -> None:
    table.felt.chips(1, 3).close().draw("8c").badge()
    table.show()
    table.touch("local.sheet", sheet="chef")
    table.touch("local.sheet", sheet="jp1_correct")
    table.touch("ProposeCorrection", seat=3)
    table.felt.badge("Durand", Role.COMITE)
    table.show()
    table.touch("ApproveCorrection")
    assert table.felt.state.jp1_seats == (1,)
    assert table.felt.state.held is None
    assert table.refusals == []


def test_a_stake_collected_in_error_goes_back_before_the_first_card(table: Table) -> None:
    table.felt.chips(1, 3)
    table.show()
    table.touch("CloseBets")
    table.touch("CollectJp1")
    table.felt.sweep()
    table.show()
    assert all("service" not in seat for seat in table.screen.property("view")["seats"]), (
        "×3 comes there next"
    )
    table.touch("local.sheet", sheet="jp1_correct")
    table.touch("ProposeCorrection", seat=3)
    table.felt.badge()
    table.show()
    table.touch("ApproveCorrection")
    assert table.felt.state.jp1_seats == (1,)
    assert table.felt.state.phase is Phase.DEALING
