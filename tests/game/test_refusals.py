"""Every refusal is reached and says why; and in any state the acts offered are the acts taken.

One rule stands behind the key, the act and the test: what `legal_now` lists, `decide` takes, and nothing
else of the same kind. Stakes and keyed cards, which nobody can list, are compared with rules told here anew.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.alarms import WARNINGS
from controller.game.bets import legal_now
from controller.game.changes import with_round
from controller.game.decide import decide
from controller.game.entered import Outcome
from controller.game.evolve import evolve, fold
from controller.game.felt import SEATS, Pile, Place, Spot, board, dealer, hole
from controller.game.follow import follow
from controller.game.hands import HandClass
from controller.game.house_settings import ChangeReason, DraftDoubt
from controller.game.inputs import Health, Intent, Machine, Role, ShufflerMode
from controller.game.invariants import broken
from controller.game.meter import StopCause, StopFate
from controller.game.owed import book_holds
from controller.game.profile import play_bets
from controller.game.refusals import BADGE_CHEF, Refusal
from controller.game.rights import chef_here
from controller.game.state import Phase, TableState
from controller.game.truth import Moved
from controller.game.winning_hand import hand_places
from controller.settings import load_profile
from tests.builders import TERMS, Felt, card
from tests.wander import PLACES, SIMPLE, Wanderer
from tests.wander.settings import SETTINGS, in_force

pytestmark = pytest.mark.slow

CORE = Path(__file__).parents[2] / "controller" / "game"
ART, ART_1, ART_2 = "art. 55-20", "art. 55-20, 1°", "art. 55-20, 2°"


# --- tables brought to a point -------------------------------------------------------------------


def betting() -> Felt:
    return Felt().open().stakes(s1=1000, s4=1000)


def latched() -> Felt:
    return betting().chips(1).do(i.CloseBets())


def waiting_for_the_book() -> Felt:
    felt = latched()
    felt.answering = False
    return felt.do(i.CollectJp1())


def preflop(cards: str = "2c 7d 3c 8d 9s 4h") -> Felt:
    return betting().close().draw(cards)


def river(cards: str = "2c 7d 3c 8d 9s 4h") -> Felt:
    return preflop(cards).do(i.CallStreet()).draw("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs")


def showdown() -> Felt:
    return river().do(i.BetRest()).showdown()


def nobody_answers() -> Felt:
    """The press of one seat, half a minute without an answer."""
    felt = waiting_for_the_book().see(i.BookUnreachable("contribute", "timeout"))
    felt.now_ms += felt.state.facts.unanswered_ms
    return felt.see(i.TimeObserved(felt.now_ms))


def sealed() -> Felt:
    return nobody_answers().badge().do(i.SetStakesAside(1)).see(i.BadgeGone())


def settling() -> Felt:
    return showdown().do(i.OpenSettlement())


def royal(*others: int) -> Felt:
    """Seat 1 holds a royal of his own and plays JP1, and so do these other seats."""
    felt = betting().chips(1, *others).close().draw("As Ks 2c 7d 3h 8c").do(i.CallStreet()).draw("Qs Js Ts")
    return felt.do(i.CallStreet()).draw("4d 9h").do(i.BetRest()).showdown()


def drafted() -> Felt:
    """A draft of settings is in writing, and was found to be sound."""
    felt = Felt(settings=SETTINGS).see(in_force()).do(i.DraftSetting("pace.betting_ms", "60000"))
    return felt.see(i.DraftObserved(felt.state.settings.writing, "d1"))


def identified() -> Felt:
    return royal().identify()


def viewed() -> Felt:
    return identified().view_images()


def read() -> Felt:
    return viewed().read_amounts()


MISSING = i.ReportIncident(i.Incident.MISSING_CARD, i.Finding.HAND_COUNT, i.Measure.DECK_REMOVED)
CARDS_FIRST = Refusal(
    "cards_to_confirm", "art. 55-20, 2°", (("places", "hole.1.0 hole.1.1 board.0 board.1 board.2"),)
)


def miscounted() -> Felt:
    """The settlement of the royal has a cent too many: a bug of ours, and the second count finds it."""
    felt = royal(4).badge("Durand", Role.COMITE)
    felt.do(*(i.ConfirmCard(place) for place in hand_places(felt.state)))
    settlement = felt.state.playing.settlement
    assert settlement is not None
    lines = [
        line._replace(awards=tuple(award._replace(cents=award.cents + 1) for award in line.awards))
        for line in settlement.seat(4).lines
    ]
    seats = tuple(one if one.seat == 1 else one._replace(lines=tuple(lines)) for one in settlement.seats)
    felt.state = with_round(felt.state, settlement=settlement._replace(seats=seats))
    return felt


def large_prize() -> Felt:
    """Seat 1 holds a full house with JP1, and the dealer's limit is below its prize."""
    felt = Felt(dealer_prize_cents=4_999).open().stakes(s1=1000).chips(1).close().draw("Kc Kd 2c 7d")
    felt.do(i.CallStreet()).draw("Kh 8s 8d").do(i.CallStreet()).draw("4d 9h").do(i.BetRest())
    return felt.showdown().do(i.OpenSettlement())


def without_side_bet() -> Felt:
    return Felt(replace(load_profile("fr-55-20-2015"), trips={}, digest="no trips")).open()


def live() -> Felt:
    """A table by the clock, whose stakes do not stand: seat 1 staked in the round before."""
    felt = Felt(load_profile("live-uth")).open().stakes(s1=1000).close().draw("2c 7d 9s 4h")
    felt.do(i.Check(1), i.CallStreet()).draw("Kc Jd 6h").do(i.Check(1), i.CallStreet()).draw("5s Qs")
    return felt.fold(1).showdown().settle().do(i.NextRound())


def casino() -> Felt:
    """Hold'em poker de casino on the turn; seats 1 and 4 have bet nothing, the bank has nothing."""
    felt = Felt(load_profile("fr-holdem-casino")).open().stakes(s1=1000, s4=(1000, 500))
    felt.close().draw("2c 7d 3c 8d 9s 4h").do(i.CallStreet()).draw("Ts Kc Jd 6h").do(i.CallStreet())
    return felt.draw("As 5s")


def casino_showdown() -> Felt:
    felt = casino().do(i.BetOn(1, Spot.A05T), i.BetOn(4, Spot.A05T), i.CallStreet())
    return felt.draw("Ah Qs").showdown()


def late_chip() -> Felt:
    return river().do(i.BetRest()).showdown().chips(4).settle()


def shuffler(mode: ShufflerMode, count: int, shuffled: bool) -> Felt:
    felt = betting().see(i.HealthObserved(Machine.SHUFFLER, Health.UP))
    return felt.see(i.ShufflerObserved(mode, "red", "blue", count, shuffled))


def jp1_closed_after_latching() -> Felt:
    return latched().see(i.BookUnreachable("read", "timeout"))


def card_before_jp1(*cards: str) -> Felt:
    return latched().draw(" ".join(cards)).badge()


def restarted() -> Felt:
    felt = preflop()
    felt._step([e.SessionResumed()])
    return felt


def registered() -> Felt:
    return Felt(register=True)


def chef_again() -> tuple[i.Observation, ...]:
    """A chef whose card has checked his PIN, not yet in charge of the table."""
    return (i.BadgeObserved("Martin", Role.CHEF, True),)


def stake_refused(code: str, spot: str, **numbers: int) -> Refusal:
    return Refusal(code, "art. 55-20-1", (("seat", 2), ("spot", spot), *numbers.items()))


def last_deal_played() -> Felt:
    """One last deal was announced, and it is played."""
    felt = Felt(cash=replace(TERMS, last_deals=1)).open().badge().do(i.AnnounceLastDeals())
    felt.see(i.BadgeGone()).stakes(s1=1000).close().draw("Ah 7d Qc Jd").play(4, 1)
    return felt.draw("Kd 8s 3h 9c 4d").showdown().settle()


CASES: list[tuple[Callable[[], Felt], Intent, Refusal]] = [
    # other games
    (live, i.RepeatStakes(4), Refusal("nothing_to_repeat", "", (("seat", 4),))),
    (
        lambda: live().do(i.RepeatStakes(1)),
        i.RepeatStakes(1),
        Refusal("nothing_to_repeat", "", (("seat", 1),)),
    ),
    (
        lambda: live().do(i.RepeatStakes(1), i.DoubleStakes(1)),
        i.DoubleStakes(1),
        Refusal("doubled_once", "", (("seat", 1),)),
    ),
    (
        lambda: live().stakes(s2=15_000),
        i.DoubleStakes(2),
        Refusal("at_maximum", "art. 55-20-1", (("seat", 2), ("maximum_cents", 15_000))),
    ),
    (casino, i.BetOn(1, Spot.A2), Refusal("bet_not_offered", "", (("spot", "a2"), ("offered", "a05t")))),
    (casino, i.CallStreet(), Refusal("decisions_waited", ART, (("seats", "1 4"),))),
    (casino_showdown, i.OpenSettlement(), Refusal("antes_first")),
    # at any time
    (restarted, i.CallStreet(), Refusal("felt_first")),
    (lambda: betting().do(i.Pause()), i.CloseBets(), Refusal("paused")),
    (
        lambda: preflop().do(i.DeclareIncident(i.Incident.EQUIPMENT)),
        i.CallStreet(),
        Refusal("held", "", (("cause", "equipment"),)),
    ),
    (betting, i.OpenTable(), Refusal("not_now")),
    (Felt, i.Undo(), Refusal("nothing_to_undo")),
    (waiting_for_the_book, i.Undo(), Refusal("nothing_to_undo")),
    (betting, i.SeeAlarm(3), Refusal("no_such_alarm", "", (("alarm", 3),))),
    # opening and closing
    (lambda: Felt().do(i.OpenTable()), i.ConfirmOpening(), Refusal("badge_chef", ART)),
    (betting, i.CloseTable(), Refusal("badge_chef", ART)),
    (betting, i.ChangeMaximum(10_000), Refusal("badge_chef", ART)),
    (
        lambda: Felt(cash=TERMS).open().badge().do(i.BeginClosing()),
        i.CloseBets(),
        Refusal("closing"),
    ),
    (
        lambda: Felt(cash=TERMS).open().badge().do(i.BeginClosing()).count(p500=1).do(i.SignCash()),
        i.SignCash(),
        Refusal("badge_cashier", "AC-01"),
    ),
    (last_deal_played, i.NextRound(), Refusal("last_deal_played", "RP-23")),
    (lambda: Felt().badge(), i.ChangeMaximum(10_000), Refusal("not_now")),
    (
        lambda: betting().badge(),
        i.ChangeMaximum(7_500),
        Refusal("maximum_not_offered", "art. 55-20-1", (("cents", 7_500), ("offered", "5000 10000 15000"))),
    ),
    (
        lambda: betting().badge().do(i.ChangeMaximum(5_000)),
        i.ChangeMaximum(5_000),
        Refusal("maximum_as_is", "art. 55-20-1", (("maximum_cents", 5_000),)),
    ),
    # stakes
    (preflop, i.SetStakes(2, 1000), Refusal("bets_closed", ART)),
    (preflop, i.VacateSeat(1), Refusal("bets_closed", ART)),
    (betting, i.SetStakes(0, 1000), Refusal("unknown_seat", ART, (("seat", 0),))),
    (betting, i.SetStakes(8, 1000), Refusal("unknown_seat", ART, (("seat", 8),))),
    (betting, i.VacateSeat(2), Refusal("seat_free", ART, (("seat", 2),))),
    (
        betting,
        i.SetStakes(2, 400),
        stake_refused("stake_below_minimum", "ante", cents=400, above_cents=500, minimum_cents=500),
    ),
    (
        betting,
        i.SetStakes(2, 20_000),
        stake_refused("stake_above_maximum", "ante", cents=20_000, below_cents=15_000, maximum_cents=15_000),
    ),
    (
        betting,
        i.SetStakes(2, 550),
        stake_refused("stake_inexact", "ante", cents=550, below_cents=500, above_cents=600),
    ),
    (
        betting,
        i.SetStakes(2, 1000, 120),
        stake_refused("stake_below_minimum", "trips", cents=120, above_cents=500, minimum_cents=500),
    ),
    (
        without_side_bet,
        i.SetStakes(2, 1000, 500),
        stake_refused("spot_not_staked", "trips"),
    ),
    (lambda: Felt().open(), i.CloseBets(), Refusal("no_player", ART)),
    (lambda: shuffler(ShufflerMode.SORT, 52, False), i.CloseBets(), Refusal("shuffler_sorts", "CS-14")),
    (
        lambda: shuffler(ShufflerMode.SHUFFLE, 51, True),
        i.CloseBets(),
        Refusal("deck_count", "CS-06", (("count", 51),)),
    ),
    # JP1
    (latched, i.ReopenBets(), Refusal("badge_chef", ART)),
    (
        lambda: latched().draw("2c").badge(),
        i.ReopenBets(),
        Refusal("held", "", (("cause", "jp1_not_registered"),)),
    ),
    (latched, i.GiveJp1Back(), Refusal("badge_chef", ART)),
    (
        jp1_closed_after_latching,
        i.CollectJp1(),
        Refusal("jp1_closed", ART_2, (("cause", "link_lost"),)),
    ),
    (
        lambda: card_before_jp1("2c").see(i.BookUnreachable("read", "timeout")),
        i.RegisterJp1Now(),
        Refusal("jp1_closed", ART_2, (("cause", "link_lost"),)),
    ),
    (lambda: card_before_jp1("2c", "3c"), i.RegisterJp1Now(), Refusal("second_card_out", ART_2)),
    (lambda: card_before_jp1("2c"), i.Resume(), Refusal("jp1_to_choose", ART_2)),
    (
        lambda: waiting_for_the_book().badge(),
        i.VoidRound(i.Incident.EQUIPMENT),
        Refusal("book_waiting", ART_2),
    ),
    (lambda: nobody_answers().badge(), i.Resume(), Refusal("press_waits", ART_2)),
    (nobody_answers, i.SetStakesAside(1), BADGE_CHEF),
    (
        lambda: sealed().see(i.BookRefused("Forgo", "forgone")).badge(),
        i.CloseTable(),
        Refusal("seal_first", "LK-02"),
    ),
    (
        lambda: nobody_answers().badge(),
        i.SetStakesAside(2),
        Refusal("seal_count", "BC-09", (("count", 2), ("due", 1))),
    ),
    (lambda: sealed().badge(), i.OpenSeal(1), Refusal("seal_unanswered", "LK-02")),
    (late_chip, i.NextRound(), Refusal("late_chip", "BC-07", (("seat", 4),))),
    # decisions
    (
        preflop,
        i.BetPlay(1, 2),
        Refusal("multiple_not_offered", ART_1, (("multiple", 2), ("offered", "4 3"))),
    ),
    (
        river,
        i.BetPlay(1, 4),
        Refusal("multiple_not_offered", ART_1, (("multiple", 4), ("offered", "1"))),
    ),
    (preflop, i.Fold(1), Refusal("fold_not_offered", ART)),
    (preflop, i.BetPlay(2, 4), Refusal("seat_free", ART, (("seat", 2),))),
    (lambda: river().fold(1), i.BetPlay(1, 1), Refusal("already_decided", ART, (("seat", 1),))),
    (lambda: preflop().play(4, 1), i.BetPlay(1, 4), Refusal("already_decided", ART, (("seat", 1),))),
    (river, i.OpenHands(), Refusal("decisions_waited", ART, (("seats", "1 4"),))),
    (
        lambda: river("2c 7d 3c ?? 9s 4h").do(i.BetRest()),
        i.OpenHands(),
        Refusal("cards_to_key", "CS-11", (("place", "hole.4.1"),)),
    ),
    (
        lambda: river("2c 7d 3c ?? 9s 4h").do(i.BetRest()),
        i.KeyCard(hole(4, 1), card("Kc")),
        Refusal("card_face_up", "CS-08", (("card", "Kc"),)),
    ),
    (lambda: preflop("2c ?? 3c 8d 9s 4h"), i.KeyCard(hole(1, 1), card("7d")), Refusal("not_now")),
    # showdown and settlement
    (royal, i.OpenSettlement(), Refusal("verification", ART_2)),
    (lambda: royal().badge(), i.VoidRound(i.Incident.EQUIPMENT), Refusal("verification", "RP-20")),
    (settling, i.SettleSeat(1), Refusal("seat_not_in_turn", "RP-11", (("seat", 1), ("turn", 4)))),
    (royal, i.ConfirmCard(hole(1, 0)), Refusal("badge_comite", ART_2)),
    (lambda: royal().badge("Durand", Role.COMITE), i.ConfirmHand(), CARDS_FIRST),
    (
        lambda: royal().badge("Durand", Role.COMITE),
        i.ReportCard(hole(1, 0), card("As")),
        Refusal("card_recorded", "JW-08", (("card", "As"),)),
    ),
    (
        lambda: royal().badge("Durand", Role.COMITE).do(i.ReportCard(hole(1, 0), card("2h"))),
        i.ConfirmHand(),
        Refusal("card_differs", "JW-08", (("place", "hole.1.0"), ("recorded", "As"), ("presented", "2h"))),
    ),
    (
        lambda: royal().badge("Durand", Role.COMITE).do(i.ReportCard(hole(1, 0), card("2h"))),
        i.WithdrawReport(hole(1, 0)),
        Refusal("same_person", ART_2, (("person", "Durand"),)),
    ),
    (lambda: identified().badge(), i.ReviewVideo(True, "3", True), Refusal("badge_video", ART_2)),
    (identified, i.ReviewVideo(True, "3", True), Refusal("same_person", ART_2, (("person", "Durand"),))),
    (
        lambda: identified().badge("Petit", Role.VIDEO),
        i.ReviewVideo(True, "", True),
        Refusal("camera", "JW-07", (("camera", ""),)),
    ),
    (
        lambda: identified().badge("Petit", Role.VIDEO),
        i.ReviewVideo(True, "3"),
        Refusal("keep_images", "art. 21", (("days", 28),)),
    ),
    (identified, i.ReadAmount(), Refusal("video_first", ART_2)),
    (identified, i.ArmRelease(), Refusal("video_first", ART_2)),
    (identified, i.ReleaseAward(), Refusal("video_first", ART_2)),
    (viewed, i.ReadAmount(), Refusal("badge_comite", ART_2)),
    (lambda: viewed().badge("Durand", Role.COMITE), i.ArmRelease(), Refusal("amount_first", ART_2)),
    (
        lambda: viewed().badge("Durand", Role.COMITE),
        i.PreparePayment(1, i.PaymentMode.CHEQUE, "B-1", "ID-1"),
        Refusal("amount_first", ART_2),
    ),
    (
        lambda: read().badge("Durand", Role.COMITE),
        i.PreparePayment(1, i.PaymentMode.CHEQUE, "", "ID-1"),
        Refusal("slip", "JW-15", (("seat", 1),)),
    ),
    (
        lambda: read().badge("Durand", Role.COMITE),
        i.PreparePayment(1, i.PaymentMode.CHEQUE, "B-1"),
        Refusal("identity", "JW-16", (("seat", 1), ("from_cents", 200_000))),
    ),
    (
        lambda: read().badge("Durand", Role.COMITE),
        i.ArmRelease(),
        Refusal("payment_first", "JW-15", (("seat", 1),)),
    ),
    (lambda: read().prepare_payments(), i.ReleaseAward(), Refusal("arm_first", ART_2)),
    (
        lambda: read().prepare_payments().do(i.ArmRelease()),
        i.ReleaseAward(),
        Refusal("same_person", ART_2, (("person", "Durand"),)),
    ),
    (
        lambda: read().prepare_payments().do(i.ArmRelease()).badge("Luc", Role.DEALER),
        i.ReleaseAward(),
        Refusal("second_person", ART_2),
    ),
    (
        identified,
        i.RefuseAward(i.ClaimDoubt.HAND),
        Refusal("refusal_first", "JW-18", (("reason", "hand"),)),
    ),
    (
        lambda: identified().do(i.ProposeRefusal(i.ClaimDoubt.HAND)).badge("Luc", Role.DEALER),
        i.RefuseAward(i.ClaimDoubt.HAND),
        Refusal("second_person", ART_2),
    ),
    (miscounted, i.ConfirmHand(), Refusal("counts_differ", ART_2)),
    (large_prize, i.SettleSeat(1), Refusal("prize_to_confirm", "JW-21", (("seat", 1), ("cents", 5000)))),
    (large_prize, i.ConfirmPrize(1), Refusal("badge_chef", "JW-21")),
    (showdown, i.ConfirmHand(), Refusal("not_now")),
    (preflop, i.VoidRound(i.Incident.EQUIPMENT), Refusal("badge_chef", ART)),
    (
        lambda: preflop().do(i.DeclareIncident(i.Incident.EQUIPMENT)),
        i.Resume(),
        Refusal("badge_chef", ART),
    ),
    (lambda: preflop().draw("2c").badge(), i.Resume(), Refusal("void_only", "CS-08")),
    (
        lambda: shuffler(ShufflerMode.SHUFFLE, 52, True).badge(),
        i.CloseTable(),
        Refusal("show_empty", "CS-03"),
    ),
    (
        lambda: betting().see(i.TroubleObserved(Machine.SHOE, "firmware_changed")),
        i.CloseBets(),
        Refusal("table_blocked", "CS-15", (("machine", "shoe"),)),
    ),
    # people
    (Felt, i.SignOn(), Refusal("badge_dealer", "RO-01")),
    (registered, i.OpenTable(), Refusal("no_dealer", "RO-01")),
    (
        lambda: registered().badge("Roux", Role.DEALER),
        i.SignOn(),
        Refusal("pin_first", "SE-11", (("person", "Roux"),)),
    ),
    (lambda: registered().open().stakes(s1=1000), i.SignOff(), Refusal("no_relief", ART)),
    (
        lambda: registered().open().see(*chef_again()),
        i.CloseTable(),
        Refusal("charge_waiting", ART),
    ),
    (
        lambda: registered().open().see(*chef_again(), i.ChargeObserved("Martin", False, ("T1", "T3"))),
        i.CloseTable(),
        Refusal("two_tables", ART, (("tables", "T1 T3"),)),
    ),
    (drafted, i.ProposeSettings(ChangeReason.EVENT), Refusal("badge_director", "RO-04")),
    (lambda: Felt().open().do(MISSING), i.SignIncident(1), Refusal("badge_witness", "CS-10")),
    (
        lambda: Felt().open().do(MISSING).badge("Sol", Role.CASHIER).do(i.SignIncident(1)),
        i.SignIncident(1),
        Refusal("signed_already", "CS-10"),
    ),
]


@pytest.mark.parametrize(
    ("arranged", "intent", "refusal"), CASES, ids=[f"{case[2].code}-{n}" for n, case in enumerate(CASES)]
)
def test_it_is_refused_and_says_why(arranged: Callable[[], Felt], intent: Intent, refusal: Refusal) -> None:
    felt = arranged()
    before = felt.state
    assert felt.tap(intent) == refusal
    assert felt.state is before


def codes_of(*modules: str) -> set[str]:
    """The codes of every Refusal written in these modules of the core."""
    found = set()
    for name in modules:
        for node in ast.walk(ast.parse((CORE / f"{name}.py").read_text(encoding="utf-8"))):
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id
            if called == "Refusal" and isinstance(node.args[0], ast.Constant):
                found.add(node.args[0].value)
    return found


def test_every_code_of_the_core_is_reached_here() -> None:
    written = codes_of("aside", "bets", "permits", "procedure", "reviews", "rights", "people", "refusals")
    assert len(written) > 25
    reached = {refusal.code for _, _, refusal in CASES}
    assert written <= reached, f"never reached: {sorted(written - reached)}"


# --- what is offered is what is taken ------------------------------------------------------------

FIXED: tuple[Intent, ...] = (
    *SIMPLE,
    i.DeclareIncident(i.Incident.EXPOSED_CARD),
    i.ReviewVideo(True, "C-1", True),
    *(act(reason) for reason in i.ClaimDoubt for act in (i.ProposeRefusal, i.RefuseAward)),
    *(i.AllowMode(mode) for mode in i.Mode),
    *(i.LeaveMode(mode) for mode in i.Mode),
    *(i.DeclareDeck(colour, 52) for colour in ("red", "blue")),
    *(i.ShowEmpty(occasion) for occasion in i.Occasion),
    i.LiftBlock("replaced"),
    *(i.StopJackpot(fate) for fate in StopFate),
    *(i.ReportStop(cause) for cause in StopCause),
    *(i.SettleRectification(moved) for moved in Moved),
    *(i.ProposeSettings(reason) for reason in ChangeReason),
    *(i.RefuseSettings(doubt) for doubt in DraftDoubt),
)
ENTRIES: tuple[Intent, ...] = tuple(
    i.EnterHand(seat, outcome, told) for seat in range(-1, 9) for outcome in Outcome for told in HandClass
)
BY_SEAT: tuple[Intent, ...] = tuple(
    act
    for seat in range(-1, 9)
    for act in (
        i.VacateSeat(seat),
        i.Fold(seat),
        i.SettleSeat(seat),
        i.SetStakesAside(seat),
        i.OpenSeal(seat),
        i.ContestSeat(seat),
        i.Check(seat),
        i.RepeatStakes(seat),
        i.DoubleStakes(seat),
        i.UndoStakes(seat),
        i.SetLamp(seat, True),
        i.SetLamp(seat, False),
        i.SeatByHand(seat),
        i.NoChip(seat),
        i.ChipReturned(seat),
        i.ChipCounts(seat),
        i.ProposeCorrection(seat),
        i.ConfirmPrize(seat),
        *(i.BetPlay(seat, multiple) for multiple in range(-1, 6)),
        *(i.BetOn(seat, spot) for spot in Spot),
    )
)
BY_PLACE: tuple[Intent, ...] = tuple(
    act(place) for place in PLACES for act in (i.ConfirmCard, i.WithdrawReport)
)
BY_LINE: tuple[Intent, ...] = (
    *(i.TickLine(line) for line in i.SheetLine),
    *(i.DeclareSerial(*serial) for serial in TERMS.serials),
    *(i.CountDeck(colour, 52) for colour in ("red", "blue")),
)
ACTS: tuple[Intent, ...] = (*FIXED, *BY_SEAT, *BY_PLACE, *BY_LINE)
GAMES = ("fr-55-20-2021", "fr-holdem-casino", "live-uth")


def wandering(seeds: Iterable[int], steps: int, noise: int = 15, game: str = "") -> Iterable[Wanderer]:
    """Tables in states that chance reached, one after the other."""
    for seed in seeds:
        table = Wanderer(seed, load_profile(game or "fr-55-20-2021"), noise=noise)
        for _ in range(steps):
            table.step()
            yield table


def verifying(seeds: Iterable[int], steps: int) -> Iterable[Wanderer]:
    """Tables on which one of the two best hands has just been turned up."""
    for seed in seeds:
        table = Wanderer(seed, noise=10)
        table.felt = royal(4)
        for _ in range(steps):
            table.step()
            yield table


def taken(state: TableState, events: tuple[e.Event, ...]) -> TableState:
    """The state after these events and all that follows; an unsound one fails the test."""
    steps = 0
    while events:
        for event in events:
            after = evolve(state, e.Entry(state.seq + 1, state.at_ms, event))
            assert not broken(state, event, after), broken(state, event, after)
            state = after
            steps += 1
        assert steps < 60, "there is no end of what follows"
        events = follow(state)
    return state


def test_what_is_offered_is_what_is_taken() -> None:
    offers: set[type[Intent]] = set()
    games = (one for game in GAMES for one in wandering(range(300, 340), 120, game=game))
    blocked = betting().see(i.TroubleObserved(Machine.SHOE, "firmware_changed"))
    blocked.badge("Durand", Role.COMITE)  # rare in a walk: the program changed and the comité is there
    sealing = nobody_answers().badge()  # rare too: a press without an answer, and a chef
    for table in chain(games, verifying(range(40), 60), [blocked, sealing]):
        state = table.state
        offered = legal_now(state)
        assert len(set(offered)) == len(offered)
        signed = (i.SignIncident(number) for number in range(state.incidents.told + 2))
        asked = (*ACTS, *signed, *(ENTRIES if state.round is not None and state.round.laid else ()))
        accepted = {one for one in asked if not isinstance(decide(state, one), Refusal)}
        assert set(offered) == accepted, f"in {state.phase}: {set(offered) ^ accepted}"
        offers.update(type(one) for one in offered)
    assert offers >= {i.SignIncident, *(type(one) for one in (*ACTS, *ENTRIES))}, "some act was never offered"


def test_an_act_taken_leads_to_a_sound_state_and_leaves_the_old_one_as_it_was() -> None:
    for table in (one for game in GAMES for one in wandering(range(100, 112), 120, game=game)):
        state = table.state
        cards = dict(state.round.cards) if state.round is not None else {}
        shown = dict(state.round.shown) if state.round is not None else {}
        for offered in legal_now(state):
            events = decide(state, offered)
            assert not isinstance(events, Refusal)
            taken(state, events)
        assert state.round is None or (dict(state.round.cards), dict(state.round.shown)) == (cards, shown)
    assert fold(TableState(table.state.facts), table.felt.entries) == table.state


def free(state: TableState) -> bool:
    """Nothing stops an ordinary act."""
    return not (state.resumed or state.paused or state.held is not None or state.sheet.closing)


def test_stakes_are_taken_exactly_when_the_law_and_the_limits_allow_them() -> None:
    """Ante 5 € to the maximum in whole euros (3 for 2, chips of 50 cents), Trips none or in chips."""
    amounts = (-500, 0, 1, 450, 500, 550, 600, 999, 1000, 14_900, 14_950, 15_000, 15_050, 15_100, 10**12)
    seen = set()
    for table in wandering(range(200, 220), 60):
        state = table.state
        highest = state.maximum_cents or 15_000  # the chef may have changed it
        for seat in (-1, 0, 1, 7, 8):
            for ante in amounts:
                trips = amounts[(state.seq + ante) % len(amounts)]
                legal = (
                    free(state)
                    and state.phase is Phase.BETTING
                    and seat in SEATS
                    and 500 <= ante <= highest
                    and ante % 100 == 0
                    and (trips == 0 or (500 <= trips <= highest and trips % 50 == 0))
                )
                answer = decide(state, i.SetStakes(seat, ante, trips))
                assert isinstance(answer, Refusal) != legal, (seat, ante, trips, answer)
                seen.add(legal)
    assert seen == {True, False}


def may_be_keyed_by_hand(state: TableState, place: Place) -> bool:
    """Dealt by hand: a street when it is turned, the dealer when all is decided, a hand beside his."""
    played, streets = state.playing, state.profile.streets
    if place.pile is Pile.BOARD:
        first = sum(street.board for street in streets[: played.street + 1])
        last = played.street + 1 == len(streets)
        turned = range(first, first) if last else range(first, first + streets[played.street + 1].board)
        waited = played.street_open and bool(state.waited_for)
        return state.phase is Phase.DECIDING and not waited and place.slot in turned
    if place.pile is Pile.DEALER:
        last = state.phase is Phase.DECIDING and played.street + 1 == len(streets)
        return last and not (played.street_open and state.waited_for)
    if place.pile is Pile.BURN or not {dealer(0), dealer(1)} <= set(played.shown):
        return False
    if state.phase is Phase.SETTLING:
        waiting = [n for n in reversed(state.players) if state.seat(n).settled is None]
        turn = ([n for n in waiting if not state.seat(n).contested] or waiting or [0])[0]
        return state.seat(place.seat).contested and place.seat == turn and turn in played.entered
    return state.phase is Phase.DECIDING and is_alive(state, place.seat)


def is_alive(state: TableState, number: int) -> bool:
    """Something of the seat depends on its cards, in the default profile."""
    seat = state.seat(number)
    return seat.seated and (not seat.folded or bool(seat.side_cents) or seat.in_jp1)


def may_be_keyed(state: TableState, place: Place, text: str) -> bool:
    """CS-11: an unread card, at once on the board, else at the showdown and only of a hand alive."""
    played = state.round
    if played is None or not free(state) or played.cards.get(place) is not None:
        return False
    keyed = [played.cards[at] for at in played.laid & played.manual]
    if text in {shown.text for shown in played.shown.values()} | {
        one.turned_up().text for one in keyed if one
    }:
        return False
    if place in played.laid or (state.by_hand and place not in played.cards):
        there = place in played.laid or place.pile is Pile.BOARD
        return there and may_be_keyed_by_hand(state, place)
    if place not in played.cards:
        return False
    if place.pile is Pile.BOARD:
        return True
    last = state.phase is Phase.DECIDING and played.street == len(state.profile.streets) - 1
    if not last or state.undecided:
        return False
    return not place.seat or is_alive(state, place.seat)


def test_a_card_is_keyed_exactly_where_it_lies_open_and_unread() -> None:
    keyed = 0
    for table in wandering(range(300, 340), 200, noise=25):
        state = table.state
        for place in (*state.unread, hole(1, 0), dealer(1), board(2)):
            for text in ("As", "7d", table.truth.get(place, "2c")):
                legal = may_be_keyed(state, place, text)
                answer = decide(state, i.KeyCard(place, card(text)))
                assert isinstance(answer, Refusal) != legal, (str(place), text, answer)
                keyed += legal
    assert keyed > 100


def test_the_acts_with_a_reason_are_taken_when_their_kind_is() -> None:
    for table in wandering(range(400, 430), 100):
        state = table.state
        declared = [isinstance(decide(state, i.DeclareIncident(one)), Refusal) for one in i.Incident]
        assert len(set(declared)) == 1
        reviews = (i.ReviewVideo(True, "3", True), i.ReviewVideo(False, "3"))
        reviewed = [isinstance(decide(state, review), Refusal) for review in reviews]
        assert len(set(reviewed)) == 1
        for up in state.alarms:
            chef = up.code not in WARNINGS or chef_here(state)
            answer = decide(state, i.SeeAlarm(up.number, "checked"))
            assert isinstance(answer, Refusal) == (bool(up.seen_ms) or not chef)


def test_a_round_is_voided_only_by_a_chef_and_before_any_payment() -> None:
    voids = 0
    for table in wandering(range(500, 530), 150, noise=25):
        state = table.state
        answer = decide(state, i.VoidRound(i.Incident.IRREGULAR_DEAL))
        if isinstance(answer, Refusal):
            continue
        voids += 1
        assert state.badge is not None
        assert state.badge.role in (Role.CHEF, Role.COMITE)
        assert all(seat.settled is None for seat in state.seats)
        assert not any(seat.award_cents for seat in state.seats)
        assert not book_holds(state)
        assert not state.paused
    assert voids > 50


def test_another_profile_offers_its_own_multiples() -> None:
    profile = load_profile("fr-55-20-2021")
    first = replace(profile.streets[0], bets=play_bets(2))
    felt = Felt(replace(profile, streets=(first, *profile.streets[1:]))).open().stakes(s1=1000)
    felt.close().draw("2c 7d 9s 4h")
    assert [one for one in legal_now(felt.state) if isinstance(one, i.BetPlay)] == [i.BetPlay(1, 2)]
    assert felt.tap(i.BetPlay(1, 4)) == Refusal(
        "multiple_not_offered", ART_1, (("multiple", 4), ("offered", "2"))
    )


def test_every_place_of_the_felt_is_known_to_the_walk() -> None:
    assert len(set(PLACES)) == 24
