"""Every fault of the catalogue, at each of its machines and at every moment of a round, at a whole table.

The people play on by themselves. What must follow: the fault happened and is shown as the catalogue says,
no wrong card stands in a round that was paid, no acknowledged act is missing from the journal, and every
round comes to its end.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from controller.boot.simulated import CountedJournal, simulated_night
from controller.game import events as e
from controller.game.cards import Card, FaceDown
from controller.game.inputs import Health, Intent, Machine
from controller.game.machines.line_types import MACHINES
from controller.game.state import Phase, TableState
from controller.table.table import Table
from drivers.lines.session_types import USUAL
from drivers.sim import machines
from drivers.sim.catalogue import CATALOGUE, PAGE, CatalogueFault, page
from drivers.sim.faults import KINDS

pytestmark = pytest.mark.slow

MOMENTS = (
    "opening",
    "betting",
    "latched",
    "collected",
    "dealing",
    "pre-flop",
    "flop",
    "river",
    "showdown",
    "settling",
    "clearing",
)
STREETS = ("pre-flop", "flop", "river")
ROUNDS, ROUNDS_IF_ONCE = 8, 20
IN_TIME = ("stall", "unplug", "reboot", "firmware_changed")
"""These are noticed by silence: the machines' hearts beat as on the floor."""
ONCE_A_ROUND = ("misread", "unreadable", "duplicate_card", "foreign_card", "missing_card", "extra_card")
ORDERED = [(entry, machine) for entry in CATALOGUE for machine in entry.machines]
ORDERED_AT = [(entry.kind, machine) for entry, machine in ORDERED]
Deal = tuple[int, int]


def moment_of(state: TableState) -> str:
    if state.phase is Phase.DECIDING:
        return STREETS[state.round.street]
    return str(state.phase)


@dataclass(slots=True)
class Told:
    """What a night left behind: the journal's events, what lay on the felt, when faults were ordered."""

    entry: CatalogueFault
    events: list[e.Event] = field(default_factory=list)
    drawn: dict[Deal, list[Card]] = field(default_factory=dict)
    dealt: dict[Deal, list[FaceDown | None]] = field(default_factory=dict)
    paid: set[Deal] = field(default_factory=set)
    ordered: dict[str, int] = field(default_factory=dict)
    shown: int = 0
    lost: list[Intent] = field(default_factory=list)

    def write(self, events) -> None:
        for event in events:
            self.events.append(event)
            match event:
                case e.CardDealt():
                    self.dealt.setdefault((event.round, event.attempt), []).append(event.card)
                case e.CardUnread():
                    self.dealt.setdefault((event.round, event.attempt), []).append(None)
                case e.RoundClosed():
                    self.paid.add((event.round, event.attempt))

    def is_shown(self, state: TableState) -> bool:
        """The last order is shown as the catalogue says: told since, or an alarm whose cause still stands."""
        since = self.events[list(self.ordered.values())[-1] :]
        lasting = [alarm for alarm in state.alarms if not alarm.over]
        standing = {alarm.code for alarm in lasting} | {f"trouble:{alarm.detail}" for alarm in lasting}
        names = set(self.entry.shown)
        return bool(names & (standing | {name for event in since for name in names_of(event)}))


def names_of(event: e.Event) -> tuple[str, ...]:
    """The states of the catalogue that an event shows."""
    match event:
        case e.RoundHeld():
            return (f"held:{event.cause}",)
        case e.MachineChanged():
            return (f"health:{event.health}",)
        case e.AlarmRaised():
            return (event.code, f"trouble:{event.detail}")
        case _:
            return ()


def play(entry: CatalogueFault, machine: Machine) -> Told:
    """A night in which the fault is ordered at every moment of a round, again when the last one was shown."""
    rounds = ROUNDS_IF_ONCE if entry.kind in ONCE_A_ROUND or machine is not Machine.SHOE else ROUNDS
    night = simulated_night(rounds=rounds, seed=3, direct=False)
    (place,) = night.night.tables
    (faults,) = night.faults
    told = Told(entry)
    append, take, draw = place.table._journal.append, Table.take, machines.Hands.draw

    def appended(events, at_ms):
        told.write(events)
        return append(events, at_ms)

    def look(state: TableState) -> None:
        if told.ordered and faults.met[entry.kind] == len(told.ordered) > told.shown:
            told.shown += not entry.shown or told.is_shown(state)
        moment = moment_of(state)
        is_up = state.machines[MACHINES.index(machine)].health is Health.UP
        if is_up and moment in MOMENTS and moment not in told.ordered and told.shown == len(told.ordered):
            told.ordered[moment] = len(told.events)
            faults.order(entry.kind, machine)

    def drew(hands):
        card = draw(hands)
        played = place.table.state.round
        if card is not None:
            told.drawn.setdefault((played.number, played.attempt), []).append(card)
        return card

    def taken(table, given):
        before = len(told.events)
        refusal = take(table, given)
        if isinstance(given, Intent) and refusal is None and len(told.events) == before:
            told.lost.append(given)
        look(table.state)
        return refusal

    patch = pytest.MonkeyPatch()
    with patch.context() as changed:
        changed.setattr(CountedJournal, "append", lambda journal, events, at_ms: appended(events, at_ms))
        changed.setattr(machines.Hands, "draw", drew)
        changed.setattr(type(place.table), "take", taken)
        try:
            result = night.play()
        finally:
            night.close()
    assert result["rounds"] == rounds, "a round could not be finished"
    return told


@pytest.mark.parametrize(
    ("entry", "machine"), ORDERED, ids=[f"{entry.kind}-{machine}" for entry, machine in ORDERED]
)
def test_a_fault_at_any_moment_ends_in_the_state_that_the_catalogue_names_and_the_round_in_its_end(
    entry: CatalogueFault, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    if entry.kind in IN_TIME:
        monkeypatch.setattr(machines, "CALM", USUAL)
    told = play(entry, machine)
    assert told.shown == len(told.ordered), f"ordered at {list(told.ordered)[-1]} and never shown"
    assert set(told.ordered) == set(MOMENTS), "some moment of a round saw no fault"
    if not entry.shown:
        assert not any(isinstance(event, e.RoundHeld | e.RoundVoided) for event in told.events)
    assert told.lost == [], "an act was acknowledged and is not in the journal"
    for number in told.paid:
        read = told.dealt[number]
        lay = told.drawn[number][: len(read)]
        assert len(set(lay)) == len(lay), "a card was twice on the felt of a paid round"
        wrong = [
            place for place, card in enumerate(read) if card is not None and not card.is_card(lay[place])
        ]
        assert wrong == [], "a paid round holds a card that did not lie on the felt"


def test_the_catalogue_is_about_every_fault_that_can_be_ordered() -> None:
    assert {entry.kind for entry in CATALOGUE} == set(KINDS)
    assert len(set(ORDERED_AT)) == len(ORDERED_AT)


def test_the_page_of_faults_is_the_catalogue() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m drivers.sim.catalogue"
