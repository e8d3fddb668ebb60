"""Whatever bytes come to a door: the one who sent them is told or left, and the next one is served."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.clock import SystemClock
from controller.screens import wire
from controller.screens.panel import Panel
from controller.screens.unix_socket import Doors
from controller.screens.wire import WireError
from controller.witness.desk import WitnessDesk
from controller.witness.table_line import LineDown, TableLine
from tests.patience import PATIENCE_S
from tests.shell.line.served_table import House

NASTY = (
    b'{"id":"\\ud800","tap":{"act":"x"}}',
    b'{"id":"a","view":0,"tap":{"act":"\\udfff"}}',
    b'{"\\uD83D":1}',
    b'{"sessions":1' + b"0" * 5_000 + b"}",
    b'{"id":1e999}',
    b'{"id":NaN}',
    b"[" * 5_000,
    b'{"a":' * 2_000,
    b"\xff\xfe\x00",
    b"",
    b"null",
    b"true",
    b'""',
    b'{"shown":{"seq":"\\ud800"}}',
    b'{"card":{"number":"\\ud800"}}',
    b'{"nonce":["a"]}',
    b'{"nonce":{}}',
    b'{"rows":[[],{}]}',
    b'{"heads":[1,-1]}',
    b'{"frames":[]}',
)
VALUES = (
    None,
    True,
    -1,
    0,
    2**70,
    1.5,
    "",
    "a",
    "\ud800",
    "\x00",
    "é" * 70,
    [],
    [[]],
    {},
    {"act": []},
    ["a", 1],
)
NAMES = (
    "id",
    "view",
    "tap",
    "act",
    "shown",
    "card",
    "nonce",
    "screen",
    "frames",
    "round",
    "sessions",
    "rows",
    "ask",
)
ENDS = 24
"""Connections of each door that send garbage."""


def garbage(dice: Random) -> bytes:
    """A line that is no line of this wire, or just about."""
    if dice.random() < 0.5:
        return dice.choice(NASTY)
    said = {name: dice.choice(VALUES) for name in dice.sample(NAMES, dice.randint(0, 4))}
    line = bytearray(json.dumps(said).encode())
    for _ in range(dice.randint(0, 3)):
        line[dice.randrange(len(line))] = dice.randrange(256)
    return bytes(line)


@pytest.mark.parametrize("line", NASTY)
def test_a_line_is_a_message_that_can_be_said_again_or_a_wire_error(line: bytes) -> None:
    try:
        said = wire.decode(line)
    except WireError:
        return
    wire.encode({"said": said})


def test_what_is_read_of_any_line_can_be_said_again() -> None:
    dice = Random(11)
    for _ in range(3_000):
        try:
            said = wire.decode(garbage(dice))
        except WireError:
            continue
        wire.encode({"said": said})


@pytest.fixture
def doors(tmp_path: Path) -> Iterator[Mapping[str, Path]]:
    """Every kind of door with a table behind it, by its role."""
    with ExitStack() as exits:
        (tmp_path / "journals").mkdir()
        house = House(tmp_path)
        exits.callback(house.close)
        desk = WitnessDesk(tmp_path / "journals", "UTH-9", Doors(tmp_path))
        desk.open()
        exits.callback(desk.close)
        panel = Panel(Doors(tmp_path), lambda: {"seq": 1}, lambda tap: None, lambda run: run(), SystemClock())
        panel.open()
        exits.callback(panel.close)
        yield {role: tmp_path / f"{role}.sock" for role in (*wire.SCREEN_ROLES, "witness", "simulator")}


def answered(role: str, path: Path) -> dict[str, Any]:
    """What somebody who knows how to ask is told."""
    with TableLine.to_socket(path) as line:
        return line.ask({"sessions": 1}) if role == "witness" else line.hear()


@pytest.mark.parametrize("role", [*wire.SCREEN_ROLES, "witness", "simulator"])
def test_no_bytes_end_a_door_or_its_thread(doors: Mapping[str, Path], role: str) -> None:
    dice, threads = Random(f"bytes of {role}"), {one.name for one in threading.enumerate()}
    for _ in range(ENDS):
        with socket.socket(socket.AF_UNIX) as line, suppress(OSError):
            line.settimeout(PATIENCE_S)
            line.connect(str(doors[role]))
            line.sendall(b"\n".join(garbage(dice) for _ in range(dice.randint(1, 4))) + b"\n")
    assert {"view", "sessions"} & answered(role, doors[role]).keys()
    assert threads <= {one.name for one in threading.enumerate()}


@pytest.mark.parametrize("line", NASTY)
def test_no_line_of_a_table_ends_who_listens_to_it(tmp_path: Path, line: bytes) -> None:
    """A witness asks tables that their owner may have changed."""
    with Speaker(tmp_path, line) as path, TableLine.to_socket(path) as heard, suppress(LineDown):
        heard.hear()


class Speaker:
    """A table that says this line to whoever comes."""

    def __init__(self, folder: Path, line: bytes) -> None:
        self._listener = Doors(folder).of("witness")
        self._listener.listener.setblocking(True)
        self._line = line
        self._thread = threading.Thread(target=self._say)

    def _say(self) -> None:
        with self._listener.listener.accept()[0] as visitor:
            visitor.sendall(self._line + b"\n")

    def __enter__(self) -> Path:
        self._thread.start()
        return self._listener.path

    def __exit__(self, *_: object) -> None:
        self._thread.join(PATIENCE_S)
        self._listener.close()
