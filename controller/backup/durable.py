"""Files and folders come to their places whole and durably, as their account's alone; on another disk too."""

from __future__ import annotations

import errno
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from controller.backup.manifest import RESTORING
from controller.journal.seal import sync_folder


@dataclass(frozen=True, slots=True)
class Home:
    """Where a table's records belong on this machine; `owner` and `group` are numbers of its account."""

    data: Path
    owner: int
    group: int
    register: Path | None = None
    pepper: Path | None = None


def make_folder(folder: Path, home: Home) -> None:
    """The folder is there; each that was missing on the way to it is the account's alone, and on the disk."""
    if folder.is_dir():
        return
    make_folder(folder.parent, home)
    folder.mkdir(mode=0o700)
    os.chown(folder, home.owner, home.group)
    sync_folder(folder.parent)


def own(folder: Path, home: Home) -> None:
    """The file, or the folder and everything in it, is the account's alone, and on the disk."""
    for one in (folder, *folder.rglob("*")):
        one.chmod(0o700 if one.is_dir() else 0o600)
        os.chown(one, home.owner, home.group)
        handle = os.open(one, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def move(one: Path, place: Path, home: Home) -> None:
    """The file or folder is at its place and nowhere else; nothing is there before.

    On another disk a copy is synced and has its name before the source is gone: a power cut between the two
    leaves both.
    """
    make_folder(place.parent, home)
    try:
        one.rename(place)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        draft = place.with_name(f".{place.name}{RESTORING}")
        _remove(draft)
        if one.is_dir():
            shutil.copytree(one, draft)
        else:
            shutil.copy2(one, draft)
        own(draft, home)
        draft.rename(place)
        sync_folder(place.parent)
        _remove(one)
    sync_folder(place.parent)
    sync_folder(one.parent)


def _remove(one: Path) -> None:
    if one.is_dir():
        shutil.rmtree(one)
    else:
        one.unlink(missing_ok=True)
