"""What a backup is: a directory, and in it a manifest that was written last and names every file by its hash.

A directory without a manifest is no backup, whatever else is in it: the power went, or the stick.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter, ValidationError

from controller.backup.plain import NotPlain, open_plain
from controller.backup.refusals import BackupRefused
from controller.book.at_url import BOOK
from controller.journal.file import SUFFIX
from controller.journal.heads import HEADS_SUFFIX
from controller.table.frame_log import SUFFIX as FRAMES_SUFFIX
from controller.words.plurals import so_many

FORMAT: Final = "tapis-backup/1"
MANIFEST: Final = "manifest.json"
JOURNALS: Final = "journals"
KEYS: Final = "keys.json"
REGISTER: Final = "people.db"
PEPPER: Final = "people.pepper"
ASIDE: Final = "aside"
"""In a table's data: what was there before a backup was put back, by a name that somebody gave."""
RESTORING: Final = ".restoring"
"""In a table's data while a backup is put back: where it was cut off, the table does not start."""
UNFINISHED: Final = ".unfinished"
"""What the name of a directory ends in that is no backup yet, or none any more."""
MANIFEST_MAX: Final = 64 * 1024 * 1024
_PIECE: Final = 1024 * 1024
_FILE_NAME: Final = re.compile(rf"({JOURNALS}/)?[A-Za-z0-9][A-Za-z0-9._-]{{0,120}}", re.ASCII)
_KEY_NAME: Final = re.compile(r"seal\.key(\.[A-Za-z0-9._-]{1,40})?|sign\.key|people\.pepper", re.ASCII)
_TABLE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}", re.ASCII)
_NO_FILE: Final = frozenset({MANIFEST, JOURNALS, ASIDE})


def is_file_name(name: str) -> bool:
    """Whether a backup may have a file of this name: `NAME` or `journals/NAME`, and never a key in clear."""
    return bool(_FILE_NAME.fullmatch(name)) and name not in _NO_FILE and not is_key_name(name)


def is_key_name(name: str) -> bool:
    """Whether a key of a table is called so: `seal.key`, an older one of those, `sign.key`, the pepper."""
    return bool(_KEY_NAME.fullmatch(name))


class KeptFile(NamedTuple):
    """A file of a backup: its path in it, its length and its SHA-256 in hex."""

    path: str
    size: int
    sha256: str


class KeptSession(NamedTuple):
    """A session in a backup: its last entry, and the hash that stands for all of it."""

    session: int
    entries: int
    head: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds.

    Attributes:
        table: whose it is; `at_ms`, when it was made.
        sessions: the journals, oldest first.
        open_session: the last one was not closed: it is kept up to its last entry.
        book: the address of a linked book without a password, or empty: the book is among the files.
        book_identity: of the linked book, as the table had heard it; `book_entries`, how far it went.
        recipient: public key that `keys` are encrypted to, or empty: there are none.
        keys: the names of the keys that are in.
        damaged: what did not verify when it was copied, one sentence each.
        lacks: files that belong with the others, which the table itself had not: heads of a session, the book
            or the register that its journals tell of.
    """

    table: str
    at_ms: int
    sessions: tuple[KeptSession, ...]
    open_session: bool
    book: str
    book_identity: str
    book_entries: int
    recipient: str
    keys: tuple[str, ...]
    files: tuple[KeptFile, ...]
    damaged: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


def journal_name(table: str, session: int) -> str:
    """What the journal of this session is called in a backup."""
    return f"{JOURNALS}/{table}-{session:06d}{SUFFIX}"


def backup_name(table: str, at_ms: int) -> str:
    """What a backup of that instant (UTC) is called; the machine's clock may have been wrong."""
    at = datetime.fromtimestamp(at_ms // 1_000, UTC)
    return f"{table}-{at:%Y%m%d-%H%M%S}-{at_ms % 1_000:03d}"


def draft_name(name: str) -> str:
    """What the directory of the backup of this name is called before it is whole, and while it is removed."""
    return f".{name}{UNFINISHED}"


def backups_in(target: Path, table: str = "") -> list[Path]:
    """The backups of a table in this directory, or of any, by their names: directories with a manifest.

    One that this account may not look into may have a manifest, and is among them.
    """
    name = re.compile(_name_of(re.escape(table) or r"[A-Za-z0-9._-]+"), re.ASCII)
    return sorted(one for one in target.iterdir() if name.fullmatch(one.name) and _may_be_backup(one))


def unfinished_in(target: Path, table: str) -> list[Path]:
    """What backups of the table, or removals of one, that were cut off have left in this directory."""
    name = re.compile(rf"\.{_name_of(re.escape(table))}{re.escape(UNFINISHED)}", re.ASCII)
    return sorted(one for one in target.iterdir() if name.fullmatch(one.name))


def _name_of(table: str) -> str:
    return rf"{table}-\d{{8}}-\d{{6}}-\d{{3}}"


def _may_be_backup(folder: Path) -> bool:
    try:
        return not folder.is_symlink() and stat.S_ISREG((folder / MANIFEST).stat().st_mode)
    except PermissionError:
        return True
    except OSError:
        return False


def file_digest(path: Path) -> tuple[int, str]:
    """Length and SHA-256 of a file."""
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
            size += len(piece)
    return size, digest.hexdigest()


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """The manifest is in the directory and on the disk: from now on it is a backup."""
    told: dict[str, Any] = {"format": FORMAT, **asdict(manifest)}
    told["digest"] = _digest(told)
    with (folder / MANIFEST).open("w", encoding="utf-8") as file:
        json.dump(told, file, indent=1, ensure_ascii=False)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())


def read_manifest(folder: Path) -> Manifest:
    """What the backup in this directory holds.

    Raises:
        BackupRefused: it is no backup, or its manifest is not what was written.
    """
    path = folder / MANIFEST
    try:
        with open_plain(folder, MANIFEST) as file:
            raw = file.read(MANIFEST_MAX)
    except FileNotFoundError:
        raise BackupRefused("no_manifest", folder=folder, manifest=MANIFEST) from None
    except NotPlain:
        raise BackupRefused("a_link", path=path) from None
    except OSError as error:
        raise BackupRefused("unread", path=path, why=os.strerror(error.errno or 5)) from None
    try:
        told = json.loads(raw)
        wanted = told.pop("digest")
        if _digest(told) != wanted:
            raise ValueError("not what was written")
        if told.pop("format") != FORMAT:
            raise BackupRefused("other_format", path=path, format=FORMAT)
        manifest = _shape().validate_python(told)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, ValidationError):
        raise BackupRefused("manifest_damaged", path=path) from None
    _names_refused(path, manifest)
    if odd := at_odds(manifest):
        raise BackupRefused("at_odds", path=path, why=odd)
    return manifest


@cache
def _shape() -> TypeAdapter[Manifest]:
    return TypeAdapter(Manifest)


def _names_refused(path: Path, manifest: Manifest) -> None:
    """Anybody can write a manifest: a name that leads elsewhere is none of a backup's."""
    if not _TABLE.fullmatch(manifest.table) or not manifest.book.isprintable():
        raise BackupRefused("of_no_table", path=path, table=repr(manifest.table[:40]))
    seen: set[str] = set()
    for one in manifest.files:
        if one.path in seen or not is_file_name(one.path):
            key = "named_twice" if one.path in seen else "named_strangely"
            raise BackupRefused(key, path=path, name=repr(one.path[:80]))
        seen.add(one.path)


def at_odds(told: Manifest) -> str:
    """What of a manifest does not fit with the rest of it, in words that go on from its name; or nothing."""
    return next(chain(_sessions_at_odds(told), _rest_at_odds(told)), "")


def _sessions_at_odds(told: Manifest) -> Iterator[str]:
    """Every session has its journal and its heads, and all that is of a session has its journal."""
    names, there = {one.path for one in told.files}, {one.path for one in told.files} | set(told.lacks)
    journal = re.compile(rf"{JOURNALS}/{re.escape(told.table)}-(\d{{6}}){re.escape(SUFFIX)}", re.ASCII)
    journals = sorted(one for one in names if journal.fullmatch(one))
    damaged = {f"{JOURNALS}/{one.partition(':')[0]}" for one in told.damaged}
    sessions = {journal_name(told.table, one.session) for one in told.sessions}
    for one in sorted(sessions - set(journals)):
        if not damaged & set(journals):  # of a journal that cannot be read nobody knows which session it is
            yield f"names a session and not its journal, {one[:80]}"
    for one in sorted(set(journals) - sessions - damaged):
        yield f"names {one}, a journal of no session that it names"
    if len(told.sessions) != len(journals):
        yield f"names {so_many(len(told.sessions), 'session')} and {so_many(len(journals), 'journal')}"
    for one in journals:
        if f"{one}{HEADS_SUFFIX}" not in there:
            yield f"names {one} and not its heads"
    for one in sorted(names):
        of = journal.match(one)
        if one.startswith(f"{JOURNALS}/") and not (of and _belongs(one[of.end() :], of[0] in journals)):
            yield f"names {one}, which belongs to no session that it names"
    if told.open_session and not told.sessions:
        yield "tells of an open session and names none"


def _belongs(end: str, with_journal: bool) -> bool:
    """A frame log may outlive its journal, which was put away; it proves nothing."""
    return end.startswith(FRAMES_SUFFIX) or (with_journal and end in ("", "-wal", HEADS_SUFFIX))


def _rest_at_odds(told: Manifest) -> Iterator[str]:
    """Book, register and keys are there where the manifest speaks of them."""
    names = {one.path for one in told.files}
    if twice := sorted(names & set(told.lacks)):
        yield f"names {twice[0]}, and says that the table had none"
    if not told.book and (told.book_identity or (told.book_entries and BOOK not in names)):
        yield f"tells of a book of {so_many(told.book_entries, 'entry', 'entries')} and names no {BOOK}"
    if PEPPER in told.keys and REGISTER not in names | set(told.lacks):
        yield f"has the key {PEPPER} and names no {REGISTER}"
    if bool(told.keys) != (KEYS in names) or (told.keys and not told.recipient):
        yield f"does not name keys, their recipient and {KEYS} together"


def _digest(told: dict[str, Any]) -> str:
    """Of all that the manifest says but this."""
    text = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
