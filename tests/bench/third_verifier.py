"""A third verifier, in another language and written from FORMAT.md alone, beside ours; it needs node.

    python -m tests.bench.third_verifier 400

It reads the worked round, a hard night of so many rounds as a table leaves it, and the same with a hundred
bytes changed, one at a time; each is to be found, at the entry that was changed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Final

from controller.boot.simulated import simulated_night
from controller.journal.heads import heads_path, parse_head
from tests.shell.journal.inspector import SCRIPT
from tests.shell.journal.journals import rows_of

THIRD: Final = Path(__file__).parents[1] / "shell" / "journal" / "third_verifier.mjs"
CHANGED: Final = 100


def says(journal: Path, heads: Path) -> tuple[int, str]:
    """Its exit code and what it wrote; the key is that of the last head."""
    key = parse_head(heads.read_text().splitlines()[-1]).key
    words = ["node", str(THIRD), str(journal), str(heads), key]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def main() -> None:
    """All is whole that is whole, and each change is found where it is."""
    rounds, deploy, dice = int(sys.argv[1]) if len(sys.argv) > 1 else 400, SCRIPT.parent, Random(1)
    assert says(deploy / "worked-round.jsonl", deploy / "worked-round.heads")[0] == 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        night = simulated_night(rounds=rounds, seed=1, faults="hard", journal=folder)
        night.play()
        night.close()
        (path,) = folder.glob("*.journal")
        lines = [json.dumps(row._asdict()) for row in rows_of(path)]
        (folder / "whole.jsonl").write_text("\n".join(lines) + "\n")
        code, said = says(folder / "whole.jsonl", heads_path(path))
        assert code == 0, said
        assert said.startswith(f"{len(lines)} entries"), said
        for _ in range(CHANGED):
            at = dice.randrange(len(lines))
            row = json.loads(lines[at])
            where = dice.randrange(len(row["body"]))
            row["body"] = row["body"][:where] + chr(ord(row["body"][where]) ^ 1) + row["body"][where + 1 :]
            (folder / "changed.jsonl").write_text(
                "\n".join([*lines[:at], json.dumps(row), *lines[at + 1 :]]) + "\n"
            )
            assert says(folder / "changed.jsonl", heads_path(path)) == (
                1,
                f"entry {at + 1}: its hash is not that of its content\n",
            )
    sys.stdout.write(
        f"the worked round and {len(lines)} entries whole; {CHANGED} changes found where they are\n"
    )


if __name__ == "__main__":
    main()
