"""Sticks of journals as a house hands them over, and the command with which an inspector asks of one."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from controller.boot.simulated import simulated_night
from controller.journal.chain import Row
from controller.journal.heads import Signer, heads_path, key_fingerprint
from controller.journal.keys import simulated_keys
from drivers.sim.decks import royal
from tests.shell.journal.auditor import RULES
from tests.shell.journal.forged_files import resign
from tests.shell.journal.forgeries import linked
from tests.shell.journal.journals import rewrite, rows_of

DEPLOY: Final = RULES.parents[1] / "deploy"
TOOLS: Final = ("check_stick.py", "findings-fr.toml", "verify_journal.py", "audit_journal.py")
SEED: Final = 29
TABLES: Final = ("UTH-1", "UTH-2")
ENGLISH: Final = re.compile(r"\b(the|is|not|was|entry|seat|round|its|whose|key that|stands)\b", re.IGNORECASE)


def lay_tools(folder: Path) -> Path:
    """What an inspector has: the programs and the rules in a folder, and nothing else of ours."""
    folder.mkdir(exist_ok=True)
    for name in TOOLS:
        shutil.copy(DEPLOY / name, folder)
    shutil.copytree(RULES, folder / "rules")
    return folder


def play(folder: Path) -> Path:
    """Two tables of a night with a jackpot won; `heads.txt`, elsewhere, is what a witness saw of them."""
    (folder / "stick").mkdir()
    night = simulated_night(
        rounds=12,
        seed=SEED,
        tables=2,
        faults="hard",
        journal=folder / "stick",
        book=str(folder / "stick" / "jackpot.book"),
        stacked=(royal,),
    )
    night.play()
    night.close()
    lines = [f"key {table} {key_of(table).key}" for table in TABLES]
    lines += [heads_path(journal(folder, table)).read_text().splitlines()[-1] for table in TABLES]
    (folder / "heads.txt").write_text("\n".join(lines) + "\n")
    return folder


def key_of(table: str) -> Signer:
    return simulated_keys(SEED, table).signer


def journal(folder: Path, table: str = "UTH-1") -> Path:
    return folder / "stick" / f"{table}-000001.journal"


def paper(folder: Path) -> list[str]:
    """What is typed from the papers of the house and of the witness."""
    words = [f"{table}={key_fingerprint(key_of(table).key)}" for table in TABLES]
    return [*(word for one in words for word in ("--cle", one)), "--temoin", str(folder / "heads.txt")]


def asked(tools: Path, *words: str | Path, program: str = TOOLS[0]) -> tuple[int, str]:
    """Exit code and all that is said, by a Python that is told nothing of this checkout."""
    command = [sys.executable, "-I", str(tools / program), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={}, cwd=tools)
    said = (done.stdout + done.stderr).replace("\u202f", " ").replace("\xa0", " ")
    assert "Traceback" not in said, said
    assert not ENGLISH.search(said), f"{ENGLISH.search(said)}: {said}"
    return done.returncode, said


def forged(folder: Path, kind: str, field: str, by: int, signer: Signer, table: str = "UTH-1") -> int:
    """The first entry of the kind with this amount changed, all hashed and signed anew; its number."""
    rows = rows_of(journal(folder, table))
    pattern = re.compile(rf'("{field}":)([1-9]\d*)')
    at = next(at for at, row in enumerate(rows) if row.kind == kind and pattern.search(row.body))
    body = pattern.sub(lambda found: f"{found[1]}{int(found[2]) + by}", rows[at].body, count=1)
    put(folder, linked([*rows[:at], rows[at]._replace(body=body), *rows[at + 1 :]], at), signer, table)
    return rows[at].seq


def put(folder: Path, rows: list[Row], signer: Signer, table: str = "UTH-1") -> None:
    rewrite(journal(folder, table), rows)
    resign(journal(folder, table), signer)
