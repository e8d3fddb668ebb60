"""The schema of the linked book: numbered migrations, applied once and in order by its owner."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg import sql

from controller.book.faults import refused
from controller.book.port import BookMismatch, BookUnreachable, Linkage
from controller.book.postgres_said import KeeperMismatch, Said
from controller.book.postgres_words import sentence
from controller.book.shares import JackpotTerms, Terms

VERSION: Final = 7
"""The migration that this program needs; a book before or behind it is refused."""
CONNECT_S: Final = 2
_LOCK: Final = 55_20
"""Of the advisory lock that keeps two installations apart."""


class NoBook(BookMismatch):
    """The database has no book."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered file."""

    number: int
    name: str
    text: str

    @property
    def digest(self) -> str:
        return sha256(self.text.encode()).hexdigest()


def migrations() -> list[Migration]:
    """Every migration of this program, in order, up to `VERSION`.

    Raises:
        BookMismatch: the files are not there, or not the ones this program was built with.
    """
    root = Path(__file__).resolve().parents[2]
    places = (root / "deploy" / "postgresql", Path(sys.prefix) / "share" / "tapis" / "postgresql")
    folder = next((place for place in places if place.is_dir()), None)
    if folder is None:
        raise BookMismatch(refused("no_migrations", places=", ".join(map(str, places))))
    found = [
        Migration(int(path.name[:3]), path.stem, path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob("[0-9][0-9][0-9]_*.sql"))
    ]
    if [each.number for each in found] != list(range(1, VERSION + 1)):
        raise BookMismatch(
            refused("migrations", folder=folder, found=[m.number for m in found], known=VERSION)
        )
    return found


@contextmanager
def connect(url: str) -> Iterator[psycopg.Connection[Any]]:
    """A plain connection for the people who keep the database.

    Raises:
        BookUnreachable: the server does not let us in, does not allow what is asked of it, or is gone.
    """
    try:
        with psycopg.connect(
            url, autocommit=True, connect_timeout=CONNECT_S, application_name="tapis link"
        ) as connection:
            yield connection
    except psycopg.Error as error:
        raise BookUnreachable(sentence(error)) from error


def applied(connection: psycopg.Connection[Any]) -> dict[int, str]:
    """Number and digest of the migrations that this database has had; none in an empty one."""
    row = connection.execute("SELECT to_regclass('tapis.migrations') IS NOT NULL").fetchone()
    if row is None or not row[0]:
        return {}
    return dict(connection.execute("SELECT number, digest FROM tapis.migrations ORDER BY number").fetchall())


def outstanding(connection: psycopg.Connection[Any]) -> list[Migration]:
    """The migrations that this database still wants.

    Raises:
        BookMismatch: it has had others than this program's.
    """
    had = applied(connection)
    known = migrations()
    for number, digest in had.items():
        mine = next((each for each in known if each.number == number), None)
        if mine is None:
            raise KeeperMismatch(Said("newer_migration", number=number, last=VERSION))
        if mine.digest != digest:
            raise KeeperMismatch(Said("other_migration", name=mine.name, digest=digest[:12]))
    return [each for each in known if each.number not in had]


def must_have_a_book(connection: psycopg.Connection[Any]) -> None:
    """Raises:
    BookMismatch: there is no book in this database.
    """
    row = connection.execute("SELECT to_regnamespace('tapis') IS NOT NULL").fetchone()
    if row is None or not row[0]:
        raise KeeperMismatch(Said("no_book"))


def must_be_current(connection: psycopg.Connection[Any]) -> None:
    """The book is at `VERSION`; a role that may not read the migrations is told so by the book.

    Raises:
        BookMismatch: there is no book in this database, or one of another version.
    """
    must_have_a_book(connection)
    row = connection.execute("SELECT has_schema_privilege('tapis', 'CREATE')").fetchone()
    if row is not None and row[0]:
        current = bool(applied(connection)) and not outstanding(connection)
    else:
        told = connection.execute("SELECT (tapis.hello() ->> 'version')::integer").fetchone()
        current = told == (VERSION,)
    if not current:
        raise KeeperMismatch(Said("migrate", number=VERSION))


def migrate(connection: psycopg.Connection[Any]) -> list[Migration]:
    """The database is at `VERSION`; what was applied is returned. All of it or nothing.

    Raises:
        BookMismatch: see `outstanding`.
        psycopg.Error: the server refused; nothing was changed.
    """
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        wanted = outstanding(connection)
        _as_owner(connection)
        for each in wanted:
            connection.execute(each.text.encode())
            connection.execute(
                "INSERT INTO tapis.migrations (number, name, digest) VALUES (%s, %s, %s)",
                (each.number, each.name, each.digest),
            )
        if wanted:
            connection.execute("REVOKE ALL ON ALL ROUTINES IN SCHEMA tapis FROM PUBLIC")
            connection.execute("SELECT tapis.grant_to(role_name, kind) FROM tapis.speakers")
    return wanted


def _as_owner(connection: psycopg.Connection[Any]) -> None:
    """To the end of the transaction we are who owns the schema: its functions run as nobody else."""
    row = connection.execute(
        "SELECT r.rolname FROM pg_namespace n JOIN pg_roles r ON r.oid = n.nspowner WHERE n.nspname = 'tapis'"
    ).fetchone()
    if row is not None:
        connection.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(row[0])))


def found_jackpot(
    connection: psycopg.Connection[Any],
    config: JackpotTerms,
    linkage: Linkage,
    at_ms: int,
    *,
    simulated: bool,
) -> None:
    """The empty book has its terms and its first entry. In a simulated one this role speaks for all tables.

    Raises:
        BookMismatch: there is a jackpot already.
    """
    terms = config if isinstance(config, Terms) else Terms.of(config, linkage.prizes)
    with connection.transaction():
        if connection.execute("SELECT 1 FROM tapis.jackpot").fetchone():
            raise KeeperMismatch(Said("has_jackpot"))
        connection.execute(
            "SELECT tapis.open_jackpot(%s, %s, %s, %s, %s)",
            (terms.text(), linkage.profile, linkage.profile_digest, simulated, at_ms),
        )
        if simulated:
            connection.execute("SELECT tapis.admit(session_user::name, 'simulation', NULL)")


def install(url: str, config: JackpotTerms, linkage: Linkage, *, at_ms: int) -> None:
    """The database of this address, empty before, holds a new book that this role owns.

    Raises:
        BookMismatch: it has a book already.
        BookUnreachable: the server does not answer or does not allow it.
    """
    with connect(url) as connection:
        migrate(connection)
        found_jackpot(connection, config, linkage, at_ms, simulated=linkage.simulated)
