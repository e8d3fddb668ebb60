"""Files of a backup as they lie on somebody's stick: plain files alone, and nothing on it leads elsewhere.

A restore runs as root. Where a link on the stick were followed, what it points at would be taken into the
table's data; so no link is followed from the backup's own directory on, and a device or a pipe is no file.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# Without O_NONBLOCK, opening a pipe that lies there would wait for ever.
_FILE: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_PIECE: Final = 1024 * 1024


class NotPlain(OSError):
    """A link, a device or a pipe, where a backup has a plain file or a directory."""


def open_plain(folder: Path, name: str) -> BinaryIO:
    """The plain file `name` of the backup in this directory, open for reading; `name` may be `journals/...`.

    Raises:
        NotPlain: it is none, or the way to it is none.
        OSError: it is missing, or cannot be read.
    """
    *folders, last = name.split("/")
    try:
        within = os.open(folder, _FOLDER)
        try:
            for one in folders:
                before, within = within, os.open(one, _FOLDER, dir_fd=within)
                os.close(before)
            file = os.fdopen(os.open(last, _FILE, dir_fd=within), "rb")
        finally:
            os.close(within)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.ENXIO):
            raise NotPlain(error.errno, os.strerror(error.errno), str(folder / name)) from None
        raise
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise NotPlain(errno.EINVAL, os.strerror(errno.EINVAL), str(folder / name))
    return file


def digest(folder: Path, name: str, into: BinaryIO | None = None) -> tuple[int, str]:
    """Length and SHA-256 of a file of the backup; it is written `into` another as it is read.

    Raises:
        NotPlain, OSError: as `open_plain`.
    """
    told, size = hashlib.sha256(), 0
    with open_plain(folder, name) as file:
        while piece := file.read(_PIECE):
            told.update(piece)
            size += len(piece)
            if into is not None:
                into.write(piece)
    return size, told.hexdigest()


def copy_plain(folder: Path, name: str, place: Path) -> tuple[int, str]:
    """A file of the backup is in a new one, its account's alone; length and SHA-256 of what was copied.

    Raises:
        NotPlain, OSError: as `open_plain`, or it cannot be written.
    """
    handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "wb") as copy:
        return digest(folder, name, copy)
