"""What a page of `deploy/` tells its reader to type, block by block, for machines of the box.

A block of `sh` says in its first line where it is typed: `# on the pit's machine, as root`. It is typed as it
is; what the reader puts in for himself (an address, a key) is told to `typed`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.machine.guest import Done, Guest

DEPLOY = Path(__file__).parents[2] / "deploy"


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block of a page.

    Attributes:
        section: the number of its section, `3`.
        kind: the word behind its fence: `sh`, `toml`, or empty.
        where: what its first line says, `at the table, as root`; of a file its path.
        text: all of it.
    """

    section: str
    kind: str
    where: str
    text: str


def blocks(page: str) -> list[Block]:
    """The blocks of `ROOM.md` or its like, in their order."""
    found, section = [], ""
    text = (DEPLOY / page).read_text(encoding="utf-8")
    for part in re.finditer(r"(?ms)^## (.*?)$|^```(\w*)\n(.*?)^```$", text):
        if part[1]:
            section = part[1].partition(".")[0]
            continue
        first, _, _ = part[3].partition("\n")
        found.append(Block(section, part[2], first.removeprefix("# "), part[3]))
    return found


def block(page: str, section: str, where: str) -> Block:
    """The one block of this section whose first line begins so.

    Raises:
        ValueError: there is none, or there are several.
    """
    (one,) = [each for each in blocks(page) if each.section == section and each.where.startswith(where)]
    return one


def typed(
    guest: Guest,
    what: Block,
    own: Mapping[str, str] | None = None,
    *,
    folder: str = "/root",
    deadline_s: float = 300,
) -> Done:
    """The block was typed on this machine, in this folder, with the reader's `own` words for the page's.

    Raises:
        Failed: a line of it ended with another code than 0.
        ValueError: the page does not have a word that the reader was to replace.
    """
    text = what.text
    for theirs, ours in (own or {}).items():
        if theirs not in text:
            raise ValueError(f"{what.where}: the page does not say {theirs}")
        text = text.replace(theirs, ours)
    return guest.run(f"set -e\ncd {folder}\n{text}", deadline_s=deadline_s).good()
