"""Hands placed at the simulator's panel: each comes as it is called, at its place; the rest by the seed."""

from __future__ import annotations

import pytest

from controller.boot.placed_cards import burned_of, expected_of
from controller.game.cards import DECK, parse_cards
from controller.game.hands import best_hand
from controller.settings.rules import load_profile
from drivers.sim.placing import HANDS, Placed, Placing
from tests.playroom import Playroom

RULES = load_profile("fr-55-20-2021")
BURNING = load_profile("fr-holdem-casino")
OWN = [name for name in HANDS if name not in ("royal_board", "unqualified")]


def placing(seed: int = 1) -> Placing:
    return Placing(lambda cards: expected_of(cards, RULES), burned_of(RULES), seed, 7)


def placed(place: str, hand: str, seed: int = 1) -> Placed:
    made = placing(seed)
    made.choose(place)
    assert made.take_hand(hand) == ""
    deck = made.deck()
    assert deck is not None
    return deck


@pytest.mark.parametrize("hand", OWN)
def test_a_hand_comes_as_it_is_called_at_each_seat_and_at_the_bank(hand: str) -> None:
    for at in range(8):
        deck = placed(str(at + 1) if at < 7 else "dealer", hand)(range(1, 8), [])
        assert sorted(card.code for card in deck) == sorted(card.code for card in DECK)
        own, board = deck[2 * at : 2 * at + 2], deck[16:21]
        assert str(best_hand([*own, *board]).hand_class) == hand


def test_what_is_written_beforehand_is_what_comes() -> None:
    for hand in OWN:
        made = placing()
        made.choose("3")
        made.take_hand(hand)
        (told,) = made.look()["expected"]
        assert (told["place"], told["hand"], told["exact"]) == ("3", hand, True)
    made.take_hand("royal_flush")
    assert made.look()["expected"][0]["jp1"] == "jackpot"
    made.take_hand("royal_board")
    assert [told["jp1"] for told in made.look()["expected"]] == ["community_royal"]


def test_with_a_card_open_only_the_least_is_promised() -> None:
    made = placing()
    for card in ("As", "Ad", "Kc", "7h", "2d"):
        assert made.turn_card(card) == ""
    (told,) = made.look()["expected"]
    assert (told["hand"], told["exact"], told["result"]) == ("pair", False, "")


def test_a_second_hand_takes_suits_that_nobody_has() -> None:
    made = placing()
    made.choose("1")
    for card in ("Kh", "Th"):
        made.turn_card(card)
    made.choose("2")
    assert made.take_hand("royal_flush") == ""
    assert set(made.where) & {"Kh", "Th"} == {"Kh", "Th"}
    assert made.where["Ks"] == "2", "the hearts are taken"


def test_a_place_is_full_with_two_cards_and_the_board_with_five() -> None:
    made = placing()
    for card in ("As", "Ad", "Kc", "7h", "2d", "3d", "4d"):
        assert made.turn_card(card) == ""
    assert made.turn_card("5d") == "place_full"
    assert made.turn_card("Kc") == ""
    assert made.turn_card("5d") == "", "a card that was taken back makes room"


def test_the_rest_of_the_deck_is_the_seeds() -> None:
    seats = (1, 3, 6)
    one, again, other = (placed("3", "pair", seed)(seats, []) for seed in (7, 7, 8))
    assert one == again
    assert one != other
    assert one[2:4] == other[2:4] == list(parse_cards("AcAd"))


def test_a_seat_that_does_not_play_gets_no_card_and_the_board_comes_all_the_same() -> None:
    deck = placed("5", "royal_flush")
    dealt = deck((1, 2), [])
    assert deck.seats == (5,)
    assert dealt[6:9] == list(parse_cards("AhQhJh"))


def test_burned_cards_are_none_of_those_placed() -> None:
    made = Placing(lambda cards: [], burned_of(BURNING), 1, 7)
    made.choose("1")
    made.take_hand("royal_flush")
    deck = made.deck()
    assert deck is not None
    dealt, at, board = deck((1,), []), 4, []
    for burned, cards in burned_of(BURNING):
        board += dealt[at + burned : at + burned + cards]
        at += burned + cards
    assert board == list(parse_cards("AhQhJh4c2d"))


def test_each_deck_is_the_seeds_however_many_cards_were_dealt_of_those_before() -> None:
    """People in real time never do quite the same; the cards of one seed are the same all the same."""
    decks = []
    for dealt in ((9, 23, 14), (15, 11, 30)):
        room = Playroom()
        room.hands.sorts = True
        room.load()
        seen = []
        for drawn in dealt:
            seen.append(list(room.hands.shoe.twin._deck))
            for _ in range(drawn):
                assert room.do(act="draw") == ""
            room.later(60_000)
            assert room.do(act="change_decks") == ""
            room.later(60_000)
        decks.append(seen)
    assert decks[0] == decks[1]
    assert len({tuple(deck) for deck in decks[0]}) == 3
