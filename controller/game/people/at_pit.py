"""What is done at the pit: by whose card, for which purpose, and that nothing is done by a mouse alone.

A supervised payment is viewed, read and released by cards. Where the house allows it, a card in the pit's
reader counts for one act of it: it has signed that act, of that round, for that amount, and its holder has
entered his PIN. What needs eyes on the felt (the five cards, the papers) stays at the table (screens, section
6; requirements JW-06, JW-18). An acknowledgement needs no card; it is written who gave it, and where.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.changes import changed
from controller.game.events import Events
from controller.game.inputs import Intent
from controller.game.payment.steps import next_act
from controller.game.payment.winning_hand import payees, verified_now
from controller.game.people.at_table import pit_badge
from controller.game.refusals import Refusal
from controller.game.rights import right_of
from controller.game.settings.drafts import draft_signed
from controller.game.state import TableState

PIT_CARD_MS: Final = 90_000
"""How long a card that was read at the pit counts, if it stays in the reader."""
PIT_CODE_MS: Final = 180_000
"""How long the code of a request to the pit is taken: time to walk there with a card."""
SEEING: Final = (i.SeeCall, i.SeeAlarm)
PIT_ACTS: Final[dict[str, type[Intent]]] = {
    kind.__name__: kind
    for kind in (
        i.ReviewVideo,
        i.WaitForVideo,
        i.ReadAmount,
        i.ArmRelease,
        i.ReleaseAward,
        i.ProposeRefusal,
        i.RefuseAward,
        *(i.ProposeSettings, i.ApproveSettings, i.RefuseSettings, i.WithdrawSettings),
    )
}
"""The acts of a supervised payment, and on a draft of settings, that a card at the pit may do."""
AT_THE_FELT: Final = (i.ApproveRectification, i.RejectRectification)
"""What is paid or taken back follows at once, before the eyes of who approves it: his card is read there. Of
a hand that lies face down not even the amount is told before: no signature elsewhere names it (AC-10)."""


@dataclass(frozen=True, slots=True)
class AtPit(Intent):
    """An act that a screen of the pit asks for; it is never on the wire itself.

    `screen` is what the screen is known as, `pit` or `chef`; `person` whose card has just signed that he
    is there, for an acknowledgement.
    """

    intent: Intent
    screen: str = "pit"
    person: str = ""


def purpose_of(state: TableState, act: str) -> str:
    """What a card at the pit signs for this act, or an empty text while it is not awaited.

    The act, the round and its deal, and what is paid in cents; or the act, the line of the record and the
    digest that would be in force: a signature for another is of no use.
    """
    drafted = draft_signed(state, act)
    if drafted:
        return f"{act} {state.facts.table} {drafted}"
    checked = verified_now(state)
    if checked is None or act not in PIT_ACTS:
        return ""
    awaited = {type(next_act(state)).__name__, i.ProposeRefusal.__name__}
    if checked.confirmed_by and not checked.conform:
        awaited.add(i.WaitForVideo.__name__)
    if checked.doubt is not None:
        awaited.add(i.RefuseAward.__name__)
    if act not in awaited:
        return ""
    cents = sum(payees(state).values())
    return f"{act} {state.facts.table} {state.playing.number}.{state.playing.attempt} {cents}"


def by_pit(state: TableState) -> TableState:
    """The state as if the card in the pit's reader were in the table's."""
    return changed(state, badge=pit_badge(state))


def pit_refusal_now(state: TableState, intent: Intent) -> Refusal | None:
    """Why no card at the pit has signed for this act, or None when one has."""
    if isinstance(intent, AT_THE_FELT):
        return Refusal("felt_card", right_of(state, intent).source)
    act = type(intent).__name__
    signed = state.pit_card.purpose if state.pit_card is not None else ""
    if state.facts.pit_cards and signed and signed == purpose_of(state, act):
        return None
    return Refusal("physical_card", right_of(state, intent).source)


def decided_at_pit(
    state: TableState, given: AtPit, decide: Callable[[TableState, Intent], Events | Refusal]
) -> Events | Refusal:
    """The events of an act at the pit, or why it is refused; `decide` is that of the table."""
    intent = given.intent
    if isinstance(intent, SEEING):
        # Whoever has his card in the table's reader is at the table: it is not he who touches this screen.
        seen = decide(changed(state, badge=None), intent)
        return seen if isinstance(seen, Refusal) else tuple(_seen_by(event, given) for event in seen)
    if isinstance(intent, i.EnterPin):
        return decide(by_pit(state), intent)
    refusal = pit_refusal_now(state, intent)
    if refusal is not None:
        return refusal
    assert state.pit_card is not None, "a card has signed"
    decided = decide(by_pit(state), intent)
    if isinstance(decided, Refusal):
        return decided
    acted = e.ActedAtPit(state.pit_card.badge.person, type(intent).__name__, given.screen)
    return (acted, *decided, e.PitCardGone())


def _seen_by(event: e.Event, given: AtPit) -> e.Event:
    """A machine's warning, with which more would end, is never seen here: it takes a card at the table."""
    assert isinstance(event, e.AlarmSeen | e.CallSeen), "nothing else comes of an acknowledgement here"
    return replace(event, person=given.person, screen=given.screen)


# --- what the pit's reader says ------------------------------------------------------------------


def pit_card(state: TableState, seen: i.PitCardObserved) -> Events:
    """A card at the pit has signed for an act; what was signed for another state counts for nothing."""
    if not state.facts.pit_cards or seen.purpose != purpose_of(state, seen.act) or not seen.purpose:
        return ()
    return (e.PitCardRead(seen.person, seen.role, seen.purpose),)


def pit_card_gone(state: TableState, seen: i.PitCardGoneObserved) -> Events:
    return (e.PitCardGone(),) if state.pit_card is not None else ()


def pit_ended(state: TableState, at_ms: int) -> Events:
    """The card at the pit was read too long ago, and so was the code of a request drawn."""
    due_ms = pit_due_ms(state)
    if due_ms is None or at_ms < due_ms:
        return ()
    gone: Events = (e.PitCardGone(),) if _card_due(state, at_ms) else ()
    return (*gone, e.PitCodeExpired()) if _code_due(state, at_ms) else gone


def _card_due(state: TableState, at_ms: int) -> bool:
    return state.pit_card is not None and at_ms >= state.pit_card.since_ms + PIT_CARD_MS


def _code_due(state: TableState, at_ms: int) -> bool:
    return bool(state.pit_code) and at_ms >= state.pit_code_ms + PIT_CODE_MS


def pit_due_ms(state: TableState) -> int | None:
    """When a card or a code of the pit stops counting, or None."""
    code_ms = state.pit_code_ms + PIT_CODE_MS if state.pit_code else None
    if state.pit_card is None:
        return code_ms
    card_ms = state.pit_card.since_ms + PIT_CARD_MS
    return card_ms if code_ms is None else min(card_ms, code_ms)
