"""The tables of the SQLite book.

`entries` and `answers` only ever grow: triggers refuse to change or delete a row, and to insert one
anywhere but at the end, because INSERT OR REPLACE deletes without firing a delete trigger unless
`recursive_triggers` is on. The other tables follow from the ledger and spare a reader adding it up.
"""

from __future__ import annotations

from typing import Final

VERSION: Final = 1

_MICRO: Final = ("meter", "frozen", "reserve", "overflow", "house", "paid")

_NEVER: Final = """
CREATE TRIGGER {table}_never_change BEFORE UPDATE ON {table}
BEGIN SELECT RAISE(ABORT, '{table} are never changed'); END;
CREATE TRIGGER {table}_never_delete BEFORE DELETE ON {table}
BEGIN SELECT RAISE(ABORT, '{table} are never deleted'); END;
"""

STOPS: Final = (
    "CREATE INDEX IF NOT EXISTS entries_stops ON entries (seq) WHERE kind IN ('stop', 'reopening');"
)
"""Where the stops of the jackpot stand: asked for with every stake."""
PROBES: Final = (
    "CREATE TABLE IF NOT EXISTS probes (table_name TEXT PRIMARY KEY, at_ms INTEGER NOT NULL) STRICT;"
)
"""When each table last wrote only to see that it can: one row a table, and no money."""
IDENTITY: Final = "CREATE TABLE IF NOT EXISTS identity AS SELECT lower(hex(randomblob(16))) AS book;"
"""Which book this is among those on the same terms: one row, made with the table."""
CARDS: Final = "CREATE TABLE IF NOT EXISTS cards AS SELECT 0 AS simulated;"
"""Whether the cards of its tables are simulated: one row, said when the book is made and never changed. A
book of before is one of real cards: nothing in it says otherwise, and a real jackpot takes no play money."""
CARDS_STAY: Final = (
    "CREATE TRIGGER IF NOT EXISTS cards_never_change BEFORE UPDATE ON cards\n"
    "BEGIN SELECT RAISE(ABORT, 'cards are never changed'); END;",
    "CREATE TRIGGER IF NOT EXISTS cards_never_delete BEFORE DELETE ON cards\n"
    "BEGIN SELECT RAISE(ABORT, 'cards are never deleted'); END;",
    "CREATE TRIGGER IF NOT EXISTS cards_once BEFORE INSERT ON cards\n"
    "BEGIN SELECT RAISE(ABORT, 'cards are said once'); END;",
)
LATER: Final = (STOPS, PROBES, IDENTITY, CARDS, *CARDS_STAY)
"""What a book of before gets when it is opened."""

SCHEMA: Final = f"""
CREATE TABLE terms (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, text TEXT NOT NULL,
  digest TEXT NOT NULL) STRICT;
CREATE TRIGGER terms_once BEFORE INSERT ON terms WHEN EXISTS (SELECT 1 FROM terms)
BEGIN SELECT RAISE(ABORT, 'terms are written once'); END;
CREATE TABLE entries (seq INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, kind TEXT NOT NULL,
  round_id INTEGER NOT NULL, attempt INTEGER NOT NULL, seat INTEGER NOT NULL, generation INTEGER NOT NULL,
  link_seq INTEGER NOT NULL, note TEXT NOT NULL,
  {", ".join(f"{name}_micro INTEGER NOT NULL" for name in _MICRO)},
  {", ".join(f"{name}_after_micro INTEGER NOT NULL" for name in _MICRO)}) STRICT;
CREATE INDEX entries_of_round ON entries (round_id);
{STOPS}
{PROBES}
{IDENTITY}
{CARDS}
CREATE TRIGGER entries_only_at_the_end BEFORE INSERT ON entries
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entries)
BEGIN SELECT RAISE(ABORT, 'entries are added at the end only'); END;
CREATE UNIQUE INDEX entries_refunded_once ON entries (link_seq) WHERE kind = 'refund';
CREATE TABLE answers (table_name TEXT NOT NULL, journal_id TEXT NOT NULL, round INTEGER NOT NULL,
  attempt INTEGER NOT NULL, kind TEXT NOT NULL, seat INTEGER NOT NULL, act TEXT NOT NULL,
  digest TEXT NOT NULL, cents INTEGER NOT NULL, book_seq INTEGER NOT NULL, answer TEXT NOT NULL,
  PRIMARY KEY (table_name, journal_id, round, attempt, kind, seat)) STRICT, WITHOUT ROWID;
CREATE INDEX answers_of_table ON answers (table_name, book_seq);
CREATE UNIQUE INDEX answers_in_order ON answers (book_seq) WHERE book_seq > 0;
CREATE TRIGGER answers_only_once BEFORE INSERT ON answers
WHEN EXISTS (SELECT 1 FROM answers WHERE table_name = NEW.table_name AND journal_id = NEW.journal_id
  AND round = NEW.round AND attempt = NEW.attempt AND kind = NEW.kind AND seat = NEW.seat)
BEGIN SELECT RAISE(ABORT, 'answers are given once'); END;
{"".join(_NEVER.format(table=table) for table in ("terms", "entries", "answers"))}
CREATE TABLE rounds (id INTEGER PRIMARY KEY, table_name TEXT NOT NULL, journal_id TEXT NOT NULL,
  round INTEGER NOT NULL, generation INTEGER NOT NULL, finished_seq INTEGER NOT NULL,
  dead INTEGER NOT NULL, UNIQUE (table_name, journal_id, round)) STRICT;
CREATE INDEX rounds_open ON rounds (generation) WHERE finished_seq = 0;
CREATE TABLE generations (number INTEGER PRIMARY KEY, held_by INTEGER NOT NULL, seed_micro INTEGER NOT NULL,
  reserve_micro INTEGER NOT NULL, overflow_micro INTEGER NOT NULL, reversed INTEGER NOT NULL,
  value_micro INTEGER, share_cents INTEGER) STRICT;
CREATE TABLE claims (id INTEGER PRIMARY KEY, generation INTEGER NOT NULL, ord INTEGER NOT NULL,
  round_id INTEGER NOT NULL, attempt INTEGER NOT NULL, seat INTEGER NOT NULL, state TEXT NOT NULL,
  claim_seq INTEGER NOT NULL, cents INTEGER NOT NULL, done_seq INTEGER NOT NULL, done_ms INTEGER NOT NULL,
  UNIQUE (generation, ord)) STRICT;
CREATE INDEX claims_of_round ON claims (round_id);
CREATE INDEX claims_by_state ON claims (state, done_seq);
CREATE TABLE standing (id INTEGER PRIMARY KEY CHECK (id = 1), seq INTEGER NOT NULL,
  generation INTEGER NOT NULL, {{standing}}) STRICT;
"""
"""`{{standing}}` stands for the columns of balances and totals."""
