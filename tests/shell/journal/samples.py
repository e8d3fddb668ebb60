"""Sample journals, honest, crashed and forged, with their verdicts.

`python -m tests.shell.journal.samples FOLDER` makes them, for who writes a verifier of his own from the page
of the format. Each folder has `journals`, the keys that somebody compared (`keys.txt`) and what a witness
keeps (`witness.txt`); `verdicts.json` says of each what `tapis journal verify` answers without them, by the
keys, and by the witness: 0, everything holds; 1, something does not.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from controller.journal.heads import heads_path
from tests.shell.journal import forged_files
from tests.shell.journal.forged_files import (
    BARE_BLIND,
    FORGERIES,
    KEYS_BLIND,
    NIGHT,
    SCRIPT_BLIND,
    WITNESS_BLIND,
    place,
)
from tests.shell.journal.journals import rewrite, rows_of

BLIND: Final = {"bare": BARE_BLIND, "keys": KEYS_BLIND, "witness": WITNESS_BLIND}
HOLDS: Final = dict.fromkeys(BLIND, 0)
UNSIGNED: Final = {"bare": 0, "keys": 1, "witness": 1}
"""The chain holds; that its end lies under no head yet is for who looks to judge, until the table goes on."""
SIGNED: Final = "an entry under a signed head"
CRASHES: Final = {SIGNED: HOLDS, "CardDealt": UNSIGNED, "SeatSettled": UNSIGNED}
"""Behind what a table died: the last but one of its heads, or the last entry of a kind."""


def crashed(folder: Path, kind: str) -> None:
    """The night ends there; of its heads those up to there are left, and the witness has the last of them."""
    path = place(folder)
    rows, lines = rows_of(path), heads_path(path).read_text().splitlines()
    sizes = [int(line.split()[5]) for line in lines]
    end = sizes[-2] if kind == SIGNED else max(at for at, row in enumerate(rows) if row.kind == kind) + 1
    heads = [line for line, size in zip(lines, sizes, strict=True) if size <= end]
    rewrite(path, rows[:end])
    heads_path(path).write_text("".join(f"{line}\n" for line in heads))
    kept = (folder / "witness.txt").read_text().splitlines()
    others = [line for line in kept if line.startswith("key ") or f" {NIGHT} " not in f" {line} "]
    (folder / "witness.txt").write_text("\n".join([*others, *heads[-1:]]) + "\n")


def samples(folder: Path) -> Iterator[dict[str, Any]]:
    """Each sample is in its folder; what it is, and its verdicts."""
    honest = forged_files.honest(folder / "honest")
    yield {"folder": "honest", "what": "as it was written", **HOLDS}
    for number, (kind, verdicts) in enumerate(CRASHES.items(), start=1):
        name = f"crashed-{number:02}"
        crashed(shutil.copytree(honest, folder / name), kind)
        yield {"folder": name, "what": f"the table died after {kind}", **verdicts}
    for number, (what, forge) in enumerate(FORGERIES.items(), start=1):
        name = f"forged-{number:02}"
        forge(shutil.copytree(honest, folder / name))
        verdicts = {by: int(what not in blind) for by, blind in BLIND.items()}
        # A kind that nobody knows is one of a later edition to a verifier that reads those too.
        later = {"later_editions": True} if what in SCRIPT_BLIND else {}
        yield {"folder": name, "what": what, **verdicts, **later}


def main(words: list[str]) -> int:
    """The samples and their verdicts are in a new folder."""
    if len(words) != 1:
        sys.stderr.write("usage: python -m tests.shell.journal.samples FOLDER\n")
        return 2
    folder = Path(words[0])
    folder.mkdir(parents=True)
    told = list(samples(folder))
    (folder / "verdicts.json").write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n")
    sys.stdout.write(f"{folder}: {len(told)} samples\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
