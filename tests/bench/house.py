"""The house's memory of one table for a year: how fast it is read, asked for its plots, and replayed.

    python -m tests.bench.house FOLDER [ROUNDS]

makes the journals of so many rounds (179,340 are a table-year) in FOLDER, or goes on where it was stopped:
one simulated session, repeated day after day through the real writer, with new numbers, times and hashes.
"""

from __future__ import annotations

import random
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner

from controller.cli import main as tapis
from controller.game.events import Entry
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.chance import warm
from controller.journal.chain import Opening
from controller.journal.keys import simulated_keys
from controller.journal.writer import Journal
from tests.bench.figures import YEAR_ROUNDS, Figure, point

SEED: Final = 1
A_NIGHT: Final = 490
DAY_MS: Final = 86_400_000
REPLAYS: Final = 40


def memory(folder: Path, rounds: int = 4_900) -> Iterator[Figure]:
    """The figures of so many rounds of one table."""
    journals = folder / "house"
    made = make(journals, rounds)
    store = folder / "house.db"
    with closing(House([journals], store)) as house:
        begun_s = time.perf_counter()
        entries = house.read_all()
        spent_s = time.perf_counter() - begun_s
        if entries:
            rate = entries / spent_s
            yield Figure(
                "house: entries verified and counted",
                rate,
                "/s",
                sense="at least",
                note=f"{entries} of {made} rounds",
            )
    warm()
    yield from asked(journals, store)


def asked(journals: Path, store: Path) -> Iterator[Figure]:
    """What a screen waits for, from a store that is there."""
    begun_s = time.perf_counter()
    with closing(House([journals], store)) as house:
        answers = Answers(house)
        told = answers.plots({"period": "all"})
        spent_s = time.perf_counter() - begun_s
        rounds = told["plots"]["result"]["rounds"]
        note = f"{rounds} rounds, {told['entries']} entries, store of {store.stat().st_size >> 20} MB"
        yield Figure("house: store opened, all twelve plots", spent_s, "s", 3, note=note)
        begun_s = time.perf_counter()
        found = answers.rounds({"period": "all", "class": "quads", "limit": 200})
        spent_s = time.perf_counter() - begun_s
        yield Figure(
            "house: rounds with quads or better", 1000 * spent_s, "ms", note=f"{found['found']} found"
        )
        numbers = [
            tuple(row)
            for row in house.db.execute(
                "SELECT table_name, session, number FROM round JOIN source ON source.id = round.source"
            )
        ]
        lasted = []
        for table, session, number in random.Random(SEED).sample(numbers, min(REPLAYS, len(numbers))):
            begun_s = time.perf_counter()
            replayed = answers.replay({"table": table, "session": session, "round": number})
            lasted.append(1000 * (time.perf_counter() - begun_s))
            assert replayed["chain"]["ok"]
        yield point("house: one round's replay, p99", lasted, 99, "ms", 1000)


# --- a year --------------------------------------------------------------------------------------


def make(journals: Path, rounds: int) -> int:
    """The journals of so many rounds are in the folder, the sessions that are there among them."""
    journals.mkdir(parents=True, exist_ok=True)
    night, opening = _recorded(journals.with_name("recorded"))
    closed = sum(type(entry.event).__name__ == "RoundClosed" for entry in night)
    previous, made, number = "", 0, 1
    while made < rounds:
        path = journals / f"UTH-1-{number:06d}.journal"
        if not path.exists():
            draft = path.with_suffix(".draft")
            for left_over in journals.glob("*.draft*"):
                left_over.unlink()
            _repeat(draft, opening, night, number, previous, made)
            draft.rename(path)
        with closing(sqlite3.connect(path)) as conn:
            previous = conn.execute("SELECT hash FROM journal ORDER BY seq DESC LIMIT 1").fetchone()[0]
        made += closed
        number += 1
    return made


def _recorded(folder: Path) -> tuple[list[Entry], Opening]:
    """One night of a simulated table, cards and all."""
    path = folder / "UTH-1-000001.journal"
    if not path.exists():
        arguments = ["simulate", "--rounds", str(A_NIGHT), "--seed", str(SEED), "--journal", str(folder)]
        told = CliRunner().invoke(tapis, arguments)
        assert told.exit_code == 0, told.output
    with closing(Journal.open(path, sealer_master=simulated_keys(SEED, "UTH-1").master)) as journal:
        return list(journal.events()), journal.opening


def _repeat(
    path: Path, opening: Opening, night: list[Entry], number: int, previous: str, rounds: int
) -> None:
    """The same night under another number and date, with what it does to the jackpot moved on."""
    days = number - 1
    last = max(getattr(entry.event, "book_seq", 0) for entry in night)
    meters = [entry.event.meter_cents for entry in night if hasattr(entry.event, "meter_cents")]
    grown = meters[-1] - meters[0]
    moved = {
        "round": rounds,
        "book_seq": days * last,
        "meter_cents": days * grown,
        "meter_before_cents": days * grown,
    }
    opened = replace(opening, session=number, previous=previous, first_round=rounds + 1)
    first_ms = night[0].at_ms + days * DAY_MS
    master = simulated_keys(SEED, "UTH-1").master
    with Journal.create(path, opened, at_ms=first_ms, sealer_master=master, durable=False) as journal:
        batch: list[Any] = []
        for entry, after in zip(night, [*night[1:], None], strict=True):
            batch.append(_moved(entry.event, moved))
            if after is None or after.at_ms != entry.at_ms:
                journal.append(batch, entry.at_ms + days * DAY_MS)
                batch = []


def _moved(event: Any, by: dict[str, int]) -> Any:
    named = _NAMED.setdefault(type(event), tuple(one.name for one in fields(event) if one.name in by))
    return replace(event, **{name: getattr(event, name) + by[name] for name in named}) if named else event


_NAMED: Final[dict[type, tuple[str, ...]]] = {}


if __name__ == "__main__":
    target = Path(sys.argv[1])
    for figure in memory(target, int(sys.argv[2]) if len(sys.argv) > 2 else YEAR_ROUNDS):
        sys.stdout.write(figure.line() + "\n")
        sys.stdout.flush()
