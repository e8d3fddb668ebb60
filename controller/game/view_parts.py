"""The parts that views are made of; those of the felt are in `view_felt`.

Most parts are the same from one view to the next and are `kept`: views share them, and nobody changes one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.game.kept import kept
from controller.game.profile import RuleProfile
from controller.game.react import shoe_locked
from controller.game.state import (
    MACHINES,
    Alarm,
    Jackpot,
    MachineState,
    Phase,
    Round,
    RoundSummary,
    Shuffler,
    Stage,
    TableFacts,
    TableState,
)
from controller.game.view_felt import View, board_cards, dealer_hand, seats, turn

Part = Callable[[TableState], Any]


def worked_out(parts: Mapping[str, Part], state: TableState) -> View:
    """Every part of a view of this state."""
    return {name: part(state) for name, part in parts.items()}


@kept
def _streets(profile: RuleProfile) -> list[str]:
    return [street.name for street in profile.streets]


def _round(played: Round | None) -> View | None:
    if played is None:
        return None
    return {
        "number": played.number,
        "attempt": played.attempt,
        "opened_ms": played.opened_ms,
        "drawn": played.drawn,
        "stages": _stages(played.stages),
        "voided": str(played.voided) if played.voided is not None else "",
    }


@kept
def _stages(stages: tuple[Stage, ...]) -> list[View]:
    return [{"name": stage.name, "since_ms": stage.since_ms} for stage in stages]


def _badge(state: TableState) -> View | None:
    badge = state.badge
    return {"person": badge.person, "role": str(badge.role)} if badge is not None else None


def _call(state: TableState) -> View | None:
    return {"at_ms": state.call_ms, "seen_ms": state.call_seen_ms} if state.call_ms else None


def _hold(state: TableState) -> View | None:
    held = state.held
    if held is None:
        return None
    return {
        "cause": held.cause,
        "seat": held.seat,
        "detail": held.detail,
        "since_ms": held.since_ms,
        "reviewed": state.round is not None and bool(state.round.void_video_by),
    }


@kept
def _machines(machines: tuple[MachineState, ...], jackpot: Jackpot) -> list[View]:
    return [
        {"machine": str(name), "health": str(told.health), "detail": told.detail, "since_ms": told.since_ms}
        for name, told in zip(MACHINES[:-1], machines, strict=False)
    ] + [_link(jackpot)]


def _link(jackpot: Jackpot) -> View:
    """The way to the jackpot: there while stakes are taken, lost when it closed JP1."""
    health = "up" if jackpot.open else "absent" if jackpot.closed_code == "not_read" else "lost"
    return {
        "machine": "link",
        "health": health,
        "detail": jackpot.closed_code,
        "since_ms": jackpot.confirmed_ms,
    }


@kept
def _shuffler(told: Shuffler) -> View:
    return {
        "mode": str(told.mode),
        "deck_in": told.deck_in,
        "deck_out": told.deck_out,
        "count": told.count,
        "shuffled": told.shuffled,
        "lid_open": told.lid_open,
    }


@kept
def _alarms(alarms: tuple[Alarm, ...]) -> list[View]:
    """Most urgent first, then newest first."""
    ordered = sorted(alarms, key=lambda up: (up.priority, -up.number))
    return [
        {
            "alarm": up.number,
            "code": up.code,
            "priority": up.priority,
            "seat": up.seat,
            "detail": up.detail,
            "at_ms": up.at_ms,
            "seen_ms": up.seen_ms,
        }
        for up in ordered
    ]


@kept
def jackpot(jackpot: Jackpot, facts: TableFacts) -> View:
    return {
        "open": jackpot.open,
        "closed_code": jackpot.closed_code,
        "generation": jackpot.generation,
        "meter_cents": jackpot.meter_cents,
        "confirmed_ms": jackpot.confirmed_ms,
        "stake_cents": facts.jp1_stake_cents,
        "share_micro": facts.jp1_meter_share,
    }


@kept
def prizes(profile: RuleProfile) -> list[list[str]]:
    return [[str(name), str(odds)] for name, odds in profile.jp1.items()]


def light(state: TableState) -> View:
    """The traffic light: the betting clock while bets are open, red otherwise. Advisory by default."""
    if state.phase is not Phase.BETTING or state.paused:
        return {"state": "stop", "since_ms": state.phase_ms, "warn_ms": 0, "until_ms": 0}
    until_ms = state.phase_ms + state.facts.betting_ms
    return {
        "state": "bets",
        "since_ms": state.phase_ms,
        "warn_ms": until_ms - state.facts.last_bets_ms,
        "until_ms": until_ms,
    }


def expected(state: TableState) -> str:
    """The place that waits for the next card, or an empty text."""
    if state.round is None or shoe_locked(state):
        return ""
    place = state.round.next_place
    return str(place) if place is not None else ""


def verification(state: TableState) -> View | None:
    verification = state.round.verification if state.round is not None else None
    if verification is None:
        return None
    return {
        "kind": verification.kind,
        "seats": list(verification.seats),
        "since_ms": verification.since_ms,
        "claimed": verification.claimed,
        "value_cents": verification.value_cents,
        "confirmed_by": verification.confirmed_by,
        "confirmed_ms": verification.confirmed_ms,
        "video_by": verification.video_by,
        "video_ms": verification.video_ms,
        "camera": verification.camera,
        "conform": verification.conform,
        "released": verification.released,
        "refused": verification.refused,
        "award_cents": sum(state.seat(n).award_cents for n in verification.seats),
    }


@kept
def _last_rounds(rounds: tuple[RoundSummary, ...]) -> list[View]:
    return [
        {
            "number": done.number,
            "attempt": done.attempt,
            "opened_ms": done.opened_ms,
            "closed_ms": done.closed_ms,
            "players": done.players,
            "jp1_seats": list(done.jp1_seats),
            "bank_cents": done.bank_cents,
            "qualified": done.qualified,
            "paid_cents": done.paid_cents,
            "voided": str(done.voided) if done.voided is not None else "",
        }
        for done in rounds
    ]


IDENTITY: Final[Mapping[str, Part]] = {
    "seq": lambda state: state.seq,
    "at_ms": lambda state: state.at_ms,
    "table": lambda state: state.facts.table,
    "session": lambda state: state.facts.session,
    "simulated": lambda state: state.facts.simulated,
    "minimum_cents": lambda state: state.profile.limits.minimum_cents,
    "maximum_cents": lambda state: state.profile.limits.maximum_cents,
}
"""Which state of which table a view shows."""

TABLE: Final[Mapping[str, Part]] = {
    **IDENTITY,
    "phase": lambda state: str(state.phase),
    "phase_seq": lambda state: state.phase_seq,
    "phase_ms": lambda state: state.phase_ms,
    "street": lambda state: state.round.street if state.round is not None else -1,
    "street_open": lambda state: state.round is not None and state.round.street_open,
    "streets": lambda state: _streets(state.profile),
    "round": lambda state: _round(state.round),
    "held": _hold,
    "resumed": lambda state: state.resumed,
    "paused": lambda state: state.paused,
    "badge": _badge,
    "call": _call,
    "machines": lambda state: _machines(state.machines, state.jackpot),
    "shuffler": lambda state: _shuffler(state.shuffler),
    "alarms": lambda state: _alarms(state.alarms),
    "jackpot": lambda state: jackpot(state.jackpot, state.facts),
    "light": light,
    "dealer": dealer_hand,
    "board": board_cards,
    "seats": seats,
    "turn": turn,
    "expected": expected,
    "verification": verification,
    "waiting_book": lambda state: type(state.money).__name__ if state.money is not None else "",
    "last_rounds": lambda state: _last_rounds(state.last_rounds),
}
"""What console and pit screen both know of the table, part by part."""
