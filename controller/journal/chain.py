"""The chain: what binds each row of a journal to all rows before it.

    hash = SHA-256( 0x00 | prev, 32 bytes | seq, 8 bytes | at_ms, 8 bytes signed
                    | length of kind, 2 bytes | kind | body )

in network byte order, texts in UTF-8. Every part but the last has a fixed or a stated length, so no two
rows are hashed as the same bytes. The first row is the opening of the session; its `prev` is the last
hash of the table's session before, or zeros. Its own hash is the id of the journal.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from typing import Final, NamedTuple

from controller.journal.codec import Codec
from controller.journal.faults import faulty
from controller.journal.newer import OfNewer

SCHEMA: Final = "1.1"
"""The journal's format: readers refuse another major number. Until 1.0 the stakes of the deal before stood;
from 1.1 on they are none until `StakesConfirmed`."""
FIRST_SCHEMA: Final = "1.0"
"""In which the stakes of the deal before stood."""
ZEROS: Final = "0" * 64
OPENED: Final = "JournalOpened"

HEADER: Final = struct.Struct(">c32sqqH")
"""What is hashed before the kind's name and the body."""


class JournalError(Exception):
    """Something about a journal."""


class JournalBroken(JournalError):
    """A step could not be written. Nothing more is written by this object; start again and recover.

    Attributes:
        why: a word of `controller.host.disk`, or empty where nobody said.
    """

    def __init__(self, said: str, why: str = "") -> None:
        super().__init__(said)
        self.why = why


class JournalExists(JournalError):
    """There is a file of this name already."""


class JournalTaken(JournalError):
    """Another process or object writes this journal."""


NOT_A_JOURNAL: Final = faulty("not_a_journal")


class NotAJournal(JournalError):
    """The file is missing, is no journal, or is of a format that this version does not read."""


class WrongMaster(JournalError):
    """The journal was sealed under another master key."""


class JournalDamaged(JournalError):
    """The journal does not verify.

    Attributes:
        seq: the first bad row; 0 when the rows hold and the file around them does not.
        why: one sentence.
    """

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(faulty("of_entry", seq=seq, said=why) if seq else why)
        self.seq = seq
        self.why = why


class JournalNewer(JournalDamaged, OfNewer):
    """The chain holds as far as this entry, and a newer program wrote it: `seq` is the first such entry."""


class NewerFormat(NotAJournal, OfNewer):
    """The journal is of a format that this version does not read."""


class Head(NamedTuple):
    """The last row: its number, and the hash that stands for the whole journal."""

    seq: int
    hash: str


class Row(NamedTuple):
    """A row as the file has it; the hashes are 64 hex digits."""

    seq: int
    at_ms: int
    kind: str
    body: str
    prev_hash: str
    hash: str


@dataclass(frozen=True, slots=True)
class Opening:
    """What the first row binds.

    Attributes:
        table: name of the table.
        session: number of the session at this table, from 1.
        profile_digest: of the rule profile in force.
        simulated: nothing in this journal was played for money.
        previous: last hash of the session before, empty for the first.
        first_round: number that the session's first round gets.
        terms: further settings of the session, as the caller writes them.
        seats: how many places the felt has; a journal that does not say had seven.
        schema: the format that the journal is written in.
    """

    table: str
    session: int
    profile_digest: str
    simulated: bool
    previous: str = ""
    first_round: int = 1
    terms: str = ""
    seats: int = 7
    schema: str = SCHEMA


@dataclass(frozen=True, slots=True)
class JournalOpened:
    """The first row as it is written; `previous` is its `prev_hash`. `master` tells masters apart."""

    schema: str
    table: str
    session: int
    profile_digest: str
    simulated: bool
    first_round: int
    terms: str
    master: str
    seats: int = 7


OPENINGS: Final = Codec({OPENED: JournalOpened})


def link(previous: str, seq: int, at_ms: int, kind: str, body: str) -> str:
    """The hash of a row that follows the row of hash `previous`.

    Raises:
        ValueError, struct.error, AttributeError, TypeError: the parts are not those of a row.
    """
    name = kind.encode()
    header = HEADER.pack(b"\0", bytes.fromhex(previous), seq, at_ms, len(name))
    return hashlib.sha256(header + name + body.encode()).hexdigest()


def holds(row: Row) -> bool:
    """Whether its hash is that of its content; what no writer can have hashed has none."""
    try:
        return link(row.prev_hash, row.seq, row.at_ms, row.kind, row.body) == row.hash
    except (ValueError, TypeError, AttributeError, struct.error):
        return False


def opening_row(opening: Opening, at_ms: int, master: str) -> Row:
    """The first row of a journal; `master` is the fingerprint of its master key.

    Raises:
        ValueError: `previous` is neither empty nor a hash in hex.
        Unwritable: a field of the opening is of the wrong type.
    """
    previous = opening.previous or ZEROS
    if len(previous) != len(ZEROS) or not set(previous) <= set("0123456789abcdef"):
        raise ValueError(f"previous is no hash of 64 hex digits: {previous[:80]!r}")
    opened = JournalOpened(
        schema=opening.schema,
        table=opening.table,
        session=opening.session,
        profile_digest=opening.profile_digest,
        simulated=opening.simulated,
        first_round=opening.first_round,
        terms=opening.terms,
        master=master,
        seats=opening.seats,
    )
    kind, body = OPENINGS.encode(opened)
    return Row(1, at_ms, kind, body, previous, link(previous, 1, at_ms, kind, body))


def opened_by(row: Row) -> JournalOpened:
    """The first row, read.

    Raises:
        Unreadable: it is no opening.
        NotAJournal: it is of a format that this version does not read.
    """
    opened = OPENINGS.decode(row.kind, row.body)
    assert isinstance(opened, JournalOpened)
    if opened.schema.partition(".")[0] != SCHEMA.partition(".")[0]:
        raise NewerFormat(faulty("journal_format_version_reads", what=opened.schema[:20], known=SCHEMA))
    return opened


def opening_of(row: Row) -> Opening:
    """What the first row binds; errors as of `opened_by`."""
    opened = opened_by(row)
    return Opening(
        table=opened.table,
        session=opened.session,
        profile_digest=opened.profile_digest,
        simulated=opened.simulated,
        previous="" if row.prev_hash == ZEROS else row.prev_hash,
        first_round=opened.first_round,
        terms=opened.terms,
        seats=opened.seats,
        schema=opened.schema,
    )
