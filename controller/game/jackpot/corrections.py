"""A JP1 stake collected in error goes back: until the first card on the chef's word, then by two persons.

The dealer proposes and the chef approves while no card is out. Afterwards a chef proposes and a member of the
comité approves, neither of them the dealer, and the round is flagged (rules, section 7, point 3; RP-21,
PM-11). Once the hands are open, or where the open cards already make a JP1 prize, nothing is corrected: that
case is the comité's, with the images (RP-20).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.cards import Card
from controller.game.events import Events
from controller.game.felt import Pile, Place
from controller.game.hands import HandClass, best_hand
from controller.game.incidents.causes import CORRECTIONS, HoldCause
from controller.game.inputs import Intent
from controller.game.memo_by_identity import memoised
from controller.game.refusals import (
    ART_JP1,
    BADGE_CHEF,
    BADGE_COMITE,
    BOOK_WAITING,
    NOT_NOW,
    Refusal,
    proposer_revoked,
)
from controller.game.roles import (
    CHEFS,
    COMITE,
    DEALING,
    Right,
    dealer_counts,
    dealer_here,
    person_here,
)
from controller.game.round import Jp1
from controller.game.state import Phase, TableState

CORRECTED: Final = "jp1_corrected"
"""The flag of a round that was corrected after its first card."""
_OPEN_HANDS: Final = frozenset({Phase.SHOWDOWN, Phase.SETTLING, Phase.CLEARING})
_DEALT: Final = frozenset({Phase.DEALING, Phase.DECIDING})


def why_not_proposed(state: TableState, intent: i.ProposeCorrection) -> Refusal | None:
    """Why this seat's stake cannot be proposed to go back, or None when it can."""
    if state.phase in _OPEN_HANDS and state.round is not None and state.seat(intent.seat).in_jp1:
        return Refusal("hands_open", "RP-20")
    if state.phase not in _DEALT:
        return NOT_NOW
    if state.seat(intent.seat).jp1 is not Jp1.REGISTERED:
        return Refusal("seat_not_registered", ART_JP1, (("seat", intent.seat),))
    if shows_prize(state, intent.seat):
        return Refusal("prize_shown", "RP-20", (("seat", intent.seat),))
    return BOOK_WAITING if state.money is not None or state.due else None


def why_not_approved(state: TableState, intent: i.ApproveCorrection) -> Refusal | None:
    """Why the correction that waits cannot be approved, or None when it can."""
    if state.held is None or state.held.cause not in CORRECTIONS:
        return NOT_NOW
    if state.held.fallen:
        return proposer_revoked(state.held.person)
    if state.held.cause is HoldCause.JP1_CORRECTION and state.playing.drawn:
        # It was the dealer's to propose while no card was out; now two others have to.
        return Refusal("first_card_out", ART_JP1)
    return BOOK_WAITING if state.money is not None or state.due else None


def shows_prize(state: TableState, seat: int) -> bool:
    """The cards that lie open at this seat and on the board make a JP1 prize; no other is looked at."""
    return _prize_shown(state.playing.shown, seat)


@memoised
def _prize_shown(shown: Mapping[Place, Card], seat: int) -> bool:
    cards = [
        c
        for place, c in shown.items()
        if place.pile is Pile.BOARD or (place.pile is Pile.HOLE and place.seat == seat)
    ]
    return len(cards) >= 5 and best_hand(cards).hand_class >= HandClass.FULL_HOUSE


def _proposed(state: TableState, intent: i.ProposeCorrection) -> Events:
    """No card leaves the shoe while it waits; once one is out, it is not the dealer who proposes."""
    played = state.playing
    late = played.drawn > 0
    by_chef = late or not dealer_counts(state)
    by = person_here(state) if by_chef else dealer_here(state) or person_here(state)
    proposed = e.CorrectionProposed(played.number, played.attempt, intent.seat, by)
    cause = HoldCause.JP1_CORRECTION_LATE if late else HoldCause.JP1_CORRECTION
    return (proposed, e.RoundHeld(cause, intent.seat, by))


def _approved(state: TableState, intent: i.ApproveCorrection) -> Events:
    played, held = state.playing, state.held
    assert held is not None
    return (
        e.CorrectionApproved(played.number, played.attempt, held.seat, (held.person, person_here(state))),
        e.HoldEnded(person_here(state)),
        e.RefundAsked(played.number, played.attempt, held.seat),
    )


def _proposer(state: TableState) -> tuple[str, ...]:
    """Who proposes a correction does not approve it (rules, section 7, point 3)."""
    held = state.held
    return (held.person,) if held is not None and held.person else ()


_LATE_PROPOSAL: Final = Right(CHEFS, "RP-21", BADGE_CHEF)
_APPROVAL: Final = Right(CHEFS, "RO-02", BADGE_CHEF, _proposer)
_LATE_APPROVAL: Final = Right(COMITE, "PM-11", BADGE_COMITE, _proposer)


def _proposing(state: TableState) -> Right:
    """Once a card is out, a stake collected in error is no longer the dealer's to propose (RP-21).

    Nor is it once he is revoked: what he proposes would fall with the next word of the register (SE-11).
    """
    late = state.round is not None and state.round.drawn
    return _LATE_PROPOSAL if late or not dealer_counts(state) else DEALING


def _approving(state: TableState) -> Right:
    """And no longer the chef's alone to approve: one of the comité is the second person (PM-11)."""
    late = state.held is not None and state.held.cause is HoldCause.JP1_CORRECTION_LATE
    return _LATE_APPROVAL if late else _APPROVAL


def offered(state: TableState) -> list[Intent]:
    """To say of a JP1 stake that it was collected in error, and to approve it."""
    acts: list[Intent] = [_APPROVE] if state.held is not None else []
    if state.profile.jp1 and state.phase in (Phase.DEALING, Phase.DECIDING):
        acts += [_PROPOSE(n) for n in state.jp1_seats]
    return acts


_PROPOSE: Final = cache(i.ProposeCorrection)
_APPROVE: Final = i.ApproveCorrection()


ACTS: Final[Acts] = {
    i.ProposeCorrection: Act(why_not_proposed, _proposing, _proposed),
    i.ApproveCorrection: Act(why_not_approved, _approving, _approved, While.HELD),
}
