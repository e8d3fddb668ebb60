"""Acts that the book will never do: set aside by name, until two persons accept them.

A book put back from an older copy has forgotten stakes that it had acknowledged; it refuses for good whatever
rests on them. Nobody at the felt pays for that: the round goes on to its end, each player has what the rules
give him, JP1 is closed, and two persons, one of the comité, accept by name what journal and book will never
have in common (rules, section 7, point 10; LK-04, RC-04). What they accept in mid-round covers that round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.game import events as e
from controller.game.changes import changed, with_round, with_seat
from controller.game.events import Event, Events
from controller.game.incidents.causes import HoldCause
from controller.game.jackpot.owed_at_closing import owed_act
from controller.game.jackpot.unanswered_stakes import aside_refunded, is_aside
from controller.game.machines.alarm_events import alarm
from controller.game.meter.elsewhere import refund_cents
from controller.game.meter.interruption import closed_for
from controller.game.meter.types import STOPPED, AsideAct, MeterAct, Upkeep
from controller.game.payment.slips import with_share
from controller.game.payment.winning_hand import payees
from controller.game.state import IN_ROUND, TableState

NO_CLAIM: Final = "no_claim"
"""The book has no claim for which it could pay a jackpot."""
JACKPOT: Final = "jackpot"
NO_DIFFERENCE: Final = frozenset({STOPPED, "forgone"})
"""Why the book refuses stakes although it and the journal tell the same."""


def act_set_aside(state: TableState, code: str) -> Events:
    """The act that the book was asked for is refused for good: by its name; the round waits for a chef."""
    assert state.money is not None, "nothing was asked"
    named = _named(state, state.money, code)
    events = _set_aside(state, named)
    if _accepted(state, named) or state.held is not None or state.round is None:
        return events
    return (e.RoundHeld(HoldCause.BOOK_REFUSED, 0, code), *events)


def award_set_aside(state: TableState, seat: int) -> Events:
    """A jackpot whose claim the book refused is paid as two persons read it: the book has no part in it."""
    played, verification = state.playing, state.playing.verification
    assert verification is not None, "no jackpot without its verification"
    cents = verification.value_cents
    return _set_aside(state, AsideAct("award", played.number, played.attempt, seat, cents, NO_CLAIM))


def _set_aside(state: TableState, named: AsideAct) -> Events:
    if _accepted(state, named):
        return (e.ActSetAside(named, accepted=True),)
    return (e.ActSetAside(named), *closed_for(state, named.code), *alarm(state, "A-102", 1, 0, named.code))


def _accepted(state: TableState, named: AsideAct) -> bool:
    """Two persons have accepted in this round that the book does not know it."""
    return state.upkeep.accepted_round == named.round


def _named(state: TableState, asked: Event, code: str) -> AsideAct:
    match asked:
        case e.ClaimAsked():
            return AsideAct("claim", asked.round, asked.attempt, asked.seat, claim_cents(state), code)
        case e.AwardRefused():
            return AsideAct("refusal", asked.round, asked.attempt, asked.seat, 0, code)
        case e.AwardAsked() if any(prize.kind == JACKPOT for prize in asked.awards):
            cents = payees(state)[asked.seat]
            return AsideAct("award", asked.round, asked.attempt, asked.seat, cents, code)
    act = owed_act(state, asked)
    return AsideAct(act.kind, act.round, act.attempt, act.seat, act.cents, code)


def claim_cents(state: TableState) -> int:
    """The value of the jackpot at the claim as the public saw it, the round's own stakes included.

    The book cannot say it: so it is what it said last of the generation that the round plays for, without
    the stakes that went back although it refused that, and not less than with the stakes of the round.
    """
    told, played = state.jackpot, state.playing
    if told.generation != played.generation:
        return played.meter_cents
    refunds = [act for act in state.upkeep.aside if act.kind == "refund" and act.round == played.number]
    share_cents = refund_cents(state, e.RefundAsked(played.number, played.attempt, 0)) or 0
    return max(played.meter_cents, told.meter_cents - share_cents * len(refunds))


# --- how the state changes -----------------------------------------------------------------------


def _aside(state: TableState, event: e.ActSetAside, at_ms: int) -> TableState:
    named, asked = event.act, state.money
    state = _FATES.get(named.kind, _nothing)(changed(state, money=None), named, asked)
    return state if event.accepted else listed(state, named)


def listed(state: TableState, named: AsideAct) -> TableState:
    """The act waits for two persons; who proposed to reopen before had not seen it."""
    told = unseen(state.upkeep)
    return changed(state, upkeep=replace(told, aside=(*told.aside, named)))


def unseen(told: Upkeep) -> Upkeep:
    """Without a proposal to reopen: there is more to accept than the person who made it has seen."""
    proposal = told.proposal
    reopening = proposal is not None and proposal.act is MeterAct.REOPENING
    return replace(told, proposal=None) if reopening else told


def with_refusal(state: TableState, asked: Event | None, code: str) -> TableState:
    """Refused stakes went back to their players; a stop, or a press given up, is no difference."""
    if not isinstance(asked, e.ContributionAsked) or code in NO_DIFFERENCE:
        return state
    cents = asked.stake_cents * len(asked.seats)
    return listed(state, AsideAct("contribution", asked.round, asked.attempt, 0, cents, code))


def _nothing(state: TableState, named: AsideAct, asked: Event | None) -> TableState:
    return state


def _refund_aside(state: TableState, named: AsideAct, asked: Event | None) -> TableState:
    """The chip is its player's all the same, and the round plays for what is left without it."""
    played, sealed = state.round, is_aside(state, asked)
    if not sealed and played is not None and played.number == named.round:
        share_cents = refund_cents(state, e.RefundAsked(named.round, named.attempt, named.seat)) or 0
        state = with_round(state, meter_cents=played.meter_cents - share_cents)
    return aside_refunded(state, asked, named.seat)


def _claim_aside(state: TableState, named: AsideAct, asked: Event | None) -> TableState:
    verification = state.playing.verification
    assert verification is not None, "no claim without its verification"
    generation = state.playing.generation
    kept = replace(verification, claim_aside=True, generation=generation, value_cents=named.cents)
    return with_round(state, verification=kept)


def _award_aside(state: TableState, named: AsideAct, asked: Event | None) -> TableState:
    """The winner is paid what the two persons read; a fixed prize is paid by its rule anyway."""
    jackpot = asked is None or (
        isinstance(asked, e.AwardAsked) and any(prize.kind == JACKPOT for prize in asked.awards)
    )
    if not jackpot:
        return state
    state = with_share(state, named.round, named.seat, named.cents)
    return with_seat(state, named.seat, award_cents=named.cents)


_FATES: Final[dict[str, Callable[[TableState, AsideAct, Event | None], TableState]]] = {
    "refund": _refund_aside,
    "claim": _claim_aside,
    "award": _award_aside,
}


def accepted_round(state: TableState, event: e.JackpotReopened) -> int:
    """The round under way where what was accepted is of it: the book does not know its stakes; else 0."""
    played = state.round
    if played is None or not played.contributed:
        return 0
    named = any(act.round == played.number for act in event.acts)
    seen = event.accepted
    lost = seen is not None and seen.found_seq < played.contributed_seq
    return played.number if state.phase in IN_ROUND and (named or lost) else 0


ASIDE_ACTS: Final[dict[type[Event], Callable[[TableState, Any, int], TableState]]] = {
    e.ActSetAside: _aside,
}
