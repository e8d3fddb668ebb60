"""The catalogue of faults: by seed, by order, counted."""

from __future__ import annotations

import random

import pytest

from controller.boot.simulated import simulated_night
from controller.game import events as e
from controller.game.cards import DECK
from controller.game.inputs import Machine
from drivers.sim.catalogue import MACHINES
from drivers.sim.faults import BY_BYTES, LEVELS, Faults, NoLine, UnknownFault


def test_at_level_none_nothing_happens_and_no_chance_is_drawn():
    rng = random.Random(1)
    faults = Faults(rng)
    before = rng.getstate()
    for _ in range(1000):
        assert faults.on_the_line(Machine.SHOE, b"abc") == (b"abc",)
        assert faults.read(DECK[3], DECK[:3]) is DECK[3]
        assert not faults.jam_stage()
        assert faults.bounces() == []
    assert rng.getstate() == before
    assert not faults.met


@pytest.mark.long
@pytest.mark.parametrize("level", ["some", "hard"])
def test_each_kind_happens_about_as_often_as_the_level_says(level):
    faults = Faults(random.Random(11), level)
    for kind, one_in in LEVELS[level].items():
        occasions = 40 * one_in
        assert 15 <= sum(faults.occurs(kind, Machine.SHOE) for _ in range(occasions)) <= 75
    assert set(faults.met) == set(LEVELS[level])


def test_an_ordered_fault_happens_once_at_its_machine_and_is_counted():
    faults = Faults(random.Random(1))
    faults.order("drop", Machine.SHOE)
    assert faults.on_the_line(Machine.SHUFFLER, b"abc") == (b"abc",)
    assert faults.on_the_line(Machine.SHOE, b"abc") == ()
    assert faults.on_the_line(Machine.SHOE, b"abc") == (b"abc",)
    assert faults.met == {"drop": 1}


def test_a_repeated_and_a_damaged_piece_look_so():
    faults = Faults(random.Random(1))
    faults.order("repeat", Machine.SHOE)
    assert faults.on_the_line(Machine.SHOE, b"abc") == (b"abc", b"abc")
    faults.order("corrupt", Machine.SHOE)
    (damaged,) = faults.on_the_line(Machine.SHOE, b"abc")
    assert len(damaged) == 3
    assert sum(a != b for a, b in zip(damaged, b"abc", strict=True)) == 1


def test_a_misread_waits_for_a_card_that_can_be_doubled():
    faults = Faults(random.Random(1))
    faults.order("misread", Machine.SHOE)
    assert faults.read(DECK[0], ()) is DECK[0]
    assert faults.read(DECK[1], DECK[:1]) is DECK[0]
    assert faults.read(DECK[2], DECK[:2]) is DECK[2]


def test_a_fault_of_a_line_is_refused_where_no_bytes_travel() -> None:
    """A machine that started anew in such a night was never met again, and nobody dealt any more."""
    night = simulated_night(rounds=2, seed=1)
    (direct,) = night.faults
    for kind, entry in MACHINES.items():
        for machine in entry:
            lines = machine in (Machine.SHOE, Machine.SHUFFLER)
            if lines and kind in BY_BYTES:
                with pytest.raises(NoLine, match="direct=False"):
                    direct.order(kind, machine)
            else:
                direct.order(kind, machine)
    night.close()


@pytest.mark.parametrize("machine", [Machine.SHOE, Machine.SHUFFLER])
def test_people_answer_a_machine_that_comes_back_with_another_program(machine: Machine) -> None:
    """The round is finished, the table is closed to the next, and the comité has the machine replaced."""
    night = simulated_night(rounds=3, seed=1, direct=False)
    (faults,) = night.faults
    ordered: list[int] = []

    def after_a_round(rounds: int) -> None:
        if not ordered:
            ordered.append(rounds)
            faults.order("firmware_changed", machine)

    night.progress = after_a_round
    try:
        assert night.play()["rounds"] == 3
        events = [entry.event for entry in night.journals["UTH-1"].events()]
    finally:
        night.close()
    assert faults.met["firmware_changed"] == 1
    blocked = [event for event in events if isinstance(event, e.TableBlocked)]
    lifted = [event for event in events if isinstance(event, e.BlockLifted)]
    assert ([event.machine for event in blocked], len(lifted)) == ([machine], 1)


def test_an_unknown_fault_or_level_is_refused_by_name():
    with pytest.raises(UnknownFault, match="earthquake"):
        Faults(random.Random(1)).order("earthquake", Machine.SHOE)
    with pytest.raises(UnknownFault, match="brutal"):
        Faults(random.Random(1), "brutal")
