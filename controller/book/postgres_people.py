"""What the people who keep a linked jackpot do with its database: make it, admit tables, look after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from controller.book.answers import OpenRound
from controller.book.port import BookMismatch, BookUnreachable, Linkage
from controller.book.postgres_schema import (
    VERSION,
    applied,
    connect,
    found_jackpot,
    migrate,
    outstanding,
    sentence,
)
from controller.book.shares import JackpotTerms

OWNER: Final = "tapis_owner"
"""Owns the book and never logs in: only the keepers of the server may put it on."""
SERVER_MIN: Final = 150_000
CONNECTIONS: Final = 6
"""Of one table at most: its acts, its hints, and the same again while the old ones are still dying."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """A role that is admitted, and when its table last wrote."""

    role: str
    kind: str
    table: str | None
    last_seq: int | None
    last_ms: int | None


def create(url: str, config: JackpotTerms, linkage: Linkage, *, simulated: bool, at_ms: int) -> list[str]:
    """The database is there, with its owner, its schema and its jackpot; what was done is returned.

    Raises:
        BookMismatch: it has a jackpot already.
        BookUnreachable: the server does not answer, or does not allow it; nothing is half made but an empty
            database.
    """
    done: list[str] = []
    name = _make_database(url, done)
    with connect(url) as connection:
        try:
            owner = sql.Identifier(OWNER)
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (OWNER,)).fetchone():
                connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(owner))
                done.append(f"role {OWNER}, who never logs in")
            with connection.transaction():
                database = sql.Identifier(name)
                connection.execute(sql.SQL("GRANT CREATE ON DATABASE {} TO {}").format(database, owner))
                connection.execute(sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(database))
                connection.execute(sql.SQL("SET LOCAL ROLE {}").format(owner))
                done += [f"migration {each.name}" for each in migrate(connection)]
                found_jackpot(connection, config, linkage, at_ms, simulated=simulated)
                done.append(f"jackpot of {linkage.profile}")
        except psycopg.Error as error:
            raise BookUnreachable(sentence(error)) from error
    return done


def _make_database(url: str, done: list[str]) -> str:
    """The database of the address exists; its name is returned."""
    try:
        fields = conninfo_to_dict(url)
    except psycopg.Error as error:
        raise BookUnreachable(sentence(error)) from error
    name = str(fields.get("dbname") or fields.get("user") or "")
    if not name:
        raise BookMismatch("the address names no database")
    with connect(make_conninfo(url, dbname="postgres")) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
            try:
                connection.execute(
                    sql.SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'").format(
                        sql.Identifier(name)
                    )
                )
            except psycopg.Error as error:
                raise BookUnreachable(sentence(error)) from error
            done.append(f"database {name}")
    return name


def admit(url: str, role: str, kind: str, table: str | None) -> None:
    """The role may log in and speak for this table, and for no other.

    It is made if the server does not know it; how it proves itself is for pg_hba.conf.

    Raises:
        BookMismatch: there is no book, or the role or the table is admitted already.
        BookUnreachable: the server does not answer or does not allow it.
    """
    with connect(url) as connection:
        try:
            _must_be_current(connection)
            who = sql.Identifier(role)
            with connection.transaction():
                if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone():
                    connection.execute(
                        sql.SQL("CREATE ROLE {} LOGIN NOINHERIT CONNECTION LIMIT {}").format(who, CONNECTIONS)
                    )
                row = connection.execute("SELECT current_database()").fetchone()
                assert row is not None
                database = sql.Identifier(row[0])
                connection.execute(sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(database, who))
                # An act that hangs must not hold the jackpot from the other tables.
                for name, value in (
                    ("statement_timeout", "5s" if kind == "table" else "10min"),
                    ("idle_in_transaction_session_timeout", "2s"),
                ):
                    connection.execute(
                        sql.SQL("ALTER ROLE {} IN DATABASE {} SET {} = {}").format(
                            who, database, sql.Identifier(name), sql.Literal(value)
                        )
                    )
                connection.execute("SELECT tapis.admit(%s, %s, %s)", (role, kind, table))
        except psycopg.errors.UniqueViolation as error:
            raise BookMismatch(f"{role} or {table} is admitted already") from error
        except psycopg.Error as error:
            raise BookUnreachable(sentence(error)) from error


def dismiss(url: str, role: str) -> None:
    """The role has no say any more; what it has written stays.

    Raises:
        BookMismatch, BookUnreachable: as `admit`; also if it had none.
    """
    with connect(url) as connection:
        try:
            _must_be_current(connection)
            found = connection.execute(
                "SELECT 1 FROM tapis.speakers WHERE role_name = %s", (role,)
            ).fetchone()
            if not found:
                raise BookMismatch(f"{role} is not admitted")
            connection.execute("SELECT tapis.dismiss(%s)", (role,))
        except psycopg.Error as error:
            raise BookUnreachable(sentence(error)) from error


def speakers(url: str) -> list[Speaker]:
    """Every role that is admitted. Raises as `admit`."""
    with connect(url) as connection:
        try:
            _must_be_current(connection)
            rows = connection.execute(
                "SELECT s.role_name, s.kind, s.table_name, e.seq, e.at_ms FROM tapis.speakers s"
                " LEFT JOIN LATERAL (SELECT e.seq, e.at_ms FROM tapis.answers a"
                " JOIN tapis.entries e ON e.seq = a.book_seq WHERE a.table_name = s.table_name"
                " AND a.book_seq > 0 ORDER BY a.book_seq DESC LIMIT 1) e ON true"
                " ORDER BY s.kind, s.table_name, s.role_name"
            ).fetchall()
        except psycopg.Error as error:
            raise BookUnreachable(sentence(error)) from error
    return [Speaker(*row) for row in rows]


def unfinished(url: str) -> list[OpenRound]:
    """The rounds that are open in the book, oldest first. Raises as `admit`."""
    with connect(url) as connection:
        try:
            _must_be_current(connection)
            rows = connection.execute("SELECT * FROM tapis.unfinished()").fetchall()
        except psycopg.Error as error:
            raise BookUnreachable(sentence(error)) from error
    return [OpenRound(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing that was looked at; `wrong` says in a sentence why it does not hold."""

    what: str
    found: str
    wrong: str = ""


def check(url: str) -> list[Checked]:
    """The server, the schema, the rights and the ledger, one finding each.

    Raises:
        BookMismatch: there is no book.
        BookUnreachable: the server does not answer.
    """
    with connect(url) as connection:
        try:
            _must_have_a_book(connection)
            return [
                _server(connection),
                _version(connection),
                *_durable(connection),
                _rights(connection),
                _triggers(connection),
                *_ledger(connection),
            ]
        except psycopg.Error as error:
            raise BookUnreachable(sentence(error)) from error


def _server(connection: psycopg.Connection[Any]) -> Checked:
    version = connection.info.server_version
    wrong = "" if version >= SERVER_MIN else "PostgreSQL 15 or newer is needed"
    return Checked("server", f"PostgreSQL {version // 10_000}.{version % 10_000}", wrong)


def _version(connection: psycopg.Connection[Any]) -> Checked:
    last = max(applied(connection), default=0)
    wrong = ""
    try:
        wanted = outstanding(connection)
        if wanted:
            wrong = f"this program needs migration {VERSION}: tapis link migrate"
    except BookMismatch as error:
        wrong = str(error)
    return Checked("schema", f"migration {last}", wrong)


def _durable(connection: psycopg.Connection[Any]) -> list[Checked]:
    found = []
    for name, allowed in (
        ("fsync", ("on",)),
        ("full_page_writes", ("on",)),
        ("synchronous_commit", ("on", "remote_apply")),
    ):
        row = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
        assert row is not None
        wrong = "" if row[0] in allowed else "an acknowledged stake could be lost with the power"
        found.append(Checked(name, row[0], wrong))
    return found


def _rights(connection: psycopg.Connection[Any]) -> Checked:
    """Nobody but the owner has a right on a table of the book, or on a function that is not for him."""
    on_tables = connection.execute(
        "SELECT c.relname, coalesce(r.rolname, 'PUBLIC') FROM pg_class c, aclexplode(c.relacl) a"
        " LEFT JOIN pg_roles r ON r.oid = a.grantee WHERE c.relnamespace = 'tapis'::regnamespace"
        " AND a.grantee <> c.relowner"
    ).fetchall()
    on_functions = connection.execute(
        "SELECT p.proname, coalesce(r.rolname, 'PUBLIC') FROM pg_proc p,"
        " aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a"
        " LEFT JOIN pg_roles r ON r.oid = a.grantee LEFT JOIN tapis.speakers s ON s.role_name = r.rolname"
        " WHERE p.pronamespace = 'tapis'::regnamespace AND a.grantee <> p.proowner"
        " AND (s.kind IS NULL OR p.proname <> ALL (tapis.functions_of(s.kind)))"
    ).fetchall()
    loose = connection.execute(
        "SELECT p.proname FROM pg_proc p WHERE p.pronamespace = 'tapis'::regnamespace AND p.prosecdef"
        " AND NOT coalesce('search_path=pg_catalog, tapis, pg_temp' = ANY (p.proconfig), false)"
    ).fetchall()
    wrong = [f"{who} has a right on {what}" for what, who in [*on_tables, *on_functions]]
    wrong += [f"{name} runs under any search path" for (name,) in loose]
    row = connection.execute("SELECT count(*) FROM tapis.speakers").fetchone()
    assert row is not None
    return Checked("rights", f"{row[0]} roles admitted", "; ".join(wrong[:5]))


def _triggers(connection: psycopg.Connection[Any]) -> Checked:
    """The ledger cannot be changed by its owner either."""
    rows = connection.execute(
        "SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'tapis'::regnamespace AND c.relname IN"
        " ('entries', 'answers', 'jackpot') AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid"
        " AND t.tgname = 'never' AND t.tgenabled IN ('O', 'A'))"
    ).fetchall()
    wrong = ", ".join(name for (name,) in rows)
    return Checked("append only", "entries, answers, terms", wrong and f"no trigger guards {wrong}")


def _ledger(connection: psycopg.Connection[Any]) -> list[Checked]:
    rows = connection.execute("SELECT what, kept, added FROM tapis.reconciliation").fetchall()
    wrong = [f"{what}: {kept} kept, {added} added up" for what, kept, added in rows if kept != added]
    entries = next((int(kept) for what, kept, _ in rows if what == "last entry"), 0)
    row = connection.execute("SELECT tapis.residual_micro(false)").fetchone()
    if row is None or row[0] != 0:
        wrong.append("the identities of the book do not hold")
    return [Checked("ledger", f"{entries} entries add up", "; ".join(wrong[:5]))]


def _must_have_a_book(connection: psycopg.Connection[Any]) -> None:
    if not applied(connection):
        raise BookMismatch("there is no book in this database")


def _must_be_current(connection: psycopg.Connection[Any]) -> None:
    _must_have_a_book(connection)
    if outstanding(connection):
        raise BookMismatch(f"the book needs migration {VERSION}: tapis link migrate")
