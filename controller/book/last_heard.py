"""What a table has heard of its book: a book that tells less, or otherwise, is not taken for the truth.

A failover without its tail, a stale primary, a copy put back: what was acknowledged is not in them, or
another entry stands at its place. So a table remembers the highest entry that it heard of, from its own acts
and from every reading of the meter, and the content of the newest that it read (rules, section 7, point 10).
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from controller.book.answers import Meter


def entry_digest(content: tuple[object, ...]) -> str:
    """The content of an entry in one word, the same in every kind of book: its fields in the order of the
    ledger, its balances among them, and table, journal and number of its round."""
    return sha256("|".join(map(str, content)).encode()).hexdigest()


class Heard(NamedTuple):
    """How far a table has heard its book.

    Attributes:
        seq, cents: the highest entry and the meter with it; 0 and -1 where nothing was heard.
        book: the identity of the book that was read last (see `Meter`).
        entry_seq, entry: the newest entry whose content was read, and its digest; 0 and empty for none.
    """

    seq: int = 0
    cents: int = -1
    book: str = ""
    entry_seq: int = 0
    entry: str = ""

    def read(self, meter: Meter) -> Heard:
        """With a reading in which nothing is lacking."""
        return Heard(meter.book_seq, meter.meter_cents, meter.book, meter.book_seq, meter.entry)

    def answered(self, seq: int, cents: int) -> Heard:
        """With the answer to an act; one that was given before tells nothing new."""
        return self._replace(seq=seq, cents=cents) if seq > self.seq else self

    def lacking(self, meter: Meter) -> bool:
        """The book that was read, with entry `entry_seq`, ends before what was heard or tells otherwise."""
        otherwise = bool(self.entry) and meter.asked != self.entry
        return meter.book_seq < self.seq or otherwise

    def elsewhere(self, meter: Meter) -> bool:
        """The book that was read is not known to be the one heard before: another server, or a copy."""
        return bool(self.book) and meter.book != self.book


NOTHING_HEARD = Heard()
