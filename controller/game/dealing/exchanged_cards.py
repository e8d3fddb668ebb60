"""A seat whose cards were exchanged: nothing of it is paid or taken before two persons have decided.

A refusal for the reason `exchanged` (rules, section 3; JW-08). Everybody else is settled meanwhile, unless
the card is one of the board or of the dealer, on which every hand rests. A member of the comité and a second
person rule: void for that seat, so that all its stakes go back, that of JP1 by a linked negative entry; or
settled on the record, the refused prize apart. A report opens by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts
from controller.game.changes import changed, with_seat
from controller.game.events import Event, Events
from controller.game.felt import Pile
from controller.game.incidents.reports import REPORTS_MAX
from controller.game.inputs import Finding, Incident, Intent, Measure, SeatRuling
from controller.game.payment.rights import PAYING, RULING, ruling_on
from controller.game.payment.types import Exchange
from controller.game.refusals import NOT_NOW, Refusal
from controller.game.roles import (
    dealer_here,
)
from controller.game.round import Jp1
from controller.game.state import Phase, TableState, seats_to_settle

_RULED: Final = frozenset({Phase.SHOWDOWN, Phase.SETTLING})


# --- when it may be done -------------------------------------------------------------------------


def seats_to_rule(state: TableState) -> tuple[int, ...]:
    """The seats with an exchanged card of which nobody has ruled yet."""
    return tuple(n for n in state.places if _to_rule(state, n)) if state.phase in _RULED else ()


def _to_rule(state: TableState, seat: int) -> bool:
    exchange = state.seat(seat).exchange
    return exchange is not None and exchange.ruling is None and state.phase in _RULED


def ruling_waits(state: TableState, seat: int) -> Refusal | None:
    """Why the seat is not settled: every bet of it stays on the felt."""
    waits = _to_rule(state, seat)
    return Refusal("seat_exchanged", "JW-08", (("seat", seat),)) if waits else None


def _proposed(state: TableState, seat: int) -> Exchange | None:
    return state.seat(seat).exchange if seat in seats_to_rule(state) else None


def _propose(state: TableState, intent: i.ProposeRuling) -> Refusal | None:
    exchange = _proposed(state, intent.seat)
    return NOT_NOW if exchange is None or exchange.proposed is intent.ruling else None


def _confirm(state: TableState, intent: i.ConfirmRuling) -> Refusal | None:
    exchange = _proposed(state, intent.seat)
    if exchange is None:
        return NOT_NOW
    if exchange.proposed is not intent.ruling:
        return Refusal("ruling_first", "JW-08", (("seat", intent.seat),))
    return None


def offered(state: TableState) -> list[Intent]:
    """What may be decided of the seats that wait for it."""
    acts: list[Intent] = []
    if state.phase not in (Phase.SHOWDOWN, Phase.SETTLING):
        return acts
    for seat in seats_to_rule(state):
        for ruling in SeatRuling:
            acts += [i.ProposeRuling(seat, ruling), i.ConfirmRuling(seat, ruling)]
    return acts


# --- what comes of it ----------------------------------------------------------------------------


def reported(state: TableState, persons: tuple[str, str]) -> Events:
    """The report that opens by itself; at most so many are made in a session, whoever makes them."""
    played, checked = state.playing, state.playing.verification
    assert checked is not None, "nothing is verified"
    if state.incidents.told >= REPORTS_MAX:
        return ()
    place, card, _ = checked.others[0] if checked.others else (None, None, "")
    at_seat = place.seat if place is not None and place.pile is Pile.HOLE else 0
    report = e.IncidentReported(
        incident=state.incidents.told + 1,
        kind=Incident.EXCHANGED_CARD,
        round=played.number,
        attempt=played.attempt,
        phase=state.phase.value,
        declared_ms=0,
        seat=at_seat or (checked.seats[0] if checked.seats else 0),
        place=place,
        card=card,
        finding=Finding.EXAMINATION,
        measure=Measure.STAKE_HELD,
        images_asked=True,
        deck="",
        serial="",
        count=0,
        reporter=persons[0],
        dealer=dealer_here(state),
    )
    return (report,)


def _ruled(state: TableState, intent: i.ConfirmRuling) -> Events:
    played, exchange = state.playing, state.seat(intent.seat).exchange
    assert exchange is not None, "no card of the seat was exchanged"
    assert state.badge is not None, "nobody decides"
    persons = (exchange.by, state.badge.person)
    return (e.SeatRuled(played.number, played.attempt, intent.seat, persons, intent.ruling),)


def _ruling_proposed(state: TableState, intent: i.ProposeRuling) -> Events:
    assert state.badge is not None, "nobody decides"
    return (e.RulingProposed(state.badge.person, intent.seat, intent.ruling),)


# --- how the state changes -----------------------------------------------------------------------


def exchanged_seats(state: TableState) -> tuple[int, ...]:
    """The seats that an exchanged card makes wait: who holds the royal, and every seat it was found at.

    A card of the board, or of the dealer, is every hand's: no seat that is still to be settled is, before two
    persons have ruled of it. What was paid before is no more to be held back.
    """
    checked = state.playing.verification
    assert checked is not None, "nothing is verified"
    waiting = [n for n in seats_to_settle(state) if not state.seat(n).paid]
    found = [place for place, _, _ in checked.others]
    if any(place.pile is not Pile.HOLE for place in found):
        return tuple(sorted(waiting))
    seats = {*checked.seats, *(place.seat for place in found)}
    return tuple(sorted(n for n in waiting if n in seats))


def contested(state: TableState, seats: tuple[int, ...]) -> TableState:
    """These seats wait for a ruling and are settled last."""
    for seat in seats:
        state = with_seat(state, seat, contested=True, exchange=Exchange())
    return state


def _fold_proposed(state: TableState, event: e.RulingProposed, at_ms: int) -> TableState:
    return _exchange(state, event.seat, proposed=event.ruling, by=event.person)


def _fold_ruled(state: TableState, event: e.SeatRuled, at_ms: int) -> TableState:
    """Void for the seat: its JP1 stake goes back by a linked entry, whichever deal had taken it."""
    seat = state.seat(event.seat)
    state = _exchange(state, event.seat, ruling=event.ruling)
    if event.ruling is not SeatRuling.VOID or not seat.in_jp1:
        return state
    refund = e.RefundAsked(event.round, seat.staked_attempt, event.seat)
    state = _exchange(state, event.seat, jp1_back=True)
    return changed(with_seat(state, event.seat, jp1=Jp1.GIVEN_BACK), due=(*state.due, refund))


def _exchange(state: TableState, seat: int, **changes: Any) -> TableState:
    exchange = state.seat(seat).exchange
    assert exchange is not None, "no card of the seat was exchanged"
    return with_seat(state, seat, exchange=replace(exchange, **changes))


EXCHANGE_EVOLUTIONS: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.RulingProposed: _fold_proposed,
    e.SeatRuled: _fold_ruled,
}


ACTS: Final[Acts] = {
    i.ProposeRuling: Act(_propose, PAYING, _ruling_proposed, procedure=True),
    i.ConfirmRuling: Act(
        _confirm, RULING, _ruled, right_of_this=lambda state, intent: ruling_on(intent.seat), procedure=True
    ),
}
