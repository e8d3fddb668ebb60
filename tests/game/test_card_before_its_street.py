"""A card that comes before anybody can have spoken calls no street: it stays face down."""

from __future__ import annotations

from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.dealing.drawn_street import SPEECH_MS
from controller.game.felt import board
from controller.game.incidents.causes import HoldCause
from controller.game.inputs import Incident
from controller.game.refusals import ART, Refusal
from controller.game.state import Phase
from controller.game.views import console, pit
from controller.settings.rules import load_profile
from tests.builders import Felt

HANDS = "2c 7d 3c 8d 9s 4h"


def dealt(profile: str = "fr-55-20-2021", **changes: Any) -> Felt:
    """Two seats with their hands; nobody has spoken."""
    felt = Felt(load_profile(profile), **changes).open().stakes(s1=1000, s4=1000)
    return felt.close().draw(HANDS)


def named(felt: Felt) -> set[str]:
    """The cards of the board that any screen names."""
    shown = [*console(felt.state)["board"]["cards"], *pit(felt.state)["board"]["cards"]]
    return {card for card in shown if len(card) == 2}


def checked_by_nobody(felt: Felt) -> bool:
    told = [entry.event for entry in felt.entries]
    return not any(isinstance(event, e.StreetCalled | e.SeatChecked) for event in told)


@pytest.mark.parametrize("early", range(1, 6))
@pytest.mark.parametrize("profile", ["fr-55-20-2021", "fr-casino-page", "fr-holdem-casino"])
def test_cards_that_follow_on_the_deal_are_held_face_down_and_nobody_has_checked(
    profile: str, early: int
) -> None:
    felt = dealt(profile).leave(" ".join(["Kc", "Jd", "6h", "5s", "Qs"][:early]))
    assert felt.state.held is not None
    assert felt.state.held.cause is HoldCause.CARD_BEFORE_DECISIONS
    assert [up.code for up in felt.state.alarms] == ["A-217"]
    assert named(felt) == set(), "no screen names a card of a street that nobody called"
    assert checked_by_nobody(felt)
    assert felt.state.undecided == (1, 4)
    assert felt.tap(i.Resume()) == Refusal("badge_chef", ART), "the chef rules"
    felt.badge().do(i.Resume())
    assert named(felt) == set(), "the ruling alone opens nothing"
    felt.do(i.CallStreet())
    burned = profile == "fr-holdem-casino"
    assert len(named(felt)) == (3 if early - burned >= 3 else 0), "the call opens what is whole, and no more"


def test_one_who_is_silent_holds_the_card_though_the_other_has_bet() -> None:
    felt = dealt().play(4, 1).leave("Kc")
    assert felt.state.held is not None
    assert felt.state.undecided == (4,)
    assert felt.state.playing.drawn == 7


@pytest.mark.parametrize("profile", ["fr-55-20-2021", "fr-casino-page", "fr-holdem-casino"])
def test_who_had_time_to_speak_and_says_nothing_has_checked_when_the_dealer_draws(profile: str) -> None:
    """Rules, section 2: at most 2n + 4 taps; a street is revealed when its last card has been read."""
    for passed_ms, held in ((SPEECH_MS - 101, True), (SPEECH_MS, False)):
        felt = dealt(profile)
        felt.now_ms += passed_ms
        felt.leave("Kc")
        assert (felt.state.held is not None) is held
        assert felt.state.playing.street_open is held
    burned = 1 if profile == "fr-holdem-casino" else 0
    assert len(named(felt.leave(" ".join(["Jd", "6h", "5s"][: 2 + burned])))) == 3


def test_a_street_that_the_chef_resumed_is_called_by_a_touch_and_drawn_on() -> None:
    felt = dealt().leave("Kc").badge().do(i.Resume())
    felt.now_ms += SPEECH_MS
    assert felt.leave("Jd").state.held is not None, "nobody has called it yet"
    felt.do(i.Resume(), i.CallStreet()).leave("6h")
    assert felt.state.held is None
    assert named(felt) == {"Kc", "Jd", "6h"}


def test_when_all_have_bet_to_draw_is_to_call() -> None:
    felt = dealt().play(4, 1, 4).leave("Kc Jd 6h")
    assert felt.state.held is None
    assert felt.state.playing.street == 1
    assert named(felt) == {"Kc", "Jd", "6h"}
    assert felt.leave("5s Qs").state.playing.street == 2


def test_after_the_touch_the_street_is_drawn_and_opens_with_its_last_card() -> None:
    felt = dealt().do(i.CallStreet()).leave("Kc Jd")
    assert felt.state.held is None
    assert named(felt) == set()
    assert named(felt.leave("6h")) == {"Kc", "Jd", "6h"}


def test_a_turn_drawn_in_one_go_with_the_flop_is_held_and_the_flop_is_played_on() -> None:
    felt = dealt().do(i.CallStreet()).leave("Kc Jd 6h 5s")
    assert felt.state.held is not None
    assert named(felt) == {"Kc", "Jd", "6h"}
    felt.badge().do(i.Resume()).play(2, 1).do(i.CallStreet()).leave("Qs")
    assert named(felt) == {"Kc", "Jd", "6h", "5s", "Qs"}
    assert felt.state.phase is Phase.DECIDING


def test_a_seat_that_was_left_out_shows_none_of_its_cards_as_the_board() -> None:
    """Three hands and the bank's are dealt where two were entered: the last two are read as the board's."""
    felt = dealt().leave("Kc Jd").badge()
    assert felt.state.playing.cards[board(0)] is not None
    assert named(felt) == set()
    felt.do(i.ArmVoid(Incident.IRREGULAR_DEAL), i.VoidRound(Incident.IRREGULAR_DEAL))
    assert felt.state.phase is Phase.REFUNDING
    assert named(felt) == set()
