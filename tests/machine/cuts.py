"""The power is cut while the table writes, many times; each time it comes back, and everything is looked at.

The people of the table play over its sockets; the cut is the hypervisor killed, with a disk that is written
through, at a moment that nobody chose: somewhere in the play, half of the times within the tenth of a second
after an act was sent, where the table writes. The disk is kept from one cut to the next, as that of a machine
is.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from tests.machine.evening import Evening, standing
from tests.machine.hearers import Console, Display, Row, Witness
from tests.machine.ledger import VERIFIERS, Acknowledged, Found, audited
from tests.machine.seen import NotSeen, Tap, View

PLAY_S = (2.0, 14.0)
"""How long the people play before the cut: these seconds, drawn evenly."""
WITHIN_S = 0.15
"""A cut in mid-act comes within so long after the act was sent."""


class Machine(Protocol):
    """What the cuts need of the box: power, lines, commands of the table's user, and the machines' power."""

    def boot(self) -> None:
        """The power is on and the table serves its sockets."""
        ...

    def kill(self) -> None:
        """The hypervisor is killed, at this instant."""
        ...

    def cut(self) -> None:
        """It is gone, with all that hung on it."""
        ...

    def console(self) -> Console:
        """A line of the dealer's socket."""
        ...

    def display(self) -> Display:
        """A line of the display's socket."""
        ...

    def witness(self) -> Witness:
        """A line of the witness's socket, which has been told nothing."""
        ...

    def typed(self, command: str) -> tuple[int, str]:
        """The exit code and the words of a command of the table's user."""
        ...

    def restart_machines(self, rng: Random) -> None:
        """Shoe and shuffler lost their power too."""
        ...


@dataclass
class Cut:
    """One cut and what was found after it."""

    number: int
    where: str
    in_flight: bool
    found: Found
    commands: dict[str, int]
    seconds: float

    @property
    def well(self) -> bool:
        """Nothing is lost, doubled or moved, and both verifiers are content."""
        return self.found.well and not any(self.commands.values())


@dataclass
class Cuts:
    """All cuts of a run."""

    done: list[Cut] = field(default_factory=list)

    def told(self) -> dict[str, Any]:
        """The figures."""
        return {
            "cuts": len(self.done),
            "lost": sum(len(cut.found.lost) for cut in self.done),
            "doubled": sum(len(cut.found.doubled) for cut in self.done),
            "moved": sum(len(cut.found.moved) for cut in self.done),
            "in_mid_act": sum(cut.in_flight for cut in self.done),
            "durable_but_not_told": sum(bool(cut.found.unshown) for cut in self.done),
            "verifiers_refused": sum(any(cut.commands.values()) for cut in self.done),
            "seconds_each": round(sum(cut.seconds for cut in self.done) / max(1, len(self.done)), 1),
        }


class Player:
    """The people at lines that end with each cut and are made anew."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.console: Console | None = None
        self.display: Display | None = None
        self.witness: Witness | None = None
        self.sent = threading.Event()

    def connect(self, patience_s: float = 120) -> View:
        """The lines are there, and the console has a view."""
        self.console = self._machine.console()
        self.display = self._machine.display()
        return self.console.until(lambda view: bool(view), patience_s, "the table tells its console nothing")

    def hang_up(self) -> None:
        """Nobody hears the table any more."""
        for end in (self.console, self.display, self.witness):
            if end is not None:
                end.close()
        self.console = self.display = self.witness = None

    def look(self) -> View:
        """The newest view."""
        assert self.console is not None
        return self.console.view

    def press(self, tap: Tap) -> object | None:
        """The act is sent; what was answered."""
        assert self.console is not None
        if self.console.over:
            raise PowerGone
        self.sent.set()
        return self.console.tap(tap)

    def pause(self, ms: int) -> None:
        """So long; shorter where the line ends."""
        assert self.console is not None
        with self.console.changed:
            self.console.changed.wait_for(lambda: self.console is None or self.console.over, ms / 1000)
        if self.console.over:
            raise PowerGone


class PowerGone(Exception):
    """The line to the table has ended."""


def cut_many(
    machine: Machine,
    player: Player,
    people: Evening,
    count: int,
    rng: Random,
    say: Callable[[str], None],
) -> Cuts:
    """So many cuts; the machine is up and the table open before, and up with the same table afterwards."""
    cuts = Cuts()
    for number in range(1, count + 1):
        began_s = time.monotonic()
        before = _cut_in_play(machine, player, people, rng)
        machine.cut()
        where = standing(before.view)
        if rng.randrange(3) == 0:
            machine.restart_machines(rng)
        machine.boot()
        view = player.connect()
        rows = whole(machine, player)
        commands = {command: machine.typed(command)[0] for command in VERIFIERS}
        found = audited(before, rows, view)
        cuts.done.append(Cut(number, where, before.in_flight, found, commands, time.monotonic() - began_s))
        say(_line(cuts.done[-1], view, count))
    return cuts


def _cut_in_play(machine: Machine, player: Player, people: Evening, rng: Random) -> Acknowledged:
    """The people play, and the power goes; what had been acknowledged until then."""
    assert player.console is not None
    assert player.witness is not None
    console, witness = player.console, player.witness
    play_s, mid_act = rng.uniform(*PLAY_S), bool(rng.randrange(2))
    lag_s = rng.uniform(0, WITHIN_S)

    def cut() -> None:
        time.sleep(play_s)
        if mid_act:
            player.sent.clear()
            player.sent.wait(20)
            time.sleep(lag_s)
        machine.kill()

    cutter = threading.Thread(target=cut, name="power")
    cutter.start()
    with contextlib.suppress(PowerGone):
        people.until(lambda view: console.over, play_s + 120, "the power was not cut")
    cutter.join()
    for end in (console, witness):
        with end.changed:
            end.changed.wait_for(lambda end=end: end.over, 20)
    before = Acknowledged(witness.rows, console.view, tuple(console.taps))
    player.hang_up()
    return before


def whole(machine: Machine, player: Player, patience_s: float = 120) -> dict[int, dict[int, Row]]:
    """Every entry of every session that the table has now, told to a new witness, who stays."""
    late_s = time.monotonic() + patience_s
    while True:
        try:
            player.witness = machine.witness()
            player.witness.caught_up(30)
            return {session: dict(rows) for session, rows in player.witness.rows.items()}
        except NotSeen:
            player.witness.close()
            if time.monotonic() > late_s:
                raise


def _line(cut: Cut, view: View, count: int) -> str:
    said = (
        "well" if cut.well else f"LOST {cut.found.lost} DOUBLED {cut.found.doubled} MOVED {cut.found.moved}"
    )
    act = " in mid-act" if cut.in_flight else ""
    failed = "".join(f"; exit {code} of {name}" for name, code in cut.commands.items() if code)
    where = f"cut {cut.number:2}/{count}{act} at {cut.where} -> {standing(view)}"
    return f"{where}: {said}{failed} ({cut.seconds:.0f} s)"
