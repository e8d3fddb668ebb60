"""What a table sounds in a night in which everything goes wrong: each pulse is of an unseen alarm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from controller.boot.simulated import simulated_night
from controller.game.inputs import Machine
from controller.game.machines.escalation import CRITICAL, HIGH, UNSEEN_MS, loudest
from controller.game.requests import Request, SetBuzzer, Sound
from controller.game.state import Phase, TableState
from drivers.sim.chips import MemoryLines
from drivers.sounds.patterns import BEAT_MS, PULSES
from tests.long import long


@dataclass
class Ears:
    """What was asked and what was heard, with its instants."""

    asked: list[tuple[int, Sound]] = field(default_factory=list)
    heard: list[int] = field(default_factory=list)
    states: list[tuple[int, TableState]] = field(default_factory=list)

    def spans(self, end_ms: int) -> Iterator[tuple[int, int, Sound]]:
        """Each sound that was asked, from when until when."""
        for at, (since_ms, sound) in enumerate(self.asked):
            yield since_ms, (self.asked[at + 1][0] if at + 1 < len(self.asked) else end_ms), sound


def listened(seed: int, rounds: int, faults: str) -> tuple[Ears, int]:
    """A night with somebody who hears and writes down."""
    night = simulated_night(rounds=rounds, seed=seed, faults=faults)
    place, ears = night.night.tables[0], Ears()
    clock, lines = place.timeline.clock, place.hands.chips._sensors  # type: ignore[attr-defined]
    assert isinstance(lines, MemoryLines)
    (chips,) = [driver for driver in place.pump._drivers if driver.machine is Machine.CHIPS]
    sounds, asks = lines.sound, chips.ask

    def sound(on: bool) -> None:
        if on and not lines.sounding:
            ears.heard.append(clock.now_ms())
        sounds(on)

    def ask(request: Request, now_ms: int) -> None:
        if isinstance(request, SetBuzzer) and (not ears.asked or ears.asked[-1][1] is not request.sound):
            ears.asked.append((now_ms, request.sound))
            ears.states.append((now_ms, place.table.state))
        asks(request, now_ms)

    lines.sound = sound  # type: ignore[method-assign]
    chips.ask = ask  # type: ignore[method-assign]
    try:
        night.play()
    finally:
        night.close()
    return ears, clock.now_ms()


def pulses(since_ms: int, until_ms: int, sound: Sound) -> list[int]:
    """When each pulse of the sound begins."""
    beats, period = PULSES[sound]
    on = [at for at in range(beats.bit_length()) if beats >> at & 1 and not beats << 1 >> at & 1]
    made, start_ms = [], since_ms
    while start_ms < until_ms:
        made += [start_ms + at * BEAT_MS for at in on if beats and start_ms + at * BEAT_MS < until_ms]
        if not period:
            break
        start_ms += period * BEAT_MS
    return made


NIGHTS = [(3, 8), long((5, 20)), long((8, 20)), long((13, 20))]


@pytest.fixture(scope="module", params=NIGHTS)
def night(request: pytest.FixtureRequest) -> tuple[Ears, int]:
    seed, rounds = request.param
    return listened(seed, rounds, "hard")


def test_every_pulse_is_one_of_the_pattern_that_was_asked(night: tuple[Ears, int]) -> None:
    ears, end_ms = night
    wanted = {at for span in ears.spans(end_ms) for at in pulses(*span)}
    assert ears.heard
    assert set(ears.heard) <= wanted, "a pulse beside its pattern"
    missed = wanted - set(ears.heard)
    assert len(missed) <= len(wanted) // 3, "only a board that is unplugged is silent"


def test_an_alarm_falls_silent_the_moment_it_is_seen(night: tuple[Ears, int]) -> None:
    ears, _ = night
    for (_, sound), (_, state) in zip(ears.asked, ears.states, strict=True):
        heard = [up.priority for up in state.alarms if not up.seen_ms and not up.silent_ms]
        if sound in (Sound.CRITICAL, Sound.HIGH):
            assert heard
            assert min(heard) <= HIGH
        assert sound is loudest(state)


def test_a_critical_alarm_sounds_a_minute_at_most_and_then_the_pit_is_called(
    night: tuple[Ears, int],
) -> None:
    ears, end_ms = night
    for since_ms, until_ms, sound in ears.spans(end_ms):
        if sound is Sound.CRITICAL:
            calling = [
                up
                for at_ms, state in ears.states
                if at_ms == since_ms
                for up in state.alarms
                if up.priority == CRITICAL and not up.seen_ms
            ]
            assert until_ms - since_ms <= UNSEEN_MS * max(1, len(calling))


def test_no_low_alarm_is_heard_while_seats_are_settled_or_refunded(night: tuple[Ears, int]) -> None:
    ears, _ = night
    for (_, sound), (_, state) in zip(ears.asked, ears.states, strict=True):
        if state.phase in (Phase.SETTLING, Phase.REFUNDING):
            assert sound is not Sound.TICK
