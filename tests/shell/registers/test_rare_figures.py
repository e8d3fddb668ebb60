"""What the registers tell of acts that were set aside, given back, refused or answered late.

Each figure is reckoned here from the events; most of them are told nowhere else on paper.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.inputs import ClaimDoubt, Incident, Role
from controller.registers.closing_paper import unsigned_slips
from controller.registers.correction_register import correction_register
from controller.registers.jp1_history import jp1_history
from controller.registers.reading import read_session
from controller.registers.register import SUM
from controller.registers.sittings import sittings_of
from controller.registers.table_registers import count_register
from controller.registers.win_papers import papers_of
from controller.registers.win_register import jackpot_register
from controller.registers.wins import wins_of
from tests.builders import CHEF, COMITE, TERMS, Felt
from tests.game.arranged import betting
from tests.game.test_refused_for_good import accepted, award_refused, refused
from tests.game.test_revoked import amount_read
from tests.game.test_scenarios import SCENARIOS, played
from tests.game.test_scenarios import told as told_scenario
from tests.shell.registers.test_report_win import journal_of, royal


def history(tmp_path: Path, felt: Felt) -> list[dict[str, Any]]:
    return jp1_history([read_session(journal_of(tmp_path / "UTH-2-000001.journal", felt))]).rows


def total(rows: list[dict[str, Any]], name: str) -> int:
    return sum(row.get(name) or 0 for row in rows)


def test_a_prize_that_was_set_aside_is_summed_once(tmp_path: Path) -> None:
    """It was told again by the two persons who accepted it, with one identity and twice the money."""
    felt = accepted(award_refused())
    (aside,) = {told.act.cents for told in felt.events(e.ActSetAside)}
    told = history(tmp_path, felt)
    assert total(told, "jp1_prize_cents") == aside
    assert [row["act"] for row in told][-3:] == ["jackpot_reopened", "accepted", "jp1_opened"]
    assert len({row["id"] for row in told}) == len(told)


def test_a_stake_whose_refund_the_book_refused_is_not_counted_as_staked(tmp_path: Path) -> None:
    felt = betting().chips(1).close().draw("2c 7d").void().see(i.BadgeGone())
    felt.answering = False
    refused(felt.do(i.VacateSeat(1)), "refund")
    rows = history(tmp_path, felt)
    (told,) = [row for row in rows if row["act"] == "set_aside"]
    assert told["jp1_staked_cents"] == -500
    assert told["corrects"]
    assert total(rows, "jp1_staked_cents") == 0


@pytest.mark.parametrize("reason", [ClaimDoubt.IMAGES, ClaimDoubt.STAKE])
def test_nothing_stays_frozen_of_a_claim_that_was_given_back(tmp_path: Path, reason: ClaimDoubt) -> None:
    told = history(tmp_path, royal().refuse(reason).settle())
    assert [row["act"] for row in told].count("restored") == 1
    assert total(told, "frozen_cents") == 0


def test_a_refund_has_the_reason_for_which_it_was_asked_whenever_the_book_answers(tmp_path: Path) -> None:
    """A correction that the book answered after a void was said to be of the void, and by its chef alone."""
    felt = Felt().open().stakes(s1=1000, s5=1000).chips(1, 5).close()
    felt.answering = False
    felt.do(i.ProposeCorrection(5)).badge().do(i.ApproveCorrection()).see(i.BadgeGone())
    felt.draw("2s 3d 4h 5c 6d 7d").badge().do(i.DeclareIncident(Incident.CONTESTED_CHIPS))
    felt.call_void(Incident.CONTESTED_CHIPS)
    felt.answering = True
    felt.see(felt.answer(r.Refund(1, 1, 5)))
    (back,) = [row for row in history(tmp_path, felt) if row["act"] == "refund"]
    assert back["reason"] == "stake_in_error"
    assert back["seats"] == [5]


def test_who_left_before_he_had_staked_gives_no_reason_for_the_refund_of_another(tmp_path: Path) -> None:
    felt = Felt().open().stakes(s1=1000, s2=1000).chips(1).do(i.VacateSeat(2))
    felt.stakes(s2=1000).chips(2).close()
    felt.do(i.ProposeCorrection(2)).badge().do(i.ApproveCorrection()).see(i.BadgeGone())
    (back,) = [row for row in history(tmp_path, felt) if row["act"] == "refund"]
    assert (back["reason"], back["persons"]) == ("stake_in_error", ["Chef 1"])


def test_a_prize_that_was_prepared_and_refused_has_no_slip(tmp_path: Path) -> None:
    """One of two stakes did not hold: a slip of 5,000 € was printed for it, and paid by the register."""
    (path,) = [one for one in SCENARIOS if one.stem == "royale-communautaire-une-mise-refusee"]
    felt = played(told_scenario(path))
    session = read_session(journal_of(tmp_path / "UTH-2-000001.journal", felt))
    (win,) = wins_of(session)
    paid = [(row["seat"], row["jp1_paid_cents"]) for row in jackpot_register([session]).rows]
    assert paid == [(slip.payment.seat, slip.payment.cents) for slip in felt.state.slips] == [(2, 500_000)]
    slips = papers_of(session, win, 1)[:-1]
    assert len(slips) == 1
    minutes = str(papers_of(session, win, 1)[-1].parts)
    assert "seat 1: JP1 stake refused, nothing is paid" in minutes


def test_two_avances_of_one_sitting_have_two_numbers(tmp_path: Path) -> None:
    felt = Felt(cash=TERMS).open()
    for count in (30, 40):
        felt.badge().do(i.BeginAdvance()).count(p100000=count).sign(CHEF, COMITE)
    session = read_session(journal_of(tmp_path / "UTH-2-000001.journal", felt))
    made = count_register([session])
    assert len({row["id"] for row in made.rows}) == len(made.rows)
    sums = [row["cents"] for row in made.on_paper(made.rows) if row.get(SUM) and row["purpose"] == "advance"]
    assert sums == [3_000_000, 4_000_000]


def test_an_avance_that_was_given_up_names_who_gave_it_up_and_who_had_signed_it(tmp_path: Path) -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.BeginAdvance()).count(p100000=30).sign(COMITE)
    felt.badge(*CHEF).do(i.GiveUpAdvance()).fill_closing().do(i.CloseTable())
    session = read_session(journal_of(tmp_path / "UTH-2-000001.journal", felt))
    advances = [row for row in count_register([session]).rows if row["purpose"] == "advance"]
    assert [(row["signed_by"], row["given_up_by"]) for row in advances] == [([COMITE[0]], CHEF[0])]
    (told,) = [row for row in correction_register([session]).rows if row["what"] == "advance_given_up"]
    assert (told["cents"], told["proposed_by"], told["approved_by"]) == (-3_000_000, COMITE[0], [CHEF[0]])


def test_the_minutes_name_who_read_the_amount_for_good_and_not_whose_card_was_revoked(tmp_path: Path) -> None:
    felt = amount_read().see(i.RevokedObserved(COMITE[0])).badge("Petit", Role.COMITE).do(i.ReadAmount())
    felt.badge(*CHEF).do(i.ReadAmount()).prepare_payments().badge("Petit", Role.COMITE).do(i.ArmRelease())
    felt.badge(*CHEF).do(i.ReleaseAward())
    (win,) = wins_of(read_session(journal_of(tmp_path / "UTH-2-000001.journal", felt)))
    assert [one.person for one in win.read_by] == ["Petit", CHEF[0]]


def test_each_sitting_of_a_session_tells_its_own_unsigned_slips(tmp_path: Path) -> None:
    """Each released one prize; neither closing paper has the slip of the other sitting."""
    felt = royal().prove_hand().release().settle().sweep().do(i.NextRound()).see(i.BadgeGone())
    felt.badge().do(i.CloseTable()).see(i.BadgeGone())
    felt = royal(felt).prove_hand().release().settle().sweep().do(i.NextRound()).see(i.BadgeGone())
    felt.badge().do(i.CloseTable())
    session = read_session(journal_of(tmp_path / "UTH-2-000001.journal", felt))
    told = [unsigned_slips(session, sitting) for sitting in sittings_of(session)]
    assert told == [["B-1"], ["B-1"]]
