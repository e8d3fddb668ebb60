"""What the people who keep a linked jackpot do with its database: make it, admit tables, look after it."""

from __future__ import annotations

from dataclasses import dataclass

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from controller.book.answers import OpenRound
from controller.book.port import BookUnreachable, Linkage
from controller.book.postgres_roles import (
    OWNER,
    close_doors,
    fit_readers,
    hang_up,
    hang_up_held,
    let_in,
    owner_of,
    put_out,
)
from controller.book.postgres_said import KeeperMismatch, Said
from controller.book.postgres_schema import (
    connect,
    found_jackpot,
    migrate,
    must_be_current,
)
from controller.book.postgres_words import sentence
from controller.book.shares import JackpotTerms


@dataclass(frozen=True, slots=True)
class Speaker:
    """A role that is admitted, and when its table last wrote."""

    role: str
    kind: str
    table: str | None
    last_seq: int | None
    last_ms: int | None


def create(url: str, config: JackpotTerms, linkage: Linkage, *, simulated: bool, at_ms: int) -> list[Said]:
    """The database is there, with its owner, its schema and its jackpot; what was done is returned.

    Raises:
        BookMismatch: it has a jackpot already.
        BookUnreachable: the server does not answer, or does not allow it; nothing is half made but an empty
            database.
    """
    done: list[Said] = []
    _make_database(url, done)
    with connect(url) as connection:
        owner = sql.Identifier(OWNER)
        if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (OWNER,)).fetchone():
            connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(owner))
            done.append(Said("made_owner", role=OWNER))
        with connection.transaction():
            close_doors(connection, OWNER)
            connection.execute(sql.SQL("SET LOCAL ROLE {}").format(owner))
            done += [Said("made_migration", name=each.name) for each in migrate(connection)]
            found_jackpot(connection, config, linkage, at_ms, simulated=simulated)
            done.append(Said("made_jackpot", profile=linkage.profile))
    return done


def _make_database(url: str, done: list[Said]) -> str:
    """The database of the address exists; its name is returned."""
    try:
        fields = conninfo_to_dict(url)
    except psycopg.Error as error:
        raise BookUnreachable(sentence(error)) from error
    name = str(fields.get("dbname") or fields.get("user") or "")
    if not name:
        raise KeeperMismatch(Said("no_database"))
    with connect(make_conninfo(url, dbname="postgres")) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
            wanted = sql.SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'")
            connection.execute(wanted.format(sql.Identifier(name)))
            done.append(Said("made_database", name=name))
    return name


def admit(url: str, role: str, kind: str, table: str | None) -> None:
    """The role may log in and speak for this table, and for no other.

    It is made if the server does not know it; how it proves itself is for pg_hba.conf: a password it has not.

    Raises:
        BookMismatch: there is no book, the role or the table is admitted already, or the role is a keeper's.
        BookUnreachable: the server does not answer or does not allow it.
    """
    with connect(url) as connection:
        try:
            must_be_current(connection)
            with connection.transaction():
                let_in(connection, role, kind)
                connection.execute("SELECT tapis.admit(%s, %s, %s)", (role, kind, table))
                fit_readers(connection)
        except psycopg.errors.UniqueViolation as error:
            raise KeeperMismatch(Said("known_role", role=role, table=table or "-")) from error


def dismiss(url: str, role: str) -> int:
    """The role is out: it has no say, may not log in, and its sessions are ended; how many they were.

    What it has written stays.

    Raises:
        BookMismatch, BookUnreachable: as `admit`; also if it was not admitted.
    """
    with connect(url) as connection:
        must_be_current(connection)
        found = connection.execute("SELECT kind FROM tapis.speakers WHERE role_name = %s", (role,)).fetchone()
        if not found:
            raise KeeperMismatch(Said("unknown_role", role=role))
        return put_out(connection, role, found[0])


def speakers(url: str) -> list[Speaker]:
    """Every role that is admitted; told to the keeper, the pit and readers. Raises as `admit`."""
    with connect(url) as connection:
        must_be_current(connection)
        rows = connection.execute("SELECT * FROM tapis.admitted()").fetchall()
    return [Speaker(*row) for row in rows]


def mend(url: str) -> list[str]:
    """Rights and limits are what they were made: what a copy lost, and what a role has set for itself.

    The definitions of the schema are not touched. Returned are the roles, with their sessions ended if they
    had any under other settings.

    Raises:
        BookMismatch, BookUnreachable: as `admit`.
    """
    with connect(url) as connection:
        must_be_current(connection)
        with connection.transaction():
            close_doors(connection, owner_of(connection))
            rows = connection.execute(
                "SELECT role_name, kind FROM tapis.speakers WHERE kind <> 'simulation' ORDER BY 1"
            ).fetchall()
            for role, kind in rows:
                let_in(connection, role, kind)
                connection.execute("SELECT tapis.grant_to(%s, %s)", (role, kind))
        for role, _ in rows:
            hang_up(connection, role)
    return [role for role, _ in rows]


def end_held(url: str) -> list[tuple[str, int, int]]:
    """Sessions of admitted roles that kept a transaction going too long are ended: role, process, seconds.

    An act that waits for the standby is none of them: ended, it would be committed here alone.

    Raises:
        BookMismatch, BookUnreachable: as `admit`.
    """
    with connect(url) as connection:
        must_be_current(connection)
        with connection.transaction():
            return hang_up_held(connection)


def unfinished(url: str) -> list[OpenRound]:
    """The rounds that are open in the book, oldest first. Raises as `admit`."""
    with connect(url) as connection:
        must_be_current(connection)
        rows = connection.execute("SELECT * FROM tapis.unfinished()").fetchall()
    return [OpenRound(*row) for row in rows]
