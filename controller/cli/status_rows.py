"""The rows of `tapis status` and what every machine says of itself in them: disk, clock, services."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from controller.cli.status_words import say, size_words
from controller.cli.units import Unit
from controller.table.host_watch import APART_MS

EXIT_FINE, EXIT_STANDS, EXIT_DOWN = 0, 1, 2
WIDTH: Final = 80
INDENT: Final = 25
UNITS_MAX: Final = 3
VISIT_MS: Final = 120_000
"""The witness asks every other second; for so long nobody was heard, at the table or at the pit: missed."""
COLOURS: Final = {"ok": None, "look": "yellow", "stands": "yellow", "down": "red"}


class Row(NamedTuple):
    """A line of the screen: what it is of, and what is said of it.

    `level` is `ok`, `stands` or `down`, or `look`: what `tapis doctor` warns of and no table stands for.
    """

    level: str
    what: str
    said: str


def exit_code(rows: Sequence[Row]) -> int:
    """What the program ends with."""
    levels = {row.level for row in rows}
    return EXIT_DOWN if "down" in levels else EXIT_STANDS if "stands" in levels else EXIT_FINE


def screen(head: str, now_ms: int, rows: Sequence[Row], lang: str) -> Iterator[tuple[str, str | None]]:
    """The lines of the screen, none longer than it is wide, and their colours, which tell nothing alone."""
    clock = time.strftime("%H:%M:%S", time.localtime(now_ms // 1_000))
    head = head[: WIDTH - len(clock) - 1]
    yield f"{head:<{WIDTH - len(clock)}}{clock}", None
    yield "-" * WIDTH, None
    for row in rows:
        line = f"{say(lang, row.level):<7} {row.what:<16} {row.said}"
        yield (line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"), COLOURS[row.level]


def folded(said: str) -> list[str]:
    """A sentence on some lines, broken between words, and a long path where the line ends."""
    return textwrap.wrap(said, WIDTH - INDENT, max_lines=6, placeholder="…")


def disk_row(free_bytes: int | None, size_bytes: int | None, low: bool, lang: str) -> Row:
    """How much room there is; None where nobody may look."""
    name = say(lang, "disk")
    if free_bytes is None or size_bytes is None:
        return Row("ok", name, say(lang, "unknown"))
    sizes = [size_words(lang, count) for count in (free_bytes, size_bytes)]
    return Row("stands" if low else "ok", name, say(lang, "disk.free", free=sizes[0], size=sizes[1]))


def clock_row(apart_ms: int | None, kept: bool, lang: str) -> Row:
    """Whether somebody keeps the clock, and how far it is from the table's own time, where there is one."""
    name = say(lang, "clock")
    if apart_ms is None:
        return Row("ok" if kept else "look", name, say(lang, "clock.alone" if kept else "clock.nobody"))
    said = say(lang, "clock.kept" if kept else "clock.unkept", apart=apart_ms)
    if abs(apart_ms) > APART_MS:
        return Row("stands", name, said)
    return Row("ok" if kept else "look", name, said)


def unit_rows(units: Sequence[Unit], lang: str) -> Iterator[Row]:
    """The services that failed, or how many are at work."""
    name, failing = say(lang, "units"), [one for one in units if one.failing]
    if not units:
        yield Row("ok", name, say(lang, "units.none"))
    elif not failing:
        yield Row("ok", name, say(lang, "units.up", count=sum(one.up for one in units)))
    for one in failing[:UNITS_MAX]:
        state = state_words(one)
        yield Row(
            "stands", name, say(lang, "unit.failing", unit=one.name, state=state, restarts=one.restarts)
        )


def state_words(unit: Unit) -> str:
    """A unit's state as the service manager names it."""
    return f"{unit.active} ({unit.sub}, {unit.result})"
