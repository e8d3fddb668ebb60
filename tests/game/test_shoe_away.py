"""A shoe that goes away, or does not lock, in mid-deal: an alarm, and the deal is held (RC-06, RP-18)."""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Health, HealthObserved, Incident, Machine, ShoeObserved, TroubleObserved
from controller.game.react import shoe_locked
from controller.game.refusals import Refusal
from controller.game.state import Phase
from tests.builders import Felt

AWAY = (Health.ABSENT, Health.LOST)
HANDS = "Ah Kd  9c 9d"


def shoe(health: Health, detail: str = "") -> HealthObserved:
    return HealthObserved(Machine.SHOE, health, detail)


def mid_deal(cards: str = "Ah Kd") -> Felt:
    """One player; so many cards of his deal are out, of a shoe that counts."""
    felt = Felt()
    felt.see(shoe(Health.UP))
    felt.open().stakes(s3=(1_000, 0)).close().see(ShoeObserved(False, 52))
    return felt.draw(cards)


def deciding() -> Felt:
    felt = mid_deal(HANDS)
    assert felt.state.phase is Phase.DECIDING
    return felt


def alarms(felt: Felt) -> set[str]:
    return {up.code for up in felt.state.alarms if not up.over}


def cause(felt: Felt) -> str:
    return felt.state.held.cause if felt.state.held is not None else ""


@pytest.mark.parametrize("away", AWAY)
@pytest.mark.parametrize("at", [mid_deal, deciding])
def test_a_shoe_that_goes_in_mid_deal_is_an_alarm_and_holds_the_deal(at, away):
    felt = at()
    felt.see(shoe(away, "unplugged"))
    assert (cause(felt), alarms(felt)) == ("shoe_gone", {"A-201"})
    assert shoe_locked(felt.state)


@pytest.mark.parametrize("away", AWAY)
def test_its_count_agrees_and_the_deal_goes_on_by_itself(away):
    felt = mid_deal()
    felt.see(shoe(away), shoe(Health.UP), ShoeObserved(True, 50))
    assert (cause(felt), felt.state.phase) == ("", Phase.DEALING)
    assert not shoe_locked(felt.state)
    felt.draw("9c 9d")
    assert felt.state.phase is Phase.DECIDING


def test_a_card_that_left_meanwhile_and_is_told_lies_in_its_place():
    felt = mid_deal()
    felt.see(shoe(Health.ABSENT), shoe(Health.UP))
    felt.draw("9c").see(ShoeObserved(True, 49))
    assert (cause(felt), felt.state.playing.drawn) == ("", 3)


def test_another_count_holds_the_deal_for_a_person():
    felt = mid_deal()
    felt.see(shoe(Health.ABSENT), shoe(Health.UP), ShoeObserved(True, 49))
    assert cause(felt) == "card_count"
    assert "A-215" in alarms(felt)


def test_a_void_that_somebody_has_armed_meanwhile_stands():
    felt = mid_deal()
    felt.see(shoe(Health.ABSENT))
    felt.badge().do(i.ArmVoid(Incident.EQUIPMENT))
    felt.see(shoe(Health.UP), ShoeObserved(True, 50))
    assert cause(felt) == "shoe_gone"
    assert felt.state.playing.void is not None


def test_the_chef_may_have_the_rest_dealt_by_hand():
    felt = mid_deal()
    felt.see(shoe(Health.ABSENT))
    assert felt.tap(i.DealByHand()) == Refusal("badge_chef", felt.tap(i.DealByHand()).article)
    felt.badge().do(i.DealByHand())
    assert (cause(felt), felt.state.by_hand) == ("", True)


def test_another_hold_is_not_ended_by_dealing_by_hand():
    felt = mid_deal()
    felt.see(shoe(Health.ABSENT), shoe(Health.UP), ShoeObserved(True, 49), shoe(Health.ABSENT))
    felt.badge()
    assert felt.tap(i.DealByHand()).code == "held"
    assert cause(felt) == "card_count"


@pytest.mark.parametrize("machine", [Machine.SHOE, Machine.SHUFFLER, Machine.BADGE])
def test_a_machine_that_answered_and_is_unplugged_is_an_alarm_at_any_time(machine):
    felt = Felt().open()
    felt.see(HealthObserved(machine, Health.UP, ""), HealthObserved(machine, Health.ABSENT, "unplugged"))
    assert alarms(felt) & {"A-201", "A-209", "A-309"}
    assert felt.state.held is None


@pytest.mark.parametrize("machine", [Machine.SHOE, Machine.SHUFFLER, Machine.BADGE])
def test_a_machine_that_was_never_there_is_no_news(machine):
    felt = Felt().open()
    felt.see(HealthObserved(machine, Health.ABSENT, "port_not_there"))
    assert alarms(felt) == set()


@pytest.mark.parametrize("at", [mid_deal, deciding])
def test_a_shoe_that_does_not_lock_is_an_alarm_and_holds_the_deal(at):
    felt = at()
    felt.see(TroubleObserved(Machine.SHOE, "lock_stays_open"))
    assert (cause(felt), alarms(felt)) == ("shoe_not_locked", {"A-231"})
    felt.badge().do(i.Resume())
    assert (cause(felt), alarms(felt)) == ("", {"A-231"})
    felt.see(TroubleObserved(Machine.SHOE, "lock_stays_open", active=False))
    assert alarms(felt) == set()


def test_a_shoe_that_stays_shut_is_an_alarm_and_holds_nothing():
    felt = mid_deal()
    felt.see(TroubleObserved(Machine.SHOE, "lock_stays_shut"))
    assert (cause(felt), alarms(felt)) == ("", {"A-231"})
    assert felt.events(e.RoundHeld) == []


@pytest.mark.parametrize("at", [mid_deal, deciding])
@pytest.mark.parametrize(
    ("told", "held"),
    [
        (ShoeObserved(True, 41), "card_count"),
        (TroubleObserved(Machine.SHOE, "count_mismatch", active=True), "card_count"),
        (TroubleObserved(Machine.SHOE, "count_unknown", active=True), "count_unknown"),
        (TroubleObserved(Machine.SHOE, "lock_stays_open", active=True), "shoe_not_locked"),
    ],
)
def test_no_card_goes_by_unseen_under_a_hold_that_the_dealer_ends_himself(at, told, held):
    """He declared an exposed card, unplugged the shoe, took one, and went on alone (RC-06, RP-18)."""
    felt = at().do(i.DeclareIncident(Incident.EXPOSED_CARD))
    felt.see(shoe(Health.ABSENT), shoe(Health.UP), told)
    assert cause(felt) == held
    assert felt.tap(i.Resume()) is not None, "it is the chef's now"


def test_a_hold_that_ends_while_the_shoe_is_away_leaves_the_deal_waiting_for_it():
    felt = mid_deal().do(i.DeclareIncident(Incident.EXPOSED_CARD))
    felt.see(shoe(Health.ABSENT)).do(i.Resume())
    assert cause(felt) == "shoe_gone"
    felt.see(shoe(Health.UP), ShoeObserved(True, 50))
    assert cause(felt) == ""
    felt = mid_deal().do(i.DeclareIncident(Incident.EXPOSED_CARD))
    felt.see(shoe(Health.ABSENT), shoe(Health.UP), ShoeObserved(True, 50))
    assert cause(felt) == "exposed_card", "a count that agrees leaves his hold to him"


def test_another_count_under_a_hold_of_the_chef_s_is_told_him():
    felt = mid_deal().do(i.DeclareIncident(Incident.CONTESTED_CHIPS))
    felt.see(shoe(Health.ABSENT), shoe(Health.UP), ShoeObserved(True, 49))
    assert cause(felt) == "contested_chips"
    assert "A-215" in alarms(felt)


@pytest.mark.parametrize("doubt", ["count_mismatch", "count_unknown", "lock_stays_open"])
def test_a_doubt_of_the_shoe_under_a_hold_of_the_chef_s_is_told_him_and_leaves_his_hold(doubt):
    felt = mid_deal().do(i.DeclareIncident(Incident.CONTESTED_CHIPS))
    before = alarms(felt)
    felt.see(TroubleObserved(Machine.SHOE, doubt, active=True))
    assert cause(felt) == "contested_chips"
    assert len(alarms(felt) - before) == 1
    assert [held.cause for held in felt.events(e.RoundHeld)] == ["contested_chips"]
