"""The deck, and what a face-down card lets out: nothing."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from controller.game.cards import (
    DECK,
    MASKED,
    RANKS,
    SUITS,
    Card,
    FaceDown,
    Masked,
    UnknownCard,
    parse_cards,
)


def test_the_deck_has_fifty_two_cards_each_with_its_own_text() -> None:
    assert len(DECK) == 52
    assert {card.text for card in DECK} == {rank + suit for rank in RANKS for suit in SUITS}
    assert [card.code for card in DECK] == list(range(52))


def test_a_card_is_always_the_same_object() -> None:
    ace = Card.parse("As")
    assert Card.parse("As") is ace
    assert copy.copy(ace) is ace
    assert copy.deepcopy([ace])[0] is ace
    assert pickle.loads(pickle.dumps(ace)) is ace


def test_a_card_tells_its_rank_and_suit() -> None:
    card = Card.parse("Th")
    assert (card.rank, SUITS[card.suit], str(card), repr(card)) == (10, "h", "Th", "Card(Th)")


def test_a_card_does_not_change() -> None:
    with pytest.raises(AttributeError, match="rank"):
        Card.parse("As").rank = 13


@pytest.mark.parametrize("text", ["", "A", "1s", "AS", "as", "10h", "Asx", "A♠", " As", None, 7, True])
def test_an_unknown_card_is_refused_with_what_was_read(text: object) -> None:
    with pytest.raises(UnknownCard) as error:
        Card.parse(text)  # type: ignore[arg-type]
    assert repr(text) in str(error.value)


def test_a_run_of_cards_is_read_with_or_without_blanks() -> None:
    assert parse_cards("AsKd 7h") == parse_cards(" As Kd7h ") == tuple(map(Card.parse, ("As", "Kd", "7h")))
    assert parse_cards("") == ()
    with pytest.raises(UnknownCard, match="'7'"):
        parse_cards("AsKd7")


def test_a_face_down_card_shows_a_mask_wherever_it_is_printed() -> None:
    hidden = FaceDown(Card.parse("As"))
    said = f"{hidden} {hidden!r} {hidden:>4} {hidden!s} {[hidden]} {{}}".format(hidden)
    assert "As" not in said
    assert "••" in said


def test_a_face_down_card_is_not_serialised() -> None:
    hidden = FaceDown(Card.parse("As"))
    for write in (pickle.dumps, json.dumps, copy.deepcopy):
        with pytest.raises(TypeError):
            write(hidden)


def test_the_hash_of_a_face_down_card_names_no_card() -> None:
    assert len({hash(FaceDown(card)) for card in DECK}) == 1


def test_a_face_down_card_is_found_again_without_being_named() -> None:
    hidden = FaceDown(Card.parse("As"))
    assert hidden.is_card(Card.parse("As"))
    assert not hidden.is_card(Card.parse("Ah"))
    assert hidden == FaceDown(Card.parse("As")) != FaceDown(Card.parse("Ks"))
    assert hidden.turned_up() is Card.parse("As")


def test_a_masked_card_is_none_that_anybody_could_name_or_turn_up() -> None:
    """What a reader without keys sees of the journal: a card lies there."""
    with pytest.raises(TypeError, match="without its key"):
        MASKED.turned_up()
    assert not any(MASKED.is_card(one) for one in DECK)
    assert Masked() == MASKED
    assert hash(MASKED) == hash(Masked())
    assert FaceDown(DECK[0]) != MASKED
    assert "Masked" not in f"{MASKED}"
    assert f"{MASKED}" == f"{FaceDown(DECK[0])}"
