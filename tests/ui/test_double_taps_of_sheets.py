"""A double tap on any key of a sheet, 80 to 600 ms apart: one act, and none that one has not seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.game import events as e
from controller.game import inputs as i
from tests.builders import CHEF, COMITE, TERMS, Felt
from tests.long import long
from tests.ui.test_double_taps import Screened, doubled

REAL_REST = True
APART_S = (0.08, long(0.15), 0.30, long(0.45), 0.60)


@pytest.fixture
def table() -> Iterator[Screened]:
    made = Screened()
    yield made
    warned = list(made.stage.warnings)
    made.stage.close()
    assert warned == []
    assert made.refusals == []


def comite(table: Screened) -> None:
    table.felt = Felt(cash=TERMS).open().stakes(s1=1000, s3=2000).badge(*COMITE)
    table.show()


@pytest.mark.parametrize("apart_s", APART_S)
def test_sheets_open_and_close_by_one_tap_each(table: Screened, apart_s: float) -> None:
    comite(table)
    for sheet in ("incident", "chef", "rounds", "devices"):
        assert doubled(table, apart_s, "local.sheet", sheet=sheet) == ["local.sheet"]
        assert table.screen.view["sheet"] is not None
        assert doubled(table, apart_s, "local.sheet", sheet=sheet) == ["local.sheet"]
        assert table.screen.view["sheet"] is None
    assert table.taps == []


@pytest.mark.parametrize("apart_s", APART_S)
def test_an_incident_is_declared_once_and_what_comes_under_the_finger_is_not_asked(
    table: Screened, apart_s: float
) -> None:
    comite(table)
    doubled(table, apart_s, "local.sheet", sheet="incident")
    assert doubled(table, apart_s, "DeclareIncident", incident="exposed_card") == ["DeclareIncident"]
    assert len(table.felt.events(e.RoundHeld)) == 1
    assert table.felt.state.held is not None


@pytest.mark.parametrize("apart_s", APART_S)
def test_last_deals_are_not_withdrawn_by_the_tap_that_announces_them(table: Screened, apart_s: float) -> None:
    table.felt = Felt(cash=TERMS).open().badge(*CHEF)
    table.show()
    doubled(table, apart_s, "local.sheet", sheet="chef")
    assert doubled(table, apart_s, "AnnounceLastDeals") == ["AnnounceLastDeals"]
    assert table.felt.state.sheet.deals_left >= 0


@pytest.mark.parametrize("apart_s", APART_S)
def test_an_orphelin_is_booked_once(table: Screened, apart_s: float) -> None:
    comite(table)
    doubled(table, apart_s, "local.sheet", sheet="chef")
    doubled(table, apart_s, "local.sheet", sheet="orphan")
    table.touch("local.choose", name="floor")
    for digit in "2500":
        table.touch("local.type", digit=digit)
    assert doubled(table, apart_s, "BookOrphan", cents=2_500) == ["BookOrphan"]
    assert table.felt.state.sheet.orphans_cents == 2_500
    assert table.screen.view["sheet"]["kind"] == "pad", "no act of money closes its sheet"


@pytest.mark.parametrize("apart_s", APART_S)
def test_a_count_is_entered_once_and_not_signed_by_the_same_rhythm(table: Screened, apart_s: float) -> None:
    table.felt = Felt(cash=TERMS).open().badge(*CHEF).do(i.BeginAdvance())
    table.show()
    doubled(table, apart_s, "local.sheet", sheet="chef")
    doubled(table, apart_s, "local.sheet", sheet="cash")
    table.touch("local.type", digit="9")
    signed = table.felt.events(e.CashSigned)
    assert doubled(table, apart_s, "CountPieces") == ["CountPieces"]
    assert table.felt.events(e.CashSigned) == signed


def test_a_digit_that_is_meant_twice_is_typed_twice(table: Screened) -> None:
    comite(table)
    table.touch("local.sheet", sheet="chef")
    table.touch("local.sheet", sheet="orphan")
    assert doubled(table, 0.60, "local.type", digit="5") == ["local.type"] * 2
