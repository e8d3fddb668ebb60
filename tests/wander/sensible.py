"""The next sensible thing at a table, by its phase and by what it waits for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from controller.game import inputs as i
from controller.game.aside import UNANSWERED, aside_acts
from controller.game.inputs import Role
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
    void = i.VoidRound(i.Incident.IRREGULAR_DEAL)
    if table.chance(20):
        table.badge(Role.VIDEO, Role.COMITE)
        table.tap(i.ReviewVideo(True, "C-3", True))
        table.badge(Role.COMITE)
    if held is not None and held.cause == UNANSWERED and table.chance(70):
        for act in aside_acts(table.state):
            table.tap(act)
        return
    choices = [i.Resume(), i.Resume(), i.RegisterJp1Now(), i.GiveJp1Back()]
    if correcting:
        choices = [i.ApproveCorrection(), i.ApproveCorrection(), i.Resume()]
    table.tap(void if table.chance(15) else table.rng.choice(choices))


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
    Phase.CLEARING: clearing,
}
