"""What waits for a person's card at a table: what, how much, who asks, since when, and why not yet.

The pit shows it as cards with slots. A slot is filled by a physical card at the table, or at the pit's reader
where the table's is lost; no click on a screen fills one (requirements JW-06, PM-11; rules, section 3).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypedDict

from controller.game import inputs as i
from controller.game.betting.sensing import COUNTERSIGNED_ROUNDS
from controller.game.dealing.show import turn
from controller.game.incidents.causes import CORRECTIONS, HoldCause
from controller.game.incidents.voiding import armed, declared_reason, void_confirmed, void_only
from controller.game.inputs import Intent, SeatRuling
from controller.game.legal_acts import Tap
from controller.game.payment.large_payments import payment_to_confirm, seat_to_confirm
from controller.game.payment.steps import next_act
from controller.game.payment.winning_hand import verified_now
from controller.game.refusals import RefusalView, shown_refusal
from controller.game.rights import right_of, why_not_allowed
from controller.game.roles import dealer_here, person_here
from controller.game.state import Phase, TableState

PAYMENT: Final = "payment"
SETTINGS: Final = "settings"
"""A draft of the table's settings: who proposed it asks, and nobody deals (PM-11)."""
CORRECTION: Final = "correction"
PROPOSED: Final = frozenset({SETTINGS, CORRECTION})
"""What a person asks for who need not deal: a JP1 stake to go back may be proposed by the chef."""
SIGNATURES: Final = 2
"""A count of the table is signed by two persons (AC-01)."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """One act that a card is awaited for. `signed` have had their part already, in order; the first of them
    asks for it where it is `PROPOSED`, else who deals. `round` is another than the one under way; `cents` may
    be below zero."""

    what: str
    act: Intent
    since_ms: int
    seat: int = 0
    cents: int = 0
    signed: tuple[str, ...] = ()
    round: int = 0


AwaitedView = TypedDict(
    "AwaitedView",
    {
        "what": str,
        "seat": int,
        "cents": int,
        "since_ms": int,
        "by": str,
        "round": int,
        "roles": list[str],
        "source": str,
        "signed": list[str],
        "not": list[str],
        "why": RefusalView | None,
        "here": str,
        "tap": Tap,
    },
)
"""An act that a card is awaited for: who may bring one, who not, who has signed, and who is at the table.

`seat` and `round` are 0 for none and for the round under way; `cents` may be below zero.
"""


def awaited(state: TableState, offer: Callable[[Intent], Tap]) -> list[AwaitedView]:
    """Every authorisation that this table waits for, the most serious first; `offer` is the act's map.

    `tap` is what would be asked: a screen of the pit that asks for it is told to bring a card. What needs no
    card waits for none; but a payment of one of the two best hands stands until it is over.
    """
    found = [
        wanted
        for wanted in _wanted(state)
        if wanted.what == PAYMENT or right_of(state, wanted.act).refusal is not None
    ]
    return [_told(state, wanted, offer(wanted.act)) for wanted in found]


def _told(state: TableState, wanted: _Wanted, tap: Tap) -> AwaitedView:
    right = right_of(state, wanted.act)
    refusal = why_not_allowed(state, wanted.act)
    return {
        "what": wanted.what,
        "seat": wanted.seat,
        "cents": wanted.cents,
        "since_ms": wanted.since_ms,
        "by": wanted.signed[0]
        if wanted.signed and (wanted.round or wanted.what in PROPOSED)
        else _dealing(state),
        "round": wanted.round,
        "roles": sorted(str(role) for role in right.roles),
        "source": right.source,
        "signed": list(wanted.signed),
        "not": list(right.others(state)),
        "why": shown_refusal(refusal),
        "here": person_here(state),
        "tap": tap,
    }


def _dealing(state: TableState) -> str:
    return dealer_here(state)


def _wanted(state: TableState) -> list[_Wanted]:
    found: list[_Wanted] = []
    checked = verified_now(state)
    if checked is not None:
        found.append(_payment(state))
    elif state.held is not None:
        found.append(_hold(state))
    if state.phase is Phase.OPENING and state.facts.cash is None:
        found.append(_Wanted("opening", i.ConfirmOpening(), state.phase_ms))
    count = state.sheet.count
    if count is not None and len(count.signed) < SIGNATURES:
        signed = tuple(person for person, _ in count.signed)
        found.append(_Wanted("count", i.SignCash(), state.phase_ms, 0, 0, signed))
    seat = seat_to_confirm(state)
    if seat:
        cents = payment_to_confirm(state, seat)
        found.append(_Wanted("prize", i.ConfirmPayment(seat), state.phase_ms, seat, cents))
    if state.phase is Phase.SETTLING and turn(state):
        seat = turn(state)
        ruling = _ruling(state, seat)
        if ruling is not None:
            found.append(ruling)
        elif state.seat(seat).contested:
            found.append(_Wanted("contested", i.SettleSeat(seat), state.phase_ms, seat))
    lamps = state.hand_lamps
    if lamps is not None and lamps.rounds >= COUNTERSIGNED_ROUNDS:
        cents = lamps.stakes * state.facts.jp1_stake_cents
        found.append(_Wanted("countersign", i.CountersignTotals(), lamps.since_ms, 0, cents))
    asked = state.record.open
    if asked is not None and asked.approval is None:
        told = asked.proposal
        of = (told.seat, told.cents, (told.person,) if told.person else (), told.round)
        found.append(_Wanted("rectification", i.ApproveRectification(), asked.at_ms, *of))
    draft = state.settings.draft
    if draft is not None and not state.settings.fallen:
        signed = (draft.person, *draft.approved)
        found.append(_Wanted(SETTINGS, i.ApproveSettings(), draft.at_ms, 0, 0, signed))
    if state.blocked:
        found.append(_Wanted("block", i.LiftBlock(i.Acknowledgement.REPLACED.value), state.phase_ms))
    return found


def _ruling(state: TableState, seat: int) -> _Wanted | None:
    """What becomes of the seat in turn, whose cards were exchanged: the comité first, then another."""
    exchange = state.seat(seat).exchange
    if exchange is None or exchange.ruling is not None:
        return None
    if exchange.proposed is None:
        return _Wanted("ruling", i.ProposeRuling(seat, SeatRuling.VOID), state.phase_ms, seat)
    act = i.ConfirmRuling(seat, exchange.proposed)
    return _Wanted("ruling", act, state.phase_ms, seat, 0, (exchange.by,))


def _payment(state: TableState) -> _Wanted:
    """One of the two best hands: the member of the comité, the video, the second person."""
    checked = verified_now(state)
    assert checked is not None, "asked only while one runs"
    parts = (checked.confirmed_by, checked.video_by if checked.conform else "", *checked.read_by)
    signed = tuple(dict.fromkeys(person for person in (*parts, checked.armed_by) if person))
    seat = checked.seats[0] if checked.seats else 0
    return _Wanted(PAYMENT, next_act(state), checked.since_ms, seat, checked.value_cents, signed)


def _hold(state: TableState) -> _Wanted:
    """A held round: to go on, to be voided, or a JP1 stake to be returned or registered."""
    held = state.held
    assert held is not None, "asked only while one stands"
    act: Intent = i.Resume()
    what = "resume"
    if held.cause is HoldCause.JP1_NOT_REGISTERED and state.latched:
        act, what = i.RegisterJp1Now(), "register"
    elif held.cause in CORRECTIONS and not held.fallen:
        act, what = i.ApproveCorrection(), CORRECTION
    told, reason = armed(state), declared_reason(state)
    if told is not None:
        act, what = void_confirmed(state, told), "void"
    elif reason is not None and void_only(state):
        act, what = i.ArmVoid(reason), "void"
    signed = (held.person,) if what == CORRECTION and held.person else ()
    if told is not None and told.armed_by:
        signed = (told.armed_by,)
    stakes = {CORRECTION: 1, "register": len(state.latched)}
    cents = stakes.get(what, 0) * state.facts.jp1_stake_cents
    return _Wanted(what, act, held.since_ms, held.seat, cents, signed)
