"""How a table opens and closes, and what the session's sheet takes of its own events and of others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.betting.evolve_sensors import proofs_restarted
from controller.game.changes import changed, fields_of, with_round
from controller.game.events import Event
from controller.game.incidents.evolve import reports_put_away
from controller.game.inputs import SheetLine, ShufflerMode
from controller.game.meter.acts import unexplained
from controller.game.meter.elsewhere import linked, unasked_cents
from controller.game.opening.cash import NO_SHEET, NOT_ANNOUNCED, CashCount, SessionSheet
from controller.game.opening.limits import maximum_changed
from controller.game.opening.sheets import CLOSING_TICKS
from controller.game.people.evolve import forgotten
from controller.game.rectification.claimed_facts import Moved
from controller.game.rectification.evolve import put_away
from controller.game.round import Seat
from controller.game.state import Phase, TableState
from controller.game.state_parts import DECK_CARDS, Charge


@fields_of(SessionSheet)
def _sheet(state: TableState, **changes: Any) -> TableState:
    return changed(state, sheet=changed(state.sheet, **changes))


def _opening_begun(state: TableState, event: e.OpeningBegun, at_ms: int) -> TableState:
    """Every JP1 sensor has to prove itself (BC-12)."""
    return proofs_restarted(changed(state, phase=Phase.OPENING), proven_too=True)


def _table_opened(state: TableState, event: e.TableOpened, at_ms: int) -> TableState:
    return changed(state, paused=False, maximum_cents=event.maximum_cents, maximum_coming_cents=0)


def _table_closed(state: TableState, event: e.TableClosed, at_ms: int) -> TableState:
    seats = tuple(
        Seat(chip=seat.chip, chip_refused="table_closed" if seat.chip else "") for seat in state.seats
    )
    # Whoever controlled the table has it in his charge no more; its dealer is off.
    badge = replace(state.badge, charge=Charge.UNKNOWN, elsewhere=()) if state.badge is not None else None
    return changed(
        state,
        phase=Phase.CLOSED,
        round=None,
        seats=seats,
        paused=False,
        dealer=None,
        badge=badge,
        by_hand=False,
        maximum_cents=0,
        maximum_coming_cents=0,
        incidents=reports_put_away(state.incidents),
        record=put_away(state.record),
    )


def _session_resumed(state: TableState, event: e.SessionResumed, at_ms: int) -> TableState:
    """The badge is put in again, and the machines tell how they do."""
    state = changed(
        forgotten(state), resumed=True, badge=None, pit_card=None, shoe_locked=None, shoe_cards=-1
    )
    return state if state.round is None else with_round(state, drawn_at_resumption=state.round.drawn)


def _counted(state: TableState, event: e.PiecesCounted, at_ms: int) -> TableState:
    """A piece counted anew: what was signed before is signed again."""
    count = state.sheet.count or CashCount(event.purpose)
    pieces = {**dict(count.pieces), event.piece_cents: event.count}
    told = tuple(sorted((piece, number) for piece, number in pieces.items() if number))
    return _sheet(state, count=CashCount(event.purpose, told, signed_before=count.signers))


def _signed(state: TableState, event: e.CashSigned, at_ms: int) -> TableState:
    assert state.sheet.count is not None
    count = replace(state.sheet.count, signed=(*state.sheet.count.signed, (event.person, event.role)))
    if count.done and event.purpose == "advance":
        return _sheet(state, count=None, advances_cents=state.sheet.advances_cents + count.cents)
    return _sheet(state, count=count)


def _serial(state: TableState, event: e.SerialDeclared, at_ms: int) -> TableState:
    serials = {**dict(state.sheet.serials), event.colour: event.serial}
    return _sheet(state, serials=tuple(serials.items()))


def _deck(state: TableState, event: e.DeckCounted, at_ms: int) -> TableState:
    return changed(state, sheet=_with_deck(state.sheet, event.colour, event.count))


def _with_deck(sheet: SessionSheet, colour: str, count: int) -> SessionSheet:
    return changed(sheet, counted=tuple({**dict(sheet.counted), colour: count}.items()))


def _ticked(state: TableState, event: e.LineTicked, at_ms: int) -> TableState:
    line = {event.line}
    ticked = state.sheet.ticked | line if event.done else state.sheet.ticked - line
    if event.line is not SheetLine.RECONCILIATION:
        return _sheet(state, ticked=ticked)
    return _sheet(state, ticked=ticked, explained=unexplained(state) if event.done else None)


def _closing(state: TableState, event: e.ClosingBegun, at_ms: int) -> TableState:
    state = _sheet(state, closing=True, closing_ms=at_ms, count=CashCount("closing"))
    return changed(state, paused=False)


def _left(state: TableState, event: e.ClosingLeft, at_ms: int) -> TableState:
    ticked = state.sheet.ticked - frozenset(CLOSING_TICKS)
    left = _sheet(state, closing=False, count=None, ticked=ticked, explained=None, owed=(), owed_signed=())
    return changed(left, clock_ms=at_ms)


def _owed(state: TableState, event: e.OwedSigned, at_ms: int) -> TableState:
    """Whoever signs more than was signed before is the first to sign it."""
    before = state.sheet.owed_signed if set(event.acts) <= set(state.sheet.owed) else ()
    return _sheet(state, owed=event.acts, owed_signed=(*before, (event.person, event.role)))


SHEETS: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.OpeningBegun: _opening_begun,
    e.TableOpened: _table_opened,
    e.TableClosed: _table_closed,
    e.MaximumChanged: maximum_changed,
    e.SessionResumed: _session_resumed,
    e.FeltConfirmed: lambda state, event, at_ms: changed(state, resumed=False),
    e.PlayPaused: lambda state, event, at_ms: changed(state, paused=True),
    e.PauseEnded: lambda state, event, at_ms: changed(state, paused=False),
    e.PiecesCounted: _counted,
    e.CashSigned: _signed,
    e.SerialDeclared: _serial,
    e.DeckCounted: _deck,
    e.LineTicked: _ticked,
    e.AdvanceBegun: lambda state, event, at_ms: _sheet(state, count=CashCount("advance")),
    e.AdvanceGivenUp: lambda state, event, at_ms: _sheet(state, count=None),
    e.LastDealsAnnounced: lambda state, event, at_ms: _sheet(state, deals_left=event.deals),
    e.LastDealsWithdrawn: lambda state, event, at_ms: _sheet(state, deals_left=NOT_ANNOUNCED),
    e.ClosingBegun: _closing,
    e.ClosingLeft: _left,
    e.OwedSigned: _owed,
    e.ResultRecorded: lambda state, event, at_ms: state,
}


# --- events of others, given with the state before them ------------------------------------------


def _opened(state: TableState, event: e.TableOpened) -> SessionSheet:
    """What was brought to the table, and where the jackpot stood."""
    count = state.sheet.count
    return changed(
        state.sheet,
        count=None,
        advances_cents=count.cents if count is not None else 0,
        meter_start_cents=state.jackpot.meter_cents,
        unexplained_cents=0,
    )


def _round_over(state: TableState, event: e.RoundClosed) -> SessionSheet:
    left = state.sheet.deals_left
    return changed(state.sheet, deals_left=left - 1) if left > 0 else state.sheet


def _unexplained(
    state: TableState, event: e.MeterRead | e.JackpotStopped | e.ContributionRecorded
) -> SessionSheet:
    """A table alone knows of nobody else who moves its meter; of a linked one the figures tell it apart."""
    cents = 0 if linked(state) else unasked_cents(state, event)
    sheet = state.sheet
    return changed(sheet, unexplained_cents=sheet.unexplained_cents + cents) if cents else sheet


def _shuffler(state: TableState, event: e.ShufflerChanged) -> SessionSheet:
    """A deck that the shuffler has counted at the opening need not be counted by hand (CS-01)."""
    whole = event.shuffled and event.count == DECK_CARDS and event.mode is ShufflerMode.SHUFFLE
    if state.phase is not Phase.OPENING or not event.deck_out or not whole:
        return state.sheet
    return _with_deck(state.sheet, event.deck_out, event.count)


def _moved_by_hand(state: TableState, event: e.RectificationRecorded) -> SessionSheet:
    """Chips left the tray, or came to it, since the encaisse was signed: it is signed again."""
    sheet, count = state.sheet, state.sheet.count
    moved = event.orphans_cents if event.moved is Moved.LEFT else event.cents
    if not sheet.closing or count is None or event.moved is Moved.ALREADY or not moved:
        return sheet
    return replace(sheet, count=replace(count, signed=()))


NOTED: Final[dict[type[Event], Callable[[TableState, Any], SessionSheet]]] = {
    e.OpeningBegun: lambda state, event: NO_SHEET,
    e.TableOpened: _opened,
    e.TableClosed: lambda state, event: NO_SHEET,
    e.RoundClosed: _round_over,
    e.ContributionRecorded: _unexplained,
    e.MeterRead: _unexplained,
    e.RectificationRecorded: _moved_by_hand,
    e.JackpotStopped: _unexplained,
    e.ShufflerChanged: _shuffler,
}
