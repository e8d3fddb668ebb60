"""A hand told by its result and class, as a rehearsal tells it from the cards (rules, section 7, point 2)."""

from __future__ import annotations

import pytest

from controller.game.cards import parse_cards
from controller.game.dealing.declared_hand import Outcome, as_told
from controller.game.hands import HandClass

BOARD = "Qs Js Ts 4d 9h"


@pytest.mark.parametrize(
    ("own", "bank", "outcome", "hand_class"),
    [
        ("As Ks", "2h 3c", Outcome.WIN, HandClass.ROYAL_FLUSH),
        ("Qc 2d", "Qd 2c", Outcome.TIE, HandClass.PAIR),
        ("Ac 2d", "Ad 3c", Outcome.TIE, HandClass.HIGH_CARD),
        ("Ac 2d", "Qd 3c", Outcome.LOSE, HandClass.HIGH_CARD),
        ("Kc 2d", "8c 3c", Outcome.WIN, HandClass.STRAIGHT),
    ],
)
def test_two_cards_are_told_by_how_they_stand_against_the_bank_s_and_by_their_class(
    own: str, bank: str, outcome: Outcome, hand_class: HandClass
) -> None:
    told = as_told(parse_cards(own), parse_cards(bank), parse_cards(BOARD))
    assert told == (str(outcome), str(hand_class))
