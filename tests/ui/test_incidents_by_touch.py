"""The report of an incident through the real scene: a question at a time, then the signatures."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.felt import board
from controller.game.inputs import Incident, Role
from controller.game.refusals import BADGE_CHEF
from controller.game.views import console
from tests.builders import Felt
from tests.ui.scene import PX_PER_MM, area, controls, faults
from tests.ui.states import STATES
from tests.ui.touched_table import Table
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.meant import unaimed
from ui.screen.console import ConsoleFace
from ui.screen.incidents import FORM, REPORTS, step

ANSWERS = {
    "incident": "marked_card",
    "seat": 4,
    "place": "board.1",
    "finding": "in_play",
    "deck": "red",
    "count": 51,
    "measure": "card_kept",
}


def test_a_marked_card_on_the_board_is_reported_and_signed_by_touch(table: Table) -> None:
    table.felt.close().draw("8c 6s Ks Qd Tc 5d Ah 7h 7s 5s 8d 6c 2s 3s 9c 9d").do(i.CallStreet())
    table.draw("Qh 9h 4h")
    table.touch("local.sheet", sheet="incident")
    table.touch("DeclareIncident", incident="marked_card")
    table.touch("local.sheet", sheet=FORM)
    table.touch("local.answer", name="incident", value="extra_card")
    table.touch("local.unanswer")
    for name, value in ANSWERS.items():
        table.touch("local.answer", name=name, value=value)
    table.touch("local.answer", name="images", value=True)
    table.touch("ReportIncident")
    (report,) = table.felt.events(e.IncidentReported)
    assert isinstance(report, e.IncidentReported)
    assert (report.kind, report.seat, report.place) == (Incident.MARKED_CARD, 4, board(1))
    assert (str(report.card), report.deck, report.count, report.images_asked) == ("9h", "red", 51, True)
    table.felt.badge("Chef 1", Role.CHEF)
    table.show()
    table.touch("SignIncident", number=1)
    assert table.felt.state.incidents.reports[0].answered
    assert table.refusals == []


def settled() -> Felt:
    """A showdown with seven seats: as many open cards as there can be."""
    felt = Felt().open().stakes(**{f"s{n}": 1000 for n in range(1, 8)}).close()
    felt.draw("8c 6s Ks Qd Tc 5d Ah 7h 7s 5s 8d 6c 2s 3s 9c 9d").do(i.CallStreet()).draw("Qh 9h 4h")
    return felt.do(i.CallStreet()).draw("Js 2c").do(i.BetRest(), i.OpenHands())


def reported() -> Felt:
    felt = settled()
    for kind in (Incident.MARKED_CARD, Incident.CONTESTED_CHIPS):
        felt.do(i.ReportIncident(kind, i.Finding.PLAYER, i.Measure.STAKE_HELD, 4))
    for person, role in (("Lopez", Role.CASHIER), ("Chef 1", Role.CHEF)):
        felt.badge(person, role).do(i.SignIncident(1))
    return felt


@pytest.mark.parametrize(("size", "language"), list(product((LARGE, COMPACT), ("fr", "en"))))
def test_every_question_can_be_read_and_touched(size: Any, language: str) -> None:
    stage = Stage("DealerConsole", Screen(), size)
    face = ConsoleFace(language, reduced_motion=True)
    felt = settled()
    view = console(felt.state) | {"now_ms": felt.now_ms}
    face.words(view)
    face.take({"act": "local.sheet", "sheet": FORM})
    for name in (*ANSWERS, ""):
        assert step(view, face._mine.report) == name
        fits(stage, face, view, name)
        if name:
            face.take({"act": "local.answer", "name": name, "value": ANSWERS[name]})
    felt = reported()
    view = console(felt.state) | {"now_ms": felt.now_ms}
    fits(stage, face, view, REPORTS)
    assert face._mine.sheet == REPORTS, "the report stands: what is left are its signatures"
    assert stage.warnings == []
    stage.close()


def fits(stage: Stage, face: ConsoleFace, view: Any, name: str) -> None:
    stage.screen.show(face.words(view))
    stage.settle(20)
    assert faults(stage.window) == [], name
    for touch in controls(stage.window):
        least = min(area(touch).width(), area(touch).height())
        assert least >= 12 * PX_PER_MM[stage.window.width()] - 0.5, (name, touch)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_dealer_goes_on_by_himself_after_an_exposed_card_and_the_card_says_how(language: str) -> None:
    """RP-16: it is logged, turned back, and play continues; the handbook says the same as the console."""
    felt = STATES["preflop"]().do(i.DeclareIncident(Incident.EXPOSED_CARD))
    view = console(felt.state) | {"now_ms": felt.now_ms}
    words = ConsoleFace(language, reduced_motion=True).words(view)
    turned = {"fr": "Retournez-la face cachée et reprenez", "en": "Turn it face down and go on"}[language]
    assert words["focus"]["text"].startswith(turned)
    assert unaimed(words["primary"]["tap"]) == {"act": "Resume"}
    assert felt.state.badge is None
    assert felt.tap(i.Resume()) is None
    contested = STATES["preflop"]().do(i.DeclareIncident(Incident.CONTESTED_CHIPS))
    assert contested.tap(i.Resume()) == BADGE_CHEF
