"""A disk that is full: what a command was to write is there whole, or it is as it was; one sentence says why.

The disk is imitated by a limit on the size of a file: it meets the writing in the middle, wherever that is.
"""

from __future__ import annotations

import json
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from controller.journal.seal import create_master
from tests.long import long
from tests.patience import PATIENCE_S
from tests.shell.settle.settle_lines import ROYAL
from tests.small_disk import limited

GOLDEN = Path(__file__).parents[2] / "golden" / "journals" / "trips"
LIMITS = (0, 600, 20_000, 100_000)
"""Bytes; no file may become larger."""
LINES: dict[str, str] = {
    "settle": "settle round.jsonl --pdf paper.pdf",
    "report jp1": "report jp1 UTH-1.journal --pdf paper.pdf --sign sign.key",
    "report registers csv": "report registers journals --out out",
    "report registers there": "report registers journals --out there --sign sign.key",
    "report registers pdf": "report registers journals --format pdf --out out --sign sign.key",
    "journal evidence": "journal evidence UTH-1.journal --round 2 --simulated-seed 3 --out e.zip",
    "house figures": "house figures journals --store h.db",
    "house rebuild": "house rebuild journals --store h.db",
    "house export": "house export journals --parquet figures",
}


FIRST = ("report registers there", "house figures", "house export")


def typed(line: str, folder: Path, size: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-B", "-m", "controller.cli", *line.split()],
        cwd=folder,
        preexec_fn=limited(size),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(GOLDEN, tmp_path / "journals")
    for suffix in ("", ".heads"):
        shutil.copy(GOLDEN / f"UTH-1-000001.journal{suffix}", tmp_path / f"UTH-1.journal{suffix}")
    (tmp_path / "round.jsonl").write_text(json.dumps(ROYAL) + "\n")
    create_master(tmp_path / "sign.key")
    (tmp_path / "there").mkdir()
    for name in ("jp1-history.csv", "table-results.csv", "registers.csv.sig"):
        (tmp_path / "there" / name).write_text("of last month\n")
    return tmp_path


def lying(folder: Path) -> dict[str, bytes]:
    """Every file with what is in it, and every folder; but not what SQLite keeps beside a journal."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
        if not path.name.endswith((".journal-shm", ".journal-wal"))
    }


@pytest.mark.parametrize("name", [name if name in FIRST else long(name) for name in LINES])
def test_what_a_full_disk_does_not_take_leaves_everything_as_it_was(folder: Path, name: str) -> None:
    before, refused = lying(folder), 0
    for size in LIMITS:
        told = typed(LINES[name], folder, size)
        if told.returncode == 0:
            break
        refused += 1
        assert told.returncode == 2, (size, told.stderr)
        assert (told.stderr.count("\n"), told.stderr.startswith(("Error: ", "Erreur\u00a0: "))) == (
            1,
            True,
        ), (size, told.stderr)
        assert re.search("disk|disque|limit", told.stderr), (size, told.stderr)
        assert lying(folder) == before, (size, told.stderr)
    assert refused, "no limit was small enough"
    assert typed(LINES[name], folder, resource.RLIM_INFINITY).returncode == 0
    assert lying(folder) != before
