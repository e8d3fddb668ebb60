"""Heads that a table told its witness and whose entries have not come: `X.journal.told`, beside the mirror.

The witness's store has a head once the mirror has the entries under it: whoever reads the one and then the
other finds them all. Until then the head lies here, on the disk before an entry is asked for. A table that
tells a head and then no entries, or others, is held to it at every later visit, whoever was stopped or cut
off in between. What the mirror bears out is gone from here; what it does not stays, as it was signed.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from controller.host.disk import reason
from controller.journal.chain import JournalBroken
from controller.journal.faults import faulty
from controller.journal.heads import HeadRefused, SignedHead, parse_head
from controller.journal.seal import sync_folder
from controller.told import at_place

TOLD_SUFFIX: Final = ".told"
TOLD_BYTES_MAX: Final = 256 * 1024
"""A table that tells heads for ever and never an entry fills no disk; the first of them say enough."""


def told_path(journal: Path) -> Path:
    """Where the heads lie that were told of the journal of this mirror."""
    return journal.with_name(journal.name + TOLD_SUFFIX)


def told_heads(journal: Path) -> list[SignedHead]:
    """The heads that were told of this journal and not borne out, oldest first; half a line is none."""
    try:
        lines = told_path(journal).read_bytes().decode("ascii", "replace").split("\n")[:-1]
    except FileNotFoundError:
        return []
    found = []
    for line in lines:
        try:
            found.append(parse_head(line))
        except HeadRefused:
            continue
    return found


def keep_told(journal: Path, head: SignedHead, *, durable: bool = True) -> None:
    """The head is on the disk, once.

    Raises:
        JournalBroken: it cannot be written.
    """
    if head in told_heads(journal):
        return
    path = told_path(journal)
    try:
        with path.open("ab") as file:
            if file.tell() > TOLD_BYTES_MAX:
                return
            file.write(f"\n{head.line}\n".encode("ascii"))  # half a line that a crash left stays alone
            file.flush()
            if durable:
                os.fsync(file.fileno())
        if durable:
            sync_folder(path.parent)
    except OSError as error:
        raise JournalBroken(at_place(path, faulty("heads_unwritten")), reason(error)) from error


def drop_told(journal: Path) -> None:
    """The mirror bears out what was told of this journal."""
    told_path(journal).unlink(missing_ok=True)
