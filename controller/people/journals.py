"""What journals say of the register of people: how far it went when a table looked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from controller.journal.field_codec import parse_body
from controller.journal.file import SUFFIX
from controller.journal.reading import read_rows


@dataclass(frozen=True, slots=True)
class RegisterTold:
    """A register as an entry of a journal tells it; `table` is whose journal it stands in."""

    table: str
    file: str
    seq: int
    changes: int
    head: str
    holds: str


@dataclass(frozen=True, slots=True)
class ToldOtherwise:
    """Two entries that cannot both be right.

    Attributes:
        code: `line` where the same line of the history is another one, `changed` where people, cards or PINs
            are and no line says so, `older` where an older register was put back.
        first: what was told first.
        then: what speaks against it.
    """

    code: str
    first: RegisterTold
    then: RegisterTold


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
                    yield RegisterTold(path.name.rpartition("-")[0], path.name, row.seq, *body.values())


def told_otherwise(told: Iterable[RegisterTold]) -> ToldOtherwise | None:
    """The first entry that the ones before it speak against; None when none does.

    As many lines of the history are the same register, whoever looks; and of one table's journals, in their
    order, none tells of fewer than the one before: an older register was put back there.
    """
    seen: dict[int, RegisterTold] = {}
    last: dict[str, RegisterTold] = {}
    for one in told:
        same, before = seen.setdefault(one.changes, one), last.get(one.table, one)
        if same.head != one.head:
            return ToldOtherwise("line", same, one)
        if same.holds != one.holds:
            return ToldOtherwise("changed", same, one)
        if one.changes < before.changes:
            return ToldOtherwise("older", before, one)
        last[one.table] = one
    return None
