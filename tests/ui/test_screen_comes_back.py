"""A console killed, hung or ended at any moment is started again, and shows what the table says."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.builders import Felt
from tests.long import long
from tests.patience import PATIENCE_S
from tests.ui.people_states import dealer_shown
from tests.ui.states import STATES
from tests.ui.supervised import Supervised, of_the_unit
from tests.ui.test_client import House

pytestmark = pytest.mark.slow
Room = Callable[[str], tuple[House, Supervised]]
BUSY = 10
"""A machine that runs other tests beside this one is so much slower than a table."""
WAYS = {"killed": signal.SIGKILL, "hung": signal.SIGSTOP, "ended": signal.SIGTERM}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table in that state, and its console."""
    closing: list[Callable[[], None]] = []

    def make(name: str) -> tuple[House, Supervised]:
        felt: Felt = dealer_shown() if name == "pin" else STATES[name]()
        house = House(tmp_path, felt.state)
        words = "dealer", "--socket", str(tmp_path / "dealer.sock"), "--reduced-motion"
        screen = Supervised(tmp_path, *words, patience=BUSY)
        closing.extend((screen.close, house.close))
        return house, screen

    yield make
    for close in closing:
        close()


def stands(screen: Supervised) -> None:
    """The table is shown: its words stand on the glass."""
    until(lambda: screen.shown("table").get("table"))


def until(holds: Callable[[], object]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end_s
        time.sleep(0.02)


def do(screen: Supervised, *lines: str) -> None:
    for line in lines:
        until(lambda line=line: screen.say(line) == "done")  # type: ignore[misc]


@pytest.mark.parametrize("way", ["killed", long("hung"), "ended"])
@pytest.mark.parametrize("name", ["preflop", long("settling"), long("held"), long("royal_amount_to_read")])
def test_a_console_that_ended_or_hangs_is_the_same_picture_again(
    room: Room, tmp_path: Path, name: str, way: str
) -> None:
    house, screen = room(name)
    stands(screen)
    before, seq = screen.still(tmp_path / "before.png"), house.table.state.seq
    screen.signal(WAYS[way])
    screen.right_again(before, tmp_path / "after.png", starts=1)
    assert house.table.state.seq == seq, "nothing was asked of the table"


@pytest.mark.long
def test_a_loop_that_never_returns_is_a_console_that_hangs(room: Room, tmp_path: Path) -> None:
    _, screen = room("preflop")
    stands(screen)
    before = screen.still(tmp_path / "before.png")
    screen.say("hang")
    screen.right_again(before, tmp_path / "after.png", starts=1)


def test_a_finger_that_was_down_when_the_console_died_does_nothing_when_it_lifts(
    room: Room, tmp_path: Path
) -> None:
    house, screen = room("preflop")
    stands(screen)
    before, seq = screen.still(tmp_path / "before.png"), house.table.state.seq
    do(screen, "press 1690 958")
    screen.signal(signal.SIGKILL)
    screen.right_again(before, tmp_path / "after.png", starts=1)
    do(screen, "release 1690 958")
    screen.picture(tmp_path / "after.png")
    assert house.table.state.seq == seq


def test_digits_of_a_pin_that_were_typed_are_gone(room: Room, tmp_path: Path) -> None:
    _, screen = room("pin")
    stands(screen)
    do(screen, *(f'tap {{"act": "local.pin_digit", "digit": "{digit}"}}' for digit in "123"))
    assert screen.shown("sheet")["sheet"]["field"]["dots"] == 3
    screen.signal(signal.SIGKILL)
    until(lambda: screen.starts >= 2 and screen.shown("sheet").get("sheet"))
    assert screen.shown("sheet")["sheet"]["field"]["dots"] == 0


@pytest.mark.long
def test_a_sheet_that_was_open_gives_way_to_the_seats(room: Room, tmp_path: Path) -> None:
    _, screen = room("preflop")
    stands(screen)
    before = screen.still(tmp_path / "before.png")
    do(screen, 'tap {"act": "local.sheet", "sheet": "incident"}')
    screen.signal(signal.SIGKILL)
    screen.right_again(before, tmp_path / "after.png", starts=1)


def test_the_unit_leaves_time_for_a_start_within_two_seconds() -> None:
    assert of_the_unit("WatchdogSec") + of_the_unit("RestartSec") <= 1.4
