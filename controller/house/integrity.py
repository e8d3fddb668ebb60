"""Whether the journals are what they were: how far they were read, who signed that, and a full verification.

Every row is checked when it is read into the store. A verification reads all of it again, from the first
entry on, and holds it against the store, the signed heads beside the journal and those a witness keeps.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from controller.house.scope import IS_LAST
from controller.house.store import Store, insert
from controller.journal.chain import JournalError, Row
from controller.journal.file import UNREADABLE, connect_reader, why_unreadable
from controller.journal.heads import HeadRefused, SignedHead, heads_path, parse_head, read_heads
from controller.journal.reading import CODEC, Commitments, row_holds
from controller.journal.witness import Witness, WitnessRefused, read_witnesses
from controller.journal.witness_refusals import refused_tables

STEP: Final = 5_000
"""Entries verified between two answers of the service."""
SESSIONS_MAX: Final = 40
HEADS_MAX: Final = 12
RUNS_MAX: Final = 10
LATE_MS: Final = 20 * 60_000
_TAIL_BYTES: Final = 4_096


def integrity(db: Store, folders: list[Path], witness: Path | None) -> dict[str, Any]:
    """Each table's last session and every altered one: length, head, signed heads, witness."""
    rows = list(
        db.query(
            f"SELECT * FROM source WHERE bad_seq > 0 OR {IS_LAST}"
            " ORDER BY bad_seq = 0, length(table_name), table_name, session DESC, id LIMIT ?",
            (SESSIONS_MAX,),
        )
    )
    refused = refused_tables(folders)
    total = db.execute(
        "SELECT count(*) AS journals, coalesce(sum(entries), 0) AS entries,"
        " count(*) FILTER (WHERE bad_seq > 0) AS bad FROM source"
    ).fetchone()
    runs = db.query("SELECT * FROM check_run ORDER BY at_ms DESC LIMIT ?", (RUNS_MAX,))
    seen = _witnessed(witness)
    heads = {row["file"]: _last_heads(_find(folders, row["file"])) for row in rows}
    signed = sorted((head for told in heads.values() for head in told), key=lambda head: -head.at_ms)
    return {
        "journals": total["journals"],
        "entries": total["entries"],
        "altered": total["bad"] + len(refused),
        "chains": [_chain(row, heads[row["file"]], seen) for row in rows],
        "refused": [
            {"table": table, **{name: told[name] for name in ("session", "seq", "at_ms", "why")}}
            for table, told in sorted(refused.items())
        ],
        "heads": [
            {
                "table": head.table,
                "session": head.session,
                "at_ms": head.at_ms,
                "entries": head.size,
                "hash": head.hash,
                "signature": head.signature[:12] + head.signature[-4:],
                "witnessed": any(
                    one.journal_id == head.journal_id and one.seq >= head.size for one in seen or ()
                ),
            }
            for head in signed[:HEADS_MAX]
        ],
        "witness": None if seen is None else {"heads": len(seen)},
        "runs": [
            {
                "at_ms": run["at_ms"],
                "took_ms": run["took_ms"],
                "entries": run["entries"],
                "journals": run["journals"],
                "faults": json.loads(run["faults"]),
            }
            for run in runs
        ],
    }


def contradictions(db: Store, folders: list[Path]) -> list[dict[str, Any]]:
    """Findings that nothing explains but a disk that fails or a hand: `{what, table, session, seq}`.

    `refused` is a table that tells its witness another past than before, `altered` a journal that does not
    hold.
    """
    found = [
        {"what": "refused", "table": table, "session": told["session"], "seq": told["seq"]}
        for table, told in sorted(refused_tables(folders).items())
    ]
    bad = db.query(
        "SELECT * FROM source WHERE bad_seq > 0 ORDER BY table_name, session, id LIMIT ?", (SESSIONS_MAX,)
    )
    return found + [
        {"what": "altered", "table": row["table_name"], "session": row["session"], "seq": row["bad_seq"]}
        for row in bad
    ]


def late(db: Store, folders: list[Path], now_ms: int) -> list[dict[str, Any]]:
    """Open tables of which nothing signed came for twenty minutes: `{what: late, table, since_ms}` (A-305).

    A table signs every minute whatever happens: it is down, or its line is, or its witness.
    """
    rows = db.query(
        f"SELECT * FROM source WHERE simulated = 0 AND opened_ms > closed_ms AND {IS_LAST}"
        " ORDER BY length(table_name), table_name, id"
    )
    found = []
    for row in rows:
        heads = _last_heads(_find(folders, row["file"]))
        since_ms = heads[-1].at_ms if heads else row["first_ms"]
        if now_ms - since_ms > LATE_MS:
            found.append({"what": "late", "table": row["table_name"], "since_ms": since_ms})
    return found


def _chain(row: dict[str, Any], heads: list[SignedHead], seen: tuple[Witness, ...] | None) -> dict[str, Any]:
    last = heads[-1] if heads else None
    witnessed = max((one.seq for one in seen or () if one.journal_id == row["journal_id"]), default=0)
    return {
        "table": row["table_name"],
        "session": row["session"],
        "entries": row["entries"],
        "head": row["head"],
        "at_ms": row["last_ms"],
        "open": row["closed_ms"] < row["opened_ms"],
        "bad_seq": row["bad_seq"],
        "why": row["why"],
        "simulated": bool(row["simulated"]),
        "signed_entries": last.size if last is not None else 0,
        "signed_ms": last.at_ms if last is not None else 0,
        "key": last.key if last is not None else "",
        "witnessed": witnessed,
    }


def _find(folders: list[Path], name: str) -> Path | None:
    return next((path for folder in folders if (path := folder / name).exists()), None)


def _last_heads(path: Path | None) -> list[SignedHead]:
    """The newest signed heads beside a journal, without reading the whole of their file."""
    if path is None:
        return []
    try:
        with heads_path(path).open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _TAIL_BYTES))
            lines = file.read().rpartition(b"\n")[0].decode("ascii", "replace").split("\n")
    except OSError:
        return []
    told = []
    for line in lines[1:] if size > _TAIL_BYTES else lines:
        try:
            told.append(parse_head(line))
        except HeadRefused:
            continue
    return told


def _witnessed(witness: Path | None) -> tuple[Witness, ...] | None:
    """What the witness keeps; None without one."""
    if witness is None or not witness.exists():
        return None
    try:
        return read_witnesses(witness)
    except WitnessRefused:
        return ()


# --- verifying now -------------------------------------------------------------------------------


class Check:
    """A verification of everything, done a step at a time between the answers of the service.

    Attributes:
        done, of: entries verified, and to be verified.
        faults: one line for each journal that does not hold: `[table, session, entry, why]`.
        current: the journal being read, as the page names it.
    """

    def __init__(
        self,
        db: Store,
        folders: list[Path],
        witness: Path | None,
        now_ms: int,
        since_ms: int = 0,
    ) -> None:
        self.started_ms = now_ms
        self.done = 0
        self.faults: list[list[Any]] = []
        self.current = ""
        self.finished = False
        self._rows = list(
            db.query("SELECT * FROM source WHERE last_ms >= ? ORDER BY table_name, session, id", (since_ms,))
        )
        self.of = sum(row["entries"] for row in self._rows)
        self._bad: list[tuple[int, str, int]] = []
        self._begun = time.monotonic()
        self._db, self._folders = db, folders
        self._seen = _witnessed(witness) or ()
        self._steps = self._verify()

    def step(self) -> bool:
        """A step further; false when all was verified, which is then recorded."""
        if self.finished:
            return False
        self._mark()
        if next(self._steps, None) is None:
            self._mark()
            run = {
                "at_ms": self.started_ms,
                "took_ms": self.took_ms,
                "entries": self.done,
                "journals": len(self._rows),
                "faults": json.dumps(self.faults),
            }
            insert(self._db, "check_run", [run])
            self.finished = True
        return not self.finished

    def _mark(self) -> None:
        """What was found is in the store; where it does not answer, it is there with the next step."""
        while self._bad:
            self._db.execute("UPDATE source SET bad_seq = ?, why = ? WHERE id = ?", self._bad[0])
            del self._bad[0]

    @property
    def took_ms(self) -> int:
        """How long it has taken so far."""
        return round((time.monotonic() - self._begun) * 1000)

    def told(self) -> dict[str, Any]:
        """As the service says it."""
        return {
            "done": self.done,
            "of": self.of,
            "took_ms": self.took_ms,
            "started_ms": self.started_ms,
            "current": self.current,
            "faults": self.faults,
            "finished": self.finished,
        }

    def _verify(self) -> Iterator[bool]:
        for source in self._rows:
            self.current = f"{source['table_name']} {source['session']}"
            wanted = {source["entries"]: source["head"]}
            path = _find(self._folders, source["file"])
            if path is None:
                self._fault(source, 0, "the journal is not there any more")
                continue
            try:
                wanted |= {head.size: head.hash for head in read_heads(heads_path(path))}
            except HeadRefused as error:
                self._fault(source, 0, str(error))
            wanted |= {one.seq: one.hash for one in self._seen if one.journal_id == source["journal_id"]}
            yield from self._file(source, path, wanted)

    def _file(self, source: dict[str, Any], path: Path, wanted: dict[int, str]) -> Iterator[bool]:
        seq, previous, commitments = 0, "", Commitments(CODEC)
        while seq < source["entries"]:
            try:
                with closing(connect_reader(path)) as journal:
                    told = journal.execute(
                        "SELECT seq, at_ms, kind, body, prev_hash, hash FROM journal"
                        " WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?",
                        (seq, source["entries"], STEP),
                    ).fetchall()
            except (*UNREADABLE, JournalError) as error:
                self._fault(source, seq + 1, f"cannot be read: {why_unreadable(error)}")
                return
            for one in told:
                row = Row(*one)
                why = "" if row.seq == seq + 1 else "an entry is missing"
                try:
                    why = why or row_holds(row, previous, commitments)
                except JournalError as error:
                    why = str(error)
                if not why and wanted.get(row.seq, row.hash) != row.hash:
                    why = "another entry than the one that was signed or read here"
                if why:
                    self._fault(source, seq + 1, why)
                    return
                seq, previous = row.seq, row.hash
            self.done += len(told)
            if not told:
                self._fault(source, seq + 1, "the journal ends before what was read here")
                return
            yield True

    def _fault(self, source: dict[str, Any], seq: int, why: str) -> None:
        self.faults.append([source["table_name"], source["session"], seq, why])
        if seq and not source["bad_seq"]:
            self._bad.append((seq, why, source["id"]))
