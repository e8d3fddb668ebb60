"""After a restart the shoe may tell the last card once more: it lies where it lay, and no other is let by.

The shoe repeats what nobody acknowledged and does not know that it was written (CS-08, RC-06).
"""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.cards import FaceDown
from controller.game.felt import hole
from controller.game.refusals import Refusal
from tests.builders import Felt, card


def restarted(cards: str, *, counts: bool = True) -> Felt:
    """So many cards of seat 1's deal are out, and the program starts anew in the middle of it."""
    felt = Felt().open().stakes(s1=1000).close()
    felt.see(i.ShoeObserved(False, 52 if counts else None)).draw(cards)
    felt._step([e.SessionResumed()])
    return felt


def told(felt: Felt, text: str) -> Felt:
    return felt.see(i.CardObserved(FaceDown(card(text)), felt.frames))


def test_the_last_card_told_again_lies_where_it_lay() -> None:
    felt = told(restarted("2c 7d"), "7d")
    assert (felt.state.playing.drawn, felt.state.held) == (2, None)
    told(felt, "9s")
    assert list(felt.state.playing.cards) == [hole(1, 0), hole(1, 1), *felt.state.playing.order[2:3]]


def test_a_card_before_the_last_or_the_last_once_another_has_left_is_one_that_is_there_twice() -> None:
    for felt, text in ((restarted("2c 7d"), "2c"), (told(restarted("2c 7d"), "9s"), "7d")):
        felt.see(i.ShoeObserved(False, 52 - felt.state.playing.drawn)).badge().do(i.ConfirmFelt())
        told(felt, text)
        assert felt.state.held is not None
        assert felt.state.held.cause == "duplicate_card"


def test_a_card_there_twice_that_is_told_before_the_felt_is_compared_is_found_once_both_lie_open() -> None:
    """A person could try cards against those that lie face down; the deal ends no later for it."""
    felt = told(restarted("2c 7d"), "2c")
    assert (felt.state.held, felt.state.playing.drawn) == (None, 3)
    felt.see(i.ShoeObserved(False, 49)).badge().do(i.ConfirmFelt()).see(i.BadgeGone()).draw("9s")
    felt.do(i.CallStreet()).draw("Kc Qd 6h").do(i.CallStreet()).draw("Ts Jd").do(i.BetRest(), i.OpenHands())
    assert felt.state.held is not None
    assert felt.state.held.cause == "duplicate_card"
    assert felt.badge().tap(i.Resume()) == Refusal("void_only", "CS-08")
    assert not felt.events(e.SeatSettled)


def test_without_a_restart_the_last_card_told_again_is_there_twice() -> None:
    felt = told(Felt().open().stakes(s1=1000).close().draw("2c 7d"), "7d")
    assert felt.state.held is not None
    assert felt.state.held.cause == "duplicate_card"


@pytest.mark.parametrize(("counts", "drawn"), [(True, 2), (False, 3)])
def test_an_unread_card_told_again_is_the_same_one_where_the_count_will_say_so(
    counts: bool, drawn: int
) -> None:
    """A shoe without a count cannot tell them apart: the card is taken for another, and none is lost."""
    felt = restarted("2c ??", counts=counts)
    felt.see(i.UnreadableObserved(felt.frames))
    assert felt.state.playing.drawn == drawn


def test_a_shoe_that_says_nothing_of_its_deck_before_the_first_card_holds_no_deal() -> None:
    felt = Felt().open().stakes(s1=1000).close().see(i.ShoeObserved(False, 0))
    assert felt.state.held is None
    felt.draw("2c").see(i.ShoeObserved(False, 0))
    assert felt.state.held is not None, "after the first one an empty shoe is another deck"
    assert felt.state.held.cause == "card_count"


def test_two_unread_cards_that_nobody_had_written_before_the_restart_lie_at_two_places() -> None:
    """The shoe was not acknowledged either of them; only what lay there before may be told again (RC-06)."""
    felt = restarted("2c 7d")
    felt.see(i.UnreadableObserved(felt.frames + 1), i.UnreadableObserved(felt.frames + 2))
    assert felt.state.shoe_locked is None
    assert felt.state.playing.drawn == 4
