"""A settled seat is rectified through the real scene: touches in, the real core behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from controller.game import inputs as i
from controller.game.truth import Mistake
from controller.game.views import console, pit
from tests.builders import COMITE
from tests.ui.record_states import RECORD_STATES, closed, settling
from tests.ui.test_round_by_touch import Table
from ui.screen.console import ConsoleFace


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    yield made
    warned = list(made.stage.warnings)
    made.stage.close()
    assert warned == []
    assert made.refusals == []


def test_the_dealer_asks_in_the_settlement_and_pays_what_the_chef_allows(table: Table) -> None:
    table.felt = settling()
    table.show()
    table.touch("local.sheet", sheet="rectify", seat=4)
    table.touch("local.truth", mistake="decision")
    table.touch("local.truth", decision="play1")
    table.touch("ProposeRectification", round=1, seat=4, decision="play1", reason="keying")
    table.felt.badge()
    table.show()
    table.touch("ApproveRectification")
    table.touch("SettleRectification", moved="by_hand")
    (done,) = table.felt.state.record.done
    assert (done.seat, done.cents, done.persons) == (4, 4_000, ("croupier-07", "Chef 1"))


def test_a_chef_and_the_comite_put_a_closed_round_right_from_the_last_rounds(table: Table) -> None:
    table.felt = closed()
    table.show()
    table.touch("local.sheet", sheet="rounds")
    table.touch("local.sheet", sheet="rectify")
    table.touch("local.truth", round=1)
    table.touch("local.truth", seat=5)
    table.touch("local.truth", mistake="payment")
    for by_cents in (500, 1_500):
        table.touch("local.truth", by=by_cents)
    table.touch("local.truth", told=True)
    table.touch("ProposeRectification", mistake="payment", by_cents=1_500, reason="claim")
    assert table.felt.state.record.open is not None
    assert table.felt.state.record.open.truth.mistake is Mistake.PAYMENT
    table.felt.badge(*COMITE)
    table.show()
    table.touch("ApproveRectification")
    table.touch("SettleRectification", moved="left")
    (done,) = table.felt.state.record.done
    assert (done.cents, done.bank_cents, done.orphans_cents) == (1_500, 0, 1_500)


def words(name: str, language: str = "fr") -> dict[str, Any]:
    felt = RECORD_STATES[name]()
    return ConsoleFace(language).words(console(felt.state) | {"now_ms": felt.now_ms})


def test_the_difference_is_large_with_its_lines_and_whose_card_is_awaited() -> None:
    told = words("rectify_asked")
    focus = told["focus"]
    assert (focus["word"], focus["euros"], focus["cents"]) == ("À payer", "40", ",00\u00a0€")
    assert [line["result"] for line in focus["lines"]] == ["−10 → +10", "−10 → 0", "inchangé", "0 → +10"]
    assert told["primary"]["tap"] is None
    assert told["primary"]["sub"] == "carte d’un chef attendue"
    taken = words("rectify_approved")
    assert (taken["focus"]["word"], taken["focus"]["euros"]) == ("À reprendre", "15")
    assert taken["primary"]["label"] == "SIÈGE 4\n→ REPRIS 15\u00a0€"
    assert words("rectify_hidden")["focus"]["euros"] == "–", "nothing is told of a hand that lies face down"


def test_the_last_rounds_mark_what_was_rectified_since() -> None:
    felt = RECORD_STATES["rectify_recorded"]()
    face = ConsoleFace("fr")
    view = console(felt.state) | {"now_ms": felt.now_ms}
    face.words(view)
    face.take({"act": "local.sheet", "sheet": "rounds"})
    sheet = face.words(view)["sheet"]
    assert sheet["rounds"][0][-1] == "±"
    assert "rectifié depuis" in sheet["legend"]


def test_the_pit_shows_it_as_an_authorisation_until_it_is_approved() -> None:
    felt = RECORD_STATES["rectify_proposed"]()
    (card,) = [one for one in pit(felt.state)["awaited"] if one["what"] == "rectification"]
    assert (card["seat"], card["round"], card["cents"], card["by"]) == (4, 1, -1_500, "Chef 1")
    assert card["roles"] == ["comite", "director"]
    assert card["not"] == ["Chef 1", "croupier-07"]
    felt.do(i.ApproveRectification())
    assert not [one for one in pit(felt.state)["awaited"] if one["what"] == "rectification"]
