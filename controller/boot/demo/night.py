"""The tables of a demonstration as processes: started, watched, killed and started again, begun anew.

A table that dies by SIGKILL, or ends to take the settings that were approved, is started again at once, as
its service manager would. Another seed or a script begins the night anew in the same folder, so that every
screen finds its table again by itself.
"""

from __future__ import annotations

import json
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from controller.boot.demo.plan import AGAIN, EXIT_AGAIN, Plan, table_names, write_around
from controller.boot.demo.scripts import Scripts

READY_S: Final = 180.0
"""Four tables that start at once on a computer that does much else took more than a minute."""
ENDS_S: Final = 10.0
OF_A_TABLE: Final = ("left.pickle", "table.toml", "data")
OF_A_NIGHT: Final = (
    *("journals", "people.db*", "jackpot.book*", "house.db*"),
    *(f"UTH-*/{name}" for name in OF_A_TABLE),
)


class NightEnded(Exception):
    """A table could not begin, or stopped by itself; the text says why."""


@dataclass(slots=True)
class _Process:
    """One table, in the process that it has now."""

    table: str
    start: int = 0
    process: subprocess.Popen[str] | None = None
    ready: bool = False
    rounds: int = 0
    why: str = ""


@dataclass(slots=True)
class DemoNight:
    """The tables of one demonstration in `folder`.

    Attributes:
        shows: a display of this table is to be `up`, `gone` or `frozen`.
        begins: everything that reads the night's files is to let go of them, or may take them again.
        scripted: what came of the script, once it was played.
    """

    folder: Path
    plan: Plan
    scripts: Scripts
    shows: Callable[[str, str], None] = lambda table, state: None
    begins: Callable[[bool], None] = lambda there: None
    scripted: dict[str, Any] | None = None
    _tables: dict[str, _Process] = field(default_factory=dict)
    _heard: queue.SimpleQueue[tuple[str, int, dict[str, Any]]] = field(default_factory=queue.SimpleQueue)
    _display: dict[str, str] = field(default_factory=dict)

    def start(self) -> None:
        """Every table is at work; the first one makes what they share.

        Raises:
            NightEnded: a table cannot begin.
        """
        self._tables = {name: _Process(name) for name in table_names(self.plan.tables)}
        self._say_around()
        for number, one in enumerate(self._tables.values()):
            self._launch(one)
            if number == 0:
                self._until_ready()
        self._until_ready()

    def stop(self, *, again: bool = False) -> None:
        """No table is at work, and each has closed its journal; `again`: they are started again at once."""
        alive = [one.process for one in self._tables.values() if one.process is not None]
        for process in alive:
            process.send_signal(AGAIN if again else signal.SIGTERM)
        for process in alive:
            with suppress(subprocess.TimeoutExpired):
                process.wait(ENDS_S)
            if process.poll() is None:
                process.kill()
                process.wait()

    def tick(self) -> None:
        """What tables said and asked has been done, and those that were killed are started again.

        Raises:
            NightEnded: a table stopped by itself.
        """
        while True:
            try:
                name, start, message = self._heard.get_nowait()
            except queue.Empty:
                break
            one = self._tables.get(name)
            if one is not None and one.start == start:
                self._hear(one, message)
        for one in self._tables.values():
            code = one.process.poll() if one.process is not None else None
            if code in (-signal.SIGKILL, EXIT_AGAIN):
                self._launch(one)
                self._say_around()
            elif code is not None:
                time.sleep(0.2)  # its last line is on its way
                self._take_last(one)
                raise NightEnded(one.why or f"{one.table} ended with {code}")

    @property
    def rounds(self) -> int:
        """So many rounds are closed at every table."""
        return min(one.rounds for one in self._tables.values())

    # --- what tables say ------------------------------------------------------------------------------

    def _hear(self, one: _Process, message: dict[str, Any]) -> None:
        match message:
            case {"ready": True}:
                one.ready = True
            case {"rounds": rounds}:
                one.rounds = rounds
                if self.scripts.stands_at(message["round"]):
                    self._say_around()
            case {"script": came}:
                self.scripted = came
                follows = self.scripts.came(came)
                self._say_around()
                if follows:
                    self._again(self.plan.with_(script=follows))
            case {"refused": why} | {"halted": why}:
                one.why = why
            case {"ask": "display", "table": table, "state": state}:
                self._display[table] = state
                self.shows(table, state)
                self._say_around()
            case {"ask": "pace", "pace": pace}:
                self.plan = self.plan.with_(pace=pace)
            case {"ask": "seed", "seed": seed}:
                self.scripts.stop()
                self._again(self.plan.with_(seed=seed, script=""))
            case {"ask": "script", "name": name}:
                self._again(self.plan.with_(script=self.scripts.play(name)))

    def _take_last(self, one: _Process) -> None:
        while not self._heard.empty():
            name, start, message = self._heard.get()
            if name == one.table and start == one.start:
                self._hear(one, message)

    def _again(self, plan: Plan) -> None:
        """The night begins anew: nothing of the one before is left but the places of its sockets."""
        self.stop(again=True)
        self.begins(False)
        for pattern in OF_A_NIGHT:
            for path in self.folder.glob(pattern):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        self.plan, self._display = self.scripts.seeded(plan), {}
        for name in table_names(plan.tables):
            self.shows(name, "up")
        self.start()
        self.begins(True)

    # --- processes ------------------------------------------------------------------------------------

    def _launch(self, one: _Process) -> None:
        one.start += 1
        one.ready = False
        words = [str(self.folder), one.table, self.plan.text(), str(one.start)]
        command = [sys.executable, "-m", "controller.boot.demo.table", *words]
        one.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        lines = one.process.stdout
        assert lines is not None
        told = (lines, one.table, one.start)
        threading.Thread(target=self._listen, args=told, name="table", daemon=True).start()

    def _listen(self, lines: IO[str], table: str, start: int) -> None:
        with lines:
            for line in lines:
                with suppress(ValueError):
                    self._heard.put((table, start, json.loads(line)))

    def _until_ready(self) -> None:
        until_s = time.monotonic() + READY_S
        while not all(one.ready for one in self._tables.values() if one.process is not None):
            if time.monotonic() > until_s:
                raise NightEnded(f"no table after {READY_S:.0f} s: this computer has too much else to do")
            self.tick()
            time.sleep(0.05)

    def _say_around(self) -> None:
        restarts = {name: max(0, one.start - 1) for name, one in self._tables.items()}
        told = {"display": self._display, "restarts": restarts, "scripts": self.scripts.told}
        write_around(self.folder, told)
