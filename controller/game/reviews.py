"""When a hold may end, a round be voided, the two best hands be paid; who may is in `rights`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.game import inputs as i
from controller.game.inputs import Intent
from controller.game.refusals import ART_JP1, BOOK_WAITING, NOT_NOW, Refusal
from controller.game.rights import void_is_reviewed
from controller.game.state import IN_ROUND, Phase, TableState, Verification

VOID_ONLY: Final = frozenset({"duplicate_card", "card_count"})
"""Holds after which this deal cannot be finished: the deck is not what it should be (CS-08, RC-06)."""


def _resume(state: TableState, intent: i.Resume) -> Refusal | None:
    if state.held is None:
        return NOT_NOW
    if state.held.cause == "jp1_not_registered":
        return Refusal("jp1_to_choose", ART_JP1)
    if state.held.cause in VOID_ONLY or state.held.detail in VOID_ONLY:
        return Refusal("void_only", "CS-08")
    return None


def _void_round(state: TableState, intent: i.VoidRound) -> Refusal | None:
    if state.phase not in IN_ROUND or any(seat.settled is not None for seat in state.seats):
        return NOT_NOW
    if state.playing.antes_paid_ms:
        return NOT_NOW  # the bank has paid: no Ante is given back on top
    if state.money is not None:
        return BOOK_WAITING
    verification = state.playing.verification
    if verification is not None and not verification.refused:
        # Released, the prize is posted or about to be: what is paid is not played again.
        return Refusal("verification", "RP-20")
    if void_is_reviewed(state) and not state.playing.void_video_by:
        return Refusal("video_first", "RP-20")
    return None


def _verifying(state: TableState) -> bool:
    return (
        state.phase is Phase.SHOWDOWN
        and state.playing.verification is not None
        and not state.playing.verification.over
    )


def _confirm_hand(state: TableState, intent: i.ConfirmHand) -> Refusal | None:
    if not _verifying(state) or _verification(state).confirmed_by:
        return NOT_NOW
    return None if state.money is None else BOOK_WAITING


def _review_video(state: TableState, intent: i.ReviewVideo) -> Refusal | None:
    if void_is_reviewed(state):
        return NOT_NOW if state.playing.void_video_by else None
    return None if _verifying(state) and _verification(state).confirmed_by else NOT_NOW


def _release_award(state: TableState, intent: i.ReleaseAward) -> Refusal | None:
    if not _verifying(state):
        return NOT_NOW
    if not _verification(state).conform:
        return Refusal("video_first", ART_JP1)
    return None if state.money is None else BOOK_WAITING


def _refuse_award(state: TableState, intent: i.RefuseAward) -> Refusal | None:
    if not _verifying(state) or not _verification(state).confirmed_by:
        return NOT_NOW
    if not intent.reason:
        return Refusal("reason", "JW-18")
    return None if state.money is None else BOOK_WAITING


def _verification(state: TableState) -> Verification:
    verification = state.playing.verification
    assert verification is not None
    return verification


REVIEWS: Final[dict[type[Intent], Callable[..., Refusal | None]]] = {
    i.Resume: _resume,
    i.VoidRound: _void_round,
    i.ConfirmHand: _confirm_hand,
    i.ReviewVideo: _review_video,
    i.ReleaseAward: _release_award,
    i.RefuseAward: _refuse_award,
}
