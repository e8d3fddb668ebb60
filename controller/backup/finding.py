"""Which backup is the newest: the one that holds most, whatever the clock said when it was made.

A clock that was wrong once would make an old backup the newest for ever, or the new one the oldest, which is
removed. So backups stand in the order of what they hold: the last session, the entries of its journal, and
only then the time. After a restore the table may have gone on from an older backup: two histories are there
then, and what one of them holds says nothing of the other. Where one that was made later is of another
history than the one that holds most, nobody chooses for the person who restores.
"""

from __future__ import annotations

import os
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from controller.backup.manifest import (
    JOURNALS,
    MANIFEST,
    KeptSession,
    Manifest,
    backups_in,
    read_manifest,
)
from controller.backup.refusals import BackupRefused, both
from controller.journal.chain import JournalError
from controller.journal.file import SUFFIX, UNREADABLE, connect_reader
from controller.journal.file_faults import account, owner_of


class FoundBackup(NamedTuple):
    """A backup in a directory, and what it holds."""

    folder: Path
    manifest: Manifest

    @property
    def holds(self) -> tuple[int, int, int]:
        """What backups of one table stand in order by: last session, entries of its journal, time."""
        last = last_session(self.manifest)
        return (last.session, last.entries, self.manifest.at_ms) if last else (0, 0, self.manifest.at_ms)


class Shelf(NamedTuple):
    """The backups in a directory: those that can be read, what holds least first, and those that cannot."""

    kept: tuple[FoundBackup, ...]
    unread: tuple[Path, ...]


def shelf_of(target: Path, table: str = "") -> Shelf:
    """What is in this directory of the table, or of any.

    Raises:
        OSError: the directory cannot be read.
    """
    kept, unread = [], []
    for folder in backups_in(target, table):
        try:
            kept.append(FoundBackup(folder, read_manifest(folder)))
        except BackupRefused:
            unread.append(folder)
    return Shelf(tuple(sorted(kept, key=lambda one: one.holds)), tuple(unread))


def find_backup(source: Path, table: str) -> Path:
    """The backup in this directory, or the newest in it: of the table or, where none is named, of any.

    Raises:
        BackupRefused: there is none, or which is the newest is for a person to say.
    """
    try:
        if (source / MANIFEST).exists():
            return source
        shelf = shelf_of(source, table)
    except OSError as error:
        why = os.strerror(error.errno or 5)
        raise BackupRefused("not_mounted", source=source, why=why) from None
    if shelf.unread:
        first = shelf.unread[0]
        raise BackupRefused("newest_unread", folder=first, why=unread_words(first))
    if not shelf.kept:
        raise BackupRefused("none_of_table" if table else "none_here", source=source, table=table)
    sound = [one for one in shelf.kept if not one.manifest.damaged] or shelf.kept
    tables = {one.manifest.table: one for one in sound}  # the last of each table holds most
    newest = max(tables.values(), key=lambda one: one.manifest.at_ms)
    _nothing_later(newest, shelf)
    return newest.folder


def unread_words(folder: Path) -> tuple[str, str]:
    """Why nobody knows here what the backup in this directory holds, French and English."""
    try:
        (folder / MANIFEST).open("rb").close()
    except PermissionError:
        return both("of_another", owner=owner_of(folder), me=account(os.geteuid()))
    except OSError:
        return both("its_manifest_unread", manifest=MANIFEST)
    return both("its_manifest_damaged", manifest=MANIFEST)


def last_session(manifest: Manifest) -> KeptSession | None:
    """The newest session that the backup has."""
    return manifest.sessions[-1] if manifest.sessions else None


def _nothing_later(newest: FoundBackup, shelf: Shelf) -> None:
    """Whatever is dated later is the newest's own past: it was the clock."""
    for one in shelf.kept:
        if one.manifest.table != newest.manifest.table or one.manifest.at_ms <= newest.manifest.at_ms:
            continue
        facts = {"newest": newest.folder, "other": one.folder.name}
        if one.manifest.damaged:
            raise BackupRefused("later_damaged", why=one.manifest.damaged[0], **facts)
        if not _goes_on(newest, one):
            raise BackupRefused("later_of_other_history", **facts)


def _goes_on(newest: FoundBackup, before: FoundBackup) -> bool:
    """The newest holds all that the other holds: each session as it is there, the last one up to its end."""
    last, heads = last_session(before.manifest), {one.session: one for one in newest.manifest.sessions}
    for one in before.manifest.sessions:
        same = heads.get(one.session)
        if same is not None and one != last and same != one:
            return False
    if last is None or last.session not in heads or heads[last.session] == last:
        return True
    return _hash_at(newest, last) == last.head


def _hash_at(kept: FoundBackup, of: KeptSession) -> str:
    """The hash of this session's entry in a backup; an empty text where it has none."""
    path = kept.folder / JOURNALS / f"{kept.manifest.table}-{of.session:06d}{SUFFIX}"
    with suppress(JournalError, *UNREADABLE), closing(connect_reader(path)) as journal:
        row = journal.execute("SELECT hash FROM journal WHERE seq = ?", (of.entries,)).fetchone()
        return str(row[0]) if row is not None else ""
    return ""
