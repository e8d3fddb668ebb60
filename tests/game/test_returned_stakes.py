"""A house that returns a winning JP1 stake: the chip goes back with its prize, and no sum forgets it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.felt import Spot
from controller.game.meter.causes import chips_due
from controller.settings.rules import load_profile
from tests.builders import COMITE, TERMS, Felt

STAKE_CENTS = 500


def dealt(*, returns: bool = True, carried: bool = False) -> Felt:
    """Seat 1 has a full house and seat 2 nothing, both with JP1; `carried`: on the stakes of a void deal."""
    rules = load_profile("fr-55-20-2021")
    rules = replace(rules, options=replace(rules.options, jp1_return_stake=returns))
    felt = Felt(rules, cash=TERMS).open().dealer().stakes(s1=1000, s2=1000).chips(1, 2).close()
    if carried:
        felt.draw("Kd 9c").void()
        felt.as_before(1, 2).close()
    felt.draw("Kd 9c 2c 3d Qs Js").do(i.CallStreet()).draw("Kc Kh 9s").do(i.CallStreet()).draw("4d 5h")
    return felt.play(1, 1, 2).showdown().do(i.OpenSettlement(), i.SettleSeat(2))


def seat_of(felt: Felt, number: int) -> dict[str, object]:
    return dict(views.console(felt.state)["seats"][number - 1])


@pytest.mark.parametrize("carried", [False, True])
def test_a_winner_has_his_chip_back_beside_his_prize(carried: bool) -> None:
    felt = dealt(carried=carried)
    one, two = seat_of(felt, 1), seat_of(felt, 2)
    assert (one["pay_cents"], one["jp1_back_cents"]) == (10_000, STAKE_CENTS)
    assert (two["pay_cents"], two["jp1_back_cents"]) == (0, 0)
    felt.do(i.SettleSeat(1))
    line = felt.lines(1)[Spot.JP1]
    assert (line.stake_cents, line.returned_cents, line.taken_cents) == (STAKE_CENTS, STAKE_CENTS, 0)
    lost = felt.lines(2)[Spot.JP1]
    taken_cents = 0 if carried else STAKE_CENTS
    assert (lost.stake_cents, lost.returned_cents, lost.taken_cents) == (taken_cents, 0, taken_cents)


@pytest.mark.parametrize("carried", [False, True])
@pytest.mark.parametrize("returns", [False, True])
def test_the_chips_of_a_session_are_those_collected_but_for_those_that_went_back_with_a_prize(
    returns: bool, carried: bool
) -> None:
    """An honest count closed JP1 with an alarm, for the chip of the winner lay in it no more."""
    felt = dealt(returns=returns, carried=carried).do(i.SettleSeat(1))
    assert chips_due(felt.state) == (1 if returns else 2)
    felt.sweep().do(i.NextRound())
    felt.badge().do(i.BeginClosing()).badge(*COMITE).do(i.CountJp1Chips(chips_due(felt.state)))
    assert felt.events(e.Jp1ChipsMiscounted) == []
    assert felt.state.jackpot.open


def test_a_seat_that_is_settled_anew_after_undo_gives_its_chip_back_once() -> None:
    felt = dealt().do(i.Undo(), i.SettleSeat(2), i.SettleSeat(1))
    assert chips_due(felt.state) == 1
