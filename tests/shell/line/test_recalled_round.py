"""A console asks its table for a closed round by its number, over the real socket."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from controller.screens import wire
from tests.shell.line.served_table import Glass, House


@pytest.fixture
def exits() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def glass(exits: ExitStack, tmp_path: Path, role: str) -> Glass:
    house = House(tmp_path)
    exits.callback(house.close)
    made = Glass(house, role)
    exits.callback(made.close)
    made.next("view")
    return made


def test_the_console_is_answered_even_when_there_is_no_such_round(exits: ExitStack, tmp_path: Path) -> None:
    console = glass(exits, tmp_path, "dealer")
    console.say(wire.round_asked_line(27))
    assert console.next("round", "dropped") == {"round": 27, "past": None}


@pytest.mark.parametrize("role", ["pit", "jackpot"])
def test_no_other_screen_is_told_a_round(exits: ExitStack, tmp_path: Path, role: str) -> None:
    other = glass(exits, tmp_path, role)
    other.say(wire.round_asked_line(27))
    assert other.next("round", "dropped").get("round") is None


@pytest.mark.parametrize(
    "line", [b'{"round":0}\n', b'{"round":-1}\n', b'{"round":"27"}\n', b'{"round":1e3}\n']
)
def test_what_is_no_number_of_a_round_is_garbage(exits: ExitStack, tmp_path: Path, line: bytes) -> None:
    console = glass(exits, tmp_path, "dealer")
    console.say(line)
    assert console.next("round", "dropped")["dropped"]
