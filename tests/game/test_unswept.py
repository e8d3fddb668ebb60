"""JP1 chips that were added to the jackpot and still lie there are told after 8 s, until they are swept."""

from __future__ import annotations

from dataclasses import replace

from controller.game import inputs as i
from controller.game.machines.shoe_idle import PATIENCE_MS
from controller.game.react import react
from controller.game.requests import WakeAt
from controller.game.views import pit
from controller.settings.rules import load_profile
from tests.builders import Felt

UNSWEPT = "A-230"
RULES = load_profile("fr-55-20-2021")


def collected() -> Felt:
    """Two stakes are in the jackpot, their chips still on the felt."""
    felt = Felt().open(sensors=True).stakes(s1=1000, s3=1000, s5=1000).chips(1, 3)
    return felt.do(i.CloseBets(), i.CollectJp1())


def later(felt: Felt, ms: int) -> Felt:
    felt.now_ms += ms
    return felt.see(i.TimeObserved(felt.now_ms))


def up(felt: Felt) -> list[int]:
    return [one.seat for one in felt.state.alarms if one.code == UNSWEPT]


def test_chips_that_still_lie_there_after_eight_seconds_are_told_seat_by_seat_and_the_pit_sees_it() -> None:
    felt = collected().see(i.ChipObserved(3, False))
    due_ms = felt.state.phase_ms + 8_000
    assert WakeAt(due_ms) in react(felt.state)
    assert up(later(felt, 4_000)) == []
    assert up(later(felt, 4_000)) == [1]
    assert (UNSWEPT, 1) in [(one["code"], one["seat"]) for one in pit(felt.state)["alarms"]]
    assert up(later(felt, 4_000)) == [1], "told once"


def test_chips_swept_in_time_are_not_told() -> None:
    felt = collected().sweep()
    deals = felt.state.clock_ms + PATIENCE_MS  # by then a card has come, or the shoe stands still
    assert all(wanted.at_ms >= deals for wanted in react(felt.state) if isinstance(wanted, WakeAt))
    assert up(later(felt, 60_000)) == []


def test_the_alarm_ends_when_the_chip_is_swept() -> None:
    felt = later(collected(), 8_000)
    assert up(felt) == [1, 3]
    felt.see(i.ChipObserved(1, False))
    assert up(felt) == [3]
    assert up(felt.see(i.ChipObserved(3, False))) == []


def test_it_is_told_in_mid_round_and_holds_nothing() -> None:
    felt = collected().draw("2c 3d 4h 5s 6c 7d Jh Js").play(4, 1)
    assert up(later(felt, 8_000)) == [1, 3]
    felt.play(4, 3).do(i.CallStreet())


def test_a_stake_that_goes_back_or_a_lamp_lit_by_hand_tells_of_no_chip() -> None:
    felt = later(collected(), 8_000).do(i.ProposeCorrection(3)).badge().do(i.ApproveCorrection())
    assert up(felt) == [1]


def test_a_chip_laid_after_the_sweep_is_one_too_late_and_not_one_unswept() -> None:
    felt = later(collected().sweep().see(i.ChipObserved(1, True)), PATIENCE_MS - 2_000)
    assert up(felt) == []
    assert [(one.code, one.seat) for one in felt.state.alarms] == [("A-205", 1)]


def next_round(felt: Felt) -> Felt:
    """All three check to the river and fold; the round is settled, the next bets open, the stakes hollow."""
    felt.draw("2c 3d 4h 5s 6c 7d Jh Js").do(i.CallStreet()).draw("9c 9d 2h").do(i.CallStreet())
    felt.draw("8s Kd").do(i.FoldRest(), i.OpenHands())
    return felt.settle().do(i.NextRound())


def test_a_chip_never_swept_is_no_stake_of_the_next_round() -> None:
    """The meter moves once for one chip: nobody has laid another (art. 55-20, 2°)."""
    felt = next_round(later(collected().see(i.ChipObserved(3, False)), 8_000))
    meter_cents = felt.state.jackpot.meter_cents
    felt.do(i.ConfirmRest())
    assert felt.state.seat(1).chip_refused == "not_swept"
    assert up(felt) == [1], "it is told until it is swept"
    felt.do(i.CloseBets())
    assert felt.state.jp1_seats == ()
    assert felt.state.phase == "dealing"
    assert felt.state.jackpot.meter_cents == meter_cents


def test_a_chip_swept_late_and_laid_anew_is_a_stake_of_the_next_round() -> None:
    felt = next_round(later(collected().see(i.ChipObserved(3, False)), 8_000)).do(i.ConfirmRest())
    felt.see(i.ChipObserved(1, False))
    assert up(felt) == []
    felt.chips(1).do(i.CloseBets(), i.CollectJp1())
    assert felt.state.jp1_seats == (1,)


def test_a_chip_given_back_by_a_void_may_stay_for_the_next_round() -> None:
    options = replace(RULES.options, void_jp1="refund")
    felt = Felt(replace(RULES, options=options)).open(sensors=True).stakes(s1=1000).chips(1)
    felt.do(i.CloseBets(), i.CollectJp1()).draw("2c").void().do(i.ConfirmRest())
    assert felt.state.seat(1).chip_refused == ""
    assert felt.do(i.CloseBets()).state.seat(1).jp1 == "latched"


def test_a_chip_laid_early_for_the_next_round_is_its_stake_and_none_unswept() -> None:
    felt = collected().sweep().draw("2c 3d 4h 5s 6c 7d Jh Js").do(i.CallStreet()).draw("9c 9d 2h")
    felt.do(i.CallStreet()).draw("8s Kd").do(i.FoldRest(), i.OpenHands()).settle().chips(1)
    assert felt.state.phase == "clearing"
    assert up(later(felt, 1_000)) == []
    felt.do(i.NextRound(), i.ConfirmRest(), i.CloseBets(), i.CollectJp1())
    assert felt.state.jp1_seats == (1,)


def test_a_chip_laid_early_after_a_void_tells_of_no_chip_unswept() -> None:
    felt = collected().sweep().draw("2c").call_void().chips(1)
    assert felt.state.phase == "refunding"
    assert up(later(felt, 60_000)) == []
