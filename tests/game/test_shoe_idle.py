"""A shoe that was told to deal and gives nothing is an alarm with its next step, and no hold (RP-24)."""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.inputs import Health, Machine
from controller.game.machines.shoe_idle import PATIENCE_MS
from controller.game.react import react
from controller.settings.rules import load_profile
from tests.builders import Felt


def dealing(**known: object) -> Felt:
    """One player, the hands are to be dealt."""
    return Felt(**known).open().stakes(s1=1000).close()  # type: ignore[arg-type]


def up(felt: Felt) -> list[str]:
    return [alarm.code for alarm in felt.state.alarms]


def waits(felt: Felt, wait_ms: int = PATIENCE_MS) -> Felt:
    """So long nothing is heard at the table."""
    felt.now_ms += wait_ms
    return felt.see(i.TimeObserved(felt.now_ms))


def test_no_card_for_half_a_minute_is_an_alarm_and_holds_nothing() -> None:
    felt = dealing()
    assert up(waits(felt, PATIENCE_MS - 1_000)) == []
    assert up(waits(felt, 1_000)) == ["A-232"]
    assert felt.state.held is None
    assert up(waits(felt)) == ["A-232"], "once"
    felt.draw("Ah")
    assert up(felt) == []
    assert up(waits(felt)) == ["A-232"], "it stands still again"
    assert up(felt.draw("Ad Kh Qd")) == []
    assert len(felt.events(e.AlarmRaised)) == 2


def test_the_table_wakes_by_itself_when_the_next_card_is_late() -> None:
    felt = dealing()
    begun_ms = felt.state.clock_ms
    assert r.WakeAt(begun_ms + PATIENCE_MS) in react(felt.state)
    felt.draw("Ah")
    assert r.WakeAt(felt.now_ms + PATIENCE_MS) in react(felt.state)
    felt.draw("Ad Kh Qd")
    assert not [one for one in react(felt.state) if isinstance(one, r.WakeAt)]


def test_a_street_that_was_called_and_does_not_come_is_told_too_and_thinking_is_not() -> None:
    felt = waits(dealing().draw("Ah Ad Kh Qd"), 10 * PATIENCE_MS)
    assert up(felt) == [], "the players think as long as they like"
    felt.do(i.CallStreet())
    assert up(waits(felt)) == ["A-232"]
    assert up(felt.do(i.Undo())) == [], "the call was taken back: nothing is waited for"
    felt.do(i.CallStreet()).draw("Kc Jd 6h").do(i.CallStreet()).draw("5s")
    assert up(waits(felt)) == ["A-232"], "the river is still to come"
    assert up(felt.draw("Qs")) == []


def test_a_hold_a_pause_and_a_restart_begin_the_wait_anew() -> None:
    felt = dealing().draw("Ah")
    felt._step([e.SessionResumed()])
    assert up(waits(felt)) == []
    felt.do(i.ConfirmFelt())
    assert up(waits(felt, PATIENCE_MS - 1_000)) == []
    assert up(waits(felt, 1_000)) == ["A-232"]
    felt.see(i.HealthObserved(Machine.SHOE, Health.LOST))
    assert felt.state.held is not None, "gone, it holds the deal"
    felt.badge().do(i.DealByHand())
    assert "A-232" not in up(felt), "dealt by hand nobody waits for the shoe"


def test_a_shoe_that_is_away_could_not_deal_though_the_chef_ended_its_hold() -> None:
    felt = dealing().see(i.HealthObserved(Machine.SHOE, Health.UP)).draw("Ah")
    felt.see(i.HealthObserved(Machine.SHOE, Health.ABSENT, "unplugged")).badge().do(i.Resume())
    assert felt.state.held is None
    assert "A-232" not in up(waits(felt, 2 * PATIENCE_MS))
    felt.see(i.HealthObserved(Machine.SHOE, Health.UP, "resumed"))
    assert "A-232" not in up(waits(felt, PATIENCE_MS - 1_000)), "back, it has its time"
    assert "A-232" in up(waits(felt, 1_000))


@pytest.mark.parametrize("profile", ["fr-holdem-casino", "live-uth", "fr-55-20-2015"])
def test_it_is_so_in_every_game(profile: str) -> None:
    assert up(waits(dealing(profile=load_profile(profile)))) == ["A-232"]
