"""The next sensible thing at a table, by its phase and by what it waits for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from controller.game import inputs as i
from controller.game.incidents.voiding import (
    armed,
    comite_confirms,
    declared_reason,
    seats_to_refund,
    void_is_over,
)
from controller.game.inputs import Role
from controller.game.jackpot.unanswered_stakes import UNANSWERED, offered
from controller.game.state import Phase
from tests.wander.bets import betting, collected, latched
from tests.wander.hands import dealing, deciding
from tests.wander.record import rectified
from tests.wander.sheets import closed, closing, opening
from tests.wander.showdown import clearing, settling, showdown

if TYPE_CHECKING:
    from tests.wander.wanderer import Wanderer


def sensible(table: Wanderer) -> None:
    state = table.state
    if state.facts.register and state.dealer is None:
        table.badge(Role.DEALER)
        table.tap(i.SignOn())
    elif state.resumed:
        table.tap(i.ConfirmFelt())
    elif state.paused:
        if state.facts.register:
            table.badge(Role.CHEF)
        table.tap(i.EndPause())
    elif table.wanted() and table.chance(70):
        table.book()
    elif state.held is not None:
        end_hold(table)
    elif state.record.open is not None and table.chance(60):
        rectified(table)
    elif state.sheet.closing:
        closing(table)
    else:
        BY_PHASE[state.phase](table)


def end_hold(table: Wanderer) -> None:
    if table.chance(60):
        table.badge(Role.CHEF, Role.COMITE)
    held = table.state.held
    correcting = held is not None and held.cause.startswith("jp1_correction")
    if correcting and table.chance(50):
        table.badge(Role.COMITE)
        return  # he looks at the felt first
    if held is not None and held.cause == UNANSWERED and table.chance(70):
        for act in offered(table.state):
            table.tap(act)
        return
    if void_armed(table):
        return
    choices = [i.Resume(), i.Resume(), i.RegisterJp1Now(), i.GiveJp1Back()]
    if correcting:
        choices = [i.ApproveCorrection(), i.ApproveCorrection(), i.Resume()]
    arms = i.ArmVoid(declared_reason(table.state) or i.Incident.IRREGULAR_DEAL)
    table.tap(arms if table.chance(25) else table.rng.choice(choices))


def void_armed(table: Wanderer) -> bool:
    """A void waits for its second act: the comité comes where it must, or the chef thinks better of it."""
    told = armed(table.state)
    if told is None:
        return False
    if comite_confirms(table.state) and table.chance(80):
        table.badge(Role.COMITE)
    table.tap(i.VoidRound(told.reason) if table.chance(85) else i.DisarmVoid())
    return True


def refunding(table: Wanderer) -> None:
    """The stakes of the voided deal go back; a seat confirmed too early is taken back.

    At a blocked table no other round opens after them: the comité lets it play on, or it is closed.
    """
    if void_is_over(table.state) and table.chance(90):
        table.badge(*((Role.COMITE,) if table.chance(60) else (Role.CHEF,)))
        table.tap(i.LiftBlock("replaced"))
        table.tap(i.BeginClosing())
        return
    if table.chance(10) or not seats_to_refund(table.state):
        table.tap(i.Undo())
        return
    table.see(i.ChipObserved(table.rng.choice(table.state.places), False))
    table.tap(i.RefundSeat(seats_to_refund(table.state)[0]))


BY_PHASE: dict[Phase, Callable[[Wanderer], Any]] = {
    Phase.CLOSED: closed,
    Phase.OPENING: opening,
    Phase.BETTING: betting,
    Phase.LATCHED: latched,
    Phase.COLLECTED: collected,
    Phase.DEALING: dealing,
    Phase.DECIDING: deciding,
    Phase.SHOWDOWN: showdown,
    Phase.SETTLING: settling,
    Phase.REFUNDING: refunding,
    Phase.CLEARING: clearing,
}
