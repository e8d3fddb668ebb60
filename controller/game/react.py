"""React: what the table wants of its machines and of the book, from the state alone.

Level-triggered: the same state wants the same things, so after a restart the same call yields the same
outstanding requests (architecture, section 5).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from controller.game import events as e
from controller.game import requests as r
from controller.game.betting.sensing import sweep_due_ms
from controller.game.dealing.by_hand import hands_to_enter
from controller.game.inputs import CloseBets
from controller.game.jackpot.unanswered_stakes import is_aside, press_due_ms
from controller.game.jackpot.waiting_on_book import book_holds, ends_itself
from controller.game.legal_acts import why_not
from controller.game.machines.escalation import escalation_due_ms, loudest
from controller.game.machines.shoe_idle import idle_due_ms
from controller.game.memo_by_identity import last_memoised, memoised
from controller.game.opening.session_over import process_over
from controller.game.payment.steps import call_again_ms
from controller.game.people.at_pit import pit_due_ms
from controller.game.people.at_table import charge_to_take, proof_due_ms
from controller.game.requests import Lamp, Request, Sound
from controller.game.round import Jp1, Seat
from controller.game.settings.drafts import settings_wanted
from controller.game.settings.types import NO_SETTINGS
from controller.game.settling.showdown import antes_first, settlement_due_ms
from controller.game.state import Phase, TableState
from controller.game.state_parts import Sensor


def react(state: TableState) -> tuple[Request, ...]:
    """Everything wanted now: the shoe's lock, the lamps, a deadline, an act of the book."""
    wanted: list[Request] = [_LOCKED if shoe_locked(state) else _UNLOCKED, lamps(state), buzzer(state)]
    wanted.append(_AWAIT_EMPTY if state.decks.empty_asked else _NOT_AWAITED)
    deadline_ms = _deadline_ms(state)
    if deadline_ms is not None:
        wanted.append(_WAKE(deadline_ms))
    asked = book_request(state)
    if asked is not None:
        wanted.append(asked)
    chef = charge_to_take(state) if state.badge is not None or state.pit_card is not None else ""
    if chef:
        wanted.append(r.TakeCharge(chef, state.facts.table))
    elif state.facts.register and state.phase is Phase.CLOSED:
        wanted.append(r.LeaveCharge(state.facts.table))
    if state.settings is not NO_SETTINGS:
        wanted += settings_wanted(state)
    if state.phase is Phase.CLOSED and process_over(state):
        wanted.append(_END)
    return tuple(wanted)


STOP_REASON: Final = "voluntary stop"
"""Written in the book beside the two persons; its fate is an entry of its own."""
_END: Final = r.EndProcess()
_LOCKED: Final = r.LockShoe(True)
_UNLOCKED: Final = r.LockShoe(False)


_WAKE: Final = lru_cache(maxsize=8)(r.WakeAt)
_AWAIT_EMPTY: Final = r.AwaitEmpty()
_NOT_AWAITED: Final = r.AwaitEmpty(False)
_BUZZER: Final = {sound: r.SetBuzzer(sound) for sound in Sound}


def buzzer(state: TableState) -> r.SetBuzzer:
    """The sound of the most urgent alarm that is heard (screens, section 8.1)."""
    return _BUZZER[loudest(state)]


def shoe_locked(state: TableState) -> bool:
    """No card may leave unless the hands are being dealt or a street may be drawn."""
    if state.phase is not Phase.DEALING and state.phase is not Phase.DECIDING:
        return True
    if state.held is not None or state.resumed or state.by_hand:
        return True
    played = state.playing
    if len(played.cards) >= len(played.order):
        return True
    # While answers are waited for that cannot be passed over, no card may end the street.
    return state.phase is Phase.DECIDING and played.street_open and bool(state.waited_for)


def lamps(state: TableState) -> r.SetLamps:
    """The JP1 lamps of all seats (BC-05); at the opening they lead the hand (BC-12)."""
    if state.phase is Phase.OPENING and state.profile.jp1:
        return _proofs(state.sensors)
    if state.phase is Phase.BETTING and state.jackpot.open:
        return _inviting(state.seats, state.sensors, state.hand_lamps is not None)
    return _registered(state.seats)


@last_memoised
def _proofs(sensors: tuple[Sensor, ...]) -> r.SetLamps:
    return r.SetLamps(tuple([_STEPS[sensor.proof] for sensor in sensors]))


_STEPS: Final = (Lamp.DARK, Lamp.INVITED, Lamp.SEEN, Lamp.REGISTERED)


@last_memoised
def _registered(seats: tuple[Seat, ...]) -> r.SetLamps:
    return _SET(tuple([_STAKED.get(seat.jp1, Lamp.DARK) for seat in seats]))


@memoised
def _inviting(seats: tuple[Seat, ...], sensors: tuple[Sensor, ...], by_hand: bool) -> r.SetLamps:
    told = zip(seats, sensors, strict=True)
    return _SET(tuple([_STAKED.get(seat.jp1) or _invited(seat, sensor, by_hand) for seat, sensor in told]))


_SET: Final = lru_cache(maxsize=64)(r.SetLamps)
_STAKED: Final = {Jp1.REGISTERED: Lamp.REGISTERED, Jp1.CARRIED: Lamp.REGISTERED, Jp1.LATCHED: Lamp.SEEN}


def _invited(seat: Seat, sensor: Sensor, all_by_hand: bool) -> Lamp:
    if all_by_hand or sensor.manual:
        if seat.lamp:
            return Lamp.SEEN
    elif sensor.doubt:
        return Lamp.DARK
    elif seat.chip and not seat.chip_waits and not seat.chip_refused:
        return Lamp.SEEN
    return Lamp.INVITED if seat.seated else Lamp.DARK


def _deadline_ms(state: TableState) -> int | None:
    soonest_ms = _next_ms(state)
    for part, due in _DUE:
        due_ms = due(state) if getattr(state, part) else None
        if due_ms is not None and (soonest_ms is None or due_ms < soonest_ms):
            soonest_ms = due_ms
    return soonest_ms


_DUE: Final = (
    ("badge", proof_due_ms),
    ("pit_card", pit_due_ms),
    ("pit_code", pit_due_ms),
    ("alarms", escalation_due_ms),
    ("money", press_due_ms),
    ("round", sweep_due_ms),
    ("round", idle_due_ms),
)
"""What comes by itself whatever the phase, each beside the part of the state without which it does not."""


def _next_ms(state: TableState) -> int | None:
    """When something comes by itself at the felt."""
    if state.phase in _AT_REST or state.held is not None or state.paused or state.resumed:
        return None
    if state.sheet.closing or book_holds(state):
        return None
    if state.phase is Phase.SHOWDOWN:
        verification = state.playing.verification
        if verification is not None and not verification.over:
            return call_again_ms(state)
        waits = antes_first(state, state.playing.qualified) or bool(hands_to_enter(state))
        return None if waits else settlement_due_ms(state)
    if state.phase is Phase.CLEARING:
        if state.sheet.deals_left == 0:
            return None  # the last deal is played: what comes is the closing
        return state.phase_ms + state.facts.clearing_ms
    return _clock_ms(state)


_AT_REST: Final = frozenset(Phase) - {Phase.BETTING, Phase.DECIDING, Phase.SHOWDOWN, Phase.CLEARING}
"""Phases in which nothing comes by itself: people, machines or the book are waited for."""


def _clock_ms(state: TableState) -> int | None:
    """When the clock of bets or decisions runs out, where the profile has one and somebody plays."""
    clocks = state.profile.clocks
    if state.phase is Phase.BETTING and clocks.betting_ms and state.players:
        return None if why_not(state, CloseBets()) else state.clock_ms + clocks.betting_ms
    if state.phase is Phase.DECIDING and clocks.decision_ms and state.playing.street_open:
        return state.clock_ms + clocks.decision_ms if state.undecided else None
    return None


def book_request(state: TableState) -> Request | None:
    """The act of the book that is asked for and not answered, or a reading while JP1 is closed."""
    asked = state.money
    if asked is None:
        waiting = not state.jackpot.open and state.jackpot.closed_code in ("not_read", "link_lost")
        return r.ReadMeter() if waiting and state.profile.jp1 else None
    match asked:
        case e.ContributionAsked() if is_aside(state, asked):
            return r.Forgo(asked.round, asked.attempt, asked.seats, asked.stake_cents)
        case e.ContributionAsked():
            return r.Contribute(asked.round, asked.attempt, asked.seats, asked.stake_cents)
        case e.ClaimAsked():
            return r.Claim(asked.round, asked.attempt, asked.seat)
        case e.AwardAsked():
            prizes = tuple((prize.kind, prize.cents) for prize in asked.awards)
            return r.Award(asked.round, asked.attempt, asked.seat, prizes)
        case e.AwardRefused():
            return r.RefuseClaim(asked.round, asked.attempt, asked.persons, asked.reason, asked.seat or None)
        case e.RefundAsked():
            return r.Refund(asked.round, asked.attempt, asked.seat)
        case e.FinishAsked():
            return r.Finish(asked.round, asked.attempt)
        case e.MeterCorrectionAsked():
            return r.Correct(0, asked.number, asked.persons, asked.reason.value, asked.cents)
        case e.JackpotStopAsked():
            return r.Stop(0, asked.number, asked.persons, STOP_REASON, asked.fate.value)
        case e.ReopeningAsked():
            seen, now = state.upkeep.approved, ends_itself(state)
            lacks = (seen.heard_seq, seen.ends_seq) if seen is not None else ()
            return r.Reopen(0, asked.number, asked.persons, asked.cause, asked.accepted_seq, now, *lacks)
        case e.ReconciliationAsked():
            return r.ReadBook(0, asked.number)
    raise AssertionError(f"no request for {type(asked).__name__}")
