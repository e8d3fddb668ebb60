"""A live table for tests: `tapis run` as a process, machines on ptys, a screen's end of a socket."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from click.testing import CliRunner

from controller.cli import main
from controller.clock import SystemClock
from controller.game.cards import DECK
from controller.screens import wire
from drivers.sim.ptys import PtyCarrier
from drivers.sim.shoe import ShoeTwin
from drivers.sim.shuffler import ShufflerTwin
from tests.patience import PATIENCE_S

TAPIS = [sys.executable, "-m", "controller.cli"]
WITH_CARDS = [sys.executable, "-m", "tests.shell.table_with_cards"]
DEALT = 5

SETTINGS = """\
[table]
id = "UTH-9"
profile = "fr-55-20-2021"
jackpot = "jackpot.toml"
data = "{folder}/data"
run = "{folder}/run"

[display]
required = false

[shoe]
driver = "open"
url = "{folder}/lines/shoe"

[shuffler]
driver = "open"
url = "{folder}/lines/shuffler"

[badges.chef-1]
person = "Chef 1"
role = "chef"
"""


def tapis(*words: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """The command has ended; what it printed."""
    return subprocess.run(
        [*TAPIS, *words],
        capture_output=True,
        text=True,
        env={**os.environ, **changes},
        timeout=PATIENCE_S,
        check=False,
    )


def typed(*words: str) -> subprocess.CompletedProcess[str]:
    """As `tapis`, within this process: for what needs no process of its own."""
    done = CliRunner().invoke(main, list(words), prog_name="tapis")
    return subprocess.CompletedProcess(words, done.exit_code, done.stdout, done.stderr)


def write_settings(folder: Path) -> Path:
    """A table.toml without chip sensors; everything of the table is in `folder`."""
    (folder / "lines").mkdir(exist_ok=True)
    path = folder / "table.toml"
    path.write_text(SETTINGS.format(folder=folder), encoding="utf-8")
    return path


class Machines:
    """A shoe and a shuffler on ptys, where the settings look for them."""

    def __init__(self, lines: Path) -> None:
        clock = SystemClock()
        self.shoe = PtyCarrier(ShoeTwin(boot=7), lines / "shoe", clock)
        shuffler = ShufflerTwin(Random(1), boot=8)
        self.shuffler = PtyCarrier(shuffler, lines / "shuffler", clock)
        self.shoe.act(lambda twin, now_ms: twin.load(DECK[DEALT:], now_ms))

    def close(self) -> None:
        self.shoe.close()
        self.shuffler.close()


class LiveTable:
    """One `tapis run`, watched through its dealer's socket; with `cards`, some can be put into its reader."""

    def __init__(self, settings: Path, *, cards: bool = False, **environment: str) -> None:
        self.socket_path = settings.parent / "run" / wire.socket_name("dealer")
        self.process = subprocess.Popen(
            [*(WITH_CARDS if cards else TAPIS), "run", "--settings", str(settings)],
            stdin=subprocess.PIPE if cards else None,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )
        try:
            self._socket = self._connected()
        except BaseException:  # not to be met by a test that has nothing to do with it
            self.process.kill()
            self.process.communicate()
            raise
        self._lines = self._socket.makefile("rb")
        self.view: dict[str, Any] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.hear()

    def _connected(self) -> socket.socket:
        late_s = time.monotonic() + PATIENCE_S
        while True:
            sock = socket.socket(socket.AF_UNIX)
            sock.settimeout(PATIENCE_S)
            try:
                sock.connect(str(self.socket_path))
                return sock
            except OSError:
                sock.close()
                assert self.process.poll() is None, self.process.communicate()[1]
                assert time.monotonic() < late_s, "the table does not serve its screens"
                time.sleep(0.02)

    def hear(self) -> dict[str, Any]:
        """The next view or answer was heard; the newest view."""
        while True:
            line = self._lines.readline()
            assert line, "the table hung up"
            said = json.loads(line)
            if "view" in said:
                self.view = said["view"]
                return self.view
            if "answer" in said:
                self.answers[said["answer"]] = said
                return self.view

    def until(self, what: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """A view was heard of which this holds."""
        late_s = time.monotonic() + PATIENCE_S
        while not what(self.view):
            assert time.monotonic() < late_s, f"never: {self.view}"
            self.hear()
        return self.view

    def tap(self, act: str, **arguments: object) -> dict[str, Any]:
        """The table's answer to the tap, which is formed on the newest view."""
        ask_id = f"{act}-{time.monotonic_ns()}"
        self._socket.sendall(wire.ask_line(ask_id, self.view["seq"], {"act": act, **arguments}))
        while ask_id not in self.answers:
            self.hear()
        return self.answers.pop(ask_id)

    def card(self, person: str, role: str) -> None:
        """The card of this person is in the reader, and the screen shows it."""
        assert self.process.stdin is not None, "the table has no reader"
        self.process.stdin.write(f"{person} {role}\n")
        self.process.stdin.flush()
        self.until(lambda view: (view["badge"] or {}).get("person") == person)

    def stop(self, how: signal.Signals) -> tuple[int, str]:
        """The process has ended by this signal; its exit code and what it said on stderr."""
        self.process.send_signal(how)
        _, said = self.process.communicate(timeout=PATIENCE_S)
        self.hang_up()
        return self.process.returncode, said

    def hang_up(self) -> None:
        """The socket of a process that has ended is closed."""
        self._lines.close()
        self._socket.close()
