"""A second client on the dealer's socket that keys card after card learns nothing of those face down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from controller.game import inputs as i
from controller.game.cards import DECK, Card, FaceDown
from controller.game.felt import board
from controller.game.inputs import Role
from tests.builders import card
from tests.shell.line.served_table import Glass, House

HANDS, FLOP = "2c 7d 3c 8d 9s 4h", ("Kc", "6h")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Two hands and the dealer's lie face down; the flop's second card was smeared."""
    made = House(tmp_path)
    with ExitStack() as stack:
        stack.callback(made.close)
        made.open_table()
        made.do(i.SetStakes(1, 1000), i.SetStakes(4, 1000), i.CloseBets())
        made.do(*(i.CardObserved(FaceDown(card(text))) for text in HANDS.split()), i.CallStreet())
        first, last = FLOP
        made.do(i.CardObserved(FaceDown(card(first))), i.UnreadableObserved())
        made.do(i.CardObserved(FaceDown(card(last))))
        yield made


def probed(house: House, glass: Glass, cards: Sequence[Card]) -> dict[str, dict[str, Any]]:
    """The answer to each card keyed at the smeared place, without what numbers it."""
    told = {}
    for one in cards:
        before = house.table.state
        asked = glass.tap(before.seq, act="KeyCard", place=str(board(1)), card=one.text)
        answer = glass.next("answer")
        assert answer.pop("answer") == asked
        # An entry more for a card that is taken, whichever it is; the views stay as they were.
        told[one.text] = {**answer, "seq": answer.get("seq", before.seq) - before.seq}
    return told


def test_no_answer_tells_a_card_that_lies_face_down_from_one_in_the_shoe(house: House) -> None:
    dealer = Glass(house, "dealer")
    stranger = Glass(house, "dealer")
    try:
        first = probed(house, stranger, DECK)
        house.do(i.BadgeObserved("Chef 1", Role.CHEF))
        with_badge = probed(house, stranger, DECK[1:])  # the first again would confirm it
    finally:
        stranger.close()
        dealer.close()
    # The first card is proposed; every other one asks for the chef, who may propose any.
    taken, refused = first.pop("2c"), {str(answer) for answer in first.values()}
    assert taken == {"ok": True, "seq": 1}
    assert len(refused) == 1
    assert "badge_chef" in refused.pop()
    assert {str(answer) for answer in with_badge.values()} == {str(taken)}
    state = house.table.state
    assert state.held is None
    assert not [up for up in state.alarms if up.code != "A-202"]
    assert not state.playing.shown


def test_a_rectification_asked_for_without_a_badge_looks_at_no_card(house: House) -> None:
    stranger = Glass(house, "dealer")
    before, told = house.table.state.seq, set()
    try:
        for one in DECK:
            stranger.tap(
                house.table.state.seq,
                act="ProposeRectification",
                round=1,
                seat=1,
                mistake="card",
                reason="keying",
                place=str(board(1)),
                card=one.text,
                decision="",
                ante_cents=0,
                side_cents=0,
                hand="",
                by_cents=0,
            )
            answer = stranger.next("answer")
            told.add(str(answer["refusal"]))
    finally:
        stranger.close()
    assert len(told) == 1
    assert "badge_chef" in told.pop()
    assert house.table.state.seq == before
