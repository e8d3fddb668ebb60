"""A table at work behind its sockets, and the other end of a screen's socket."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game import views
from controller.game.events import Event
from controller.game.inputs import Role
from controller.game.state import Phase, TableState
from controller.screens import wire
from controller.screens.server import Screens
from controller.screens.unix_socket import Doors
from controller.table.pump import Call, Pump
from controller.table.table import Table
from tests.builders import facts
from tests.patience import PATIENCE_S


class Ledger:
    """A journal in memory, of which `before` entries are written."""

    def __init__(self, before: int) -> None:
        self.before = before
        self.events: list[Event] = []

    def append(self, events: Sequence[Event], at_ms: int) -> int:
        self.events += events
        return self.before + len(self.events)


class House:
    """A table at work on its own thread, its screens in `run_dir`; it stands as `state`, or is closed."""

    def __init__(
        self,
        run_dir: Path,
        *,
        required: bool = False,
        gid: int | None = None,
        state: TableState | None = None,
        **options: Any,
    ) -> None:
        self.run_dir = run_dir
        self.built: list[str] = []
        clock = SystemClock()
        counted = {role: self.counted(role) for role in wire.SCREEN_ROLES}
        self.screens = Screens(Doors(run_dir, lambda role: gid), counted, clock, **options)
        state = state or TableState(facts(display_required=required))
        ledger = Ledger(state.seq)
        self.table = Table(
            state,
            ledger,
            clock,
            show=self.screens.show,
            ask=lambda asked: self.pump.ask(asked),
        )
        self.pump = Pump(self.table, (), clock)
        self.thread = threading.Thread(target=self.pump.run)
        self.screens.open(self.pump.put, self.table.take)
        self.pump.start()
        self.thread.start()

    def counted(self, role: str) -> Callable[[TableState], dict[str, Any]]:
        build = {"dealer": views.console, "pit": views.pit, "jackpot": views.display}[role]

        def built(state: TableState) -> dict[str, Any]:
            self.built.append(role)
            return build(state)

        return built

    def do(self, *given: Any) -> None:
        """The inputs have had their effect."""
        for one in given:
            self.pump.put(one)
        self.wait()

    def wait(self) -> None:
        """Everything put in the inbox before has had its effect."""
        done = threading.Event()
        self.pump.put(Call(done.set))
        assert done.wait(PATIENCE_S)

    def open_table(self) -> None:
        self.do(i.OpenTable(), i.BadgeObserved("Chef 1", Role.CHEF), i.ConfirmOpening(), i.BadgeGone())
        assert self.table.state.phase is Phase.BETTING

    def close(self) -> None:
        self.pump.stop()
        self.thread.join(PATIENCE_S)
        self.screens.close()


class Glass:
    """The other end of a screen's socket."""

    def __init__(self, house: House, role: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE_S)
        self.socket.connect(str(house.run_dir / wire.socket_name(role)))
        self.file = self.socket.makefile("rb")
        self.asked = 0
        self.drawn: dict[str, Any] | None = None

    def say(self, data: bytes) -> None:
        self.socket.sendall(data)

    def tap(self, view: int, ask_id: str = "", **tap: object) -> str:
        self.asked += 1
        ask_id = ask_id or f"a{self.asked}"
        self.say(wire.ask_line(ask_id, view, tap))
        return ask_id

    def next(self, *kinds: str) -> dict[str, Any]:
        """The next message that has one of these keys; ticks and others are passed over."""
        while True:
            line = self.file.readline()
            assert line, "the table hung up"
            message: dict[str, Any] = json.loads(line)
            if any(kind in message for kind in kinds):
                return message

    def view_of(self, seq: int) -> dict[str, Any]:
        """The first view at or after this entry."""
        while True:
            message = self.next("view")
            if message["seq"] >= seq:
                return message["view"]

    def hung_up(self) -> bool:
        try:
            while self.file.readline():
                pass
        except ConnectionResetError:
            return True
        return True

    def close(self) -> None:
        self.file.close()
        self.socket.close()


def until(holds: Callable[[], bool]) -> None:
    """Wait for what another thread is about to do."""
    give_up = time.monotonic() + 2 * PATIENCE_S
    while not holds():
        assert time.monotonic() < give_up
        time.sleep(0.005)
