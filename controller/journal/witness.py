"""A witness: a machine that is not the table's keeps the heads it signed, and takes nothing but extensions.

Its store is a text file, added to line by line; when it is long, of each session the last head alone stays:

    key UTH-1 9f…                        the table signs with this key: somebody came and compared it
    key UTH-1 c4… 1764… A.Roy B.Lenoir   from now on with this one: two persons compared it (`at_ms`, who)
    tapis/1 UTH-1 4 …                    a signed head, as `heads` writes them
    aside UTH-1 4 1764… A.Roy B.Lenoir   what was seen of session 4 and later is set aside: two persons
                                         accepted data that were put back, and the table goes on from there

A key is one table's. The keys of a table follow one another: after a head by a newer one, none by an older
is taken. A last line that a crash cut off counts for nothing. A list of heads written down by hand, a line
`journal_id seq hash` each, is a witness as well. A witness of heads sees hashes only: that a longer journal
really extends a shorter one, `pull` and `verify` say with the journal in hand.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from controller.journal.chain import ZEROS
from controller.journal.faults import faulty
from controller.journal.heads import HeadRefused, SignedHead, key_fingerprint, parse_head, unproven_head
from controller.journal.seal import sync_folder
from controller.journal.trust import NAME
from controller.told import at_place, said_by

WITNESS_LINES_MAX: Final = 1_000_000
LINE_MAX: Final = 4_096
"""Letters of a line: several times the longest that is ever written."""
LINES_KEPT: Final = 5_000
"""From so many lines on, a store keeps of each session its last head alone."""
PROVEN_MAX: Final = 50_000
_PROVEN: Final[set[bytes]] = set()
"""Lines whose signature was checked by this process: the house reads its witness again and again."""
_TWO: Final = rf"(\d{{1,18}}) ({NAME}) ({NAME})"
_KEY: Final = re.compile(rf"key ({NAME}) ([0-9a-f]{{64}})(?: {_TWO})?", re.ASCII).fullmatch
_ASIDE: Final = re.compile(rf"aside ({NAME}) ([1-9]\d{{0,5}}) {_TWO}", re.ASCII).fullmatch


_WORDS: Final = frozenset({"key", "aside", "tapis/1", "tapis/1/simulation"})
"""With which the lines of a store begin."""


class WitnessRefused(ValueError):
    """The file of witnessed heads cannot be used, or a line may not be added to it."""


class NoExtension(ValueError):
    """A head that a witness does not take: it does not follow from the one it has. One sentence."""


class Witness(NamedTuple):
    """A head seen at some time outside of the machine: this journal had this row.

    With table and session, as a witness's store has them, it is asked only of journals that could be it.
    `previous` is the last hash of the session before, where a signed head says it.
    """

    journal_id: str
    seq: int
    hash: str
    table: str = ""
    session: int = 0
    previous: str = ""


class Aside(NamedTuple):
    """What was seen of this session of a table, and later, until `at_ms`, two persons set aside."""

    table: str
    session: int
    at_ms: int


class TableKeys:
    """The keys that the lines of a store name so far, each of one table, in the order they came."""

    def __init__(self) -> None:
        self.of: dict[str, tuple[str, ...]] = {}

    def know(self, line: str) -> bool:
        """Whether the line names a key, which is then known. Raises as `named`."""
        named = self.named(line)
        if named is None:
            return False
        table, key = named
        before = self.of.get(table, ())
        self.of[table] = before if key in before else (*before, key)
        return True

    def named(self, line: str) -> tuple[str, str] | None:
        """Table and key that the line names, and may; None where it names none.

        Raises:
            WitnessRefused: the key is another table's, or follows one without two persons who compared it.
        """
        found = _KEY(line)
        if found is None:
            return None
        table, key, at_ms, first, second = found.groups()
        before = self.of.get(table, ())
        for other, keys in self.of.items():
            if other != table and key in keys:
                raise WitnessRefused(faulty("key_of_other", print=key_fingerprint(key), table=other))
        if key not in before and before and (not at_ms or first == second):
            raise WitnessRefused(faulty("bound", table=table, print=key_fingerprint(before[-1])))
        return table, key

    def age(self, head: SignedHead) -> int:
        """Which key of its table signed the head: 0 the first, -1 none that is known."""
        keys = self.of.get(head.table, ())
        return keys.index(head.key) if head.key in keys else -1


class WitnessStore:
    """The keys that a witness trusts and the heads it has taken, in a file.

    Attributes:
        keys: of each table, the keys it has signed with, the one in force last.
        last: the newest head of each table.

    Raises:
        WitnessRefused: the file cannot be read or is not such a store.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._keys = TableKeys()
        self.keys = self._keys.of
        self.last: dict[str, SignedHead] = {}
        self._ends: dict[str, dict[int, SignedHead]] = {}
        self._count, self._fold_at = 0, LINES_KEPT
        for number, line in _lines(path) if path.exists() else ():
            try:
                self._know(line)
            except ValueError as error:
                raise WitnessRefused(faulty("line", file=path, line=number, said=said_by(error))) from None
            self._count += 1

    def trust(self, table: str, key: str, at_ms: int = 0, by: tuple[str, str] = ("", "")) -> None:
        """The table's heads are signed with this key, from now on. A key after another takes two persons.

        Raises:
            WitnessRefused: it is no key or no name of a table or person; it is another table's; there is
                one already and not two persons to change it; or the file cannot be written.
        """
        change = f" {at_ms} {by[0]} {by[1]}" if any(by) else ""
        line = f"key {table} {key.lower()}{change}"
        if self._keys.named(line) is None:
            raise WitnessRefused(faulty("key_wanted", what=repr(line[4:84])))
        if key.lower() not in self.keys.get(table, ()):
            self._write(line)
            self._know(line)

    def set_aside(self, table: str, session: int, at_ms: int, by: tuple[str, str], mirrored: int = 0) -> None:
        """What was seen of this session and later counts no more: two persons accepted what was put back.

        `mirrored` is the newest session that has a mirror, with a head of it here or without.

        Raises:
            WitnessRefused: not two persons; nothing was seen there; or the file cannot be written.
        """
        line = f"aside {table} {session} {at_ms} {by[0]} {by[1]}"
        if _ASIDE(line) is None or by[0] == by[1]:
            raise WitnessRefused(faulty("aside_wanted"))
        last = self.last[table].session if table in self.last else 0
        if session > max(last, mirrored):
            nothing = faulty("nothing_seen")
            raise WitnessRefused(faulty("session_of", table=table, session=session, said=nothing))
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
            raise NoExtension(said_by(error)) from None
        if not self.extends(head):
            return False
        self._write(head.line)
        self._seen(head)
        self._count += 1
        if self._count >= self._fold_at:
            self._fold()
        return True

    def _know(self, line: str) -> None:
        if self._keys.know(line):
            return
        aside = _ASIDE(line)
        if aside is not None:
            self._forget(aside[1], int(aside[2]))
            return
        if not line.startswith("tapis/"):
            raise WitnessRefused(faulty("neither_key_nor_signed_head"))
        head = parse_head(line)
        if self.extends(head):
            self._seen(head)

    def _seen(self, head: SignedHead) -> None:
        self.last[head.table] = head
        self._ends.setdefault(head.table, {})[head.session] = head

    def _forget(self, table: str, session: int) -> None:
        ends = {number: head for number, head in self._ends.get(table, {}).items() if number < session}
        self._ends[table] = ends
        self.last.pop(table, None)
        if ends:
            self.last[table] = ends[max(ends)]

    def extends(self, head: SignedHead) -> bool:
        """Whether the head is newer than the last of its table.

        Raises:
            NoExtension: it is no extension of it.
        """
        age = self._keys.age(head)
        if age < 0:
            raise _no_extension(head, faulty("unknown_key", key=head.key))
        last = self.last.get(head.table)
        if last is None:
            return True
        if age < self._keys.age(last):
            raise _no_extension(head, faulty("former_key", key=head.key))
        if head.simulated is not last.simulated:
            raise _no_extension(head, faulty("now_simulated" if head.simulated else "now_live"))
        if head.session < last.session or (head.session == last.session and head.size < last.size):
            raise _no_extension(head, faulty("shorter", session=last.session, seq=last.size))
        if head.at_ms < last.at_ms:
            raise _no_extension(head, faulty("signed_before"))
        if head.session == last.session:
            if (head.journal_id, head.previous) != (last.journal_id, last.previous):
                raise _no_extension(head, faulty("other_journal"))
            if head.size == last.size and head.hash != last.hash:
                raise _no_extension(head, faulty("other_hash"))
            return head.size > last.size
        if head.session > last.session + 1:
            raise _no_extension(head, faulty("no_head_told", session=last.session + 1))
        if head.previous != last.hash:
            raise _no_extension(head, faulty("not_as_seen", session=last.session))
        return True

    def _fold(self) -> None:
        """Of each session the last head alone is kept, which stands for those before it.

        A room of forty tables signs some twenty thousand heads a night. The lines that stay are the signed
        ones, unchanged and in their order; the file is there whole or as it was.

        Raises:
            WitnessRefused: the file cannot be written.
        """
        lines = [line for _, line in _lines(self._path)]
        last = {_stands_for(line): at for at, line in enumerate(lines)}
        kept = [line for at, line in enumerate(lines) if last[_stands_for(line)] == at]
        draft = self._path.with_name(self._path.name + ".new")
        try:
            with draft.open("wb") as file:
                file.write("".join(f"{line}\n" for line in kept).encode("ascii"))
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path)
            sync_folder(self._path.parent)
        except OSError as error:
            with suppress(OSError):
                draft.unlink()
            raise WitnessRefused(at_place(self._path, error.strerror)) from None
        self._count = len(kept)
        self._fold_at = max(LINES_KEPT, 2 * self._count)

    def _write(self, line: str) -> None:
        """The line is on the disk, after the last whole one: what a crash left of another is gone."""
        try:
            there = self._path.exists()
            with self._path.open("r+b" if there else "x+b") as file:
                data = file.read()
                last = data[data.rfind(b"\n") + 1 :].decode("ascii", "replace")
                if _cut_off(last):
                    file.truncate(file.seek(len(data) - len(last)))
                elif last:
                    file.write(b"\n")
                file.write(line.encode("ascii") + b"\n")
                file.flush()
                os.fsync(file.fileno())
            if not there:
                sync_folder(self._path.parent)
        except OSError as error:
            raise WitnessRefused(at_place(self._path, error.strerror)) from None


def _stands_for(line: str) -> tuple[str, ...]:
    """Of lines that are alike in this, the last one says all; of keys, and what was set aside, each does."""
    words = tuple(line.split(" "))
    return words[:3] if line.startswith("tapis/") else words


def _cut_off(last: str) -> bool:
    """Whether this last line, which has no line feed, is what a crash left of one."""
    whole = _KEY(last) or _ASIDE(last) or (last.startswith("tapis/") and _is_head(last))
    word, more, _ = last.partition(" ")
    begun = word in _WORDS or (not more and any(one.startswith(word) for one in _WORDS))
    return bool(last) and begun and not whole


def _is_head(line: str) -> bool:
    try:
        unproven_head(line)
    except HeadRefused:
        return False
    return True


def read_witnesses(path: str | os.PathLike[str]) -> tuple[Witness, ...]:
    """The heads in a witness's store or in a list written by hand; blank and `#` lines are passed over.

    What two persons set aside is not among them.

    Raises:
        WitnessRefused: the file cannot be read, has no head at all, or names the line that is not of this
            form.
    """
    found: list[Witness] = []
    keys, ages = TableKeys(), dict[str, dict[int, int]]()
    for number, line in _lines(path):
        try:
            aside = _ASIDE(line)
            if aside is not None:
                table, session = aside[1], int(aside[2])
                found = [one for one in found if one.table != table or one.session < session]
                ages[table] = {at: age for at, age in ages.get(table, {}).items() if at < session}
            elif line.startswith("tapis/"):
                found.append(_signed(line, keys, ages))
            elif not keys.know(line):
                found.append(_witness(line))
        except WitnessRefused as error:
            raise WitnessRefused(faulty("line", file=path, line=number, said=said_by(error))) from None
    if not found:
        raise WitnessRefused(at_place(path, faulty("no_head_stands_nothing_witnessed")))
    return tuple(found)


def read_asides(path: str | os.PathLike[str]) -> tuple[Aside, ...]:
    """What two persons set aside in a witness's store; errors as of `read_witnesses`."""
    found = (_ASIDE(line) for _, line in _lines(path))
    return tuple(Aside(one[1], int(one[2]), int(one[3])) for one in found if one is not None)


def _signed(line: str, keys: TableKeys, ages: dict[str, dict[int, int]]) -> Witness:
    """The head on this line. `ages`: by table and session, which key signed those before it that count."""
    mark = sha256(line.encode("ascii")).digest()
    try:
        head = unproven_head(line) if mark in _PROVEN else parse_head(line)
    except HeadRefused as error:
        raise WitnessRefused(said_by(error)) from None
    if len(_PROVEN) >= PROVEN_MAX:
        _PROVEN.clear()
    _PROVEN.add(mark)
    age = keys.age(head)
    before = ages.setdefault(head.table, {})
    if age < max(before.values(), default=0):
        raise WitnessRefused(faulty("signed_key_no_line_before"))
    before[head.session] = age
    return Witness(head.journal_id, head.size, head.hash, head.table, head.session, head.previous)


def _no_extension(head: SignedHead, why: str) -> NoExtension:
    said = faulty("head_of", table=head.table, session=head.session, seq=head.size, said=why)
    return NoExtension(said)


def _lines(path: str | os.PathLike[str]) -> Iterable[tuple[int, str]]:
    """Number and text of each line that says something; the last may want its line feed, not its words."""
    try:
        with open(path, encoding="ascii") as file:
            for number, line in enumerate(iter(partial(file.readline, LINE_MAX + 1), ""), start=1):
                if number > WITNESS_LINES_MAX:
                    raise WitnessRefused(at_place(path, faulty("more_than_lines", count=WITNESS_LINES_MAX)))
                if len(line) > LINE_MAX:
                    longer = faulty("line_longer_than_letters", line=number, count=LINE_MAX)
                    raise WitnessRefused(at_place(path, longer))
                if not line.endswith("\n") and _cut_off(line):
                    return
                if line.strip() and not line.startswith("#"):
                    yield number, line.strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or faulty("not_ascii_text")
        raise WitnessRefused(at_place(path, why)) from None


def _witness(line: str) -> Witness:
    parts = line.split()
    hexadecimal = set("0123456789abcdef")
    if len(parts) == 3:
        journal_id, seq, hash_ = parts[0].lower(), parts[1], parts[2].lower()
        hashes = all(len(one) == len(ZEROS) and set(one) <= hexadecimal for one in (journal_id, hash_))
        if hashes and seq.isdecimal() and len(seq) <= 18 and int(seq) > 0:
            return Witness(journal_id, int(seq), hash_)
    raise WitnessRefused(faulty("wanted_journal_id_seq_hash", what=repr(line.strip()[:80])))
