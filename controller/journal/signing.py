"""Signing a journal while it is written: its heads, beside it, as `heads` describes them."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from controller.game import events as e
from controller.game.events import Event
from controller.host.disk import reason
from controller.journal.chain import Head, JournalBroken, JournalDamaged
from controller.journal.heads import (
    HeadRefused,
    SignedHead,
    Signer,
    heads_fault,
    heads_path,
    read_heads,
)
from controller.journal.seal import sync_folder
from controller.journal.writer import Journal
from controller.told import said_by

EVERY_MS: Final = 60_000
ENDS: Final = frozenset((e.RoundClosed, e.RoundVoided, e.TableClosed))
"""After a step with one of these the head is signed at once."""


def check_heads(journal: Journal, path: Path) -> tuple[SignedHead, ...]:
    """The heads signed so far of the journal in this file, which bears out each of them.

    Raises:
        JournalDamaged: one is no signed head or of another journal, or the journal does not have that
            entry: somebody put an older file in its place, or another.
    """
    try:
        heads = read_heads(heads_path(path))
    except HeadRefused as error:
        raise JournalDamaged(0, said_by(error)) from None
    fault = heads_fault(heads, journal.opening, journal.journal_id)
    if fault:
        raise JournalDamaged(0, f"{heads_path(path).name}: {fault}")
    hashes = journal.hashes(one.size for one in heads)
    for one in heads:
        if one.size > journal.head.seq:
            ends = f"the journal ends at entry {journal.head.seq}"
            raise JournalDamaged(0, f"a head was signed at entry {one.size}; {ends}")
        if hashes.get(one.size) != one.hash:
            raise JournalDamaged(one.size, "it is not the one whose head was signed")
    return heads


def sign_rest(
    journal: Journal, path: Path, signer: Signer, heads: Sequence[SignedHead], at_ms: int, *, durable: bool
) -> None:
    """What a crash left after the last of its `heads` is signed as it was found, before anything follows it.

    So no entry stays that no head covers, and a witness sees the next session follow this one.

    Raises:
        JournalBroken: the head cannot be written.
    """
    if not heads or heads[-1].size < journal.head.seq:
        SignedJournal(journal, path, signer, at_ms=at_ms, durable=durable).close()


class SignedJournal:
    """A journal whose head is signed at the end of each round, and when the last was signed a minute ago.

    Attributes:
        journal: where the steps go.
        last: the newest signed head; there is one from the beginning.
        path: the journal's file, or None.
        kept_bytes: how much of the file of heads is on the disk: more is told to no witness.

    Args:
        path: the journal's file, or None: then only the last head is kept, in memory.
        at_ms: the table's time now.
        durable: each line is on the disk before the table goes on.

    Raises:
        JournalBroken: the heads cannot be written.
    """

    def __init__(
        self, journal: Journal, path: Path | None, signer: Signer, *, at_ms: int, durable: bool = True
    ) -> None:
        self.journal = journal
        self._signer = signer
        self._durable = durable
        self.path = path
        self._handle = _opened(heads_path(path)) if path is not None else -1
        self.kept_bytes = 0
        self._broken: JournalBroken | None = None
        self.last = self.sign(at_ms)

    def append(self, events: Sequence[Event], at_ms: int) -> int:
        """As the journal, whose errors pass through; then the head is signed if it is time.

        Raises:
            JournalBroken: the signed head could not be written, though the step was.
        """
        seq = self.journal.append(events, at_ms)
        if at_ms - self.last.at_ms >= EVERY_MS or not ENDS.isdisjoint(map(type, events)):
            self.sign(at_ms)
        return seq

    def tick(self, now_ms: int) -> None:
        """The head is not older than a minute, whether or not anything happened."""
        if now_ms - self.last.at_ms >= EVERY_MS:
            self.sign(now_ms)

    def finish(self, now_ms: int) -> None:
        """No entry is left that no signed head covers: nothing more comes."""
        if self.journal.head.seq > self.last.size:
            self.sign(now_ms)

    def sign(self, at_ms: int) -> SignedHead:
        """The head is signed and kept.

        Raises:
            JournalBroken: it could not be written, or one before it: behind half a line nothing is written,
                and the next start cuts that off.
        """
        if self._broken is not None:
            raise self._broken
        journal = self.journal
        signed = self._signer.head(journal.opening, journal.journal_id, Head(*journal.head), at_ms)
        if self._handle >= 0:
            data = f"{signed.line}\n".encode("ascii")
            try:
                if os.write(self._handle, data) != len(data):
                    raise OSError(errno.ENOSPC, "the disk is full")
                if self._durable:
                    os.fdatasync(self._handle)
                self.kept_bytes = os.lseek(self._handle, 0, os.SEEK_CUR)
            except OSError as error:
                said = f"the signed heads cannot be written: {error.strerror}"
                self._broken = JournalBroken(said, reason(error))
                raise self._broken from error
        self.last = signed
        return signed

    def close(self) -> None:
        """The heads are closed, the journal is not."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def _opened(path: Path) -> int:
    """The file, open at the end of its last whole line; what a crash left of another is gone."""
    there = path.exists()
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        said = f"{path}: the signed heads cannot be written: {error.strerror}"
        raise JournalBroken(said, reason(error)) from error
    if not there:  # else a power cut could take the name away, and the heads that a witness has seen
        sync_folder(path.parent)
    size = os.fstat(handle).st_size
    whole = os.pread(handle, size, 0).rfind(b"\n") + 1
    if whole != size:
        os.ftruncate(handle, whole)
    os.lseek(handle, whole, os.SEEK_SET)
    return handle
