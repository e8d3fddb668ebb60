"""A table opens, closes, and changes its maximum."""

from __future__ import annotations

from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.betting.sensing import doubt_unproven, sensors_there
from controller.game.events import Events
from controller.game.incidents.reports import why_not_signed
from controller.game.inputs import Intent, Mode
from controller.game.jackpot.unanswered_stakes import why_not_sealed_up
from controller.game.machines.decks import shuffler_there
from controller.game.machines.host import clock_refusal, journal_refusal
from controller.game.meter.acts import left_unread, reading
from controller.game.opening.limits import change_maximum
from controller.game.opening.sheets import ACTS as SHEETS
from controller.game.opening.sheets import result, why_not_between, why_not_closed, why_not_opened
from controller.game.rectification.acts import waits
from controller.game.refusals import NOT_NOW, Refusal
from controller.game.roles import (
    AT_THE_TABLE,
    CHEF,
    COMITE,
    Right,
    person_here,
)
from controller.game.settings.drafts import why_not_opened_yet
from controller.game.state import Phase, TableState


def _open_table(state: TableState, intent: i.OpenTable) -> Refusal | None:
    if state.phase is not Phase.CLOSED:
        return NOT_NOW
    return clock_refusal(state) or journal_refusal(state) or why_not_opened_yet(state)


def _confirm_opening(state: TableState, intent: i.ConfirmOpening) -> Refusal | None:
    if state.phase is not Phase.OPENING:
        return NOT_NOW
    unready = table_blocked(state) or clock_refusal(state) or journal_refusal(state)
    return unready or why_not_opened(state)


def table_blocked(state: TableState) -> Refusal | None:
    """The program of a machine changed: no round is opened until the comité allows it (CS-15)."""
    if not state.blocked:
        return None
    return Refusal("table_blocked", "CS-15", (("machine", str(state.blocked[0])),))


def _close_table(state: TableState, intent: i.CloseTable) -> Refusal | None:
    refusal = why_not_between(state) or why_not_closed(state) or waits(state)
    return refusal or why_not_signed(state) or why_not_sealed_up(state) or _not_shown(state)


def _not_shown(state: TableState) -> Refusal | None:
    if shuffler_there(state) and not state.decks.shown_empty and Mode.HAND_SHUFFLE not in state.modes:
        return Refusal("show_empty", "CS-03")
    return None


def _opened(state: TableState, intent: i.ConfirmOpening) -> Events:
    limits = state.profile.limits
    return (
        e.TableOpened(
            person_here(state),
            limits.minimum_cents,
            state.maximum_coming_cents or limits.maximum_cents,
            state.facts.jp1_stake_cents,
        ),
        *(doubt_unproven(state) if sensors_there(state) else ()),
        e.RoundOpened(state.next_round, 1),
    )


def _closed(state: TableState, intent: i.CloseTable) -> Events:
    """A table without sheets is reconciled as it closes; one with them has been (AC-08)."""
    read = reading(state, "closing", person_here(state)) if state.facts.cash is None else ()
    return (*result(state), *read, e.TableClosed(person_here(state)))


def offered(state: TableState) -> tuple[Intent, ...]:
    """To open the table, or to close it."""
    return _BY_PHASE.get(state.phase, ())


_BY_PHASE: Final[dict[Phase, tuple[Intent, ...]]] = {
    Phase.CLOSED: (i.OpenTable(),),
    Phase.OPENING: (i.ConfirmOpening(),),
    **dict.fromkeys((Phase.BETTING, Phase.REFUNDING, Phase.CLEARING), (i.CloseTable(),)),
}


ACTS: Final[Acts] = {
    **SHEETS,
    i.OpenTable: Act(
        _open_table, AT_THE_TABLE, lambda state, intent: (*left_unread(state), e.OpeningBegun())
    ),
    i.ConfirmOpening: Act(_confirm_opening, CHEF, _opened),
    i.CloseTable: Act(_close_table, CHEF, _closed, While.PAUSED | While.CLOSING),
    i.ChangeMaximum: Act(
        change_maximum,
        Right(COMITE, "RO-04", Refusal("badge_maximum", "RO-04")),
        lambda state, intent: (e.MaximumChanged(person_here(state), intent.maximum_cents),),
    ),
}
