"""The store of the house: one SQLite file of what the journals told, made again from them when it is lost.

Everything in it is a count or a copy of what a closed round shows. Amounts are cents. Where a table is keyed
by `source`, that is one session's journal.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

VERSION: Final = 4
"""Of the tables below and of what is counted into them: a store of another version is made anew."""

SLOT_MS: Final = 900_000
"""Rounds are counted by quarters of an hour."""

_TABLES: Final = """
CREATE TABLE source (
  id INTEGER PRIMARY KEY, file TEXT NOT NULL UNIQUE, table_name TEXT NOT NULL, session INTEGER NOT NULL,
  journal_id TEXT NOT NULL, previous TEXT NOT NULL, simulated INTEGER NOT NULL, digest TEXT NOT NULL,
  first_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL, entries INTEGER NOT NULL, head TEXT NOT NULL,
  minimum_cents INTEGER NOT NULL DEFAULT 0, maximum_cents INTEGER NOT NULL DEFAULT 0,
  jp1_stake_cents INTEGER NOT NULL DEFAULT 0, open_ms INTEGER NOT NULL DEFAULT 0,
  opened_ms INTEGER NOT NULL DEFAULT 0, closed_ms INTEGER NOT NULL DEFAULT 0,
  bad_seq INTEGER NOT NULL DEFAULT 0, why TEXT NOT NULL DEFAULT '', stamp TEXT NOT NULL DEFAULT '',
  fold TEXT NOT NULL);
CREATE INDEX source_table ON source (table_name, session);
CREATE TABLE round (
  source INTEGER NOT NULL, number INTEGER NOT NULL, attempts INTEGER NOT NULL,
  opened_ms INTEGER NOT NULL, closed_ms INTEGER NOT NULL, first_seq INTEGER NOT NULL,
  last_seq INTEGER NOT NULL, first_prev TEXT NOT NULL, last_hash TEXT NOT NULL, players INTEGER NOT NULL,
  jp1 INTEGER NOT NULL, bank_cents INTEGER NOT NULL, paid_cents INTEGER NOT NULL,
  staked_cents INTEGER NOT NULL, ante_cents INTEGER NOT NULL, side_cents INTEGER NOT NULL,
  prize_cents INTEGER NOT NULL, qualified INTEGER NOT NULL, classes TEXT NOT NULL, dealer TEXT NOT NULL,
  incident TEXT NOT NULL, flags TEXT NOT NULL, standing TEXT NOT NULL, meter_cents INTEGER NOT NULL,
  PRIMARY KEY (source, number)) WITHOUT ROWID;
CREATE INDEX round_closed ON round (closed_ms);
CREATE TABLE slot (
  source INTEGER NOT NULL, at_ms INTEGER NOT NULL, rounds INTEGER NOT NULL, hands INTEGER NOT NULL,
  jp1 INTEGER NOT NULL, bank_cents INTEGER NOT NULL, ante_cents INTEGER NOT NULL,
  side_cents INTEGER NOT NULL, ante_squares INTEGER NOT NULL, side_squares INTEGER NOT NULL,
  bank_bank INTEGER NOT NULL, bank_ante INTEGER NOT NULL, bank_side INTEGER NOT NULL,
  ante_ante INTEGER NOT NULL, ante_side INTEGER NOT NULL, side_side INTEGER NOT NULL,
  staked_cents INTEGER NOT NULL, paid_cents INTEGER NOT NULL, voided INTEGER NOT NULL,
  prize_cents INTEGER NOT NULL, PRIMARY KEY (source, at_ms)) WITHOUT ROWID;
CREATE INDEX slot_at ON slot (at_ms);
CREATE TABLE seat_hour (
  source INTEGER NOT NULL, at_ms INTEGER NOT NULL, seat INTEGER NOT NULL, hands INTEGER NOT NULL,
  jp1 INTEGER NOT NULL, PRIMARY KEY (source, at_ms, seat)) WITHOUT ROWID;
CREATE TABLE phase_time (
  source INTEGER NOT NULL, phase TEXT NOT NULL, seconds INTEGER NOT NULL, times INTEGER NOT NULL,
  PRIMARY KEY (source, phase, seconds)) WITHOUT ROWID;
CREATE TABLE hand_count (
  source INTEGER NOT NULL, who TEXT NOT NULL, class INTEGER NOT NULL, times INTEGER NOT NULL,
  PRIMARY KEY (source, who, class)) WITHOUT ROWID;
CREATE TABLE card_count (
  source INTEGER NOT NULL, place TEXT NOT NULL, card TEXT NOT NULL, times INTEGER NOT NULL,
  PRIMARY KEY (source, place, card)) WITHOUT ROWID;
CREATE TABLE dealer_count (
  source INTEGER NOT NULL, dealer TEXT NOT NULL, rounds INTEGER NOT NULL,
  PRIMARY KEY (source, dealer)) WITHOUT ROWID;
CREATE TABLE alarm (
  source INTEGER NOT NULL, alarm INTEGER NOT NULL, at_ms INTEGER NOT NULL, seq INTEGER NOT NULL,
  code TEXT NOT NULL, priority INTEGER NOT NULL, seat INTEGER NOT NULL, round INTEGER NOT NULL,
  seen_ms INTEGER NOT NULL, cleared_ms INTEGER NOT NULL, PRIMARY KEY (source, alarm)) WITHOUT ROWID;
CREATE INDEX alarm_at ON alarm (at_ms);
CREATE TABLE correction (
  source INTEGER NOT NULL, seq INTEGER NOT NULL, at_ms INTEGER NOT NULL, kind TEXT NOT NULL,
  round INTEGER NOT NULL, dealer TEXT NOT NULL, PRIMARY KEY (source, seq)) WITHOUT ROWID;
CREATE TABLE rectification (
  source INTEGER NOT NULL, seq INTEGER NOT NULL, at_ms INTEGER NOT NULL, round INTEGER NOT NULL,
  seat INTEGER NOT NULL, mistake TEXT NOT NULL, reason TEXT NOT NULL, moved TEXT NOT NULL,
  cents INTEGER NOT NULL, bank_cents INTEGER NOT NULL, orphans_cents INTEGER NOT NULL,
  proposer TEXT NOT NULL, approver TEXT NOT NULL, PRIMARY KEY (source, seq)) WITHOUT ROWID;
CREATE INDEX rectification_round ON rectification (source, round);
CREATE TABLE device (
  source INTEGER NOT NULL, machine TEXT NOT NULL, from_ms INTEGER NOT NULL, health TEXT NOT NULL,
  detail TEXT NOT NULL, to_ms INTEGER NOT NULL, PRIMARY KEY (source, machine, from_ms)) WITHOUT ROWID;
CREATE TABLE line (
  source INTEGER NOT NULL, at_ms INTEGER NOT NULL, machine TEXT NOT NULL, lasted_ms INTEGER NOT NULL,
  frames INTEGER NOT NULL, retries INTEGER NOT NULL, damaged INTEGER NOT NULL, returns INTEGER NOT NULL,
  answers INTEGER NOT NULL, median_ms INTEGER, slowest_ms INTEGER, celsius INTEGER, limit_celsius INTEGER,
  PRIMARY KEY (source, at_ms, machine)) WITHOUT ROWID;
CREATE TABLE identity (
  source INTEGER NOT NULL, at_ms INTEGER NOT NULL, machine TEXT NOT NULL, model TEXT NOT NULL,
  port TEXT NOT NULL, firmware TEXT NOT NULL, digest TEXT NOT NULL, reference INTEGER NOT NULL,
  PRIMARY KEY (source, at_ms, machine)) WITHOUT ROWID;
CREATE TABLE stop (
  source INTEGER NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL, cause TEXT NOT NULL,
  round INTEGER NOT NULL, PRIMARY KEY (source, from_ms, cause)) WITHOUT ROWID;
CREATE TABLE ledger (
  source INTEGER NOT NULL, seq INTEGER NOT NULL, at_ms INTEGER NOT NULL, kind TEXT NOT NULL,
  round INTEGER NOT NULL, generation INTEGER NOT NULL, stakes INTEGER NOT NULL, cents INTEGER NOT NULL,
  before_cents INTEGER NOT NULL, meter_cents INTEGER NOT NULL, book_seq INTEGER NOT NULL,
  PRIMARY KEY (source, seq)) WITHOUT ROWID;
CREATE INDEX ledger_book ON ledger (book_seq);
CREATE TABLE check_run (
  at_ms INTEGER PRIMARY KEY, took_ms INTEGER NOT NULL, entries INTEGER NOT NULL, journals INTEGER NOT NULL,
  faults TEXT NOT NULL);
"""
COUNTED: Final = {
    "slot": ("source", "at_ms"),
    "seat_hour": ("source", "at_ms", "seat"),
    "phase_time": ("source", "phase", "seconds"),
    "hand_count": ("source", "who", "class"),
    "card_count": ("source", "place", "card"),
    "dealer_count": ("source", "dealer"),
}
"""The tables of sums, with their keys; every other column is added up."""
FACTS: Final = (
    "source",
    "round",
    "alarm",
    "correction",
    "rectification",
    "device",
    "line",
    "identity",
    "stop",
    "ledger",
    *COUNTED,
)
"""The tables that follow from the journals alone."""


def open_store(path: str | Path) -> sqlite3.Connection:
    """A connection to the store, which is there and of this version: an older one was emptied.

    Raises:
        sqlite3.Error: the file cannot be opened or is none of SQLite's.
    """
    conn = sqlite3.connect(path, timeout=5, isolation_level=None)
    try:
        conn.row_factory = sqlite3.Row
        conn.execute("PRAGMA journal_mode=WAL").fetchone()
        conn.execute("PRAGMA synchronous=NORMAL")
        conn.execute("PRAGMA cache_size=-32000")
        if conn.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            rebuild(conn)
    except BaseException:
        conn.close()
        raise
    return conn


def rebuild(conn: sqlite3.Connection) -> None:
    """The store is empty: the next reading begins at the first entry of every journal."""
    names = [
        name
        for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if not name.startswith("sqlite_")
    ]
    conn.execute("BEGIN IMMEDIATE")
    for name in names:
        conn.execute(f'DROP TABLE "{name}"')
    for statement in _TABLES.split(";"):
        if statement.strip():
            conn.execute(statement)
    conn.execute(f"PRAGMA user_version={VERSION}")
    conn.execute("COMMIT")


def insert(conn: sqlite3.Connection, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """The rows are in the table, in place of those with the same key."""
    for row in rows:
        names, marks = ", ".join(row), ", ".join(f":{name}" for name in row)
        conn.execute(f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({marks})", row)


def add(
    conn: sqlite3.Connection,
    table: str,
    key: tuple[int | str, ...],
    sums: Mapping[str, int],
) -> None:
    """The sums are added to those that the table has under this key."""
    keys = COUNTED[table]
    names = (*keys, *sums)
    more = ", ".join(f"{name} = {name} + excluded.{name}" for name in sums)
    conn.execute(
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
        f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {more}",
        (*key, *sums.values()),
    )


def facts_of(conn: sqlite3.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that the journals told, table by table: the same for two stores of the same journals.

    A session is named by its file, whose number in the store is that of its finding.
    """
    files = dict(conn.execute("SELECT id, file FROM source").fetchall())
    told = {}
    for name in FACTS:
        rows = [tuple(row) for row in conn.execute(f"SELECT * FROM {name}")]
        told[name] = sorted([(files[row[0]], *row[1:]) for row in rows])
    return told
