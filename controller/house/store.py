"""The store of the house: what the journals told, made again from them when it is lost.

Everything in it is a count or a copy of what a closed round shows. Amounts are cents. Where a table is keyed
by `source`, that is one session's journal. It is a file of SQLite (`store_sqlite`) or a schema of PostgreSQL
(`store_postgres`): the tables, what is written and what is asked are the same here for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, NamedTuple, Protocol

from controller.game.felt import SEATS_MAX

VERSION: Final = 15
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
        " paid_cents staked_cents ante_cents side_cents ante_squares side_squares prize_cents qualified"
        " meter_cents",
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
    "cash": Columns("source seq", "source seq at_ms cents", text="purpose counted_by signed_by"),
    "charge": Columns("source seq", "source seq at_ms", text="person"),
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
OF_EVERY_STORE: Final = frozenset({"source", "round", "slot"})
"""Tables that a store of any version has, by which it is told from every other database."""
_OF_TABLES: Final = ("round", "slot", "device", "identity", "stop", "ledger")
"""Facts that are asked for by table: the view `table_round` has the round's session beside it, and so on."""
_SHUT_MS: Final = (
    "CASE WHEN source.closed_ms < source.opened_ms THEN source.last_ms ELSE source.closed_ms END"
)
_OPEN_MS: Final = (
    f"(CASE WHEN slot.at_ms + {SLOT_MS} < {_SHUT_MS} THEN slot.at_ms + {SLOT_MS} ELSE {_SHUT_MS} END"
    " - CASE WHEN slot.at_ms > source.opened_ms THEN slot.at_ms ELSE source.opened_ms END)"
)
_COMPUTED: Final = {"slot": f", CASE WHEN {_OPEN_MS} > 0 THEN {_OPEN_MS} ELSE {SLOT_MS} END AS lasted_ms"}
"""How long of its quarter the table was open; a quarter before it closed and opened again is a whole one."""
_BESIDE: Final = (
    "file table_name session simulated seats digest minimum_cents maximum_cents jp1_stake_cents bad_seq why"
    " entries head journal_id last_ms opened_ms closed_ms"
)


MEMORY: Final = ":memory:"


class StoreLost(Exception):
    """The store does not answer, or may not be written; one sentence. Whether what was asked is done is not
    known: what was read of the journals is taken up again from what the store says."""


class NotAStore(StoreLost):
    """What is named holds something else, a journal or a book perhaps: it is left as it was."""


class StoreTaken(StoreLost):
    """Another house writes it: one does."""


class Unstorable(ValueError):
    """A value that no store can hold: a sum beyond 64 bits, or text that is none. Nothing was written."""


class Rows(list[Any]):
    """The rows of one statement, each by place and by name; `changed` is how many it wrote."""

    def __init__(self, rows: Iterable[Any] = (), changed: int = 0) -> None:
        super().__init__(rows)
        self.changed = changed

    def fetchone(self) -> Any:
        """The first row, or None."""
        return self[0] if self else None

    def fetchall(self) -> list[Any]:
        """Every row."""
        return self


class Store(Protocol):
    """One engine. Statements are written in what SQLite and PostgreSQL both understand, with `?` for values.

    Every method raises `StoreLost`, and what writes `Unstorable` too.
    """

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Rows:
        """The rows of a statement."""

    def query(self, statement: str, values: Sequence[Any] = ()) -> Iterator[dict[str, Any]]:
        """The rows of a question as dictionaries."""

    def many(self, statement: str, values: Sequence[Sequence[Any]]) -> None:
        """One statement for each of these values."""

    def writing(self) -> AbstractContextManager[None]:
        """One transaction: all of it or nothing. It waits for its turn before it reads."""

    def make(self) -> None:
        """The tables are new and empty, of this version. What people put away stays."""

    def aside(self) -> Store:
        """Where the table `put_away` is kept, which outlives every `make`."""

    def close(self) -> None:
        """Nothing is held any more."""


def rebuild(db: Store) -> None:
    """The store is empty: the next reading begins at the first entry of every journal."""
    db.make()


def tables() -> Iterator[tuple[str, Columns, dict[str, Any]]]:
    """Every table with its columns and their defaults."""
    for name, told in _TABLES.items():
        yield name, told, _UNTIL_READ if told is _SOURCE else {}


def after_tables() -> Iterator[str]:
    """What makes the indexes and the views, once the tables are there."""
    yield "CREATE UNIQUE INDEX source_file ON source (file)"
    yield "CREATE UNIQUE INDEX source_journal_id ON source (journal_id)"
    for name, indexed in _INDEXES:
        columns = indexed.split()
        yield f"CREATE INDEX {'_'.join((name, *columns))} ON {name} ({', '.join(columns)})"
    for name in _OF_TABLES:
        beside = ", ".join(f"source.{one}" for one in _BESIDE.split() if one not in _TABLES[name].columns())
        beside += _COMPUTED.get(name, "")
        of_table = f"SELECT {name}.*, {beside} FROM {name} JOIN source ON source.id = {name}.source"
        yield f"CREATE VIEW table_{name} AS {of_table}"


def insert(db: Store, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """The rows are in the table, in place of those with the same key."""
    told = _TABLES[table]
    names, keys = tuple(told.columns()), told.key.split()
    instead = ", ".join(f"{name} = excluded.{name}" for name in names if name not in keys)
    db.many(
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
        f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {instead}",
        [[row[name] for name in names] for row in rows],
    )


def add(db: Store, table: str, under: Mapping[tuple[int | str, ...], Mapping[str, int]]) -> None:
    """The sums are added to those that the table has under their keys; one that is not named is 0."""
    keys = COUNTED[table].key.split()
    sums = [name for name in COUNTED[table].columns() if name not in keys]
    more = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in sums)
    names = (*keys, *sums)
    db.many(
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
        f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {more}",
        [[*key, *(told.get(name, 0) for name in sums)] for key, told in under.items()],
    )


def facts_of(db: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that the journals told, table by table: the same for two stores of the same journals.

    A session is named by its file, whose number in the store is that of its finding.
    """
    files = {row["id"]: row["file"] for row in db.query("SELECT id, file FROM source")}
    return {
        name: sorted((files[row.pop("source")], *row.values()) for row in db.query(f"SELECT * FROM {name}"))
        for name in FACTS
    }
