"""Checking the signed file of an inspection: signature, digests, readings, and its journals to their ends.

The file is made by `controller.house.inspection_file`. It holds by keys that were named from elsewhere, the
house's among them: anybody can make one and put a key of his own into it.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from controller.journal.chain import Row, holds
from controller.journal.evidence import MANIFEST, SIGNATURE, NoEvidence
from controller.journal.heads import signed_by
from controller.journal.held_by_others import Holdings, compared
from controller.journal.report import NO_OTHERS, FileReport, Others
from controller.journal.trust import HOUSE, NO_KEYS, Keys
from controller.journal.verify import verify
from controller.journal.witness import Witness

FORMAT: Final = "tapis-inspection/1"
JOURNALS: Final = "journals/"
READINGS: Final = "readings.jsonl"
FILES_MAX: Final = 4_096
BYTES_MAX: Final = 1024 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class InspectionReport:
    """What holds of the file. `signer` signed it; `by_word`: the tables' keys are as the house names them."""

    signer: str
    files: tuple[FileReport, ...]
    faults: tuple[str, ...]
    by_word: bool
    others: Others = NO_OTHERS

    @property
    def ok(self) -> bool:
        """Everything about it holds, and it is the house's."""
        return not self.faults and all(one.ok for one in self.files)


def is_inspection(path: Path) -> bool:
    """Whether the zip says that it is the file of an inspection."""
    try:
        with zipfile.ZipFile(path) as archive:
            return str(json.loads(archive.read(MANIFEST))["format"]).startswith("tapis-inspection/")
    except (OSError, zipfile.BadZipFile, KeyError, TypeError, ValueError, RuntimeError, zlib.error):
        return False


def check_inspection(path: Path, witnesses: Sequence[Witness] = (), keys: Keys = NO_KEYS) -> InspectionReport:
    """What holds of the file, and what does not, by the keys that were named: `HOUSE` signs it.

    Raises:
        NoEvidence: it cannot be read as such a file.
    """
    files = _files(path)
    try:
        manifest = json.loads(files[MANIFEST])
        if manifest["format"] != FORMAT:
            raise NoEvidence(f"{path}: an inspection of format {str(manifest['format'])[:40]}")
        signer, wanted = str(manifest["signed_by"]), dict(manifest["files"])
        reach = {name: tuple(end) for name, end in manifest["reach"].items()}
        named = {table: frozenset(map(str, told)) for table, told in manifest["heads_signed_by"].items()}
        faults = [*_unsigned(files, wanted, signer), *_readings(files.get(READINGS, b""))]
    except NoEvidence:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise NoEvidence(f"{path}: no signed file of an inspection") from None
    if signer not in keys.get(HOUSE, ()):
        faults.append(f"it is signed with {signer}, which nobody named: --key {HOUSE}=HEX, from paper")
    by_word = not faults and keys.keys() == {HOUSE} and not witnesses
    reports, others = _journals(files, reach, witnesses, named if by_word else keys)
    if {one.file for one in reports} != reach.keys():
        faults.append("other journals are in it than it names")
    return InspectionReport(signer, reports, (*faults, *others.faults), by_word, others)


def _files(path: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(path) as archive:
            inside = archive.infolist()
            names = {one.filename for one in inside}
            if len(inside) > FILES_MAX or sum(one.file_size for one in inside) > BYTES_MAX:
                raise NoEvidence(f"{path}: too large for the file of an inspection")
            if len(names) != len(inside):
                raise NoEvidence(f"{path}: a file is in it twice")
            return {name: archive.read(name) for name in names}
    except (OSError, zipfile.BadZipFile, RuntimeError, EOFError, zlib.error) as error:
        raise NoEvidence(f"{path}: cannot be read as a zip: {error}") from None


def _unsigned(files: Mapping[str, bytes], wanted: Mapping[str, Any], signer: str) -> Iterator[str]:
    if not signed_by(signer, files[MANIFEST], files.get(SIGNATURE, b"").decode("ascii", "replace").strip()):
        yield "the signature of the manifest does not hold"
    found = {name: data for name, data in files.items() if name not in (MANIFEST, SIGNATURE)}
    for name in sorted(found.keys() | wanted.keys()):
        if name not in found or hashlib.sha256(found[name]).hexdigest() != wanted.get(name):
            yield f"{name} is not the file that was signed"


def _readings(data: bytes) -> Iterator[str]:
    before: Row | None = None
    for number, line in enumerate(data.splitlines(), start=1):
        row = Row(**json.loads(line))
        follows = before is None or (row.seq, row.prev_hash) == (before.seq + 1, before.hash)
        if not follows or not holds(row):
            yield f"{READINGS}, line {number}: it does not follow from the one before"
        before = row
    if before is None:
        yield "no reading is in it, and the one that made it was written down first"


def _journals(
    files: Mapping[str, bytes], reach: Mapping[str, tuple[Any, ...]], witnesses: Sequence[Witness], keys: Keys
) -> tuple[tuple[FileReport, ...], Others]:
    """Each journal by itself, as far as the file says, and against what those of other tables hold."""
    reports: list[FileReport] = []
    with tempfile.TemporaryDirectory() as place:
        laid = [name for name in sorted(files) if name.startswith(JOURNALS)]
        for name in laid:
            (Path(place) / Path(name).name).write_bytes(files[name])
        holdings, paths = Holdings(), sorted(Path(place).glob("*.journal"))
        for path in paths:
            holdings.read(path)
        before: FileReport | None = None
        for path in paths:
            report = verify(path, witnesses=witnesses, keys=keys)
            one, why = report.files[0], "; ".join(report.faults)
            if (one.entries, one.head) != reach.get(one.file):
                why = why or "it does not end where the file says that it does"
            if before is not None and (before.table, before.session + 1) == (one.table, one.session):
                why = why or ("" if before.head == one.previous else f"does not follow {before.file}")
            if why and one.ok:
                one = replace(one, first_bad_seq=one.entries, why=why)
            reports.append(one)
            before = one
        # They were copied one after the other: one that ends before a head of it is an older copy.
        return tuple(reports), compared(list(zip(paths, reports, strict=True)), holdings, keys)
