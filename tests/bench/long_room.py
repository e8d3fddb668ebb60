"""`python -m tests.bench.long_room [MINUTES]`: a room at work for long, and whether anything of it grows.

Forty tables at twenty times the speed on the pit's screen, all its pages visited, keys touched at random,
tables that fall silent and come back, alarms and calls that come and go. Behind it the house's service, over
the mirror that a witness keeps of one more table, which plays night after night through real drivers, core,
journal and book, as fast as it can. Each is a process; what they hold in memory is told every half minute.
It fails when one grows: by more than `GROWTH_MB` an hour after the first minutes, in which caches fill, or by
more than `FILES_MORE` files that are open. The house may hold `ROUND_KB` more for each round that the table
has played, the registers of the day that are asked for: at this speed a day of a hundred tables.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

from controller.journal.keys import simulated_keys
from controller.journal.witness import WitnessStore
from tests.bench.memory import open_files, rss_mb
from tests.bench.room import TABLES, Street

SAMPLE_S: Final = 30.0
SETTLED_SHARE: Final = 0.35
"""Before so much of the time has passed nothing is judged: stores are read, caches fill."""
JUDGED_MIN: Final = 10
"""In less time nothing settles."""
GROWTH_MB: Final = 24.0
ROUND_KB: Final = 2.0
WAL_MB: Final = 16.0
FILES_MORE: Final = 6
"""So many tables may be silent at once, each a socket less."""
SEED: Final = 20
TABLE: Final = "UTH-1"
READY_S: Final = 120
COMPLAINTS: Final = ("a view that cannot be read", "REFUSED")
"""How a screen begins that refuses a view, and a witness that refuses what the table tells."""


class Evening(Street):
    """The street, whose tables fall silent, call and alarm as they do in a room."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._silent: dict[int, float] = {}

    def happen(self, dice: Random, number: int) -> None:
        """Something happens: an alarm, a call, a table falls silent for some seconds, or comes back."""
        now_s = time.monotonic()
        for table in [one for one, until_s in self._silent.items() if until_s <= now_s]:
            del self._silent[table]
            self._couriers[table] = self._courier(table)
        table = dice.randrange(TABLES)
        match dice.randrange(4):
            case 0 if table not in self._silent and len(self._silent) < 6:
                self._couriers[table].close()
                self._silent[table] = now_s + dice.uniform(1, 20)
            case 1:
                self.calls[table] = now_s + dice.uniform(2, 15)
            case _:
                self.raise_alarm(table, number)


class Watched:
    """One process of the room, its samples of memory in MB and of open files, both by the second."""

    def __init__(
        self, name: str, words: list[str], cwd: Path, extra: Callable[[], float] = lambda: 0.0
    ) -> None:
        self.name, self.extra = name, extra
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            text=True,
        )
        self.said: list[str] = []
        self.refused = ""
        self.samples: list[tuple[float, float]] = []
        self.files: list[tuple[float, float]] = []
        self.beside_mb = 0.0
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._hear_complaints, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said = [*self.said[-20:], line.rstrip("\n")]

    def _hear_complaints(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            sys.stderr.write(line)
            if line.startswith(COMPLAINTS):
                self.refused = self.refused or line.strip()

    def sample(self, at_s: float) -> float:
        """What it holds now.

        Raises:
            AssertionError: it has ended, or refused what it was told: what is not kept cannot make it grow.
        """
        assert not self.refused, f"{self.name}: {self.refused}"
        assert self.process.poll() is None, f"{self.name} ended: {self.said}"
        self.samples.append((at_s, rss_mb(self.process.pid)))
        self.files.append((at_s, open_files(self.process.pid)))
        self.beside_mb = max(self.beside_mb, self.extra())
        return self.samples[-1][1]

    def an_hour_mb(self, from_s: float) -> float:
        """How much it grows in an hour, by the line through its samples since then."""
        return 3600 * slope([one for one in self.samples if one[0] >= from_s])

    def files_since(self, from_s: float) -> list[float]:
        """How many files it had open, sample by sample since then."""
        return [count for at_s, count in self.files if at_s >= from_s]

    def end(self) -> None:
        """It is over."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def slope(samples: list[tuple[float, float]]) -> float:
    """The slope of the line through these points, by least squares."""
    if len(samples) < 2:
        return 0.0
    mean_x = sum(x for x, _ in samples) / len(samples)
    mean_y = sum(y for _, y in samples) / len(samples)
    spread = sum((x - mean_x) ** 2 for x, _ in samples)
    return sum((x - mean_x) * (y - mean_y) for x, y in samples) / spread


def more_of(counts: list[float]) -> float:
    """How much more the last third of these is than the first, by the middle of each.

    Raises:
        AssertionError: they are too few.
    """
    third = len(counts) // 3
    assert third >= 2, f"{len(counts)} samples tell nothing"
    return median(counts[-third:]) - median(counts[:third])


@contextmanager
def room(folder: Path) -> Iterator[tuple[Evening, dict[str, Watched]]]:
    """Everything of the room runs, until it is left."""
    street_dir, run, mirror = folder / "street", folder / "run", folder / "mirror"
    for one in (street_dir, run, mirror):
        one.mkdir()
    heads = folder / "heads.txt"
    WitnessStore(heads).trust(TABLE, simulated_keys(SEED, TABLE).signer.key)
    house = ["controller.cli", "house", "serve", str(mirror), "--store", str(folder / "house.db")]
    pull = ["controller.cli", "witness", "pull", str(heads), "--journals", str(mirror), "--lang", "en"]
    with ExitStack() as stack:
        street = Evening(street_dir)
        stack.callback(street.close)
        street.play()

        def begin(name: str, words: list[str], extra: Callable[[], float] = lambda: 0.0) -> Watched:
            made = Watched(name, words, folder, extra)
            stack.callback(made.end)
            return made

        def logs(place: Path) -> Callable[[], float]:
            return lambda: sum(one.stat().st_size for one in place.glob("*-wal")) / 1e6

        processes = {}
        table = begin("table", ["tests.bench.long_table", str(folder), str(SEED)], logs(folder / "journals"))
        wait(lambda: (folder / "table" / "witness.sock").is_socket(), "the table's desk")
        witness = begin("witness", [*pull, "--from", str(folder / "table"), "--every", "2"], logs(mirror))
        memory = begin("house", [*house, "--run", str(run), "--witness", str(heads)], logs(folder))
        wait(lambda: (run / "house.sock").is_socket(), "the house")
        words = ["tests.bench.long_screen", str(run / "house.sock"), *map(str, street.sockets)]
        screen = begin("screen", words)
        wait(lambda: "ready" in screen.said, "the screen")
        processes |= {one.name: one for one in (screen, memory, witness, table)}
        yield street, processes


def wait(until: Callable[[], bool], what: str) -> None:
    """It is so.

    Raises:
        AssertionError: it never was.
    """
    late_s = time.monotonic() + READY_S
    while not until():
        assert time.monotonic() < late_s, f"{what} never came"
        time.sleep(0.1)


def play(minutes: float) -> dict[str, Any]:
    """The room has run for so long; what each process held, and how much it grows in an hour."""
    dice, number = Random(SEED), 900_000
    with tempfile.TemporaryDirectory(prefix="tapis-room-") as name, room(Path(name)) as (street, processes):
        begun_s = time.monotonic()
        due_s = 0.0
        while (at_s := time.monotonic() - begun_s) < 60 * minutes:
            number += 1
            street.happen(dice, number)
            if at_s >= due_s:
                due_s += SAMPLE_S
                held = {one.name: round(one.sample(at_s), 1) for one in processes.values()}
                told = processes["table"].said[-1:] + processes["screen"].said[-1:]
                sys.stdout.write(f"{at_s / 60:5.1f} min  {held}  {' '.join(told)}\n")
                sys.stdout.flush()
            time.sleep(1)
        settled_s = 60 * minutes * SETTLED_SHARE
        played = int(processes["table"].said[-1].split()[0])
        held_mb = {"house": ROUND_KB / 1000 * played / minutes * 60}
        return {
            one.name: {
                "mb": [round(mb, 1) for at_s, mb in one.samples if at_s % 300 < SAMPLE_S],
                "an_hour_mb": round(one.an_hour_mb(settled_s), 1),
                "held_an_hour_mb": round(held_mb.get(one.name, 0.0), 1),
                "log_mb": round(one.beside_mb, 1),
                "files": one.files_since(settled_s),
            }
            for one in processes.values()
        }


def main(minutes: float) -> dict[str, Any]:
    """The room ran, and nothing of it grew; what each process held.

    Raises:
        AssertionError: something did.
    """
    told = play(minutes)
    for name, one in told.items():
        sys.stdout.write(
            f"{name:<8} RSS every five minutes {one['mb']} MB, {one['an_hour_mb']:+.1f} MB an hour"
            f" once settled, logs at most {one['log_mb']} MB\n"
        )
    sys.stdout.write(json.dumps(told) + "\n")
    if minutes >= JUDGED_MIN:
        hold(told)
    return told


def hold(told: dict[str, Any]) -> None:
    """None of these processes grew.

    Raises:
        AssertionError: one did, or there is none.
    """
    assert told, "nothing was watched"
    grown = {name: one["an_hour_mb"] - one["held_an_hour_mb"] for name, one in told.items()}
    assert all(mb <= GROWTH_MB for mb in grown.values()), f"these grow, in MB an hour: {grown}"
    assert all(one["log_mb"] <= WAL_MB for one in told.values()), told
    more = {name: more_of(one["files"]) for name, one in told.items()}
    assert all(count <= FILES_MORE for count in more.values()), f"these open ever more files: {more}"


def said(told: dict[str, Any]) -> str:
    """What was measured of each process, beside what is allowed."""
    each = [
        f"{name} {one['an_hour_mb']:+.1f} MB an hour ({GROWTH_MB + one['held_an_hour_mb']:.1f} allowed),"
        f" {more_of(one['files']):+.0f} open files"
        for name, one in told.items()
    ]
    logs = max(one["log_mb"] for one in told.values())
    return f"{'; '.join(each)} ({FILES_MORE} allowed); logs at most {logs:.1f} MB, {WAL_MB:.0f} allowed"


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 30)
