"""What a rehearsed evening tells of a round that was void."""

from __future__ import annotations

from controller.boot.rehearsal.outcome import rounds_told
from controller.game import inputs as i
from controller.game.inputs import Role
from tests.game.test_voiding import antes_paid_by_a_card_keyed_wrongly


def test_a_refund_tells_what_was_given_and_what_was_taken_back_of_a_paid_ante() -> None:
    felt = antes_paid_by_a_card_keyed_wrongly().call_void().come("Chef 1", Role.CHEF).refund()
    seats = rounds_told(one.event for one in felt.entries)[1].seats
    told = {seat: (came.refunded_cents, came.ante_back_cents) for seat, came in seats.items()}
    assert told == {5: (2000, 0), 2: (13_000, 2000)}


def test_a_refund_that_was_taken_back_and_done_again_is_told_once() -> None:
    felt = antes_paid_by_a_card_keyed_wrongly().call_void().come("Chef 1", Role.CHEF)
    felt.do(i.RefundSeat(5), i.Undo())
    assert rounds_told(one.event for one in felt.entries)[1].seats[5].refunded_cents == 0
    felt.refund()
    assert rounds_told(one.event for one in felt.entries)[1].seats[5].refunded_cents == 2000
