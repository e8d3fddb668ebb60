"""Whether a book was made for the terms that a table has, and for cards of its kind."""

from __future__ import annotations

from hashlib import sha256
from json import loads
from typing import Any

from controller.book.faults import refused
from controller.book.port import BookMismatch
from controller.book.shares import Terms


def stored_terms(where: str, text: str, digest: str) -> Terms:
    """The terms that a book has kept.

    Raises:
        BookMismatch: they are not the ones that were written.
    """
    if sha256(text.encode()).hexdigest() != digest:
        raise BookMismatch(refused("digest", path=where))
    fields: dict[str, Any] = loads(text)
    fields["prizes"] = tuple((kind, odds) for kind, odds in fields["prizes"])
    return Terms(**fields)


def check_same(where: str, stored: Terms, wanted: Terms) -> None:
    """Book and table have the same terms.

    Raises:
        BookMismatch: they differ; the text names key and both values.
    """
    for name in Terms.__dataclass_fields__:
        had, wants = getattr(stored, name), getattr(wanted, name)
        if had != wants:
            said = refused("other_terms", path=where, name=name, had=repr(had), wants=repr(wants))
            raise BookMismatch(said)


def check_cards(where: str, stored: bool, wanted: bool) -> None:
    """Simulated cards play on a book that was made for them, real cards on a real one.

    Args:
        stored: the cards of the book's tables are simulated; `wanted`, those of this table are.

    Raises:
        BookMismatch: they are not of one kind.
    """
    if stored and not wanted:
        raise BookMismatch(refused("of_simulation", path=where), "book_simulated")
    if wanted and not stored:
        raise BookMismatch(refused("of_real", path=where), "book_simulated")
