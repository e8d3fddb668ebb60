"""A proof in one file, for who goes on with it: one machine is not always at work as long as a proof takes.

Where one of full counts was made it stands in the repository, for its readers and for the dossier. The
archive has one folder, named like that of the run (`named`), with the blocks, what came of the tests, and
the signed report; not the key that signed it.
"""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final

from tests.proof.outcomes import SUFFIX
from tests.proof.record import BLOCKS, ROOT

KEPT: Final = ROOT / "deploy" / "proof.tar.xz"
ENDING: Final = ".tar.xz"
REPORT: Final = ("proof.json", "proof.sig", "proof.pub.pem", "proof.pdf")
UNREADABLE: Final = (OSError, EOFError, LZMAError, tarfile.TarError)
"""What opening raises of a file that is no archive, or is torn, or cannot be read."""


class NothingTried(Exception):
    """Who goes on with this run would find nothing in it; the message says what to do."""


def keep(folder: Path, archive: Path) -> None:
    """The run and its report stand in the archive, the same bytes for the same files; one that stood there
    before stays until the new one is whole.

    Raises:
        NothingTried: the run has a report at most; nothing is written.
    """
    paths = sorted(path for path in folder.iterdir() if path.name in (BLOCKS, *REPORT) or _tells(path))
    if all(path.name in REPORT for path in paths):
        raise NothingTried(
            f"{archive}: not written, for nothing was tried in {folder}: try a part, or name what was (FROM=)"
        )
    whole = archive.with_name(f"{archive.name}.new")
    with tarfile.open(whole, "w:xz", preset=9) as packed:
        for path in paths:
            data = path.read_bytes()
            entry = tarfile.TarInfo(f"{folder.name}/{path.name}")
            entry.size, entry.mode = len(data), 0o644
            packed.addfile(entry, BytesIO(data))
    whole.replace(archive)


def _tells(path: Path) -> bool:
    return path.name.endswith(SUFFIX)


@contextmanager
def opened(place: Path) -> Iterator[Path]:
    """The folder of a run: `place` itself, or what an archive has in it, as long as the block lasts.

    Raises:
        UNREADABLE: it is called an archive and is none, or cannot be read.
    """
    if not place.name.endswith(ENDING):
        yield place
        return
    with TemporaryDirectory() as scratch:
        with tarfile.open(place, "r:xz") as packed:
            _unpack(packed, Path(scratch))
        inside = sorted(Path(scratch).iterdir())
        yield inside[0] if len(inside) == 1 else Path(scratch)


def _unpack(packed: tarfile.TarFile, into: Path) -> None:
    """The files of an archive that lie in its folder, and nothing that says it lies elsewhere.

    Debian 12 has a Python whose `extractall` cannot tell them apart by itself.
    """
    for entry in packed:
        parts = PurePosixPath(entry.name).parts
        data = packed.extractfile(entry) if entry.isfile() else None
        if data is None or len(parts) != 2 or {"/", ".."} & set(parts):
            continue
        (into / parts[0]).mkdir(exist_ok=True)
        into.joinpath(*parts).write_bytes(data.read())
