"""The keys in what a restore set aside: nothing but a person's word destroys them.

A table that was restored wrongly is put back from there, keys and all, so no start and no closing touches
them. Once the restored table is known to be right they are secrets for nobody: each master opens the folded
hands of a night, `sign.key` signs as the table, and the pepper is what a guessed PIN is tried with.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from controller.backup.manifest import ASIDE, PEPPER, RESTORING, is_key_name
from controller.backup.refusals import BackupRefused
from controller.journal.keys import SEAL_KEY, destroy_key
from controller.journal.seal import fingerprint, load_master, sync_folder

_NUMBERED: Final = re.compile(r"-[0-9]{1,4}\Z", re.ASCII)
"""What a restore adds to the second file of a name."""


def keys_aside(data: Path, pepper: str = PEPPER) -> tuple[str, ...]:
    """The keys that lie aside, by their paths below the data.

    Raises:
        BackupRefused: a link lies here.
    """
    return tuple(str(path.relative_to(data)) for path in _keys_aside(data, pepper))


def forget_aside(
    data: Path, wanted: str, pepper: str = PEPPER, lacking: Collection[str] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Destroy every key that lies aside in the table's data: masters, `sign.key`, peppers.

    `wanted` is the fingerprint of the master that the last session was sealed under, empty where its master
    is in force: one that lies aside alone is kept, for a session under way goes on by it. `pepper` is how
    the house calls its file, `lacking` are the files of which the table has none in its place: they are
    kept. Journals, books and registers stay as they are.

    Returns:
        What was destroyed and what was kept, by their paths below the data.

    Raises:
        BackupRefused: a restore was cut off, which is to go on first, or a link lies here.
        MasterRefused: a key cannot be destroyed, or a master not be read.
    """
    if (data / RESTORING).exists():
        raise BackupRefused("keys_of_restore", data=data)
    gone, kept = [], []
    for path in _keys_aside(data, pepper):
        name = str(path.relative_to(data))
        seals = wanted and path.name.startswith(SEAL_KEY)
        if _named(path) in lacking or (seals and fingerprint(load_master(path)) == wanted):
            kept.append(name)
            continue
        destroy_key(path)
        sync_folder(path.parent)
        gone.append(name)
    return tuple(gone), tuple(kept)


def _keys_aside(data: Path, pepper: str) -> Iterator[Path]:
    aside = data / ASIDE
    folders = sorted(aside.iterdir()) if aside.is_dir() else []
    for link in (aside, *folders):
        if link.is_symlink():
            raise BackupRefused("link_in_data", path=link)
    for folder in folders:
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if is_key_name(_named(path)) or _named(path) == pepper:
                yield path


def _named(path: Path) -> str:
    """What it was called where it lay."""
    return _NUMBERED.sub("", path.name)
