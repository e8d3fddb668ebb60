"""A jackpot, its tables on machines of their own, and what befalls both.

Each table has a wire of its own to the server. A machine is a process; so is all of the server. What befalls
them is drawn by dice, one after another, and ends before the history does.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final, Self

from tests.link.histories.operations import Operation, operations_in
from tests.link_proxy import Proxy
from tests.private_postgres import PrivateServer

ROOT: Final = Path(__file__).parents[3]
WAIT_S: Final = 0.6
"""So long a table waits for an answer here: less than in the house, so that it gives up more often."""
MACHINES: Final = 2
END_S: Final = 90.0


def processes_of(server: PrivateServer) -> list[int]:
    """The server's first process and all that it has begun."""
    first = int((server.data / "postmaster.pid").read_text(encoding="utf-8").split()[0])
    found = [first]
    for place in Path("/proc").iterdir():
        if place.name.isdecimal():
            with contextlib.suppress(OSError):
                if int((place / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1]) == first:
                    found.append(int(place.name))
    return found


def signal_all(server: PrivateServer, what: signal.Signals) -> None:
    """Every process of the server gets it at once: to stop, to go on, to die.

    The first is stopped before the others are counted, so that it begins no more.
    """
    _stand_first(server)
    for process in processes_of(server)[::-1]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, what)


def _stand_first(server: PrivateServer) -> None:
    first = processes_of(server)[0]
    os.kill(first, signal.SIGSTOP)
    while _state(first) not in "TZX":
        time.sleep(0.001)


def kill(server: PrivateServer) -> None:
    """kill -9 of the whole server; it is gone when this returns."""
    _stand_first(server)
    found = processes_of(server)
    signal_all(server, signal.SIGKILL)
    while any(_state(process) not in "ZX" for process in found):
        time.sleep(0.005)
    # One that nobody buries has a number still, and a new server would take it for one that runs.
    (server.data / "postmaster.pid").unlink()
    (server.folder / f".s.PGSQL.{server.port}.lock").unlink()


def _state(process: int) -> str:
    """One letter of the kernel's: T stands, Z and X are gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return "X"


class Arena:
    """Tables at one book; `befell` counts what befell them.

    The tables play from the entering to the leaving of the block, which ends when all has come to its end.
    """

    def __init__(self, server: PrivateServer, database: str, tables: int, seed: str) -> None:
        self.server, self.database = server, database
        self.dice = Random(f"arena {seed}")
        self.folder = Path(tempfile.mkdtemp(prefix="tapis-histories-"))
        self.befell: Counter[str] = Counter()
        self.proxies = [Proxy(server.port) for _ in range(tables)]
        urls = [[f"T{n}", server.url(database, port=proxy.port)] for n, proxy in enumerate(self.proxies, 1)]
        self._machines: dict[int, subprocess.Popen[bytes]] = {}
        plan = {"seed": seed, "wait_s": WAIT_S, "machines": [urls[n::MACHINES] for n in range(MACHINES)]}
        (self.folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")

    def __enter__(self) -> Self:
        for number in range(MACHINES):
            self._begin(number)
        logs = [self.folder / f"T{n}.jsonl" for n in range(1, len(self.proxies) + 1)]
        while not all(log.exists() and log.stat().st_size for log in logs):
            assert all(one.poll() is None for one in self._machines.values()), "a machine did not begin"
            time.sleep(0.05)
        return self

    def __exit__(self, *trace: object) -> None:
        for machine in self._machines.values():
            machine.kill()
            machine.wait()
        for proxy in self.proxies:
            proxy.__exit__()
        shutil.rmtree(self.folder)

    def _begin(self, number: int) -> None:
        words = [sys.executable, "-m", "tests.link.histories.tables", str(self.folder), str(number)]
        with (self.folder / f"machine-{number}.log").open("ab") as log:
            self._machines[number] = subprocess.Popen(words, cwd=ROOT, stdout=log, stderr=log)

    def end(self) -> list[Operation]:
        """All has come to its end; every operation of the history.

        Raises:
            AssertionError: a machine did not end well.
        """
        (self.folder / "stop").touch()
        for number, machine in self._machines.items():
            code = machine.wait(END_S)
            log = (self.folder / f"machine-{number}.log").read_text(encoding="utf-8")
            assert code == 0, f"machine {number} ended with {code}: {log[-2000:]}"
        return [one for path in sorted(self.folder.glob("*.jsonl")) for one in operations_in(path)]

    # --- what befalls ----------------------------------------------------------------------------

    def befalls(self, lasts_s: float, kinds: tuple[str, ...] = ()) -> None:
        """One thing after another for so long, drawn from `kinds` or from all."""
        end_s = time.monotonic() + lasts_s
        known = kinds or tuple(FAULTS)
        while time.monotonic() < end_s:
            name = self.dice.choice(known)
            self.befell[name] += 1
            FAULTS[name](self)
            time.sleep(0.05 + 0.1 * self.dice.random())

    def some(self) -> list[Proxy]:
        return self.dice.sample(self.proxies, self.dice.randint(1, len(self.proxies)))

    def while_(self, shortest_s: float, longest_s: float) -> None:
        time.sleep(shortest_s + (longest_s - shortest_s) * self.dice.random())


def _cuts(arena: Arena) -> None:
    """Wires are cut between a commit and its acknowledgement, or before the request arrives."""
    for proxy in arena.some():
        if arena.dice.random() < 0.8:
            proxy.arm(answers_left=arena.dice.randrange(5))
        else:
            proxy.arm(requests_left=0)
    arena.while_(0.1, 0.3)


def _partition(arena: Arena) -> None:
    """Some tables are cut off: their wires fall silent, or are cut and refused."""
    cut_off = arena.some()
    silent = arena.dice.random() < 0.5
    for proxy in cut_off:
        proxy.silent, proxy.refusing = silent, not silent
        if not silent:
            proxy.cut()
    arena.while_(0.2, 1.0)
    for proxy in cut_off:
        proxy.silent = proxy.refusing = False


def _held_back(arena: Arena) -> None:
    """Everything on some wires comes late, also what the table has given up waiting for."""
    slow = arena.some()
    for proxy in slow:
        proxy.delay_s = 0.9 * arena.dice.random() ** 2
    arena.while_(0.2, 1.0)
    for proxy in slow:
        proxy.delay_s = 0.0


def _server_stands(arena: Arena) -> None:
    """All of the server's processes are stopped, and go on later."""
    signal_all(arena.server, signal.SIGSTOP)
    arena.while_(0.2, 1.0)
    signal_all(arena.server, signal.SIGCONT)


def _server_dies(arena: Arena) -> None:
    """kill -9 of the server, which is started again."""
    kill(arena.server)
    arena.while_(0.0, 0.2)
    arena.server.start()


def _machine_stands(arena: Arena) -> None:
    """A machine is stopped with its tables, and goes on later."""
    machine = arena._machines[arena.dice.randrange(MACHINES)]
    machine.send_signal(signal.SIGSTOP)
    arena.while_(0.2, 1.0)
    machine.send_signal(signal.SIGCONT)


def _machine_dies(arena: Arena) -> None:
    """kill -9 of a machine, which is started again."""
    number = arena.dice.randrange(MACHINES)
    arena._machines[number].kill()
    arena._machines[number].wait()
    arena._begin(number)
    arena.while_(0.2, 0.5)


FAULTS: Final[dict[str, Callable[[Arena], None]]] = {
    "cut": _cuts,
    "partition": _partition,
    "held back": _held_back,
    "server stands": _server_stands,
    "server dies": _server_dies,
    "machine stands": _machine_stands,
    "machine dies": _machine_dies,
}


# --- two servers ---------------------------------------------------------------------------------

STANDBY: Final = "b"


@contextmanager
def standby_of(primary: PrivateServer, wire: Proxy) -> Iterator[PrivateServer]:
    """A server that follows the primary over the wire."""

    def copied(data: Path) -> None:
        for place in data.iterdir():
            shutil.rmtree(place) if place.is_dir() else place.unlink()
        words = [str(primary._bin / "pg_basebackup"), "-D", str(data), "-R", "-X", "stream", "-c", "fast"]
        words += ["-d", f"host=127.0.0.1 port={wire.port} user=casino sslmode=disable"]
        subprocess.run(words, check=True, capture_output=True, **primary._as)

    settings = {"cluster_name": STANDBY, "wal_retrieve_retry_interval": "100ms", "hot_standby": "on"}
    standby = PrivateServer(settings, copied)
    try:
        with primary.connect() as keeper:
            end_s = time.monotonic() + 30
            while not keeper.execute(
                "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'"
            ).fetchone():
                assert time.monotonic() < end_s, "the standby does not follow"
                time.sleep(0.05)
        yield standby
    finally:
        with contextlib.suppress(RuntimeError):
            standby.start()  # one that was killed is stopped as one that runs
        standby.remove()


def acknowledges_with_standby(primary: PrivateServer) -> None:
    """From now on an act is acknowledged when the standby has it."""
    with primary.connect() as keeper:
        keeper.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{STANDBY}'".encode())
        keeper.execute("SELECT pg_reload_conf()")
        while keeper.execute("SHOW synchronous_standby_names").fetchone() != (STANDBY,):
            time.sleep(0.02)
        while not keeper.execute("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'").fetchone():
            time.sleep(0.02)
