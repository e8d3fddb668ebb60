"""Evidence of one round: opened, forged, packed again; and each forgery of it that comes with the samples."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from controller.cli import main
from controller.journal.chain import Head, Row, opening_of
from controller.journal.evidence import HEADS, MANIFEST, ROWS, SIGNATURE
from controller.journal.heads import SignedHead, Signer
from tests.shell.journal.forged_files import NIGHT, OWN, SEED, STRANGER, greater_prize, place, told
from tests.shell.journal.forgeries import linked

Files = dict[str, bytes]
FIRST, LAST = 1, 3
"""The rounds of the night that evidence is made of: the one with the jackpot, and the last."""
BUNDLE = "round.zip"


def evidence(folder: Path, number: int, out: Path) -> Path:
    """The evidence of this round of the night, as the command makes it."""
    words = ["journal", "evidence", str(place(folder)), "--round", str(number), "--out", str(out)]
    made = CliRunner().invoke(main, [*words, "--simulated-seed", str(SEED)])
    assert made.exit_code == 0, made.output
    return out


def files_of(path: Path) -> Files:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rows_in(files: Files) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files[ROWS].splitlines()]


def packed(
    files: Files, rows: list[dict[str, Any]], heads: list[SignedHead], signer: Signer, out: Path
) -> Path:
    """The bundle with these rows and heads, signed anew by `signer` from end to end."""
    files = dict(files)
    files[ROWS] = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    files[HEADS] = "".join(f"{one.line}\n" for one in heads).encode()
    manifest = json.loads(files[MANIFEST]) | {"key": signer.key}
    manifest["files"] = {
        name: hashlib.sha256(data).hexdigest()
        for name, data in files.items()
        if name not in (MANIFEST, SIGNATURE)
    }
    return resigned(files, manifest, signer, out)


def resigned(files: Files, manifest: dict[str, Any], signer: Signer, out: Path) -> Path:
    text = json.dumps(manifest).encode()
    return written(files | {MANIFEST: text, SIGNATURE: signer.sign(text).encode()}, out)


def written(files: Files, out: Path) -> Path:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
    out.write_bytes(made.getvalue())
    return out


def head(rows: list[Row], at: int, signer: Signer) -> SignedHead:
    return signer.head(opening_of(rows[0]), rows[0].hash, Head(rows[at].seq, rows[at].hash), rows[at].at_ms)


# --- one forgery each ----------------------------------------------------------------------------------

Forge = Callable[[Files, list[Row]], tuple[list[Row], list[SignedHead], Signer]]
"""The rows, the heads, and who signs all of it."""


def content(change: Callable[[list[Row]], list[Row]], signer: Signer, files: Files, rows: list[Row]) -> Any:
    """What the entries say is changed, every hash after it made anew and signed."""
    changed = change(rows)
    first = next(at for at, row in enumerate(changed) if row != rows[at])
    anew = linked(changed, first)
    return anew, [head(anew, -1, signer)], signer


def left_out(files: Files, rows: list[Row]) -> Any:
    half = len(rows) // 2
    return (
        [*rows[: half + 1], *rows[half + 2 :]],
        [head(rows, half, OWN[NIGHT]), head(rows, -1, OWN[NIGHT])],
        OWN[NIGHT],
    )


def unsigned_tail(files: Files, rows: list[Row]) -> Any:
    return rows, [head(rows, len(rows) // 2, OWN[NIGHT])], OWN[NIGHT]


def cut(files: Files, rows: list[Row]) -> Any:
    half = len(rows) // 2
    return rows[: half + 1], [head(rows, half, OWN[NIGHT])], OWN[NIGHT]


def late(files: Files, rows: list[Row]) -> Any:
    return [rows[0], *rows[2:]], [head(rows, -1, OWN[NIGHT])], OWN[NIGHT]


bank = partial(told, "RoundClosed", r'"bank_cents":-?', '"bank_cents":9')
FORGED: dict[str, tuple[int, Forge, tuple[int, int]]] = {
    "a prize greater, signed by a stranger": (FIRST, partial(content, greater_prize, STRANGER), (1, 1)),
    "a prize greater, own": (FIRST, partial(content, greater_prize, OWN[NIGHT]), (0, 1)),
    "the bank's win changed, own; that no head of a witness binds it is said": (
        LAST,
        partial(content, bank, OWN[NIGHT]),
        (0, 0),
    ),
    "an entry left out between two heads, own": (FIRST, left_out, (1, 1)),
    "entries after the last head, which the witness has": (FIRST, unsigned_tail, (1, 0)),
    "the first entry of the round left out, own": (FIRST, late, (1, 1)),
    "cut in the middle of the round, own; that it is not over is said": (FIRST, cut, (0, 0)),
}
"""Of which round, how, and what is found by the keys and by the witness: 0, it holds; 1, it does not."""


def another_round_named(files: Files, out: Path) -> None:
    manifest = json.loads(files[MANIFEST]) | {"round": 9}
    resigned(files, manifest, OWN[NIGHT], out)


def word_changed(files: Files, out: Path) -> None:
    name = next(one for one in sorted(files) if one.startswith("story"))
    written(files | {name: files[name] + b"\n"}, out)


def signed_by_a_stranger(files: Files, out: Path) -> None:
    resigned(files, json.loads(files[MANIFEST]) | {"signed_by": STRANGER.key}, STRANGER, out)


WHOLE: dict[str, Callable[[Files, Path], None]] = {
    "another round named, own": another_round_named,
    "a word of the story changed": word_changed,
    "all as it was, signed by a stranger": signed_by_a_stranger,
}
"""What is done to the bundle and not to its rows: always found."""


def forge(name: str, files: Files, out: Path) -> None:
    """The bundle forged so."""
    if name in WHOLE:
        WHOLE[name](files, out)
        return
    rows, heads, signer = FORGED[name][1](files, [Row(**row) for row in rows_in(files)])
    packed(files, [row._asdict() for row in rows], heads, signer, out)
