"""The jackpot book: an append-only ledger of stakes, prizes and corrections behind one port."""

from __future__ import annotations

from pathlib import Path

from controller.book.ledger import Crash
from controller.book.port import Book, BookMismatch
from controller.book.shares import JackpotTerms
from controller.book.sqlite import SqliteBook

MEMORY = ":memory:"


def open_book(
    url: str,
    config: JackpotTerms | None,
    *,
    create: bool = False,
    at_ms: int = 0,
    durable: bool = True,
    crash: Crash | None = None,
) -> Book:
    """The book at `url`: a path, or `:memory:` for a fresh one that nothing keeps.

    With `create` a missing file becomes a new book. Without `config` (to read and to verify) the terms
    stored in the book hold.

    Raises:
        BookMismatch: no book, a book of other terms, or a kind of book this program does not have.
        BookUnreachable: the file cannot be read or written.
    """
    if url.startswith(("postgresql://", "postgres://")):
        raise BookMismatch(f"book {url.split(':')[0]}://: a PostgreSQL book comes with linked tables")
    if "://" in url or not url:
        raise BookMismatch(f"book {url!r} is neither a path, {MEMORY} nor postgresql://")
    new = url == MEMORY or (create and not (Path(url).is_file() and Path(url).stat().st_size))
    if not new:
        return SqliteBook.open(url, config, durable=durable, crash=crash)
    if config is None:
        raise BookMismatch(f"book {url}: a new book needs the jackpot's configuration")
    return SqliteBook.create(url, config, at_ms=at_ms, durable=durable, crash=crash)
