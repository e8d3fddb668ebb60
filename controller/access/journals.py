"""What journals say of the register of people: how far it went when a table looked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from controller.journal.file import SUFFIX
from controller.journal.reading import read_rows
from controller.spelling import parse_body


@dataclass(frozen=True, slots=True)
class RegisterTold:
    """A register as an entry tells it; `where` names the entry."""

    where: str
    changes: int
    head: str
    holds: str


def registers_seen(place: Path) -> Iterator[RegisterTold]:
    """Every `RegisterSeen` of a journal, or of all in a directory, in the order of their names.

    Raises:
        NotAJournal, JournalDamaged: a journal does not hold.
    """
    for path in sorted(place.glob(f"*{SUFFIX}")) if place.is_dir() else [place]:
        with closing(read_rows(path)) as rows:
            for row in rows:
                if row.kind == "RegisterSeen":
                    body = parse_body(row.body)
                    yield RegisterTold(f"{path.name}, entry {row.seq}", *body.values())
