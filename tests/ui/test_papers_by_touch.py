"""Slips, orphelins and the inspector's recall through the real scene: touches in, the real core behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Role
from tests.builders import TERMS, Felt
from tests.game.test_slips import released
from tests.law.requirements import requirement
from tests.ui.scene import controls
from tests.ui.states import STATES
from tests.ui.touched_table import Table


@pytest.fixture
def table(table: Table) -> Iterator[Table]:
    """Nothing is refused at it."""
    yield table
    assert table.refusals == []


def offered(table: Table) -> set[str]:
    table.stage.settle(100)
    return {key.parentItem().property("tap")["act"] for key in controls(table.stage.window)}


def test_the_cashier_signs_with_one_touch_while_play_goes_on(table: Table) -> None:
    table.felt = released().settle().next_round().see(i.BadgeGone())
    table.show()
    assert "SignSlip" not in offered(table)
    table.felt.badge("Lopez", Role.CASHIER)
    table.show()
    table.touch("ConfirmRest")
    assert "CloseBets" in offered(table)
    table.touch("SignSlip", round=1, seat=1)
    assert table.felt.events(e.SlipSigned)
    assert "SignSlip" not in offered(table)


def test_a_chef_keys_an_amount_and_touches_where_it_was_found(table: Table) -> None:
    table.felt = Felt(cash=TERMS).open().badge()
    table.show()
    table.touch("local.sheet", sheet="chef")
    table.touch("local.sheet", sheet="orphan")
    table.touch("local.choose", name="floor")
    assert "BookOrphan" not in offered(table)
    for digit in "2500":
        table.touch("local.type", digit=digit)
    table.touch("BookOrphan", cents=2_500, place="floor")
    assert table.felt.state.sheet.orphans_cents == 2_500
    assert table.screen.view["sheet"]["facts"][0]["value"] == "25,00\u00a0€", "the pad says what is booked"
    assert "BookOrphan" not in offered(table), "and takes no second act of money"
    table.touch("local.sheet", sheet="orphan")
    assert table.screen.view["sheet"]["kind"] == "chef", "*Retour* comes back to the register"
    table.touch("local.sheet", sheet="chef", place="")
    assert table.screen.view["sheet"] is None


@requirement("SE-12")
def test_an_inspector_finds_the_recall_open_and_no_act_of_his(table: Table) -> None:
    before = STATES["clearing"]()
    table.felt = before
    table.show()
    acts = {act for act in offered(table) if not act.startswith("local.")}
    table.felt.badge("Roux", Role.INSPECTOR)
    table.show()
    assert table.screen.view["sheet"]["title"].startswith("Contrôle · Roux")
    assert {act for act in offered(table) if not act.startswith("local.")} == acts
