"""A night rewritten by who has the file: rows changed, chained anew, signed by whatever key he has."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

from controller.journal.chain import link
from controller.journal.heads import Signer

Row = list[object]
Edit = Callable[[list[list[object]]], list[list[object]]]
_ROWS = "SELECT seq, at_ms, kind, body, prev_hash, hash FROM journal ORDER BY seq"


def rows_in(path: Path) -> list[Row]:
    with closing(sqlite3.connect(path)) as conn:
        return [list(row) for row in conn.execute(_ROWS)]


def chained(rows: list[Row]) -> list[Row]:
    """The rows numbered anew, each with the hash that its content and place ask for."""
    before = str(rows[0][4])
    for number, row in enumerate(rows, start=1):
        row[0], row[4] = number, before
        before = row[5] = link(before, number, int(str(row[1])), str(row[2]), str(row[3]))
    return rows


def signed(rows: list[Row], heads: Iterable[str], signer: Signer) -> list[str]:
    """Heads of these rows where the true ones were signed, and at the end."""
    opened, first = json.loads(str(rows[0][3])), rows[0]
    places = sorted({*(at for line in heads if (at := int(line.split()[5])) <= len(rows)), len(rows)})
    origin = "tapis/1/simulation" if opened["simulated"] else "tapis/1"
    found = []
    for at in places:
        last = rows[at - 1]
        words = [
            origin,
            opened["table"],
            opened["session"],
            first[5],
            first[4],
            at,
            last[5],
            last[1],
            signer.key,
        ]
        text = " ".join(map(str, words))
        found.append(f"{text} {signer.sign(text.encode())}")
    return found


def written(source: Path, folder: Path, rows: list[Row], heads: Iterable[str] | None) -> Path:
    """A folder with the journal of these rows and these heads beside it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path = folder / source.name
    shutil.copyfile(source, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute("DELETE FROM journal")
        conn.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", rows)
        for _, sql in triggers:
            conn.execute(sql)
    if heads is not None:
        path.with_name(path.name + ".heads").write_text("".join(f"{line}\n" for line in heads), "ascii")
    return folder


# --- what is changed ---------------------------------------------------------------------------------


def without(kind: str) -> Edit:
    """The last entry of this kind is taken out."""

    def edit(rows: list[Row]) -> list[Row]:
        at = max(at for at, row in enumerate(rows) if row[2] == kind)
        return rows[:at] + rows[at + 1 :]

    return edit


def instead(kinds: str, *changes: str) -> Edit:
    """In entries of these kinds one text for another, `old>new`; at least one of them has it."""

    def edit(rows: list[Row]) -> list[Row]:
        found = 0
        for row in rows:
            if row[2] in kinds.split():
                text = str(row[3])
                for change in changes:
                    text = text.replace(*change.split(">"))
                found += text != row[3]
                row[3] = text
        assert found, f"no {kinds} has it"
        return rows

    return edit


def without_round(number: int) -> Edit:
    def edit(rows: list[Row]) -> list[Row]:
        (begin,) = (at for at, row in enumerate(rows) if _is(row, "RoundOpened", number))
        (end,) = (at for at, row in enumerate(rows) if _is(row, "FinishRecorded", number))
        return rows[:begin] + rows[end + 1 :]

    return edit


def _is(row: Row, kind: str, number: int) -> bool:
    return row[2] == kind and json.loads(str(row[3]))["round"] == number


def seat_not_contributed(rows: list[Row]) -> list[Row]:
    """The book is never asked for the stake of seat 7, which the table takes all the same."""
    row = next(row for row in rows if row[2] == "ContributionAsked")
    row[3] = str(row[3]).replace(",7]", "]")
    return rows
