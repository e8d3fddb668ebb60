"""Journals forged in every way that a file allows, on rows in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from controller.journal.chain import ZEROS, Row, link

Rows = list[Row]


def linked(rows: Iterable[Row], after: int = 0) -> Rows:
    """The rows, hashed and linked anew from row `after` (counted from 0) to the end."""
    fresh: Rows = []
    for at, row in enumerate(rows):
        if at >= after:
            previous = fresh[-1].hash if fresh else row.prev_hash
            row = row._replace(
                prev_hash=previous, hash=link(previous, row.seq, row.at_ms, row.kind, row.body)
            )
        fresh.append(row)
    return fresh


def numbered(rows: Iterable[Row]) -> Rows:
    """The rows, numbered from 1."""
    return [row._replace(seq=seq) for seq, row in enumerate(rows, start=1)]


def touched(row: Row, dice: Random) -> Row:
    """The row with one character of one of its texts, or its time, changed."""
    field = dice.choice(("body", "body", "body", "kind", "hash", "prev_hash", "at_ms"))
    if field == "at_ms":
        return row._replace(at_ms=row.at_ms + dice.choice((-1, 1, 60_000)))
    text = str(getattr(row, field))
    at = dice.randrange(len(text))
    other = dice.choice([one for one in "0123456789abcdefA" if one != text[at]])
    return row._replace(**{field: text[:at] + other + text[at + 1 :]})


def content_touched(row: Row, dice: Random) -> Row:
    """The row with another figure in its body, or another time: what a forger would want."""
    digits = [at for at, one in enumerate(row.body) if one.isdecimal()]
    if not digits or dice.random() < 0.2:
        return row._replace(at_ms=row.at_ms + 1)
    at = dice.choice(digits)
    other = dice.choice([one for one in "123456789" if one != row.body[at]])
    return row._replace(body=row.body[:at] + other + row.body[at + 1 :])


def flip(rows: Rows, dice: Random) -> Rows:
    at = dice.randrange(len(rows))
    return [*rows[:at], touched(rows[at], dice), *rows[at + 1 :]]


def delete(rows: Rows, dice: Random) -> Rows:
    at = dice.randrange(len(rows) - 1)
    return rows[:at] + rows[at + 1 :]


def insert(rows: Rows, dice: Random) -> Rows:
    at, stranger = dice.randrange(1, len(rows)), rows[dice.randrange(1, len(rows))]
    return numbered([*rows[:at], stranger, *rows[at:]])


def swap(rows: Rows, dice: Random) -> Rows:
    at = dice.randrange(len(rows) - 1)
    swapped = [*rows[:at], rows[at + 1], rows[at], *rows[at + 2 :]]
    return numbered(swapped) if dice.random() < 0.5 else swapped


def renumber(rows: Rows, dice: Random) -> Rows:
    at, by = dice.randrange(len(rows)), dice.choice((-1, 1, 1000))
    return [*rows[:at], *(row._replace(seq=row.seq + by) for row in rows[at:])]


def hash_one(rows: Rows, dice: Random) -> Rows:
    """One row changed and hashed anew, the rest left: a forger who stops too early."""
    at = dice.randrange(len(rows) - 1)
    row = content_touched(rows[at], dice)
    hashed = row._replace(hash=link(row.prev_hash, row.seq, row.at_ms, row.kind, row.body))
    return [*rows[:at], hashed, *rows[at + 1 :]]


def delete_to_the_front(rows: Rows, dice: Random) -> Rows:
    """The beginning is gone, and what is left begins with the opening again, unlinked."""
    at = dice.randrange(2, len(rows))
    return numbered([rows[0], *rows[at:]])


def truncate(rows: Rows, dice: Random) -> Rows:
    return rows[: dice.randrange(1, len(rows))]


def rehash(rows: Rows, dice: Random) -> Rows:
    at = dice.randrange(len(rows))
    return linked([*rows[:at], content_touched(rows[at], dice), *rows[at + 1 :]], at)


def delete_and_rehash(rows: Rows, dice: Random) -> Rows:
    at = dice.randrange(1, len(rows) - 1)
    return linked(numbered(rows[:at] + rows[at + 1 :]), at)


def insert_and_rehash(rows: Rows, dice: Random) -> Rows:
    at, stranger = dice.randrange(1, len(rows)), rows[dice.randrange(1, len(rows))]
    return linked(numbered([*rows[:at], stranger, *rows[at:]]), at)


def roll_back(rows: Rows, dice: Random) -> Rows:
    """An older file, gone on with otherwise: what comes after has other times."""
    at = dice.randrange(1, len(rows))
    later = [row._replace(at_ms=row.at_ms + 1) for row in rows[at:]]
    return linked([*rows[:at], *later], at)


def another_session(rows: Rows, dice: Random) -> Rows:
    """The whole journal, opened after another session than it was."""
    first = rows[0]._replace(prev_hash="1" * 64 if rows[0].prev_hash == ZEROS else ZEROS)
    return linked([first, *rows[1:]])


PARTIAL: dict[str, Callable[[Rows, Random], Rows]] = {
    one.__name__: one for one in (flip, delete, insert, swap, renumber, hash_one, delete_to_the_front)
}
"""The chain alone finds each of these."""
WHOLE: dict[str, Callable[[Rows, Random], Rows]] = {
    one.__name__: one
    for one in (truncate, rehash, delete_and_rehash, insert_and_rehash, roll_back, another_session)
}
"""These make a chain that holds; a head kept elsewhere finds each of them."""
