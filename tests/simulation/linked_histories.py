"""Linked tables left to chance on one real book: each session's history of JP1 against the book's own ledger.

    python -m tests.simulation.linked_histories --nights 20 --steps 3000

One to four tables play, are corrected, stopped, made void, refunded and refused, win jackpots, lose answers
and hear late of each other. Whatever a table has been told, the figures of its session come to the meter that
it shows, its own acts to what the ledger has of them, and what is left to what the ledger has of the others
(AC-07). The ledger is read by SQL, and shares no line with the figures.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from controller.book.port import BookMismatch
from controller.book.shares import Terms
from controller.book.sqlite import SqliteBook
from controller.game import events as e
from controller.game import inputs as i
from controller.game.meter.types import Elsewhere, SessionFigures
from controller.journal.entries import JournalEntry
from controller.registers.jp1_history import ELSEWHERE, WON_ELSEWHERE, jp1_history
from controller.registers.reading import Session
from tests.shell.book.jackpot_books import JOURNAL
from tests.shell.journal.journals import OPENING
from tests.simulation.meter_nights import BookedFelt, terms_of
from tests.wander import Wanderer
from tests.wander.meter import the_meter

OF_WINS: Final = ("award", "freeze", "seed", "release", "spill", "carry")
"""Kinds of entries that a table's prizes and claims make; a claim taken back is told apart from them."""
LEDGER: Final = """
    SELECT r.table_name, e.kind, e.meter_after_micro / 1000000 - coalesce(b.meter_after_micro / 1000000, 0),
        EXISTS (SELECT 1 FROM claims c WHERE c.round_id = e.round_id AND (c.state = 'refused' OR c.ord > 1))
    FROM entries e LEFT JOIN rounds r ON r.id = e.round_id LEFT JOIN entries b ON b.seq = e.seq - 1
    WHERE e.seq > ? AND e.seq <= ?"""


def moved(path: Path, after_seq: int, to_seq: int) -> tuple[Counter[tuple[str, str]], set[str]]:
    """What the meter moved by each table and kind of entry between two entries, in cents as the screens show
    it; and the tables of which a claim was taken back, or was not the first of its cycle."""
    with closing(sqlite3.connect(path)) as ledger:
        rows = ledger.execute(LEDGER, (after_seq, to_seq)).fetchall()
    sums: Counter[tuple[str, str]] = Counter()
    for table, kind, cents, _ in rows:
        sums[table or "", kind] += cents
    return sums, {table for table, _, _, mixed in rows if mixed}


class LinkedTable:
    """One of the tables: a wanderer on the shared book, and where its session began in it."""

    def __init__(self, seed: int, number: int, book: SqliteBook, path: Path, terms_seed: int) -> None:
        self.name = f"UTH-{number + 1}"
        self.path = path
        self.wanderer = Wanderer(seed, noise=12)
        self.felt = BookedFelt(terms_seed, book, self.name)
        self.wanderer.felt = self.felt
        self.began_seq = self.heard_seq = 0
        self._looked = 0
        self.met: Counter[str] = Counter()

    def step(self) -> None:
        """Something happens, or the table hears where the meter stands, as it does every second."""
        self.wanderer.step()
        if self.wanderer.chance(2):
            the_meter(self.wanderer)
        if self.wanderer.chance(15) and self.felt.state.jackpot.generation:
            told = self.felt.generation, self.felt.meter_cents, self.felt.book_seq
            self.felt.see(i.MeterObserved(*told, stop=self.felt.stop))
        for entry in self.felt.entries[self._looked :]:
            self._told(entry.event)
            self._heard(entry.event)
        self._looked = len(self.felt.entries)

    def _told(self, event: e.Event) -> None:
        if isinstance(event, e.TableOpened):
            self.began_seq = self.heard_seq
        if isinstance(event, e.HistoryCertified):
            self.met["certified"] += 1
            told = event.session
            assert told.start_cents + told.moved_cents == event.meter_cents, (
                "what is certified does not add up"
            )

    def _heard(self, event: e.Event) -> None:
        """Up to which entry of the book the table's own tell of the meter."""
        if isinstance(event, e.ReconciliationRecorded):
            seq = event.figures.book_seq
        elif isinstance(event, e.BookMoved):
            return
        else:
            seq = getattr(event, "book_seq", 0)
        self.heard_seq = seq if isinstance(event, e.JackpotReopened) else max(self.heard_seq, seq)

    def check(self) -> None:
        """The session's figures and the ledger tell the same, where the book owes this table no answer."""
        state = self.felt.state
        told, shown = state.upkeep.session, state.jackpot
        if state.sheet.meter_start_cents != told.start_cents or state.money is not None or state.due:
            return
        if state.phase.name in ("CLOSED", "OPENING"):
            return
        sums, mixed = moved(self.path, self.began_seq, shown.book_seq)
        assert self.heard_seq == shown.book_seq
        assert told.start_cents + told.moved_cents == shown.meter_cents, (
            "the figures do not come to the meter"
        )
        assert sums.total() == shown.meter_cents - told.start_cents, "the ledger does not come to the meter"
        self.met["checks"] += 1
        self._own(told, sums, mixed)

    def papers(self) -> None:
        """The register's lines go on from each other, and end where the meter stands."""
        told_here = [JournalEntry(one.seq, one.at_ms, one.event, "") for one in self.felt.entries]
        session = Session(self.path, OPENING, JOURNAL, told_here[0].at_ms, told_here)
        rows = jp1_history([session]).rows
        told = [(row["meter_before_cents"], row["meter_cents"], row) for row in rows]
        for (_, after, _), (before, _, row) in pairwise(told):
            assert after == before, f"a line begins at {before} where the one before ends at {after}: {row}"
        for before, after, row in told:
            own = (row.get("jp1_to_meter_cents") or 0) + (row.get("elsewhere_cents") or 0)
            moves = row["act"] in ("contribution", "refund", ELSEWHERE, WON_ELSEWHERE)
            assert not moves or after - before == own, f"a line that does not add up: {row}"
            self.met["lines"] += 1
        assert not told or told[-1][1] == self.felt.state.jackpot.meter_cents, (
            "the last line is not the meter"
        )

    def _own(self, told: SessionFigures, sums: Counter[tuple[str, str]], mixed: set[str]) -> None:
        own = {kind: cents for (table, kind), cents in sums.items() if table == self.name}
        assert told.contributed_cents == own.get("contribution", 0), "its stakes are not the ledger's"
        assert told.corrected_cents == own.get("correction", 0), "its corrections are not the ledger's"
        lines = {one.kind: one.cents for one in told.elsewhere}
        for kind in lines:
            self.met[str(kind)] += 1
        if told.accepted_cents or Elsewhere.UNDIVIDED in lines or self.name in mixed:
            self.met["not divided"] += 1
            return
        assert told.refunded_cents == own.get("refund", 0), "its refunds are not the ledger's"
        won = sum(own.get(kind, 0) for kind in OF_WINS)
        assert told.awarded_cents == won, f"its prizes are {won} in the ledger, {told.awarded_cents} told"
        others_cents = sum(cents for (table, _), cents in sums.items() if table != self.name)
        elsewhere_cents = told.others_cents + sum(lines.values())
        assert elsewhere_cents == others_cents, "what others moved is not the ledger's"
        self.met["divided"] += 1


def night(seed: int, steps: int, tables: int) -> Counter[str]:
    """One night of so many linked tables; what was met in it.

    Raises:
        AssertionError: what does not add up, with the night, the table and its entry.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "jackpot.book"
        book = SqliteBook.create(path, Terms.of(terms_of(seed)), durable=False)
        with closing(book):
            placed = [LinkedTable(seed * 10 + each, each, book, path, seed) for each in range(tables)]
            for step in range(steps):
                for table in placed:
                    try:
                        table.step()
                        if step % 20 == 0:
                            table.check()
                    except (AssertionError, BookMismatch) as wrong:
                        where = f"night {seed}, {table.name}, entry {table.felt.state.seq}"
                        raise AssertionError(f"{where}: {wrong}") from wrong
            for table in placed:
                table.papers()
    met = sum((table.met for table in placed), Counter[str]())
    for table in placed:
        met.update(type(one.event).__name__ for one in table.felt.entries if type(one.event) in COUNTED)
    return met


COUNTED: Final = (
    e.AwardRecorded, e.ClaimRecorded, e.ClaimWithdrawn, e.RefundRecorded, e.MeterCorrected, e.JackpotStopped,
    e.JackpotReopened, e.ReconciliationRecorded,
)  # fmt: skip


def main() -> None:
    """Nights of one to four tables from the first seed on; the first that does not add up ends the run."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--nights", type=int, default=20)
    parser.add_argument("--steps", type=int, default=2_000)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    met: Counter[str] = Counter()
    for seed in range(given.first, given.first + given.nights):
        met += night(seed, given.steps, 1 + seed % 4)
    for name, count in sorted(met.items()):
        sys.stdout.write(f"{name:<24}{count:>9}\n")


if __name__ == "__main__":
    main()
