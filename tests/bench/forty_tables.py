"""`python -m tests.bench.forty_tables [MINUTES]`: forty tables on a bad night, and a finger at the pit.

Forty tables at the pace of a real room, 40 rounds an hour each, tell alarms of every priority that come and
go, some of one cause at several tables, and calls; tables fall silent and come back. The pit's real screen is
a process of its own (`tests.bench.finger`), in which a finger touches what it sees while the lists change
under it: as many as 2,000 times in half an hour. It fails when one tap was lost or did something else than
what lay under the finger, when cards, rows or tiles stood in a wrong order, when an alarm came later than
half a second to its frame, when an ask had no answer and the glass did not say so, when the screen took more
than a quarter of a core, or when it grows. What it holds for itself in memory, without the pages of its
files, is judged after twenty minutes, in runs of an hour or more; so is how many files it has open.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from controller.game import inputs as i
from controller.screens import wire
from controller.screens.screen_line import Screen
from controller.screens.socket_thread import Ears
from controller.screens.taps import Ask
from controller.screens.wire_views import Frame
from tests.bench.figures import Figure, point, shown
from tests.bench.long_room import FILES_MORE, more_of, slope
from tests.bench.memory import open_files, own_mb, rss_mb
from tests.bench.room import TABLES, Street

ROUNDS_PER_HOUR: Final = 40
RECORDED_PER_HOUR: Final = 60
"""The pace of the night that is told again."""
SEED: Final = 19
FIRST: Final = 900_000
"""The alarms of the bench have greater numbers, those of the night smaller ones."""
EVERY_S: Final = 3.0
"""About how often something happens in the room: 600 times in half an hour."""
SAMPLE_S: Final = 10.0
WARM_S: Final = 1_200.0
"""What has to be read and cached has been after so long: each page was open by then, and each list full."""
JUDGED_MIN: Final = 60.0
"""In less time nothing settles, and memory is told, not judged."""
LATE_MS: Final = 500.0
AROUND_S: Final = 1.0
"""What was asked so long before a table fell may have been on its way; so long after, it connects again."""
CPU_PERCENT: Final = 25.0
GROWTH_MB: Final = 2.0
TAPS: Final = 2_000
LATE: Final = "alarm told to its frame, worst"
CORE: Final = "the pit's screen, of a core"
GROWTH: Final = "growth of its own in an hour, once warm"
FILES: Final = "more files open at the end than once warm"
CODES: Final = {
    1: (("A-101", ""), ("A-102", ""), ("A-110", "")),
    2: (("A-207", "PIN 1/5"), ("A-201", "silence"), ("A-203", "")),
    3: (("A-301", ""), ("A-304", "")),
}
"""What goes wrong, by priority: code and detail."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An alarm that stands, until its cause is gone."""

    number: int
    code: str
    detail: str
    priority: int
    at_ms: int
    until_s: float
    seen_ms: int = 0

    def view(self) -> dict[str, Any]:
        """As its table tells it."""
        by = "pit" if self.seen_ms else ""
        return {
            "alarm": self.number,
            "code": self.code,
            "priority": self.priority,
            "seat": 0,
            "detail": self.detail,
            "at_ms": self.at_ms,
            "seen_ms": self.seen_ms,
            "silent_ms": 0,
            "pit_ms": 0,
            "over": False,
            "reason": "",
            "seen_by": "",
            "seen_on": by,
            "warning": False,
        }


class BadNight(Street):
    """The street at the pace of a room, on which everything goes wrong somewhere."""

    def __init__(self, folder: Path) -> None:
        self._asks: SimpleQueue[tuple[int, Screen, Ask]] = SimpleQueue()
        super().__init__(folder, ROUNDS_PER_HOUR / RECORDED_PER_HOUR)
        self._dice, self._number = Random(SEED), FIRST
        self._standing: list[list[Standing]] = [[] for _ in range(TABLES)]
        self._called: dict[int, tuple[int, float, int]] = {}
        self._silent: dict[int, float] = {}
        self._next_s = self._tick_s = 0.0
        self.seen = 0
        self.told_s: dict[int, float] = {}
        self.quiet_s: list[tuple[int, float, float]] = []
        """Each table that fell silent, from when, and until when."""
        self.happened = dict.fromkeys(("alarms", "together", "calls", "silences"), 0)

    def _ears(self, table: int) -> Ears:
        return replace(
            super()._ears(table),
            asked=lambda screen, ask: self._asks.put((table, screen, ask)),  # type: ignore[arg-type]
            # What is looked at is answered, as a table does: of who waits for many answers nothing is read.
            watched=lambda screen, machine: self._couriers[table].answer(
                screen, wire.frames_line(machine, ())
            ),
        )

    def _play(self) -> None:
        """Table after table shows its next state; each has its turn once in the pause."""
        turn = 0
        due_s = time.monotonic()
        while not self._stopping.is_set():
            for table in range(TABLES):
                self._hear()
                self._happen()
                self._tick()
                self._show(table, turn)
                due_s += self.pause_s / TABLES
                if self._stopping.wait(max(0.0, due_s - time.monotonic())):
                    return
            turn += 1

    def _show(self, table: int, turn: int) -> None:
        """The table tells its next state, carried into the present, with what is wrong at it."""
        if table in self._silent:
            return
        courier, now_ms = self._couriers[table], _now_ms()
        recorded = self._told[(turn + table * 37) % len(self._told)]
        view: dict[str, Any] = _later(recorded, now_ms - recorded["at_ms"])
        standing = sorted(self._standing[table], key=lambda up: (up.priority, up.at_ms))
        view["table"] = f"UTH-{table + 1}"
        view["alarms"] = [up.view() for up in standing]
        offers = [one for one in view["offers"] if one["act"] not in ("SeeAlarm", "SeeCall")]
        offers += [{"act": "SeeAlarm", "alarm": up.number, "reason": ""} for up in standing if not up.seen_ms]
        called = self._called.get(table)
        if called is not None:
            at_ms, _, seen_ms = called
            seen = {"seen_ms": seen_ms, "seen_by": "", "seen_on": "pit" if seen_ms else ""}
            view["call"] = {"at_ms": at_ms, "last_ms": at_ms, **seen}
            offers += [] if seen_ms else [{"act": "SeeCall"}]
        view["offers"] = offers
        courier.show({"pit": Frame(view, self._tellings[table])})
        if "pit" in courier.roles():
            for up in standing:
                self.told_s.setdefault(up.number, time.monotonic())
        self.shown += 1

    def _tick(self) -> None:
        """Tables are at work whether or not something changes at them."""
        if time.monotonic() >= self._tick_s:
            self._tick_s = time.monotonic() + wire.TICK_MS / 1000
            for table, courier in enumerate(self._couriers):
                if table not in self._silent:
                    courier.tick(_now_ms())

    def _hear(self) -> None:
        """What the pit asked is done and answered: it has seen an alarm or a call."""
        while not self._asks.empty():
            table, screen, ask = self._asks.get()
            if isinstance(ask, Ask):
                self._see(table, ask)
                self._couriers[table].answer(screen, wire.answer_line(ask.id, ask.view, None))
                self.seen += 1

    def _see(self, table: int, ask: Ask) -> None:
        match ask.intent:
            case i.SeeAlarm(alarm=number):
                standing = self._standing[table]
                self._standing[table] = [
                    replace(up, seen_ms=_now_ms()) if up.number == number else up for up in standing
                ]
            case i.SeeCall() if table in self._called:
                at_ms, until_s, _ = self._called[table]
                self._called[table] = at_ms, until_s, _now_ms()

    def _happen(self) -> None:
        """What is over ends; and when it is time for it, something happens somewhere."""
        now_s = time.monotonic()
        for table, standing in enumerate(self._standing):
            if any(up.until_s <= now_s for up in standing):
                self._standing[table] = [up for up in standing if up.until_s > now_s]
        self._called = {table: one for table, one in self._called.items() if one[1] > now_s}
        for table in [one for one, until_s in self._silent.items() if until_s <= now_s]:
            del self._silent[table]
            self._couriers[table] = self._courier(table)
        if now_s < self._next_s:
            return
        self._next_s = now_s + self._dice.uniform(0.3, 2 * EVERY_S - 0.3)
        self._befall(self._dice.randrange(TABLES), now_s)

    def _befall(self, table: int, now_s: float) -> None:
        lasts_s = now_s + self._dice.uniform(5, 120)
        match self._dice.randrange(10):
            case 0 if table not in self._silent and len(self._silent) < 4:
                for up in self._standing[table]:  # what was told in its last second may not have gone out
                    if self.told_s.get(up.number, 0.0) > now_s - 1:
                        del self.told_s[up.number]
                self._couriers[table].close()
                self._silent[table] = until_s = now_s + self._dice.uniform(1, 25)
                self.quiet_s.append((table, now_s, until_s))
                self.happened["silences"] += 1
            case 1 | 2:
                self._called[table] = _now_ms(), lasts_s, 0
                self.happened["calls"] += 1
            case 3:
                code, detail = self._dice.choice(CODES[2])
                for other in range(table, min(table + 4, TABLES)):
                    self._rise(other, code, detail, 2, lasts_s)
                self.happened["together"] += 1
            case _:
                priority = self._dice.choice((1, 2, 2, 3, 3))
                self._rise(table, *self._dice.choice(CODES[priority]), priority, lasts_s)

    def _rise(self, table: int, code: str, detail: str, priority: int, until_s: float) -> None:
        if len(self._standing[table]) < 3 and code not in {up.code for up in self._standing[table]}:
            self._number += 1
            up = Standing(self._number, code, detail, priority, _now_ms(), until_s)
            self._standing[table].append(up)
            self.happened["alarms"] += 1

    def fell(self, table: int, at_s: float) -> bool:
        """Whether what was asked of this table then came while it fell, was silent or came back."""
        return any(
            one == table and from_s - AROUND_S < at_s < until_s + AROUND_S
            for one, from_s, until_s in self.quiet_s
        )


def _now_ms() -> int:
    return int(time.time() * 1000)


def _later(told: Any, by_ms: int) -> Any:
    """The same, all its moments so much later."""
    if isinstance(told, dict):
        return {
            name: one + by_ms
            if name.endswith("_ms") and isinstance(one, int) and one > by_ms // 2 > 0
            else _later(one, by_ms)
            for name, one in told.items()
        }
    return [_later(one, by_ms) for one in told] if isinstance(told, list) else told


def play(minutes: float, folder: Path) -> tuple[BadNight, dict[str, Any], list[tuple[float, float]]]:
    """The night, what the screen found of itself, and what it held for itself in memory by the second."""
    street = BadNight(folder)
    street.play()
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.finger", str(60 * minutes), *map(str, street.sockets)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"},
        stdout=subprocess.PIPE,
        text=True,
    )
    said: list[str] = []
    try:
        assert child.stdout is not None
        assert child.stdout.readline().strip() == "ready", "the room was never shown"
        listening = threading.Thread(target=lambda: said.extend(child.stdout or ()))
        listening.start()
        samples, rss, files, begun_s = [], [], [], time.monotonic()
        while child.poll() is None and (at_s := time.monotonic() - begun_s) < 60 * minutes + 30:
            if at_s < 60 * minutes:
                samples.append((at_s, own_mb(child.pid)))
                rss.append(rss_mb(child.pid))
                if at_s >= _warm_s(minutes):
                    files.append(float(open_files(child.pid)))
            if len(samples) % 6 == 1:
                sys.stdout.write(f"{at_s / 60:5.1f} min  {samples[-1][1]:.1f} MB  {street.happened}\n")
                sys.stdout.flush()
            time.sleep(SAMPLE_S)
        listening.join(10)
    finally:
        child.kill()
        child.wait()
        street.close()
    assert child.returncode == 0, f"the screen ended with {child.returncode}"
    return street, {**json.loads(said[-1]), "rss_mb": rss[-1], "files": files}, samples


def _warm_s(minutes: float) -> float:
    return min(WARM_S, 20 * minutes)


def figures(
    minutes: float, street: BadNight, told: dict[str, Any], samples: list[tuple[float, float]]
) -> list[Figure]:
    """What the issue promises, beside what was found."""
    came = {int(number): at_s for number, at_s in told["alarms"].items()}
    late_ms = [1000 * (came[one] - at_s) for one, at_s in street.told_s.items() if one in came]
    never = [one for one, at_s in street.told_s.items() if one not in came and at_s < told["ended_s"] - 2]
    settled = [one for one in samples if one[0] >= _warm_s(minutes)]
    judged = minutes >= JUDGED_MIN
    fallen = [one for one in told["unanswered"] if street.fell(*one)]
    by_what = ", ".join(f"{what} {count}" for what, count in sorted(told["by_act"].items()))
    also = f"{told['after_a_change']} of them just after a change under the finger"
    also += f", {told['blind']} before a frame could have shown what the tap before did"
    return [
        Figure("taps", told["taps"], "", TAPS if minutes >= 30 else None, "at least", f"{by_what}; {also}"),
        Figure("taps lost", len(told["lost"]), "", 0),
        Figure("taps that did something else", len(told["other"]), "", 0),
        Figure("asks sent", told["asks"], "", note=f"{told['asks_taken']} of them taken"),
        Figure("asks of a table that fell silent just then: no answer", len(fallen), ""),
        Figure(
            "asks of a table that is heard, and gave no answer", len(told["unanswered"]) - len(fallen), "", 0
        ),
        Figure("asks without an answer of which the glass said nothing", len(told["untold"]), "", 0),
        Figure("orders looked at", told["orders"], "", note=f"{told['cards']} cards at most at once"),
        Figure("wrong orders", len(told["disorders"]), "", 0),
        point("alarm told to its frame, p50", late_ms, 50, "ms", note=f"{len(late_ms)} alarms"),
        point(LATE, late_ms, 100, "ms", LATE_MS),
        Figure("alarms that were never shown", len(never), "", 0),
        Figure(
            CORE,
            told["cpu_percent"],
            "%",
            CPU_PERCENT,
            note=f"beside {told['own_percent']:.0f} % of the finger and its eyes",
        ),
        Figure(
            "memory of the pit's screen, its own", samples[-1][1], "MB", note=f"RSS {told['rss_mb']:.0f} MB"
        ),
        Figure(GROWTH, 3600 * slope(settled), "MB", GROWTH_MB if judged else None),
        *([Figure(FILES, more_of(told["files"]), "", FILES_MORE)] if judged else []),
    ]


def main(minutes: float) -> dict[str, Figure]:
    """The night was played; what was found, by its name.

    Raises:
        AssertionError: a promise was not kept.
    """
    with TemporaryDirectory(prefix="tapis-forty-") as name:
        street, told, samples = play(minutes, Path(name))
    for what in ("lost", "other", "disorders", "untold"):
        for one in told[what][:20]:
            sys.stdout.write(f"{what}: {one}\n")
    found = figures(minutes, street, told, samples)
    for one in found:
        sys.stdout.write(one.line() + "\n")
    every = [f"{at_s / 60:.0f}: {mb:.1f}" for at_s, mb in samples if at_s % 60 < SAMPLE_S]
    sys.stdout.write(f"its own memory by the minute, MB: {', '.join(every)}\n{street.happened}\n")
    short = [" ".join(one.line().split()) for one in found if one.met is False]
    assert not short, f"not as promised: {'; '.join(short)}"
    return {one.name: one for one in found}


def said(found: dict[str, Figure]) -> str:
    """What was measured of the screen, beside what is allowed; of its growth only where that was judged."""
    names = (LATE, CORE, GROWTH, FILES)
    told = [one for one in map(found.get, names) if one is not None and one.target is not None]
    measured = [f"{one.name} {shown(one.value or 0.0)} {one.unit}".rstrip() for one in told]
    allowed = [f"{shown(one.target or 0.0)} allowed" for one in told]
    return ", ".join(f"{what} ({most})" for what, most in zip(measured, allowed, strict=True))


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 30)
