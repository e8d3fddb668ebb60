"""A book of random acts: stakes, refunds, claims of several tables, shares, refusals, corrections, stops.

Terms are random too: shares that do not divide, a limit just above the start, prizes out of the meter. What a
table never asks is left out: a second claim of a round whose first was refused after its release.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from controller.book.answers import Award, Refused, Waiting
from controller.book.port import Account
from controller.book.shares import Terms
from controller.book.sqlite import SqliteBook
from tests.shell.book.jackpot_books import TWO, key

TABLES: Final = ("T1", "T2", "T3")
WHAT: Final = ("claim", "prize", "refund", "end", "refuse", "jackpot", "jackpot", "join", "correct", "stop")


@dataclass
class Playing:
    """A round under way at one table."""

    number: int
    seats: list[int]
    claim: int = 0
    attempt: int = 1
    paid: bool = False
    released: bool = False


def terms_of(dice: Random) -> Terms:
    meter = dice.choice((1_000_000, 250_000, 333_333, 1, 0, 777_777))
    reserve = min(1_000_000 - meter, dice.choice((0, 150_000, 123_457)))
    start = dice.choice((0, 1000, 1_000_000))
    return Terms(
        stake_cents=dice.choice((500, 100, 333)),
        start_cents=start,
        meter_share=meter,
        reserve_share=reserve,
        house_share=1_000_000 - meter - reserve,
        fixed_prizes_paid_from=dice.choice(("house", "meter")),
        limit_cents=dice.choice((None, start + dice.randrange(3000))),
        reset_cents=dice.choice((None, 0)),
    )


def random_book(path: Path, seed: int, acts: int) -> None:
    """The file was made; its ledger adds up."""
    dice = Random(seed)
    book = SqliteBook.create(path, terms_of(dice), durable=False)
    playing: dict[str, Playing] = {}
    numbers = dict.fromkeys(TABLES, 0)
    for step in range(acts):
        table = dice.choice(TABLES)
        if table in playing:
            _act(book, dice, table, playing, step)
            continue
        numbers[table] += 1
        seats = tuple(sorted(dice.sample(range(1, 8), dice.randint(1, 5))))
        staked = book.contribute(
            key(table, numbers[table], "contribute"), seats, book.terms.stake_cents, step
        )
        if not isinstance(staked, Refused):
            playing[table] = Playing(numbers[table], list(seats))
    assert book.read(check=True).residual_micro == 0
    book.close()


def _act(book: SqliteBook, dice: Random, table: str, playing: dict[str, Playing], step: int) -> None:
    now, what = playing[table], dice.choice(WHAT)
    n, seat, due = now.number, dice.choice(now.seats or [1]), bool(now.claim) and not now.paid
    if what == "claim" and not now.claim and not (now.attempt > 1 and now.released):
        if not isinstance(book.claim(key(table, n, "claim", now.attempt, seat), seat, step), Refused):
            now.claim = seat
    elif what == "prize":
        prize = Award(dice.choice(("full_house", "quads", "consolation")), seat, dice.choice((5000, 700, 1)))
        book.award(key(table, n, "award", 1000 + step, seat), (prize,), step)
    elif what == "refund" and seat != now.claim:
        if not isinstance(book.refund(key(table, n, "refund", 1000 + step, seat), seat, step), Refused):
            now.seats.remove(seat)
    elif what == "end" and not due:
        if dice.random() < 0.8:
            book.finish(key(table, n, "finish"), step)
        else:
            book.close_dead_round(key(table, n, "close"), TWO, "panne", step)
        del playing[table]
    elif what == "refuse" and due:
        book.refuse(key(table, n, "refuse", now.attempt), TWO, "images", step)
        now.claim, now.attempt = 0, now.attempt + 1
    elif what == "jackpot" and due:
        paid = book.award(
            key(table, n, "award", now.attempt, now.claim), (Award("jackpot", now.claim, 0),), step
        )
        now.released = now.released or isinstance(paid, Waiting)
        now.paid = not isinstance(paid, Waiting)
    elif what == "join" and not now.paid and len(now.seats) < 7:
        joins = dice.choice([other for other in range(1, 8) if other not in now.seats])
        staked = book.contribute(
            key(table, n, "contribute", 1000 + step), (joins,), book.terms.stake_cents, step
        )
        if not isinstance(staked, Refused):
            now.seats.append(joins)
    elif what == "correct" and dice.random() < 0.2:
        account = dice.choice((Account.METER, Account.RESERVE, Account.HOUSE))
        by = dice.randrange(1, 3_000_000) * dice.choice((1, 1, -1))
        book.correct(key("T1", 0, "correct", step + 1), account, by, TWO, "écart", step)
    elif what == "stop" and dice.random() < 0.1:
        book.stop(key("T1", 0, "stop", step + 1), "transfer", TWO, "travaux", step)
        book.reopen(key("T1", 0, "reopen", step + 1), TWO, "fini", step)
