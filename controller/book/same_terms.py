"""Whether a book was made for the terms that a table has."""

from __future__ import annotations

from hashlib import sha256
from json import loads
from typing import Any

from controller.book.port import BookMismatch
from controller.book.shares import Terms


def stored_terms(where: str, text: str, digest: str) -> Terms:
    """The terms that a book has kept.

    Raises:
        BookMismatch: they are not the ones that were written.
    """
    if sha256(text.encode()).hexdigest() != digest:
        raise BookMismatch(f"{where}: its terms do not agree with their digest")
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
            raise BookMismatch(f"{where}: {name} is {had!r} in the book and {wants!r} in the configuration")
