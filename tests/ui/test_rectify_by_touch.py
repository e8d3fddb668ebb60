"""A settled seat is rectified through the real scene: touches in, the real core behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from controller.game import inputs as i
from controller.game.rectification.claimed_facts import Mistake
from controller.game.rectification.show import past_round
from controller.game.views import console, pit
from tests.builders import COMITE
from tests.ui.record_states import KEYING, RECORD_STATES, closed, long_session, settling
from tests.ui.scene import faults
from tests.ui.touched_table import Table
from ui.screen.console import ConsoleFace


class Console(Table):
    """With the answers of a table to what a console asks of it beside its acts."""

    def asked(self, tap: dict[str, Any]) -> None:
        if tap["act"] != "recall":
            super().asked(tap)
            return
        self.recalled = {"round": tap["round"], "past": past_round(self.felt.state, tap["round"])}
        self.show()

    def show(self) -> None:
        beside = {"now_ms": self.felt.now_ms, "recalled": getattr(self, "recalled", None)}
        self.screen.show(console(self.felt.state) | beside)


@pytest.fixture
def table() -> Iterator[Table]:
    made = Console()
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
    (done,) = [one.entry for one in table.felt.state.record.done]
    assert (done.seat, done.cents, done.persons) == (4, 4_000, ("croupier-07", "Chef 1"))


def test_a_chef_and_the_comite_put_a_closed_round_right_from_the_last_rounds(table: Table) -> None:
    table.felt = closed()
    table.show()
    table.touch("local.sheet", sheet="chef")
    table.touch("local.sheet", sheet="rectify")
    table.touch("local.truth", round=1)
    table.touch("local.truth", seat=5)
    table.touch("local.truth", mistake="payment")
    for by_cents in (500, 1_500):
        table.touch("local.truth", by=by_cents)
    table.touch("local.truth", told=True)
    table.touch("ProposeRectification", mistake="payment", by_cents=1_500, reason="claim")
    assert table.felt.state.record.open is not None
    assert table.felt.state.record.open.proposal.truth.mistake is Mistake.PAYMENT
    table.felt.badge(*COMITE)
    table.show()
    table.touch("ApproveRectification")
    table.touch("SettleRectification", moved="left")
    (done,) = [one.entry for one in table.felt.state.record.done]
    assert (done.cents, done.bank_cents, done.orphans_cents) == (1_500, 0, 1_500)


def key_in(table: Table, number: str) -> None:
    for digit in number:
        table.touch("local.type", digit=digit)


def test_a_round_older_than_the_last_ten_is_reached_by_its_number(table: Table) -> None:
    table.felt = long_session()
    table.show()
    table.touch("local.sheet", sheet="chef")
    table.touch("local.sheet", sheet="rectify")
    assert "de 0001 à 0003" in str(table.screen.view["sheet"]["keys"][-1]["sub"])
    table.touch("local.truth", older=True)
    key_in(table, "99")
    table.touch("recall", round=99)
    assert table.screen.view["sheet"]["text"] == "Le coup 0099 n’est pas un coup réglé de cette séance."
    key_in(table, "1")
    table.stage.settle(40)
    assert faults(table.stage.window) == []
    table.touch("recall", round=1)
    table.touch("local.truth", seat=5)
    table.touch("local.truth", mistake="stake")
    table.touch("local.truth", trips=0)
    table.touch("local.truth", told=True)
    table.touch("ProposeRectification", round=1, seat=5, mistake="stake", side_cents=0, reason="images")
    table.felt.badge(*COMITE)
    table.show()
    table.touch("ApproveRectification")
    table.touch("SettleRectification", moved="by_hand")
    (done,) = [one.entry for one in table.felt.state.record.done]
    assert (done.round, done.seat, done.persons) == (1, 5, ("Chef 1", "Durand"))


def test_an_older_round_is_told_to_a_chef_between_rounds_and_to_nobody_else() -> None:
    felt = long_session()
    told = past_round(felt.state, 1)
    assert told is not None
    assert (told["round"], [seat["seat"] for seat in told["seats"]]) == (1, [2, 4, 5])
    assert console(felt.state)["record"]["oldest"] == 1
    assert past_round(felt.state, 99) is None
    felt.see(i.BadgeGone())
    assert (past_round(felt.state, 1), console(felt.state)["record"]["oldest"]) == (None, 0)
    felt.badge().do(i.ProposeRectification(1, 4, Mistake.STAKE, KEYING, ante_cents=2000, side_cents=0))
    assert past_round(felt.state, 1) is None, "one is open already"


def words(name: str, language: str = "fr") -> dict[str, Any]:
    felt = RECORD_STATES[name]()
    return ConsoleFace(language).words(console(felt.state) | {"now_ms": felt.now_ms})


def test_the_difference_is_large_with_its_lines_and_whose_card_is_awaited() -> None:
    told = words("rectify_asked")
    focus = told["focus"]
    assert (focus["word"], focus["euros"], focus["cents"]) == ("À payer", "40", ",00\u00a0€")
    assert [line["result"] for line in focus["lines"]] == ["−10 → +10", "−10 → 0", "inchangé", "0 → +10"]
    assert told["primary"]["tap"] is None
    assert told["primary"]["sub"] == "badge d’un chef attendu"
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
