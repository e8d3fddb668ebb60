"""The people of a supervised payment: who is called for it and when, and how often a PIN is asked for."""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.payment.steps import CALL_AGAIN_MS
from controller.game.payment.winning_hand import hand_places
from controller.game.people.at_table import PROCEDURE_PROOF_MS, PROOF_MS
from controller.game.refusals import Refusal
from controller.game.views import console
from tests.builders import Felt
from tests.game.arranged import royal
from ui import figures
from ui.screen import procedure
from ui.screen.console_state import LocalState
from ui.screen.speech import Speech

COMITE, VIDEO = ("Durand", Role.COMITE), ("Petit", Role.VIDEO)
PIN_DIGITS = 6


def called_before(*, seen: bool) -> Felt:
    """The chef was called for something else in the round, before the hands were opened."""
    felt = Felt().open().stakes(s1=1000).chips(1).close().draw("As Ks 3h 8c").do(i.CallChef())
    if seen:
        felt.do(i.SeeCall())
    felt.do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h").do(i.BetRest())
    felt.now_ms += 60_000
    return felt.showdown()


@pytest.mark.parametrize("seen", [False, True])
def test_only_a_call_after_the_freeze_is_the_royals(seen: bool) -> None:
    felt = called_before(seen=seen)
    say, view = Speech("fr", felt.now_ms), console(felt.state)
    assert procedure.step(view) == 1
    rail = procedure.rail(say, view)
    assert (rail[1]["state"], rail[1]["note"]) == ("now", "")
    assert procedure.focus(say, view)["rows"][-1]["value"] == "à appeler"
    assert procedure.primary(say, view, LocalState())["tap"] == {"act": "CallChef"}
    assert felt.tap(i.CallChef()) is None
    assert procedure.step(console(felt.state)) == 2


def test_an_older_call_that_nobody_has_seen_calls_nobody_a_second_time_for_the_royal() -> None:
    felt = called_before(seen=False)
    felt.now_ms += 2 * CALL_AGAIN_MS
    felt.see(i.TimeObserved(felt.now_ms))
    assert felt.events(e.ComiteCalledAgain) == []


def test_the_second_step_keeps_the_time_of_the_call_however_often_it_sounds_again() -> None:
    felt = royal().do(i.CallChef())
    called_ms = felt.now_ms
    for _ in range(2):
        felt.now_ms += CALL_AGAIN_MS + 1_000
        felt.see(i.TimeObserved(felt.now_ms))
    assert len(felt.events(e.ComiteCalledAgain)) == 2
    felt.badge(*COMITE)
    rail = procedure.rail(Speech("fr", felt.now_ms), console(felt.state))
    assert rail[1]["note"] == figures.clock(called_ms)


def test_who_calls_the_comite_has_answered_the_alarm_that_asked_for_it() -> None:
    """No key says *Vu* over a frozen felt; a call before the freeze answers nothing."""
    felt = called_before(seen=False)
    (up,) = felt.state.alarms
    assert (up.code, up.seen_ms) == ("A-105", 0)
    felt.do(i.CallChef())
    assert felt.state.alarms[0].seen_ms == felt.now_ms
    assert felt.events(e.AlarmSeen) == [e.AlarmSeen(up.number)]
    felt.do(i.CallChef())
    assert len(felt.events(e.AlarmSeen)) == 1


def test_a_royal_of_the_board_is_no_seats_alone() -> None:
    felt = Felt().open().stakes(s1=1000, s2=1000).chips(1, 2).close().draw("2c 3d 4c 5d Qd Jd")
    felt.do(i.CallStreet()).draw("As Ks Qs").do(i.CallStreet()).draw("Js Ts").do(i.BetRest()).showdown()
    assert [(up.code, up.seat, up.detail) for up in felt.state.alarms] == [("A-105", 0, "community_royal")]


# --- one identification a person a procedure -------------------------------------------------------


class Counted(Felt):
    """A table with a register where whoever puts his badge in enters his PIN if he is asked for it."""

    pins = 0

    def badge(self, person: str = "Chef 1", role: Role = Role.CHEF) -> Felt:
        self.see(i.BadgeGone())
        super().badge(person, role)
        told = console(self.state)["pin"]
        if told is None:
            return self
        self.pins += 1
        assert self.state.badge is not None
        self.see(i.PinAnswered(person, self.state.badge.shown, True))
        return self.see(i.ChargeObserved(person, True)) if role is Role.CHEF else self


def royal_at_a_register() -> Counted:
    felt = Counted(register=True).open()
    assert isinstance(felt, Counted)
    felt.stakes(s1=1000).chips(1).close().draw("As Ks 3h 8c").do(i.CallStreet()).draw("Qs Js Ts")
    felt.do(i.CallStreet()).draw("4d 9h").do(i.BetRest()).showdown()
    felt.pins = 0
    return felt


def test_a_royal_asks_each_person_for_his_pin_once() -> None:
    """Two persons, six showings of their badges, two PINs: twelve digits in the whole procedure."""
    felt = royal_at_a_register()
    felt.prove_hand().release()
    assert felt.state.playing.verification is not None
    assert felt.state.playing.verification.released
    assert felt.pins * PIN_DIGITS == 12
    known = [event.person for event in felt.events(e.PersonKnown) if isinstance(event, e.PersonKnown)]
    assert known == ["Durand", "Petit", "Durand", "Durand", "Petit"]


def test_another_person_and_another_role_enter_their_own_pin() -> None:
    felt = royal_at_a_register()
    felt.identify()
    for person, role in (("Roux", Role.COMITE), ("Durand", Role.DIRECTOR)):
        felt.see(i.BadgeGone(), i.BadgeObserved(person, role))
        assert console(felt.state)["pin"]["person"] == person
        assert felt.tap(i.ConfirmCard(hand_places(felt.state)[0])) is not None


def test_the_badge_that_stays_is_not_asked_again_while_the_procedure_lasts() -> None:
    felt = royal_at_a_register()
    felt.identify()
    felt.now_ms += PROCEDURE_PROOF_MS - 60_000
    felt.see(i.TimeObserved(felt.now_ms))
    assert console(felt.state)["pin"] is None
    felt.now_ms += 60_000
    felt.see(i.TimeObserved(felt.now_ms))
    assert console(felt.state)["pin"]["person"] == "Durand"
    felt.see(i.BadgeGone(), i.BadgeObserved(*COMITE))
    assert console(felt.state)["pin"]["person"] == "Durand"


def test_what_comes_after_the_procedure_asks_for_the_pin_again() -> None:
    felt = royal_at_a_register()
    felt.prove_hand().release().do(i.OpenSettlement())
    felt.see(i.BadgeGone(), i.BadgeObserved(*VIDEO))
    assert console(felt.state)["pin"]["person"] == "Petit"


def test_what_was_shown_for_the_procedure_counts_for_no_other_act() -> None:
    """A card known again, or there for longer than a PIN counts, takes the steps of the procedure alone."""
    again, stayed = royal_at_a_register().identify(), royal_at_a_register().identify()
    again.see(i.BadgeGone(), i.BadgeObserved(*COMITE))
    stayed.now_ms += PROOF_MS
    stayed.see(i.TimeObserved(stayed.now_ms))
    for felt in (again, stayed):
        assert felt.state.badge is not None
        assert felt.tap(i.ChangeMaximum(5_000)) == Refusal("pin_first", "SE-11", (("person", "Durand"),))
        assert felt.tap(i.ProposeRefusal(i.ClaimDoubt.IMAGES)) is None
        assert console(felt.state)["pin"] is None
        felt.see(i.PinAnswered("Durand", felt.state.badge.shown, True))
        assert felt.tap(i.ChangeMaximum(5_000)) is None


def test_a_procedure_that_is_held_asks_for_the_pin_of_who_ends_the_hold() -> None:
    felt = royal_at_a_register().identify().do(i.DeclareIncident(i.Incident.EQUIPMENT))
    felt.see(i.BadgeGone(), i.BadgeObserved(*COMITE))
    assert felt.tap(i.Resume()) == Refusal("pin_first", "SE-11", (("person", "Durand"),))
    assert (console(felt.state)["pin"]["person"], console(felt.state)["pin"]["known"]) == ("Durand", True)


def test_a_wrong_pin_or_a_restart_forgets_who_had_identified_himself() -> None:
    for forgets in (i.PinAnswered("Durand", 0, False, 4), None):
        felt = royal_at_a_register()
        felt.identify().see(i.BadgeGone())
        if forgets is not None:
            felt.see(forgets)
        else:
            felt._step([e.SessionResumed()])
        felt.see(i.BadgeObserved(*COMITE))
        assert console(felt.state)["pin"]["person"] == "Durand"


def test_the_badge_of_the_dealer_takes_no_step_whatever_card_he_shows() -> None:
    """I9, F-16: who dealt has no part in what is paid on it, with a card of the comité neither."""
    for role in (Role.DEALER, Role.COMITE, Role.VIDEO):
        felt = royal_at_a_register()
        felt.badge("croupier-07", role)
        refusal = felt.tap(i.ConfirmCard(hand_places(felt.state)[0]))
        assert refusal is not None
        assert refusal.code == ("same_person" if role is Role.COMITE else "badge_comite")


def test_one_person_with_two_cards_is_one_person_and_each_card_asks_for_its_pin() -> None:
    felt = royal_at_a_register().identify()
    pins = felt.pins
    felt.badge("Durand", Role.VIDEO)
    assert felt.pins == pins + 1
    refusal = felt.tap(i.ReviewVideo(True, "C-14", True))
    assert refusal is not None
    assert refusal.code == "same_person"


def test_a_badge_that_is_withdrawn_signs_nothing_however_well_it_is_known() -> None:
    felt = royal_at_a_register().identify().see(i.BadgeGone())
    refusal = felt.tap(i.ProposeRefusal(i.ClaimDoubt.IMAGES))
    assert refusal is not None
    assert refusal.code == "badge_comite"


def test_a_refusal_is_signed_by_two_who_are_known_and_ends_what_is_known_of_them() -> None:
    felt = royal_at_a_register().identify().view_images()
    pins = felt.pins
    felt.refuse()
    assert felt.pins == pins, "both had shown their PIN for this procedure"
    assert felt.state.playing.verification is not None
    assert felt.state.playing.verification.refused
    for person, role in (COMITE, VIDEO):
        felt.see(i.BadgeGone(), i.BadgeObserved(person, role))
        assert console(felt.state)["pin"]["person"] == person
