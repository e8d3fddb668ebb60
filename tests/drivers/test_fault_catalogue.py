"""Every fault of the catalogue, at each of its machines and at several phases of a round, at a whole table.

The people play on by themselves. What must follow: the fault happened and is shown as the catalogue says,
no wrong card stands in a round that was paid, and every round comes to its end.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from controller.boot.simulated import CountedJournal, simulated_night
from controller.game import events as e
from controller.game.cards import Card, FaceDown
from controller.game.inputs import Machine
from controller.game.state import Phase
from drivers.sim import machines
from drivers.sim.catalogue import CATALOGUE, PAGE, Entry, page
from drivers.sim.faults import KINDS
from drivers.terms import USUAL

PHASES = (Phase.BETTING, Phase.DEALING, Phase.DECIDING, Phase.SETTLING)
ROUNDS = 3
IN_TIME = ("stall", "unplug", "reboot", "firmware_changed")
"""These are noticed by silence: the machines' hearts beat as on the floor."""
ORDERED = [(entry, machine) for entry in CATALOGUE for machine in entry.machines]


@dataclass(slots=True)
class Told:
    """What a night left behind: the journal's events since the order, and what lay on the felt."""

    events: list[e.Event] = field(default_factory=list)
    drawn: dict[tuple[int, int], list[Card]] = field(default_factory=dict)
    dealt: dict[tuple[int, int], list[FaceDown | None]] = field(default_factory=dict)
    paid: set[tuple[int, int]] = field(default_factory=set)
    ordered_at: int | None = None

    @property
    def since(self) -> list[e.Event]:
        assert self.ordered_at is not None, "the phase never came"
        return self.events[self.ordered_at :]

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

    def shows(self, state: str) -> bool:
        kind, _, name = state.rpartition(":")
        for event in self.since:
            match kind, event:
                case "held", e.RoundHeld() if event.cause == name:
                    return True
                case "health", e.MachineChanged() if event.health == name:
                    return True
                case "trouble", e.AlarmRaised() if event.detail == name:
                    return True
                case "", e.AlarmRaised() if event.code == name:
                    return True
        return False


def play(entry: Entry, machine: Machine, phase: Phase) -> tuple[Told, int]:
    """A short night in which the fault is ordered at this phase of the first round; how often it was met."""
    night = simulated_night(rounds=ROUNDS, seed=3)
    (place,) = night.night.tables
    (faults,) = night.faults
    told = Told()
    append, act, draw = place.table._journal.append, place.dealer.act, machines.Hands.draw

    def appended(events, at_ms):
        told.write(events)
        return append(events, at_ms)

    def acted() -> int:
        if told.ordered_at is None and place.table.state.phase is phase:
            told.ordered_at = len(told.events)
            faults.order(entry.kind, machine)
        return act()

    def drew(hands):
        card = draw(hands)
        played = place.table.state.round
        if card is not None:
            told.drawn.setdefault((played.number, played.attempt), []).append(card)
        return card

    patch = pytest.MonkeyPatch()
    with patch.context() as changed:
        changed.setattr(CountedJournal, "append", lambda journal, events, at_ms: appended(events, at_ms))
        changed.setattr(type(place.dealer), "act", lambda dealer: acted())
        changed.setattr(machines.Hands, "draw", drew)
        try:
            result = night.play()
        finally:
            night.close()
    assert result["rounds"] == ROUNDS
    return told, faults.met[entry.kind]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(
    ("entry", "machine"), ORDERED, ids=[f"{entry.kind}-{machine}" for entry, machine in ORDERED]
)
def test_a_fault_ends_in_the_state_that_the_catalogue_names_and_the_round_in_its_end(
    entry: Entry, machine: Machine, phase: Phase, monkeypatch: pytest.MonkeyPatch
) -> None:
    if entry.kind in IN_TIME:
        monkeypatch.setattr(machines, "CALM", USUAL)
    told, met = play(entry, machine, phase)
    assert met == 1, "the fault never happened"
    if entry.shown:
        assert any(told.shows(state) for state in entry.shown), told.since
    else:
        assert not any(isinstance(event, e.RoundHeld | e.RoundVoided) for event in told.since)
    for number in told.paid:
        read = told.dealt[number]
        lay = told.drawn[number][: len(read)]
        assert len(set(lay)) == len(lay), "a card was twice on the felt of a paid round"
        wrong = [
            place for place, card in enumerate(read) if card is not None and not card.is_card(lay[place])
        ]
        assert wrong == [], "a paid round holds a card that did not lie on the felt"


def test_the_catalogue_is_about_every_fault_that_can_be_ordered() -> None:
    assert sorted(entry.kind for entry in CATALOGUE) == sorted(KINDS)


def test_the_page_of_faults_is_the_catalogue() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m drivers.sim.catalogue"
