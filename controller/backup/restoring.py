"""Putting a backup back: everything is checked first, nothing that is there is overwritten.

A restore that is cut off leaves `.restoring` in the table's data, and a table does not start beside it. The
table's own mark lies outside the data and is left as it is: it tells what the copy lacks.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.backup.checking import Say, book_fault, journal_reports, register_fault
from controller.backup.manifest import (
    ASIDE,
    JOURNALS,
    KEYS,
    PEPPER,
    REGISTER,
    RESTORING,
    BackupRefused,
    Manifest,
    is_key_name,
    read_manifest,
)
from controller.backup.plain import NotPlain, copy_plain, digest
from controller.book import BOOK
from controller.journal import JournalError
from controller.journal.closed import session_files
from controller.journal.file import WriterLock
from controller.last_word import LAST_WORD
from controller.seal import Master, create_master, sync_folder

NO_RECORD: Final = frozenset({ASIDE, RESTORING, LAST_WORD})
"""What may be in a table's data before anything of it is there."""
_CUT_OFF: Final = "cut-off"
_ASIDE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Checked:
    """A backup as it was found: what it should hold, each file that is not what was written, and the rest.

    `faults` are by the path in the backup, one sentence each.
    """

    folder: Path
    manifest: Manifest
    faults: Mapping[str, str]

    @property
    def whole(self) -> tuple[str, ...]:
        """The files that are as they were written."""
        return tuple(one.path for one in self.manifest.files if one.path not in self.faults)


@dataclass(frozen=True, slots=True)
class Home:
    """Where a table's records belong on this machine; `owner` and `group` are numbers of its account."""

    data: Path
    owner: int
    group: int
    register: Path | None = None
    pepper: Path | None = None


def check(folder: Path, say: Say) -> Checked:
    """The backup with what is wrong with it: every hash, then every chain, the book and the register.

    Raises:
        BackupRefused: it is none, or its manifest is damaged.
    """
    manifest, faults = read_manifest(folder), {}
    for kept in manifest.files:
        say(kept.path)
        try:
            there = digest(folder, kept.path)
        except FileNotFoundError:
            faults[kept.path] = "is missing"
        except NotPlain:
            faults[kept.path] = "is no plain file: no table wrote it"
        except OSError:
            faults[kept.path] = "cannot be read"
        else:
            if there != (kept.size, kept.sha256):
                faults[kept.path] = "is damaged: it is not what was written"
    if not faults:
        faults = dict(_unsound(folder, manifest, say))
    return Checked(folder, manifest, faults)


def _unsound(folder: Path, manifest: Manifest, say: Say) -> Iterator[tuple[str, str]]:
    """What was written as it is and does not verify: the table's file was damaged already."""
    reports = journal_reports(folder / JOURNALS, manifest.table, say)
    for report, kept in zip(reports, manifest.sessions, strict=True):
        if not report.ok:
            yield f"{JOURNALS}/{report.file}", f"does not verify: {report.why}"
        elif (report.session, report.entries, report.head) != kept:
            yield f"{JOURNALS}/{report.file}", "is another journal than the manifest names"
    if (folder / BOOK).exists():
        with tempfile.TemporaryDirectory() as beside:  # opening a book may write to it
            copy = Path(beside, BOOK)
            copy_plain(folder, BOOK, copy)
            if fault := book_fault(copy):
                yield BOOK, f"does not verify: {fault.replace(str(copy), BOOK)}"
    if (folder / REGISTER).exists() and (fault := register_fault(folder / REGISTER)):
        yield REGISTER, f"does not verify: {fault}"


def put_back(checked: Checked, home: Home, secrets: Mapping[str, Master], aside: str, say: Say) -> None:
    """The backup's files are where the table looks for them, its account's alone.

    What is there already is moved into `aside/<name>` of the data where a name is given.

    Raises:
        BackupRefused: there are records already and no name, the table runs, or a file cannot be written.
    """
    try:
        _put_back(checked, home, secrets, aside, say)
    except NotPlain as link:
        raise BackupRefused(f"{link.filename} is no plain file: it changed while it was copied") from None
    except OSError as error:
        place = error.filename if isinstance(error.filename, str) else str(home.data)
        why = os.strerror(error.errno or 5).lower()
        raise BackupRefused(
            f"{place}: {why}; run it as root or as the table's user, with room on the disk"
        ) from None


def _put_back(checked: Checked, home: Home, secrets: Mapping[str, Master], aside: str, say: Say) -> None:
    if aside and not _ASIDE_NAME.fullmatch(aside):
        raise BackupRefused(f"--aside {aside[:80]!r}: a name is wanted, no path: --aside first")
    if wrong := next((name for name in secrets if not is_key_name(name)), None):
        raise BackupRefused(f"{wrong[:80]!r} is no key of a table; take the keys of another backup")
    if not home.data.exists():
        home.data.mkdir(mode=0o700, parents=True)
        os.chown(home.data, home.owner, home.group)
    _not_running(home.data, checked.manifest.table)
    staged = home.data / RESTORING
    _make_room(home, _CUT_OFF if staged.exists() else aside)
    shutil.rmtree(staged, ignore_errors=True)
    staged.mkdir(mode=0o700)
    (staged / JOURNALS).mkdir(mode=0o700)
    for kept in checked.manifest.files:
        if kept.path != KEYS:
            say(kept.path)
            if copy_plain(checked.folder, kept.path, staged / kept.path) != (kept.size, kept.sha256):
                raise BackupRefused(
                    f"{checked.folder / kept.path} changed while it was copied; nothing was put back"
                )
    for name, key in secrets.items():
        create_master(staged / name, key)
    _owned(staged, home)
    apart = {REGISTER: home.register, PEPPER: home.pepper}
    for one in sorted(staged.iterdir()):
        place = apart.get(one.name) or home.data / one.name
        if one.name in apart and apart[one.name] is None:
            continue  # this table has no register of people
        _moved(one, place, home)
    sync_folder(home.data)
    shutil.rmtree(staged)
    sync_folder(home.data)


def _not_running(data: Path, table: str) -> None:
    """No table writes here now."""
    folder = data / JOURNALS
    files = session_files(folder, table) if folder.is_dir() else []
    if not files:
        return
    try:
        WriterLock(files[-1]).release()
    except JournalError:
        raise BackupRefused(
            f"{files[-1]}: the table runs; stop it first: systemctl stop tapis-table"
        ) from None


def _make_room(home: Home, aside: str) -> None:
    """Nothing is where the backup goes: what was there lies aside, by the name that was given."""
    there = [one for one in sorted(home.data.iterdir()) if one.name not in NO_RECORD]
    apart = [one for one in (home.register, home.pepper) if one is not None and one.exists()]
    there += [one for one in apart if one.parent.resolve() != home.data.resolve()]
    if not there:
        return
    if not aside:
        raise BackupRefused(
            f"{there[0]} is there already, and nothing is overwritten: with --aside NAME all that is in"
            f" {home.data} is kept in {home.data / ASIDE}/NAME"
        )
    folder, number = home.data / ASIDE / aside, 1
    while aside == _CUT_OFF and folder.exists():
        folder, number = folder.with_name(f"{_CUT_OFF}-{number}"), number + 1
    if folder.exists():
        raise BackupRefused(f"{folder} is there already; choose another name")
    folder.mkdir(mode=0o700, parents=True)
    for one in (folder.parent, folder):
        os.chown(one, home.owner, home.group)
    for one in there:
        shutil.move(one, folder / one.name)
    sync_folder(folder)
    sync_folder(home.data)


def _owned(folder: Path, home: Home) -> None:
    """Everything in the folder is the account's alone, and on the disk."""
    for one in (folder, *folder.rglob("*")):
        one.chmod(0o700 if one.is_dir() else 0o600)
        os.chown(one, home.owner, home.group)
        handle = os.open(one, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _moved(one: Path, place: Path, home: Home) -> None:
    """The file or folder is at its place, whole; that may be on another disk."""
    if place.parent == home.data:
        one.rename(place)
        return
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = place.with_name(f".{place.name}{RESTORING}")
    shutil.copyfile(one, draft)
    draft.chmod(0o600)
    os.chown(draft, home.owner, home.group)
    with draft.open("rb") as file:
        os.fsync(file.fileno())
    draft.replace(place)
    sync_folder(place.parent)
