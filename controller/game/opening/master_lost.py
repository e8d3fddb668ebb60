"""A session whose master is lost: what lies face down in it stays sealed for ever, and no card can be sealed.

Records put back without their keys still tell every stake, bet and card turned up. So nobody at the felt
loses anything: a deal that still needs a card nobody can open is held, and two persons make it void, a chef
and a member of the comité, with whatever JP1 stake or without (RP-18, RP-20). Every stake goes back as in any
void; JP1 is refunded and not carried, for this session deals no other round. What is open already is settled
as ever. Then the table is closed, and the next session has a master of its own.

Until the void is confirmed nothing is lost for good: a start that has the master again goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.changes import changed
from controller.game.events import Event, Events
from controller.game.incidents.causes import HoldCause
from controller.game.inputs import Intent
from controller.game.machines.alarm_events import alarm, clear
from controller.game.refusals import Refusal
from controller.game.state import Phase, TableState

ALARM: Final = "A-113"
NEEDS_CARDS: Final = frozenset({Phase.LATCHED, Phase.COLLECTED, Phase.DEALING, Phase.DECIDING})
"""A deal in one of these cannot be finished without the keys."""
_SEALED: Final = (e.CardDealt, e.CardProposed, e.CardKeyed, e.CardsRevealed)
REFUSED: Final = Refusal(HoldCause.MASTER_LOST.value, "RP-18")
_FORBIDDEN: Final = (i.OpenTable, i.KeyCard, i.DealByHand)


def master_told(state: TableState, lost: str) -> Events:
    """What a start says of the master of its session: `lost` is its fingerprint, empty where it is there."""
    if lost == state.master_lost:
        return ()
    if not lost:
        return (e.MasterFound(state.master_lost), *clear(state, ALARM))
    return (e.MasterLost(lost), *alarm(state, ALARM, 1, 0, lost))


def lost_follows(state: TableState) -> Events:
    """The deal that cannot be finished is held, whatever held it before."""
    if state.held is None and state.phase in NEEDS_CARDS:
        return (e.RoundHeld(HoldCause.MASTER_LOST),)
    return ()


def why_not_without_master(state: TableState, intent: Intent) -> Refusal | None:
    """Why this cannot be done in a session that has no keys, or None; asked only of such a one."""
    deals = isinstance(intent, i.CloseBets) and bool(state.players)
    return REFUSED if deals or isinstance(intent, _FORBIDDEN) else None


def needs_master(events: tuple[Event, ...]) -> bool:
    """Whether writing these seals or opens a card."""
    return any(isinstance(event, _SEALED) for event in events)


MASTER_EVOLUTIONS: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.MasterLost: lambda state, event, at_ms: changed(state, master_lost=event.master),
    e.MasterFound: lambda state, event, at_ms: changed(state, master_lost=""),
}
