"""What was read for the authority: who, which rounds or period, when; itself a chain of entries (SE-12).

An inspector changes nothing, so no journal of a table has an entry of his: his readings stand beside the
store, with what people have put away, which is never made again from the journals. Each row has the
form of a journal's entry and is linked to the one before by the same rule (`controller.journal.chain.link`):
one that is altered, or missing between others, is found by whoever reads the file.

One who goes on looking at the same thing reads it once: another row is written when what he reads is
another, or after ten minutes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from controller.house.store import Store
from controller.journal.chain import JournalDamaged, Row, link

KIND: Final = "RecordRead"
NONE_BEFORE: Final = "0" * 64
GOES_ON_MS: Final = 600_000
TOLD_MAX: Final = 2_000
"""Rows that a file has, the newest: a house's readings of some years."""


class Readings:
    """The readings that were made of the house's journals.

    Args:
        db: where the table `reading` is kept, as the store says.
    """

    def __init__(self, db: Store) -> None:
        self._db = db

    def note(self, person: str, what: Mapping[str, Any], at_ms: int) -> Row:
        """The row of this reading, which is on the disk: a new one unless the last goes on."""
        body = json.dumps({"person": person, **what}, sort_keys=True, separators=(",", ":"))
        last = self.last()
        if last is not None and last.body == body and at_ms - last.at_ms < GOES_ON_MS:
            return last
        seq, before = (last.seq + 1, last.hash) if last is not None else (1, NONE_BEFORE)
        row = Row(seq, at_ms, KIND, body, before, link(before, seq, at_ms, KIND, body))
        self._db.execute(
            f"INSERT INTO reading ({', '.join(Row._fields)}) VALUES ({', '.join('?' * len(row))})", row
        )
        return row

    def last(self) -> Row | None:
        """The newest row; None before the first."""
        return next(self._read("seq DESC", 1), None)

    def checked(self) -> list[Row]:
        """All rows, the first first.

        Raises:
            JournalDamaged: the first that is missing, or not what it was when it was written.
        """
        return _held(list(self._read("seq")))

    def newest(self, most: int = TOLD_MAX) -> list[Row]:
        """The newest rows, the first of them first, each following from the one before it.

        Raises:
            JournalDamaged: as `checked`.
        """
        found = list(self._read("seq DESC", most))[::-1]
        before = found[0] if found and found[0].seq > 1 else None
        return _held(found, before.seq, before.prev_hash) if before is not None else _held(found)

    def _read(self, order: str, most: int = 0) -> Iterator[Row]:
        limit = f" LIMIT {most}" if most else ""
        found = self._db.query(f"SELECT {', '.join(Row._fields)} FROM reading ORDER BY {order}{limit}")
        return (Row(**row) for row in found)


def _held(rows: list[Row], first: int = 1, before: str = NONE_BEFORE) -> list[Row]:
    """These rows, each of which follows from the one before it."""
    for number, row in enumerate(rows, start=first):
        if row.seq != number:
            raise JournalDamaged(number, "the reading is missing")
        if row.prev_hash != before or row.hash != link(before, number, row.at_ms, row.kind, row.body):
            raise JournalDamaged(number, "the reading is not as it was written")
        before = row.hash
    return rows
