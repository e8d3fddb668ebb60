"""Putting a backup back: everything is checked first, nothing that is there is overwritten.

`.restoring` is in the table's data before anything there is moved, and a table does not start beside it; it
goes last. So a restore may be cut off anywhere: it is typed again, and goes on. First the backup is copied
into it; then what was there is moved aside, under the name that is noted in it; then that note goes, and the
copies come to their places. The table's own mark lies outside the data and is left as it is: it tells what
the backup lacks.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from controller.backup.checking import (
    Say,
    book_fault,
    entries_of,
    is_open,
    journal_reports,
    journals_tell_of,
    register_fault,
)
from controller.backup.durable import Home, make_folder, move, own
from controller.backup.manifest import (
    ASIDE,
    JOURNALS,
    KEYS,
    MANIFEST,
    PEPPER,
    REGISTER,
    RESTORING,
    Manifest,
    is_key_name,
    read_manifest,
)
from controller.backup.plain import NotPlain, copy_plain, digest
from controller.backup.refusals import BackupRefused, both
from controller.book.at_url import BOOK
from controller.journal.chain import JournalError
from controller.journal.closed import session_files
from controller.journal.file import WriterLock, connect_reader
from controller.journal.seal import Master, MasterRefused, create_master, replace_whole, sync_folder
from controller.screens.last_word import LAST_WORD
from controller.told import said_by

NO_RECORD: Final = frozenset({ASIDE, RESTORING, f"{RESTORING}.new", LAST_WORD})
"""What may be in a table's data before anything of it is there."""
_CUT_OFF: Final = "cut-off"
_NOTE: Final = "aside"
_FILES: Final = "files"
_OF_SQLITE: Final = ("", "-journal", "-wal", "-shm")
_ASIDE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Checked:
    """A backup as it was found: what it should hold, each file that is not what was written, and the rest.

    `faults` are by the path in the backup, one sentence each, French and English.
    """

    folder: Path
    manifest: Manifest
    faults: Mapping[str, tuple[str, str]]

    @property
    def whole(self) -> tuple[str, ...]:
        """The files that are as they were written."""
        return tuple(one.path for one in self.manifest.files if one.path not in self.faults)


def check(folder: Path, say: Say) -> Checked:
    """The backup with what is wrong with it: every hash, then every chain, the book and the register.

    Raises:
        BackupRefused: it is none, or its manifest is damaged.
    """
    manifest = read_manifest(folder)
    faults: dict[str, tuple[str, str]] = {}
    for kept in manifest.files:
        say(kept.path)
        try:
            there = digest(folder, kept.path)
        except FileNotFoundError:
            faults[kept.path] = both("missing")
        except NotPlain:
            faults[kept.path] = both("not_plain")
        except OSError:
            faults[kept.path] = both("file_unread")
        else:
            if there != (kept.size, kept.sha256):
                faults[kept.path] = both("file_damaged")
    faults |= _strangers(folder, manifest)
    if not faults:
        faults = dict(_unsound(folder, manifest, say))
    return Checked(folder, manifest, faults)


def _strangers(folder: Path, manifest: Manifest) -> dict[str, tuple[str, str]]:
    """What would be read with the backup's files and is none of them: SQLite's logs beside one, a journal.

    So is a file of a table that the manifest does not name: it was taken out of it, or put there.
    """
    named = {one.path for one in manifest.files}
    tables = f"{JOURNALS}/{manifest.table}-"
    try:
        there = [one.name for one in folder.iterdir()]
        there += [f"{JOURNALS}/{one.name}" for one in (folder / JOURNALS).iterdir()]
    except OSError:
        return {JOURNALS: both("folder_unread")}
    read_along = (tables, *(f"{one}-" for one in named))
    return {
        one: both("stranger")
        for one in there
        if one not in named and (one in (BOOK, REGISTER, KEYS) or one.startswith(read_along))
    }


def _unsound(folder: Path, manifest: Manifest, say: Say) -> Iterator[tuple[str, tuple[str, str]]]:
    """What was written as it is and does not verify: the table's file was damaged already."""
    reports = journal_reports(folder / JOURNALS, manifest.table, say)
    for report, kept in zip(reports, manifest.sessions, strict=True):
        if not report.ok:
            yield f"{JOURNALS}/{report.file}", both("unsound", why=report.why)
        elif (report.session, report.entries, report.head) != kept:
            yield f"{JOURNALS}/{report.file}", both("other_journal")
    if (folder / BOOK).exists():
        yield from _book_unsound(folder, manifest)
    if (folder / REGISTER).exists() and (fault := register_fault(folder / REGISTER)):
        yield REGISTER, both("unsound", why=fault)
    if any(not report.ok for report in reports):
        return
    named = {one.path for one in manifest.files} | set(manifest.lacks)
    told_of = journals_tell_of(folder / JOURNALS, manifest.table, linked=bool(manifest.book))
    for name in sorted(told_of - named):
        yield name, both("not_named")
    if reports and manifest.open_session != _last_is_open(folder, manifest):
        yield MANIFEST, both("open_otherwise")


def _last_is_open(folder: Path, manifest: Manifest) -> bool:
    with closing(connect_reader(session_files(folder / JOURNALS, manifest.table)[-1])) as journal:
        return is_open(journal)


def _book_unsound(folder: Path, manifest: Manifest) -> Iterator[tuple[str, tuple[str, str]]]:
    with tempfile.TemporaryDirectory() as beside:  # opening a book may write to it
        copy = Path(beside, BOOK)
        copy_plain(folder, BOOK, copy)
        if fault := book_fault(copy):
            yield BOOK, both("unsound", why=fault.replace(str(copy), BOOK))
        elif not manifest.book:
            with closing(sqlite3.connect(copy)) as book:
                there = entries_of(book)
            if there != manifest.book_entries:
                yield BOOK, both("book_entries", there=there, told=manifest.book_entries)


def put_back(
    checked: Checked, home: Home, secrets: Mapping[str, Master], aside: str, say: Say
) -> Path | None:
    """The backup's files are where the table looks for them, its account's alone.

    What is there already is moved into `aside/<name>` of the data where a name is given. A restore that was
    cut off is gone on with, by the name that was given then.

    Returns:
        Where that lies now; None where nothing was there.

    Raises:
        BackupRefused: there are records already and no name, the table runs, or a file cannot be written.
    """
    try:
        return _put_back(checked, home, secrets, aside, say)
    except NotPlain as link:
        raise BackupRefused("changed_to_link", path=link.filename) from None
    except MasterRefused as error:
        raise BackupRefused("as_it_is", sentence=said_by(error)) from None
    except OSError as error:
        place = error.filename if isinstance(error.filename, str) else str(home.data)
        why = os.strerror(error.errno or 5).lower()
        begun = (home.data / RESTORING).exists()
        key = "not_written_begun" if begun else "not_written"
        raise BackupRefused(key, place=place, why=why) from None


def _put_back(
    checked: Checked, home: Home, secrets: Mapping[str, Master], aside: str, say: Say
) -> Path | None:
    if aside and not _ASIDE_NAME.fullmatch(aside):
        raise BackupRefused("aside_no_name", name=repr(aside[:80]))
    if wrong := next((name for name in secrets if not is_key_name(name)), None):
        raise BackupRefused("no_key_of_table", name=repr(wrong[:80]))
    make_folder(home.data, home)
    _no_links(home.data)
    _not_running(home.data, checked.manifest.table)
    begun = home.data / RESTORING
    again = begun.exists()
    name = _begin(home, aside)
    files = begun / _FILES
    try:
        _copy(checked, secrets, files, home, say)
    except BaseException:
        if not again:  # all is as it was
            shutil.rmtree(begun)
            sync_folder(home.data)
        raise
    lies = _make_room(home, name)
    (begun / _NOTE).unlink()
    sync_folder(begun)
    apart = {REGISTER: home.register, PEPPER: home.pepper}
    for one in sorted(files.iterdir()):
        place = apart.get(one.name, home.data / one.name)
        if place is not None:  # this table has a register of people, where the backup has one
            move(one, place, home)
    shutil.rmtree(begun)
    sync_folder(home.data)
    return lies


def _no_links(data: Path) -> None:
    """The table's account can write here, and root gives it what it moves: nothing may lead elsewhere."""
    for name in (ASIDE, RESTORING, f"{RESTORING}.new"):
        if (data / name).is_symlink():
            raise BackupRefused("link_in_data", path=data / name)


def _not_running(data: Path, table: str) -> None:
    """No table writes here now."""
    folder = data / JOURNALS
    files = session_files(folder, table) if folder.is_dir() else []
    if not files:
        return
    try:
        WriterLock(files[-1]).release()
    except JournalError:
        raise BackupRefused("table_runs", path=files[-1]) from None


def _begin(home: Home, aside: str) -> str:
    """`.restoring` is on the disk, and in it the name under which what is there goes aside; that name.

    It is written before anything is moved, and unlinked when all of it lies aside. Where there is a
    `.restoring` without it, what is there came of the restore that was cut off.
    """
    begun, there = home.data / RESTORING, _what_is_there(home)
    if noted := _noted(begun):
        return noted
    if not there:
        name = ""
    elif begun.exists():
        taken = set(os.listdir(home.data / ASIDE)) if (home.data / ASIDE).is_dir() else set()
        name = next(one for one in _numbered(_CUT_OFF) if one not in taken)
    elif not aside:
        raise BackupRefused("there_already", path=there[0], data=home.data, aside=home.data / ASIDE)
    elif (home.data / ASIDE / aside).exists():
        raise BackupRefused("aside_taken", path=home.data / ASIDE / aside)
    else:
        name = aside
    draft = begun if begun.exists() else home.data / f"{RESTORING}.new"
    make_folder(draft, home)
    replace_whole(draft / _NOTE, name)
    draft.rename(begun)
    sync_folder(home.data)
    return name


def _noted(begun: Path) -> str:
    """The name that a restore which was cut off had noted, or an empty text."""
    try:
        noted = (begun / _NOTE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    return noted if _ASIDE_NAME.fullmatch(noted) else ""


def _copy(checked: Checked, secrets: Mapping[str, Master], files: Path, home: Home, say: Say) -> None:
    """The backup's files and the keys are on the disk, as they were checked; none is at its place yet."""
    shutil.rmtree(files, ignore_errors=True)
    make_folder(files / JOURNALS, home)
    for kept in checked.manifest.files:
        if kept.path != KEYS:
            say(kept.path)
            if copy_plain(checked.folder, kept.path, files / kept.path) != (kept.size, kept.sha256):
                raise BackupRefused("changed", path=checked.folder / kept.path)
    for name, key in secrets.items():
        create_master(files / name, key)
    own(files, home)


def _what_is_there(home: Home) -> list[Path]:
    """What is where the backup goes: all of the data; a register elsewhere with SQLite's logs beside it."""
    there = [one for one in sorted(home.data.iterdir()) if one.name not in NO_RECORD]
    for path in (home.register, home.pepper):
        if path is not None and path.parent.resolve() != home.data.resolve():
            there += [one for end in _OF_SQLITE if (one := path.with_name(path.name + end)).exists()]
    return there


def _make_room(home: Home, name: str) -> Path | None:
    """Nothing is where the backup goes: what was there lies aside by this name; where, if anything was."""
    folder = home.data / ASIDE / name
    for one in _what_is_there(home):
        make_folder(folder, home)
        place = next(free for free in _numbered(one.name) if not (folder / free).exists())
        move(one, folder / place, home)
    return folder if name else None


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}-{number}" for number in count(1))
