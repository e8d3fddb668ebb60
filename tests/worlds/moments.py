"""Moments at which something may be tried: of every scenario, of what the screens are drawn at, of walks."""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from controller.game import inputs as i
from controller.game.inputs import Intent
from controller.game.people.pin import Pin
from controller.game.refusals import Refusal
from controller.game.state import TableState
from controller.settings.rules import load_profile
from tests.builders import COMITE, TERMS, Felt
from tests.game.arranged import sealed
from tests.game.test_press_unanswered import NOT_ADDED
from tests.game.test_scenarios import SCENARIOS
from tests.game.test_scenarios import played as play
from tests.game.test_scenarios import told as read
from tests.ui import settings_states
from tests.ui.states import STATES
from tests.wander import Wanderer
from tests.worlds.exchange import unseen

GAMES = ("fr-55-20-2021", "fr-55-20-2021", "live-uth", "fr-holdem-casino")


class Moment(NamedTuple):
    """A table, and the act that was tapped there."""

    state: TableState
    intent: Intent
    now_ms: int
    taken: bool


def moments(walks: range) -> list[Moment]:
    """Every tap of every scenario, of every state of the screens, and of these walks."""
    found: list[Moment] = []
    tap = Felt.tap

    def tapped(felt: Felt, intent: Intent) -> Refusal | None:
        before = felt.state
        refusal = tap(felt, intent)
        found.append(Moment(before, intent, felt.now_ms, refusal is None))
        return refusal

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Felt, "tap", tapped)
        for path in SCENARIOS:
            play(read(path))
        for state in (*STATES.values(), *_of_settings()):
            state()
        _seldom()
        for seed in walks:
            table = Wanderer(
                seed, load_profile(GAMES[seed % len(GAMES)]), noise=(8, 25)[seed % 2], register=seed % 3 == 0
            )
            for _ in range(200):
                table.step()
    return found


def _seldom() -> None:
    """What neither a scenario nor a walk comes to."""
    closed_once = Felt(cash=TERMS).open().stakes(s1=1000, s4=500).close().draw("2c 7d 3c 8d 9s 4h")
    closed_once.do(i.CallStreet()).draw("Kc Qd 6h").do(i.CallStreet()).draw("Ts Jd").fold(1).play(1, 4)
    closed_once.showdown().settle().do(i.NextRound()).badge().do(i.BeginClosing(), i.LeaveClosing())
    entering = Felt(register=True).open().stakes(s1=1000).close().draw("2c 7d 9s 4h").badge()
    entering.do(i.EnterPin(Pin("123456")))
    entering.see(i.BadgeGone())
    settings_states.proposed().badge(*COMITE).do(i.WithdrawSettings())
    settings_states.writing().do(i.DropDraft())
    Felt(register=True).open().do(i.SignOff())
    Felt(cash=TERMS).open().badge().do(i.BeginAdvance(), i.GiveUpAdvance())
    changed = Felt().open().see(i.TroubleObserved(i.Machine.SHOE, "firmware_changed"))
    changed.badge(*COMITE).do(i.LiftBlock("replaced"))
    sealed().see(NOT_ADDED).badge().do(i.OpenSeal(1))
    shuffled = Felt().open().see(i.HealthObserved(i.Machine.SHUFFLER, i.Health.UP)).do(i.Pause())
    shuffled.do(i.ShowEmpty(i.Occasion.REQUEST), i.WithdrawShowEmpty())


def _of_settings() -> Iterator[object]:
    for made in vars(settings_states).values():
        if inspect.isfunction(made) and not inspect.signature(made).parameters:
            yield made


def hidden(state: TableState) -> int:
    """How many cards lie, or lay, face down that nobody has seen."""
    live = len(unseen(state.round)) if state.round is not None else 0
    return live + sum(len(unseen(past.played)) for past in state.record.past)


def keyed_before(state: TableState) -> bool:
    """A closed round of the table had a keyed card beside a hand that stays face down."""
    return any(past.played.manual and unseen(past.played) for past in state.record.past)


def of_every_kind(found: list[Moment], rng: random.Random, each: int) -> list[Moment]:
    """So many acts that were taken of every kind in every phase, those with hidden cards first."""
    kept: dict[tuple[type[Intent], str], list[Moment]] = {}
    for moment in sorted(rng.sample(found, len(found)), key=lambda one: not hidden(one.state)):
        told = kept.setdefault((type(moment.intent), moment.state.phase), [])
        if moment.taken and len(told) < each:
            told.append(moment)
    return [one for told in kept.values() for one in told]


def where_it_differs(found: list[Moment], rng: random.Random, each: int) -> list[TableState]:
    """So many tables of every situation in which cards are hidden: phase, street, hold, what is asked."""
    kept: dict[tuple[object, ...], list[TableState]] = {}
    for moment in rng.sample(found, len(found)):
        state, played = moment.state, moment.state.round
        if not hidden(state):
            continue
        situation = (
            state.phase,
            played.street if played is not None else None,
            played is not None and bool(state.unread),
            state.held.cause if state.held is not None else "",
            played is not None and played.void is not None,
            state.record.open is not None,
            state.resumed or state.paused or state.sheet.closing,
            keyed_before(state),
            state.facts.register,
        )
        told = kept.setdefault(situation, [])
        if len(told) < each:
            told.append(state)
    return [one for told in kept.values() for one in told]
