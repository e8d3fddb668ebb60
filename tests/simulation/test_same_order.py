"""A script's night in real time: decks and displays keep the order that they have in virtual time."""

from __future__ import annotations

import pytest

from controller.boot.demo.same_order import DISPLAY_MS, FOR_A_DECK_MS, LINK_MS, SameOrder
from controller.game import inputs as i
from controller.game.cards import DECK
from drivers.sim.shuffler import SHUFFLE_MS
from tests.builders import Felt
from tests.playroom import Playroom


@pytest.fixture
def room() -> Playroom:
    return Playroom()


def test_a_deck_is_ready_once_people_have_done_as_much_as_in_its_time(room: Playroom) -> None:
    order, twin = SameOrder(room.hands), room.hands.shuffler.twin
    deciding = Felt().open().stakes(s3=1000).close().draw("As Kd Jh 7c").state
    order.looked(deciding, 1, 0)
    twin.insert(DECK, "red", room.room.clock.now_ms())
    order.looked(deciding, 1, 0)
    for _ in range(200):
        order.looked(deciding, 1, 1_000)  # the table answers late, and nothing is done
    assert not twin.ready
    order.looked(deciding, 2, SHUFFLE_MS - 1)
    assert not twin.ready
    order.looked(deciding, 3, 1)
    assert twin.ready


def test_who_waits_for_a_deck_waits_a_third_and_the_deck_is_ready_as_early(room: Playroom) -> None:
    order, twin = SameOrder(room.hands), room.hands.shuffler.twin
    betting = Felt().open().state
    order.looked(betting, 1, 0)
    twin.insert(DECK, "red", room.room.clock.now_ms())
    waited = [order.looked(betting, 1, FOR_A_DECK_MS) for _ in range(SHUFFLE_MS // FOR_A_DECK_MS)]
    assert twin.ready
    assert sum(waited) == SHUFFLE_MS // 3


def test_people_wait_until_a_display_is_counted_and_until_one_that_is_gone_is_missed(room: Playroom) -> None:
    order = SameOrder(room.hands)
    felt = Felt(display_required=True)
    assert order.awaits_display(felt.state, 0)
    felt.see(i.DisplaysObserved(1))
    assert not order.awaits_display(felt.state, 10)
    order.display(shows=False)
    assert order.awaits_display(felt.state, 20)
    felt.see(i.DisplaysObserved(0))
    assert not order.awaits_display(felt.state, 30)
    order.display(shows=True)
    assert order.awaits_display(felt.state, 40)
    assert not order.awaits_display(felt.state, 40 + DISPLAY_MS), "one that never comes is not waited for"
    assert not SameOrder(room.hands).awaits_display(Felt().state, 0), "this table counts none"


def test_people_wait_until_a_lost_line_is_missed_and_heard_again(
    room: Playroom,
) -> None:
    """Who plays fifty times as fast had collected before the table missed the line."""
    order = SameOrder(room.hands)
    felt = Felt().see(i.MeterObserved(1, 1_000_000, 1))
    assert not order.awaits_link(felt.state, 0, lost=False)
    assert order.awaits_link(felt.state, 10, lost=True)
    felt.see(i.BookUnreachable("ReadMeter", "timeout"))
    assert not order.awaits_link(felt.state, 20, lost=True)
    assert order.awaits_link(felt.state, 30, lost=False)
    assert not order.awaits_link(felt.state, 30 + LINK_MS, lost=False), "nor is that waited for for ever"
    felt.see(i.MeterObserved(1, 1_000_000, 1))
    assert not order.awaits_link(felt.state, 40, lost=False)
