"""Small journals to write, read and damage."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from controller.game.cards import DECK, FaceDown
from controller.game.events import (
    BetsClosed,
    CardDealt,
    CardsRevealed,
    Event,
    RevealedCard,
    RoundClosed,
    RoundOpened,
    SeatFolded,
    SeatSettled,
    SettledSpot,
    StakesSet,
)
from controller.game.felt import Spot, dealer, hole
from controller.journal.chain import Opening, Row, link
from controller.journal.seal import master_of_seed
from controller.journal.writer import Journal, no_crash

MASTER = master_of_seed(1)
START_MS = 1_763_668_800_000
OPENING = Opening("UTH-2", 1, "d" * 64, True)


def steps_of(round_: int) -> list[list[Event]]:
    """A round of two seats in eleven steps; seat 5 folds and is never turned up."""
    cards = {
        place: DECK[(7 * round_ + 11 * at) % 52]
        for at, place in enumerate((hole(2, 0), hole(2, 1), hole(5, 0), hole(5, 1), dealer(0), dealer(1)))
    }
    dealt: list[list[Event]] = [
        [CardDealt(round_, 1, place, FaceDown(card))] for place, card in cards.items()
    ]
    shown = tuple(RevealedCard(place, card) for place, card in cards.items() if place.seat != 5)
    won = (
        SettledSpot(Spot.ANTE, 1000, 1000, 0, 1000, "ante_paid"),
        SettledSpot(Spot.BLIND, 1000, 1000, 0, 0, "blind_push_below_table"),
    )
    lost = (
        SettledSpot(Spot.ANTE, 2000, 0, 2000, 0, "ante_lost_folded"),
        SettledSpot(Spot.BLIND, 2000, 0, 2000, 0, "blind_lost_folded"),
        SettledSpot(Spot.TRIPS, 500, 0, 500, 0, "trips_lost"),
    )
    return [
        [RoundOpened(round_, 1), StakesSet(2, 1000, 0), StakesSet(5, 2000, 500)],
        [BetsClosed((2,))],
        *dealt,
        [SeatFolded(5), CardsRevealed(round_, 1, shown)],
        [SeatSettled(5, lost)],
        [SeatSettled(2, won), RoundClosed(round_, 1, 3500, 6)],
    ]


STEPS_A_ROUND = len(steps_of(1))
EVENTS_A_ROUND = sum(len(step) for step in steps_of(1))


def write_rounds(journal: Journal, rounds: Sequence[int]) -> None:
    """The rounds are in the journal, step by step."""
    for round_ in rounds:
        for step in steps_of(round_):
            journal.append(step, START_MS + journal.head.seq)


def create(
    path: Path | str,
    opening: Opening = OPENING,
    *,
    durable: bool = False,
    crash: Callable[[str], None] = no_crash,
) -> Journal:
    """A new journal, to be closed by the caller."""
    return Journal.create(path, opening, at_ms=START_MS, sealer_master=MASTER, durable=durable, crash=crash)


def reopen(path: Path) -> Journal:
    """An existing journal, to be closed by the caller."""
    return Journal.open(path, sealer_master=MASTER, durable=False)


def written(path: Path, rounds: int = 2, opening: Opening = OPENING) -> Path:
    """A closed journal of so many rounds."""
    with create(path, opening) as journal:
        write_rounds(journal, range(1, rounds + 1))
    return path


@contextmanager
def by_hand(path: Path, *, without_triggers: bool = True) -> Iterator[sqlite3.Connection]:
    """A connection of somebody who has the file and SQLite; the triggers are there again afterwards."""
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("PRAGMA synchronous=OFF")
        triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        if without_triggers:
            for name, _ in triggers:
                conn.execute(f"DROP TRIGGER {name}")
        yield conn
        if without_triggers:
            for _, sql in triggers:
                conn.execute(sql)


def rows_of(path: Path) -> list[Row]:
    """The rows as they are."""
    with closing(sqlite3.connect(path)) as conn:
        found = conn.execute("SELECT seq, at_ms, kind, body, prev_hash, hash FROM journal ORDER BY seq")
        return [Row(*row) for row in found]


def rewrite(path: Path, rows: Sequence[Row], *, linked_from: int = 0) -> None:
    """The rows replace those of the file, hashed anew from `linked_from` on: a forger with all the tools."""
    fresh: list[Row] = []
    for row in rows:
        if linked_from and row.seq >= linked_from:
            previous = fresh[-1].hash if fresh else row.prev_hash
            hash_ = link(previous, row.seq, row.at_ms, row.kind, row.body)
            row = row._replace(prev_hash=previous, hash=hash_)
        fresh.append(row)
    with by_hand(path) as conn:
        conn.execute("BEGIN")
        conn.execute("DELETE FROM journal")
        conn.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", fresh)
        conn.execute("COMMIT")


@contextmanager
def disk_full(room: int) -> Iterator[None]:
    """No file may grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
