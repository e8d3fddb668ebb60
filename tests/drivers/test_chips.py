"""The JP1 spots: debouncing on the injected clock, on lines in memory and on gpiozero's mock pins."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game.felt import Spot as Felt
from controller.game.inputs import (
    ChipObserved,
    Health,
    HealthObserved,
    Machine,
    SensorMove,
    SensorMovesObserved,
    SpotSense,
    SpotsObserved,
    TroubleObserved,
)
from controller.game.requests import Lamp, LockShoe, SetLamps, Sound
from controller.ports import LinkUp
from drivers.chips.chips import MOVES_TOLD_MAX, TRANSITIONS_MAX, Chips
from drivers.chips.pins import GpioLines, NoPins, board_pins
from drivers.lines.links import MissingLibrary
from drivers.sim.chips import ChipsTwin, MemoryLines, mock_pins
from drivers.sim.faults import Faults
from tests.law.requirements import requirement

SENSOR_PINS = (5, 6, 13, 19, 26, 16, 20)
LAMP_PINS = (2, 3, 4, 17, 27, 22, 10)


class Spots:
    """A driver on its lines, hands, and a clock."""

    def __init__(self, lines, sensors, faults=None, **options) -> None:
        self.now_ms = 1_000_000
        self.lines = lines
        self.hands = ChipsTwin(sensors, faults)
        self.driver = Chips(lines, **options)
        self.seen = []
        self.moves = []
        self.deaf = False
        self.driver.start(self.deliver)

    def deliver(self, item) -> None:
        if not self.deaf:
            self._hear(self.driver.receive(item, self.now_ms))

    def _hear(self, observations) -> None:
        for seen in observations:
            if isinstance(seen, SensorMovesObserved):
                self.moves.append(seen.moves)
            else:
                self.seen.append(seen)

    def put(self, seat: int) -> None:
        self.hands.put(seat, self.now_ms)

    def take(self, seat: int) -> None:
        self.hands.take(seat, self.now_ms)

    def run(self, for_ms: int) -> list:
        before = len(self.seen)
        end_ms = self.now_ms + for_ms
        while True:
            dues = [due for due in (self.hands.due_ms, self.driver.due_ms) if due is not None]
            if not dues or min(dues) > end_ms:
                self.now_ms = end_ms
                return self.seen[before:]
            self.now_ms = max(self.now_ms, min(dues))
            self.hands.tick(self.now_ms)
            self._hear(self.driver.tick(self.now_ms))


@pytest.fixture(params=["memory", "gpiozero"])
def spots(request):
    if request.param == "memory":
        lines = MemoryLines()
        spots = Spots(lines, lines)
        yield spots
        spots.driver.stop()
    else:
        factory, sensors = mock_pins(SENSOR_PINS)
        spots = Spots(GpioLines(SENSOR_PINS, LAMP_PINS, factory), sensors)
        yield spots
        spots.driver.stop()
        factory.close()


def memory_spots(faults=None, **options) -> Spots:
    lines = MemoryLines()
    return Spots(lines, lines, faults, **options)


def test_the_lines_are_up_and_no_chip_is_there(spots):
    assert spots.seen == [HealthObserved(Machine.CHIPS, Health.UP)]
    assert spots.run(5_000) == []


@requirement("BC-12")
def test_a_chip_counts_once_its_level_stood_still_for_150_ms(spots):
    spots.put(3)
    assert spots.run(149) == []
    assert spots.run(1) == [ChipObserved(3, covered=True)]
    spots.take(3)
    assert spots.run(200) == [ChipObserved(3, covered=False)]


def test_a_touch_shorter_than_the_debounce_is_nothing(spots):
    spots.put(5)
    spots.run(100)
    spots.take(5)
    assert spots.run(1_000) == []


@requirement("BC-02")
def test_seven_chips_put_down_together_are_seven(spots):
    for seat in range(1, 8):
        spots.put(seat)
    assert spots.run(200) == [ChipObserved(seat, covered=True) for seat in range(1, 8)]


def test_a_chip_that_lies_there_when_the_program_starts_is_seen():
    lines = MemoryLines()
    lines.cover(2, True)
    assert Spots(lines, lines).run(200) == [ChipObserved(2, covered=True)]


def test_an_edge_that_the_library_lost_is_found_by_reading_the_level(spots):
    spots.deaf = True
    spots.put(4)
    spots.deaf = False
    assert spots.run(1_200) == [ChipObserved(4, covered=True)]
    assert spots.driver.edges_lost == 1


def test_a_last_edge_that_was_lost_does_not_leave_a_wrong_level(spots):
    spots.put(4)
    spots.deaf = True
    spots.take(4)
    spots.deaf = False
    assert spots.run(5_000) == []


def test_a_sensor_that_bounces_without_end_is_told_and_its_end_too(spots):
    for _ in range(60):
        spots.put(6)
        spots.run(25)
        spots.take(6)
        spots.run(25)
    assert spots.seen[1:] == [TroubleObserved(Machine.CHIPS, "chip_bouncing_6")]
    assert spots.run(200) == [TroubleObserved(Machine.CHIPS, "chip_bouncing_6", active=False)]


def test_a_sensor_covered_for_five_minutes_is_stuck_until_it_is_free():
    spots = memory_spots(poll_ms=None)
    spots.put(1)
    assert spots.run(300_149) == [ChipObserved(1, covered=True)]
    assert spots.run(1) == [TroubleObserved(Machine.CHIPS, "chip_stuck_1")]
    spots.take(1)
    assert spots.run(200) == [
        ChipObserved(1, covered=False),
        TroubleObserved(Machine.CHIPS, "chip_stuck_1", active=False),
    ]


def test_a_sensor_is_proven_by_being_free_covered_and_free_again(spots):
    assert spots.driver.unproven == {1, 2, 3, 4, 5, 6, 7}
    spots.put(7)
    spots.run(200)
    assert 7 in spots.driver.unproven
    spots.take(7)
    spots.run(200)
    assert spots.driver.unproven == {1, 2, 3, 4, 5, 6}


def test_raw_transitions_are_kept_and_bounded():
    spots = memory_spots(poll_ms=None)
    spots.put(2)
    spots.run(40)
    spots.take(2)
    assert list(spots.driver.transitions) == [(1_000_000, 2, True), (1_000_040, 2, False)]
    for _ in range(TRANSITIONS_MAX):
        spots.put(2)
        spots.take(2)
    assert len(spots.driver.transitions) == TRANSITIONS_MAX


def test_without_polling_nothing_is_due_while_nothing_happens():
    spots = memory_spots(poll_ms=None, blink=False)
    spots.driver.ask(SetLamps((Lamp.INVITED,) * 7), spots.now_ms)
    assert spots.driver.due_ms is None
    assert all(spots.lines.lit.values())


@given(st.lists(st.tuples(st.integers(1, 400), st.booleans()), max_size=40))
def test_what_is_told_is_what_stood_still(moves):
    """The reference, without a clock: an edge counts when the next is 150 ms away and it is news."""
    spots = memory_spots(poll_ms=None)
    edges = []
    raw = False
    for gap_ms, level in moves:
        spots.run(gap_ms)
        if level is not raw:
            raw = level
            edges.append((spots.now_ms, level))
            spots.lines.cover(1, level)
    spots.run(1_000)
    expected = []
    settled = False
    for (at_ms, level), (next_ms, _) in pairwise([*edges, (spots.now_ms, raw)]):
        if next_ms - at_ms >= 150 and level is not settled:
            settled = level
            expected.append(ChipObserved(1, settled))
    assert [o for o in spots.seen if isinstance(o, ChipObserved)] == expected


def test_bounces_by_seed_end_where_the_hand_left_the_chip():
    faults = Faults(random.Random(4))
    spots = memory_spots(faults, poll_ms=None)
    for _ in range(100):
        faults.order("bounce", Machine.CHIPS)
        spots.put(3)
        assert spots.run(1_000) == [ChipObserved(3, covered=True)]
        spots.take(3)
        assert spots.run(1_000) == [ChipObserved(3, covered=False)]
    assert faults.met == {"bounce": 100}
    assert len(spots.driver.transitions) > 400


def test_a_sensor_that_sticks_stays_covered_after_its_chip_and_comes_free_by_itself():
    faults = Faults(random.Random(4))
    faults.order("stick", Machine.CHIPS)
    spots = memory_spots(faults, poll_ms=None)
    spots.put(3)
    spots.run(1_000)
    spots.take(3)
    assert spots.run(19_000) == []
    assert spots.run(61_000) == [ChipObserved(3, covered=False)]


def test_a_hand_that_touches_a_spot_again_frees_a_sensor_that_stuck():
    faults = Faults(random.Random(4))
    faults.order("stick", Machine.CHIPS)
    spots = memory_spots(faults, poll_ms=None)
    spots.put(3)
    spots.run(1_000)
    spots.take(3)
    spots.put(3)
    assert spots.run(100_000) == []
    spots.take(3)
    assert spots.run(1_000) == [ChipObserved(3, covered=False)]


# --- lamps -----------------------------------------------------------------------------------------


def flashes(spots: Spots, for_ms: int) -> str:
    """The lamp of seat 1 sampled each 125 ms, from the beginning of a second."""
    shown = ""
    for _ in range(for_ms // 125):
        spots.run(0)
        shown += "#" if spots.lines.lit[1] else "."
        spots.run(125)
    return shown


@requirement("BC-05")
@pytest.mark.parametrize(
    ("lamp", "shown"),
    [
        (Lamp.DARK, "........" * 2),
        (Lamp.INVITED, "####...." * 2),
        (Lamp.SEEN, "#.#....." * 2),
        (Lamp.REGISTERED, "########" * 2),
    ],
)
def test_each_state_of_a_lamp_has_its_rhythm(lamp, shown):
    spots = memory_spots()
    spots.driver.ask(SetLamps((lamp,) + (Lamp.DARK,) * 6), spots.now_ms)
    assert flashes(spots, 2_000) == shown


def test_lamps_light_the_pins_and_are_dark_at_the_end():
    factory, sensors = mock_pins(SENSOR_PINS)
    spots = Spots(GpioLines(SENSOR_PINS, LAMP_PINS, factory), sensors)
    spots.driver.ask(SetLamps((Lamp.REGISTERED,) + (Lamp.DARK,) * 6), spots.now_ms)
    assert [bool(factory.pin(pin).state) for pin in LAMP_PINS] == [True] + [False] * 6
    spots.driver.ask(LockShoe(True), spots.now_ms)
    spots.driver.ask(SetLamps((Lamp.DARK,) * 7), spots.now_ms)
    assert not factory.pin(LAMP_PINS[0]).state
    spots.driver.stop()
    factory.close()


# --- further spots ---------------------------------------------------------------------------------


def test_a_chip_lies_there_still_when_its_lines_are_opened_anew():
    """The program was killed over a chip that lay latched, and started again: nobody lifted it (A-205)."""
    factory, sensors = mock_pins(SENSOR_PINS)
    sensors.cover(2, True)
    for _ in range(2):
        lines = GpioLines(SENSOR_PINS, LAMP_PINS, factory)
        edges = []
        lines.open(edges.append)
        assert [seat for seat in lines.seats if lines.level(seat)] == [2]
        assert [type(edge) for edge in edges] == [LinkUp]
        lines.close()
    sensors.cover(2, False)
    assert not sensors.senses(2)


def test_further_sensors_are_told_when_the_lines_come_and_when_they_settle_and_never_as_trouble():
    lines = MemoryLines(("ante_3", "trips_3", "purse_3"))
    driver = Chips(lines, poll_ms=None)
    driver.start(lambda item: None)
    told = [one for one in driver.receive(LinkUp(), 1_000) if isinstance(one, SpotsObserved)]
    assert told == [SpotsObserved((SpotSense(Felt.ANTE, 3, False), SpotSense(Felt.TRIPS, 3, False)))]
    lines.cover("ante_3", True)
    driver.receive(("ante_3", True), 1_010)
    assert driver.tick(1_160) == [SpotsObserved((SpotSense(Felt.ANTE, 3, True),))]
    lines.cover("purse_3", True)
    driver.receive(("purse_3", True), 1_200)
    assert not any(isinstance(one, SpotsObserved) for one in driver.tick(1_350)), "no spot of the felt"
    assert driver.others == {"ante_3": True, "trips_3": False, "purse_3": True}
    seen = [one for ms in range(2_000, 6_000, 20) for one in driver.receive(("trips_3", ms % 40 == 0), ms)]
    assert not any(isinstance(one, TroubleObserved) for one in seen), "its seat keeps JP1"
    driver.stop()


# --- configuration ---------------------------------------------------------------------------------


@requirement("BC-02")
def test_pins_that_are_too_few_or_named_twice_are_refused():
    with pytest.raises(ValueError, match="lamp_pins: 7 pins for 6 sensors"):
        GpioLines(SENSOR_PINS[:6], LAMP_PINS, None)
    with pytest.raises(ValueError, match="sensor_pins: 0 pins; a felt has 1 to 7 places"):
        GpioLines((), (), None)
    with pytest.raises(ValueError, match="pin 5 is named twice"):
        GpioLines(SENSOR_PINS, (5, *LAMP_PINS[1:]), None)


@pytest.mark.parametrize("seats", [1, 3, 6])
def test_a_smaller_felt_has_as_many_sensors_and_lamps_as_places(seats):
    factory, sensors = mock_pins(SENSOR_PINS[:seats])
    spots = Spots(GpioLines(SENSOR_PINS[:seats], LAMP_PINS[:seats], factory), sensors)
    assert spots.driver.unproven == frozenset(range(1, seats + 1))
    for seat in range(1, seats + 1):
        spots.put(seat)
    spots.run(400)
    assert [seen for seen in spots.seen if isinstance(seen, ChipObserved)] == [
        ChipObserved(seat, True) for seat in range(1, seats + 1)
    ]
    spots.driver.ask(SetLamps((Lamp.REGISTERED,) * seats), spots.now_ms)
    assert all(factory.pin(pin).state for pin in LAMP_PINS[:seats])
    spots.driver.stop()


def test_a_machine_without_pins_says_so_in_one_sentence():
    with pytest.raises((MissingLibrary, NoPins), match="chip sensors: "):
        board_pins()


# --- what a technician and an opening ask for ------------------------------------------------------


@requirement("BC-12")
def test_a_chip_left_through_two_registered_rounds_is_a_stuck_sensor():
    spots = memory_spots(poll_ms=None)
    spots.put(2)
    spots.run(200)
    registered = SetLamps((Lamp.DARK, Lamp.REGISTERED) + (Lamp.DARK,) * 5)
    dark = SetLamps((Lamp.DARK,) * 7)
    for _ in range(2):
        assert TroubleObserved(Machine.CHIPS, "chip_stuck_2") not in spots.seen
        spots.driver.ask(registered, spots.now_ms)
        spots.run(1_000)
        spots.driver.ask(dark, spots.now_ms)
        spots.run(1_000)
    assert spots.seen[-1] == TroubleObserved(Machine.CHIPS, "chip_stuck_2")


def test_a_chip_swept_between_two_rounds_is_no_stuck_sensor():
    spots = memory_spots(poll_ms=None)
    for _ in range(5):
        spots.put(2)
        spots.run(200)
        spots.driver.ask(SetLamps((Lamp.DARK, Lamp.REGISTERED) + (Lamp.DARK,) * 5), spots.now_ms)
        spots.take(2)
        spots.run(200)
        spots.driver.ask(SetLamps((Lamp.DARK,) * 7), spots.now_ms)
    assert not any(isinstance(seen, TroubleObserved) for seen in spots.seen)


def test_the_opening_test_leads_the_hand_by_the_lamp_and_tells_who_was_not_proven():
    spots = memory_spots(blink=False, poll_ms=None)
    spots.driver.prove(True, spots.now_ms)
    assert all(spots.lines.lit.values())
    for seat in range(1, 7):
        spots.put(seat)
        spots.run(200)
        spots.take(seat)
        spots.run(200)
    assert spots.driver.unproven == {7}
    spots.driver.prove(False, spots.now_ms)
    assert spots.run(0) == [TroubleObserved(Machine.CHIPS, "chip_unproven_7")]
    assert not any(spots.lines.lit.values())
    spots.put(7)
    spots.run(200)
    spots.take(7)
    assert spots.run(200) == [
        ChipObserved(7, covered=False),
        TroubleObserved(Machine.CHIPS, "chip_unproven_7", active=False),
    ]


def test_a_spot_covered_when_the_opening_test_begins_has_to_be_free_first():
    spots = memory_spots(blink=False, poll_ms=None)
    spots.put(1)
    spots.run(200)
    spots.driver.prove(True, spots.now_ms)
    assert not spots.lines.lit[1]
    for _ in range(2):
        spots.take(1)
        spots.run(200)
        spots.put(1)
        spots.run(200)
    assert 1 not in spots.driver.unproven


def test_an_opening_test_begun_anew_takes_its_troubles_back():
    spots = memory_spots(blink=False, poll_ms=None)
    spots.driver.prove(True, spots.now_ms)
    spots.driver.prove(False, spots.now_ms)
    assert len(spots.run(0)) == 7
    spots.driver.prove(True, spots.now_ms)
    ended = spots.run(0)
    assert [seen.active for seen in ended] == [False] * 7


def test_a_sensor_at_another_spot_is_settled_and_moves_nothing():
    lines = MemoryLines(others=("ante_3",))
    spots = Spots(lines, lines, poll_ms=None)
    lines.cover("ante_3", True)
    assert spots.run(400_000) == [SpotsObserved((SpotSense(Felt.ANTE, 3, True),))]
    assert spots.driver.others == {"ante_3": True}
    assert spots.driver.history("ante_3") == [(1_000_000, True)]


def test_a_further_sensor_on_the_pins_of_a_board_is_read_like_the_others():
    factory, sensors = mock_pins(SENSOR_PINS, {"ante_3": 14})
    lines = GpioLines(SENSOR_PINS, LAMP_PINS, factory, buzzer_pin=15, others={"ante_3": 14})
    spots = Spots(lines, sensors)
    sensors.cover("ante_3", True)
    spots.run(200)
    assert spots.driver.others == {"ante_3": True}
    spots.driver.sound(Sound.HIGH, spots.now_ms)
    assert factory.pin(15).state
    spots.driver.stop()
    factory.close()


def test_each_sensor_can_be_looked_at_one_by_one():
    spots = memory_spots(poll_ms=None)
    spots.put(4)
    spots.run(200)
    report = {one.spot: one for one in spots.driver.look()}
    assert (report[4].level, report[4].covered, report[4].edges, report[4].proven) == (True, True, 1, False)
    assert report[5].edges == 0
    assert spots.driver.history(4) == [(1_000_000, True)]


def test_all_lamps_are_lit_and_the_buzzer_ticks_when_the_lines_open():
    spots = memory_spots(test=True, blink=False, poll_ms=None)
    assert all(spots.lines.lit.values())
    assert spots.lines.sounding
    spots.run(125)
    assert not spots.lines.sounding
    spots.run(375)
    assert not any(spots.lines.lit.values())
    assert spots.driver.due_ms is None


def pulses(spots: Spots, for_ms: int) -> str:
    heard = ""
    for _ in range(for_ms // 125):
        spots.run(0)
        heard += "#" if spots.lines.sounding else "."
        spots.run(125)
    return heard


@pytest.mark.parametrize(
    ("sound", "heard"),
    [
        (Sound.TICK, "#" + "." * 47),
        (Sound.CHIME, "#.#.####" + "." * 40),
        (Sound.HIGH, "#.#.#" + "." * 43),
        (Sound.CRITICAL, ("#.#.#.....#.#" + "." * 27) + "#.#.#..."),
    ],
)
def test_each_sound_of_the_buzzer_has_its_pulses(sound, heard):
    spots = memory_spots(poll_ms=None)
    spots.driver.sound(sound, spots.now_ms)
    assert pulses(spots, 6_000) == heard
    spots.driver.sound(Sound.SILENT, spots.now_ms)
    assert not spots.lines.sounding


def test_raw_transitions_are_told_once_a_second_with_their_instants():
    spots = memory_spots()
    spots.put(3)
    spots.run(40)
    spots.take(3)
    spots.run(959)
    assert spots.moves == []
    spots.run(1)
    assert spots.moves == [(SensorMove(1_000_000, "3", True), SensorMove(1_000_040, "3", False))]
    spots.run(5_000)
    assert len(spots.moves) == 1


def test_a_sensor_that_never_stands_still_does_not_fill_the_journal():
    spots = memory_spots()
    for _ in range(1_000):
        spots.put(5)
        spots.run(1)
        spots.take(5)
        spots.run(1)
    spots.run(2_000)
    assert max(len(told) for told in spots.moves) == MOVES_TOLD_MAX
    assert len(spots.moves) <= 4
    assert len(spots.driver.history(5)) == 2_000
