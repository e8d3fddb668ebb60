"""The traffic light over the bets, and the clock of decisions."""

from __future__ import annotations

from typing import Final, Literal, TypedDict

from controller.game.machines.decks import why_not_dealt, why_shoe_silent
from controller.game.machines.host import journal_refusal
from controller.game.opening.master_lost import REFUSED
from controller.game.refusals import HELD, NO_DEALER, Refusal, RefusalView, shown_refusal
from controller.game.state import Phase, TableState

BLOCKING: Final = frozenset({"table_blocked", "deck_count", "deck_blocked"})
"""Why no deal can follow until a person or a machine has mended it: nobody is asked to bet for one."""


class LightView(TypedDict):
    """The traffic light: since when, the last call for bets, and its end; 0 where no time is set."""

    state: Literal["bets", "stop"]
    since_ms: int
    warn_ms: int
    until_ms: int
    waits: RefusalView | None


class PublicLightView(TypedDict):
    """The same light, of which the public reads only that the table waits."""

    state: Literal["bets", "stop"]
    since_ms: int
    warn_ms: int
    until_ms: int
    waits: bool


class ClockView(TypedDict):
    """The decision clock: when it began and when it ends."""

    since_ms: int
    until_ms: int


def light(state: TableState) -> LightView:
    """The traffic light: the betting clock while bets are taken, red otherwise.

    `waits` is the refusal that keeps it red between rounds, or None. The time is advisory, unless the profile
    has a betting clock of its own, which starts with the first stake.
    """
    waits = bets_wait(state)
    if state.phase is not Phase.BETTING or state.paused or state.sheet.closing or waits is not None:
        told, since_ms = shown_refusal(waits), state.phase_ms
        return {"state": "stop", "since_ms": since_ms, "warn_ms": 0, "until_ms": 0, "waits": told}
    clocks, facts = state.profile.clocks, state.facts
    if not clocks.betting_ms:
        return _bets_until(state.phase_ms, state.phase_ms + facts.betting_ms, facts.last_bets_ms)
    if not state.players:
        return {"state": "bets", "since_ms": state.clock_ms, "warn_ms": 0, "until_ms": 0, "waits": None}
    return _bets_until(state.clock_ms, state.clock_ms + clocks.betting_ms, clocks.last_bets_ms)


def public_light(state: TableState) -> PublicLightView:
    """The same for the public, who reads that the table waits and not for what."""
    told = light(state)
    return {**told, "waits": told["waits"] is not None}


def bets_wait(state: TableState) -> Refusal | None:
    """What has to be mended before anybody is asked to bet, or None."""
    if state.phase is not Phase.BETTING:
        return None
    return _people(state) or _machines(state)


def _people(state: TableState) -> Refusal | None:
    """The felt is compared after a restart, something is looked into, or nobody is signed on to deal."""
    if state.resumed:
        return Refusal("felt_first")
    if state.held is not None:
        return HELD
    return NO_DEALER if state.facts.register and state.dealer is None else None


def _machines(state: TableState) -> Refusal | None:
    """No card can be sealed, no money written, no deck dealt, or no shoe heard."""
    if state.master_lost:
        return REFUSED
    deck = why_not_dealt(state)
    blocked = deck if deck is not None and deck.code in BLOCKING else None
    return journal_refusal(state) or blocked or why_shoe_silent(state)


def _bets_until(since_ms: int, until_ms: int, last_bets_ms: int) -> LightView:
    warn_ms = until_ms - last_bets_ms
    return {"state": "bets", "since_ms": since_ms, "warn_ms": warn_ms, "until_ms": until_ms, "waits": None}


def decision_clock(state: TableState) -> ClockView | None:
    """The decision clock while answers are waited for, where the profile has one."""
    played, clocks = state.round, state.profile.clocks
    if played is None or state.phase is not Phase.DECIDING or not clocks.decision_ms:
        return None
    if not played.street_open or not state.undecided or state.held is not None:
        return None
    return {"since_ms": state.clock_ms, "until_ms": state.clock_ms + clocks.decision_ms}
