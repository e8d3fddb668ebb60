"""Who dealt, proposed and approved: the authority’s page accuses what the rules forbid, and no more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.rectification.claimed_facts import Moved
from tests.builders import COMITE, Felt
from tests.game.test_rectify import WINNER, fold_keyed, played, true_decision
from tests.memory.test_inspection_late_entries import line
from tests.memory.test_inspection_of_scenarios import dealt, inspected, not_held


def laid(felt: Felt) -> Felt:
    """Two stakes, JP1 with them, and the bets are closed."""
    return felt.stakes(s1=1000, s2=1000).chips(1, 2).close()


def told_instead(felt: Felt, kind: type[e.Event], **changes: Any) -> Felt:
    """The same entries, those of this kind with other words."""
    felt.entries = [
        one._replace(event=replace(one.event, **changes)) if isinstance(one.event, kind) else one
        for one in felt.entries
    ]
    return felt


def test_a_dealer_who_signs_on_while_nobody_deals_relieves_nobody(tmp_path: Path) -> None:
    page = inspected(dealt(laid(Felt().open()).dealer()).settle(), tmp_path)
    assert line(page, "RP-12")["ok"]
    assert "nobody before" in line(page, "RP-12")["shown"][1]
    assert not_held(page) == set()


@pytest.mark.parametrize("off", [True, False])
def test_a_dealer_who_takes_over_while_a_round_is_played_is_told(off: bool, tmp_path: Path) -> None:
    """Whether who dealt before is told to have left, or not."""
    felt = dealt(laid(Felt().open().dealer()))
    felt.entries += [
        e.Entry(felt.state.seq + 1, felt.now_ms, event)
        for event in (e.DealerSignedOff("croupier-07"), e.DealerSignedOn("croupier-09"))[not off :]
    ]
    assert not_held(inspected(felt.settle(), tmp_path)) == {"RP-12"}


def given_back(felt: Felt) -> Felt:
    """The JP1 stake of seat 2 goes back before the first card, asked at the table and allowed by a chef."""
    felt.do(i.ProposeCorrection(2)).badge().do(i.ApproveCorrection()).see(i.BadgeGone())
    return dealt(felt).settle()


def given_back_late(felt: Felt) -> Felt:
    """And after it: a chef has asked, and a member of the comité has allowed it."""
    felt.draw("Ah").badge().do(i.ProposeCorrection(2)).badge(*COMITE).do(i.ApproveCorrection())
    felt.see(i.BadgeGone()).draw("7d Qc Jd 2c 2d").play(4, 1, 2).draw("Kd 8s 3h 9c 4d").showdown()
    return felt.settle()


def put_right(felt: Felt) -> Felt:
    """Seat 2 is put right while the round is settled, asked at the table and allowed by a chef."""
    felt.do(i.SettleSeat(2), true_decision()).badge().do(i.ApproveRectification()).see(i.BadgeGone())
    return felt.do(i.SettleRectification(Moved.BY_HAND), i.SettleSeat(1))


def put_right_later(felt: Felt) -> Felt:
    """Seat 2 is put right when the round is over, by two persons."""
    felt.settle().badge(*COMITE).do(true_decision()).badge("Le Goff", Role.DIRECTOR)
    felt.do(i.ApproveRectification(), i.SettleRectification(Moved.BY_HAND))
    return felt.see(i.BadgeGone())


def approved(felt: Felt, folder: Path) -> bool:
    """Whether the page says that the one act of two persons was of two."""
    page = inspected(felt, folder)
    assert page["approved"]["of"] == 1
    return bool(page["approved"]["ok"])


def test_who_asks_at_the_table_has_no_name_where_nobody_signed_on(tmp_path: Path) -> None:
    """The dealer asks without a badge, a chef allows it: that is what the rules ask for."""
    for number, felt in enumerate((given_back(laid(Felt().open())), put_right(keyed_by_nobody()))):
        (tmp_path / str(number)).mkdir()
        assert approved(felt, tmp_path / str(number))
        assert [one.event.persons[0] for one in felt.entries if isinstance(one.event, TWO)] == [""]


@pytest.mark.parametrize(
    ("persons", "ok"),
    [
        (("croupier-07", "Chef 1"), True),
        (("", "Chef 1"), False),
        (("Chef 1", "Chef 1"), False),
        (("croupier-07", ""), False),
        (("Chef 1", "croupier-07"), False),
        (("croupier-07", "croupier-07"), False),
    ],
)
def test_what_the_dealer_asks_for_takes_his_name_where_he_signed_on_and_another_who_allows_it(
    persons: tuple[str, str], ok: bool, tmp_path: Path
) -> None:
    for number, felt in enumerate((given_back(laid(Felt().open().dealer())), put_right(fold_keyed()))):
        (tmp_path / str(number)).mkdir()
        assert approved(forged(felt, *persons), tmp_path / str(number)) is ok


@pytest.mark.parametrize(
    ("persons", "ok"),
    [
        (("Chef 1", "Durand"), True),
        (("", "Durand"), False),
        (("croupier-07", "Durand"), False),
        (("Durand", "Durand"), False),
        (("Durand", "croupier-07"), False),
    ],
)
def test_after_the_first_card_or_the_end_of_the_round_it_takes_two_names_and_neither_is_the_dealer(
    persons: tuple[str, str], ok: bool, tmp_path: Path
) -> None:
    felts = given_back_late(laid(Felt().open().dealer())), put_right_later(fold_keyed())
    for number, felt in enumerate(felts):
        (tmp_path / str(number)).mkdir()
        assert approved(forged(felt, *persons), tmp_path / str(number)) is ok


TWO = (e.CorrectionApproved, e.RectificationRecorded)


def forged(felt: Felt, *persons: str) -> Felt:
    """Its act of two persons, told to be of these."""
    for kind in TWO:
        told_instead(felt, kind, persons=persons)
    return felt


def keyed_by_nobody() -> Felt:
    """As `fold_keyed`, and no dealer has signed on."""
    felt = Felt().open()
    return played(felt, {1: (1_000, 0, "play1"), 2: (1_000, 500, "fold")}, WINNER.split(), jp1=())


def test_a_lamp_without_a_chip_that_a_chef_put_out_is_no_stake(tmp_path: Path) -> None:
    """In a deal anew, whose only JP1 player left after the void before."""
    felt = Felt().open().dealer().stakes(s1=1000, s2=1000).chips(2).close().draw("Ah").void()
    felt.do(i.VacateSeat(2)).stakes(s1=1000, s2=1000).chips(2)
    felt.do(i.CloseBets(), i.TellDifference(), i.NoChip(2))
    page = inspected(dealt(felt).settle(), tmp_path)
    assert not_held(page) == set()


def test_a_stake_that_is_collected_of_a_seat_without_a_chip_is_told(tmp_path: Path) -> None:
    felt = Felt().open().dealer().stakes(s1=1000, s2=1000).chips(1, 2)
    felt.do(i.CloseBets(), i.TellDifference(), i.CountAgrees(), i.CollectJp1()).sweep()
    felt = told_instead(dealt(felt).settle(), e.Jp1CountResolved, seat=2, outcome="no_chip")
    assert not_held(inspected(felt, tmp_path)) == {"BC-04"}


def test_a_round_that_is_over_is_over_whatever_a_proposal_says_of_it(tmp_path: Path) -> None:
    """Otherwise who asked needs no name where nobody had signed on."""
    felt = forged(put_right_later(keyed_by_nobody()), "", "Le Goff")
    assert not approved(told_instead(felt, e.RectificationProposed, closed=False), tmp_path)
