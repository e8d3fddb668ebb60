"""What needs more than the dealer: ending a hold, voiding a round, paying the two best hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.game import inputs as i
from controller.game.inputs import Intent, Role
from controller.game.refusals import ART_JP1, BADGE_CHEF, BADGE_COMITE, BOOK_WAITING, NOT_NOW, Refusal
from controller.game.state import IN_ROUND, Phase, TableState, Verification

CHEFS: Final = frozenset({Role.CHEF, Role.COMITE})
FREE_HOLDS: Final = frozenset({i.Incident.EXPOSED_CARD.value})
"""Holds that the dealer ends by himself: an exposed card alone is not a misdeal (RP-16)."""
VOID_ONLY: Final = frozenset({"duplicate_card", "card_count"})
"""Holds after which this deal cannot be finished: the deck is not what it should be (CS-08, RC-06)."""
SECONDS: Final = frozenset({Role.CHEF, Role.COMITE, Role.VIDEO})
"""Who may be the second person of a refusal (JW-18)."""


def chef_here(state: TableState) -> bool:
    """The badge in the reader is a chef's, or one that stands above it."""
    return state.badge is not None and state.badge.role in CHEFS


def _resume(state: TableState, intent: i.Resume) -> Refusal | None:
    if state.held is None:
        return NOT_NOW
    if state.held.cause == "jp1_not_registered":
        return Refusal("jp1_to_choose", ART_JP1)
    if state.held.cause in VOID_ONLY or state.held.detail in VOID_ONLY:
        return Refusal("void_only", "CS-08")
    if state.held.cause in FREE_HOLDS:
        return None
    return None if chef_here(state) else BADGE_CHEF


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
    if void_is_reviewed(state):
        return _void_of_a_prize(state)
    return None if chef_here(state) else BADGE_CHEF


def void_is_reviewed(state: TableState) -> bool:
    """A JP1 prize hand stands in the way of the void: the comité and the video decide (RP-20)."""
    return state.held is not None and state.held.cause == "jp1_prize_hand"


def _void_of_a_prize(state: TableState) -> Refusal | None:
    if not state.playing.void_video_by:
        return Refusal("video_first", "RP-20")
    if state.badge is None or state.badge.role is not Role.COMITE:
        return BADGE_COMITE
    if state.badge.person == state.playing.void_video_by:
        return Refusal("same_person", "RP-20", (("person", state.badge.person),))
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
    if state.money is not None:
        return BOOK_WAITING
    return None if state.badge is not None and state.badge.role is Role.COMITE else BADGE_COMITE


def _review_video(state: TableState, intent: i.ReviewVideo) -> Refusal | None:
    of_a_void = void_is_reviewed(state)
    if not of_a_void and (not _verifying(state) or not _verification(state).confirmed_by):
        return NOT_NOW
    if state.badge is None or state.badge.role not in (Role.VIDEO, Role.COMITE):
        return Refusal("badge_video", ART_JP1)
    if of_a_void:
        return NOT_NOW if state.playing.void_video_by else None
    if state.badge.person == _verification(state).confirmed_by:
        return Refusal("same_person", ART_JP1, (("person", state.badge.person),))
    return None


def _release_award(state: TableState, intent: i.ReleaseAward) -> Refusal | None:
    if not _verifying(state):
        return NOT_NOW
    if not _verification(state).conform:
        return Refusal("video_first", ART_JP1)
    if state.badge is None or state.badge.role is not Role.COMITE:
        return BADGE_COMITE
    return None if state.money is None else BOOK_WAITING


def _refuse_award(state: TableState, intent: i.RefuseAward) -> Refusal | None:
    if not _verifying(state) or not _verification(state).confirmed_by:
        return NOT_NOW
    second = state.badge is not None and state.badge.role in SECONDS
    if not second or state.badge is None or state.badge.person == _verification(state).confirmed_by:
        return Refusal("second_person", ART_JP1)
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
