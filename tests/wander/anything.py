"""Acts nobody thought about: intents with arguments at random, most of them senseless."""

from __future__ import annotations

import random

from controller.game import inputs as i
from controller.game.dealing.declared_hand import Outcome
from controller.game.felt import SEATS, Spot, board, burn, dealer, hole
from controller.game.hands import HandClass
from controller.game.inputs import Intent, Role
from controller.game.meter.types import CorrectionReason, StopCause, StopFate
from controller.game.rectification.claimed_facts import Moved
from tests.builders import card
from tests.stacked import CARDS
from tests.wander.record import any_proposal

PEOPLE = (
    ("Chef 1", Role.CHEF),
    ("Comité 1", Role.COMITE),
    ("Comité 2", Role.COMITE),
    ("Vidéo 1", Role.VIDEO),
    ("Croupier 7", Role.DEALER),
    ("Croupier 8", Role.DEALER),
)
PLACES = (
    *(hole(seat, slot) for seat in SEATS for slot in (0, 1)),
    *map(dealer, range(2)),
    *map(board, range(5)),
    *map(burn, range(3)),
)
DECK_TROUBLES = ("wrong_colour", "recount_due", "cut_card_missing")
SIMPLE: tuple[Intent, ...] = tuple(kind() for kind in i.INTENTS.values() if not kind.__dataclass_fields__)
"""Every intent without an argument."""


def any_report(rng: random.Random) -> Intent:
    """The form of an incident, mostly one that may be."""
    return i.ReportIncident(
        rng.choice(tuple(i.Incident)),
        rng.choice(tuple(i.Finding)),
        rng.choice(tuple(i.Measure)),
        rng.choice((0, 1, 4, 9)),
        rng.choice(("", "", str(rng.choice(PLACES)), "nowhere")),
        rng.choice(("", "red", "green")),
        rng.choice((0, 51, 52, 200)),
        rng.random() < 0.5,
    )


def any_intent(rng: random.Random) -> Intent:
    """An intent with arguments at random, most of them senseless."""
    seat = rng.randrange(-1, 9)
    with_arguments: tuple[Intent, ...] = (
        i.SetStakes(
            seat,
            rng.choice((-500, 0, 1, 450, 500, 550, 600, 14_900, 15_000, 15_100)),
            50 * rng.randrange(400),
        ),
        i.VacateSeat(seat),
        i.SetStakesAside(seat),
        i.OpenSeal(seat),
        i.CountPieces(rng.choice((0, 500, 777)), rng.randrange(-1, 60)),
        i.DeclareSerial(rng.choice(("red", "green")), rng.choice(("", "R-0001", "é"))),
        i.CountDeck(rng.choice(("blue", "green")), rng.choice((51, 52))),
        i.TickLine(rng.choice(tuple(i.SheetLine))),
        i.SignSlip(rng.randrange(3), seat),
        i.BookOrphan(rng.choice((-1, 0, 500)), rng.choice(tuple(i.OrphanPlace))),
        i.ChangeMaximum(rng.choice((0, 5_000, 10_000, 15_000, 20_000))),
        i.BetPlay(seat, rng.randrange(-1, 6)),
        i.BetOn(seat, rng.choice(tuple(Spot))),
        i.Check(seat),
        i.ConfirmStakes(seat),
        i.DoubleStakes(seat),
        i.UndoStakes(seat),
        i.SetLamp(seat, rng.random() < 0.5),
        i.SeatByHand(seat),
        i.NoChip(seat),
        i.ChipReturned(seat),
        i.ChipCounts(seat),
        i.ProposeCorrection(seat),
        i.Fold(seat),
        i.ReopenDecision(seat),
        i.SettleSeat(seat),
        i.ContestSeat(seat),
        i.KeyCard(rng.choice(PLACES), card(rng.choice(CARDS))),
        i.EnterHand(seat, rng.choice(tuple(Outcome)), rng.choice(tuple(HandClass))),
        i.SeeAlarm(rng.randrange(20), rng.choice(("", "checked", "nonsense"))),
        i.SilenceAlarm(rng.randrange(20)),
        i.LiftBlock(rng.choice(("", "replaced"))),
        i.AllowMode(rng.choice(tuple(i.Mode))),
        i.LeaveMode(rng.choice(tuple(i.Mode))),
        i.DeclareDeck(rng.choice(("red", "blue", "green")), rng.choice((51, 52))),
        i.ShowEmpty(rng.choice(tuple(i.Occasion))),
        i.AskPit(rng.choice(("", "4711"))),
        i.DeclareIncident(rng.choice(tuple(i.Incident))),
        i.ArmVoid(rng.choice(tuple(i.Incident))),
        i.VoidRound(rng.choice(tuple(i.Incident))),
        i.RefundSeat(seat),
        i.ReviewVideo(rng.random() < 0.5, "camera 1", rng.random() < 0.5),
        i.ProposeRefusal(rng.choice(tuple(i.ClaimDoubt))),
        i.RefuseAward(rng.choice(tuple(i.ClaimDoubt))),
        i.ConfirmCard(rng.choice(PLACES)),
        i.ReportCard(rng.choice(PLACES), card(rng.choice(CARDS))),
        i.WithdrawReport(rng.choice(PLACES)),
        i.PreparePayment(seat, rng.choice(tuple(i.PaymentMode)), rng.choice(("", "B-1")), "ID-1"),
        i.ConfirmPayment(seat),
        i.ProposeRuling(seat, rng.choice(tuple(i.SeatRuling))),
        i.ConfirmRuling(seat, rng.choice(tuple(i.SeatRuling))),
        any_report(rng),
        any_proposal(rng),
        i.SettleRectification(rng.choice(tuple(Moved))),
        i.SignIncident(rng.randrange(5)),
        i.CorrectMeter(rng.choice((-(10**12), -700, 0, 700)), rng.choice(tuple(CorrectionReason))),
        i.StopJackpot(rng.choice(tuple(StopFate))),
        i.ReportStop(rng.choice(tuple(StopCause))),
        i.CountJp1Chips(rng.choice((-1, 0, 3))),
    )
    return rng.choice((*with_arguments, *with_arguments, *SIMPLE))
