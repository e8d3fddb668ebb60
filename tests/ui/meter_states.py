"""Tables whose jackpot is in the hands of people: corrections, stops, differences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.jackpot.rules import JackpotConfig
from controller.game.meter.show import LOST_SHOWN
from controller.game.meter.types import (
    AsideAct,
    CorrectionReason,
    DataGap,
    Difference,
    PaidJackpot,
    StopCause,
    StopFate,
)
from controller.game.money import MICRO
from tests.builders import COMITE, START_MS, TERMS, Felt

JACKPOT = JackpotConfig(500, 1_000_000, 250_000, 150_000, 600_000, "house", 5_000_000)
DIRECTOR = ("Le Goff", Role.DIRECTOR)


def running() -> Felt:
    """An open table between two rounds, its book read, with wins in it."""
    felt = Felt(cash=TERMS, jp1_terms=JACKPOT).open().stakes(s1=1000, s3=2500)
    felt.answering = False
    felt.badge(*COMITE).do(i.Reconcile())
    wins = tuple(
        PaidJackpot(
            20 - n,
            f"UTH-{1 + n % 3}",
            812 - 31 * n,
            1 + n % 7,
            4_812_350 - 71_311 * n,
            START_MS - n * 93_000_000,
        )
        for n in range(18)
    )
    figures = felt.figures(
        seed_micro=90_000_000 * MICRO,
        contributed_micro=3_214_750 * MICRO + 250_000,
        awarded_micro=92_214_700 * MICRO,
        corrected_micro=-50 * MICRO,
        meter_micro=1_000_000 * MICRO + 250_000,
        reserve_micro=1_928_850 * MICRO,
        overflow_micro=12_500 * MICRO,
        stakes_count=25_718,
        wins_count=18,
        wins_cents=92_214_700,
        wins=wins,
    )
    felt.see(i.ReconciliationObserved(felt.state.upkeep.acts, figures))
    felt.answering = True
    return felt


def proposed() -> Felt:
    """One person has proposed a correction; the director is there to approve it."""
    felt = running().do(i.CorrectMeter(-50, CorrectionReason.MALFUNCTION))
    return felt.badge(*DIRECTOR)


def corrected() -> Felt:
    return proposed().do(i.ApproveMeterAct())


def stopped() -> Felt:
    """The jackpot is stopped on purpose."""
    felt = running().do(i.StopJackpot(StopFate.ORPHANS))
    return felt.badge(*DIRECTOR).do(i.ApproveMeterAct())


def interrupted() -> Felt:
    """The public display is out of order."""
    return running().do(i.ReportStop(StopCause.DISPLAY))


def differs() -> Felt:
    """Journal and book tell two things."""
    lost = (
        AsideAct("contribution", 147, 1, 0, 2_500, "lost"),
        AsideAct("award", 147, 1, 3, 5_000, "lost"),
    )
    seen = Difference("contribute 147/1", 20_931, 1_000_625, "finish 146/1", 20_925, 1_000_000)
    seen = replace(seen, lost=lost, lost_count=5)
    felt = Felt(cash=TERMS, jp1_terms=JACKPOT).open().see(i.BookRefused("start", "book_differs", seen))
    return felt.badge(*COMITE)


def contested() -> Felt:
    """All at once that two persons can have to accept: another book, older data, acts lost and refused."""
    lost = tuple(
        AsideAct("refund" if n % 2 else "claim", 10_147 + n, 1 + n, 1 + n, 14_812_350, "lost")
        for n in range(LOST_SHOWN)
    )
    seen = Difference("contribute 10147/12", 120_931, 99_999_999, "finish 10146/12", 120_925, 88_888_888)
    seen = replace(seen, heard_seq=120_947, heard_cents=99_999_999, ends_seq=120_925, ends_cents=88_888_888)
    felt = Felt(cash=TERMS, jp1_terms=JACKPOT).open().stakes(s1=1000, s3=2500).chips(1, 3)
    felt.answering = False
    felt.do(i.CloseBets(), i.CollectJp1()).see(i.BookRefused("contribute", "conflict"))
    felt.answering = True
    felt.badge().void().see(
        i.BookRefused("start", "book_differs", replace(seen, lost=lost, lost_count=1_205))
    )
    felt.see(i.DataGapObserved(DataGap("data_short", 1_412, 106_620, 1_411, 101_239, 120_947)))
    return felt.badge(*COMITE)


def reopening() -> Felt:
    """The same, and one person has proposed to reopen JP1 over it."""
    return contested().do(i.ReopenJackpot()).badge(*DIRECTOR)


def moving() -> Felt:
    """The increment of a jackpot stopped on purpose is to be moved: the most that stands above the keys."""
    felt = stopped().badge(*COMITE)
    return felt.do(i.CorrectMeter(-50, CorrectionReason.ORPHANS)).badge(*DIRECTOR)


def residual() -> Felt:
    """The book was read at the closing and does not add up."""
    felt = Felt(cash=TERMS, jp1_terms=JACKPOT).open().stakes(s1=1000).chips(1).close()
    felt.draw("Ah 7d Qc Jd").play(4, 1).draw("Kd 8s 3h 9c 4d").showdown().settle().next_round()
    felt.answering = False
    felt.badge().do(i.BeginClosing())
    felt.see(i.ReconciliationObserved(felt.state.upkeep.acts, felt.figures(residual_micro=5 * MICRO)))
    return felt.badge(*COMITE).do(i.CountJp1Chips(1))


METER_STATES: dict[str, Callable[[], Felt]] = {
    "meter_running": running,
    "meter_proposed": proposed,
    "meter_corrected": corrected,
    "meter_stopped": stopped,
    "meter_interrupted": interrupted,
    "meter_differs": differs,
    "meter_contested": contested,
    "meter_reopening": reopening,
    "meter_moving": moving,
    "meter_residual": residual,
}
