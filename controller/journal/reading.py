"""Reading a journal: row after row, each checked before the next.

The master key is not needed: the chain and the commitments are checked by whoever holds the file.
"""

from __future__ import annotations

import os
import re
import sqlite3
import struct
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from hashlib import sha256
from itertools import islice
from typing import Final

from controller.game.events import EVENTS
from controller.host.disk import sqlite_said
from controller.journal.chain import (
    HEADER,
    OPENED,
    Head,
    JournalDamaged,
    JournalNewer,
    Row,
    holds,
    opened_by,
)
from controller.journal.codec import Codec
from controller.journal.faults import faulty
from controller.journal.field_codec import Unreadable, parse_body
from controller.journal.file import SELECT, UNREADABLE, connect_reader, has_journal, no_journal
from controller.journal.seal import commitment_of
from controller.told import said_by

CODEC: Final = Codec(EVENTS)
"""The events of this version."""
NOTHING: Final = Head(0, "")
"""Before the first row."""
WITH_CARDS: Final = CODEC.sealing.keys() | CODEC.revealing.keys()

BLOCK: Final = 200
"""So many rows are held against their hashes at once."""

Where = tuple[int, int, str]
"""Round, attempt and place, as text."""


def checked_rows(
    source: sqlite3.Connection | Iterable[Row],
    codec: Codec = CODEC,
    after: Head = NOTHING,
    commitments: Commitments | None = None,
) -> Iterator[Row]:
    """The rows of a journal in order, each of which holds with all before it; or the rows `after` one that
    was checked before, with the `commitments` that were met till then.

    A row holds when it follows the row before without a gap, is linked to it, is of a known kind, and
    turns no card up that is not the one sealed at its place. Rows that were read already, plain tuples
    too, are checked the same way. Those of a file come as plain tuples, in the order of `Row`.

    Raises:
        JournalDamaged: the first row that does not hold or cannot be read.
        NotAJournal: the journal is of a format that this version does not read.
    """
    expected, previous = after.seq + 1, after.hash
    commitments = Commitments(codec) if commitments is None else commitments
    with_cards = codec.sealing.keys() | codec.revealing.keys()
    names = {kind: kind.encode() for kind in codec.kinds}
    try:
        rows = iter(source.execute(SELECT) if isinstance(source, sqlite3.Connection) else source)
        for block in _in_blocks(rows):
            linked = _all_linked(block, expected, previous, names)
            for row in block:
                if not linked:
                    _check_link(row, expected, previous, codec)
                if row[2] in with_cards:
                    commitments.check(row[0], row[2], row[3])
                yield row
                previous = row[5]
                expected += 1
    except UNREADABLE as error:
        raise JournalDamaged(expected, faulty("unread", why=sqlite_said(error))) from None
    if expected == 1:
        raise JournalDamaged(1, faulty("first_entry_missing"))


def _in_blocks(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """The first row by itself, then as many as are checked together; what ends them comes last."""
    size = 1
    while True:
        block: list[Row] = []
        try:
            block.extend(islice(rows, size))
        except UNREADABLE:
            yield block
            raise
        yield block
        if len(block) < size:
            return
        size = BLOCK


def _all_linked(block: list[Row], expected: int, previous: str, names: Mapping[str, bytes]) -> bool:
    """Whether each row follows the one before and has the hash of its content, as `link` has it.

    Asked of many rows at once, for those of nearly every block do. Which one does not, and why, is looked for
    row by row; so are those of the first block, for the opening's kind is no event's and has no name here.
    """
    if not block:
        return True
    seqs, times, kinds, bodies, before, hashes = zip(*block, strict=True)
    if (*before, hashes[-1]) != (previous, *hashes) or seqs != tuple(range(expected, expected + len(block))):
        return False
    pack, unhex = HEADER.pack, bytes.fromhex
    try:
        found = [
            sha256(pack(b"\0", unhex(prev), seq, at_ms, len(name)) + name + body.encode()).hexdigest()
            for prev, seq, at_ms, name, body in zip(
                before, seqs, times, map(names.__getitem__, kinds), bodies, strict=True
            )
        ]
    except (KeyError, ValueError, TypeError, AttributeError, struct.error):
        return False
    return found == list(hashes)


def _check_link(row: Row, expected: int, previous: str, codec: Codec) -> None:
    """The row follows the one before it and has the hash of its content.

    Raises:
        JournalDamaged: it does not, or it is of a kind that nobody knows.
    """
    seq, _, kind, _, prev_hash, _ = row
    if seq != expected:
        raise JournalDamaged(expected, faulty("entry_missing_there_instead", seq=seq))
    if not holds(Row(*row)):
        raise JournalDamaged(seq, _ALTERED)
    if seq > 1 and prev_hash != previous:
        raise JournalDamaged(seq, _UNLINKED)
    if seq == 1 or kind not in codec.kinds:
        _check_opening(row)


_ALTERED: Final = faulty("hash_not_content")
_UNLINKED: Final = faulty("does_not_follow_entry_before")


def read_rows(path: str | os.PathLike[str]) -> Generator[Row]:
    """The rows of the journal in a file, each checked; close the iterator to let go of the file.

    Raises:
        NotAJournal: no such file, or no journal that this version reads.
        JournalDamaged: the first row that does not hold or cannot be read.
    """
    try:
        with closing(connect_reader(path)) as conn:
            if not has_journal(conn):
                raise no_journal(path, conn)
            for row in checked_rows(conn):
                yield Row(*row)
    except UNREADABLE as error:
        raise JournalDamaged(0, faulty("unread", why=sqlite_said(error))) from None


def _check_opening(row: Row) -> None:
    seq, kind = row[0], row[2]
    if seq > 1:
        if kind == OPENED:
            raise JournalDamaged(seq, faulty("session_opened_twice"))
        raise JournalNewer(seq, faulty("unknown_kind", what=repr(kind[:80])))
    try:
        opened_by(Row(*row))
    except Unreadable as error:
        raise JournalDamaged(1, said_by(error)) from None


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
        usual = CARD_DEALT(text) if kind in self._sealing else None
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
                round_, attempt = body["round"], body["attempt"]
                for card in body[self._revealing[kind]]:
                    self._open(seq, (round_, attempt, card["place"]), card)
        except Unreadable as error:
            raise JournalDamaged(seq, faulty("entry_unread", kind=kind, why=said_by(error))) from None
        except (KeyError, TypeError, ValueError):
            raise JournalDamaged(seq, faulty("cannot_read_no_cards_table", kind=kind)) from None

    def _remember(self, round_: int, attempt: int, place: str, commitment: str) -> None:
        if round_ != self._round:  # cards of a round are turned up in it or never
            self._round = round_
            self._known.clear()
        self._known[round_, attempt, place] = commitment

    def _open(self, seq: int, where: Where, card: dict[str, str]) -> None:
        known = self._known.get(where)
        if known is None:
            raise JournalDamaged(seq, faulty("turns_up_card_never_sealed", place=where[2]))
        # Nothing here is secret: what opens the commitment stands in the row.
        if commitment_of(card["opens"], card["card"]) != known:
            raise JournalDamaged(seq, faulty("card_turned_up_not_sealed", place=where[2]))


def revealed(rows: Iterable[Row], codec: Codec = CODEC) -> dict[Where, str]:
    """Every card that these rows, which hold, turn up: by round, attempt and place."""
    found: dict[Where, str] = {}
    for _, _, kind, text, *_ in rows:
        if kind in codec.revealing:
            body = parse_body(text)
            for card in body[codec.revealing[kind]]:
                found[body["round"], body["attempt"], card["place"]] = card["card"]
    return found


def row_holds(row: Row, previous: str, commitments: Commitments) -> str:
    """Why a row does not hold after the row of hash `previous`, or nothing; its cards are checked too.

    Raises:
        JournalDamaged: a card that it turns up is not the one sealed at its place.
    """
    seq, _, kind, text, prev_hash, _ = row
    if not holds(row) or (previous and prev_hash != previous):
        return faulty("hash_not_content_entry_before")
    if seq > 1 and kind not in CODEC.kinds:
        return faulty("unknown_kind", what=repr(kind[:80]))
    if kind in WITH_CARDS:
        commitments.check(seq, kind, text)
    return ""


_NUMBER: Final = r"(?:0|[1-9]\d{0,17})"
CARD_DEALT: Final = re.compile(
    rf'{{"round":({_NUMBER}),"attempt":({_NUMBER}),"place":"([a-z0-9.]+)"'
    r',"card":{"sealed":"[A-Za-z0-9+/=]*","commitment":"([0-9a-f]{64})"}'
    rf'(?:,"frame":{_NUMBER})?}}',
    re.ASCII,
).fullmatch
"""How a card dealt is spelled, a third of all rows: it is read without a parser."""
