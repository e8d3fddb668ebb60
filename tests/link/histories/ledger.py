"""What a server has of a book, read from its tables and not through the book's own code."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final

import psycopg

from tests.link.histories.model import ACCOUNTS
from tests.link.histories.operations import Key

KEPT: Final = (
    "seq",
    "contributed_total",
    "stakes_total",
    "awarded_total",
    "stakes_count_total",
    "wins_count_total",
)
"""Sums of the ledger that a closing reads without adding it up."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: what it moved on each account, and what stands there after it, in micro-cents."""

    seq: int
    at_ms: int
    kind: str
    table: str
    round: int
    attempt: int
    seat: int
    generation: int
    link_seq: int
    note: str
    moved: dict[str, int]
    after: dict[str, int]


@dataclass(frozen=True, slots=True)
class Stored:
    """What is kept under a key; `seq` is the act's last entry, 0 of a refusal."""

    key: Key
    act: str
    seq: int
    answer: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Ledger:
    """All entries and all answers, and the sums that are kept beside them, where they were read."""

    entries: list[Entry]
    stored: list[Stored]
    kept: dict[str, int] = field(default_factory=dict)


def ledger_of(connection: psycopg.Connection[Any]) -> Ledger:
    """The whole book of this database."""
    money = ", ".join(f"e.{a}_micro" for a in ACCOUNTS) + ", "
    money += ", ".join(f"e.{a}_after_micro" for a in ACCOUNTS)
    rows = connection.execute(
        "SELECT e.seq, e.at_ms, e.kind, coalesce(r.table_name, ''), coalesce(r.round, 0), e.attempt, e.seat,"
        f" e.generation, e.link_seq, e.note, {money} FROM tapis.entries e"
        " LEFT JOIN tapis.rounds r ON r.id = e.round_id ORDER BY e.seq".encode()
    ).fetchall()
    many = len(ACCOUNTS)
    entries = [
        Entry(
            *row[: -2 * many],
            dict(zip(ACCOUNTS, row[-2 * many : -many], strict=True)),
            dict(zip(ACCOUNTS, row[-many:], strict=True)),
        )
        for row in rows
    ]
    columns = [f"{account}_balance" for account in ACCOUNTS] + list(KEPT)
    sums = connection.execute(f"SELECT {', '.join(columns)} FROM tapis.standing".encode()).fetchone()
    assert sums is not None
    kept = connection.execute(
        "SELECT table_name, round, attempt, kind, seat, act, book_seq, answer FROM tapis.answers"
    ).fetchall()
    stored = [Stored(row[:5], row[5], row[6], json.loads(row[7])) for row in kept]
    return Ledger(entries, stored, dict(zip(columns, sums, strict=True)))
