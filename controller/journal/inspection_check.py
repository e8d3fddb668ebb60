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
from controller.journal.faults import faulty
from controller.journal.heads import signed_by
from controller.journal.held_by_others import Holdings, compared
from controller.journal.report import NO_OTHERS, FileReport, Others
from controller.journal.trust import HOUSE, NO_KEYS, Keys
from controller.journal.verify import verify
from controller.journal.witness import Witness
from controller.told import at_place, said_by, together

FORMAT: Final = "tapis-inspection/1"
JOURNALS: Final = "journals/"
READINGS: Final = "readings.jsonl"
FILES_MAX: Final = 4_096
BYTES_MAX: Final = 1024 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class InspectionReport:
    """What holds of the file.

    `signer` signed it; `whose`: a key was named as the house's, by which that was checked; `by_word`: the
    tables' keys are as the house names them.
    """

    signer: str
    files: tuple[FileReport, ...]
    faults: tuple[str, ...]
    whose: bool
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
            raise NoEvidence(at_place(path, faulty("inspection_format", what=str(manifest["format"])[:40])))
        signer, wanted = str(manifest["signed_by"]), dict(manifest["files"])
        reach = {name: tuple(end) for name, end in manifest["reach"].items()}
        named = {table: frozenset(map(str, told)) for table, told in manifest["heads_signed_by"].items()}
        faults = [*_unsigned(files, wanted, signer), *_readings(files.get(READINGS, b""))]
    except NoEvidence:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise NoEvidence(at_place(path, faulty("no_signed_file_inspection"))) from None
    if signer not in keys.get(HOUSE, ()):
        faults.append(faulty("signed_which_nobody_named_key", key=signer))
    by_word = not faults and keys.keys() == {HOUSE} and not witnesses
    reports, others = _journals(files, reach, witnesses, named if by_word else keys)
    if {one.file for one in reports} != reach.keys():
        faults.append(faulty("other_journals_than_names"))
    return InspectionReport(signer, reports, (*faults, *others.faults), HOUSE in keys, by_word, others)


def _files(path: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(path) as archive:
            inside = archive.infolist()
            names = {one.filename for one in inside}
            if len(inside) > FILES_MAX or sum(one.file_size for one in inside) > BYTES_MAX:
                raise NoEvidence(at_place(path, faulty("too_large_file_inspection")))
            if len(names) != len(inside):
                raise NoEvidence(at_place(path, faulty("file_twice")))
            return {name: archive.read(name) for name in names}
    except (OSError, zipfile.BadZipFile, RuntimeError, EOFError, zlib.error) as error:
        raise NoEvidence(at_place(path, faulty("zip_unread", why=said_by(error)))) from None


def _unsigned(files: Mapping[str, bytes], wanted: Mapping[str, Any], signer: str) -> Iterator[str]:
    if not signed_by(signer, files[MANIFEST], files.get(SIGNATURE, b"").decode("ascii", "replace").strip()):
        yield faulty("signature_manifest_does_not_hold")
    found = {name: data for name, data in files.items() if name not in (MANIFEST, SIGNATURE)}
    for name in sorted(found.keys() | wanted.keys()):
        if name not in found or hashlib.sha256(found[name]).hexdigest() != wanted.get(name):
            yield faulty("not_file_signed", file=name)


def _readings(data: bytes) -> Iterator[str]:
    before: Row | None = None
    for number, line in enumerate(data.splitlines(), start=1):
        row = Row(**json.loads(line))
        follows = before is None or (row.seq, row.prev_hash) == (before.seq + 1, before.hash)
        if not follows or not holds(row):
            yield faulty("line", file=READINGS, line=number, said=faulty("does_not_follow_before"))
        before = row
    if before is None:
        yield faulty("no_reading_made_written_down")


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
            one, why = report.files[0], together(report.faults)
            if (one.entries, one.head) != reach.get(one.file):
                why = why or faulty("does_not_end_where_file")
            if before is not None and (before.table, before.session + 1) == (one.table, one.session):
                why = why or (
                    "" if before.head == one.previous else faulty("does_not_follow", file=before.file)
                )
            if why and one.ok:
                one = replace(one, first_bad_seq=one.entries, why=why)
            reports.append(one)
            before = one
        # They were copied one after the other: one that ends before a head of it is an older copy.
        return tuple(reports), compared(list(zip(paths, reports, strict=True)), holdings, keys)
