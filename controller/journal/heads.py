"""Signed heads: at the end of each round and every minute the table signs how far its journal goes.

A head is one line of words, each signed with Ed25519 over everything before the signature:

    origin table session journal_id previous size hash at_ms key signature

They lie in a text file of their own beside the journal: nothing that is signed becomes part of the chain,
so the same night has the same hashes whoever signs it, and the journal keeps its one table and its one
writer. A line that was cut off by a crash has no line feed and counts for nothing.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from controller.host.named_pipe import WAITS_FOR_EVER, is_named_pipe
from controller.journal.chain import ZEROS, Head, Opening
from controller.journal.faults import faulty
from controller.journal.trust import NAME
from controller.told import at_place, said_by

HEADS_SUFFIX: Final = ".heads"
"""Added to the name of the journal."""
LIVE: Final = "tapis/1"
SIMULATED: Final = "tapis/1/simulation"
HEADS_MAX: Final = 1_000_000

_LINE: Final = re.compile(
    rf"(tapis/1|tapis/1/simulation) ({NAME}) ([1-9]\d{{0,17}}) ([0-9a-f]{{64}})"
    r" ([0-9a-f]{64}) ([1-9]\d{0,17}) ([0-9a-f]{64}) (-?\d{1,18}) ([0-9a-f]{64}) ([0-9a-f]{128})",
    re.ASCII,
).fullmatch


class HeadRefused(ValueError):
    """A signed head, or a file of them, that cannot be used; one sentence."""


class SignedHead(NamedTuple):
    """A head as it was signed; hashes, key and signature are hex.

    Attributes:
        origin: `LIVE` or `SIMULATED`.
        previous: last hash of the table's session before, or zeros.
        size: entries of the journal, the number of the last.
        key: the public key that the signature is checked with; whose it is, the reader has to know.
    """

    origin: str
    table: str
    session: int
    journal_id: str
    previous: str
    size: int
    hash: str
    at_ms: int
    key: str
    signature: str

    @property
    def line(self) -> str:
        """The line, without its line feed."""
        return " ".join(map(str, self))

    @property
    def simulated(self) -> bool:
        """Nothing in that journal was played for money."""
        return self.origin == SIMULATED


class Signer:
    """The table's key for signing; nothing prints it.

    Args:
        seed: 32 bytes, of the machine or of the simulation's seed.
    """

    __slots__ = ("_private", "key")

    def __init__(self, seed: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(bytes(seed))
        self.key = self._private.public_key().public_bytes_raw().hex()

    def __repr__(self) -> str:
        return f"Signer({self.key[:16]})"

    def sign(self, data: bytes) -> str:
        """The signature, in hex."""
        return self._private.sign(data).hex()

    def head(self, opening: Opening, journal_id: str, head: Head, at_ms: int) -> SignedHead:
        """The signed head of a journal."""
        origin = SIMULATED if opening.simulated else LIVE
        previous = opening.previous or ZEROS
        told = (origin, opening.table, opening.session, journal_id, previous, *head, at_ms, self.key)
        return SignedHead(*told, self.sign(" ".join(map(str, told)).encode("ascii")))


def signed_by(key: str, data: bytes, signature: str) -> bool:
    """Whether the owner of this public key signed the data."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), data)
    except (InvalidSignature, ValueError):
        return False
    return True


def key_fingerprint(key: str) -> str:
    """What two persons read to each other of a public key: half of its SHA-256, in eight groups of four."""
    digest = hashlib.sha256(bytes.fromhex(key)).hexdigest()
    return " ".join(digest[at : at + 4] for at in range(0, 32, 4))


def parse_head(line: str) -> SignedHead:
    """The head on this line, whose signature holds by the key that it names.

    Raises:
        HeadRefused: it is no head, or its signature is not of that key.
    """
    head = unproven_head(line)
    if not signed_by(head.key, line.rpartition(" ")[0].encode("ascii"), head.signature):
        raise HeadRefused(faulty("signature_head_entry_does_not", seq=head.size))
    return head


def unproven_head(line: str) -> SignedHead:
    """The head on this line, whoever wrote it.

    Raises:
        HeadRefused: it is no head.
    """
    found = _LINE(line)
    if found is None:
        raise HeadRefused(faulty("no_signed_head"))
    origin, table, session, journal_id, previous, size, hash_, at_ms, key, signature = found.groups()
    return SignedHead(
        origin, table, int(session), journal_id, previous, int(size), hash_, int(at_ms), key, signature
    )


def heads_path(journal: Path) -> Path:
    """Where the signed heads of a journal lie."""
    return journal.parent / f"{journal.name}{HEADS_SUFFIX}"


def read_heads(path: str | os.PathLike[str]) -> tuple[SignedHead, ...]:
    """The heads in the file, in order, each signature checked; none if there is no such file.

    Raises:
        HeadRefused: the file cannot be read, or names the line that is no signed head.
    """
    if is_named_pipe(path):
        raise HeadRefused(at_place(path, WAITS_FOR_EVER))
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise HeadRefused(at_place(path, error.strerror)) from None
    whole, _, _ = data.rpartition(b"\n")
    lines = whole.decode("ascii", "replace").split("\n") if whole else []
    if len(lines) > HEADS_MAX:
        raise HeadRefused(at_place(path, faulty("more_than_lines", count=HEADS_MAX)))
    heads = []
    for number, line in enumerate(lines, start=1):
        try:
            heads.append(parse_head(line))
        except HeadRefused as error:
            raise HeadRefused(
                faulty("line", file=Path(path).name, line=number, said=said_by(error))
            ) from None
    return tuple(heads)


def heads_fault(heads: Iterable[SignedHead], opening: Opening, journal_id: str) -> str:
    """Why these heads are not of this journal, or nothing; what they say of its rows is not looked at."""
    at = SignedHead("", "", 0, "", "", 0, "", -(10**18), "", "")
    for one in heads:
        origin = SIMULATED if opening.simulated else LIVE
        named = (one.origin, one.table, one.session, one.journal_id, one.previous)
        if named != (origin, opening.table, opening.session, journal_id, opening.previous or ZEROS):
            return faulty("head_signed_in_another_journal", seq=one.size)
        if one.size < at.size or (one.size == at.size and one.hash != at.hash):
            return faulty("head_signed_entry_comes_after", seq=one.size, end=at.size)
        at = one
    return ""
