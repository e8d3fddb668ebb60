"""The book at an address: a file of one table alone, or a database of linked ones."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from controller.book.faults import refused
from controller.book.ledger import Crash
from controller.book.port import Book, BookMismatch, Linkage
from controller.book.shares import JackpotTerms
from controller.book.sqlite import SqliteBook
from controller.installed import lacks
from controller.told import Told

BOOK = "jackpot.book"
"""The book of one table alone, in its data."""
MEMORY = ":memory:"


def open_book(
    url: str,
    config: JackpotTerms | None,
    *,
    create: bool = False,
    at_ms: int = 0,
    durable: bool = True,
    crash: Crash | None = None,
    linkage: Linkage | None = None,
    patient: bool = False,
) -> Book:
    """The book at `url`: a path, `:memory:` for a fresh one that nothing keeps, or `postgresql://...`.

    With `create` a missing file becomes a new book, and so does an empty database if `linkage` says that the
    cards are simulated: a real linked book is made by `tapis link create`. Without `config` (to read and to
    verify) the terms stored in the book hold. `patient`, a linked book that does not answer is opened all the
    same, and asked again by those who want it.

    A book is of real cards or of simulated ones from its making, and refuses those of the other kind.

    Raises:
        BookMismatch: no book, a book of other terms or of other cards, or a kind of book this program does
            not have.
        BookUnreachable: the file cannot be read or written.
    """
    if is_linked(url):
        return _open_linked(url, config, linkage, create=create, at_ms=at_ms, crash=crash, patient=patient)
    if not url:
        raise BookMismatch(refused("no_name", url="''"))
    if "://" in url:
        raise BookMismatch(refused("no_address", url=repr(url), memory=MEMORY))
    new = url == MEMORY or (create and not (Path(url).is_file() and Path(url).stat().st_size))
    if not new:
        simulated = linkage.simulated if linkage is not None else None
        book = SqliteBook.open(url, config, durable=durable, crash=crash, simulated=simulated)
        return _added_up(book) if create else book
    if config is None:
        raise BookMismatch(refused("no_terms_for_new", url=url))
    simulated = linkage is not None and linkage.simulated
    return SqliteBook.create(url, config, at_ms=at_ms, durable=durable, crash=crash, simulated=simulated)


def _added_up(book: SqliteBook) -> SqliteBook:
    """The book with what its ledger is amiss by; one that cannot be added up at all is none to start on."""
    try:
        book.amiss_micro = book.read(check=True).residual_micro
    except BaseException:
        book.close()
        raise
    return book


def is_linked(url: str) -> bool:
    """Whether the book of this address is one of several machines."""
    return url.startswith(("postgresql://", "postgres://"))


def _open_linked(
    url: str,
    config: JackpotTerms | None,
    linkage: Linkage | None,
    *,
    create: bool,
    at_ms: int,
    crash: Crash | None,
    patient: bool,
) -> Book:
    if find_spec("psycopg") is None:
        raise BookMismatch(
            refused("no_library", lacks=Told((lacks("psycopg", language="fr"), lacks("psycopg"))))
        )
    from controller.book.postgres import PostgresBook
    from controller.book.postgres_schema import NoBook, install

    try:
        return PostgresBook(url, config, linkage, crash, patient=patient)
    except NoBook:
        if not create or config is None or linkage is None or not linkage.simulated:
            raise
    install(url, config, linkage, at_ms=at_ms)
    return PostgresBook(url, config, linkage, crash)
