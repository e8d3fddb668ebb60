"""When a hold may end, a round be voided, a large fixed prize be paid; who may is in `rights`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.game import inputs as i
from controller.game.aside import held_by_press
from controller.game.inputs import Intent
from controller.game.owed import book_holds
from controller.game.refusals import ART_JP1, BOOK_WAITING, NOT_NOW, Refusal
from controller.game.rights import void_is_reviewed
from controller.game.state import IN_ROUND, Phase, TableState, seats_to_settle
from controller.game.twice import to_correct
from controller.game.winning_hand import SUPERVISED_KINDS, owed

VOID_ONLY: Final = frozenset({"duplicate_card", "card_count"})
"""Holds after which this deal cannot be finished: the deck is not what it should be (CS-08, RC-06)."""


def void_only(state: TableState) -> bool:
    """This deal cannot be finished: nothing of its cards is played on."""
    held = state.held
    return held is not None and (held.cause in VOID_ONLY or held.detail in VOID_ONLY)


def _resume(state: TableState, intent: i.Resume) -> Refusal | None:
    if state.held is None:
        return NOT_NOW
    if state.held.cause == "jp1_not_registered":
        return Refusal("jp1_to_choose", ART_JP1)
    if held_by_press(state):
        return Refusal("press_waits", ART_JP1)
    if void_only(state):
        return Refusal("void_only", "CS-08")
    wrong = to_correct(state)
    if wrong:
        return Refusal("card_to_correct", "CS-08", (("place", str(wrong[0])),))
    return None


def _void_round(state: TableState, intent: i.VoidRound) -> Refusal | None:
    if state.phase not in IN_ROUND or any(seat.settled is not None for seat in state.seats):
        return NOT_NOW
    if state.playing.antes_paid_ms and not void_only(state):
        return NOT_NOW  # the bank has paid: no Ante is given back on top
    if book_holds(state):
        return BOOK_WAITING
    verification = state.playing.verification
    if verification is not None and not verification.refused:
        # Released, the prize is posted or about to be: what is paid is not played again.
        return Refusal("verification", "RP-20")
    if void_is_reviewed(state) and not state.playing.void_video_by:
        return Refusal("video_first", "RP-20")
    return None


def prize_to_confirm(state: TableState, seat: int) -> int:
    """The cents of the seat's fixed JP1 prizes where a chef is still to confirm them (JW-21), or 0."""
    above = state.facts.dealer_prize_cents
    if above is None or seat in state.playing.prizes_confirmed:
        return 0
    prizes = owed(state).get(seat, {})
    cents = sum(cents for kind, cents in prizes.items() if kind not in SUPERVISED_KINDS)
    return cents if cents > above else 0


def _confirm_prize(state: TableState, intent: i.ConfirmPrize) -> Refusal | None:
    waiting = seats_to_settle(state) if state.phase is Phase.SETTLING else ()
    if not waiting or intent.seat != waiting[0] or not prize_to_confirm(state, intent.seat):
        return NOT_NOW
    return None


REVIEWS: Final[dict[type[Intent], Callable[..., Refusal | None]]] = {
    i.Resume: _resume,
    i.VoidRound: _void_round,
    i.ConfirmPrize: _confirm_prize,
}
