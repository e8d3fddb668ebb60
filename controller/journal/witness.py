"""A witness: a machine that is not the table's keeps the heads it signed, and takes nothing but extensions.

Its store is a text file, added to line by line; when it is long, of each session the last head alone stays:

    key UTH-1 9f…                        the table signs with this key: somebody came and compared it
    tapis/1 UTH-1 4 …                    a signed head, as `heads` writes them

A list of heads written down by hand, a line `journal_id seq hash` each, is a witness as well. A witness
sees hashes only: that a longer journal really extends a shorter one, `verify` says with the journal in hand.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from controller.journal.chain import ZEROS
from controller.journal.heads import HeadRefused, SignedHead, parse_head, unproven_head
from controller.seal import sync_folder

WITNESS_LINES_MAX: Final = 1_000_000
LINES_KEPT: Final = 5_000
"""From so many lines on, a store keeps of each session its last head alone."""
PROVEN_MAX: Final = 50_000
_PROVEN: Final[set[bytes]] = set()
"""Lines whose signature was checked by this process: the house reads its witness again and again."""
_KEY: Final = re.compile(r"key ([A-Za-z0-9][A-Za-z0-9._-]{0,31}) ([0-9a-f]{64})", re.ASCII).fullmatch


class WitnessRefused(ValueError):
    """The file of witnessed heads cannot be used."""


class NoExtension(ValueError):
    """A head that a witness does not take: it does not follow from the one it has. One sentence."""


class Witness(NamedTuple):
    """A head seen at some time outside of the machine: this journal had this row.

    With table and session, as a witness's store has them, it is asked only of journals that could be it.
    """

    journal_id: str
    seq: int
    hash: str
    table: str = ""
    session: int = 0


class WitnessStore:
    """The keys that a witness trusts and the heads it has taken, in a file.

    Raises:
        WitnessRefused: the file cannot be read or is not such a store.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.keys: dict[str, set[str]] = {}
        self.last: dict[str, SignedHead] = {}
        self._count, self._fold_at = 0, LINES_KEPT
        for number, line in _lines(path) if path.exists() else ():
            try:
                self._know(line)
            except ValueError as error:
                raise WitnessRefused(f"{path}, line {number}: {error}") from None
            self._count += 1

    def trust(self, table: str, key: str) -> None:
        """The table's heads are signed with this key, from now on or as well.

        Raises:
            WitnessRefused: it is no key or no name of a table, or the file cannot be written.
        """
        line = f"key {table} {key.lower()}"
        if _KEY(line) is None:
            raise WitnessRefused(f"wanted a table and a key of 64 hex digits, found {line[4:84]!r}")
        if key.lower() not in self.keys.get(table, ()):
            self._write(line)
            self._know(line)

    def take(self, line: str) -> bool:
        """The head extends the last one of its table and is kept; false when it is that one itself.

        Raises:
            NoExtension: it is signed by nobody known here, goes back, or is another at the same place.
            WitnessRefused: the file cannot be written.
        """
        try:
            head = parse_head(line)
        except HeadRefused as error:
            raise NoExtension(str(error)) from None
        if not self._extends(head):
            return False
        self._write(head.line)
        self.last[head.table] = head
        self._count += 1
        if self._count >= self._fold_at:
            self._fold()
        return True

    def _know(self, line: str) -> None:
        key = _KEY(line)
        if key is not None:
            self.keys.setdefault(key[1], set()).add(key[2])
            return
        if not line.startswith("tapis/"):
            raise WitnessRefused("neither a key nor a signed head")
        head = parse_head(line)
        if self._extends(head):
            self.last[head.table] = head

    def _extends(self, head: SignedHead) -> bool:
        """Whether the head is newer than the last of its table.

        Raises:
            NoExtension: it is no extension of it.
        """
        who = f"{head.table}, session {head.session}, entry {head.size}"
        if head.key not in self.keys.get(head.table, ()):
            raise NoExtension(f"{who}: signed with a key that is not known here ({head.key})")
        last = self.last.get(head.table)
        if last is None:
            return True
        if head.simulated is not last.simulated:
            now = "a simulation" if head.simulated else "live"
            raise NoExtension(f"{who}: {now}, and this table was not")
        if head.session < last.session or (head.session == last.session and head.size < last.size):
            raise NoExtension(f"{who}: shorter than session {last.session}, entry {last.size}, seen before")
        if head.at_ms < last.at_ms:
            raise NoExtension(f"{who}: signed before the head that was seen before it")
        if head.session == last.session:
            if head.journal_id != last.journal_id:
                raise NoExtension(f"{who}: another journal than the one seen before")
            if head.size == last.size and head.hash != last.hash:
                raise NoExtension(f"{who}: another hash than the one seen before")
            return head.size > last.size
        if head.session == last.session + 1 and head.previous != last.hash:
            raise NoExtension(f"{who}: does not follow session {last.session} as it was seen last")
        return True

    def _fold(self) -> None:
        """Of each session the last head alone is kept, which stands for those before it.

        A room of forty tables signs some twenty thousand heads a night. The lines that stay are the signed
        ones, unchanged and in their order; the file is there whole or as it was.

        Raises:
            WitnessRefused: the file cannot be written.
        """
        lines = [line for _, line in _lines(self._path)]
        last = {tuple(line.split(" ")[:3]): at for at, line in enumerate(lines)}  # of keys: all
        kept = [line for at, line in enumerate(lines) if last[tuple(line.split(" ")[:3])] == at]
        draft = self._path.with_name(self._path.name + ".new")
        try:
            with draft.open("wb") as file:
                file.write("".join(f"{line}\n" for line in kept).encode("ascii"))
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path)
            sync_folder(self._path.parent)
        except OSError as error:
            raise WitnessRefused(f"{self._path}: {error.strerror}") from None
        self._count = len(kept)
        self._fold_at = max(LINES_KEPT, 2 * self._count)

    def _write(self, line: str) -> None:
        try:
            with self._path.open("ab") as file:
                file.write(line.encode("ascii") + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise WitnessRefused(f"{self._path}: {error.strerror}") from None


def read_witnesses(path: str | os.PathLike[str]) -> tuple[Witness, ...]:
    """The heads in a witness's store or in a list written by hand; blank and `#` lines are passed over.

    Raises:
        WitnessRefused: the file cannot be read, or names the line that is not of this form.
    """
    found = []
    keys: dict[str, set[str]] = {}
    for number, line in _lines(path):
        where = f"{path}, line {number}"
        key = _KEY(line)
        if key is not None:
            keys.setdefault(key[1], set()).add(key[2])
        elif line.startswith("tapis/"):
            found.append(_signed(line, keys, where))
        else:
            found.append(_witness(line, where))
    return tuple(found)


def _signed(line: str, keys: dict[str, set[str]], where: str) -> Witness:
    mark = sha256(line.encode("ascii")).digest()
    try:
        head = unproven_head(line) if mark in _PROVEN else parse_head(line)
    except HeadRefused as error:
        raise WitnessRefused(f"{where}: {error}") from None
    if len(_PROVEN) >= PROVEN_MAX:
        _PROVEN.clear()
    _PROVEN.add(mark)
    if head.key not in keys.get(head.table, ()):
        raise WitnessRefused(f"{where}: signed with a key that no line before names")
    return Witness(head.journal_id, head.size, head.hash, head.table, head.session)


def _lines(path: str | os.PathLike[str]) -> Iterable[tuple[int, str]]:
    """Number and text of each line that says something; its line feed is not asked for."""
    try:
        with open(path, encoding="ascii") as file:
            for number, line in enumerate(file, start=1):
                if number > WITNESS_LINES_MAX:
                    raise WitnessRefused(f"{path}: more than {WITNESS_LINES_MAX} lines")
                if line.strip() and not line.startswith("#"):
                    yield number, line.strip()
    except (OSError, UnicodeDecodeError) as error:
        raise WitnessRefused(f"{path}: {getattr(error, 'strerror', None) or 'is not ASCII text'}") from None


def _witness(line: str, where: str) -> Witness:
    parts = line.split()
    hexadecimal = set("0123456789abcdef")
    if len(parts) == 3:
        journal_id, seq, hash_ = parts[0].lower(), parts[1], parts[2].lower()
        hashes = all(len(one) == len(ZEROS) and set(one) <= hexadecimal for one in (journal_id, hash_))
        if hashes and seq.isdecimal() and len(seq) <= 18 and int(seq) > 0:
            return Witness(journal_id, int(seq), hash_)
    raise WitnessRefused(f"{where}: wanted `journal_id seq hash`, found {line.strip()[:80]!r}")
