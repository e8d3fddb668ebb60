"""A register: columns, rows in the order of time, and which rows correct which (AC-10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any, Final, Literal

from controller.journal.entries import JournalEntry
from controller.registers.column_words import COLUMNS
from controller.registers.reading import Session
from controller.words.codes import code_word
from controller.words.instants import both, day
from controller.words.money import money

Kind = Literal["text", "code", "codes", "int", "cents", "time", "day", "id"]
Row = dict[str, Any]
CORRECTS, CORRECTED_BY = "corrects", "corrected_by"
SUM: Final = "sum"
"""A row of a page that has this is the sum of those above it, and no entry."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column, headed as `column_words` has it; `code` values are worded on paper, codes elsewhere."""

    key: str
    kind: Kind = "text"

    def label(self, language: int) -> str:
        """Its heading."""
        return COLUMNS[self.key][language]


ID: Final = Column("id", "id")
LINKS: Final = (Column(CORRECTS, "id"), Column(CORRECTED_BY, "id"))
"""The entry that this one corrects, and the one that corrects it."""


@dataclass(slots=True)
class Register:
    """A register as it is exported.

    Attributes:
        name: of its file, stable: `jp1-history`.
        model: of the French carnet or register it feeds, or nothing.
        paper: the keys of the columns that fit on a page; all of them go to CSV and JSON.
        rows: values by column; `id` is `table/session/entry`.
        sums: the columns that are added up under the last row of a page; those of the meter never are.
        on_paper: the rows as a page of paper or of a screen shows them, where that is another line for each.
    """

    name: str
    title: tuple[str, str]
    model: str
    columns: tuple[Column, ...]
    paper: tuple[str, ...]
    rows: list[Row] = field(default_factory=list)
    sums: tuple[str, ...] = ()
    on_paper: Callable[[list[Row]], list[Row]] | None = None

    @property
    def lines(self) -> list[Row]:
        """The rows as a page shows them."""
        return self.on_paper(self.rows) if self.on_paper is not None else self.rows

    def red(self, row: Row) -> bool:
        """The row is a correction: it is written in red."""
        return bool(row.get(CORRECTS))


def entry_id(session: Session, seq: int) -> str:
    """How an entry is called in every register: `UTH-2/000012/1047`."""
    return f"{session.name}/{seq}"


def started(session: Session, told: JournalEntry | None, at_ms: int = 0, seq: int = 0) -> Row:
    """The first columns of a row: which entry, of which table and session, when."""
    return {
        "id": entry_id(session, told.seq if told is not None else seq),
        "table": session.opening.table,
        "session": session.opening.session,
        "at_ms": told.at_ms if told is not None else at_ms,
    }


BEGINNING: Final = (ID, Column("table"), Column("session", "int"), Column("at_ms", "time"))


def day_of(row: Row, zone: tzinfo | None) -> str:
    """The day that a row belongs to: its own, or that of the sitting it is part of."""
    return str(row.get("day") or day(row["at_ms"], zone))


def link_back(rows: Iterable[Row]) -> None:
    """Every row that is corrected names the entry that corrects it."""
    known = {row["id"]: row for row in rows}
    for row in known.values():
        corrected = known.get(row.get(CORRECTS) or "")
        if corrected is not None:
            corrected[CORRECTED_BY] = row["id"]


def worded(column: Column, value: Any, language: int, zone: tzinfo | None) -> str:
    """The value as a person reads it."""
    if value is None or value == "" or value == []:
        return ""
    match column.kind:
        case "cents":
            return money(value)
        case "time":
            return both(value, zone)
        case "code":
            return code_word(value, language)
        case "codes":
            return ", ".join(_with_round(one, language) for one in value)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


def _with_round(told: str, language: int) -> str:
    """`recount_due (12)` as `à recompter (12)`."""
    code, blank, rest = told.partition(" ")
    return f"{code_word(code, language)}{blank}{rest}"
