"""What is counted of a machine: answers timed, last words kept, no card among them."""

from __future__ import annotations

import random

from test_badge import open_reader
from test_chips import Spots
from test_open_shoe import draw, ready_shoe

from drivers.lines.gauge import WINDOW, WORDS_MAX, Gauge
from drivers.sim.chips import MemoryLines
from drivers.sim.faults import Faults


def test_an_answer_is_timed_unless_the_question_was_said_twice() -> None:
    gauge = Gauge()
    gauge.asked(100)
    gauge.asked(103)
    gauge.answered(107)
    gauge.asked(200)
    gauge.asked_again()
    gauge.answered(900)
    told = gauge.figures()
    assert (told.latency_ms, told.latency_p99_ms) == (7, 7)


def test_the_slow_end_is_that_of_the_latest_answers_alone() -> None:
    gauge = Gauge()
    gauge.took(5_000)
    for lasted_ms in range(WINDOW):
        gauge.took(lasted_ms)
    told = gauge.figures()
    assert (told.latency_ms, told.latency_p99_ms) == (WINDOW - 1, 99)


def test_the_last_words_are_few_and_a_repeated_one_is_told_once_a_second() -> None:
    gauge = Gauge()
    for at_ms in range(0, 900, 100):
        gauge.heard("card_drawn", at_ms)
    assert gauge.figures().words == ((0, "card_drawn"),)
    for number in range(10):
        gauge.heard(f"word_{number}", 1_000 + number)
    assert len(gauge.figures().words) == WORDS_MAX
    assert gauge.figures().words[-1] == (1_009, "word_9")


def test_a_shoe_tells_what_had_to_be_said_again_and_names_no_card() -> None:
    table, shoe, driver = ready_shoe()
    assert driver.figures.retries == 0
    assert driver.figures.latency_ms is not None
    table.faults.order("corrupt", driver.machine)
    card = draw(table, shoe)
    table.run(2_000)
    told = driver.figures
    assert told.damaged == 1
    assert card is not None
    assert card.text not in str(told)
    assert told.words[-1][1] in ("card_drawn", "shoe_state")


def test_a_shoe_that_comes_back_is_counted() -> None:
    table, shoe, driver = ready_shoe()
    table.faults.order("reboot", driver.machine)
    draw(table, shoe)
    table.run(5_000)
    assert driver.figures.reconnections == 1
    assert "rebooted" in [word for _, word in driver.figures.words]


def test_a_chip_is_timed_from_its_first_edge_to_the_level_that_counts() -> None:
    lines = MemoryLines()
    spots = Spots(lines, lines, Faults(random.Random(1)), debounce_ms=150)
    spots.put(3)
    spots.run(1_000)
    told = spots.driver.figures
    assert told.latency_ms == 150
    assert told.words[-1][1] == "chip_on_3"
    spots.driver.stop()


def test_a_reader_tells_that_a_card_came_and_not_whose() -> None:
    reader, badge, _ = open_reader()
    reader.insert("0417")
    reader.remove()
    assert [word for _, word in badge.figures.words] == ["card_in", "card_out"]
    assert "0417" not in str(badge.figures)
