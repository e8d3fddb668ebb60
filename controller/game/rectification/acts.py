"""When a settled seat may be rectified, and what comes of it: proposed, approved, paid or taken, recorded.

In the settlement the dealer asks and a chef allows it at once; of a closed round a chef proposes and a member
of the comité approves (screens, section 4.6; RP-21, AC-10). The round is never reopened and no entry changed:
the difference is an entry of its own. Who may is in `rights`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, cast

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.cards import Card, UnknownCard
from controller.game.dealing.declared_hand import Entered, Outcome
from controller.game.events import Events
from controller.game.felt import parse_place
from controller.game.hands import HandClass
from controller.game.incidents.voiding import between_rounds
from controller.game.inputs import Intent, OrphanPlace
from controller.game.rectification.claimed_facts import Mistake, Moved, Truth
from controller.game.rectification.computed_anew import Reckoning, reckoned, settled_round
from controller.game.rectification.rights import (
    SETTLED_BY_CHEF,
    approving,
    moving,
    proposing,
    proposing_of,
    rejecting,
    withdrawing,
)
from controller.game.rectification.settled_rounds import (
    A_SEAT_MAX,
    SESSION_MAX,
    OpenRectification,
    PastRound,
    booked,
)
from controller.game.refusals import NOT_NOW, Refusal
from controller.game.roles import (
    dealer_counts,
    dealer_here,
    person_or_dealer,
    person_proven,
)
from controller.game.state import Phase, TableState, seats_to_settle


def open_here(state: TableState) -> bool:
    """A rectification of the round that is being settled waits: nothing more of it is settled."""
    asked = state.record.open
    return asked is not None and not asked.proposal.closed


def waits(state: TableState) -> Refusal | None:
    """Why the table is not closed, or None: a rectification is open."""
    asked = state.record.open
    return None if asked is None else _refused("rectification_open", asked)


def due(state: TableState) -> Refusal | None:
    """Why no other round is dealt, or None: a difference is approved, and neither paid nor taken (RP-11)."""
    asked = state.record.open
    return _refused("rectification_due", asked) if asked is not None and asked.approval is not None else None


def _refused(code: str, asked: OpenRectification) -> Refusal:
    source = "RP-11" if code == "rectification_due" else "AC-10"
    return Refusal(code, source, (("seat", asked.proposal.seat), ("round", asked.proposal.round)))


def truth_of(intent: i.ProposeRectification) -> Truth | None:
    """What is said to have been so, as values; None for what nobody writes so."""
    told = None
    if intent.hand:
        told = _hand(intent.hand)
        if told is None:
            return None
    try:
        place = parse_place(intent.place) if intent.place else None
        card = Card.parse(intent.card) if intent.card else None
    except (ValueError, UnknownCard):
        return None
    outcome, hand_class = told if told is not None else (None, None)
    staked = intent.mistake is Mistake.STAKE
    return Truth(
        intent.mistake,
        intent.decision if intent.mistake is Mistake.DECISION else "",
        intent.ante_cents if staked else 0,
        intent.side_cents if staked else 0,
        outcome if intent.mistake in (Mistake.DECISION, Mistake.HAND) else None,
        hand_class if intent.mistake in (Mistake.DECISION, Mistake.HAND) else None,
        place if intent.mistake is Mistake.CARD else None,
        card if intent.mistake is Mistake.CARD else None,
        intent.by_cents if intent.mistake is Mistake.PAYMENT else 0,
        intent.further if staked else (),
    )


def _hand(text: str) -> Entered | None:
    outcome, _, hand_class = text.partition(".")
    try:
        return Entered(Outcome(outcome), HandClass.parse(hand_class))
    except ValueError:
        return None


# --- when it may be done -------------------------------------------------------------------------


def _moment(state: TableState, past: PastRound) -> Refusal | None:
    """A closed round waits for the pause between two others."""
    here = state.phase is Phase.SETTLING and state.playing is past.played
    return None if here or between_rounds(state) else Refusal("rectify_between", "RP-21")


def _still_settled(state: TableState, past: PastRound, mistake: Mistake) -> Refusal | None:
    """Why it waits for the last seat of the round under way.

    A card that was keyed wrongly pays the seats that are left, too. Where hands are told by their class, one
    that turns out to be another takes settlements back: what was put right of them before would count still.
    """
    left = seats_to_settle(state) if state.playing is past.played else ()
    anew = mistake is Mistake.CARD or (bool(past.played.laid) and mistake is not Mistake.PAYMENT)
    return (
        Refusal("seats_to_settle", "RP-21", (("seats", " ".join(map(str, left))),)) if left and anew else None
    )


def _propose(state: TableState, intent: i.ProposeRectification) -> Refusal | None:
    if state.phase in (Phase.CLOSED, Phase.OPENING):
        return NOT_NOW
    if state.record.open is not None:
        return _refused("rectification_open", state.record.open)
    past = settled_round(state, intent.round)
    if past is None:
        return Refusal("round_not_kept", "RP-21", (("round", intent.round),))
    refusal = _moment(state, past) or _still_settled(state, past, intent.mistake)
    if refusal is not None:
        return refusal
    if past.seats[intent.seat - 1].settled is None:
        return Refusal("seat_not_settled", "RP-21", (("seat", intent.seat),))
    entries = [done.entry for done in state.record.done]
    of_seat = [one for one in entries if (one.round, one.seat) == (intent.round, intent.seat)]
    if len(of_seat) >= A_SEAT_MAX or len(entries) >= SESSION_MAX:
        return Refusal("rectified_enough", "AC-10", (("seat", intent.seat), ("round", intent.round)))
    truth = truth_of(intent)
    found = NOT_NOW if truth is None else reckoned(state, past, intent.seat, truth)
    if not isinstance(found, Refusal):
        return None
    asked = truth or Truth(intent.mistake)
    return _written(found, past, intent.seat, _asker(state), asked, approving=False)


def _approve(state: TableState, intent: i.ApproveRectification) -> Refusal | None:
    asked = state.record.open
    if asked is None or asked.approval is not None:
        return NOT_NOW
    told = asked.proposal
    past = settled_round(state, told.round)
    if past is None or past.seats[told.seat - 1].settled is None:
        return NOT_NOW
    refusal = _moment(state, past)
    if refusal is not None or told.sealed:
        return refusal  # what its cards make of it no key may tell before it is pressed: `_approved`
    found = reckoned(state, past, told.seat, told.truth, approved=True)
    if isinstance(found, Refusal):
        return _written(found, past, told.seat, person_or_dealer(state), told.truth, approving=True)
    return None


def _written(
    refusal: Refusal, past: PastRound, seat: int, person: str, truth: Truth, *, approving: bool
) -> Refusal:
    """The refusal with the entry that tells who tried what; a card only where it lay open (rules, 2)."""
    card = truth.card if truth.card in past.played.shown.values() else None
    tried = e.RectificationRefused(
        past.played.number, seat, person, truth.mistake, truth.place, card, approving, refusal.code
    )
    return replace(refusal, written=(tried,))


def _undecided(state: TableState, intent: Intent) -> Refusal | None:
    asked = state.record.open
    return NOT_NOW if asked is None or asked.approval is not None else None


def _settle(state: TableState, intent: i.SettleRectification) -> Refusal | None:
    asked = state.record.open
    if asked is None or asked.approval is None:
        return NOT_NOW
    if intent.moved is Moved.ALREADY and asked.proposal.truth.mistake is Mistake.PAYMENT:
        return Refusal("payment_to_mend", "AC-10", (("seat", asked.proposal.seat),))
    # A pause locks the console of a table with a register: nobody pays in the dealer's name while he is away.
    if state.paused and state.facts.register and intent.moved is Moved.BY_HAND:
        return Refusal("paused")
    return None


def offered(state: TableState) -> list[Intent]:
    """What may be done with the rectification that is open."""
    asked = state.record.open
    if asked is None:
        return []
    if asked.approval is not None:
        return [i.SettleRectification(moved) for moved in Moved]
    return [i.ApproveRectification(), i.RejectRectification(), i.WithdrawRectification()]


# --- what comes of it ----------------------------------------------------------------------------


def _closed(state: TableState) -> bool:
    """What is asked for now concerns a round that is over."""
    return state.phase is not Phase.SETTLING


def _asker(state: TableState) -> str:
    """Who asks: of a closed round whose badge is there, in the settlement the dealer.

    Where nobody is known to deal it is whose badge is there: he does not allow what he asked for (I9). So it
    is where the dealer is revoked.
    """
    if not dealer_counts(state):
        return person_proven(state)
    if _closed(state):
        return person_or_dealer(state)
    return dealer_here(state) or person_proven(state)


def _proposed(state: TableState, intent: i.ProposeRectification) -> Events:
    past, truth = settled_round(state, intent.round), truth_of(intent)
    assert past is not None, "no such round"
    assert truth is not None, "no such truth"
    found = reckoned(state, past, intent.seat, truth)
    assert isinstance(found, Reckoning), found
    closed = _closed(state)
    return (
        e.RectificationProposed(
            state.record.told + 1,
            past.played.number,
            past.played.attempt,
            intent.seat,
            closed,
            _asker(state),
            intent.reason,
            truth,
            found.first,
            found.lines,
            found.cents,
            found.sealed,
            found.others,
        ),
    )


def _approved(state: TableState, intent: i.ApproveRectification) -> Events | Refusal:
    """The difference is written; a hand that lies face down by the record has told nothing until now."""
    asked = state.record.open
    assert asked is not None, "nothing was proposed"
    told = asked.proposal
    past = settled_round(state, told.round)
    assert past is not None, "no such round"
    found, by = reckoned(state, past, told.seat, told.truth, approved=True), person_or_dealer(state)
    if isinstance(found, Refusal):
        return _written(found, past, told.seat, by, told.truth, approving=True)
    approved = e.RectificationApproved(
        told.rectification, told.round, told.seat, by, found.lines, found.cents, found.others
    )
    if found.cents:
        return (approved,)
    # The lines differ and the money does not: the record is put right and nobody pays.
    return (approved, _entry(told, approved, Moved.ALREADY))


def _entry(
    told: e.RectificationProposed, approved: e.RectificationApproved, moved: Moved, settled_by: str = ""
) -> e.RectificationRecorded:
    bank_cents, orphans_cents = booked(told.truth.mistake, approved.cents, moved)
    return e.RectificationRecorded(
        told.rectification,
        told.round,
        told.attempt,
        told.seat,
        (told.person, approved.person),
        told.reason,
        told.truth,
        moved,
        told.first,
        approved.lines,
        approved.cents,
        bank_cents,
        orphans_cents,
        settled_by,
    )


def _recorded(state: TableState, intent: i.SettleRectification) -> Events:
    asked = state.record.open
    assert asked is not None, "nothing was proposed"
    assert asked.approval is not None, "nothing was approved"
    # The dealer pays and takes; that there is nothing to pay, or nobody there, is a chef's word (AC-12).
    by_hand = intent.moved is Moved.BY_HAND
    settled_by = dealer_here(state) if by_hand else person_or_dealer(state)
    entry = _entry(asked.proposal, asked.approval, intent.moved, settled_by)
    if not entry.orphans_cents:
        return (entry,)
    # Art. 41: what is due to a player who has left is booked as orphelin, by the chef who says so (AC-12).
    return (entry, e.OrphanBooked(person_or_dealer(state), entry.orphans_cents, OrphanPlace.SEAT_LEFT))


def _dropped(kind: type[e.Event]) -> Callable[[TableState, Intent], Events]:
    def dropped(state: TableState, intent: Intent) -> Events:
        asked, make = state.record.open, cast(Any, kind)
        assert asked is not None, "nothing was proposed"
        told = asked.proposal
        return (make(told.rectification, told.round, told.seat, person_or_dealer(state)),)

    return dropped


_RESTING: Final = While.PAUSED | While.CLOSING
"""Who rectifies a closed round waits for somebody: the table may rest meanwhile, or begin its closing."""

ACTS: Final[Acts] = {
    i.ProposeRectification: Act(
        _propose,
        proposing,
        _proposed,
        _RESTING,
        lambda state, intent: proposing_of(state, intent.round),
        badge_first=True,
    ),
    i.ApproveRectification: Act(_approve, approving, _approved, _RESTING, badge_first=True),
    i.RejectRectification: Act(_undecided, rejecting, _dropped(e.RectificationRejected), _RESTING),
    i.WithdrawRectification: Act(_undecided, withdrawing, _dropped(e.RectificationWithdrawn), _RESTING),
    i.SettleRectification: Act(
        _settle, SETTLED_BY_CHEF, _recorded, _RESTING, lambda state, intent: moving(intent.moved)
    ),
}
