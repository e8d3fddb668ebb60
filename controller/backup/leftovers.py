"""What lies in a target beside the backups: of those that were cut off, removed, or made by another account.

A backup that root made by hand, or began, is root's alone: the table's account can neither read nor remove
it. Its own backup is made all the same; what lies there takes room, so it is named with what root types.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from controller.backup.finding import unread_words
from controller.backup.manifest import draft_name, unfinished_in
from controller.backup.refusals import both
from controller.journal.file_faults import account, owner_of
from controller.journal.seal import sync_folder


def clear_away(target: Path, table: str) -> tuple[Path, ...]:
    """What a backup or a removal that was cut off has left of the table is gone, as far as this account can.

    Returns:
        What lies there still.
    """
    cut_off = unfinished_in(target, table)
    for one in cut_off:
        _remove(one)
    return tuple(one for one in cut_off if os.path.lexists(one))


def removed(folder: Path) -> Path | None:
    """The backup is gone: it is none before the first of its files goes, and a power cut leaves no half.

    Returns:
        What is left of it, or None.
    """
    rest = folder.with_name(draft_name(folder.name))
    with suppress(OSError):
        folder.rename(rest)
        sync_folder(folder.parent)
        _remove(rest)
    return next((one for one in (folder, rest) if os.path.lexists(one)), None)


def left_words(left: Sequence[Path]) -> tuple[str, str]:
    """That this account cannot remove what lies there, whose it is, and what root types; French, English."""
    owners = _listed(sorted({owner_of(one) for one in left}))
    return both("left", names=_listed(map(str, left)), owners=owners, me=_me(), typed=_typed(left))


def unread_sentence(folder: Path) -> tuple[str, str]:
    """That nobody knows here what this backup holds, why, and what is typed; French, English."""
    key = "unread_look" if owner_of(folder) == _me() else "unread_give"
    return both(key, folder=folder, why=unread_words(folder), typed=_typed([folder]), account=_me())


def _remove(one: Path) -> None:
    if one.is_dir() and not one.is_symlink():
        shutil.rmtree(one, ignore_errors=True)
    else:
        with suppress(OSError):
            one.unlink()


def _me() -> str:
    return account(os.geteuid())


def _listed(names: Iterable[str]) -> tuple[str, str]:
    told = list(names)
    return " et ".join(told), " and ".join(told)


def _typed(paths: Sequence[Path]) -> str:
    return " ".join(shlex.quote(str(one)) for one in paths)
