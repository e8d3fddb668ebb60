"""A card is revoked: what its holder had begun, and another had still to approve, nobody approves (I9)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.evolve import fold
from controller.game.inputs import ClaimDoubt, Incident, Intent, Role
from controller.game.meter.types import CorrectionReason, StopFate
from controller.game.refusals import NOT_NOW, Refusal
from controller.game.state import TableState
from controller.journal.codec import Codec
from tests.builders import CASHIER, CHEF, COMITE, TERMS, Felt
from tests.game.arranged import betting, exchanged, read, royal, viewed
from tests.game.test_drafting import proposed
from tests.game.test_rectify import WINNER, fold_keyed, played, true_decision
from tests.law.requirements import requirement

OTHER = ("Petit", Role.COMITE)
SEAT_VOID = i.SeatRuling.VOID


def void_armed() -> Felt:
    felt = Felt().open().stakes(s1=1000).chips(1).close().draw("2c 7d").badge(*COMITE)
    return felt.do(i.DeclareIncident(Incident.IRREGULAR_DEAL), i.ArmVoid(Incident.IRREGULAR_DEAL))


def release_armed() -> Felt:
    return read().prepare_payments().badge(*COMITE).do(i.ArmRelease())


def amount_read() -> Felt:
    return viewed().badge(*COMITE).do(i.ReadAmount())


def refusal_proposed() -> Felt:
    return royal().badge(*COMITE).do(i.ProposeRefusal(ClaimDoubt.STAKE))


def ruling_proposed() -> Felt:
    felt = exchanged()
    seat = next(n for n in felt.state.places if felt.state.seat(n).exchange is not None)
    return felt.badge(*COMITE).do(i.ProposeRuling(seat, SEAT_VOID))


def correction_proposed() -> Felt:
    return Felt().open().badge(*COMITE).do(i.CorrectMeter(-5_000, CorrectionReason.MALFUNCTION))


def stop_proposed() -> Felt:
    return Felt().open().badge(*COMITE).do(i.StopJackpot(StopFate.TRANSFER))


def rectification_proposed() -> Felt:
    return fold_keyed().settle().badge(*COMITE).do(true_decision())


def count_signed() -> Felt:
    return Felt(cash=TERMS).open().badge().do(i.BeginAdvance()).count(p100000=50).sign(COMITE)


WAITING: dict[str, tuple[Callable[[], Felt], Intent, Intent]] = {
    "void": (
        void_armed,
        i.VoidRound(Incident.IRREGULAR_DEAL),
        i.ArmVoid(Incident.IRREGULAR_DEAL),
    ),
    "release": (release_armed, i.ReleaseAward(), i.ArmRelease()),
    "refusal": (
        refusal_proposed,
        i.RefuseAward(ClaimDoubt.STAKE),
        i.ProposeRefusal(ClaimDoubt.STAKE),
    ),
    "meter": (
        correction_proposed,
        i.ApproveMeterAct(),
        i.CorrectMeter(-5_000, CorrectionReason.MALFUNCTION),
    ),
    "stop": (stop_proposed, i.ApproveMeterAct(), i.StopJackpot(StopFate.TRANSFER)),
    "rectification": (rectification_proposed, i.ApproveRectification(), true_decision()),
}
"""What a member of the comité has begun; how another ends it; and how another begins it anew."""


@requirement("SE-11")
@pytest.mark.parametrize("name", WAITING)
def test_nobody_ends_what_a_revoked_person_began_and_another_begins_it_anew(name: str) -> None:
    begun, ended, anew = WAITING[name]
    felt = begun().see(i.RevokedObserved(COMITE[0])).badge(*OTHER)
    fallen = e.ProposalsFallen(COMITE[0], ("meter" if name == "stop" else name,))
    assert felt.events(e.ProposalsFallen) == [fallen]
    refusal = felt.tap(ended)
    assert refusal is not None
    assert refusal.code in {"not_now", "void_not_armed", "arm_first", "refusal_first"}
    assert felt.tap(anew) is None
    assert felt.badge("Roy", Role.COMITE).tap(ended) is None
    felt.see(i.RevokedObserved(COMITE[0]))
    assert len(felt.events(e.ProposalsFallen)) == 1, "nothing of his is left to fall"


def test_an_amount_that_a_revoked_person_read_is_read_by_two_others() -> None:
    felt = amount_read().see(i.RevokedObserved(COMITE[0])).badge("Chef 1", Role.CHEF)
    assert felt.tap(i.ReadAmount()) == Refusal("badge_comite", "art. 55-20, 2°")
    felt.badge(*OTHER).do(i.ReadAmount()).badge("Chef 1", Role.CHEF).do(i.ReadAmount())
    verification = felt.state.playing.verification
    assert verification is not None
    assert verification.read_by == ("Petit", "Chef 1")


def test_a_ruling_that_a_revoked_person_proposed_is_proposed_anew() -> None:
    felt = ruling_proposed().see(i.RevokedObserved(COMITE[0])).badge(*OTHER)
    seat = next(n for n in felt.state.places if felt.state.seat(n).exchange is not None)
    assert felt.tap(i.ConfirmRuling(seat, SEAT_VOID)) == Refusal("ruling_first", "JW-08", (("seat", seat),))
    felt.do(i.ProposeRuling(seat, SEAT_VOID)).badge("Roy", Role.COMITE)
    assert felt.tap(i.ConfirmRuling(seat, SEAT_VOID)) is None


def test_a_jp1_stake_to_give_back_that_a_revoked_chef_proposed_is_not_approved_and_holds_nothing_up() -> None:
    felt = (
        betting()
        .chips(1)
        .close()
        .draw("2c 7d")
        .badge()
        .do(i.ProposeCorrection(1))
        .see(i.RevokedObserved(CHEF[0]))
    )
    assert felt.badge(*COMITE).tap(i.ApproveCorrection()) == Refusal(
        "proposer_revoked", "SE-11", (("person", CHEF[0]),)
    )
    felt.badge("Chef 2", Role.CHEF).do(i.Resume(), i.ProposeCorrection(1)).badge(*COMITE)
    assert felt.tap(i.ApproveCorrection()) is None


def test_a_count_that_a_revoked_person_signed_alone_is_signed_by_two_others() -> None:
    felt = count_signed().see(i.RevokedObserved(COMITE[0]))
    count = felt.state.sheet.count
    assert count is not None
    assert (count.signed, count.signers) == ((), (COMITE[0],))
    assert felt.badge().tap(i.BeginClosing()) == Refusal(
        "advance_to_sign", "art. 49", (("person", COMITE[0]),)
    )
    felt.sign(CHEF, OTHER)
    assert felt.state.sheet.advances_cents == 5_000_000 + TERMS.float_cents


def test_what_two_had_signed_before_one_of_them_was_revoked_stands() -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.BeginClosing()).count(p100000=25).sign(CHEF, CASHIER)
    felt.see(i.RevokedObserved(CHEF[0]))
    assert felt.state.sheet.count is not None
    assert felt.state.sheet.count.done
    assert felt.events(e.ProposalsFallen) == []


def test_settings_that_a_revoked_person_proposed_are_withdrawn_and_not_approved() -> None:
    felt = proposed()
    draft = felt.state.settings.draft
    assert draft is not None
    felt.see(i.RevokedObserved(draft.person)).badge(*COMITE)
    wanted = Refusal("proposer_revoked", "SE-11", (("person", draft.person),))
    assert felt.tap(i.ApproveSettings()) == wanted
    assert felt.tap(i.WithdrawSettings()) is None


@pytest.mark.parametrize("name", WAITING)
def test_killed_after_it_the_table_comes_back_where_it_was(name: str) -> None:
    felt = WAITING[name][0]().see(i.RevokedObserved(COMITE[0]))
    (told,) = felt.events(e.ProposalsFallen)
    codec = Codec(e.EVENTS)
    assert codec.decode(*codec.encode(told)) == told
    assert fold(TableState(felt.state.facts), felt.entries) == felt.state


def test_a_revoked_person_of_whom_nothing_waits_is_told_of_by_no_entry() -> None:
    felt = Felt().open()
    before = len(felt.entries)
    felt.see(i.RevokedObserved("nobody"))
    assert len(felt.entries) == before
    assert felt.badge(*COMITE).tap(i.ApproveMeterAct()) == NOT_NOW


def stake_collected() -> Felt:
    return Felt(register=True).open().stakes(s1=1000).chips(1).close()


def seat_settled() -> Felt:
    """Fold was keyed at seat 2, which really played once its Ante and wins."""
    felt = Felt(register=True).open()
    played(felt, {1: (1_000, 0, "play1"), 2: (1_000, 500, "fold")}, WINNER.split())
    return felt.do(i.SettleSeat(2))


OF_THE_DEALER: dict[str, tuple[Callable[[], Felt], Intent, Intent]] = {
    "jp1_correction": (stake_collected, i.ProposeCorrection(1), i.ApproveCorrection()),
    "rectification": (seat_settled, true_decision(), i.ApproveRectification()),
}
"""What a dealer proposes by his keys, without a card, and who allows it by his."""


def started_again(felt: Felt) -> Felt:
    """The program was started anew, and has heard of everybody who is revoked."""
    again = felt.again()
    again._step([e.SessionResumed()])
    return again.see(i.RevokedObserved("croupier-07")).do(i.ConfirmFelt())


@requirement("SE-11")
@pytest.mark.parametrize("name", OF_THE_DEALER)
def test_a_revoked_dealer_proposes_nothing_though_he_ends_his_round_and_a_chef_does_in_his_stead(
    name: str,
) -> None:
    """What he proposed was approved at a table that went on, and fell at one that was started again."""
    begun, proposed_by_him, allowed = OF_THE_DEALER[name]
    live = begun().see(i.RevokedObserved("croupier-07"))
    for felt in (live, started_again(live)):
        refusal = felt.tap(proposed_by_him)
        assert refusal is not None
        assert refusal.code == "badge_chef"
        felt.person(*CHEF).do(proposed_by_him)
        refusal = felt.tap(allowed)
        assert refusal is not None
        assert refusal.code == "same_person"
        again = started_again(felt)
        assert again.events(e.ProposalsFallen) == [], "it is the chef's"
        for one in (felt, again):
            one.person(*OTHER).do(allowed)


@pytest.mark.parametrize("name", OF_THE_DEALER)
def test_what_a_dealer_had_proposed_before_he_was_revoked_falls_live_and_after_a_restart(name: str) -> None:
    begun, proposed_by_him, allowed = OF_THE_DEALER[name]
    live = begun().do(proposed_by_him).see(i.RevokedObserved("croupier-07"))
    again = started_again(live)
    assert again.events(e.ProposalsFallen) == live.events(e.ProposalsFallen) != []
    told = [(felt.state.held, felt.state.record.open) for felt in (live, again)]
    assert told[0] == told[1]
    for felt in (live, again):
        refusal = felt.person(*OTHER).tap(allowed)
        assert refusal is not None
        assert refusal.code in {"proposer_revoked", "not_now"}
