"""The meter in the hands of people through the real scene: touches in, the real core behind."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import product

import pytest
from PySide6.QtCore import QSize

from controller.game import inputs as i
from controller.game.meter.types import StopFate
from controller.game.views import console
from tests.builders import COMITE, TERMS, Felt
from tests.law.requirements import requirement
from tests.ui.meter_states import DIRECTOR, JACKPOT, METER_STATES
from tests.ui.scene import faults
from tests.ui.touched_table import Table
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace

FULLEST = ("meter_running", "meter_stopped", "meter_moving", "meter_contested", "meter_reopening")
"""Of these the sheet has the most to tell, and the most keys."""


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
    table.touch("local.sheet", sheet="chef")
    table.touch("local.sheet", sheet="meter")
    table.touch("Reconcile")
    table.touch("local.sheet", sheet="meter_correct")
    for digit in "50":
        table.touch("local.type", digit=digit)
    table.touch("local.choose", name="malfunction")
    table.touch("CorrectMeter", by_cents=-50, reason="malfunction")
    approve(table)
    assert table.felt.state.jackpot.meter_cents == 999_950

    table.touch("local.sheet", sheet="meter_stop")
    table.touch("StopJackpot", fate="orphans")
    table.felt.badge(*COMITE)
    table.show()
    table.touch("ApproveMeterAct")
    assert table.felt.state.jackpot.closed_code == "stopped"

    table.touch("ReopenJackpot")
    approve(table)
    assert table.felt.state.jackpot.open


@requirement("PM-02", "PM-04")
def test_the_sheet_of_the_jackpot_names_each_parameter(table: Table) -> None:
    """PM-02 at the console: base and reset amount, increment and hidden rate, limit, threshold."""
    table.touch("local.sheet", sheet="chef")
    table.touch("local.sheet", sheet="meter")
    rows = {row["label"]: row["value"] for row in table.screen.view["sheet"]["rules"]}
    euros = "10\u202f000,00\u00a0€"
    assert rows["Départ, remise après un gain"] == f"{euros} · {euros}"
    assert rows["Parts\u00a0: compteur, réserve, maison"] == "25\u00a0% · 15\u00a0% · 60\u00a0%"
    assert rows["Limite"] == "50\u202f000,00\u00a0€"
    assert rows["Lots fixes payés par"] == "la maison"
    assert rows["Refus au-delà de"] == "35,00\u00a0€"


@requirement("PM-14")
@pytest.mark.parametrize(
    ("notice_h", "notice", "day", "year"),
    [
        (48, "48 h", "2026-10-31", 2026),
        (48, "48 h", "2026-11-01", 2027),
        (360, "15 jours", "2026-01-01", 2026),
    ],
)
def test_the_form_of_a_stop_shows_its_notice_and_the_31_october_and_forces_a_choice(
    notice_h: int, notice: str, day: str, year: int
) -> None:
    """PM-14: the notice is a parameter, the deadline the one that comes next; no key stops without a fate."""
    felt = Felt(cash=TERMS, jp1_terms=JACKPOT, stop_notice_h=notice_h).open().badge(*COMITE)
    face, noon_ms = ConsoleFace(), int(datetime.fromisoformat(f"{day}T12:00").timestamp() * 1000)
    for sheet in ("chef", "meter", "meter_stop"):
        assert face.take({"act": "local.sheet", "sheet": sheet})
    form = face.words(console(felt.state) | {"now_ms": noon_ms})["sheet"]
    assert form["text"] == f"Un arrêt volontaire s’annonce {notice} avant, et avant le 31/10/{year}."
    stops = [one["tap"] for one in form["keys"] if one["tap"]["act"] == "StopJackpot"]
    assert stops == [{"act": "StopJackpot", "fate": fate} for fate in ("transfer", "orphans")]
    felt.now_ms = noon_ms
    felt.do(i.StopJackpot(StopFate.TRANSFER)).badge(*DIRECTOR).do(i.ApproveMeterAct())
    face.take({"act": "local.sheet", "sheet": "meter"})
    rows = face.words(console(felt.state) | {"now_ms": noon_ms})["sheet"]["rules"]
    assert {"label": "Préavis, échéance", "value": f"{notice} · 31/10/{year}"} in rows


def test_a_failure_is_reported_and_stops_jp1(table: Table) -> None:
    table.touch("local.sheet", sheet="chef")
    table.touch("local.sheet", sheet="meter")
    table.touch("local.sheet", sheet="meter_stop")
    table.touch("local.sheet", sheet="meter_report")
    table.touch("ReportStop", cause="display")
    assert table.felt.state.jackpot.closed_code == "interrupted"


@pytest.mark.parametrize(("size", "language"), list(product((LARGE, COMPACT), ("fr", "en"))))
def test_the_sheet_of_the_jackpots_book_can_be_read_and_touched(size: QSize, language: str) -> None:
    stage = Stage("DealerConsole", Screen(), size)
    found = {}
    for name in FULLEST:
        felt, face = METER_STATES[name](), ConsoleFace(language, reduced_motion=True)
        view = console(felt.state) | {"now_ms": felt.now_ms}
        face.words(view)
        for opened in ("meter", "meter_stop") if name == "meter_running" else ("meter",):
            face.take({"act": "local.sheet", "sheet": opened})
            shown = face.words(view)
            assert shown["sheet"] is not None, name
            stage.screen.show(shown)
            stage.settle(20)
            if said := faults(stage.window):
                found[f"{name}, {opened}"] = said
    warned = list(stage.warnings)
    stage.close()
    assert (found, warned) == ({}, [])


def test_all_that_is_accepted_with_a_reopening_is_told_beside_its_keys(table: Table) -> None:
    """The book's two ends, the gap in the data, what it refused, what it lost: each has a line of its own."""
    table.felt = METER_STATES["meter_reopening"]()
    table.show()
    table.touch("local.sheet", sheet="chef")
    table.touch("local.sheet", sheet="meter")
    sheet = table.screen.view["sheet"]
    assert sheet["rules_title"] == "À accepter"
    told = [row["label"] for row in sheet["rules"]]
    assert told[:7] == [
        *("Dit par le jackpot", "Le jackpot finit à", "Journal", "Jackpot"),
        *("Marque de la table", "Ses données finissent à", "Refusé par le jackpot"),
    ]
    assert set(told[7:]) == {"Perdu par le jackpot"}
    assert sheet["rules"][-1]["value"] == "+ 1199"
    assert [row["label"] for row in sheet["checks"]] == [
        *("Arrêt involontaire", "Proposé par Durand", "Approuver", "Retirer", "Rapprocher")
    ]
    table.touch("ApproveMeterAct")
    assert table.screen.view["sheet"]["rules_title"] == "Paramètres et compteurs"
