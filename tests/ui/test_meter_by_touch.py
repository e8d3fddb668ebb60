"""The meter in the hands of people through the real scene: touches in, the real core behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.builders import COMITE, TERMS, Felt
from tests.ui.meter_states import DIRECTOR, JACKPOT
from tests.ui.test_round_by_touch import Table


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    made.felt = Felt(cash=TERMS, jp1_terms=JACKPOT).open()
    made.felt.badge(*COMITE)
    made.show()
    yield made
    warned = list(made.stage.warnings)
    made.stage.close()
    assert warned == []
    assert made.refusals == []


def approve(table: Table) -> None:
    """The director puts his badge in and approves."""
    table.felt.badge(*DIRECTOR)
    table.show()
    table.touch("ApproveMeterAct")


def test_the_meter_is_corrected_stopped_and_reopened_by_two_persons(table: Table) -> None:
    table.touch("local.sheet", sheet="incident")
    table.touch("local.sheet", sheet="meter")
    table.touch("Reconcile")
    table.touch("local.sheet", sheet="meter_correct")
    for digit in "50":
        table.touch("local.type", digit=digit)
    table.touch("CorrectMeter", by_cents=-50, reason="malfunction")
    approve(table)
    assert table.felt.state.jackpot.meter_cents == 999_950

    table.touch("StopJackpot", fate="orphans")
    table.felt.badge(*COMITE)
    table.show()
    table.touch("ApproveMeterAct")
    assert table.felt.state.jackpot.closed_code == "stopped"

    table.touch("ReopenJackpot")
    approve(table)
    assert table.felt.state.jackpot.open


def test_the_sheet_of_the_jackpot_names_each_parameter(table: Table) -> None:
    """PM-02 at the console: base and reset amount, increment and hidden rate, limit, threshold."""
    table.touch("local.sheet", sheet="incident")
    table.touch("local.sheet", sheet="meter")
    rows = {row["label"]: row["value"] for row in table.screen.view["sheet"]["rules"]}
    euros = "10\u202f000,00\u00a0€"
    assert rows["Départ, remise après un gain"] == f"{euros} · {euros}"
    assert rows["Parts\u00a0: compteur, réserve, maison"] == "25\u00a0% · 15\u00a0% · 60\u00a0%"
    assert rows["Limite"] == "50\u202f000,00\u00a0€"
    assert rows["Refus au-delà de"] == "35,00\u00a0€"


def test_a_failure_is_reported_and_stops_jp1(table: Table) -> None:
    table.touch("local.sheet", sheet="incident")
    table.touch("local.sheet", sheet="meter")
    table.touch("local.sheet", sheet="meter_report")
    table.touch("ReportStop", cause="display")
    assert table.felt.state.jackpot.closed_code == "interrupted"
