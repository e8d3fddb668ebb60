"""The store of the house as a schema of PostgreSQL, where a group outgrows one machine (ROOM.md, section 5).

One house writes it: who has the lock of the database is the house, another one waits or is refused. A lost
server is asked again once a second; what was under way when it was lost is done or not, and the house takes
up each journal where the store says that it was read to.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg.types.numeric import IntLoader

from controller.book.postgres_schema import CONNECT_S
from controller.book.postgres_words import sentence, unanswered
from controller.house.store import (
    VERSION,
    Rows,
    Store,
    StoreLost,
    StoreTaken,
    Unstorable,
    after_tables,
    tables,
)

SCHEMA: Final = "tapis_house"
KEPT: Final = frozenset({"put_away", "reading"})
"""The table that no new making empties."""
AGAIN_S: Final = 1.0
"""Between two calls of a server that did not answer."""
TAKEN_S: Final = 3.0
"""How long a house that begins waits for the lock of one that was killed a moment ago."""
_LOCK: Final = 55_20_19
_DEAD_LINE: Final[dict[str, str | int]] = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 9_000,
    "connect_timeout": CONNECT_S,
    "application_name": "tapis house",
}
_SESSION: Final = {
    "search_path": SCHEMA,
    "lock_timeout": "10s",
    "statement_timeout": "10min",
    "idle_in_transaction_session_timeout": "1min",
    "client_min_messages": "warning",
    "client_connection_check_interval": "1s",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "2",
    "tcp_user_timeout": "9s",
}
_SAID: Final = {
    "3F": f"there is no schema {SCHEMA} that this role may use",
    "42501": f"permission denied: this role may not do that; it is to own the schema {SCHEMA}",
    "42": f"the schema {SCHEMA} has other tables than this program knows",
    "23": "what the store holds contradicts itself",
    "55P03": "another session holds the store locked",
}
_PUT_AWAY: Final = (
    "CREATE TABLE IF NOT EXISTS put_away (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    " at_ms bigint NOT NULL, what text NOT NULL, table_name text NOT NULL, session bigint NOT NULL,"
    " severity bigint NOT NULL, person text NOT NULL, why text NOT NULL)",
    "CREATE OR REPLACE FUNCTION put_away_stays() RETURNS trigger LANGUAGE plpgsql AS"
    " $$BEGIN RAISE EXCEPTION 'what was put away stays as it was'; END$$",
    "CREATE OR REPLACE TRIGGER put_away_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON put_away"
    " EXECUTE FUNCTION put_away_stays()",
    "CREATE TABLE IF NOT EXISTS reading (seq bigint PRIMARY KEY, at_ms bigint NOT NULL, kind text NOT NULL,"
    " body text NOT NULL, prev_hash text NOT NULL, hash text NOT NULL)",
    "CREATE OR REPLACE TRIGGER reading_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON reading"
    " EXECUTE FUNCTION put_away_stays()",
)
"""What people put away, and what was read for the authority: never made anew, only added to."""
_REFUSED: Final = (psycopg.IntegrityError, psycopg.ProgrammingError, psycopg.errors.RaiseException)
"""What the server has answered, on a line that is as good as before."""
TAKEN: Final = "another house keeps it"


class PostgresStore:
    """The schema `tapis_house` of a database; its tables are made when they are not there.

    Raises:
        StoreLost: the server does not let us in, it is another's schema, or another house keeps it.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: psycopg.Connection[Any] | None = None
        self._again_s, self._why, self._within = 0.0, "the server does not answer", False
        self._connected(TAKEN_S)

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Rows:
        with self._told() as connection:
            return _run(connection, statement, values)

    def query(self, statement: str, values: Sequence[Any] = ()) -> Iterator[dict[str, Any]]:
        return iter([dict(zip(row.names, row, strict=True)) for row in self.execute(statement, values)])

    def many(self, statement: str, values: Sequence[Sequence[Any]]) -> None:
        if values:
            with self._told() as connection, connection.cursor() as cursor:
                cursor.executemany(_ours(statement), [[*map(_plain, one)] for one in values])

    @contextmanager
    def writing(self) -> Iterator[None]:
        with self._told() as connection, connection.transaction():
            self._within = True
            try:
                yield
            finally:
                self._within = False

    def make(self) -> None:
        with self._told() as connection:
            _make(connection)

    def aside(self) -> Store:
        return self

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # --- the line --------------------------------------------------------------------------------

    @contextmanager
    def _told(self) -> Iterator[psycopg.Connection[Any]]:
        """What the server says is said in our own words, and a line in doubt is dropped."""
        try:
            yield self._connected()
        except psycopg.DataError as error:
            raise Unstorable("a value that the store cannot hold") from error
        except (psycopg.Error, OSError) as error:
            if not isinstance(error, _REFUSED):
                self.close()
            raise StoreLost(_said(error)) from error

    def _connected(self, wait_s: float = 0.0) -> psycopg.Connection[Any]:
        if self._connection is not None and not self._connection.closed:
            return self._connection
        if self._within:  # what is left of a transaction is nothing for another line
            raise StoreLost("the line to the server broke")
        if time.monotonic() < self._again_s:
            raise StoreLost(self._why)
        self._again_s = time.monotonic() + AGAIN_S
        connection = None
        try:
            connection = psycopg.connect(make_conninfo(self._address, **_DEAD_LINE), autocommit=True)
            _greet(connection, wait_s)
        except BaseException as error:
            if connection is not None:
                connection.close()
            if isinstance(error, psycopg.Error | OSError | StoreLost):
                self._why = str(error) if isinstance(error, StoreLost) else _said(error)
                raise StoreLost(self._why) from error
            raise
        self._connection = connection
        return connection


def _greet(connection: psycopg.Connection[Any], wait_s: float) -> None:
    """This session is the house's, and the tables are there, of this version.

    Raises:
        StoreLost: another house has the lock, or the schema is another's.
    """
    if connection.info.parameter_status("server_encoding") != "UTF8":
        raise StoreLost("the database is not in UTF8")
    connection.row_factory = _named
    connection.adapters.register_loader("numeric", IntLoader)  # sums of whole numbers
    for name, value in _SESSION.items():
        connection.execute("SELECT set_config(%s, %s, false)", (name, value))
    owner = "SELECT pg_has_role(nspowner, 'MEMBER') FROM pg_namespace WHERE nspname = %s"
    if any(not mine for (mine,) in connection.execute(owner, (SCHEMA,))):
        raise StoreLost(_SAID["42501"])
    until_s = time.monotonic() + wait_s
    while not _one(connection, "SELECT pg_try_advisory_lock(%s)", _LOCK):
        if time.monotonic() >= until_s:
            raise StoreTaken(TAKEN)
        time.sleep(0.2)
    found = _one(connection, "SELECT to_regnamespace(%s) IS NOT NULL", SCHEMA)
    if not found:
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(SCHEMA)))
    of_house = _one(connection, "SELECT to_regclass(%s) IS NOT NULL", f"{SCHEMA}.store")
    if not of_house and any(name not in KEPT for name, _ in _theirs(connection)):
        raise StoreLost(f"the schema {SCHEMA} has tables of something else")
    if not of_house or _one(connection, "SELECT max(version) FROM store") != VERSION:
        _make(connection)


def _make(connection: psycopg.Connection[Any]) -> None:
    with connection.transaction():
        for name, kind in _theirs(connection):
            if name not in KEPT:
                what = sql.SQL("VIEW" if kind == "v" else "TABLE")
                connection.execute(sql.SQL("DROP {} IF EXISTS {} CASCADE").format(what, sql.Identifier(name)))
        for statement in _PUT_AWAY:
            connection.execute(statement.encode())
        connection.execute("CREATE TABLE store (version bigint NOT NULL)")
        for name, told, defaults in tables():
            columns = []
            for column, kind in told.columns().items():
                typed = "bigint" if kind is int else 'text COLLATE "C"'  # as SQLite puts texts in order
                null = "" if column in told.empty.split() else " NOT NULL"
                default: sql.Composable = sql.SQL("")
                if column in defaults:
                    default = sql.SQL(" DEFAULT {}").format(sql.Literal(defaults[column]))
                columns.append(
                    sql.SQL("{} {}{}").format(sql.Identifier(column), sql.SQL(typed + null), default)
                )
            key = sql.SQL("PRIMARY KEY ({})").format(
                sql.SQL(", ").join(map(sql.Identifier, told.key.split()))
            )
            connection.execute(
                sql.SQL("CREATE TABLE {} ({})").format(
                    sql.Identifier(name), sql.SQL(", ").join([*columns, key])
                )
            )
        for statement in after_tables():
            connection.execute(statement.encode())
        connection.execute("INSERT INTO store (version) VALUES (%s)", (VERSION,))


def _theirs(connection: psycopg.Connection[Any]) -> list[Any]:
    """Name and kind of every table and view of the schema, the views first."""
    return connection.execute(
        "SELECT relname::text, relkind::text FROM pg_class WHERE relnamespace = to_regnamespace(%s)"
        " AND relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY relkind DESC, relname",
        (SCHEMA,),
    ).fetchall()


# --- statements --------------------------------------------------------------------------------------


class _Named(tuple[Any, ...]):
    """A row by place and by name."""

    names: tuple[str, ...] = ()

    def __getitem__(self, key: Any) -> Any:
        return tuple.__getitem__(self, self.names.index(key) if isinstance(key, str) else key)

    def keys(self) -> tuple[str, ...]:
        return self.names


@lru_cache(512)
def _row_class(names: tuple[str, ...]) -> type[_Named]:
    return type("Row", (_Named,), {"names": names, "__slots__": ()})


def _named(cursor: psycopg.Cursor[Any]) -> Any:
    return _row_class(tuple(one.name for one in cursor.description or ()))


def _run(connection: psycopg.Connection[Any], statement: str, values: Sequence[Any]) -> Rows:
    cursor = connection.execute(_ours(statement), [*map(_plain, values)])
    return Rows(cursor.fetchall() if cursor.description else (), cursor.rowcount)


def _one(connection: psycopg.Connection[Any], statement: str, *values: Any) -> Any:
    row = connection.execute(statement.encode(), values).fetchone()
    assert row is not None
    return row[0]


@lru_cache(512)
def _ours(statement: str) -> bytes:
    """A statement with `?` for its values as psycopg takes it."""
    return statement.replace("%", "%%").replace("?", "%s").encode()


def _plain(value: Any) -> Any:
    """A truth is a whole number in every table."""
    return int(value) if isinstance(value, bool) else value


def _said(error: psycopg.Error | OSError) -> str:
    if isinstance(error, OSError):
        return unanswered(error)
    state = error.sqlstate
    if state is None and isinstance(error, psycopg.ProgrammingError):
        return "the address cannot be read"
    if state is not None and (said := _SAID.get(state) or _SAID.get(state[:2])):
        return said
    return sentence(error)
