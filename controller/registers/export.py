"""Registers as files: CSV for a spreadsheet, JSON for programs, PDF for a binder."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from datetime import date, tzinfo
from typing import Any, Final

from controller.registers.correction_register import correction_register
from controller.registers.incident_register import incident_register
from controller.registers.jp1_history import jp1_history
from controller.registers.layout import Facts, Grid, Note, Paper, Part
from controller.registers.reading import Reading
from controller.registers.register import SUM, Column, Register, Row, day_of, worded
from controller.registers.table_registers import (
    count_register,
    day_totals,
    deck_register,
    orphan_register,
    table_results,
)
from controller.registers.win_papers import proof
from controller.registers.win_register import identity_checks, jackpot_register
from controller.words.instants import local, to_the_second, utc
from controller.words.plain import COLON, in_cell
from controller.words.told import told

FORMAT: Final = "tapis-registers/1"
BOM: Final = "\ufeff"
PAPER_ROWS_MAX: Final = 1_000
"""More rows are no paper that anybody files: CSV and JSON have them all."""


def registers_of(
    reading: Reading, first: date | None = None, last: date | None = None, zone: tzinfo | None = None
) -> list[Register]:
    """Every register of these sessions, its rows within these days of local time, both included."""
    sessions = reading.sessions
    made = [
        jp1_history(sessions),
        (jackpots := jackpot_register(sessions)),
        identity_checks(jackpots),
        (results := table_results(sessions, zone)),
        count_register(sessions),
        deck_register(sessions),
        orphan_register(sessions),
        incident_register(sessions),
        correction_register(sessions),
    ]
    for register in made:
        register.rows = [row for row in register.rows if _within(day_of(row, zone), first, last)]
    made.insert(made.index(results) + 1, day_totals(results))
    return made


def _within(told: str, first: date | None, last: date | None) -> bool:
    """Days are compared as they are written: `2026-11-20`."""
    return (first is None or told >= first.isoformat()) and (last is None or told <= last.isoformat())


# --- CSV and JSON --------------------------------------------------------------------------------


def as_csv(register: Register, zone: tzinfo | None, *, french: bool) -> str:
    """One register: amounts in cents and in euros, times in milliseconds, local and UTC.

    `french` is for spreadsheets of that country: a byte order mark, semicolons between the fields, decimal
    commas.
    """
    made = io.StringIO(newline="")
    writer = csv.writer(made, delimiter=";" if french else ",", lineterminator="\r\n")
    writer.writerow([name for column in register.columns for name in _names(column)])
    for row in register.rows:
        writer.writerow(
            [text for column in register.columns for text in _texts(column, row, zone, french=french)]
        )
    return (BOM if french else "") + made.getvalue()


def _names(column: Column) -> tuple[str, ...]:
    if column.kind == "cents":
        return column.key, column.key.removesuffix("cents") + "euros"
    if column.kind == "time":
        stem = column.key.removesuffix("_ms")
        return column.key, f"{stem}_local", f"{stem}_utc"
    return (column.key,)


def _texts(column: Column, row: Row, zone: tzinfo | None, *, french: bool) -> tuple[str, ...]:
    value = row.get(column.key)
    empty = value is None or value == "" or value == []
    if column.kind == "cents":
        return ("", "") if empty else (str(value), _euros(_int(value), french))
    if column.kind == "time":
        return ("", "", "") if empty else (str(value), local(_int(value), zone), utc(_int(value)))
    if isinstance(value, list):
        return (in_cell(", ".join(map(str, value))),)
    return ("" if empty else in_cell(value),)


def _euros(cents: int, french: bool) -> str:
    """An amount that a spreadsheet adds up: `-4990,50`."""
    euros, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{euros}{',' if french else '.'}{rest:02d}"


def _int(value: Any) -> int:
    assert isinstance(value, int)
    return value


def as_json(reading: Reading, registers: Sequence[Register], zone: tzinfo | None) -> dict[str, Any]:
    """All registers in one object; amounts in cents, instants in milliseconds since 1970 UTC."""
    return {
        "format": FORMAT,
        "marks": list(reading.marks(0)),
        "faults": reading.faults,
        "journals": journals_of(reading),
        "registers": {
            one.name: {
                "title": one.title[0],
                "model": one.model,
                "rows": [_row(one, row, zone) for row in one.rows],
            }
            for one in registers
        },
    }


def _row(register: Register, row: Row, zone: tzinfo | None) -> Row:
    told = {column.key: row.get(column.key) for column in register.columns}
    kinds = ("cents", "time")
    shown = {
        column.key: worded(column, row[column.key], 0, zone)
        for column in register.columns
        if column.kind in kinds and row.get(column.key) is not None
    }
    return {**told, "red": register.red(row), "formatted": shown}


def journals_of(reading: Reading) -> list[dict[str, Any]]:
    """What the registers were read from, and to which entry."""
    return [
        {
            "file": one.path.name,
            "table": one.opening.table,
            "session": one.opening.session,
            "simulated": one.opening.simulated,
            "approval": one.approval,
            **proof(one),
        }
        for one in reading.sessions
    ]


# --- paper ---------------------------------------------------------------------------------------

WORDS: Final = {
    "lead": ("{model}", "{model}"),
    "empty": ("Rien à inscrire.", "Nothing to enter."),
    "red": (
        "En rouge\u00a0: les corrections, sous ce qu’elles corrigent, avec qui les a approuvées.",
        "In red: corrections, below what they correct, with who approved them.",
    ),
    "read": ("Journaux lus", "Journals read"),
    "entries": ("{entries} écritures · {head}", "{entries} entries · {head}"),
    "too_many": (
        "{count} lignes\u00a0: les {shown} dernières sont imprimées, toutes sont dans le CSV et le JSON.",
        "{count} rows: the last {shown} are printed, all are in the CSV and the JSON.",
    ),
    "total": ("Total ({lines})", "Total ({lines})"),
    "fault": ("NON LU\u00a0: {fault}", "NOT READ: {fault}"),
    "title": ("Registres", "Registers"),
}


def foot(reading: Reading, language: int) -> str:
    """What stands at the foot of papers of these journals: the tables, and how many were read."""
    tables = sorted({one.opening.table for one in reading.sessions})
    return f"{', '.join(tables)} · {WORDS['read'][language]}{COLON[language]}{len(reading.sessions)}"


def papers(
    reading: Reading, registers: Sequence[Register], language: int, zone: tzinfo | None
) -> list[Paper]:
    """Each register begins a page; the last page says what was read and what could not be.

    Where there are several each page says which it is of; one alone is named by the heads of its pages.
    """
    several = len(registers) > 1
    made = [_paper(register, language, zone, called=several) for register in registers]
    rows = tuple(
        (one.name, WORDS["entries"][language].format(entries=one.head.seq, head=one.head.hash))
        for one in reading.sessions
    )
    faults = tuple(
        Note(WORDS["fault"][language].format(fault=told(fault, language)), loud=True)
        for fault in reading.faults
    )
    return [*made, Paper(WORDS["read"][language], "", (*faults, Facts("", rows, small=True)))]


def _paper(register: Register, language: int, zone: tzinfo | None, *, called: bool) -> Paper:
    columns = [next(one for one in register.columns if one.key == key) for key in register.paper]
    lines = register.lines
    shown = lines[-PAPER_ROWS_MAX:]
    rows = tuple(
        tuple(cell(column, row.get(column.key), language, zone) for column in columns) for row in shown
    )
    red = frozenset(at for at, row in enumerate(shown) if register.red(row))
    numbers = frozenset(at for at, column in enumerate(columns) if column.kind in ("cents", "int"))
    heads = tuple(one.label(language) for one in columns)
    sums = {at for at, row in enumerate(shown) if row.get(SUM)}
    if register.sums and shown:
        sums.add(len(rows))
        rows = (*rows, _total(register, columns, len(lines), language))
    empty = WORDS["empty"][language]
    name = " · ".join(filter(None, (register.title[language], register.model))) if called else ""
    grid = Grid("", heads, rows, numbers, red, empty, small=True, strong=frozenset(sums), called=name)
    parts: list[Part] = []
    if len(shown) < len(lines):
        told = WORDS["too_many"][language].format(count=len(lines), shown=len(shown))
        parts.append(Note(told, loud=True))
    if red:
        parts.append(Note(WORDS["red"][language]))
    return Paper(register.title[language], register.model, (*parts, grid))


def _total(register: Register, columns: Sequence[Column], lines: int, language: int) -> tuple[str, ...]:
    """The last line: how many lines there are, of which none is left out, and what their amounts come to."""
    sums = {key: sum(row.get(key) or 0 for row in register.rows) for key in register.sums}
    said = (worded(column, sums.get(column.key), language, None) for column in columns)
    _, *amounts = said
    return (WORDS["total"][language].format(lines=lines), *amounts)


def cell(column: Column, value: Any, language: int, zone: tzinfo | None) -> str:
    """Of a page: days as a person writes them, local time to the second; CSV and JSON are more exact."""
    if column.kind == "time" and value:
        return to_the_second(value, zone)
    if column.kind == "day" and value:
        return f"{date.fromisoformat(value):%d/%m/%Y}"
    return worded(column, value, language, zone)


def json_text(value: object) -> str:
    """The object as it is written to a file."""
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
