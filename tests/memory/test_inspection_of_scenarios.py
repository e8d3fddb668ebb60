"""Whatever honest people do in a round, no line of the authority's page says that it does not hold."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.game import inputs as i
from controller.house.answers import Answers
from controller.house.archive import House
from tests.builders import Felt
from tests.game.test_refused_claims import royal_of_a_refused_stake
from tests.game.test_scenarios import SCENARIOS, played, told
from tests.long import long
from tests.shell.journal.journals import OPENING, create, rewrite
from tests.shell.journal.test_audit import written

DIFFERS = {
    "royale-cartes-echangees": {"JW-08"},
    "royale-cartes-echangees-jp1-reporte": {"JW-08"},
    "royale-cartes-echangees-sur-l-enregistrement": {"JW-08"},
    "royale-couchee-enregistrement-faux": {"JW-08"},
    "royale-enregistrement-faux": {"JW-08"},
}
"""Rounds whose cards were not those of the record: that is what the page is for."""
NAMED = ("coup-nul", "royale")
"""Where most is decided by people; the others are long."""


def case_of(path: Path) -> object:
    return path if path.stem.startswith(NAMED) else long(path)


AS_SHIPPED = [path for path in SCENARIOS if not told(path).get("options")]
"""A journal of other options than those of the profile that it names is none of a house's."""


@pytest.mark.parametrize("path", [*map(case_of, AS_SHIPPED)], ids=[path.stem for path in AS_SHIPPED])
def test_an_honest_round_has_no_line_that_does_not_hold(path: Path, tmp_path: Path) -> None:
    page = inspected(played(told(path)), tmp_path)
    assert not_held(page) == DIFFERS.get(path.stem, set())


def not_held(page: dict[str, Any]) -> set[str]:
    """The requirements whose line says that it does not hold."""
    return {line["id"] for line in page["requirements"] if not line["ok"] and line["mark"] != "missing"}


def inspected(felt: Felt, folder: Path) -> dict[str, Any]:
    """The authority's page of this table's journal."""
    opening = replace(OPENING, profile_digest=felt.state.profile.digest)
    journal = folder / f"{opening.table}-000001.journal"
    create(journal, opening).close()
    rewrite(journal, written(felt.entries, opening))
    with closing(House([folder], ":memory:")) as house:
        house.read_all()
        return Answers(house, None).answer({"ask": "inspect", "period": "all"})


def dealt(felt: Felt) -> Felt:
    felt.draw("Ah 7d Qc Jd 2c 2d").play(4, 1, 2).draw("Kd 8s 3h 9c 4d").showdown()
    return felt


def test_a_correction_that_the_dealer_proposed_and_a_chef_approved_is_of_two_persons(tmp_path: Path) -> None:
    felt = Felt().open().dealer().stakes(s1=1000, s2=1000).chips(1, 2).close()
    felt.do(i.ProposeCorrection(2)).badge().do(i.ApproveCorrection()).see(i.BadgeGone())
    page = inspected(dealt(felt).settle(), tmp_path)
    assert (page["approved"]["of"], page["approved"]["ok"]) == (1, True)
    assert not_held(page) == set()


def test_a_chip_that_a_chef_let_count_after_the_bets_were_closed_is_a_stake(tmp_path: Path) -> None:
    felt = Felt().open().dealer().stakes(s1=1000, s2=1000).chips(1).do(i.CloseBets(), i.TellDifference())
    felt.badge().do(i.ChipCounts(2), i.CollectJp1()).see(i.BadgeGone()).sweep()
    page = inspected(dealt(felt).settle(), tmp_path)
    assert (
        "2 registered, 2 taken"
        in next(one for one in page["requirements"] if one["id"] == "BC-04")["shown"][1]
    )
    assert not_held(page) == set()


@pytest.mark.parametrize("reason", [i.ClaimDoubt.IMAGES, i.ClaimDoubt.STAKE])
def test_a_slip_that_was_prepared_for_a_claim_that_was_refused_is_of_no_payment(
    reason: i.ClaimDoubt, tmp_path: Path
) -> None:
    felt = Felt().open().dealer().stakes(s1=4000, s2=1000).chips(1, 2).close().draw("As Ks 9d 9h 2c 6d")
    felt.play(4, 1, 2).draw("Qs Js Ts 4d 3d").showdown().prove_hand().refuse(reason)
    page = inspected(felt.badge().do(i.OpenSettlement()).settle(), tmp_path)
    assert {"JW-15", "JW-21"} & not_held(page) == set()


def test_a_royal_of_a_stake_that_was_refused_is_worked_out_anew_as_no_jackpot(tmp_path: Path) -> None:
    page = inspected(royal_of_a_refused_stake().prove_hand().release().settle(), tmp_path)
    shown = {one["id"]: one["shown"][1] for one in page["requirements"] if one["id"] == "RP-08"}
    assert "2 seats worked out anew, same cents" in shown["RP-08"]
    assert not_held(page) == {"JW-08"}
    assert {one["id"] for one in page["requirements"] if one["mark"] == "missing"}.isdisjoint(
        {"JW-01", "JW-02", "JW-09", "JW-11", "RP-08"}
    )


def test_what_another_table_won_is_no_fault_of_a_round(tmp_path: Path) -> None:
    """It won the jackpot before the end of this table's round."""
    felt = dealt(Felt().open().dealer().stakes(s1=1000, s2=1000).chips(1, 2).close())
    felt.meter_cents, felt.book_seq = 600_000, felt.book_seq + 3
    assert not_held(inspected(felt.settle(), tmp_path)) == set()
