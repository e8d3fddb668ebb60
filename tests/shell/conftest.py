"""Fixtures of the shell's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.book.port import Book
from controller.book.shares import Terms
from tests.private_postgres import pooled_book
from tests.shell.book.jackpot_books import EXAMPLE, POSTGRES, SHOPS, BookMaker


@pytest.fixture(params=[*sorted(SHOPS), POSTGRES])
def new_book(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BookMaker]:
    """Makes jackpot books of one kind, each test once for every kind; they are closed at the end."""
    made: list[Book] = []

    def make(terms: Terms = EXAMPLE) -> Book:
        if request.param == POSTGRES:
            made.append(pooled_book(request.getfixturevalue("postgres"), terms))
            return made[-1]
        where = tmp_path / f"book{len(made)}"
        where.mkdir()
        made.append(SHOPS[request.param](terms, where))
        return made[-1]

    yield make
    for book in made:
        book.close()


@pytest.fixture
def book(new_book: BookMaker) -> Book:
    """A new jackpot book on the example's terms."""
    return new_book()
