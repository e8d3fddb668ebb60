"""Reading a journal: row after row, each checked before the next.

The master key is not needed: the chain and the commitments are checked by whoever holds the file.
"""

from __future__ import annotations

import os
import re
import sqlite3
import struct
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from hashlib import sha256
from typing import Final

from controller.game.events import EVENTS
from controller.host.disk import sqlite_said
from controller.journal.chain import (
    HEADER,
    OPENED,
    Head,
    JournalDamaged,
    JournalNewer,
    NotAJournal,
    Opening,
    Row,
    link,
    opened_by,
    opening_of,
)
from controller.journal.codec import Codec
from controller.journal.field_codec import Unreadable, parse_body
from controller.journal.file import SELECT, UNREADABLE, connect_reader, has_journal
from controller.journal.seal import commitment_of

CODEC: Final = Codec(EVENTS)
"""The events of this version."""
NOTHING: Final = Head(0, "")
"""Before the first row."""
WITH_CARDS: Final = CODEC.sealing.keys() | CODEC.revealing.keys()

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
    too, are checked the same way.

    Raises:
        JournalDamaged: the first row that does not hold or cannot be read.
        NotAJournal: the journal is of a format that this version does not read.
    """
    expected, previous, digest = after.seq + 1, after.hash, bytes.fromhex(after.hash)
    commitments = Commitments(codec) if commitments is None else commitments
    with_cards = codec.sealing.keys() | codec.revealing.keys()
    names = {kind: kind.encode() for kind in codec.kinds}
    try:
        for row in source.execute(SELECT) if isinstance(source, sqlite3.Connection) else source:
            seq, at_ms, kind, body, prev_hash, hash_ = row
            if seq != expected:
                raise JournalDamaged(expected, f"the entry is missing; {seq!r} is there instead")
            name = names.get(kind)
            if name is None or prev_hash != previous:
                digest = _unusual(row, previous)
            else:
                # `link` with what is known already of nearly every row: the name's bytes, the last digest.
                try:
                    header = HEADER.pack(b"\0", digest, seq, at_ms, len(name))
                    digest = sha256(header + name + body.encode()).digest()
                except (ValueError, TypeError, AttributeError, struct.error):
                    raise JournalDamaged(seq, _ALTERED) from None
                if digest.hex() != hash_:
                    raise JournalDamaged(seq, _ALTERED)
                if kind in with_cards:
                    commitments.check(seq, kind, body)
            yield row
            previous = hash_
            expected += 1
    except UNREADABLE as error:
        raise JournalDamaged(expected, f"cannot be read: {sqlite_said(error)}") from None
    if expected == 1:
        raise JournalDamaged(1, "the first entry is missing")


def _unusual(row: Row, previous: str) -> bytes:
    """The digest of the opening row.

    Raises:
        JournalDamaged: it does not hold, follows no row, or is of a kind that nobody knows.
    """
    seq, at_ms, kind, body, prev_hash, hash_ = row
    try:
        right = link(prev_hash, seq, at_ms, kind, body) == hash_
    except (ValueError, TypeError, AttributeError, struct.error):
        right = False
    if not right:
        raise JournalDamaged(seq, _ALTERED)
    if seq > 1 and prev_hash != previous:
        raise JournalDamaged(seq, _UNLINKED)
    _check_opening(row)
    return bytes.fromhex(hash_)


_ALTERED: Final = "its hash is not that of its content"
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
        raise JournalDamaged(0, f"cannot be read: {sqlite_said(error)}") from None


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
        if kind == OPENED:
            raise JournalDamaged(seq, "the session is opened twice")
        raise JournalNewer(seq, f"unknown kind {kind[:80]!r}")
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
        self._opened, self._opened_round = "", 0
        self._places: dict[str, tuple[int, str]] = {}

    def check(self, seq: int, kind: str, text: str) -> None:
        """A sealed card is remembered; a card turned up is the one sealed at its place.

        Raises:
            JournalDamaged: it is another card, or none was sealed there.
        """
        if kind in self._sealing and self._usual(text):
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
            raise JournalDamaged(seq, f"{kind} cannot be read: {error}") from None
        except (KeyError, TypeError, ValueError):
            raise JournalDamaged(seq, f"{kind} cannot be read: no cards as a table writes them") from None

    def _usual(self, text: str) -> bool:
        """Whether a card dealt is spelled as usual: a third of all rows, read without a parser.

        The words before the card are of few kinds, but for the round; what follows them has its lengths, but
        for the number of the frame.
        """
        head, before, tail = text.partition(_SEALED)
        sealed, between, rest = tail.partition(_COMMITMENT)
        commitment, end = rest[:_DIGITS], rest[_DIGITS:]
        if not (before and between and (end == '"}}' or _USUAL_END(end))):
            return False
        if not (commitment.isalnum() and sealed.isprintable() and text.isascii()):
            return False
        if '"' in sealed or "\\" in sealed:
            return False
        opened, _, place = head.partition(',"attempt":')
        where = self._places.get(place)
        if where is None:
            usual = _USUAL_PLACE(place)
            if usual is None:
                return False
            where = int(usual[1]), usual[2]
            if len(self._places) < _PLACES_MAX:
                self._places[place] = where
        if opened != self._opened:
            usual = _USUAL_ROUND(opened)
            if usual is None:
                return False
            self._opened, self._opened_round = opened, int(usual[1])
        self._remember(self._opened_round, *where, commitment)
        return True

    def _remember(self, round_: int, attempt: int, place: str, commitment: str) -> None:
        if round_ != self._round:  # cards of a round are turned up in it or never
            self._round = round_
            self._known.clear()
        self._known[round_, attempt, place] = commitment

    def _open(self, seq: int, where: Where, card: dict[str, str]) -> None:
        known = self._known.get(where)
        if known is None:
            raise JournalDamaged(seq, f"turns up a card at {where[2]} that was never sealed")
        # Nothing here is secret: what opens the commitment stands in the row.
        if commitment_of(card["opens"], card["card"]) != known:
            raise JournalDamaged(seq, f"the card turned up at {where[2]} is not the one sealed there")


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
    seq, at_ms, kind, text, prev_hash, hash_ = row
    try:
        right = link(prev_hash, seq, at_ms, kind, text) == hash_
    except (ValueError, TypeError, AttributeError, struct.error):
        right = False
    if not right or (previous and prev_hash != previous):
        return "its hash is not that of its content and of the entry before"
    if seq > 1 and kind not in CODEC.kinds:
        return f"unknown kind {kind[:80]!r}"
    if kind in WITH_CARDS:
        commitments.check(seq, kind, text)
    return ""


_SEALED: Final = ',"card":{"sealed":"'
_COMMITMENT: Final = '","commitment":"'
_DIGITS: Final = 64
_PLACES_MAX: Final = 1_000
_USUAL_END: Final = re.compile(r'"},"frame":(?:0|[1-9]\d{0,17})}', re.ASCII).fullmatch
_USUAL_ROUND: Final = re.compile(r'\{"round":(\d{1,18})', re.ASCII).fullmatch
_USUAL_PLACE: Final = re.compile(r'(\d{1,18}),"place":"([a-z0-9.]+)"', re.ASCII).fullmatch
