"""The profile as data: streets, order of dealing, spots, options."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.game.felt import Spot
from controller.game.hands import HandClass
from controller.game.profile import STREETS_CASINO, board_order, draw_order
from tests.game.rounds import LAW, house
from tests.law.requirements import requirement


def order(seats: tuple[int, ...], **options: object) -> list[str]:
    return [str(place) for place in draw_order(house(**options), seats)]


def test_both_cards_of_a_seat_come_before_the_next_seats_then_the_dealers_then_the_board() -> None:
    hands = ["hole.2.0", "hole.2.1", "hole.5.0", "hole.5.1", "dealer.0", "dealer.1"]
    assert order((2, 5)) == hands + [f"board.{slot}" for slot in range(5)]


def test_seats_are_dealt_from_the_dealers_left_however_they_are_given() -> None:
    assert draw_order(LAW, (7, 1, 4)) == draw_order(LAW, (1, 4, 7))


@requirement("CS-21")
@pytest.mark.parametrize("players", range(1, 8))
def test_a_round_takes_two_cards_a_player_two_and_five(players: int) -> None:
    places = draw_order(LAW, tuple(range(1, players + 1)))
    assert len(places) == len(set(places)) == 2 * players + 2 + 5  # CS-21


def test_the_order_is_the_same_when_the_board_is_drawn_with_the_hands() -> None:
    assert order((1, 2), board_drawn="with_hands") == order((1, 2))


@requirement("CS-21")
def test_burned_cards_lie_before_those_of_their_street() -> None:
    burning = replace(LAW, streets=tuple(replace(s, burn=1 if s.board else 0) for s in LAW.streets))
    said = [str(place) for place in board_order(burning)]
    assert said == ["burn.0", "board.0", "board.1", "board.2", "burn.1", "board.3", "board.4"]


def test_a_game_with_a_street_for_each_of_turn_and_river_is_only_data() -> None:
    streets = tuple(replace(street, burn=1 if street.board else 0) for street in STREETS_CASINO)
    said = [str(place) for place in board_order(replace(LAW, streets=streets))]
    assert said == ["burn.0", "board.0", "board.1", "board.2", "burn.1", "board.3", "burn.2", "board.4"]


def test_the_law_opens_turn_and_river_together_and_asks_then_for_a_bet_or_a_fold() -> None:
    told = [(street.name, street.board, street.multiples, street.fold) for street in LAW.streets]
    assert told == [
        ("preflop", 0, (4, 3), False),
        ("flop", 3, (2,), False),
        ("river", 2, (1,), True),
    ]
    assert LAW.multiples == (4, 3, 2, 1)


def test_a_felt_without_trips_or_jp1_has_no_such_spot() -> None:
    assert LAW.spots == (Spot.ANTE, Spot.BLIND, Spot.TRIPS, Spot.PLAY, Spot.JP1)
    assert replace(LAW, trips={}, jp1={}).spots == (Spot.ANTE, Spot.BLIND, Spot.PLAY)


def test_every_option_is_told_as_the_file_writes_it() -> None:
    told = dict(house(trips_after_fold=False).options_in_words())
    assert told == {
        "trips_requires_win": "false",
        "trips_on_tie": "by_hand",
        "trips_after_fold": "false",
        "fold_any_time": "false",
        "burn": "false",
        "board_drawn": "at_street",
        "consolation_trigger": "any_player",
        "jp1_return_stake": "false",
        "jp1_after_fold": "true",
        "void_jp1": "carry",
        "talk_voids": "false",
        "player_cards": "face_down",
        "stakes_stand": "true",
        "round_number": "table",
        "speech_order": "hint",
    }
    without = {name for name, _ in replace(LAW, trips={}, jp1={}).options_in_words()}
    assert without == {
        *("fold_any_time", "burn", "board_drawn", "talk_voids"),
        *("player_cards", "stakes_stand", "round_number", "speech_order"),
    }


def test_the_maximum_is_a_multiple_of_the_minimum() -> None:
    assert LAW.limits.maximum_cents == LAW.limits.maximum_multiple * LAW.limits.minimum_cents == 15_000


def test_two_profiles_are_equal_only_when_all_their_rules_are() -> None:
    assert replace(LAW) == LAW
    assert house(burn=True) != LAW
    assert replace(LAW, qualifies_with=HandClass.HIGH_CARD) != LAW
    assert len({LAW, replace(LAW)}) == 1
