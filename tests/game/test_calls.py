"""The call of the chef lives in three states, and is dead in none: nobody called, called, seen."""

from __future__ import annotations

from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.inputs import Role
from controller.game.refusals import Refusal
from controller.game.state import Phase
from tests.builders import Felt
from tests.game.arranged import betting, preflop, royal, settling
from ui.meant import aimed, still_meant, unaimed
from ui.screen.console import ConsoleFace


def call_key(felt: Felt, language: str = "fr") -> dict[str, Any]:
    shown = ConsoleFace(language).words(views.console(felt.state) | {"now_ms": felt.now_ms})
    key: dict[str, Any] = shown["bottom"][1]
    return key


@pytest.mark.parametrize("arranged", [betting, preflop, settling])
def test_the_call_key_is_alive_whether_nobody_is_called_or_the_call_is_unseen_or_seen(arranged: Any) -> None:
    felt: Felt = arranged()
    icons = []
    for act in (i.CallChef(), i.SeeCall(), i.CallChef()):
        key = call_key(felt)
        assert key["tap"] == {"act": "CallChef"}
        icons.append(key["icon"])
        felt.do(act)
    assert icons == ["bell", "called", "seen"]


def test_a_call_made_again_keeps_the_time_of_the_first_and_sounds_anew() -> None:
    felt = betting().do(i.CallChef())
    first = felt.state.call_ms
    felt.do(i.CallChef())
    assert (felt.state.call_ms, felt.state.call_last_ms) == (first, felt.now_ms)
    assert len(felt.events(e.ChefCalled)) == 2
    assert "pas encore vu" in call_key(felt)["sub"]


def test_a_call_after_one_that_was_seen_is_a_new_call_of_the_same_round() -> None:
    felt = betting().do(i.CallChef(), i.SeeCall())
    assert "rappeler" in call_key(felt)["sub"]
    felt.do(i.CallChef())
    assert (felt.state.call_ms, felt.state.call_seen_ms) == (felt.now_ms, 0)


def test_a_badge_in_the_reader_does_not_kill_the_call() -> None:
    felt = betting().do(i.CallChef()).badge()
    felt.do(i.CallChef())
    opens = call_key(felt)["tap"]
    assert opens == {"act": "local.sheet", "sheet": "chef"}, "while the chef is there the place is his"
    face, view = ConsoleFace("fr"), views.console(felt.state) | {"now_ms": felt.now_ms}
    face.words(view)
    face.take(opens)
    assert "'CallChef'" in str(face.words(view)["sheet"])


def test_an_unseen_call_lives_on_in_the_next_round() -> None:
    felt = settling().do(i.CallChef()).settle()
    assert felt.state.phase is Phase.CLEARING
    felt.do(i.NextRound(), i.CallChef())
    assert felt.state.call_last_ms > felt.state.call_ms


def test_who_sees_no_call_is_told_that_there_is_none() -> None:
    felt = betting()
    assert felt.tap(i.SeeCall()) == Refusal("no_call")
    felt.do(i.CallChef(), i.SeeCall())
    assert felt.tap(i.SeeCall()) == Refusal("call_seen")


def test_an_incident_after_a_call_that_was_seen_calls_again() -> None:
    felt = preflop().do(i.CallChef(), i.SeeCall(), i.DeclareIncident(i.Incident.MISSING_CARD))
    assert len(felt.events(e.ChefCalled)) == 2
    again = preflop().do(i.CallChef(), i.DeclareIncident(i.Incident.MISSING_CARD))
    assert len(again.events(e.ChefCalled)) == 1, "the one that nobody has seen stands"


@pytest.mark.parametrize("role", [Role.CHEF, Role.COMITE, Role.DIRECTOR])
def test_who_was_called_answers_by_his_badge_and_is_named(role: Role) -> None:
    felt = betting().do(i.CallChef()).badge("Chef 2", role)
    assert felt.events(e.CallSeen) == [e.CallSeen("Chef 2", "console")]
    assert "Chef\u00a02" in call_key(felt.see(i.BadgeGone()))["label"]


def test_at_a_table_with_a_register_a_call_is_answered_in_nobodys_name_before_his_pin() -> None:
    felt = Felt(register=True).open().do(i.CallChef()).badge("Chef 2", Role.CHEF)
    assert felt.events(e.CallSeen) == []
    assert felt.state.badge is not None
    felt.see(i.PinAnswered("Chef 2", felt.state.badge.shown, False, 4))
    assert felt.events(e.CallSeen) == [], "a card that was found answers no call"
    felt.see(i.PinAnswered("Chef 2", felt.state.badge.shown, True))
    assert felt.events(e.CallSeen) == [e.CallSeen("Chef 2", "console")]


@pytest.mark.parametrize("role", [Role.DEALER, Role.CASHIER, Role.VIDEO])
def test_whoever_else_comes_answers_no_call(role: Role) -> None:
    felt = betting().do(i.CallChef()).badge("Petit", role)
    assert felt.events(e.CallSeen) == []


def test_who_lay_in_the_reader_before_the_call_answers_it_by_coming_anew() -> None:
    felt = betting().badge("Chef 2", Role.CHEF).do(i.CallChef())
    assert felt.events(e.CallSeen) == []
    felt.see(i.BadgeGone()).badge("Chef 2", Role.CHEF)
    assert felt.events(e.CallSeen) == [e.CallSeen("Chef 2", "console")]


def test_the_call_of_a_royal_is_answered_by_the_comite_alone() -> None:
    felt = royal().do(i.CallChef()).badge("Chef 2", Role.CHEF)
    assert felt.events(e.CallSeen) == []
    felt.see(i.BadgeGone()).badge("Durand", Role.COMITE)
    assert felt.events(e.CallSeen) == [e.CallSeen("Durand", "console")]


def test_a_finger_on_a_call_means_no_other_that_came_meanwhile() -> None:
    """Called again it may be the comité by now: whoever has read the first card has not seen that."""
    felt = betting().do(i.CallChef())
    before = views.pit(felt.state)
    tap = aimed(before, {"act": "SeeCall"})
    assert still_meant(views.pit(felt.see(i.BadgeGone()).state), tap)
    felt.now_ms += 60_000
    assert not still_meant(views.pit(felt.do(i.CallChef()).state), tap)
    assert unaimed(tap) == {"act": "SeeCall"}, "a table of before knows no more of it"
