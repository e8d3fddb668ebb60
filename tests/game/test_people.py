"""The people at a table with a register: PINs, sign-on and relief, chefs of two tables, revocations."""

from __future__ import annotations

import pickle

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.decide import decide
from controller.game.inputs import Role
from controller.game.people.at_table import NO_RELIEF
from controller.game.people.pin import NoPin, Pin
from controller.game.react import react
from controller.game.refusals import Refusal
from controller.game.views import console
from controller.settings.rules import load_profile
from tests.builders import Felt
from tests.law.requirements import requirement

NOT_NOW = Refusal("not_now")


def table() -> Felt:
    return Felt(register=True)


def shown(felt: Felt) -> int:
    assert felt.state.badge is not None
    return felt.state.badge.shown


def last(felt: Felt) -> list[str]:
    return [type(entry.event).__name__ for entry in felt.entries]


# --- PINs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "12345", "123456789", "12345a", "١٢٣٤٥٦", "12 456"])
def test_a_pin_is_six_to_eight_digits_and_a_wrong_one_is_not_repeated(text: str) -> None:
    with pytest.raises(NoPin) as told:
        Pin(text)
    assert not text or text not in str(told.value)


def test_a_pin_shows_itself_to_nobody() -> None:
    intent = i.EnterPin(Pin("135790"))
    for said in (repr(intent), str(intent), f"{intent.pin}", repr([intent.pin])):
        assert "135790" not in said
    assert intent.pin.digits() == "135790"
    with pytest.raises(TypeError):
        pickle.dumps(intent.pin)
    assert decide(Felt(register=True).badge().state, intent) == ()


def test_a_pin_is_asked_for_a_badge_that_is_not_proven() -> None:
    felt = table()
    assert felt.tap(i.EnterPin(Pin("135790"))) == NOT_NOW
    felt.badge("Chef 1", Role.CHEF)
    assert console(felt.state)["pin"]["person"] == "Chef 1"
    assert felt.tap(i.EnterPin(Pin("135790"))) is None
    felt.person("Chef 1", Role.CHEF)
    assert console(felt.state)["pin"] is None
    assert felt.tap(i.EnterPin(Pin("135790"))) == NOT_NOW
    assert Felt().badge().tap(i.EnterPin(Pin("135790"))) == NOT_NOW, "without a register nobody has a PIN"


@requirement("SE-11")
def test_wrong_pins_are_kept_and_counted_and_the_fifth_locks() -> None:
    felt = table().badge("MCD 03", Role.COMITE)
    for left in (4, 3, 2, 1):
        felt.see(i.PinAnswered("MCD 03", shown(felt), False, left))
        assert [(up.code, up.detail) for up in felt.state.alarms] == [("A-207", f"PIN {5 - left}/5")]
        assert console(felt.state)["pin"]["tries_left"] == left
    felt.see(i.PinAnswered("MCD 03", shown(felt), False, 0, felt.now_ms + 900_000))
    assert [(up.code, up.detail) for up in felt.state.alarms] == [("A-222", "MCD 03")]
    assert [event.tries_left for event in felt.events(e.PinRefused)] == [4, 3, 2, 1]
    assert len(felt.events(e.PersonLocked)) == 1
    felt.see(i.BadgeGone())
    assert [up.code for up in felt.state.alarms] == ["A-222"], "the pit has not seen it"
    felt.do(i.SeeAlarm(felt.state.alarms[0].number))
    assert not felt.state.alarms


@requirement("SE-11")
def test_a_pin_counts_for_ninety_seconds() -> None:
    felt = table().person("MCD 03", Role.COMITE)
    assert felt.state.badge is not None
    proven_ms = felt.state.badge.proven_ms
    assert r.WakeAt(proven_ms + 90_000) in react(felt.state)
    felt.see(i.TimeObserved(proven_ms + 89_999))
    assert felt.state.badge.proven
    felt.see(i.TimeObserved(proven_ms + 90_000))
    assert not felt.state.badge.proven
    assert last(felt)[-1] == "ProofEnded"
    assert console(felt.state)["pin"] is not None, "it is asked for again"


def test_a_pin_ends_with_a_hold_on_the_table_too() -> None:
    felt = table().open().stakes(s1=1000).close().do(i.DeclareIncident(i.Incident.EQUIPMENT))
    felt.person("Chef 1", Role.CHEF)
    assert felt.state.badge is not None
    felt.see(i.TimeObserved(felt.state.badge.proven_ms + 90_000))
    assert felt.tap(i.Resume()) == Refusal("pin_first", "SE-11", (("person", "Chef 1"),))
    felt.see(i.PinAnswered("Chef 1", shown(felt), True)).do(i.Resume())


def test_a_card_taken_out_in_mid_step_proves_nothing_when_it_comes_back() -> None:
    felt = table().badge("MCD 03", Role.COMITE)
    asked_for = shown(felt)
    felt.see(i.BadgeGone()).badge("MCD 03", Role.COMITE)
    felt.see(i.PinAnswered("MCD 03", asked_for, True))
    assert not felt.state.badge.proven  # type: ignore[union-attr]
    assert not felt.events(e.PersonProven)
    felt.see(i.PinAnswered("MCD 03", asked_for, False, 4))
    assert len(felt.events(e.PinRefused)) == 1, "a wrong PIN is kept whoever is there by now"
    assert not felt.state.alarms


def test_taking_the_card_out_ends_the_proof() -> None:
    felt = table().person("MCD 03", Role.COMITE).see(i.BadgeGone()).badge("MCD 03", Role.COMITE)
    assert felt.state.badge is not None
    assert not felt.state.badge.proven


# --- sign-on and relief --------------------------------------------------------------------------


def test_nobody_deals_before_he_has_signed_on() -> None:
    felt = table()
    assert felt.tap(i.OpenTable()) == Refusal("no_dealer", "RO-01")
    felt.badge("croupier-07", Role.DEALER)
    assert felt.tap(i.SignOn()) == Refusal("pin_first", "SE-11", (("person", "croupier-07"),))
    felt.dealer().do(i.OpenTable())
    assert felt.state.dealer is not None
    assert felt.state.dealer.person == "croupier-07"
    assert console(felt.state)["croupier"]["person"] == "croupier-07"


def test_the_round_keeps_who_dealt_it() -> None:
    felt = table().open().stakes(s1=1000).close().draw("2c 7d 9s 4h").do(i.CallStreet())
    felt.draw("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs").play(1, 1).showdown().settle()
    assert felt.events(e.RoundClosed)[0].dealer == "croupier-07"  # type: ignore[attr-defined]
    assert felt.state.last_rounds[0].dealer == "croupier-07"
    assert console(felt.state)["last_rounds"][0]["dealer"] == "croupier-07"


@requirement("RP-12")
def test_the_dealer_is_not_relieved_from_the_first_stake_to_the_round_s_end() -> None:
    felt = table().open()
    felt.dealer("croupier-11").do(i.SetStakes(1, 1000))

    def refused() -> bool:
        felt.person("croupier-08", Role.DEALER)
        answers = {felt.tap(i.SignOn()), felt.tap(i.SignOff())}
        felt.see(i.BadgeGone())
        return answers == {NO_RELIEF}

    assert NO_RELIEF.article == "art. 55-20"
    assert refused(), "the first stake lies there"
    felt.close()
    assert refused(), "the bets are closed"
    felt.draw("2c 7d 9s 4h")
    assert refused()
    felt.do(i.CallStreet()).draw("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs").play(1, 1)
    assert refused()
    felt.showdown()
    assert refused()
    felt.do(i.OpenSettlement())
    assert refused()
    felt.do(i.SettleSeat(1))
    assert not felt.tap(i.SignOff()), "the round is closed"
    felt.dealer("croupier-08").do(i.NextRound())
    felt.dealer("croupier-09")
    assert felt.state.dealer is not None
    assert felt.state.dealer.person == "croupier-09", "stakes that stand are no stakes of this round yet"
    felt.chips(1)
    felt.dealer("croupier-11")
    assert felt.state.dealer.person == "croupier-11", "nor is a JP1 chip that waits beside them"
    felt.as_before()
    assert refused(), "once they are confirmed they are"


@requirement("SE-11")
@pytest.mark.parametrize(
    ("person", "role"), [("croupier-07", Role.DEALER), ("croupier-08", Role.DEALER), ("Chef 1", Role.CHEF)]
)
def test_at_a_locked_pause_nobody_signs_the_dealer_off_without_a_card(person: str, role: Role) -> None:
    """S19: whoever stood there touched a key, and the round had nobody's name any more."""
    felt = table().open().do(i.Pause())
    assert felt.tap(i.SignOff()) == Refusal("badge_dealer", "RO-01")
    assert felt.badge(person, role).tap(i.SignOff()) == Refusal("pin_first", "SE-11", (("person", person),))
    felt.see(i.BadgeGone()).person(person, role).do(i.SignOff())
    assert felt.state.dealer is None


def test_at_a_pause_who_comes_to_deal_relieves_who_went_without_his_card() -> None:
    felt = table().open().do(i.Pause()).dealer("croupier-08")
    assert [event.person for event in felt.events(e.DealerSignedOff)] == ["croupier-07"]
    felt.person("croupier-08", Role.DEALER).do(i.EndPause())


def test_a_stake_taken_back_is_no_stake() -> None:
    felt = table().open().do(i.SetStakes(1, 1000), i.Undo())
    felt.dealer("croupier-08")
    assert [event.person for event in felt.events(e.DealerSignedOff)] == ["croupier-07"]


@requirement("RP-12")
def test_a_round_to_be_dealt_again_is_not_over() -> None:
    felt = table().open().stakes(s1=1000).chips(1).close().draw("2c")
    felt.do(i.DeclareIncident(i.Incident.EQUIPMENT)).void(i.Incident.EQUIPMENT)
    assert felt.state.playing.attempt == 2
    felt.person("croupier-08", Role.DEALER)
    assert felt.tap(i.SignOn()) == NO_RELIEF


def test_where_stakes_do_not_stand_any_stake_keeps_the_dealer() -> None:
    felt = Felt(load_profile("live-uth"), register=True).open().stakes(s1=1000)
    felt.person("croupier-08", Role.DEALER)
    assert felt.tap(i.SignOn()) == NO_RELIEF


@requirement("SE-11")
def test_a_pause_locks_the_console_to_its_dealer_and_the_chefs() -> None:
    felt = table().open().do(i.Pause())
    assert felt.tap(i.EndPause()) == Refusal("badge_dealer", "RO-01")
    felt.person("croupier-08", Role.DEALER)
    assert felt.tap(i.EndPause()) == Refusal("badge_dealer", "RO-01")
    felt.do(i.SignOn(), i.EndPause())
    felt.do(i.Pause()).person("Chef 1", Role.CHEF).do(i.EndPause())


def test_the_dealer_stays_after_a_restart() -> None:
    felt = table().open().stakes(s1=1000).close()
    felt._step([e.SessionResumed()])
    felt.do(i.ConfirmFelt()).draw("2c 7d 9s 4h")
    assert felt.state.dealer is not None


# --- chefs and revocations -----------------------------------------------------------------------


def test_a_chef_takes_charge_when_he_has_shown_his_pin() -> None:
    felt = table().dealer().do(i.OpenTable()).badge("Chef 1", Role.CHEF)
    asked = r.TakeCharge("Chef 1", "UTH-2")
    assert asked not in react(felt.state)
    felt.see(i.PinAnswered("Chef 1", shown(felt), True))
    assert asked in react(felt.state)
    felt.see(i.ChargeObserved("Chef 9", True))
    assert asked in react(felt.state), "that was somebody else"
    felt.see(i.ChargeObserved("Chef 1", False, ("UTH-1", "UTH-3")))
    assert asked not in react(felt.state)
    assert felt.events(e.ChargeRefused) == [e.ChargeRefused("Chef 1", ("UTH-1", "UTH-3"))]
    felt.see(i.BadgeGone()).person("Chef 1", Role.CHEF)
    assert felt.events(e.ChargeTaken) == [e.ChargeTaken("Chef 1")]


def test_a_chef_sees_the_alarms_of_a_closed_table_which_is_in_nobody_s_charge() -> None:
    felt = table().badge("Chef 1", Role.CHEF)
    felt.see(i.PinAnswered("Chef 1", shown(felt), True))
    felt.see(i.TroubleObserved(i.Machine.SHOE, "lid_open"))
    assert felt.tap(i.SeeAlarm(felt.state.alarms[0].number, i.Acknowledgement.CHECKED)) is None
    assert felt.state.alarms[0].seen_ms
    felt.do(i.OpenTable())
    assert felt.tap(i.ConfirmOpening()) == Refusal("charge_waiting", "art. 55-20"), (
        "he has to take charge of it"
    )


@requirement("SE-11")
def test_a_revoked_badge_counts_for_nothing_at_once() -> None:
    felt = table().open().do(i.Pause()).person("Chef 1", Role.CHEF).see(i.RevokedObserved("Chef 1"))
    assert felt.state.badge is None
    assert felt.tap(i.CloseTable()) is not None


def test_a_revoked_dealer_ends_the_round_and_goes() -> None:
    felt = table().open().stakes(s1=1000).close().draw("2c 7d 9s 4h").see(i.RevokedObserved("croupier-07"))
    assert felt.state.dealer is not None
    assert [up.code for up in felt.state.alarms] == ["A-223"]
    felt.do(i.CallStreet()).draw("Kc Jd 6h").do(i.CallStreet()).draw("5s Qs").play(1, 1).showdown().settle()
    assert felt.state.dealer is None
    assert felt.tap(i.NextRound()) == Refusal("no_dealer", "RO-01")
    felt.dealer("croupier-08").do(i.NextRound())
    felt.see(i.RevokedObserved("nobody"))


def test_a_revoked_dealer_between_rounds_goes_at_once() -> None:
    felt = table().open().see(i.RevokedObserved("croupier-07"))
    assert felt.state.dealer is None


def test_closing_ends_the_dealer_s_and_the_chef_s_part() -> None:
    felt = table().open().person("Chef 1", Role.CHEF)
    assert r.LeaveCharge("UTH-2") not in react(felt.state)
    felt.do(i.CloseTable())
    assert felt.state.dealer is None
    assert r.LeaveCharge("UTH-2") in react(felt.state)
    felt.dealer().do(i.OpenTable()).person("Chef 1", Role.CHEF)
    assert len(felt.events(e.ChargeTaken)) == 3, "it is taken anew at each opening"
