"""What is told of a captured journal: verified, replayed, counted and written into registers.

It stands beside each of `tests/golden/journals`; `python -m tests.shell.journal.captured` writes it anew.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from click.testing import CliRunner

from controller.cli import main

JOURNALS = Path(__file__).parents[2] / "golden" / "journals"


def told_of(folder: Path) -> str:
    """Every word of it, one command after the other."""
    (path,) = folder.glob("*.journal")
    asked = [
        ["journal", "verify", str(path), "--lang", "en"],
        *(["journal", "replay", str(path), "--round", round_, "--lang", "en"] for round_ in "123"),
        ["house", "figures", str(folder), "--period", "all", "--json"],
    ]
    said = "".join(_said(words) for words in asked)
    with tempfile.TemporaryDirectory() as place:
        _said(["report", "registers", str(path), "--zone", "UTC", "--format", "csv", "--out", place])
        for written in sorted(Path(place).iterdir()):
            said += f"--- {written.name}\n{written.read_bytes().decode()}"
    return said.replace(str(path), path.name).replace("\r\n", "\n")


def _said(words: list[str]) -> str:
    answer = CliRunner().invoke(main, words)
    assert answer.exit_code == 0, (words, answer.output)
    return answer.stdout


if __name__ == "__main__":
    for found in sorted(place for place in JOURNALS.iterdir() if place.is_dir()):
        found.with_suffix(".txt").write_text(told_of(found), encoding="utf-8")
