"""The registers of a period, read from the journals a session at a time beside the answers.

A register is made of whole journals, verified while they are read; a damaged one is named and nothing of it
is in any register. Cards that were never turned up are not read at all (`registers.reading.NOT_READ`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, tzinfo
from pathlib import Path
from typing import Any, Final

from controller.house.archive import House
from controller.house.following import NoJournalYet, opening_row_of
from controller.house.printing import Printing, printed_apart
from controller.house.scope import TIME_MAX, BadQuestion, number, scope_of, text, zone_asked
from controller.journal.chain import JournalDamaged, JournalError, NotAJournal
from controller.papers.letterhead import of_instants
from controller.papers.pdf import NotPrinted
from controller.registers.export import as_csv, as_json, cell, foot, json_text, papers, registers_of
from controller.registers.joining import Carnet, joined
from controller.registers.layout import as_printed
from controller.registers.reading import Reading, Session, left_out, read_session, reading_of
from controller.registers.register import CORRECTED_BY, SUM, Register

ENTRIES_MAX: Final = 1_500_000
"""What is read at once here; `tapis report registers` reads whole years."""
ROWS_SHOWN: Final = 24
ROWS_MAX: Final = 100
SESSION_MAX: Final = 150_000
"""A session is in memory as a whole while it is read: some 200 MB for so many, two days and nights."""
PARTS_KEPT: Final = 120
FAULTS_SHOWN: Final = 6
AGAIN_S: Final = 60
"""A session that is still being played is read anew after so long."""
FORMS: Final = ("pdf", "csv", "json")
LANGUAGES: Final = {"fr": 0, "en": 1}
Told = Mapping[str, Any]


@dataclass(slots=True)
class Part:
    """What one journal gave: its session without entries and its registers, or why there are none."""

    head: str
    read_s: float
    session: Session | None = None
    registers: tuple[Register, ...] = ()
    fault: str = ""


@dataclass(slots=True)
class Wanted:
    """The journals that a question is about."""

    sources: list[dict[str, Any]]
    first: date | None
    zone: tzinfo | None


class Shelf:
    """The registers of the house.

    Args:
        house: the journals, and the store that says which of them a period is of.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._parts: dict[str, Part] = {}
        self._waiting: dict[str, dict[str, Any]] = {}

    def answer(self, told: Told) -> dict[str, Any]:
        """Which registers there are, how far they are read, and a page of one of them, the newest first.

        `register` names one, `page` counts back from the newest rows, `rows` says how many a page has, `lang`
        is the language of the cells, `zone` the name of the clock's time zone, the machine's own without one.

        Raises:
            BadQuestion: no such register, zone or language, or more entries than are read at once.
        """
        return self.answering(told)()

    def answering(self, told: Told) -> Callable[[], dict[str, Any]]:
        """What makes that answer, from what is read now; it may be called on another thread.

        Raises:
            BadQuestion: as `answer`.
        """
        wanted, language = self._wanted(told), _language(told)
        self._ask(wanted)
        joining, reading = self._joining(wanted), self._reading(wanted, told)
        done = sum(source["file"] in self._parts for source in wanted.sources)
        return lambda: self._answer(told, wanted, language, joining(), reading, done)

    def _answer(
        self,
        told: Told,
        wanted: Wanted,
        language: int,
        made: list[Register],
        reading: Reading,
        done: int,
    ) -> dict[str, Any]:
        names = [one.name for one in made]
        name = text(told, "register") or (names[0] if names else "")
        if names and name not in names:
            raise BadQuestion(f"register: one of {', '.join(names)} is wanted, not {name[:40]!r}")
        shown = next((one for one in made if one.name == name), None)
        return {
            "done": done,
            "of": len(wanted.sources),
            "registers": [
                {"name": one.name, "title": list(one.title), "model": one.model, "rows": len(one.lines)}
                for one in made
            ],
            "register": _page(told, shown, language, wanted.zone),
            "faults": reading.faults[:FAULTS_SHOWN],
            "more_faults": max(0, len(reading.faults) - FAULTS_SHOWN),
            "marks": list(reading.marks(language)),
            "last_ms": max((one.last_ms for one in reading.sessions), default=0),
        }

    def file(self, told: Told, printing: Printing) -> tuple[str, bytes]:
        """The register that is shown as PDF or CSV, or all of them as JSON: the file's name and its bytes.

        Raises:
            BadQuestion: as `answer`, or not everything is read yet, or it cannot be printed.
        """
        return self.filing(told, printing)()

    def filing(self, told: Told, printing: Printing) -> Callable[[], tuple[str, bytes]]:
        """What makes that file, from what is read now; it may be called on another thread.

        Raises:
            BadQuestion: as `file`.
        """
        wanted, language, form = self._wanted(told), _language(told), text(told, "form", "pdf")
        if form not in FORMS:
            raise BadQuestion(f"form: one of {', '.join(FORMS)} is wanted, not {form[:40]!r}")
        self._ask(wanted)
        if not all(source["file"] in self._parts for source in wanted.sources):
            raise BadQuestion("export: the journals of this period are still being read")
        joining, reading = self._joining(wanted), self._reading(wanted, told)
        return lambda: self._file(told, wanted, language, form, joining(), reading, printing)

    def _file(
        self,
        told: Told,
        wanted: Wanted,
        language: int,
        form: str,
        made: list[Register],
        reading: Reading,
        printing: Printing,
    ) -> tuple[str, bytes]:
        if form == "json":
            return "tapis-registers.json", json_text(as_json(reading, made, wanted.zone)).encode()
        name = text(told, "register") or "jp1-history"
        shown = next((one for one in made if one.name == name), None)
        if shown is None:
            raise BadQuestion(f"register: there is none named {name[:40]!r}")
        if form == "csv":
            return f"tapis-{name}.csv", as_csv(shown, wanted.zone, french=language == 0).encode()
        pages = papers(reading, [shown], language, wanted.zone)
        try:
            page = as_printed(shown.title[language], pages, reading.marks(language), foot(reading, language))
            head = printing.head(_period(wanted, reading), language)
            data = printed_apart(**page, landscape=True, head=head)
        except NotPrinted as error:
            raise BadQuestion(f"form: {error}") from None
        return f"tapis-{name}.pdf", data

    def step(self) -> bool:
        """One journal more is read; false when none waits."""
        reading = self.next_reading()
        if reading is None:
            return False
        self.put(*reading())
        return True

    def next_reading(self) -> Callable[[], tuple[str, Part]] | None:
        """What reads the next journal that waits, on whatever thread; `put` takes what came of it."""
        if not self._waiting:
            return None
        file, source = next(iter(self._waiting.items()))
        del self._waiting[file]
        told = dict(source)
        return lambda: (file, self._read(file, told))

    def put(self, file: str, part: Part) -> None:
        """What one journal gave is on the shelf."""
        self._parts[file] = part

    def forget(self) -> None:
        """Nobody asks any more for what has not been read."""
        self._waiting.clear()

    # --- which journals --------------------------------------------------------------------------

    def _wanted(self, told: Told) -> Wanted:
        zone, first = zone_asked(told), None
        scope = scope_of(self._house.db, told)
        if scope.from_ms:  # whole days of local time
            began = datetime.fromtimestamp(scope.from_ms // 1000, zone).replace(hour=0, minute=0, second=0)
            first = began.date()
            from_ms = max(0, round(began.timestamp()) * 1000)
            scope = scope_of(self._house.db, {**told, "from_ms": from_ms, "to_ms": scope.to_ms})
        sources = list(
            self._house.db.query(
                "SELECT file, table_name, session, entries, head, bad_seq, why FROM source"
                f" WHERE {scope.where} ORDER BY table_name, session",
                scope.values,
            )
        )
        entries = sum(source["entries"] for source in sources)
        if entries > ENTRIES_MAX:
            raise BadQuestion(f"period: it has {entries} entries; registers read {ENTRIES_MAX} here")
        return Wanted(sources, first, zone)

    def _ask(self, wanted: Wanted) -> None:
        """What was not read of these journals, or has grown since, waits to be read."""
        names = {source["file"] for source in wanted.sources}
        if len(self._parts) > max(PARTS_KEPT, len(names)):
            self._parts = {file: part for file, part in self._parts.items() if file in names}
        now_s = time.monotonic()
        for source in wanted.sources:
            part = self._parts.get(source["file"])
            if part is None or (part.head != source["head"] and now_s - part.read_s >= AGAIN_S):
                self._waiting[source["file"]] = source

    def _read(self, file: str, source: Told) -> Part:
        part = Part(source["head"], time.monotonic())
        path = next((one / file for one in self._house.folders if (one / file).exists()), None)
        if path is None:
            part.fault = f"{file}: the journal is not there any more"
            return part
        if source["entries"] > SESSION_MAX:
            told = f"{source['entries']} entries in one session; `tapis report registers` reads it"
            part.fault = f"{file}: {told}, nothing of it is in the registers here"
            return part
        try:
            session = read_session(path)
        except JournalDamaged as damage:
            part.fault = left_out(file, damage)
        except NotAJournal as error:
            part.fault = str(error)
        else:
            part.registers = tuple(registers_of(reading_of([session], [])))
            part.session = replace(session, entries=[])
        return part

    # --- what they say ---------------------------------------------------------------------------

    def _joining(self, wanted: Wanted) -> Callable[[], list[Register]]:
        parts = [self._parts[one["file"]] for one in wanted.sources if one["file"] in self._parts]
        carnets = self._carnets(wanted)
        return lambda: joined((list(one.registers) for one in parts), carnets, wanted.first, wanted.zone)

    def _carnets(self, wanted: Wanted) -> dict[str, Carnet]:
        """The carnets that were open before the first of these sessions, by table."""
        found: dict[str, Carnet] = {}
        begins: dict[str, int] = {}
        for source in wanted.sources:
            begins.setdefault(source["table_name"], source["session"])
        for table, session in begins.items():
            for one in self._house.db.execute(
                "SELECT session, minimum_cents, digest FROM source WHERE table_name = ? AND session < ?"
                " AND opened_ms > 0 ORDER BY session",
                (table, session),
            ):
                terms = (one["minimum_cents"], one["digest"][:16])
                if table not in found or found[table][1] != terms:
                    found[table] = (f"{table}/{one['session']:06d}", terms)
        return found

    def _reading(self, wanted: Wanted, told: Told) -> Reading:
        parts = [self._parts[one["file"]] for one in wanted.sources if one["file"] in self._parts]
        faults = [*(one.fault for one in parts if one.fault), *self._unknown(text(told, "table"))]
        return reading_of([one.session for one in parts if one.session is not None], faults)

    def _unknown(self, table: str) -> list[str]:
        """Journals so damaged that not even their session is known."""
        known = {file for (file,) in self._house.db.execute("SELECT file FROM source")}
        faults = []
        for path in self._house.files():
            if path.name not in known and path.name.startswith(table):
                fault = _unreadable(path)
                faults += [fault] if fault else []
        return faults


def _period(wanted: Wanted, reading: Reading) -> str:
    """From the first entry of these sessions to the last."""
    if not reading.sessions:
        return ""
    begins = min(one.at_ms for one in reading.sessions)
    return of_instants(begins, max(one.last_ms for one in reading.sessions), wanted.zone)


def _unreadable(path: Path) -> str:
    try:
        opening_row_of(path)
    except NoJournalYet:
        return ""
    except JournalError as error:
        return left_out(path.name, error)
    return ""


def _page(
    told: Mapping[str, Any], shown: Register | None, language: int, zone: tzinfo | None
) -> dict[str, Any] | None:
    """Columns and cells of one page of a register; pages count back from its newest rows."""
    asked, most = number(told, "page", 0, 0, TIME_MAX), number(told, "rows", ROWS_SHOWN, 1, ROWS_MAX)
    if shown is None:
        return None
    lines = shown.lines
    pages = max(1, -(-len(lines) // most))
    page = min(asked, pages - 1)
    end = len(lines) - page * most
    columns = [next(one for one in shown.columns if one.key == key) for key in shown.paper]
    return {
        "name": shown.name,
        "page": page,
        "pages": pages,
        "most": most,
        "columns": [{"head": one.label(language), "kind": one.kind} for one in columns],
        "rows": [
            {
                "cells": [cell(one, row.get(one.key), language, zone) for one in columns],
                "red": shown.red(row),
                "corrected": bool(row.get(CORRECTED_BY)),
                "sum": bool(row.get(SUM)),
            }
            for row in lines[max(0, end - most) : end]
        ],
    }


def _language(told: Told) -> int:
    language = text(told, "lang", "fr")
    if language not in LANGUAGES:
        raise BadQuestion(f"lang: fr or en is wanted, not {language[:40]!r}")
    return LANGUAGES[language]
