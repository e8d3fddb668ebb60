"""Evidence of one round in one file: signed, and checked by whoever has it, without the table.

A zip of plain files: the journal's rows of the round with the hashes before and after each, the first row,
the signed heads that cover them, the story in words, the settlement sheet, the book's entries, the rules. A
row with a card that was never turned up is there with its hashes only: what nobody may know leaves the
house in no form, sealed neither. `manifest.json` has the SHA-256 of each file, `manifest.sig` the Ed25519
signature over it (requirement JW-19): of the table, or of the house at the pit, which has no table's key and
is then named in the manifest beside the key of the table's signed heads.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.journal.chain import JournalDamaged, Row, link, opened_by
from controller.journal.heads import HeadRefused, SignedHead, Signer, parse_head, signed_by
from controller.journal.one_round import OneRound
from controller.journal.reading import CODEC, Commitments
from controller.journal.witness import Witness
from controller.spelling import Unreadable

FORMAT: Final = "tapis-evidence/1"
MANIFEST: Final = "manifest.json"
SIGNATURE: Final = "manifest.sig"
ROWS: Final = "rows.jsonl"
HEADS: Final = "heads.txt"
BYTES_MAX: Final = 64 * 1024 * 1024
FILES_MAX: Final = 100
_AT: Final = (1980, 1, 1, 0, 0, 0)


class NoEvidence(ValueError):
    """The file is no evidence of a round, and says nothing about one."""


@dataclass(frozen=True, slots=True)
class EvidenceReport:
    """What holds of a bundle; without a fault `faults` is empty.

    `key` is the table's, which signed the heads; `signer` the one that signed the whole, mostly the same.
    """

    table: str
    session: int
    round: int
    journal_id: str
    key: str
    signer: str
    rows: int
    withheld: int
    heads: int
    simulated: bool
    faults: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Everything about the bundle holds."""
        return not self.faults


def bundle(
    told: OneRound,
    heads: Sequence[SignedHead],
    signer: Signer,
    more: Mapping[str, bytes],
    notes: Iterable[str],
    table_key: str = "",
) -> bytes:
    """The evidence of a round as the bytes of a zip: the same for the same round, whoever makes it when.

    `more` are further files by name; `notes` say what is not there, and why. `table_key` is the key of the
    heads, where another than the table signs.
    """
    withheld, opened = told.withheld(), opened_by(told.opening)
    rows = [_row(row, row.seq in withheld) for row in [told.opening, *told.rows]]
    files = {
        ROWS: "".join(f"{json.dumps(row, separators=(',', ':'))}\n" for row in rows).encode(),
        HEADS: "".join(f"{one.line}\n" for one in covering(heads, told)).encode(),
        **more,
    }
    manifest = {
        "format": FORMAT,
        "table": opened.table,
        "session": opened.session,
        "simulated": opened.simulated,
        "round": told.number,
        "journal_id": told.opening.hash,
        "journal_entries": told.last.seq,
        "journal_head": told.last.hash,
        "key": table_key or signer.key,
        "notes": list(notes),
        "files": {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())},
    }
    if table_key and table_key != signer.key:
        manifest["signed_by"] = signer.key
    text = json.dumps(manifest, indent=1, sort_keys=True).encode()
    whole = {MANIFEST: text, SIGNATURE: signer.sign(text).encode(), **dict(sorted(files.items()))}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in whole.items():
            entry = zipfile.ZipInfo(name, _AT)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return made.getvalue()


def covering(heads: Sequence[SignedHead], told: OneRound) -> list[SignedHead]:
    """The heads signed during the round, the first after it, and the last of all."""
    first, last = told.rows[0].seq, told.rows[-1].seq
    after = [one for one in heads if one.size > last]
    within = [one for one in heads if first <= one.size <= last]
    return list(dict.fromkeys([*within, *after[:1], *heads[-1:]]))


def _row(row: Row, withheld: bool) -> dict[str, Any]:
    if withheld:
        return {"seq": row.seq, "withheld": True, "prev_hash": row.prev_hash, "hash": row.hash}
    return row._asdict()


# --- checking ------------------------------------------------------------------------------------


def is_bundle(path: Path) -> bool:
    """Whether the file is a zip."""
    return path.is_file() and zipfile.is_zipfile(path)


def check_bundle(path: Path, witnesses: Sequence[Witness] = ()) -> EvidenceReport:
    """What holds of the evidence in the file, and what does not.

    Raises:
        NoEvidence: it cannot be read as evidence.
    """
    files = _files(path)
    try:
        manifest = json.loads(files[MANIFEST])
        wanted: dict[str, str] = dict(manifest["files"])
        if manifest["format"] != FORMAT:
            raise NoEvidence(f"{path}: evidence of format {str(manifest['format'])[:40]}")
        head = [manifest[name] for name in ("table", "session", "round", "journal_id", "key", "simulated")]
        by = manifest.get("signed_by", manifest["key"])
        if [type(one) for one in (*head, by)] != [str, int, int, str, str, bool, str]:
            raise TypeError
    except (KeyError, TypeError, ValueError, AttributeError):
        raise NoEvidence(f"{path}: no evidence of a round") from None
    table, session, number, journal_id, key, simulated = head
    faults = []
    signature = files.get(SIGNATURE, b"").decode("ascii", "replace").strip()
    if not signed_by(by, files[MANIFEST], signature):
        faults.append("the signature of the manifest does not hold")
    found = {
        name: hashlib.sha256(data).hexdigest()
        for name, data in files.items()
        if name not in (MANIFEST, SIGNATURE)
    }
    faults += [f"{name} is not the file that was signed" for name in sorted(found.keys() ^ wanted.keys())]
    faults += [
        f"{name} is not the file that was signed"
        for name in sorted(found.keys() & wanted.keys())
        if found[name] != wanted[name]
    ]
    rows = _Rows(files.get(ROWS, b""))
    faults += rows.faults
    if rows.opened(journal_id, table, session, simulated):
        faults.append("its first row is not the one of the journal that it names")
    heads, wrong = _heads(files.get(HEADS, b""), key, journal_id)
    faults += wrong
    seen = [(one.size, one.hash, "signed") for one in heads]
    seen += [(one.seq, one.hash, "witnessed") for one in witnesses if one.journal_id == journal_id]
    if witnesses and not any(one.journal_id == journal_id for one in witnesses):
        faults.append("no head of its journal was witnessed")
    faults += [
        f"entry {size} is not the one that was {how}"
        for size, hash_, how in seen
        if rows.hashes.get(size, hash_) != hash_
    ]
    told = (rows.count, rows.withheld, len(heads), simulated, tuple(faults))
    return EvidenceReport(table, session, number, journal_id, key, by, *told)


class _Rows:
    """The rows of a bundle, each held against its own hash and its neighbours."""

    def __init__(self, data: bytes) -> None:
        self.faults: list[str] = []
        self.hashes: dict[int, str] = {}
        self.count = self.withheld = 0
        self._first: Row | None = None
        self._commitments = Commitments(CODEC)
        before: tuple[int, str] = (0, "")
        for line in data.splitlines():
            try:
                before = self._take(json.loads(line), before)
            except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
                self.faults.append(f"row {self.count + 1} of the bundle cannot be read")
                return
            except JournalDamaged as damage:
                self.faults.append(str(damage))
                return

    def _take(self, row: dict[str, Any], before: tuple[int, str]) -> tuple[int, str]:
        seq, hash_ = row["seq"], row["hash"]
        self.count += 1
        if seq <= before[0] or (seq == before[0] + 1 > 1 and row["prev_hash"] != before[1]):
            raise JournalDamaged(seq, "it does not follow from the entry before")
        if row.get("withheld"):
            self.withheld += 1
        else:
            full = Row(**row)
            if link(full.prev_hash, seq, full.at_ms, full.kind, full.body) != hash_:
                raise JournalDamaged(seq, "its hash is not that of its content")
            if full.kind in CODEC.sealing or full.kind in CODEC.revealing:
                self._commitments.check(seq, full.kind, full.body)
            self._first = self._first or full
        self.hashes[seq] = hash_
        return seq, hash_

    def opened(self, journal_id: str, *named: object) -> bool:
        """Whether the first row is *not* the opening of this journal, table and session."""
        if self._first is None or self._first.seq != 1 or self._first.hash != journal_id:
            return True
        try:
            found = opened_by(self._first)
        except (Unreadable, ValueError):
            return True
        return (found.table, found.session, found.simulated) != named


def _heads(data: bytes, key: str, journal_id: str) -> tuple[list[SignedHead], list[str]]:
    heads, faults = [], []
    for line in data.decode("ascii", "replace").splitlines():
        try:
            head = parse_head(line)
        except HeadRefused as error:
            faults.append(str(error))
            continue
        if head.journal_id != journal_id or head.key != key:
            faults.append(f"the head signed at entry {head.size} is of another journal or key")
        heads.append(head)
    return heads, faults


def _files(path: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            names = [one.filename for one in entries]
            if len(entries) > FILES_MAX or sum(one.file_size for one in entries) > BYTES_MAX:
                raise NoEvidence(f"{path}: too large for evidence of a round")
            if len(set(names)) != len(names):
                raise NoEvidence(f"{path}: a file is in it twice")
            return {name: archive.read(name) for name in names}
    except (OSError, zipfile.BadZipFile, RuntimeError, EOFError, ValueError) as error:
        if isinstance(error, NoEvidence):
            raise
        raise NoEvidence(f"{path}: cannot be read as a zip") from None
