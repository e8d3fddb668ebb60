"""What a table's journals tell, entry after entry, for a client that keeps where it was.

    {"table": "UTH-1", "session": 12, "journal": "5f…", "entry": 813, "at_ms": …, "kind": "SeatFolded",
     "body": {…}}
    {"table": "UTH-1", "journal": "5f…", "entry": 700, "waits": "entry 701: its hash is not …"}

Of each table the entries come in the order of its journals, each once, none left out: only those that the
house has verified. A card face down is null in them (rules, section 2). Where a journal does not hold, or the
next one does not begin where it ended, the table's feed says once what it waits for and stands still: what
comes after is not to be taken for all that there is. Nothing is kept of what was sent: a client that is away
costs nothing.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

from controller.house.archive import House
from controller.house.scope import TIME_MAX, BadQuestion
from controller.journal.chain import JournalDamaged, JournalError, Row, link
from controller.journal.entries import masked_fields
from controller.journal.file import UNREADABLE, connect_reader, why_unreadable
from controller.screens import wire

TABLES_MAX: Final = 256
ROWS: Final = 64
"""Entries of a table that are read at a time; the others have their turn then."""
FROM: Final = ("start", "now")
_COLUMNS: Final = "table_name, session, file, journal_id, previous, head, entries, bad_seq, why"
_AFTER: Final = (
    "SELECT seq, at_ms, kind, body, prev_hash, hash FROM journal WHERE seq >= ? ORDER BY seq LIMIT ?"
)


class Position(NamedTuple):
    """What a client has of a table: every entry of the journals before this one, and of this one so many."""

    journal: str
    entry: int


Positions = dict[str, Position]


def positions_of(told: object) -> Positions:
    """The cursor of a client: `{"UTH-1": ["5f…", 812]}`.

    Raises:
        BadQuestion: it is none; one sentence that names key and value.
    """
    if not isinstance(told, dict) or len(told) > TABLES_MAX:
        raise BadQuestion(f"after: an object of at most {TABLES_MAX} tables is wanted")
    found = {}
    for table, where in told.items():
        if not isinstance(where, list) or [type(one) for one in where] != [str, int]:
            raise BadQuestion(f"after.{table:.40}: a journal's id and the number of an entry are wanted")
        if not 0 <= where[1] <= TIME_MAX:
            raise BadQuestion(f"after.{table:.40}: no entry has the number {where[1]}")
        found[table] = Position(*where)
    return found


class Feed:
    """The entries of all tables after a cursor, as lines.

    Args:
        house: the journals, and how far they were verified.
        after: where the client is; a table that is not in it is told from its first journal on.

    Raises:
        BadQuestion: a journal of the cursor is not known here.
    """

    def __init__(self, house: House, after: Positions) -> None:
        self._house, self._turn = house, 0
        self._tables = {table: _Table(house, table, where) for table, where in after.items()}

    def lines(self) -> Iterator[bytes]:
        """What there is more now, at most `ROWS` entries a table; each line that comes is to be taken."""
        for table in self._house.db.execute("SELECT DISTINCT table_name FROM source ORDER BY 1").fetchall():
            if table[0] not in self._tables:
                self._tables[table[0]] = _Table(self._house, table[0], None)
        self._turn += 1
        tables = list(self._tables.values())
        first = self._turn % max(1, len(tables))  # a client with little room hears every table
        for one in tables[first:] + tables[:first]:
            yield from one.lines()


def ends(house: House) -> Positions:
    """Where a client is that wants what comes from now on."""
    rows = house.db.query("SELECT table_name, journal_id, entries FROM source ORDER BY table_name, session")
    return {row["table_name"]: Position(row["journal_id"], row["entries"]) for row in rows}


class _Table:
    """One table of a feed."""

    def __init__(self, house: House, table: str, after: Position | None) -> None:
        self._house, self._table = house, table
        self._waits = ""
        self._hash = ""
        if after is None:
            first = self._found("table_name = ? ORDER BY session LIMIT 1", (table,))
            after = Position(first["journal_id"] if first is not None else "", 0)
        elif self._found("table_name = ? AND journal_id = ?", (table, after.journal)) is None:
            raise BadQuestion(f"after.{table:.40}: no journal {after.journal[:64]!r} is known here")
        self._journal, self._entry = after

    def lines(self) -> Iterator[bytes]:
        """The next entries, or once what they wait for."""
        here = self._found("table_name = ? AND journal_id = ?", (self._table, self._journal))
        source = self._gone(here) if here is None or self._entry > here["entries"] else here
        if here is not None and self._entry == here["entries"]:
            source = self._next(here)
        if source is None:
            return
        if isinstance(source, str):
            yield from self._waiting(source)
            return
        try:
            rows = self._rows(source)
        except (JournalError, *UNREADABLE) as error:
            yield from self._waiting(f"{source['file']} cannot be read: {why_unreadable(error)}")
            return
        for row in rows:
            why, line = self._why_not(source, row), b""
            if row.seq == self._entry and not why:
                self._hash = row.hash  # the last that the client has: what comes is to follow it
                continue
            try:
                line = b"" if why else self._line(source, row)
            except (JournalError, ValueError, LookupError, TypeError):
                why = "it is none that this program reads"
            if why:
                yield from self._waiting(f"entry {row.seq}: {why}")
                return
            # Before it is told: who takes no more takes it all the same.
            self._entry, self._hash, self._waits = row.seq, row.hash, ""
            yield line

    def _gone(self, here: Mapping[str, Any] | None) -> str | None:
        """What a client waits for that has more than the house; None while the house may still read it."""
        if here is not None and here["bad_seq"]:
            return f"entry {here['bad_seq']}: {here['why']}"
        if not self._house.settled:
            return None
        return f"{here['file']} has {here['entries']} entries here" if here else "its journal is not here"

    def _why_not(self, source: Mapping[str, Any], row: Row) -> str:
        """Why the row is not what the house has verified; empty for one that is, as far as it can be told.

        The house has read all of it before. Here each row is held against the one before it, the first and
        the last also against what the house knows of them.
        """
        try:
            if link(row.prev_hash, row.seq, row.at_ms, row.kind, row.body) != row.hash:
                return "its hash is not that of its content"
        except (ValueError, TypeError, AttributeError, struct.error):
            return "it is no entry"
        again = row.seq == self._entry
        wanted = {1: self._journal, source["entries"]: source["head"]}.get(row.seq, row.hash)
        if row.hash != (self._hash or wanted if again else wanted):
            return "it is another than the one that was read here before"
        if not again and (row.seq != self._entry + 1 or (self._hash and row.prev_hash != self._hash)):
            return "it does not follow the one before it"
        return ""

    def _next(self, source: Mapping[str, Any]) -> dict[str, Any] | str | None:
        """The journal after this one, which is told to its end; None for none yet, or what it waits for."""
        if source["bad_seq"]:
            return f"entry {source['bad_seq']}: {source['why']}"
        later = "table_name = ? AND session > ? ORDER BY session LIMIT 1"
        after = self._found(later, (self._table, source["session"]))
        if after is None:
            return None
        if after["previous"] != source["head"]:
            return f"session {after['session']} does not begin with the last entry of {source['session']}"
        self._journal, self._entry, self._waits, self._hash = after["journal_id"], 0, "", ""
        return after if after["entries"] else None

    def _rows(self, source: Mapping[str, Any]) -> list[Row]:
        """The last entry that the client has, if it has one, and those that come after it."""
        more = min(ROWS, source["entries"] - self._entry)
        first = max(1, self._entry)
        with closing(connect_reader(self._path(source["file"]))) as conn:
            found = [Row(*one) for one in conn.execute(_AFTER, (first, self._entry + more - first + 1))]
        if not found or found[0].seq != first:
            raise JournalDamaged(first, "it is not there any more")
        return found

    def _path(self, name: str) -> Path:
        folders = self._house.folders
        return next((folder / name for folder in folders if (folder / name).exists()), folders[0] / name)

    def _line(self, source: Mapping[str, Any], row: Row) -> bytes:
        return wire.encode(
            {
                "table": self._table,
                "session": source["session"],
                "journal": self._journal,
                "entry": row.seq,
                "at_ms": row.at_ms,
                "kind": row.kind,
                "body": masked_fields(row),
            }
        )

    def _waiting(self, why: str) -> Iterator[bytes]:
        if why != self._waits:
            self._waits = why
            told = {"table": self._table, "journal": self._journal, "entry": self._entry}
            yield wire.encode({**told, "waits": why})

    def _found(self, where: str, values: tuple[Any, ...]) -> dict[str, Any] | None:
        return next(self._house.db.query(f"SELECT {_COLUMNS} FROM source WHERE {where}", values), None)
