"""A simulated night kept as journals, and its rows read without anything of the house's own."""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from controller.boot.simulated import simulated_night
from controller.cli import main
from controller.game.inputs import Machine
from controller.journal.chain import ZEROS, link
from drivers.sim.decks import royal, unqualified

SEED = 11


def play(
    folder: Path,
    *,
    rounds: int = 30,
    tables: int = 2,
    faults: str = "some",
    seed: int = SEED,
    profile: str = "fr-55-20-2021",
) -> Path:
    """The folder holds the journals of a night."""
    arguments = ["simulate", "--rounds", str(rounds), "--tables", str(tables), "--faults", faults]
    arguments += ["--profile", profile]
    told = CliRunner().invoke(main, [*arguments, "--seed", str(seed), "--journal", str(folder), "--json"])
    assert told.exit_code == 0, told.output
    return folder


def rows_of(path: Path) -> Iterator[tuple[int, int, str, dict[str, Any]]]:
    """Number, time, kind and body of every row."""
    with closing(sqlite3.connect(path)) as conn:
        for seq, at_ms, kind, body in conn.execute("SELECT seq, at_ms, kind, body FROM journal ORDER BY seq"):
            yield seq, at_ms, kind, json.loads(body)


def won_night(folder: Path, seed: int) -> Path:
    """A short night whose second round wins the jackpot; its journals are in the folder."""
    played = simulated_night(rounds=3, seed=seed, journal=folder, stacked=(unqualified, royal))
    played.play()
    played.close()
    return folder


def night_of_other_programs(folder: Path, seed: int) -> Path:
    """A night in which the shoe comes with another program, and some rounds later with yet another."""
    played = simulated_night(rounds=10, seed=seed, faults="some", journal=folder)
    (faults,) = played.faults
    faults.order("firmware_changed", Machine.SHOE)

    ordered = []

    def yet_another(rounds: int) -> None:
        if not ordered:
            ordered.append(faults.order("firmware_changed", Machine.SHOE))

    played.progress = yet_another
    try:
        played.play()
    finally:
        played.close()
    return folder


def witness_of(folder: Path) -> Path:
    """A witness's store that has the last head of each session of this folder, and the keys that signed."""
    lines: dict[str, None] = {}
    for path in sorted(folder.glob("*.journal.heads")):
        last = path.read_text("ascii").splitlines()[-1]
        lines[f"key {last.split()[1]} {last.split()[8]}"] = None
        lines[last] = None
    store = folder.with_name(f"{folder.name}.heads.txt")
    store.write_text("".join(f"{line}\n" for line in lines), "ascii")
    return store


def export_command(night: Path, folder: Path) -> list[str]:
    """The words of a process that exports these journals."""
    return [
        sys.executable,
        *["-m", "controller.cli", "house", "export"],
        str(night),
        *["--parquet", str(folder), "--lang", "en"],
    ]


def cut(path: Path, target: Path, entries: int) -> Path:
    """The journal as it was when it had so many entries; of another name, it is a journal of its own."""
    shutil.copyfile(path, target)
    _edit(target, f"DELETE FROM journal WHERE seq > {entries}")
    if target.name != path.name and target.stem.rpartition("-")[2].isdecimal():
        table, _, session = target.stem.rpartition("-")
        retell(target, table=table, session=int(session))
    return target


def retell(path: Path, **opening: object) -> Path:
    """The journal opens otherwise, and every hash after it is made to follow: it is another journal."""
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        made, before = [], ZEROS
        for seq, at_ms, kind, body in conn.execute("SELECT seq, at_ms, kind, body FROM journal ORDER BY seq"):
            told = json.dumps({**json.loads(body), **opening}, separators=(",", ":")) if seq == 1 else body
            made.append((told, before, before := link(before, seq, at_ms, kind, told), seq))
        triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute("BEGIN")
        conn.executemany("UPDATE journal SET body = ?, prev_hash = ?, hash = ? WHERE seq = ?", made)
        conn.execute("COMMIT")
        for _, text in triggers:
            conn.execute(text)
    return path


def alter(path: Path, seq: int) -> None:
    """One entry says something else than it did."""
    _edit(path, f"UPDATE journal SET at_ms = at_ms + 1 WHERE seq = {seq}")


def _edit(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute(sql)
        for _, text in triggers:
            conn.execute(text)
