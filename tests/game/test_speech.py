"""Players speak from left to right: whose turn it is, and what an enforced order refuses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.game import inputs as i
from controller.game.dealing.turn_to_speak import in_turn
from controller.game.felt import Spot
from controller.game.refusals import ART, Refusal
from controller.game.views import console
from controller.settings.rules import load_profile
from controller.settings.settings_error import SettingsError
from tests.builders import Felt
from ui.screen.console import ConsoleFace

HANDS = "2c 3d 4h 5s 6c 7d Jh Js"


def dealt(name: str = "fr-55-20-2021", order: str = "hint") -> Felt:
    """Seats 2, 4 and 6 have their cards and may decide."""
    profile = load_profile(name)
    rules = replace(profile, options=replace(profile.options, speech_order=order))  # type: ignore[arg-type]
    return Felt(rules).open().stakes(s2=1000, s4=1000, s6=1000).close().draw(HANDS)


def river(order: str = "hint") -> Felt:
    return dealt(order=order).do(i.CallStreet()).draw("8c 8d 8h").do(i.CallStreet()).draw("9c 9d")


def test_the_turn_goes_from_left_to_right() -> None:
    felt = dealt()
    assert in_turn(felt.state) == 2
    felt.play(4, 2)
    assert in_turn(felt.state) == 4
    felt.play(3, 6)
    assert in_turn(felt.state) == 0, "who sits between has checked"


def test_where_to_bet_or_fold_is_said_each_seat_answers() -> None:
    felt = river()
    assert in_turn(felt.state) == 2
    felt.fold(2)
    assert in_turn(felt.state) == 4
    felt.play(1, 6)
    assert in_turn(felt.state) == 4


def test_a_hint_refuses_nothing() -> None:
    river().play(1, 6).play(1, 4).fold(2)
    dealt().play(4, 6).play(4, 2)


def test_an_enforced_order_refuses_who_is_not_in_turn_and_names_who_is() -> None:
    felt = river("enforced")
    assert felt.tap(i.BetPlay(6, 1)) == Refusal("out_of_turn", ART, (("seat", 6), ("turn", 2)))
    assert felt.tap(i.Fold(4)) == Refusal("out_of_turn", ART, (("seat", 4), ("turn", 2)))
    felt.fold(2).play(1, 4).fold(6).showdown()


def test_where_a_check_is_tacit_a_bet_says_that_those_before_it_have_checked() -> None:
    felt = dealt(order="enforced").play(4, 4)
    assert felt.tap(i.BetPlay(2, 4)) == Refusal("out_of_turn", ART, (("seat", 2), ("turn", 6)))
    felt.play(3, 6)
    assert felt.tap(i.BetPlay(2, 4)) == Refusal("has_spoken", ART, (("seat", 2), ("turn", 0)))


def test_who_is_taken_back_may_answer_again_in_an_enforced_order() -> None:
    felt = dealt(order="enforced").play(3, 2).play(4, 4).play(4, 6).do(i.ReopenDecision(2))
    assert in_turn(felt.state) == 2
    felt.play(4, 2)
    assert in_turn(felt.state) == 0
    back = river("enforced").fold(2).fold(4).do(i.ReopenDecision(2))
    assert back.tap(i.Fold(6)) == Refusal("out_of_turn", ART, (("seat", 6), ("turn", 2)))


def test_one_key_for_the_rest_answers_for_all_in_their_order() -> None:
    felt = river("enforced").play(1, 2).do(i.FoldRest())
    assert [felt.state.seat(n).folded for n in (2, 4, 6)] == [False, True, True]
    river("enforced").do(i.BetRest()).showdown()


def test_cards_thrown_in_need_no_turn() -> None:
    felt = dealt("fr-holdem-casino", "enforced").fold(6)
    assert in_turn(felt.state) == 2
    felt.do(i.BetOn(2, Spot.A4))


def test_where_a_clock_decides_all_speak_together() -> None:
    felt = dealt("live-uth")
    assert in_turn(felt.state) == 0
    felt.do(i.Check(6), i.CheckRest())


def test_an_order_is_not_enforced_where_a_clock_decides(tmp_path: Path) -> None:
    text = Path("config/rules/live-uth.toml").read_text(encoding="utf-8")
    path = tmp_path / "live.toml"
    path.write_text(text.replace("[options]\n", '[options]\nspeech_order = "enforced"\n'), encoding="utf-8")
    with pytest.raises(SettingsError, match="speech_order"):
        load_profile(str(path))


def test_the_option_is_told_and_is_part_of_the_digest_of_the_rules(tmp_path: Path) -> None:
    law = load_profile("fr-55-20-2021")
    assert ("speech_order", "hint") in law.options_in_words()
    text = Path("config/rules/fr-55-20-2021.toml").read_text(encoding="utf-8")
    path = tmp_path / "house.toml"
    path.write_text(text.replace('speech_order = "hint"', 'speech_order = "enforced"'), encoding="utf-8")
    house = load_profile(str(path))
    assert house.options.speech_order == "enforced"
    assert house.digest != law.digest
    assert "speech_order" not in dict(load_profile("live-uth").options_in_words())


def test_the_console_marks_one_seat_and_none_while_the_round_is_held() -> None:
    felt = dealt().play(4, 2)

    def marked() -> list[str]:
        seats = ConsoleFace("fr").words(console(felt.state) | {"now_ms": felt.now_ms})["seats"]
        return [seat["number"] for seat in seats if seat.get("speaks")]

    assert marked() == ["4"]
    felt.do(i.DeclareIncident(i.Incident.EXPOSED_CARD))
    assert marked() == []
