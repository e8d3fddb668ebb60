"""Every intent and every role: who may, told here anew (requirements RO-01 to RO-05, JW-06, JW-07, JW-18)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game import events as e
from controller.game import inputs as i
from controller.game.acts import ACTS
from controller.game.changes import with_seat
from controller.game.dealing.declared_hand import Outcome
from controller.game.dealing.exchanged_cards import contested
from controller.game.felt import Spot, board
from controller.game.hands import HandClass
from controller.game.incidents.causes import HoldCause
from controller.game.inputs import INTENTS, Intent, Role
from controller.game.meter.types import CorrectionReason, StopCause, StopFate
from controller.game.payment.types import Exchange
from controller.game.people.pin import Pin
from controller.game.rectification.claimed_facts import Mistake, Moved, RectificationReason
from controller.game.refusals import Refusal
from controller.game.rights import right_of, why_not_allowed
from controller.game.roles import distinct
from controller.game.settings.types import ChangeReason, DraftDoubt
from controller.game.state import TableState
from controller.game.state_parts import Badge, Charge, DealerThere, Hold
from tests.builders import TERMS, Felt, card
from tests.law.requirements import requirement

SAMPLES: dict[type[Intent], Intent] = {
    i.SetLamp: i.SetLamp(1, True),
    i.SetStakes: i.SetStakes(1, 1000),
    i.BetPlay: i.BetPlay(1, 4),
    i.BetOn: i.BetOn(1, Spot.A2),
    i.KeyCard: i.KeyCard(board(0), card("As")),
    i.SeeAlarm: i.SeeAlarm(1),
    i.AllowMode: i.AllowMode(i.Mode.HAND_SHUFFLE),
    i.DeclareDeck: i.DeclareDeck("red", 52),
    i.DeclareIncident: i.DeclareIncident(i.Incident.EQUIPMENT),
    i.ReportIncident: i.ReportIncident(i.Incident.MISSING_CARD, i.Finding.HAND_COUNT, i.Measure.DECK_REMOVED),
    i.ArmVoid: i.ArmVoid(i.Incident.EQUIPMENT),
    i.VoidRound: i.VoidRound(i.Incident.EQUIPMENT),
    i.ReviewVideo: i.ReviewVideo(True, "C-3", True),
    i.ProposeRefusal: i.ProposeRefusal(i.ClaimDoubt.HAND),
    i.RefuseAward: i.RefuseAward(i.ClaimDoubt.IMAGES),
    i.ProposeRuling: i.ProposeRuling(1, i.SeatRuling.VOID),
    i.ConfirmRuling: i.ConfirmRuling(1, i.SeatRuling.VOID),
    i.ConfirmCard: i.ConfirmCard(board(0)),
    i.ReportCard: i.ReportCard(board(0), card("As")),
    i.WithdrawReport: i.WithdrawReport(board(0)),
    i.PreparePayment: i.PreparePayment(1, i.PaymentMode.CHIPS, "B-1"),
    i.CountPieces: i.CountPieces(500, 2),
    i.DeclareSerial: i.DeclareSerial("red", "R-0001"),
    i.CountDeck: i.CountDeck("red", 52),
    i.TickLine: i.TickLine(i.SheetLine.WITNESS),
    i.CorrectMeter: i.CorrectMeter(-500, CorrectionReason.MALFUNCTION),
    i.StopJackpot: i.StopJackpot(StopFate.TRANSFER),
    i.ReportStop: i.ReportStop(StopCause.DISPLAY),
    i.EnterPin: i.EnterPin(Pin("135790")),
    i.SignSlip: i.SignSlip(1, 1),
    i.DraftSetting: i.DraftSetting("pace.betting_ms", "60000"),
    i.ProposeSettings: i.ProposeSettings(ChangeReason.PROCEDURE),
    i.RefuseSettings: i.RefuseSettings(DraftDoubt.FIGURES),
    i.BookOrphan: i.BookOrphan(500, i.OrphanPlace.FELT),
    i.EnterHand: i.EnterHand(1, Outcome.WIN, HandClass.FLUSH),
    i.ProposeRectification: i.ProposeRectification(
        1, 1, Mistake.DECISION, RectificationReason.KEYING, decision="fold"
    ),
    i.SettleRectification: i.SettleRectification(Moved.LEFT),
}
EVERYBODY = frozenset({None, *Role})
ABOVE = frozenset({Role.CHEF, Role.COMITE, Role.DIRECTOR})
MAY: dict[type[Intent], frozenset[Role | None]] = {
    **dict.fromkeys(INTENTS.values(), EVERYBODY),  # at the table, without a register of people
    i.ConfirmOpening: ABOVE,
    i.CloseTable: ABOVE,
    i.SignCash: ABOVE,  # the second to sign is of others
    i.BeginAdvance: ABOVE,
    i.GiveUpAdvance: ABOVE,
    i.AnnounceLastDeals: ABOVE,
    i.WithdrawLastDeals: ABOVE,
    i.BeginClosing: ABOVE,
    i.LeaveClosing: ABOVE,
    i.ReopenBets: ABOVE,
    i.RegisterJp1Now: ABOVE,
    i.GiveJp1Back: ABOVE,
    i.Resume: ABOVE,
    i.ArmVoid: ABOVE,
    i.DisarmVoid: ABOVE,
    i.VoidRound: ABOVE,
    i.AllowMode: ABOVE,
    i.LiftBlock: frozenset({Role.COMITE, Role.DIRECTOR}),
    i.CountJp1Chips: frozenset({Role.COMITE, Role.DIRECTOR}),
    i.SignIncident: frozenset(Role),
    **dict.fromkeys(
        (
            i.ConfirmCard,
            i.ReportCard,
            i.ConfirmHand,
            i.ReadAmount,  # the second reader is of others
            i.PreparePayment,
            i.ArmRelease,
            i.ProposeRefusal,
        ),
        frozenset({Role.COMITE, Role.DIRECTOR}),
    ),
    i.ReviewVideo: frozenset({Role.VIDEO, Role.COMITE, Role.DIRECTOR}),
    i.WaitForVideo: frozenset({Role.VIDEO, Role.COMITE, Role.DIRECTOR}),
    i.WithdrawReport: frozenset({Role.VIDEO, *ABOVE}),
    i.ReleaseAward: frozenset({Role.VIDEO, *ABOVE}),
    i.RefuseAward: frozenset({Role.VIDEO, Role.COMITE, Role.DIRECTOR}),
    i.ProposeRuling: frozenset({Role.COMITE, Role.DIRECTOR}),
    i.ConfirmRuling: frozenset({Role.VIDEO, *ABOVE}),
    **dict.fromkeys(
        (i.CorrectMeter, i.StopJackpot, i.ReopenJackpot, i.ApproveMeterAct, i.WithdrawMeterAct),
        frozenset({Role.COMITE, Role.DIRECTOR}),
    ),
    **dict.fromkeys(
        (i.ApproveSettings, i.RefuseSettings, i.WithdrawSettings),
        frozenset({Role.COMITE, Role.DIRECTOR}),
    ),
    i.ProposeSettings: frozenset({Role.DIRECTOR}),
    i.ReportStop: ABOVE,
    i.Reconcile: ABOVE,
    i.SignOn: frozenset({Role.DEALER}),
    i.DealByHand: ABOVE,
    i.DealByShoe: ABOVE,
    i.ConfirmPayment: ABOVE,
    i.ChangeMaximum: frozenset({Role.COMITE, Role.DIRECTOR}),
    i.SeatByHand: ABOVE,
    i.AllowHandLamps: ABOVE,
    i.EndHandLamps: ABOVE,
    i.CountersignTotals: ABOVE,
    i.ChipCounts: ABOVE,
    i.ApproveCorrection: ABOVE,
    i.SetStakesAside: ABOVE,
    i.OpenSeal: ABOVE,
    i.BookOrphan: ABOVE,
    i.ProposeRectification: ABOVE,  # of a closed round; in the settlement the dealer asks
    i.ApproveRectification: frozenset({Role.COMITE, Role.DIRECTOR}),
    i.RejectRectification: frozenset({Role.COMITE, Role.DIRECTOR}),
    i.WithdrawRectification: ABOVE,
    i.SettleRectification: ABOVE,  # the player has left; the dealer pays and takes
    i.SignSlip: frozenset({Role.CASHIER}),
}
"""At a table without a register of people, whose dealer has no name."""
SEEING = (
    *(i.CallChef, i.SeeCall, i.SeeAlarm, i.SilenceAlarm, i.EnterPin, i.AskPit),
    *(i.DraftSetting, i.DropDraft),
)
BESIDE_THE_DEALER = (
    *(i.OpenTable, i.KeyCard, i.DeclareIncident, i.ConfirmFelt, i.Pause, i.EndPause, i.SignOff),
    *(i.LeaveMode, i.ShowEmpty, i.WithdrawShowEmpty, i.ReportIncident),
    *(i.CountPieces, i.DeclareSerial, i.CountDeck, i.TickLine),
)
"""What a chef may do beside the dealer, or without one."""


def may_with_register(kind: type[Intent], *, dealer: bool) -> frozenset[Role | None]:
    """Whose badge, proven, lets the intent through; with `dealer` somebody is signed on."""
    if kind in SEEING:
        return EVERYBODY
    if kind is i.EndPause or (kind in BESIDE_THE_DEALER and not dealer):
        return ABOVE
    if MAY[kind] is EVERYBODY:
        return EVERYBODY if dealer else frozenset()
    return MAY[kind]


def at_a_register(role: Role | None, *, dealer: bool = False, **changes: object) -> TableState:
    """The same table with a register of people, the badge proven and the chef in charge of the table."""
    state = with_badge(role)
    state = replace(
        state,
        facts=replace(state.facts, register=True),
        dealer=DealerThere("croupier-07", 0) if dealer else None,
    )
    if state.badge is None:
        return state
    known = {"charge": Charge.TAKEN, **changes}
    return replace(state, badge=replace(state.badge, **known))  # type: ignore[arg-type]


def sample(kind: type[Intent]) -> Intent:
    if kind in SAMPLES:
        return SAMPLES[kind]
    return kind(1) if kind.__dataclass_fields__ else kind()  # type: ignore[call-arg]


def with_badge(role: Role | None, state: TableState | None = None) -> TableState:
    """An open table with this badge in its reader."""
    state = state or Felt().open().stakes(s1=1000).state
    return replace(state, badge=None if role is None else Badge("Durand", role, True))


def test_every_intent_has_its_row() -> None:
    assert set(ACTS) == set(INTENTS.values()) == set(MAY)


@requirement("RO-01")
@pytest.mark.parametrize("kind", INTENTS.values(), ids=INTENTS)
def test_these_roles_and_no_others_may_send_it(kind: type[Intent]) -> None:
    allowed = {role for role in EVERYBODY if why_not_allowed(with_badge(role), sample(kind)) is None}
    assert allowed == MAY[kind]


@pytest.mark.parametrize("dealer", [False, True], ids=["nobody deals", "somebody deals"])
@pytest.mark.parametrize("kind", INTENTS.values(), ids=INTENTS)
def test_with_a_register_the_dealer_has_a_name(kind: type[Intent], dealer: bool) -> None:
    allowed = {
        role
        for role in EVERYBODY
        if why_not_allowed(at_a_register(role, dealer=dealer), sample(kind)) is None
    }
    assert allowed == may_with_register(kind, dealer=dealer)


@requirement("JW-06")
@pytest.mark.parametrize("role", Role, ids=str)
def test_with_a_register_no_badge_counts_without_its_pin(role: Role) -> None:
    for kind in INTENTS.values():
        assert_no_badge_counts_without_its_pin(kind, role)


def assert_no_badge_counts_without_its_pin(kind: type[Intent], role: Role) -> None:
    refusal = why_not_allowed(at_a_register(role, proven=False), sample(kind))
    if kind in SEEING:
        assert refusal is None
    elif role in may_with_register(kind, dealer=False):
        assert refusal == Refusal("pin_first", "SE-11", (("person", "Durand"),)), kind
    else:
        assert refusal is not None, kind
        assert refusal.code in ("no_dealer", "second_person") or refusal.code.startswith("badge_")


@requirement("RO-02", "RP-13")
def test_a_chef_with_two_tables_elsewhere_does_nothing_here() -> None:
    refused = at_a_register(Role.CHEF, charge=Charge.REFUSED, elsewhere=("UTH-1", "UTH-3"))
    assert why_not_allowed(refused, i.CloseTable()) == Refusal(
        "two_tables", "art. 55-20", (("tables", "UTH-1 UTH-3"),)
    )
    waiting = at_a_register(Role.CHEF, charge=Charge.UNKNOWN)
    assert why_not_allowed(waiting, i.CloseTable()) == Refusal("charge_waiting", "art. 55-20")
    comite = at_a_register(Role.COMITE, charge=Charge.UNKNOWN)
    assert why_not_allowed(comite, i.CloseTable()) is None, "the law bounds the chef de table"


@requirement("RO-01")
def test_the_dealer_has_no_part_in_releasing_what_he_dealt() -> None:
    state = replace(with_badge(Role.COMITE), dealer=DealerThere("Durand", 0))
    for act in (
        i.ConfirmHand(),
        i.ReadAmount(),
        i.ArmRelease(),
        i.ReleaseAward(),
        i.ReviewVideo(True, "C-3"),
    ):
        refusal = why_not_allowed(state, act)
        assert refusal is not None
        assert refusal.code == "same_person"


@requirement("RP-16")
@pytest.mark.parametrize("role", sorted(EVERYBODY, key=str), ids=str)
def test_the_dealer_ends_the_hold_of_an_exposed_card_and_no_other(role: Role | None) -> None:
    state = with_badge(role)
    exposed = replace(state, held=Hold(HoldCause.EXPOSED_CARD, 0, "", "", 0))
    assert why_not_allowed(exposed, i.Resume()) is None
    jammed = replace(state, held=Hold(HoldCause.EQUIPMENT, 0, "", "", 0))
    assert (why_not_allowed(jammed, i.Resume()) is None) == (role in ABOVE)


def test_a_chip_is_given_back_without_the_chef_when_jp1_is_closed() -> None:
    felt = Felt().open().stakes(s1=1000).see(i.BookUnreachable("read", "timeout"))
    assert why_not_allowed(with_badge(None, felt.state), i.GiveJp1Back()) is None


@given(st.text(max_size=3), st.lists(st.text(max_size=3), max_size=4))
def test_distinct_is_somebody_and_none_of_the_others(person: str, others: list[str]) -> None:
    def known(name: str) -> str:
        return name.strip().casefold()

    somebody = bool(person.strip())
    assert distinct(person, *others) == (somebody and known(person) not in map(known, others))


@requirement("PM-11")
@pytest.mark.parametrize("other", ["DURAND", "durand ", "Durand"])
def test_who_is_written_otherwise_is_no_second_person(other: str) -> None:
    """As the jackpot's book compares them: it would refuse for good what the table let them do."""
    felt = Felt().open().badge("Durand", Role.COMITE).do(i.StopJackpot(StopFate.ORPHANS))
    refusal = felt.badge(other, Role.DIRECTOR).tap(i.ApproveMeterAct())
    assert isinstance(refusal, Refusal)
    assert refusal.code == "same_person"
    felt.badge("Martin", Role.DIRECTOR).do(i.ApproveMeterAct())


def test_two_members_who_propose_for_two_seats_may_each_confirm_the_other() -> None:
    """Crossed proposals have a lawful end by the same two persons (JW-08)."""
    state = contested(with_badge(Role.COMITE), (1, 4))
    for seat, by in ((1, "Durand"), (4, "Roux")):
        exchange = Exchange(proposed=i.SeatRuling.VOID, by=by)
        state = with_seat(state, seat, exchange=exchange)
    assert why_not_allowed(state, i.ConfirmRuling(4, i.SeatRuling.VOID)) is None
    same = Refusal("same_person", "JW-08", (("person", "Durand"),))
    assert why_not_allowed(state, i.ConfirmRuling(1, i.SeatRuling.VOID)) == same


@pytest.mark.parametrize("role", Role, ids=str)
def test_what_asks_for_somebody_beside_the_dealer_is_never_his(role: Role) -> None:
    """A dealer with a second card stays the dealer: persons count, not the cards they carry (F-16)."""
    for kind in INTENTS.values():
        assert_never_the_dealer_s(kind, role)


def assert_never_the_dealer_s(kind: type[Intent], role: Role) -> None:
    state = at_a_register(role, dealer=True)
    right = right_of(state, sample(kind))
    himself = replace(state, dealer=DealerThere("Durand", 0))
    refusal = why_not_allowed(himself, sample(kind))
    if right.refusal is None or Role.DEALER in right.roles or kind is i.EndPause:
        assert refusal == why_not_allowed(state, sample(kind)) or kind is i.EndPause, kind
    else:
        assert refusal is not None, kind
        if role in right.roles:
            assert refusal.code == "same_person"


def test_a_card_whose_holder_has_shown_no_pin_signs_nothing_that_the_dealer_does() -> None:
    """A card of the comité lay in the reader, and what the dealer did alone stood in its name (SE-11)."""
    felt = Felt(register=True).open().stakes(s1=1000).close().draw("2c 7d")
    dealer = felt.state.dealer
    assert dealer is not None
    felt.do(i.DeclareIncident(i.Incident.EXPOSED_CARD)).badge("Durand", Role.COMITE).do(i.Resume())
    (ended,) = felt.events(e.HoldEnded)
    assert ended == e.HoldEnded("")
    counted = Felt(register=True).open().stakes(s1=1000).chips(1).do(i.CloseBets(), i.TellDifference())
    counted.badge("Durand", Role.COMITE).do(i.CountAgrees())
    (agreed,) = counted.events(e.Jp1CountResolved)
    assert isinstance(agreed, e.Jp1CountResolved)
    assert agreed.person == "", "the dealer alone found that the chips agree"
    opening = Felt(cash=TERMS, register=True).dealer().do(i.OpenTable()).badge("Durand", Role.COMITE)
    opening.do(i.DeclareSerial("red", "R-0001"))
    (declared,) = opening.events(e.SerialDeclared)
    assert declared.person == dealer.person
    opening.person("Durand", Role.COMITE).do(i.DeclareSerial("blue", "B-0001"))
    assert opening.events(e.SerialDeclared)[-1].person == "Durand"


def chips_on_a_hold(**known: object) -> Felt:
    """A JP1 chip is latched, nobody has registered it, and the first card is out."""
    return Felt(**known).open().stakes(s1=1000, s2=1000).chips(2).draw("2c")  # type: ignore[arg-type]


def test_who_ends_a_hold_by_giving_chips_back_is_named_by_his_pin() -> None:
    felt = chips_on_a_hold(register=True).person("Chef 1", Role.CHEF).do(i.GiveJp1Back())
    assert felt.events(e.HoldEnded) == [e.HoldEnded("Chef 1")]


def test_a_card_without_its_pin_ends_no_hold_by_giving_chips_back() -> None:
    """JP1 is closed, and the dealer gives them back alone: a card that lies there is no name."""
    felt = (
        chips_on_a_hold(register=True)
        .see(i.BookUnreachable("ReadMeter", "timeout"))
        .badge("Durand", Role.COMITE)
    )
    assert not felt.state.jackpot.open
    felt.do(i.GiveJp1Back())
    assert felt.events(e.HoldEnded) == [e.HoldEnded("")]
