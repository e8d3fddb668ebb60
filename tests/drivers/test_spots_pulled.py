"""The board of the spots pulled out and put in again, on lines in memory and on gpiozero's mock pins."""

from __future__ import annotations

import pytest
from test_chips import LAMP_PINS, SENSOR_PINS, Spots

from controller.game.inputs import ChipObserved, Health, HealthObserved, Machine
from controller.game.requests import Lamp, SetLamps
from drivers.chips.pins import GpioLines
from drivers.sim.chips import MemoryLines, PulledLines, mock_pins

UP = HealthObserved(Machine.CHIPS, Health.UP)
ABSENT = HealthObserved(Machine.CHIPS, Health.ABSENT, "unplugged")


@pytest.fixture(params=["memory", "gpiozero"])
def spots(request):
    if request.param == "memory":
        lines = MemoryLines()
        yield Spots(lines, lines)
        return
    factory, sensors = mock_pins(SENSOR_PINS)
    lines = PulledLines(GpioLines(SENSOR_PINS, LAMP_PINS, factory))
    spots = Spots(lines, sensors)
    yield spots
    spots.driver.stop()
    factory.close()


def test_a_board_that_goes_is_told_at_once_and_its_return_too(spots):
    spots.lines.plug(False)
    assert spots.run(0) == []
    assert spots.seen == [UP, ABSENT]
    spots.lines.plug(True)
    assert spots.seen == [UP, ABSENT, UP]


def test_chips_moved_while_the_board_was_out_are_seen_when_it_is_back(spots):
    spots.put(2)
    assert spots.run(1_000) == [ChipObserved(2, covered=True)]
    spots.lines.plug(False)
    spots.take(2)
    spots.put(6)
    assert spots.run(3_000) == []
    spots.lines.plug(True)
    assert spots.run(1_000) == [ChipObserved(2, covered=False), ChipObserved(6, covered=True)]


def test_a_chip_that_lay_there_all_the_time_is_not_told_again(spots):
    spots.put(4)
    spots.run(1_000)
    spots.lines.plug(False)
    spots.run(3_000)
    spots.lines.plug(True)
    assert spots.run(2_000) == []


def test_the_lamps_are_as_the_table_wants_them_after_the_return():
    factory, sensors = mock_pins(SENSOR_PINS)
    lines = PulledLines(GpioLines(SENSOR_PINS, LAMP_PINS, factory))
    spots = Spots(lines, sensors)
    spots.driver.ask(SetLamps((Lamp.REGISTERED,) + (Lamp.DARK,) * 6), spots.now_ms)
    lines.plug(False)
    assert not factory.pin(LAMP_PINS[0]).state
    lines.plug(True)
    assert factory.pin(LAMP_PINS[0]).state
    spots.driver.stop()
    factory.close()
