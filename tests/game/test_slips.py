"""Slips that a cashier signs after the release, stakes that nobody claims, an inspector who only reads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.changes import changed
from controller.game.inputs import INTENTS, Role
from controller.game.legal_acts import legal_now
from controller.game.opening.sheets import closing_lines
from controller.game.opening.show import slips
from controller.game.payment.slips import open_slips, with_share
from controller.game.refusals import BOOK_WAITING, NOT_NOW, Refusal
from controller.game.rights import why_not_allowed
from controller.game.state import Phase
from tests.builders import CASHIER, CHEF, FLOAT, TERMS, Felt
from tests.game.arranged import royal
from tests.game.test_rights import at_a_register, sample
from tests.law.requirements import requirement


def released(**known: object) -> Felt:
    """Seat 1 won the jackpot, seat 2 its consolation; the payment is released."""
    felt = Felt(**known).open().stakes(s1=1000, s2=1000).chips(1, 2).close()  # type: ignore[arg-type]
    felt.draw("As Ks 2c 7d 3h 8c").do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h")
    return felt.do(i.BetRest()).showdown().prove_hand().release()


def test_a_slip_waits_for_the_cashier_and_play_does_not() -> None:
    felt = released().settle().do(i.NextRound()).see(i.BadgeGone())
    assert [slip["signed_by"] for slip in slips(felt.state)] == [""]
    felt.stakes(s3=1000).do(i.CloseBets())
    assert felt.badge("Lopez", Role.CASHIER).tap(i.SignSlip(1, 1)) is None
    signed = felt.events(e.SlipSigned)[-1]
    assert signed == e.SlipSigned(1, 1, 1_000_250, "B-1", "Lopez")
    assert open_slips(felt.state) == ()
    assert felt.tap(i.SignSlip(1, 1)) == Refusal("not_now")


def test_a_slip_is_signed_for_the_share_that_the_book_has_said() -> None:
    """Two linked tables share the jackpot: the slip of the whole value is nobody's to sign (JW-15)."""
    felt = royal().prove_hand()
    felt.answering = False
    felt.release().badge("Lopez", Role.CASHIER)
    assert felt.tap(i.SignSlip(1, 1)) == BOOK_WAITING
    assert [slip["book_waits"] for slip in slips(felt.state)] == [True]
    felt.see(i.AwardObserved(1, 1, 1, 500_125, felt.meter_cents, felt.book_seq + 1))
    assert [(slip["cents"], slip["book_waits"]) for slip in slips(felt.state)] == [(500_125, False)]
    assert felt.do(i.SignSlip(1, 1)).events(e.SlipSigned) == [e.SlipSigned(1, 1, 500_125, "B-1", "Lopez")]


def test_nobody_but_a_cashier_signs_a_slip_and_none_who_released_it() -> None:
    felt = released()
    for person, role in (("Chef 1", Role.CHEF), ("Durand", Role.COMITE), ("Petit", Role.VIDEO)):
        assert felt.badge(person, role).tap(i.SignSlip(1, 1)) == Refusal("badge_cashier", "AC-01")
    same = Refusal("same_person", "RO-05", (("person", "Durand"),))
    assert felt.badge("Durand", Role.CASHIER).tap(i.SignSlip(1, 1)) == same
    assert felt.badge("Lopez", Role.CASHIER).tap(i.SignSlip(1, 2)) == Refusal("not_now")
    assert i.SignSlip(1, 1) in legal_now(felt.state)


def test_who_dealt_the_round_of_a_slip_does_not_sign_it_though_another_deals_by_now() -> None:
    """RO-05: a relieved dealer put his cashier's card in, and signed for the jackpot that he had dealt."""
    felt = Felt().open().dealer().stakes(s1=1000).chips(1).close().draw("As Ks 2c 7d").do(i.CallStreet())
    felt.draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h").do(i.BetRest()).showdown()
    felt.prove_hand().release().settle().do(i.NextRound()).dealer("croupier-08")
    same = Refusal("same_person", "RO-05", (("person", "Croupier-07"),))
    assert felt.badge("Croupier-07", Role.CASHIER).tap(i.SignSlip(1, 1)) == same
    assert felt.badge("croupier-08", Role.CASHIER).tap(i.SignSlip(1, 1)) is not None
    assert felt.badge(*CASHIER).tap(i.SignSlip(1, 1)) is None


def test_who_released_one_payment_signs_the_slip_of_another() -> None:
    felt = released().settle().do(i.NextRound())
    (slip,) = felt.state.slips
    other = replace(slip, round=2, released_by=("Roy", "Chef 2"))
    felt.state = changed(felt.state, slips=(slip, other))
    assert felt.badge("Roy", Role.CASHIER).tap(i.SignSlip(2, 1)) is not None
    assert felt.tap(i.SignSlip(1, 1)) is None


def test_with_a_register_the_cashier_shows_his_pin() -> None:
    felt = released(register=False)
    state = at_a_register(Role.CASHIER, proven=False)
    assert why_not_allowed(state, i.SignSlip(1, 1)) == Refusal("pin_first", "SE-11", (("person", "Durand"),))
    assert felt.state.slips[0].released_by == ("Durand", "Petit")


def test_the_table_does_not_close_before_the_slip_is_signed() -> None:
    felt = released(cash=TERMS).settle().see(i.BadgeGone()).do(i.NextRound()).badge().do(i.BeginClosing())
    assert ("slips", False) in closing_lines(felt.state)
    felt.see(i.BadgeGone()).badge("Lopez", Role.CASHIER).do(i.SignSlip(1, 1))
    assert ("slips", True) in closing_lines(felt.state)
    felt.badge().do(i.LeaveClosing()).fill_closing().do(i.CloseTable())
    assert felt.state.phase is Phase.CLOSED


def test_a_refused_claim_has_no_slip() -> None:
    felt = Felt().open().stakes(s1=1000, s2=1000).chips(1, 2).close()
    felt.draw("As Ks 2c 7d 3h 8c").do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h")
    felt.do(i.BetRest()).showdown().refuse()
    assert felt.state.slips == ()


@requirement("AC-12")
def test_a_stake_that_nobody_claims_is_booked_by_a_chef() -> None:
    felt = Felt(cash=TERMS).open()
    booked = i.BookOrphan(2_500, i.OrphanPlace.FLOOR)
    assert felt.tap(booked) == Refusal("badge_chef", "art. 55-20")
    felt.badge().do(booked, i.BookOrphan(500, i.OrphanPlace.FELT))
    assert felt.state.sheet.orphans_cents == 3_000
    assert felt.events(e.OrphanBooked)[0] == e.OrphanBooked("Chef 1", 2_500, i.OrphanPlace.FLOOR)
    for cents in (0, -500, 10**12):
        refused = Refusal("orphan_amount", "AC-12", (("cents", cents),))
        assert felt.tap(i.BookOrphan(cents, i.OrphanPlace.FELT)) == refused


def test_orphans_are_no_part_of_the_encaisse() -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.BookOrphan(2_500, i.OrphanPlace.FELT), i.BeginClosing())
    felt.do(i.BookOrphan(500, i.OrphanPlace.SEAT_LEFT)).do(i.LeaveClosing())
    felt.fill_closing(**FLOAT).do(i.CloseTable())
    result = felt.events(e.ResultRecorded)[-1]
    assert isinstance(result, e.ResultRecorded)
    assert result.result_cents == 0


@requirement("RO-05", "SE-12")
@pytest.mark.parametrize("kind", INTENTS.values(), ids=INTENTS)
def test_an_inspector_moves_nothing(kind: type[i.Intent]) -> None:
    """SE-12: with a register of people his badge lets through what needs no badge at all, and no more."""
    witnessing = i.SignIncident  # of a report: it moves nothing
    seeing = (i.CallChef, i.SeeCall, i.SeeAlarm, i.SilenceAlarm, i.EnterPin, i.AskPit, witnessing)
    drafting = (i.DraftSetting, i.DropDraft)  # what nobody has proposed yet changes nothing
    refusal = why_not_allowed(at_a_register(Role.INSPECTOR), sample(kind))
    assert (refusal is None) == (kind in (*seeing, *drafting))


def test_who_signs_the_closing_signs_no_slip_that_he_released() -> None:
    felt = released(cash=TERMS).settle().see(i.BadgeGone()).do(i.NextRound()).badge().do(i.BeginClosing())
    felt.count(**FLOAT).sign(CHEF, CASHIER)
    assert felt.badge(*CASHIER).tap(i.SignSlip(1, 1)) is None


@requirement("AC-12")
def test_no_stake_is_booked_as_orphan_at_a_table_that_is_not_open() -> None:
    felt = Felt(cash=TERMS).badge()
    assert felt.tap(i.BookOrphan(500, i.OrphanPlace.FELT)) == NOT_NOW
    assert felt.do(i.OpenTable()).tap(i.BookOrphan(500, i.OrphanPlace.FELT)) == NOT_NOW
    assert felt.state.sheet.orphans_cents == 0


def test_the_share_of_a_win_is_written_on_its_slip_once() -> None:
    """What stands on a paper that a cashier may have signed is not written over by a second answer."""
    state = released().state
    told = [slip.payment.cents for slip in state.slips]
    assert [slip.payment.cents for slip in with_share(state, 1, 1, 400).slips] == told
