"""A keyed card is compared with open cards only; where one lies open twice, the round is held (rules, 2)."""

from __future__ import annotations

import random

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.cards import DECK, Card, FaceDown
from controller.game.dealing.card_seen_twice import to_correct
from controller.game.decide import decide
from controller.game.felt import Place, board, hole
from controller.game.refusals import Refusal
from controller.game.state import Phase
from tests.builders import Felt, card


def keyed(felt: Felt, place: Place, text: str) -> Felt:
    return felt.do(i.KeyCard(place, card(text)), i.KeyCard(place, card(text)))


def flop_with_a_hole() -> Felt:
    """Seats 1 and 4, the flop's second card unread."""
    felt = Felt().open().stakes(s1=1000, s4=1000).close().draw("2c 7d 3c 8d 9s 4h")
    return felt.do(i.CallStreet()).draw("Kc ?? 6h")


def river_with_a_hole(own: str = "2c ??") -> Felt:
    """All is decided, and the shoe could not read the second card of seat 1."""
    felt = Felt().open().stakes(s1=1000, s4=1000).close().draw(f"{own} 3c 8d 9s 4h")
    felt.do(i.CallStreet()).draw("Kc Qd 6h").do(i.CallStreet()).draw("Ts Jd")
    return felt.do(i.BetRest())


def test_every_card_that_does_not_lie_open_is_taken_alike() -> None:
    felt = river_with_a_hole()
    open_cards = set(felt.state.playing.shown.values())
    for one in DECK:
        answer = decide(felt.state, i.KeyCard(hole(1, 1), one))
        if one in open_cards:
            assert answer == Refusal("card_face_up", "CS-08", (("card", one.text),))
        else:
            assert answer == (e.CardProposed(1, 1, hole(1, 1), FaceDown(one)),)


def test_another_card_than_was_keyed_before_is_the_chefs_at_each_place_by_itself() -> None:
    felt = Felt().open().stakes(s1=1000).close().draw("2c 7d 9s 4h").do(i.CallStreet()).draw("Kc ?? ??")
    felt.do(i.KeyCard(board(1), card("5s")), i.KeyCard(board(2), card("5h")))
    for place in (board(1), board(2)):
        assert felt.tap(i.KeyCard(place, card("6s"))) == Refusal("badge_chef", "CS-11")
    felt.badge().do(i.KeyCard(board(1), card("6s"))).see(i.BadgeGone())
    assert felt.tap(i.KeyCard(board(1), card("5s"))) == Refusal("badge_chef", "CS-11")
    felt.do(i.KeyCard(board(1), card("6s")), i.KeyCard(board(2), card("5h")))
    assert [felt.state.playing.shown[board(slot)].text for slot in range(3)] == ["Kc", "6s", "5h"]


def test_with_people_the_chef_shows_his_pin_before_he_keys_another_card() -> None:
    felt = Felt(register=True).open().stakes(s1=1000).close().draw("2c 7d 9s 4h")
    felt.do(i.CallStreet()).draw("Kc ?? 6h").do(i.KeyCard(board(1), card("5s"))).badge()
    assert felt.tap(i.KeyCard(board(1), card("6s"))) == Refusal("pin_first", "SE-11", (("person", "Chef 1"),))


@pytest.mark.parametrize("text", ["2c", "7d", "3c", "8d", "9s", "4h", "Ah"])
def test_a_street_with_a_keyed_card_opens_whatever_lies_face_down(text: str) -> None:
    felt = keyed(flop_with_a_hole(), board(1), text)
    assert felt.state.held is None
    assert felt.state.playing.street == 1


@pytest.mark.parametrize("text", ["5s", "5h"])
def test_the_shoe_may_read_a_card_that_was_keyed_elsewhere_until_both_lie_open(text: str) -> None:
    felt = keyed(flop_with_a_hole(), board(1), "5s").do(i.CallStreet()).draw(text)
    assert felt.state.held is None
    assert not felt.state.alarms
    felt.draw("Jd")
    assert (felt.state.held is not None) == (text == "5s"), "the street is turned, and both lie open"
    if felt.state.held is not None:
        assert felt.state.held.cause == "card_clash"
        assert views.console(felt.state)["held"]["twice"] == [["5s", ["board.1", "board.3"]]]
        assert views.console(felt.state)["held"]["to_correct"] == ["board.1"]


@pytest.mark.parametrize(("text", "seats"), [("9s", []), ("3c", [1, 4])])
def test_at_the_showdown_the_dealers_cards_come_first_and_no_hand_is_opened_beside_a_wrong_one(
    text: str, seats: list[int]
) -> None:
    felt = keyed(river_with_a_hole(), hole(1, 1), text)
    if text == "9s":
        felt = Felt().open().stakes(s1=1000, s4=1000).close().draw("2c 7d 3c 8d 9s 4h")
        keyed(felt.do(i.CallStreet()).draw("Kc ?? 6h"), board(1), text)
        felt.do(i.CallStreet()).draw("Ts Jd").do(i.BetRest())
    felt.do(i.OpenHands())
    assert felt.state.phase is Phase.DECIDING
    assert sorted({place.seat for place in felt.state.playing.shown if place.seat}) == seats
    assert not felt.events(e.ShowdownOpened)
    wrong = board(1) if text == "9s" else hole(1, 1)
    felt.badge()
    keyed(felt, wrong, "Ah").see(i.BadgeGone()).do(i.OpenHands()).settle()
    assert felt.state.phase is Phase.CLEARING


def test_what_was_decided_is_not_taken_back_once_the_dealers_cards_lie_open() -> None:
    felt = keyed(river_with_a_hole(), hole(1, 1), "3c").do(i.OpenHands()).badge()
    keyed(felt, hole(1, 1), "Ah")
    assert felt.tap(i.Undo()) == Refusal("nothing_to_undo", "", (("since", "street_over"),))


def test_a_card_put_right_that_lies_open_twice_again_holds_the_round_again() -> None:
    felt = Felt().open().stakes(s1=1000).close().draw("2c 7d 9s 4h").do(i.CallStreet()).draw("Kc ?? ??")
    keyed(keyed(felt, board(1), "5s"), board(2), "5s").badge()
    assert felt.state.held is not None
    assert felt.tap(i.KeyCard(board(1), card("Kc"))) == Refusal("card_face_up", "CS-08", (("card", "Kc"),))
    keyed(felt, board(1), "6s")
    assert felt.state.held is None
    assert not felt.state.alarms


def test_two_readings_of_the_shoe_that_are_found_late_are_never_played_on() -> None:
    """A card passed while the shoe is locked is out of turn, whatever it is; open twice, the deck is bad."""
    felt = Felt().open().stakes(s1=1000).close().draw("2c 7d 9s 4h").do(i.CallStreet()).draw("Kc Qd 6h")
    felt.do(i.DeclareIncident(i.Incident.EXPOSED_CARD)).draw("6h").do(i.Resume())
    assert felt.state.held is None
    felt.draw("Jd")
    assert felt.state.held is not None
    assert felt.state.held.cause == "duplicate_card"
    assert felt.badge().tap(i.Resume()) == Refusal("void_only", "CS-08")
    felt.void()
    assert felt.state.held is None


def test_a_card_read_out_of_turn_is_held_alike_whether_it_lies_face_down_or_not() -> None:
    told = set()
    for text in ("2c", "9s", "Kc", "Ah"):
        felt = river_with_a_hole("2c 7d").draw(text)
        told.add((repr(felt.state.held), repr(felt.state.alarms), repr(felt.entries[-3:])))
    assert len(told) == 1


@pytest.mark.parametrize("seed", range(40))
def test_whatever_card_is_keyed_the_round_ends_and_nothing_is_settled_on_two_equal_cards(seed: int) -> None:
    """Several cards unread, each keyed as any other: `Felt` checks the invariants after every entry."""
    rng = random.Random(seed)
    deck = [one.text for one in rng.sample(DECK, 13)]
    unread = set(rng.sample(range(13), 4))
    cards = ["??" if at in unread else text for at, text in enumerate(deck)]
    felt = (
        Felt().open().stakes(s1=1000, s2=(1000, 500), s4=1000).chips(1, 4).close().draw(" ".join(cards[:8]))
    )
    for first, last in ((8, 11), (11, 13)):
        felt.do(i.CallStreet()).draw(" ".join(cards[first:last]))
        key_all(felt, rng, deck)
    felt.do(i.BetRest()) if seed % 2 else felt.do(i.FoldRest())
    key_all(felt, rng, deck)
    felt.do(i.OpenHands())
    for _ in range(20):
        if felt.state.held is None:
            break
        assert felt.state.held.cause == "card_clash"
        felt.badge()
        free = [one for one in DECK if one not in felt.state.playing.shown.values()]
        key_one(felt, to_correct(felt.state)[0], rng.choice(free))
        if felt.state.held is None and felt.state.phase is Phase.DECIDING:
            felt.do(i.OpenHands())
    assert felt.state.phase is Phase.SHOWDOWN
    assert len(set(felt.state.playing.shown.values())) == len(felt.state.playing.shown)


def key_one(felt: Felt, place: Place, one: Card) -> None:
    for _ in range(2):
        felt.tap(i.KeyCard(place, one))


def key_all(felt: Felt, rng: random.Random, deck: list[str]) -> None:
    """Every place that waits is keyed: mostly as a card that lies somewhere."""
    for place in felt.state.unread:
        while felt.state.playing.cards[place] is None and felt.state.held is None:
            before = felt.state.seq
            key_one(felt, place, card(rng.choice(deck)))
            if felt.state.seq == before and place not in felt.state.playing.proposed:
                one = rng.choice([one for one in DECK if one not in felt.state.playing.shown.values()])
                key_one(felt, place, one)
                if felt.state.seq == before:
                    break
        if felt.state.held is not None:
            felt.badge()
            free = [one for one in DECK if one not in felt.state.playing.shown.values()]
            key_one(felt, to_correct(felt.state)[0], rng.choice(free))
            felt.see(i.BadgeGone())
