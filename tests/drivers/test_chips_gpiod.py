"""The spots on a GPIO character device: the real gpiod library on a chip that stands in for the kernel's."""

from __future__ import annotations

import queue
import sys

import gpiod
import pytest
from stand_in_chip import StandInChip

from controller.game.felt import Spot
from controller.game.inputs import ChipObserved, Health, HealthObserved, Machine, SpotSense, SpotsObserved
from controller.game.requests import Lamp, SetLamps
from controller.ports import LinkDown, LinkUp
from drivers.chips import gpiod_lines
from drivers.chips.chips import Chips
from drivers.chips.gpiod_lines import GpiodLines, check_chip
from drivers.chips.pins import NoPins
from drivers.lines.links import MissingLibrary
from drivers.lines.port_faults import UNPLUGGED

SENSORS = (10, 11, "JP1_3", 13, 14, 15, 16)
LAMPS = (20, 21, 22, 23, 24, 25, "LAMP_7")
NAMES = {"JP1_3": 12, "LAMP_7": 26, "ANTE_3": 33}
WAIT_S = 5


class Board:
    def __init__(self) -> None:
        self.chip = StandInChip(NAMES)
        self.heard: queue.Queue[object] = queue.Queue()
        self.lines = GpiodLines(
            "/dev/gpiochip7",
            SENSORS,
            LAMPS,
            buzzer=30,
            others={"ante_3": "ANTE_3"},
            request_lines=self.chip.request_lines,
        )

    def next(self) -> object:
        return self.heard.get(timeout=WAIT_S)


@pytest.fixture
def board(monkeypatch):
    monkeypatch.setattr(gpiod_lines, "LOOK_AGAIN_S", 0.01)
    board = Board()
    yield board
    board.lines.close()


def opened(board: Board) -> Board:
    board.lines.open(board.heard.put)
    assert isinstance(board.next(), LinkUp)
    return board


def test_sensors_are_asked_for_active_low_with_a_pull_up_and_no_debouncing_of_the_kernel(board):
    opened(board)
    sensor = board.chip.settings[12]
    assert sensor.active_low
    assert sensor.bias is gpiod.line.Bias.PULL_UP
    assert sensor.edge_detection is gpiod.line.Edge.BOTH
    assert sensor.debounce_period.total_seconds() == 0
    assert board.chip.settings[26].direction is gpiod.line.Direction.OUTPUT


def test_a_line_pulled_low_is_a_covered_spot_by_its_seat_or_name(board):
    opened(board)
    board.chip.pull("JP1_3", low=True)
    assert board.next() == (3, True)
    assert board.lines.level(3)
    board.chip.pull(12, low=False)
    assert board.next() == (3, False)
    assert not board.lines.level(3)
    board.chip.pull(33, low=True)
    assert board.next() == ("ante_3", True)


def test_lamps_and_buzzer_set_their_lines_and_are_dark_at_the_end(board):
    opened(board)
    board.lines.light(7, True)
    board.lines.sound(True)
    assert board.chip.high[26]
    assert board.chip.high[30]
    request = board.chip.request
    board.lines.close()
    assert not board.chip.high[26]
    assert not board.chip.high[30]
    assert request.released


def test_a_chip_that_is_pulled_out_is_told_and_found_again_with_its_lamps_as_they_were(board):
    opened(board)
    board.lines.light(1, True)
    board.chip.unplug()
    down = board.next()
    assert isinstance(down, LinkDown)
    assert down.why == UNPLUGGED
    assert not board.lines.level(1)
    board.lines.light(2, True)
    board.chip.high.clear()
    board.chip.replug()
    assert isinstance(board.next(), LinkUp)
    assert board.chip.requests == 2
    assert (board.chip.high[20], board.chip.high[21]) == (True, True)


def test_a_chip_that_is_busy_is_told_once_and_asked_again_until_it_is_free(board):
    board.chip.gone = OSError(16, "Device or resource busy")
    board.lines.open(board.heard.put)
    down = board.next()
    assert isinstance(down, LinkDown)
    assert "busy" in down.why
    board.chip.replug()
    assert isinstance(board.next(), LinkUp)


def test_a_line_of_an_unknown_name_is_told_by_its_name(board):
    del board.chip.names["JP1_3"]
    board.lines.open(board.heard.put)
    fault = board.next().fault
    assert "/dev/gpiochip7 has no such line (line name JP1_3 not found): correct [chips]" in str(fault)


def test_the_driver_plays_on_these_lines_as_on_any_other(board):
    driver = Chips(board.lines, poll_ms=None)
    driver.start(board.heard.put)
    bare = SpotsObserved((SpotSense(Spot.ANTE, 3, covered=False),))
    assert driver.receive(board.next(), 1_000) == [HealthObserved(Machine.CHIPS, Health.UP), bare]
    board.chip.pull("JP1_3", low=True)
    driver.receive(board.next(), 1_010)
    assert driver.tick(1_160) == [ChipObserved(3, covered=True)]
    driver.ask(SetLamps((Lamp.REGISTERED,) + (Lamp.DARK,) * 6), 1_200)
    assert board.chip.high[20]
    driver.stop()


def test_lines_that_are_too_few_or_named_twice_are_refused():
    with pytest.raises(ValueError, match="lamp_pins: 6 pins for 7 sensors"):
        GpiodLines("/dev/gpiochip7", SENSORS, LAMPS[:6])
    with pytest.raises(ValueError, match="pin 10 is named twice"):
        GpiodLines("/dev/gpiochip7", SENSORS, LAMPS, buzzer=10)


def test_a_missing_or_an_old_library_is_named_with_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiod", None)
    with pytest.raises(MissingLibrary, match="gpiod is missing"):
        GpiodLines("/dev/gpiochip7", SENSORS, LAMPS)
    monkeypatch.setitem(sys.modules, "gpiod", sys)
    with pytest.raises(MissingLibrary, match="older than 2"):
        check_chip("/dev/gpiochip7")


def test_a_path_that_is_no_chip_is_refused_in_one_sentence(tmp_path):
    with pytest.raises(NoPins, match="is not there: check its cable"):
        check_chip(str(tmp_path / "gpiochip9"))
    with pytest.raises(NoPins, match="is no GPIO chip"):
        check_chip("/dev/null")
