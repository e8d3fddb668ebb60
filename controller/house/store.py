"""The store of the house: one SQLite file of what the journals told, made again from them when it is lost.

Everything in it is a count or a copy of what a closed round shows. Amounts are cents. Where a table is keyed
by `source`, that is one session's journal. Tables, indexes, views, rows and questions are sqlite-utils';
by hand is only what it has no word for: sums that grow by more.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlite_utils import Database

from controller.game.felt import SEATS_MAX

VERSION: Final = 9
"""Of the tables below and of what is counted into them: a store of another version is made anew."""

SLOT_MS: Final = 900_000
"""Rounds are counted by quarters of an hour."""


class Columns(NamedTuple):
    """A table: its key, its columns of whole numbers and of text; `empty` are numbers that may be missing."""

    key: str
    whole: str
    text: str = ""
    empty: str = ""

    def columns(self) -> dict[str, type]:
        """Every column and its type, the key first."""
        types: dict[str, type] = dict.fromkeys((*self.whole.split(), *self.empty.split()), int)
        types |= dict.fromkeys(self.text.split(), str)
        return {name: types[name] for name in (*self.key.split(), *types)}


_SOURCE: Final = Columns(
    key="id",
    whole="id session simulated seats first_ms last_ms entries minimum_cents maximum_cents jp1_stake_cents"
    " open_ms opened_ms closed_ms bad_seq",
    text="file table_name journal_id previous digest head why stamp fold",
)
_UNTIL_READ: Final = (
    {"head": "", "why": "", "stamp": ""}
    | dict.fromkeys(
        (
            *("entries", "minimum_cents", "maximum_cents", "jp1_stake_cents"),
            *("open_ms", "opened_ms", "closed_ms", "bad_seq"),
        ),
        0,
    )
    | {"seats": SEATS_MAX}
)
"""What a session is told as before its first entry is read."""
COUNTED: Final = {
    "slot": Columns(
        key="source at_ms",
        whole="source at_ms rounds hands jp1 bank_cents ante_cents side_cents ante_squares side_squares"
        " bank_bank bank_ante bank_side ante_ante ante_side side_side staked_cents paid_cents voided"
        " prize_cents",
    ),
    "seat_hour": Columns("source at_ms seat", "source at_ms seat hands jp1"),
    "phase_time": Columns("source phase seconds", "source seconds times", "phase"),
    "hand_count": Columns("source who part class", "source part class times", "who"),
    "card_count": Columns("source part card", "source part times", "card"),
    "dealer_count": Columns("source dealer", "source rounds", "dealer"),
}
"""The tables of sums; every column that is not in the key is added up."""
FACTS: Final = {
    "round": Columns(
        key="source number",
        whole="source number attempts opened_ms closed_ms first_seq last_seq players jp1 bank_cents"
        " paid_cents staked_cents ante_cents side_cents prize_cents qualified meter_cents",
        text="first_prev last_hash classes dealer incident flags standing",
    ),
    "alarm": Columns(
        "source alarm", "source alarm at_ms seq priority seat round seen_ms cleared_ms", text="code"
    ),
    "correction": Columns("source seq", "source seq at_ms round", text="kind dealer"),
    "rectification": Columns(
        key="source seq",
        whole="source seq at_ms round seat cents bank_cents orphans_cents",
        text="mistake reason moved proposer approver",
    ),
    "device": Columns("source machine from_ms", "source from_ms to_ms", text="machine health detail"),
    "line": Columns(
        key="source at_ms machine",
        whole="source at_ms lasted_ms frames retries damaged returns answers",
        text="machine",
        empty="median_ms slowest_ms celsius limit_celsius",
    ),
    "identity": Columns(
        "source at_ms machine", "source at_ms reference", text="machine model port firmware digest"
    ),
    "stop": Columns("source from_ms cause", "source from_ms to_ms round", text="cause"),
    "ledger": Columns(
        key="source seq",
        whole="source seq at_ms round generation stakes cents before_cents meter_cents book_seq",
        text="kind",
    ),
    **COUNTED,
}
"""The tables that follow from the journals alone, beside `source` itself."""
_TABLES: Final = {
    "source": _SOURCE,
    "check_run": Columns("at_ms", "at_ms took_ms entries journals", text="faults"),
    **FACTS,
}
_INDEXES: Final = (
    ("source", "table_name session"),
    ("round", "closed_ms"),
    ("slot", "at_ms"),
    ("alarm", "at_ms"),
    ("rectification", "source round"),
    ("ledger", "book_seq"),
)
_OF_TABLES: Final = ("round", "slot", "device", "identity", "stop", "ledger")
"""Facts that are asked for by table: the view `table_round` has the round's session beside it, and so on."""
_OPEN_MS: Final = (
    f"min(slot.at_ms + {SLOT_MS}, iif(source.closed_ms < source.opened_ms, source.last_ms, source.closed_ms))"
    " - max(slot.at_ms, source.opened_ms)"
)
_COMPUTED: Final = {"slot": f", iif({_OPEN_MS} > 0, {_OPEN_MS}, {SLOT_MS}) AS lasted_ms"}
"""How long of its quarter the table was open; a quarter before it closed and opened again is a whole one."""
_BESIDE: Final = (
    "file table_name session simulated seats digest minimum_cents maximum_cents jp1_stake_cents bad_seq why"
    " entries head journal_id last_ms opened_ms closed_ms"
)


def open_store(path: str | Path) -> Database:
    """The store, which is there and of this version: an older one was emptied.

    Raises:
        sqlite3.Error: the file cannot be opened or is none of SQLite's.
    """
    connection = sqlite3.connect(path, timeout=5, isolation_level=None)
    try:
        connection.row_factory = sqlite3.Row
        db = Database(connection)
        db.enable_wal()
        db.execute("PRAGMA synchronous=NORMAL")
        db.execute("PRAGMA cache_size=-32000")
        if db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            rebuild(db)
    except BaseException:
        connection.close()
        raise
    return db


def rebuild(db: Database) -> None:
    """The store is empty: the next reading begins at the first entry of every journal."""
    with writing(db):
        for view in db.views:
            view.drop()
        for table in db.tables:
            table.drop()
        for name, told in _TABLES.items():
            columns = told.columns()
            defaults = _UNTIL_READ if told is _SOURCE else {}
            key = told.key.split()
            db.table(name).create(
                columns,
                pk=key[0] if len(key) == 1 else tuple(key),
                not_null=columns.keys() - set(told.empty.split()),
                defaults=defaults,
                strict=True,
            )
        db.table("source").create_index(["file"], unique=True)
        for name, indexed in _INDEXES:
            db.table(name).create_index(indexed.split())
        for name in _OF_TABLES:
            beside = ", ".join(
                f"source.{one}" for one in _BESIDE.split() if one not in _TABLES[name].columns()
            )
            beside += _COMPUTED.get(name, "")
            of_table = f"SELECT {name}.*, {beside} FROM {name} JOIN source ON source.id = {name}.source"
            db.create_view(f"table_{name}", of_table)
        db.execute(f"PRAGMA user_version={VERSION}")


@contextmanager
def writing(db: Database) -> Iterator[None]:
    """One transaction: all of it or nothing. It waits for its turn before it reads."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.rollback()
        raise
    db.commit()


def insert(db: Database, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """The rows are in the table, in place of those with the same key."""
    db.table(table).insert_all(map(dict, rows), replace=True)


def add(db: Database, table: str, key: tuple[int | str, ...], sums: Mapping[str, int]) -> None:
    """The sums are added to those that the table has under this key."""
    keys = COUNTED[table].key.split()
    names = (*keys, *sums)
    more = ", ".join(f"{name} = {name} + excluded.{name}" for name in sums)
    db.execute(
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
        f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {more}",
        (*key, *sums.values()),
    )


def facts_of(db: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that the journals told, table by table: the same for two stores of the same journals.

    A session is named by its file, whose number in the store is that of its finding.
    """
    files = {row["id"]: row["file"] for row in db.table("source").rows_where(select="id, file")}
    return {
        name: sorted((files[row.pop("source")], *row.values()) for row in db.table(name).rows)
        for name in FACTS
    }
