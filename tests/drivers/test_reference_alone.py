"""The reference device in C by itself: the bytes behind its own pty, and what a real driver hears of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from controller.clock import SystemClock
from controller.game.inputs import Health, Observation, ShownEmptyObserved, TroubleObserved
from drivers.lines.frame import Frame, FrameDecoder, encode_frame
from drivers.lines.links import SerialLink
from drivers.lines.messages import SCHEMA_SHA256, TEXT_MAX, Kind, pack, unpack
from drivers.recordings.desk import Desk
from drivers.shuffler import Recovery, Shuffler
from tests.drivers.reference_machine import OnItsPty, ReferenceMachine, compiled, sources
from tests.drivers.vectors import TABLE, TABLE_BOOT
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.slow

QUIET_S = 0.3
"""As long as a machine may wait with an answer, and a little."""
ACK_OF_A_STRANGER = encode_frame(Kind.ACK, 0, 0, TABLE_BOOT)

Open = Callable[..., OnItsPty]


@pytest.fixture
def opened() -> Iterator[Open]:
    made: list[OnItsPty] = []

    def make(*how: object) -> OnItsPty:
        made.append(OnItsPty(*how))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for one in made:
        one.close()


def hello(boot: int) -> bytes:
    values = {"call": 1, "heartbeat_ms": 250, "heard_boot": 0, **TABLE.as_fields(SCHEMA_SHA256)}
    return b"\0" + encode_frame(Kind.HELLO, 0, 0, boot, pack(Kind.HELLO, values))


def answer(machine: OnItsPty) -> Frame:
    """The first frame that it says from now on."""
    decoder, end_s = FrameDecoder(), time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        for frame in decoder.feed(machine.said()):
            return frame
        time.sleep(0.002)
    raise AssertionError("it says nothing")


def said_on_a_line_that_echoes(machine: OnItsPty, data: bytes) -> list[Frame]:
    """What it says to these bytes where it hears every word of its own too."""
    decoder, heard = FrameDecoder(), []
    machine.put(data)
    end_s = time.monotonic() + QUIET_S
    while time.monotonic() < end_s:
        said = machine.said()
        heard += decoder.feed(said)
        machine.put(said)
        time.sleep(0.002)
    return heard


@pytest.mark.parametrize("kind", ["shoe", "shuffler"])
def test_it_does_not_answer_its_own_words_on_a_line_that_echoes(opened: Open, kind: str) -> None:
    heard = said_on_a_line_that_echoes(opened(kind), ACK_OF_A_STRANGER)
    assert [frame.kind for frame in heard] == [Kind.HEARTBEAT]


def test_on_a_line_that_echoes_it_says_no_more_to_its_host_than_on_another(opened: Open) -> None:
    heard = said_on_a_line_that_echoes(opened("shoe"), hello(TABLE_BOOT))
    rhythm = (Kind.HEARTBEAT, Kind.SHOE_STATE)  # a state that nobody acknowledges is said every 80 ms
    assert [frame.kind for frame in heard if frame.kind not in rhythm] == [Kind.WELCOME]
    assert len(heard) < 10


def test_it_does_not_answer_a_hello_of_its_own_boot(opened: Open) -> None:
    shoe = opened("shoe")
    shoe.put(ACK_OF_A_STRANGER)
    own = answer(shoe).boot
    assert said_on_a_line_that_echoes(shoe, hello(own)) == []
    shoe.put(hello(own ^ 1))
    assert answer(shoe).kind == Kind.WELCOME


def test_it_does_not_answer_a_hello_of_boot_zero(opened: Open) -> None:
    shoe = opened("shoe")
    assert said_on_a_line_that_echoes(shoe, hello(0)) == []
    shoe.put(hello(TABLE_BOOT))
    assert answer(shoe).kind == Kind.WELCOME


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("x" * 31 + "é", "x" * 31),
        ("x" * 30 + "€uro", "x" * 30),
        ("x" * 29 + "🂡", "x" * 29),
        ("€" * 11, "€" * 10),
        ("x" * 30 + "é", "x" * 30 + "é"),
        ("x" * 30 + "éé", "x" * 30 + "é"),
        ("x" * 40, "x" * 32),
        ("Sabot n° 7", "Sabot n° 7"),
    ],
)
def test_a_text_that_is_too_long_is_cut_before_a_character(opened: Open, name: str, said: str) -> None:
    changed, old = sources(), '{"example", "shoe", "1.0", {0}}'
    assert changed["host_port.c"].count(old) == 1
    changed["host_port.c"] = changed["host_port.c"].replace(old, f'{{"{name}", "shoe", "{name}", {{0}}}}')
    shoe = opened("shoe", compiled(changed, "-fsanitize=address,undefined", "-fno-sanitize-recover=all"))
    shoe.put(hello(TABLE_BOOT))
    frame = answer(shoe)
    values = unpack(frame.kind, frame.payload)
    assert (values["name"], values["machine"], values["firmware"]) == (said, "shoe", said)
    assert len(values["name"].encode()) <= TEXT_MAX


class AtTheShuffler:
    """A shuffler in C, which a real driver meets once `meet` is called."""

    def __init__(self) -> None:
        self.machine = ReferenceMachine("shuffler")
        self.driver = Shuffler(SerialLink(self.machine.url), boot=TABLE_BOOT)
        self.seen: list[Observation] = []
        self._desk = Desk(self.driver, SystemClock())

    def meet(self) -> None:
        self._desk.start()
        self.until(lambda: self._desk.health is Health.UP and self.driver.state is not None)
        self._desk.run(300, self.seen.append)

    def until(self, done: Callable[[], bool]) -> None:
        self._desk.run(PATIENCE_S * 1_000, self.seen.append, until=done)
        assert done(), self.seen[-5:]

    def jams(self) -> list[tuple[str, bool]]:
        told = [(one.code, one.active) for one in self.seen if isinstance(one, TroubleObserved)]
        return [one for one in told if one[0].startswith("jam_")]

    def close(self) -> None:
        self._desk.stop()
        self.machine.close()


@pytest.fixture
def at_the_shuffler() -> Iterator[AtTheShuffler]:
    bench = AtTheShuffler()
    yield bench
    bench.close()


def test_a_jam_that_moves_ends_at_the_one_stage_before_it_begins_at_the_other(
    at_the_shuffler: AtTheShuffler,
) -> None:
    at_the_shuffler.meet()
    for command in ("jam 0", "jam 2", "jam 2", "jam 255"):
        at_the_shuffler.machine.do(command)
    at_the_shuffler.until(lambda: len(at_the_shuffler.jams()) >= 4)
    assert at_the_shuffler.jams() == [
        ("jam_feed", True),
        ("jam_feed", False),
        ("jam_count", True),
        ("jam_count", False),
    ]


def test_a_jam_and_a_showing_from_before_a_power_cut_are_not_told_after_it(
    at_the_shuffler: AtTheShuffler,
) -> None:
    """Nobody had heard of either: the table would take a machine as shown empty that may hold a deck."""
    machine = at_the_shuffler.machine
    for command in ("jam 2", "jam 255", "empty", "state 0 1 0 0 0 0 1", "power"):
        machine.do(command)
    at_the_shuffler.meet()
    driver = at_the_shuffler.driver
    assert driver.state is not None
    assert (driver.state.deck_in, driver.recovery) == ("red", Recovery.NOTHING)
    assert at_the_shuffler.jams() == []
    assert [one for one in at_the_shuffler.seen if isinstance(one, ShownEmptyObserved)] == []
    assert driver.shown_empty_ms is None


def test_a_jam_that_is_still_there_after_a_power_cut_is_told_by_the_sensors_of_now(
    at_the_shuffler: AtTheShuffler,
) -> None:
    machine = at_the_shuffler.machine
    for command in ("jam 0", "jam 3", "power"):
        machine.do(command)
    at_the_shuffler.meet()
    assert at_the_shuffler.jams() == [("jam_exit", True)]
    assert at_the_shuffler.driver.recovery is Recovery.OPEN_LID


def test_what_a_shuffler_saw_while_no_table_heard_it_is_told_as_long_as_it_has_power(
    at_the_shuffler: AtTheShuffler,
) -> None:
    for command in ("jam 2", "jam 255", "empty"):
        at_the_shuffler.machine.do(command)
    at_the_shuffler.meet()
    assert at_the_shuffler.jams() == [("jam_count", True), ("jam_count", False)]
    assert at_the_shuffler.driver.recovery is Recovery.WAIT_FOR_COUNT
