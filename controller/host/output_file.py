"""A file that somebody asked for by name: whole or not there, and never in place of something else."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from controller.told import Told

PDF: Final = b"%PDF-"
ZIP: Final = b"PK"
UNWRITTEN: Final = ("{path}\u00a0: ne peut être écrit\u00a0: {why}", "{path}: cannot be written: {why}")
IN_THE_WAY: Final = Told(
    (
        "contient autre chose, qui reste\u00a0: nommer un autre fichier",
        "holds something else, which stays: name another file",
    )
)


class InTheWay(OSError):
    """Under this name lies what is no earlier file of the same kind: a journal perhaps, or a key."""


def can_replace(target: Path, begins: bytes) -> None:
    """The file can be written as `replace_output` does it, as far as one can tell; nothing is changed.

    Raises:
        InTheWay: the file that is there is of another kind.
        OSError: it cannot be written.
    """
    if _is_moved_over(target, begins):
        handle, name = tempfile.mkstemp(prefix=".", suffix=target.suffix, dir=target.parent)
        os.close(handle)
        os.unlink(name)


def replace_output(target: Path, data: bytes, begins: bytes) -> None:
    """The file holds these bytes, or what it held before.

    Args:
        begins: how every file of this kind begins; only such a one, or an empty one, is replaced.

    Raises:
        InTheWay: the file that is there is of another kind.
        OSError: it cannot be written.
    """
    replace_together({target: (data, begins)})


def replace_together(files: Mapping[Path, tuple[bytes, bytes]]) -> None:
    """All of the files hold their bytes, each as `replace_output` does it, or none is any other than before.

    Args:
        files: of each its bytes, and how every file of its kind begins.

    Raises:
        InTheWay: one of the files that are there is of another kind.
        OSError: one of them cannot be written; its name is that of the file as it was to be.
    """
    drafts: list[tuple[str, Path]] = []
    begun = [target for target, (_, begins) in files.items() if _is_moved_over(target, begins)]
    try:
        for target in begun:
            drafts.append((_draft(target, files[target][0]), target))
        for draft, target in list(drafts):
            os.replace(draft, target)
            drafts.remove((draft, target))
    except BaseException:
        for draft, _ in drafts:
            os.unlink(draft)
        raise
    for target in files.keys() - set(begun):
        target.write_bytes(files[target][0])


def _draft(target: Path, data: bytes) -> str:
    """The name of a file beside the target that has these bytes, all of them, on the disk."""
    handle, name = tempfile.mkstemp(prefix=".", suffix=target.suffix, dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # some disks say only here that they are full
        os.chmod(name, 0o666 & ~_umask())
    except BaseException:
        os.unlink(name)
        raise
    return name


def _is_moved_over(target: Path, begins: bytes) -> bool:
    """Whether another file may be moved over it: a device or a pipe is written to instead.

    Raises:
        InTheWay: the file that is there is of another kind.
        OSError: it cannot be read, or is a folder.
    """
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if target.exists() and not target.is_file():
        return False
    if target.exists():
        with target.open("rb") as file:
            there = file.read(len(begins))
        if there not in (b"", begins):
            raise InTheWay(None, IN_THE_WAY)
    return True


def _umask() -> int:
    """The mask of this process; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
