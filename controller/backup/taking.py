"""Making a backup: a table's records, copied while it plays, into a directory that is whole or not there.

Files are written into a directory whose name says that it is unfinished, each of them synced; the manifest
comes last, and only then does the directory get its name. So a power cut or a stick that is pulled out leaves
the backups of before and something that the next run clears away.
"""

from __future__ import annotations

import fcntl
import glob
import hashlib
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

from controller.backup.checking import (
    entries_of,
    is_open,
    journal_reports,
    journals_tell_of,
    register_fault,
)
from controller.backup.finding import shelf_of
from controller.backup.leftovers import clear_away, left_words, removed
from controller.backup.manifest import (
    JOURNALS,
    KEYS,
    PEPPER,
    REGISTER,
    KeptFile,
    KeptSession,
    Manifest,
    backup_name,
    draft_name,
    file_digest,
    is_file_name,
    read_manifest,
    write_manifest,
)
from controller.backup.recipient import sealed_for
from controller.backup.refusals import OF_TARGET, BackupRefused
from controller.backup.snapshot import Still, stood_still, whole_lines
from controller.book.at_url import BOOK
from controller.book.last_heard import NOTHING_HEARD, Heard
from controller.book.sqlite_file import damage
from controller.host.disk import BROKEN, reason, sqlite_said, unwritable
from controller.journal.closed import session_files
from controller.journal.file import SUFFIX
from controller.journal.file_faults import told_of
from controller.journal.heads import heads_path
from controller.journal.keys import kept_secrets
from controller.journal.newer import VERSION_FILE
from controller.journal.seal import Master, load_master, sync_folder
from controller.settings.approval import EDITION
from controller.settings.record import OVERLAY, RECORD
from controller.table.frame_log import SUFFIX as FRAMES_SUFFIX

_PIECE: Final = 1024 * 1024
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Sources:
    """What of a table is kept, and for whom; `book` is the address of a linked one, `heard` how far it went.

    `register` and `pepper` are None where the table has no register of people.
    """

    table: str
    data: Path
    book: str = ""
    heard: Heard = NOTHING_HEARD
    register: Path | None = None
    pepper: Path | None = None
    recipient: str = ""
    frames: bool = False


@dataclass(frozen=True, slots=True)
class Taken:
    """A backup that is whole: where it lies, what it holds, and what became of the others beside it.

    `removed` are gone; `left` lies there, is no backup and could not be removed; `later` are dated later than
    this one; `unread` are backups, by their names, of which nobody knows here what they hold.
    """

    folder: Path
    manifest: Manifest
    removed: tuple[str, ...]
    left: tuple[Path, ...] = ()
    later: tuple[str, ...] = ()
    unread: tuple[Path, ...] = ()


def take(sources: Sources, target: Path, at_ms: int, keep: int, say: Progress) -> Taken:
    """A backup of the table is in the directory `target`, and those that hold least beyond `keep` are gone.

    The one just made always stays, and so does every one that holds something damaged or cannot be read.
    Where something did not verify as it was copied, the manifest names it, and no other backup is removed.

    Raises:
        BackupRefused: it could not be made; nothing of the table was touched, no older backup either.
    """
    if not (sources.data / JOURNALS).is_dir():
        raise BackupRefused("no_journals", data=sources.data)
    if target.resolve().is_relative_to(sources.data.resolve()):
        raise BackupRefused("inside_data", target=target)
    with _writing(target), _alone(target):
        left = clear_away(target, sources.table)
        with _named(left), _writing(target):
            name, manifest = _made(sources, target, at_ms, say)
            shelf = shelf_of(target, sources.table)
        others = [one for one in shelf.kept if one.folder.name != name]
        later = tuple(one.folder.name for one in others if one.manifest.at_ms > at_ms)
        sound = [one.folder for one in others if not one.manifest.damaged]
        goes = [] if manifest.damaged else sound[: max(0, len(sound) + 1 - keep)]
        rests = [removed(one) for one in goes]
    gone = tuple(one.name for one, rest in zip(goes, rests, strict=True) if rest is None)
    left += tuple(rest for rest in rests if rest is not None)
    return Taken(target / name, manifest, gone, left, later, shelf.unread)


def _made(sources: Sources, target: Path, at_ms: int, say: Progress) -> tuple[str, Manifest]:
    """The backup is in the target under this name, whole and on the disk; what it holds."""
    name = backup_name(sources.table, at_ms)
    draft = target / draft_name(name)
    if (target / name).exists():
        raise BackupRefused("exists", path=target / name)
    draft.mkdir(mode=0o700)
    try:
        manifest = _written(sources, _Copy(draft, target, say), at_ms)
        sync_folder(draft / JOURNALS)
        write_manifest(draft, manifest)
        read_manifest(draft)  # what cannot be put back is told tonight
        sync_folder(draft)
        draft.rename(target / name)
        sync_folder(target)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    return name, manifest


def _written(sources: Sources, copy: _Copy, at_ms: int) -> Manifest:
    """All files are in the copy; what the manifest says of them."""
    damaged: list[str] = []
    data, table = sources.data, sources.table
    with stood_still(data, table, copy.spool) as still:
        open_session = _last_journal(still, copy)
        if still.book is not None:
            copy.database(BOOK, still.book, data / BOOK)
            if fault := damage(still.book):
                damaged.append(f"{BOOK}: {fault}")
    copy.spool.unlink(missing_ok=True)
    for path in still.journals:
        newest = path == still.journals[-1]
        if not newest:
            copy.file(f"{JOURNALS}/{path.name}", path)
        heads = still.heads if newest else whole_lines(heads_path(path))
        if heads:
            copy.data(f"{JOURNALS}/{heads_path(path).name}", heads)
    reports = journal_reports(copy.folder / JOURNALS, table, copy.say)
    # Before a log of SQLite's is copied beside one: whoever reads that would leave a file of his own there.
    told_of = journals_tell_of(copy.folder / JOURNALS, table, linked=bool(sources.book))
    place = f"{copy.folder / JOURNALS}{os.sep}"
    damaged += [f"{one.file}: {one.why.replace(place, '')}" for one in reports if not one.ok]
    damaged += _unread_log(still, copy, damaged)
    secrets = _beside(sources, copy, damaged)
    if sources.recipient and secrets:
        copy.data(KEYS, sealed_for(sources.recipient, table, secrets))
    sessions = tuple(KeptSession(one.session, one.entries, one.head) for one in reports)
    return Manifest(
        table=table,
        at_ms=at_ms,
        sessions=sessions,
        open_session=open_session,
        book=without_password(sources.book),
        book_identity=sources.heard.book if sources.book else "",
        book_entries=sources.heard.seq if sources.book else copy.book_entries,
        recipient=sources.recipient,
        keys=tuple(sorted(secrets)) if sources.recipient else (),
        files=tuple(sorted(copy.files)),
        damaged=tuple(damaged),
        lacks=_lacks(sources, copy, told_of | ({REGISTER} if PEPPER in secrets else set())),
    )


def _lacks(sources: Sources, copy: _Copy, wanted: frozenset[str]) -> tuple[str, ...]:
    """What is wanted, and the heads of each journal, where they are not there. Else they were taken out."""
    journals = session_files(copy.folder / JOURNALS, sources.table)
    heads = {f"{JOURNALS}/{heads_path(one).name}" for one in journals}
    return tuple(sorted((wanted | heads) - {one.path for one in copy.files}))


def _last_journal(still: Still, copy: _Copy) -> bool:
    """The newest journal is copied up to where it stood still; whether its session was open then."""
    if not still.journals:
        return False
    path = still.journals[-1]
    if still.last is None:
        copy.file(f"{JOURNALS}/{path.name}", path)
        return False
    copy.database(f"{JOURNALS}/{path.name}", still.last, path)
    return is_open(still.last)


def _unread_log(still: Still, copy: _Copy, damaged: list[str]) -> list[str]:
    """A newest journal that cannot be read is copied with SQLite's log beside it: rows may be there alone."""
    if not still.journals or still.last is not None:
        return []
    path = still.journals[-1]
    log = path.with_name(f"{path.name}-wal")
    if log.exists():
        copy.file(f"{JOURNALS}/{log.name}", log)
    told = any(one.startswith(f"{path.name}: ") for one in damaged)
    return [] if told else [f"{path.name}: it could not be read where the table writes it"]


def _beside(sources: Sources, copy: _Copy, damaged: list[str]) -> dict[str, Master]:
    """What is read after the journals: frame logs, register, settings, edition, version; and the keys."""
    data = sources.data
    if sources.frames:
        logs = f"{glob.escape(sources.table)}-{'[0-9]' * 6}{SUFFIX}{FRAMES_SUFFIX}*"
        for path in sorted((data / JOURNALS).glob(logs)):
            if is_file_name(path.name):
                copy.file(f"{JOURNALS}/{path.name}", path)
    # The file of settings first: it is made of the record, and never ahead of the one that follows here.
    # An editor's copy beside them, or a draft, is no record of the table.
    for path in sorted(chain(data.glob(OVERLAY), data.glob(f"{OVERLAY}.{'[0-9a-f]' * 12}"))):
        copy.file(path.name, path)
    lines = {EDITION: _content(data / EDITION), VERSION_FILE: _content(data / VERSION_FILE)}
    for name, content in {RECORD: whole_lines(data / RECORD), **lines}.items():
        if content:
            copy.data(name, content)
    secrets = kept_secrets(data)
    if sources.register is not None and sources.register.exists():
        with _reading(sources.register) as register:
            copy.database(REGISTER, register, sources.register)
        if fault := register_fault(copy.folder / REGISTER):
            damaged.append(f"{REGISTER}: {fault}")
    if sources.pepper is not None and sources.pepper.exists():
        secrets[PEPPER] = load_master(sources.pepper)
    return secrets


def without_password(address: str) -> str:
    """The address of a linked book, without what lets anybody in."""
    address = re.sub(r"^([a-z]+://[^:@/]*):[^@/]*@", r"\1@", address)
    return re.sub(r"(?<=[?&])(password|passfile|sslpassword)=[^&]*&?", "", address).rstrip("?&")


class _Copy:
    """The files of a backup as they are written: each is synced, and its hash kept."""

    def __init__(self, folder: Path, target: Path, say: Progress) -> None:
        self.folder, self.say = folder, say
        self.spool = folder / f"{BOOK}.spool"
        self.files: list[KeptFile] = []
        self.book_entries = 0
        self._target = target
        (folder / JOURNALS).mkdir(mode=0o700)

    def data(self, name: str, content: bytes) -> None:
        """A file of this content."""
        path = self.folder / name
        with path.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        self.files.append(KeptFile(name, len(content), hashlib.sha256(content).hexdigest()))

    def file(self, name: str, source: Path) -> None:
        """A copy, byte for byte, of a file that nobody changes any more."""
        self.say(name)
        digest, size = hashlib.sha256(), 0
        with (self.folder / name).open("xb") as file:
            for piece in _pieces(source):
                file.write(piece)
                digest.update(piece)
                size += len(piece)
            file.flush()
            os.fsync(file.fileno())
        self.files.append(KeptFile(name, size, digest.hexdigest()))

    def database(self, name: str, source: sqlite3.Connection, path: Path) -> None:
        """A copy of what this connection reads, in one piece; `path` is where that lies, for messages."""
        self.say(name)
        place = self.folder / name
        try:
            copy = sqlite3.connect(place, isolation_level=None)
            try:
                copy.execute("PRAGMA synchronous=OFF")
                source.backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE").fetchone()
                if name == BOOK:
                    self.book_entries = entries_of(copy)
            finally:
                copy.close()
        except sqlite3.Error as error:
            why = reason(error) or unwritable(self._target)
            if why:
                raise _refused_by(self._target, why) from None
            raise _unread(path, sqlite_said(error)) from None
        handle = os.open(place, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
        self.files.append(KeptFile(name, *file_digest(place)))


def _unread(path: Path, detail: str = "") -> BackupRefused:
    """A file of the table cannot be read: which, and what to do."""
    return BackupRefused("as_it_is", sentence=told_of(path, detail))


def _refused_by(target: Path, why: str) -> BackupRefused:
    """The target takes nothing: why, by the words of `controller.host.disk`."""
    return BackupRefused(f"target_{why if why in OF_TARGET else BROKEN}", target=target)


def _content(path: Path) -> bytes:
    with suppress(FileNotFoundError):
        return path.read_bytes()
    return b""


def _pieces(source: Path) -> Iterator[bytes]:
    """The bytes of a file of the table.

    Raises:
        BackupRefused: it cannot be read, which is not the target's fault.
    """
    try:
        with source.open("rb") as file:
            while piece := file.read(_PIECE):
                yield piece
    except OSError:
        raise _unread(source) from None


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise _unread(path, sqlite_said(error)) from None
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def _writing(target: Path) -> Iterator[None]:
    """What the system says of the target is told in our own words, with the next step."""
    try:
        yield
    except OSError as error:
        named = error.filename if isinstance(error.filename, str) else ""
        if named and not Path(named).absolute().is_relative_to(target.absolute()):
            raise _unread(Path(named)) from None
        raise _refused_by(target, reason(error)) from None


@contextmanager
def _named(left: tuple[Path, ...]) -> Iterator[None]:
    """Where no backup can be made, what lies there and takes room is named as well."""
    try:
        yield
    except BackupRefused as error:
        if not left:
            raise
        raise BackupRefused("left_too", sentence=error.in_words, left=left_words(left)) from None


@contextmanager
def _alone(target: Path) -> Iterator[None]:
    """No other backup is being made there; the target is a directory."""
    handle = os.open(target, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise BackupRefused("being_made", target=target) from None
    try:
        yield
    finally:
        os.close(handle)
