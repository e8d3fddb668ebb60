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
    """A register as an entry tells it; `where` names the entry, `table` whose journal it stands in."""

    table: str
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
                    where = f"{path.name}, entry {row.seq}"
                    yield RegisterTold(path.name.rpartition("-")[0], where, *body.values())


def told_otherwise(told: Iterable[RegisterTold]) -> str:
    """In one sentence the first entry that the ones before it speak against; empty when none does.

    As many lines of the history are the same register, whoever looks; and of one table's journals, in their
    order, none tells of fewer than the one before: an older register was put back there.
    """
    seen: dict[int, RegisterTold] = {}
    last: dict[str, RegisterTold] = {}
    for one in told:
        same, before = seen.setdefault(one.changes, one), last.get(one.table, one)
        if same.head != one.head:
            return f"line {one.changes} of the history was another one in {same.where} than in {one.where}"
        if same.holds != one.holds:
            return (
                f"people, cards or PINs were changed between {same.where} and {one.where}, without any line"
            )
        if one.changes < before.changes:
            return f"the register of {one.where} is older than that of {before.where}: it was put back"
        last[one.table] = one
    return ""
