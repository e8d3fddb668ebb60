"""The store of the house as a file of SQLite, for one machine. The tables are those of `store`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from sqlite_utils import Database

from controller.host.disk import sqlite_said
from controller.house.store import (
    MEMORY,
    OF_EVERY_STORE,
    VERSION,
    NotAStore,
    Rows,
    Store,
    StoreLost,
    Unstorable,
    after_tables,
    tables,
)

_BESIDE: Final = ("-wal", "-shm", "-journal")
ASIDE: Final = ".aside"
"""Of the file beside the store that is never emptied."""
_PUT_AWAY: Final = {
    "id": int,
    "at_ms": int,
    "what": str,
    "table_name": str,
    "session": int,
    "severity": int,
    "person": str,
    "why": str,
}
_READING: Final = {"seq": int, "at_ms": int, "kind": str, "body": str, "prev_hash": str, "hash": str}
_ADDED_TO_ONLY: Final = """
CREATE TRIGGER IF NOT EXISTS put_away_kept BEFORE UPDATE ON put_away
  BEGIN SELECT RAISE(ABORT, 'what was put away stays as it was'); END;
CREATE TRIGGER IF NOT EXISTS put_away_stays BEFORE DELETE ON put_away
  BEGIN SELECT RAISE(ABORT, 'what was put away stays'); END;
CREATE TRIGGER IF NOT EXISTS reading_kept BEFORE UPDATE ON reading
  BEGIN SELECT RAISE(ABORT, 'what was read stays as it was'); END;
CREATE TRIGGER IF NOT EXISTS reading_stays BEFORE DELETE ON reading
  BEGIN SELECT RAISE(ABORT, 'what was read stays'); END;
"""


class SqliteStore:
    """A file, or `:memory:`; made when it is not there.

    Args:
        kept: a file of the same engine with none of the tables: that of what is never made anew.

    Raises:
        NotAStore: the file is a database of another kind.
        StoreLost: the file cannot be opened or is none of SQLite's.
    """

    def __init__(self, path: str | Path, *, kept: bool = False) -> None:
        self._path = str(path)
        new = not Path(path).exists()
        if not new and not Path(path).is_file():
            raise NotAStore("is no file: name another with --store")
        with _told():
            self._connection = sqlite3.connect(path, timeout=5, isolation_level=None)
        try:
            self._connection.row_factory = sqlite3.Row
            if kept:
                self._keep()
                return
            self._is_a_store()
            for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "cache_size=-32000"):
                self.execute(f"PRAGMA {pragma}")
            if self.execute("PRAGMA user_version").fetchone()[0] != VERSION:
                self.make()
        except BaseException:
            self._connection.close()
            if new:
                remove_files(path)
            raise

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Rows:
        with _told():
            cursor = self._connection.execute(statement, values)
            return Rows(cursor.fetchall(), cursor.rowcount)

    def query(self, statement: str, values: Sequence[Any] = ()) -> Iterator[dict[str, Any]]:
        return iter([dict(row) for row in self.execute(statement, values)])

    def many(self, statement: str, values: Sequence[Sequence[Any]]) -> None:
        with _told():
            self._connection.executemany(statement, values)

    @contextmanager
    def writing(self) -> Iterator[None]:
        self.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.execute("COMMIT")
        except BaseException:
            # A full disk has taken it back by itself.
            if self._connection.in_transaction:
                self._connection.rollback()
            raise

    def make(self) -> None:
        with self.writing():
            db = Database(self._connection)
            for view in db.views:
                view.drop()
            for table in db.tables:
                table.drop()
            for name, told, defaults in tables():
                columns = told.columns()
                key = told.key.split()
                db.table(name).create(
                    columns,
                    pk=key[0] if len(key) == 1 else tuple(key),
                    not_null=columns.keys() - set(told.empty.split()),
                    defaults=defaults,
                    strict=True,
                )
            for statement in after_tables():
                self.execute(statement)
            self.execute(f"PRAGMA user_version={VERSION}")

    def _is_a_store(self) -> None:
        """A file that is another's, a journal or a book perhaps, stays byte for byte as it was."""
        found = {name for (name,) in self.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        names = {name for name in found if not name.startswith("sqlite_")}
        if names and not names >= OF_EVERY_STORE:
            raise NotAStore("no store of a house, it stays as it is: name another with --store")

    def _keep(self) -> None:
        """The tables of what is never made anew are there, and are only added to."""
        self.execute("PRAGMA synchronous=FULL")
        with _told():
            db = Database(self._connection)
            put_away, reading = db.table("put_away"), db.table("reading")
            put_away.create(_PUT_AWAY, pk="id", not_null=_PUT_AWAY.keys() - {"id"}, if_not_exists=True)
            reading.create(_READING, pk="seq", not_null=_READING.keys(), if_not_exists=True)
            self._connection.executescript(_ADDED_TO_ONLY)

    def aside(self) -> Store:
        return SqliteStore(MEMORY if self._path == MEMORY else f"{self._path}{ASIDE}", kept=True)

    def close(self) -> None:
        self._connection.close()


def remove_files(path: str | Path) -> None:
    """The file of a store that could not be made, and those that SQLite keeps beside it, are not there."""
    for ending in ("", *_BESIDE):
        with suppress(OSError):
            Path(f"{path}{ending}").unlink()


@contextmanager
def _told() -> Iterator[None]:
    """What SQLite says is said in our own words."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.DataError, OverflowError, UnicodeEncodeError) as error:
        raise Unstorable("a value that the store cannot hold") from error
    except sqlite3.Error as error:
        raise StoreLost(sqlite_said(error)) from error
