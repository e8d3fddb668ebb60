"""The disk under a table's data: why it takes nothing any more, and how much room it has.

What is wrong is one word of `REASONS`; screens and messages have a sentence for each (`ui.texts.host`,
`controller.journal.file_faults`).
"""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from controller.told import Told

FULL: Final = "full"
READ_ONLY: Final = "read_only"
BROKEN: Final = "broken"
FORBIDDEN: Final = "forbidden"
NO_FOLDER: Final = "no_folder"
REASONS: Final[dict[int, str]] = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), FULL),
    errno.EROFS: READ_ONLY,
    **dict.fromkeys((errno.EACCES, errno.EPERM), FORBIDDEN),
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR, errno.EISDIR), NO_FOLDER),
}
"""What there are words for of what the system answered; everything else is `BROKEN`."""
PASSING: Final = frozenset({FULL, READ_ONLY, BROKEN})
"""Faults of the disk itself: a table waits until they have passed."""

MIB: Final = 2**20
START_BYTES: Final = 8 * MIB
"""A table begins with no less room: some hundred rounds, and SQLite's own log."""
LOW_BYTES: Final = 100 * MIB
"""With less room an alarm is raised (A-108), a night or more before the end."""
_PROBE: Final = ".writable"
_PROBE_BYTES: Final = 64 * 1024


def reason(error: BaseException) -> str:
    """Why the disk did not take it, as far as the error says; an empty text where it does not."""
    if isinstance(error, OSError):
        return REASONS.get(error.errno or 0, BROKEN)
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return {sqlite3.SQLITE_FULL: FULL, sqlite3.SQLITE_READONLY: READ_ONLY}.get(code, "")
    return ""


def unwritable(folder: Path, wanted_bytes: int = 0) -> str:
    """Why nothing can be kept in the folder now, or an empty text: a file was really written there.

    `wanted_bytes` of room are asked for besides; a folder that is not there yet is not judged.
    """
    probe = folder / _PROBE
    if not folder.is_dir():
        return ""
    try:
        handle = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            os.write(handle, bytes(_PROBE_BYTES))
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        return reason(error)
    finally:
        with suppress(OSError):
            probe.unlink()
    return FULL if free_bytes(folder) < wanted_bytes else ""


def free_bytes(folder: Path) -> int:
    """The room that is left for this user on the folder's file system.

    Raises:
        OSError: the system does not tell.
    """
    space = os.statvfs(folder)
    return space.f_bavail * space.f_frsize


def which_file(path: Path) -> tuple[int, int] | None:
    """The device and number of the file of this name; None where there is none, or nobody may look.

    It is not opened: closing it would take the locks off it that this process has there.
    """
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


_DAMAGED: Final = ("abîmé", "damaged")
_HELD: Final = ("un autre programme le tient", "held by another program")
_DENIED: Final = ("ce compte n’en a pas le droit", "not permitted")
_SQLITE: Final[dict[int, tuple[str, str]]] = {
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: ("ce n’en est pas un", "not of its kind"),
    sqlite3.SQLITE_FULL: ("plus de place sur le disque", "no room on the disk"),
    sqlite3.SQLITE_READONLY: ("ne peut être écrit", "may not be written"),
    sqlite3.SQLITE_CANTOPEN: (
        "son dossier doit être là, et ouvert à ce compte",
        "cannot be opened: its folder has to be there, and open to this user",
    ),
    sqlite3.SQLITE_IOERR: ("le disque est en panne", "the disk has an error"),
    sqlite3.SQLITE_BUSY: _HELD,
    sqlite3.SQLITE_LOCKED: _HELD,
    sqlite3.SQLITE_PERM: _DENIED,
    sqlite3.SQLITE_AUTH: _DENIED,
    sqlite3.SQLITE_TOOBIG: _DAMAGED,
    sqlite3.SQLITE_CONSTRAINT: ("il se contredit", "contradicts itself"),
}


_NO_ROOM: Final = frozenset({sqlite3.SQLITE_IOERR_SHMSIZE})
"""Errors of the disk that only a full one gives: the index of a log in WAL could not be made longer."""
_NO_MEMORY: Final = {
    sqlite3.SQLITE_IOERR_NOMEM: ("mémoire insuffisante", "not enough memory"),
    sqlite3.SQLITE_IOERR_SHMMAP: (
        "mémoire insuffisante, ou système de fichiers qui n’y projette aucun fichier",
        "not enough memory, or a file system that maps no file into it",
    ),
}
"""Errors of the disk that want of memory gives: nothing was left to read into, or the index of a log in WAL
could not be mapped, which some file systems never do."""


def sqlite_said(error: BaseException) -> Told:
    """What a file of SQLite's is, in our own words: its own may quote anything, and a person reads these.

    What cannot even be decoded, and every error that has no word here, is damage.
    """
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    if code in _NO_MEMORY:
        return Told(_NO_MEMORY[code])
    return Told(_SQLITE.get(sqlite3.SQLITE_FULL if code in _NO_ROOM else code & 0xFF, _DAMAGED))
