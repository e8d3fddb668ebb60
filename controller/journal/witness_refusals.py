"""What a witness refused of a table, beside the mirrors of its journals: `TABLE.refused`, lines of JSON.

    {"at_ms": …, "session": 12, "seq": 801, "why": "…", "said": "…"}

`said` is what the table told, shortened. A refusal is written once and stays until somebody who has looked
into it moves the file away.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

REFUSED_SUFFIX: Final = ".refused"
REFUSED_BYTES_MAX: Final = 1024 * 1024
SAID_MAX: Final = 4_096
_TYPES: Final = {"at_ms": int, "session": int, "seq": int, "why": str, "said": str}


def note_refusal(folder: Path, table: str, told: dict[str, Any]) -> bool:
    """The refusal is on the disk; false when it was there already, or the file of the table is full.

    Raises:
        OSError: it cannot be written.
    """
    if told["why"] in [one["why"] for one in refusals(folder, table)]:
        return False
    line = json.dumps({**told, "said": told["said"][:SAID_MAX]}).encode("ascii")
    with (folder / f"{table}{REFUSED_SUFFIX}").open("ab") as file:
        if file.tell() + len(line) > REFUSED_BYTES_MAX:
            return False
        file.write(b"\n" + line + b"\n")  # half a line that a crash left stays alone
        file.flush()
        os.fsync(file.fileno())
    return True


def refusals(folder: Path, table: str) -> list[dict[str, Any]]:
    """What was refused of a table, oldest first; a line that is none is passed over."""
    try:
        data = (folder / f"{table}{REFUSED_SUFFIX}").read_bytes()[:REFUSED_BYTES_MAX]
    except FileNotFoundError:
        return []
    told = []
    for line in data.decode("ascii", "replace").split("\n")[:-1]:
        try:
            one = json.loads(line) if line else None
        except ValueError:
            continue
        if isinstance(one, dict) and {name: type(value) for name, value in one.items()} == _TYPES:
            told.append(one)
    return told


def refused_tables(folders: Sequence[Path]) -> dict[str, dict[str, Any]]:
    """The newest refusal of each table of which something was refused."""
    found: dict[str, dict[str, Any]] = {}
    for folder in folders:
        for path in sorted(folder.glob(f"*{REFUSED_SUFFIX}")):
            table = _table(path)
            told = refusals(folder, table)
            if told:
                found[table] = told[-1]
    return found


def refused_stamp(folders: Sequence[Path]) -> tuple[tuple[str, int], ...]:
    """What changes when something more is refused."""
    found = [path for folder in folders for path in folder.glob(f"*{REFUSED_SUFFIX}")]
    return tuple(sorted((path.name, len(refusals(path.parent, _table(path)))) for path in found))


def _table(path: Path) -> str:
    return path.name.removesuffix(REFUSED_SUFFIX)
