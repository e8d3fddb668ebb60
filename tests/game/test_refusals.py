"""Every refusal is reached and says why: its code, its article and the facts."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.game import inputs as i
from controller.game.felt import Spot, hole
from controller.game.inputs import Intent, Machine, Role, ShufflerMode
from controller.game.jackpot.rules import JackpotConfig
from controller.game.meter.types import CorrectionReason
from controller.game.refusals import BADGE_CHEF, Refusal
from controller.game.settings.types import ChangeReason
from tests.builders import TERMS, Felt, card
from tests.game.arranged import (
    MISSING,
    betting,
    book_not_read,
    card_before_jp1,
    casino,
    casino_showdown,
    chef_again,
    closing_over_a_deck,
    drafted,
    exchanged,
    identified,
    jp1_closed_after_latching,
    large_prize,
    last_deal_played,
    latched,
    late_chip,
    live,
    miscounted,
    nobody_answers,
    preflop,
    read,
    registered,
    restarted,
    river,
    royal,
    sealed,
    settling,
    showdown,
    shuffler,
    viewed,
    waiting_for_the_book,
    without_side_bet,
    wrongly_read,
)
from tests.wander.settings import SETTINGS, in_force

TESTS = Path(__file__).parents[1]
CORE = TESTS.parent / "controller" / "game"
LIMITED = JackpotConfig(500, 1_000_000, 250_000, 150_000, 600_000, "house", 1_100_000)
ART, ART_1, ART_2 = "art. 55-20", "art. 55-20, 1°", "art. 55-20, 2°"
CARDS_FIRST = Refusal(
    "cards_to_confirm", "art. 55-20, 2°", (("places", "hole.1.0 hole.1.1 board.0 board.1 board.2"),)
)


def stake_refused(code: str, spot: str, **numbers: int) -> Refusal:
    return Refusal(code, "art. 55-20-1", (("seat", 2), ("spot", spot), *numbers.items()))


CASES: list[tuple[Callable[[], Felt], Intent, Refusal]] = [
    # other games
    (live, i.ConfirmStakes(4), Refusal("nothing_to_confirm", ART, (("seat", 4),))),
    (
        lambda: live().do(i.ConfirmStakes(1)),
        i.ConfirmStakes(1),
        Refusal("nothing_to_confirm", ART, (("seat", 1),)),
    ),
    (
        lambda: live().do(i.ConfirmStakes(1), i.DoubleStakes(1)),
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
    # the meter, the sheets and the settings
    (
        lambda: Felt(jp1_terms=LIMITED).open().badge("Durand", Role.COMITE),
        i.CorrectMeter(100_001, CorrectionReason.READING),
        Refusal("above_limit", "PM-09", (("cents", 1_100_000),)),
    ),
    (
        book_not_read,
        i.TickLine(i.SheetLine.JACKPOT_HISTORY),
        Refusal("reconcile_first", "AC-07"),
    ),
    (
        lambda: Felt(settings=SETTINGS).see(in_force()).badge("Durand", Role.COMITE),
        i.ApproveSettings(),
        Refusal("no_draft", "PM-11"),
    ),
    (
        lambda: betting().see(i.HealthObserved(Machine.SHOE, i.Health.UP)).badge(),
        i.DealByHand(),
        Refusal("shoe_deals"),
    ),
    # at any time
    (restarted, i.CallStreet(), Refusal("felt_first")),
    (lambda: betting().do(i.Pause()), i.CloseBets(), Refusal("paused")),
    (
        lambda: preflop().do(i.DeclareIncident(i.Incident.EQUIPMENT)),
        i.CallStreet(),
        Refusal("held", "", (("cause", "equipment"),)),
    ),
    (betting, i.OpenTable(), Refusal("not_now")),
    (Felt, i.Undo(), Refusal("nothing_to_undo", "", (("since", "none"),))),
    (waiting_for_the_book, i.Undo(), Refusal("nothing_to_undo", "", (("since", "collected"),))),
    (betting, i.SeeAlarm(3), Refusal("no_such_alarm", "", (("alarm", 3),))),
    # opening and closing
    (lambda: Felt().do(i.OpenTable()), i.ConfirmOpening(), Refusal("badge_chef", ART)),
    (betting, i.CloseTable(), Refusal("badge_chef", ART)),
    (betting, i.ChangeMaximum(10_000), Refusal("badge_maximum", "RO-04")),
    (lambda: betting().badge(), i.ChangeMaximum(10_000), Refusal("badge_maximum", "RO-04")),
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
        lambda: betting().badge("Durand", Role.COMITE).do(i.ChangeMaximum(5_000)),
        i.ChangeMaximum(5_000),
        Refusal("maximum_as_is", "art. 55-20-1", (("maximum_cents", 5_000),)),
    ),
    # stakes
    (preflop, i.SetStakes(2, 1000), Refusal("bets_closed", ART)),
    (preflop, i.VacateSeat(1), Refusal("bets_closed", ART)),
    (betting, i.SetStakes(0, 1000), Refusal("unknown_seat", ART, (("seat", 0), ("seats", 7)))),
    (betting, i.SetStakes(8, 1000), Refusal("unknown_seat", ART, (("seat", 8), ("seats", 7)))),
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
        i.ArmVoid(i.Incident.EQUIPMENT),
        Refusal("book_waiting", ART_2),
    ),
    (lambda: nobody_answers().badge(), i.Resume(), Refusal("press_waits", ART_2)),
    (nobody_answers, i.SetStakesAside(1), BADGE_CHEF),
    (
        lambda: sealed().refund().see(i.BookRefused("Forgo", "forgone")).badge(),
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
    (lambda: royal().badge(), i.ArmVoid(i.Incident.EQUIPMENT), Refusal("verification", "RP-20")),
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
        i.RefuseAward(i.ClaimDoubt.IMAGES),
        Refusal("refusal_first", "JW-18", (("reason", "images"),)),
    ),
    (
        lambda: identified().do(i.ProposeRefusal(i.ClaimDoubt.IMAGES)).badge(),
        i.RefuseAward(i.ClaimDoubt.IMAGES),
        Refusal("badge_refuses", "JW-18"),
    ),
    (identified, i.ProposeRefusal(i.ClaimDoubt.HAND), Refusal("true_cards_first", "JW-08")),
    (
        lambda: wrongly_read().do(i.ProposeRefusal(i.ClaimDoubt.HAND)).badge("Petit", Role.VIDEO),
        i.RefuseAward(i.ClaimDoubt.HAND, "hole.1.1=Kd"),
        Refusal("cards_not_same", "JW-08", (("cards", "hole.1.1=Kc"),)),
    ),
    (
        lambda: identified().do(i.ReportCard(hole(1, 1), card("Qs"))),
        i.ProposeRefusal(i.ClaimDoubt.HAND),
        Refusal("card_face_up", "CS-08", (("card", "Qs"),)),
    ),
    (exchanged, i.SettleSeat(1), Refusal("seat_exchanged", "JW-08", (("seat", 1),))),
    (
        lambda: exchanged().badge("Petit", Role.VIDEO),
        i.ConfirmRuling(1, i.SeatRuling.VOID),
        Refusal("ruling_first", "JW-08", (("seat", 1),)),
    ),
    (miscounted, i.ConfirmHand(), Refusal("counts_differ", ART_2)),
    (large_prize, i.SettleSeat(1), Refusal("payment_to_confirm", "JW-21", (("seat", 1), ("cents", 10_000)))),
    (large_prize, i.ConfirmPayment(1), Refusal("badge_chef", "JW-21")),
    (showdown, i.ConfirmHand(), Refusal("not_now")),
    (preflop, i.ArmVoid(i.Incident.EQUIPMENT), Refusal("badge_chef", ART)),
    (
        lambda: preflop().badge(),
        i.VoidRound(i.Incident.EQUIPMENT),
        Refusal("void_not_armed", "RP-18"),
    ),
    (
        lambda: preflop().badge().do(i.ArmVoid(i.Incident.EQUIPMENT)),
        i.Resume(),
        Refusal("void_armed", "RP-18"),
    ),
    (
        lambda: settling().do(i.SettleSeat(4)).badge(),
        i.ArmVoid(i.Incident.EQUIPMENT),
        Refusal("void_too_late", "RP-18"),
    ),
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
        closing_over_a_deck,
        i.TickLine(i.SheetLine.DECKS_STORED),
        Refusal("deck_in_shuffler", "CS-23"),
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


def codes_of(path: Path) -> set[str]:
    """The codes of every Refusal written in this module."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id
        if called == "Refusal" and isinstance(node.args[0], ast.Constant):
            found.add(node.args[0].value)
    return found


def texts_of(path: Path) -> set[str]:
    """Every text of a test, the codes that it expects among them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and type(node.value) is str
    }


def test_every_code_of_the_core_is_expected_here_or_by_a_scenario_or_by_the_test_of_its_part() -> None:
    written = set().union(*map(codes_of, CORE.rglob("*.py")))
    assert len(written) > 140
    expected = {refusal.code for _, _, refusal in CASES}
    for scenario in (TESTS / "scenarios").glob("*.toml"):
        expected |= set(re.findall(r"refusé \((\w+)\)", scenario.read_text(encoding="utf-8")))
    for test in (TESTS / "game").glob("test_*.py"):
        expected |= texts_of(test)
    assert not written - expected, f"no test expects {sorted(written - expected)}"
