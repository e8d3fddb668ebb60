"""Sample journals and bundles, honest, crashed and forged, with their verdicts.

    python -m tests.shell.journal.samples FOLDER                        # makes them there
    python -m tests.shell.journal.samples --pack deploy/samples.tar.xz  # and packs what is shipped

For who writes a verifier of his own from the page of the format, which says what is in them. `verdicts.json`
says of each what `tapis journal verify` answers without anything, by the keys, and by the witness: 0,
everything holds; 1, something does not.
"""

from __future__ import annotations

import io
import json
import shutil
import sys
import tarfile
from collections.abc import Iterator
from lzma import PRESET_EXTREME
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from controller.journal.heads import heads_path, key_fingerprint
from tests.shell.journal import forged_bundles, forged_files, sticks
from tests.shell.journal.forged_bundles import BUNDLE, FIRST, FORGED, LAST, WHOLE
from tests.shell.journal.forged_files import (
    BARE_BLIND,
    FORGERIES,
    KEYS_BLIND,
    NIGHT,
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
DIED: Final = "the table died after "
AS_MADE: Final = {"evidence of the round with the jackpot": FIRST, "evidence of the last round": LAST}
BUNDLES: Final = {
    **dict.fromkeys(AS_MADE, (0, 0)),
    **{what: told for what, (_, _, told) in FORGED.items()},
    **dict.fromkeys(WHOLE, (1, 1)),
}
"""What is found by the keys, and by the witness. Without any nobody's evidence is called good."""
VERDICTS: Final = "verdicts.json"
EXERCISE: Final = "exercise"
"""What an inspector tries his own way with: two tables with their book, the papers of the house, the heads of
a witness; and the same stick with 1 € more paid to a seat, signed with the table's own key."""


def exercise(folder: Path) -> None:
    """The exercise is in this new folder."""
    folder.mkdir()
    sticks.play(folder)
    papers = (f"{table} = {key_fingerprint(sticks.key_of(table).key)}\n" for table in sticks.TABLES)
    (folder / "paper.txt").write_text("".join(papers))
    with TemporaryDirectory() as kept:
        other = Path(shutil.copytree(folder, Path(kept) / EXERCISE))
        sticks.forged(other, "SeatSettled", "paid_cents", 100, sticks.key_of("UTH-1"))
        shutil.move(other / "stick", folder / "forged")


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
    for one in verdicts():
        name, what = one["folder"], one["what"]
        if name.startswith("crashed"):
            crashed(shutil.copytree(honest, folder / name), what.removeprefix(DIED))
        elif name.startswith("forged"):
            FORGERIES[what](shutil.copytree(honest, folder / name))
        elif name.startswith("bundle"):
            _bundle(honest, what, folder / name)
        yield one


def verdicts() -> Iterator[dict[str, Any]]:
    """What each sample is, and what is to be said of it: 0, everything holds; 1, something does not."""
    yield {"folder": "honest", "what": "as it was written", **HOLDS}
    for number, (kind, told) in enumerate(CRASHES.items(), start=1):
        yield {"folder": f"crashed-{number:02}", "what": f"{DIED}{kind}", **told}
    for number, what in enumerate(FORGERIES, start=1):
        told = {by: int(what not in blind) for by, blind in BLIND.items()}
        yield {"folder": f"forged-{number:02}", "what": what, **told}
    for number, (what, (by_keys, by_witness)) in enumerate(BUNDLES.items(), start=1):
        told = {"bare": 1, "keys": by_keys, "witness": by_witness}
        yield {"folder": f"bundle-{number:02}", "what": what, **told}


def _bundle(honest: Path, what: str, folder: Path) -> None:
    """The evidence of a round in this folder, with the keys and the witness of the house."""
    folder.mkdir()
    for name in ("keys.txt", "witness.txt"):
        shutil.copy(honest / name, folder / name)
    number = AS_MADE.get(what) or FORGED.get(what, (FIRST,))[0]
    out = forged_bundles.evidence(honest, number, folder / BUNDLE)
    files = forged_bundles.files_of(out)
    if what in AS_MADE:
        forged_bundles.written(files, out)  # not compressed: the archive has what is in many of them once
    else:
        forged_bundles.forge(what, files, out)


def made(folder: Path) -> int:
    """The samples and their verdicts are in a new folder; how many."""
    folder.mkdir(parents=True)
    told = list(samples(folder))
    exercise(folder / EXERCISE)
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in told)
    (folder / VERDICTS).write_text(f"[\n{lines}\n]\n")
    return len(told)


def packed(folder: Path, out: Path) -> None:
    """All that is in the folder, of nobody and of no time: the same bytes for the same files."""
    with tarfile.open(out, "w:xz", preset=9 | PRESET_EXTREME, format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(one for one in folder.rglob("*") if one.is_file()):
            data = path.read_bytes()
            entry = tarfile.TarInfo(f"samples/{path.relative_to(folder).as_posix()}")
            entry.size, entry.mode = len(data), 0o644
            archive.addfile(entry, io.BytesIO(data))


def main(words: list[str]) -> int:
    """The samples and their verdicts are in a new folder, or in the archive that is shipped."""
    match words:
        case ["--pack", out]:
            with TemporaryDirectory() as kept:
                folder = Path(kept) / "samples"
                count = made(folder)
                packed(folder, Path(out))
        case [out] if not out.startswith("-"):
            count = made(Path(out))
        case _:
            sys.stderr.write("usage: python -m tests.shell.journal.samples FOLDER | --pack FILE\n")
            return 2
    sys.stdout.write(f"{out}: {count} samples\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
