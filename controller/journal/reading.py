"""Reading a journal: row after row, each checked before the next.

The master key is not needed: the chain and the commitments are checked by whoever holds the file.
"""

from __future__ import annotations

import hmac
import os
import re
import sqlite3
import struct
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from typing import Final

from controller.codec import Codec
from controller.game.events import EVENTS
from controller.journal.chain import (
    OPENED,
    JournalDamaged,
    NotAJournal,
    Opening,
    Row,
    link,
    opened_by,
    opening_of,
)
from controller.journal.file import SELECT, UNREADABLE, connect_reader, has_journal
from controller.seal import commitment_of
from controller.spelling import Unreadable, parse_body

CODEC: Final = Codec(EVENTS)
"""The events of this version."""

Where = tuple[int, int, str]
"""Round, attempt and place, as text."""


def checked_rows(source: sqlite3.Connection | Iterable[Row], codec: Codec = CODEC) -> Iterator[Row]:
    """The rows of a journal in order, each of which holds with all before it.

    A row holds when it follows the row before without a gap, is linked to it, is of a known kind, and
    turns no card up that is not the one sealed at its place. Rows that were read already, plain tuples
    too, are checked the same way.

    Raises:
        JournalDamaged: the first row that does not hold or cannot be read.
        NotAJournal: the journal is of a format that this version does not read.
    """
    expected, previous = 1, ""
    commitments = Commitments(codec)
    with_cards, kinds = codec.sealing.keys() | codec.revealing.keys(), codec.kinds
    try:
        for row in source.execute(SELECT) if isinstance(source, sqlite3.Connection) else source:
            seq, at_ms, kind, body, prev_hash, hash_ = row
            if seq != expected:
                raise JournalDamaged(expected, f"the entry is missing; {seq!r} is there instead")
            try:
                right = link(prev_hash, seq, at_ms, kind, body) == hash_
            except (ValueError, TypeError, AttributeError, struct.error):
                right = False
            if not right or (prev_hash != previous and seq > 1):
                raise JournalDamaged(seq, _UNLINKED if right else "its hash is not that of its content")
            if seq == 1 or kind not in kinds:
                _check_opening(row)
            elif kind in with_cards:
                commitments.check(seq, kind, body)
            yield row
            previous = hash_
            expected += 1
    except UNREADABLE as error:
        raise JournalDamaged(expected, f"cannot be read: {error}") from None
    if expected == 1:
        raise JournalDamaged(1, "the first entry is missing")


_UNLINKED: Final = "it does not follow from the entry before"


def read_rows(path: str | os.PathLike[str]) -> Generator[Row]:
    """The rows of the journal in a file, each checked; close the iterator to let go of the file.

    Raises:
        NotAJournal: no such file, or no journal that this version reads.
        JournalDamaged: the first row that does not hold or cannot be read.
    """
    try:
        with closing(connect_reader(path)) as conn:
            if not has_journal(conn):
                raise NotAJournal(f"{path}: not a journal")
            for row in checked_rows(conn):
                yield Row(*row)
    except UNREADABLE as error:
        raise JournalDamaged(0, f"cannot be read: {error}") from None


def read_opening(path: str | os.PathLike[str]) -> Opening:
    """What the first row of a journal binds; the rows after it are not looked at.

    Raises:
        NotAJournal: no such file, or no journal that this version reads.
        JournalDamaged: the first row does not verify.
    """
    with closing(read_rows(path)) as rows:
        return opening_of(next(rows))


def _check_opening(row: Row) -> None:
    seq, kind = row[0], row[2]
    if seq > 1:
        what = "the session is opened twice" if kind == OPENED else f"unknown kind {kind[:80]!r}"
        raise JournalDamaged(seq, what)
    try:
        opened_by(Row(*row))
    except Unreadable as error:
        raise JournalDamaged(1, str(error)) from None


class Commitments:
    """The commitments to the cards that lie face down, against which reveals are checked."""

    def __init__(self, codec: Codec) -> None:
        self._sealing = codec.sealing
        self._revealing = codec.revealing
        self._round = 0
        self._known: dict[Where, str] = {}

    def check(self, seq: int, kind: str, text: str) -> None:
        """A sealed card is remembered; a card turned up is the one sealed at its place.

        Raises:
            JournalDamaged: it is another card, or none was sealed there.
        """
        usual = _USUAL_SEAL(text) if kind in self._sealing else None
        if usual is not None:
            round_, attempt, place, commitment = usual.groups()
            self._remember(int(round_), int(attempt), place, commitment)
            return
        try:
            body = parse_body(text)
            if kind in self._sealing:
                commitment = body[self._sealing[kind]]["commitment"]
                self._remember(body["round"], body["attempt"], body["place"], commitment)
            else:
                for card in body[self._revealing[kind]]:
                    self._open(seq, (body["round"], body["attempt"], card["place"]), card)
        except (Unreadable, KeyError, TypeError, ValueError) as error:
            raise JournalDamaged(seq, f"{kind} cannot be read: {error}") from None

    def _remember(self, round_: int, attempt: int, place: str, commitment: str) -> None:
        if round_ != self._round:  # cards of a round are turned up in it or never
            self._round = round_
            self._known.clear()
        self._known[round_, attempt, place] = commitment

    def _open(self, seq: int, where: Where, card: dict[str, str]) -> None:
        if where not in self._known:
            raise JournalDamaged(seq, f"turns up a card at {where[2]} that was never sealed")
        commitment = commitment_of(card["opens"], card["card"])
        if not hmac.compare_digest(commitment, self._known[where]):
            raise JournalDamaged(seq, f"the card turned up at {where[2]} is not the one sealed there")


_USUAL_SEAL: Final = re.compile(
    r'\{"round":(\d{1,18}),"attempt":(\d{1,18}),"place":"([a-z0-9.]+)",'
    r'"card":\{"sealed":"[A-Za-z0-9+/=]+","commitment":"([0-9a-f]{64})"\}\}',
    re.ASCII,
).fullmatch
"""The spelling of a card dealt: a third of all rows, found four times as fast as by parsing."""
