"""The kinds of book that the behavioural suite runs on, and short words for its acts.

A new kind of book adds one `Shop` to `SHOPS`; every test of `test_book.py`, `test_book_claims.py` and
`test_book_exact.py` then holds for it too.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from controller.book.answers import Award, Awarded, Claimed, Contributed, Finished, Key
from controller.book.port import Book
from controller.book.shares import Terms
from controller.book.sqlite import SqliteBook

JOURNAL = "0123456789abcdef" * 4
STAKE = 500
Answer = TypeVar("Answer")
EXAMPLE = Terms(STAKE, 1_000_000, 250_000, 150_000, 600_000)
"""Stake 5 €, start 10,000 €; 25 % to the meter, 15 % to the reserve, 60 % to the house."""

LITERAL = Terms(STAKE, 1_000_000, 1_000_000, 0, 0, fixed_prizes_paid_from="meter")
"""All of the stake to the meter, which pays the fixed prizes too."""

TWO = ("Mme Arnaud", "M. Berger")


class Shop(Protocol):
    """Makes new books of one kind."""

    def __call__(self, terms: Terms, where: Path) -> Book: ...


def in_memory(terms: Terms, where: Path) -> Book:
    return SqliteBook.create(":memory:", terms)


def in_a_file(terms: Terms, where: Path) -> Book:
    return SqliteBook.create(where / "jackpot.book", terms, durable=False)


SHOPS: dict[str, Shop] = {"memory": in_memory, "file": in_a_file}
POSTGRES = "postgres"
"""The linked book; its fixture makes it, for it lives on the server of the whole run."""

BookMaker = Callable[..., Book]


def key(table: str, round_: int, kind: str, attempt: int = 1, seat: int | None = None) -> Key:
    return Key(table, JOURNAL, round_, attempt, kind, seat)


def stake(book: Book, table: str, round_: int, *seats: int, attempt: int = 1) -> Contributed:
    """The seats (seat 1 if none is named) have contributed."""
    return got(
        Contributed, book.contribute(key(table, round_, "contribute", attempt), seats or (1,), STAKE, 1_000)
    )


def over(book: Book, table: str, round_: int) -> Finished:
    return got(Finished, book.finish(key(table, round_, "finish"), 2_000))


def royal(book: Book, table: str, round_: int, seat: int = 1) -> Claimed:
    return got(Claimed, book.claim(key(table, round_, "claim"), seat, 3_000))


def ask_jackpot(book: Book, table: str, round_: int, seat: int = 1) -> Any:
    return book.award(key(table, round_, "award", seat=seat), (Award("jackpot", seat, 0),), 4_000)


def pay_jackpot(book: Book, table: str, round_: int, seat: int = 1) -> Awarded:
    return got(Awarded, ask_jackpot(book, table, round_, seat))


def refuse(book: Book, table: str, round_: int) -> Any:
    return book.refuse(key(table, round_, "refuse"), TWO, "carte remplacée", 5_000)


def got(kind: type[Answer], answer: object) -> Answer:
    """The answer, which is of this kind."""
    assert isinstance(answer, kind), answer
    return answer


def code(answer: object) -> str:
    """Why the answer is a refusal."""
    return getattr(answer, "code", f"not refused: {answer}")


def exact(book: Book) -> None:
    """The book adds up, entry by entry, and its parts account for every stake."""
    view = book.read(check=True)
    assert view.residual_micro == 0
    assert view.meter_micro >= 0
    parts = view.contributed_micro + view.reserved_micro + view.overflowed_micro + view.house_micro
    assert parts == view.stakes_micro
