"""The journal: everything that happened at a table in one session, only ever added to.

One SQLite file per table and session, every row chained to the one before, cards that lie face down
sealed. What is not in the journal did not happen.
"""

from __future__ import annotations

from controller.journal.chain import (
    Head,
    JournalBroken,
    JournalDamaged,
    JournalError,
    JournalExists,
    JournalTaken,
    NotAJournal,
    Opening,
    Row,
    WrongMaster,
)
from controller.journal.reading import read_opening, read_rows
from controller.journal.report import Report
from controller.journal.verify import verify
from controller.journal.witness import Witness, read_witnesses
from controller.journal.writer import Journal

__all__ = [
    "Head",
    "Journal",
    "JournalBroken",
    "JournalDamaged",
    "JournalError",
    "JournalExists",
    "JournalTaken",
    "NotAJournal",
    "Opening",
    "Report",
    "Row",
    "Witness",
    "WrongMaster",
    "read_opening",
    "read_rows",
    "read_witnesses",
    "verify",
]
