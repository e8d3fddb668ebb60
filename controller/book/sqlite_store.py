"""The statements of the SQLite book."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from json import loads
from typing import Any, Final

from controller.book.answers import Key, LastEntry, PendingClaim, Win
from controller.book.port import ActKind, BookAct
from controller.book.schema import SCHEMA
from controller.book.shares import Parts
from controller.book.store import (
    ClaimRow,
    ClaimState,
    Generation,
    KeptAnswer,
    Kind,
    LedgerEntry,
    Round,
    Standing,
    Totals,
    entry_of_row,
    key_of_row,
    key_row,
)
from controller.game.money import MICRO

_STANDING: Final = tuple(f"{name}_balance" for name in Parts._fields) + tuple(
    f"{name}_total" for name in Totals._fields
)
STANDING_COLUMNS: Final = ", ".join(f"{name} INTEGER NOT NULL" for name in _STANDING)


def schema_statements() -> Iterator[str]:
    """What makes an empty book, one by one: `executescript` would commit the open transaction."""
    lines = ""
    for line in SCHEMA.replace("{standing}", STANDING_COLUMNS).splitlines(keepends=True):
        lines += line
        if sqlite3.complete_statement(lines):
            yield lines
            lines = ""


_ENTRY: Final = f"INSERT INTO entries VALUES ({', '.join('?' * 21)})"
_SAVE: Final = (
    f"INSERT INTO standing VALUES (1, {', '.join('?' * (2 + len(_STANDING)))})"
    " ON CONFLICT (id) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in ("seq", "generation", *_STANDING))
)
_BY_KEY: Final = "table_name = ? AND journal_id = ? AND round = ? AND attempt = ? AND kind = ? AND seat = ?"
_CLAIMS: Final = (
    "SELECT c.id, c.generation, c.ord, c.round_id, r.table_name, r.round, c.attempt, c.seat, c.state, r.dead"
    " FROM claims c JOIN rounds r ON r.id = c.round_id WHERE {} ORDER BY c.ord, c.id"
)
_CONTENT: Final = (
    "SELECT e.*, coalesce(r.table_name, ''), coalesce(r.journal_id, ''), coalesce(r.round, 0) FROM entries e"
    " LEFT JOIN rounds r ON r.id = e.round_id WHERE e.seq = ?"
)
_GENERATION: Final = (
    "SELECT number, held_by, seed_micro, reserve_micro, overflow_micro, reversed, value_micro, share_cents"
    " FROM generations WHERE {}"
)


class SqliteStore:
    """A `Store` on a connection with an open transaction."""

    def __init__(self, connection: sqlite3.Connection, file: int = 0) -> None:
        """`file` is the number of the book's file in its file system; 0 for one in memory."""
        self._run = connection.execute
        self._file = file

    def kept(self, key: Key) -> KeptAnswer | None:
        row = self._run(f"SELECT act, digest, answer FROM answers WHERE {_BY_KEY}", key_row(key)).fetchone()
        return KeptAnswer(*row) if row else None

    def keep(self, key: Key, kept: KeptAnswer, cents: int, book_seq: int) -> None:
        self._run(
            "INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*key_row(key), kept.act, kept.digest, cents, book_seq, kept.answer),
        )

    def standing(self) -> Standing:
        row = self._run("SELECT * FROM standing").fetchone()
        return Standing(row[1], row[2], Parts(*row[3:9]), Totals(*row[9:]))

    def save(self, standing: Standing) -> None:
        self._run(_SAVE, (standing.seq, standing.generation, *standing.balances, *standing.totals))

    def append(self, entry: LedgerEntry) -> None:
        self._run(_ENTRY, (*entry[:9], *entry.parts, *entry.balances))

    def round(self, key: Key) -> Round | None:
        row = self._run(
            "SELECT id, table_name, round, generation, finished_seq, dead FROM rounds"
            " WHERE table_name = ? AND journal_id = ? AND round = ?",
            (key.table, key.journal_id, key.round),
        ).fetchone()
        return _round(row) if row else None

    def add_round(self, key: Key, generation: int, finished_seq: int) -> Round:
        cursor = self._run(
            "INSERT INTO rounds (table_name, journal_id, round, generation, finished_seq, dead)"
            " VALUES (?, ?, ?, ?, ?, 0)",
            (key.table, key.journal_id, key.round, generation, finished_seq),
        )
        assert cursor.lastrowid is not None
        return Round(cursor.lastrowid, key.table, key.round, generation, finished_seq, False)

    def finish_round(self, round_id: int, seq: int, dead: bool) -> None:
        self._run("UPDATE rounds SET finished_seq = ?, dead = ? WHERE id = ?", (seq, int(dead), round_id))

    def open_rounds(self, generation: int | None) -> list[Round]:
        # By the index of open rounds, which are few: the rounds of a year are many.
        of, values = ("", ()) if generation is None else ("AND generation = ?", (generation,))
        rows = self._run(
            "SELECT id, table_name, round, generation, finished_seq, dead FROM rounds INDEXED BY rounds_open"
            f" WHERE finished_seq = 0 {of} ORDER BY id",
            values,
        )
        return [_round(row) for row in rows]

    def round_entries(self, round_id: int) -> list[LedgerEntry]:
        rows = self._run("SELECT * FROM entries WHERE round_id = ? ORDER BY seq", (round_id,))
        return [entry_of_row(row) for row in rows]

    def generation(self, number: int) -> Generation:
        return _generation(self._run(_GENERATION.format("number = ?"), (number,)).fetchone())

    def add_generation(self, generation: Generation) -> None:
        self._run(
            "INSERT INTO generations VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                generation.number,
                generation.held_by,
                generation.seed_micro,
                generation.reserve_micro,
                generation.overflow_micro,
                int(generation.reversed),
                generation.value_micro,
                generation.share_cents,
            ),
        )

    def save_generation(self, generation: Generation) -> None:
        self._run(
            "UPDATE generations SET reversed = ?, value_micro = ?, share_cents = ? WHERE number = ?",
            (int(generation.reversed), generation.value_micro, generation.share_cents, generation.number),
        )

    def newest_opening(self, held_by: int) -> Generation:
        condition = "held_by = ? AND reversed = 0 ORDER BY number DESC LIMIT 1"
        return _generation(self._run(_GENERATION.format(condition), (held_by,)).fetchone())

    def merge_generation(self, number: int, into: int) -> None:
        self._run("UPDATE generations SET held_by = ? WHERE held_by = ?", (into, number))
        self._run(
            "UPDATE rounds SET generation = ? WHERE generation = ? AND finished_seq = 0", (into, number)
        )

    def claims(self, generation: int) -> list[ClaimRow]:
        return [_claim(row) for row in self._run(_CLAIMS.format("c.generation = ?"), (generation,))]

    def round_claims(self, round_id: int) -> list[ClaimRow]:
        return [_claim(row) for row in self._run(_CLAIMS.format("c.round_id = ?"), (round_id,))]

    def add_claim(self, claim: ClaimRow, seq: int) -> None:
        self._run(
            "INSERT INTO claims (generation, ord, round_id, attempt, seat, state, claim_seq, cents, done_seq,"
            " done_ms) VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, 0)",
            (claim.generation, claim.order, claim.round_id, claim.attempt, claim.seat, claim.state, seq),
        )

    def set_claim(self, claim_id: int, state: ClaimState, cents: int, seq: int, at_ms: int) -> None:
        self._run(
            "UPDATE claims SET state = ?, cents = ?, done_seq = ?, done_ms = ? WHERE id = ?",
            (state, cents, seq, at_ms, claim_id),
        )

    def probe(self, table: str, at_ms: int) -> None:
        self._run("INSERT OR REPLACE INTO probes VALUES (?, ?)", (table, at_ms))

    def stop(self) -> str:
        row = self._run(
            "SELECT kind, note FROM entries INDEXED BY entries_stops"
            " WHERE kind IN ('stop', 'reopening') ORDER BY seq DESC LIMIT 1"
        ).fetchone()
        return str(loads(row[1])["fate"]) if row and row[0] == Kind.STOP else ""

    def pending(self) -> list[PendingClaim]:
        rows = self._run(
            "SELECT c.generation, c.ord, r.table_name, r.journal_id, r.round, c.attempt, c.seat,"
            " g.value_micro, c.state, c.claim_seq FROM claims c JOIN rounds r ON r.id = c.round_id"
            " JOIN generations g ON g.number = c.generation WHERE c.state IN ('pending', 'released')"
            " ORDER BY c.claim_seq"
        )
        return [_pending(row) for row in rows]

    def wins(self, most: int) -> list[Win]:
        rows = self._run(
            "SELECT c.generation, r.table_name, r.round, c.seat, c.cents, c.done_ms, c.done_seq"
            " FROM claims c JOIN rounds r ON r.id = c.round_id WHERE c.state = 'paid'"
            " ORDER BY c.done_seq DESC LIMIT ?",
            (most,),
        )
        return [Win(*row) for row in rows]

    def entries(self) -> Iterator[LedgerEntry]:
        return (entry_of_row(row) for row in self._run("SELECT * FROM entries ORDER BY seq"))

    def content(self, seq: int) -> tuple[object, ...] | None:
        row: tuple[object, ...] | None = self._run(_CONTENT, (seq,)).fetchone()
        return row

    def identity(self) -> str:
        """Of this book in this file: a copy of the file is another."""
        return f"{self._run('SELECT book FROM identity').fetchone()[0]}/{self._file}"

    def last(self, table: str) -> LastEntry | None:
        row = self._run(
            "SELECT a.table_name, a.journal_id, a.round, a.attempt, a.kind, a.seat, e.seq, e.at_ms,"
            " e.generation, e.meter_after_micro FROM answers a JOIN entries e ON e.seq = a.book_seq"
            " WHERE a.table_name = ? AND a.book_seq > 0 ORDER BY a.book_seq DESC LIMIT 1",
            (table,),
        ).fetchone()
        if row is None:
            return None
        return LastEntry(row[6], key_of_row(row), row[7], row[8], row[9] // MICRO)

    def acts(self, after_seq: int, most: int) -> list[BookAct]:
        rows = self._run(
            "SELECT table_name, journal_id, round, attempt, kind, seat, act, cents, book_seq FROM answers"
            " WHERE book_seq > 0 AND book_seq > ? ORDER BY book_seq LIMIT ?",
            (after_seq, most),
        )
        return [BookAct(key_of_row(row), ActKind(row[6]), row[7], row[8]) for row in rows]


# Rows come in the order of the fields.


def _round(row: tuple[Any, ...]) -> Round:
    id_, table, number, generation, finished_seq, dead = row
    return Round(id_, table, number, generation, finished_seq, bool(dead))


def _generation(row: tuple[Any, ...]) -> Generation:
    generation = Generation(*row)
    return replace(generation, reversed=bool(generation.reversed))


def _claim(row: tuple[Any, ...]) -> ClaimRow:
    claim = ClaimRow(*row)
    return replace(claim, state=ClaimState(claim.state), dead=bool(claim.dead))


def _pending(row: tuple[Any, ...]) -> PendingClaim:
    claim = PendingClaim(*row)
    released = str(claim.released) == ClaimState.RELEASED
    return replace(claim, value_cents=claim.value_cents // MICRO, released=released)
