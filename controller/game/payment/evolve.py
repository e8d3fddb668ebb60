"""How the steps of a supervised payment change the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.changes import changed, with_round
from controller.game.dealing.exchanged_cards import EXCHANGE_EVOLUTIONS, contested, exchanged_seats
from controller.game.events import Event
from controller.game.inputs import ClaimDoubt
from controller.game.payment.slips import with_slips
from controller.game.payment.types import Payment, StepTaken, Verification
from controller.game.people.at_table import pit_badge
from controller.game.rectification.true_cards import corrected
from controller.game.state import TableState


def _told(state: TableState) -> Verification:
    verification = state.playing.verification
    assert verification is not None
    return verification


def _verified(state: TableState, **changes: Any) -> TableState:
    return with_round(state, verification=replace(_told(state), **changes))


def _taken(state: TableState, step: str, person: str, at_ms: int, **changes: Any) -> TableState:
    """The person has taken this step, by the badge that proved him; said again at once it is one step."""
    at_pit = state.pit_card is not None and not state.pit_card.purpose
    badge = pit_badge(state) if at_pit else state.badge
    mine = badge is not None and badge.person == person
    role, proven_ms = (str(badge.role), badge.proven_ms) if mine and badge is not None else ("", 0)
    done = StepTaken(step, person, at_ms, role, proven_ms, at_pit)
    before = _told(state).taken
    if before and (before[-1].step, before[-1].person) == (step, person):
        before = before[:-1]
    return _verified(state, taken=(*before, done), **changes)


_UNPROVED: Final[dict[str, Any]] = {
    "confirmed_by": "",
    "confirmed_ms": 0,
    "conform": False,
    "read_by": (),
    "payments": (),
    "armed_by": "",
    "doubt": None,
    "doubted_by": "",
}
"""What another card found takes back: each step of it is taken anew."""


def royal_called(state: TableState, at_ms: int) -> TableState:
    """The first call after the freeze is the call of the comité."""
    told = state.round.verification if state.round is not None else None
    if told is None or told.over or told.called_ms:
        return state
    return _verified(state, called_ms=at_ms)


def _called_again(state: TableState, event: e.ComiteCalledAgain, at_ms: int) -> TableState:
    return changed(_verified(state, calls=event.times), call_last_ms=at_ms)


def _same(state: TableState, event: e.HandCardConfirmed, at_ms: int) -> TableState:
    return _verified(state, same=_told(state).same | {event.place})


def _differs(state: TableState, event: e.HandCardDiffers, at_ms: int) -> TableState:
    """Whatever was proved or proposed before rested on another card."""
    told = _told(state)
    others = (*told.others, (event.place, event.presented, event.person))
    same = told.same - {event.place}
    return _taken(state, "differs", event.person, at_ms, others=others, same=same, **_UNPROVED)


def _report_withdrawn(state: TableState, event: e.CardReportWithdrawn, at_ms: int) -> TableState:
    others = tuple(other for other in _told(state).others if other[0] != event.place)
    return _taken(state, "withdrawn", event.person, at_ms, others=others, doubt=None, doubted_by="")


def _confirmed(state: TableState, event: e.HandConfirmed, at_ms: int) -> TableState:
    return _taken(state, "hand", event.person, at_ms, confirmed_by=event.person, confirmed_ms=at_ms)


def _reviewed(state: TableState, event: e.VideoReviewed, at_ms: int) -> TableState:
    return _taken(
        state,
        "images" if event.conform else "images_differ",
        event.person,
        at_ms,
        video_by=event.person,
        video_ms=at_ms,
        camera=event.camera,
        conform=event.conform,
        kept=event.kept,
    )


def _awaited(state: TableState, event: e.VideoAwaited, at_ms: int) -> TableState:
    return _taken(state, "images_awaited", event.person, at_ms, video_awaited_by=event.person)


def _armed(state: TableState, event: e.ReleaseArmed, at_ms: int) -> TableState:
    return _taken(state, "armed", event.person, at_ms, armed_by=event.person)


def _read(state: TableState, event: e.AmountRead, at_ms: int) -> TableState:
    return _taken(state, "amount", event.person, at_ms, read_by=(*_told(state).read_by, event.person))


def _prepared(state: TableState, event: e.PaymentPrepared, at_ms: int) -> TableState:
    payment = Payment(event.seat, event.cents, event.mode, event.slip, event.identity)
    return _taken(state, "payment", event.person, at_ms, payments=(*_told(state).payments, payment))


def _released(state: TableState, event: e.AwardReleased, at_ms: int) -> TableState:
    return with_slips(
        _taken(state, "released", event.persons[1], at_ms, released=True), _told(state), event.persons
    )


def _doubted(state: TableState, event: e.RefusalProposed, at_ms: int) -> TableState:
    return _taken(
        *(state, "doubted", event.person, at_ms),
        doubt=event.reason,
        doubted_by=event.person,
        doubted_seat=event.seat,
    )


def _stake_refused(state: TableState, event: e.StakeRefused, at_ms: int) -> TableState:
    """The claim of the others goes on from where it was; what was ready to be released is armed anew."""
    told = _told(state)
    return _taken(
        *(state, "refused", event.persons[1], at_ms),
        doubt=None,
        doubted_by="",
        doubted_seat=0,
        stakes_refused=(*told.stakes_refused, event.seat),
        payments=tuple(one for one in told.payments if one.seat != event.seat),
        armed_by="",
    )


def _refused(state: TableState, event: e.AwardRefused, at_ms: int) -> TableState:
    seats = _told(state).seats
    state = _taken(state, "refused", event.persons[1], at_ms, refused=str(event.reason))
    if event.reason is ClaimDoubt.EXCHANGED:
        state = contested(state, exchanged_seats(state))
    if not event.claimed:
        return state
    refused = (*state.playing.claims_refused, *seats)
    return changed(with_round(state, claims_refused=refused), money=event)


def _record_corrected(state: TableState, event: e.RecordCorrected, at_ms: int) -> TableState:
    return corrected(state, event.cards)


def _payment_confirmed(state: TableState, event: e.PaymentConfirmed, at_ms: int) -> TableState:
    confirmed = {**state.playing.payments_confirmed, event.seat: event.cents}
    return with_round(state, payments_confirmed=confirmed)


PROCEDURE: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.ComiteCalledAgain: _called_again,
    e.HandCardConfirmed: _same,
    e.HandCardDiffers: _differs,
    e.CardReportWithdrawn: _report_withdrawn,
    e.HandConfirmed: _confirmed,
    e.VideoAwaited: _awaited,
    e.VideoReviewed: _reviewed,
    e.AmountRead: _read,
    e.PaymentPrepared: _prepared,
    e.ReleaseArmed: _armed,
    e.AwardReleased: _released,
    e.RefusalProposed: _doubted,
    e.AwardRefused: _refused,
    e.StakeRefused: _stake_refused,
    e.RecordCorrected: _record_corrected,
    **EXCHANGE_EVOLUTIONS,
    e.PaymentConfirmed: _payment_confirmed,
}
