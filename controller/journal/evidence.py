"""Evidence of one round in one file: signed, and checked by whoever has it, without the table.

A zip of plain files: the journal's first row, its rows from the round's opening to the first signed head
after the round, those heads, the story in words, the settlement sheet, the book's entries, the rules. No row
between is left out, for a row binds those before it by its own content: a card that was never turned up is
there as the journal has it, sealed, and what opens it leaves the table in no file. `manifest.json` has the
SHA-256 of each file, `manifest.sig` the Ed25519 signature over it (requirement JW-19): of the table, or of
the house at the pit, which has no table's key and is then named in the manifest beside the key of the
table's signed heads.

Anybody can sign with a key of his own: whether a key is the house's, the reader has to know. A bundle holds
when keys that he names signed it and its heads, and the heads bind every row of the round.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.journal.chain import JournalDamaged, NotAJournal, Row, holds, opened_by
from controller.journal.faults import faulty
from controller.journal.field_codec import Unreadable, parse_body
from controller.journal.heads import HeadRefused, SignedHead, Signer, parse_head, signed_by
from controller.journal.one_round import OneRound
from controller.journal.reading import CODEC, Commitments
from controller.journal.trust import HOUSE, NO_KEYS, Keys, knows
from controller.journal.witness import Witness
from controller.told import at_place, said_by

FORMAT: Final = "tapis-evidence/2"
"""The one before withheld rows, which could hide anything: it is not taken for evidence any more."""
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
    `rows` are all in it, `sealed` those of them with a card that was never turned up. `over` says whether the
    round ends in it. `witnessed` says whether heads that the reader got from a witness bind all of the round:
    if not, the table's own key alone does. `whose` says whether keys were named: without, it is a whole
    chain, of whomever.
    """

    table: str
    session: int
    round: int
    journal_id: str
    key: str
    signer: str
    rows: int
    sealed: int
    heads: int
    simulated: bool
    faults: tuple[str, ...]
    whose: bool
    over: bool
    witnessed: bool

    @property
    def ok(self) -> bool:
        """Everything about the bundle holds, and it is the house's."""
        return self.whose and not self.faults


def bundle(
    told: OneRound,
    heads: Sequence[SignedHead],
    signer: Signer,
    more: Mapping[str, bytes],
    notes: Iterable[str],
    table_key: str = "",
) -> bytes:
    """The evidence of a round as the bytes of a zip: the same for the same round, whoever makes it when.

    `told` goes on to the first of `heads` after the round, see `one_round`. `more` are further files by name;
    `notes` say what is not there, and why. `table_key` is the key of the heads, where another than the table
    signs.
    """
    opened = opened_by(told.opening)
    rows = [told.opening, *told.through]
    files = {
        ROWS: "".join(f"{json.dumps(row._asdict(), separators=(',', ':'))}\n" for row in rows).encode(),
        HEADS: "".join(f"{one.line}\n" for one in binding(heads, told)).encode(),
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
    return packed(whole)


def packed(files: Mapping[str, bytes]) -> bytes:
    """These files as a ZIP archive, in this order: the same bytes whenever it is made."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _AT)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return made.getvalue()


def binding(heads: Sequence[SignedHead], told: OneRound) -> list[SignedHead]:
    """The heads signed during the round, the first at its end or after it, and the last of all."""
    first, last = told.through[0].seq, told.through[-1].seq
    return [one for one in heads if first <= one.size <= last or one is heads[-1]]


# --- checking ------------------------------------------------------------------------------------


def is_bundle(path: Path) -> bool:
    """Whether the file is a zip."""
    return path.is_file() and zipfile.is_zipfile(path)


def check_bundle(path: Path, witnesses: Sequence[Witness] = (), keys: Keys = NO_KEYS) -> EvidenceReport:
    """What holds of the evidence in the file, and what does not.

    `keys` are those that the house or its witness named: of its tables, and under `HOUSE` the pit's own.

    Raises:
        NoEvidence: it cannot be read as evidence.
    """
    files = _files(path)
    try:
        manifest = json.loads(files[MANIFEST])
        wanted: dict[str, str] = dict(manifest["files"])
        if manifest["format"] != FORMAT:
            raise NoEvidence(at_place(path, faulty("evidence_format", what=str(manifest["format"])[:40])))
        head = [manifest[name] for name in ("table", "session", "round", "journal_id", "key", "simulated")]
        by = manifest.get("signed_by", manifest["key"])
        if [type(one) for one in (*head, by)] != [str, int, int, str, str, bool, str]:
            raise TypeError
    except NoEvidence:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise NoEvidence(at_place(path, faulty("no_evidence_round"))) from None
    table, session, number, journal_id, key, simulated = head
    faults = [*_unsigned_files(files, wanted, by), *_strangers(keys, table, key, by)]
    rows = _Rows(files.get(ROWS, b""))
    faults += rows.faults
    try:
        if rows.opened(journal_id, table, session, simulated):
            faults.append(faulty("first_row_not_journal_names"))
    except NotAJournal as error:
        raise NoEvidence(at_place(path, said_by(error))) from None
    heads, wrong = _heads(files.get(HEADS, b""), key, (simulated, table, session, journal_id))
    faults += wrong
    seen = [(one.size, one.hash, "signed") for one in heads]
    seen += [(one.seq, one.hash, "witnessed") for one in witnesses if one.journal_id == journal_id]
    if witnesses and not any(one.journal_id == journal_id for one in witnesses):
        faults.append(faulty("no_head_journal_witnessed"))
    faults += [
        faulty(f"entry_not_{how}", seq=size)
        for size, hash_, how in seen
        if rows.hashes.get(size, hash_) != hash_
    ]
    faults += rows.unbound(number, {(size, hash_) for size, hash_, _ in seen})
    witnessed = not any(
        rows.unbound(number, {(size, hash_) for size, hash_, how in seen if how == "witnessed"})
    )
    told = (rows.count, rows.sealed, len(heads), simulated, tuple(faults), bool(keys))
    return EvidenceReport(
        *(table, session, number, journal_id, key, by), *told, over=number in rows.ended, witnessed=witnessed
    )


def _unsigned_files(files: Mapping[str, bytes], wanted: Mapping[str, str], by: str) -> Iterator[str]:
    """What is not as it was when the whole was signed."""
    signature = files.get(SIGNATURE, b"").decode("ascii", "replace").strip()
    if not signed_by(by, files[MANIFEST], signature):
        yield faulty("signature_manifest_does_not_hold")
    found = {
        name: hashlib.sha256(data).hexdigest()
        for name, data in files.items()
        if name not in (MANIFEST, SIGNATURE)
    }
    for name in sorted(found.keys() | wanted.keys()):
        if found.get(name) != wanted.get(name):
            yield faulty("not_file_signed", file=name)


def _strangers(keys: Keys, table: str, key: str, by: str) -> Iterator[str]:
    """The keys of the bundle that nobody named, where keys were named."""
    if keys and not knows(keys, key, table):
        yield faulty("heads_signed_which_nobody_named", key=key, table=table)
    if keys and not (knows(keys, by, table) or knows(keys, by, HOUSE)):
        yield faulty("signed_which_nobody_named_house", key=by)


class _Rows:
    """The rows of a bundle, each held against its own hash and its neighbours.

    The journal's first one, then some that follow each other: one left out between could tell anything, and
    two heads that bind what stands before and behind it would not miss it.

    Attributes:
        hashes: of each row that holds, by its number.
        ended: the rounds whose last deal in them is closed or void.
    """

    def __init__(self, data: bytes) -> None:
        self.faults: list[str] = []
        self.hashes: dict[int, str] = {}
        self.count = 0
        self._first: Row | None = None
        self._commitments = Commitments(CODEC)
        self._dealt: dict[int, tuple[int, int, str]] = {}
        self._shown: set[tuple[int, int, str]] = set()
        self._rounds: dict[int, int] = {}
        self.ended: set[int] = set()
        before: tuple[int, str] = (0, "")
        for number, line in enumerate(data.splitlines(), start=1):
            try:
                before = self._take(json.loads(line), before)
            except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError):
                self.faults.append(faulty("row_bundle_cannot_read", line=number))
                return
            except JournalDamaged as damage:
                self.faults.append(said_by(damage))
                return

    @property
    def sealed(self) -> int:
        """Rows with a card that was never turned up."""
        return sum(place not in self._shown for place in self._dealt.values())

    def _take(self, row: dict[str, Any], before: tuple[int, str]) -> tuple[int, str]:
        full = Row(**row)
        seq = full.seq
        self.count += 1
        if self.count > 2 and seq > before[0] + 1:
            raise JournalDamaged(before[0] + 1, faulty("left_out"))
        if seq <= before[0] or (seq == before[0] + 1 > 1 and full.prev_hash != before[1]):
            raise JournalDamaged(seq, faulty("does_not_follow_entry_before"))
        if not holds(full):
            raise JournalDamaged(seq, faulty("hash_not_content"))
        if full.kind in CODEC.sealing or full.kind in CODEC.revealing:
            self._commitments.check(seq, full.kind, full.body)
        self._note(full, parse_body(full.body))
        self._first = self._first or full
        self.hashes[seq] = full.hash
        return seq, full.hash

    def _note(self, row: Row, body: Any) -> None:
        if row.kind == "RoundOpened":
            self.ended.discard(body["round"])
            if body["attempt"] == 1:
                self._rounds.setdefault(body["round"], row.seq)
        elif row.kind in ("RoundClosed", "RoundVoided"):
            self.ended.add(body["round"])
        elif row.kind in CODEC.sealing:
            self._dealt[row.seq] = body["round"], body["attempt"], body["place"]
        elif row.kind in CODEC.revealing:
            for card in body[CODEC.revealing[row.kind]]:
                self._shown.add((body["round"], body["attempt"], card["place"]))

    def unbound(self, number: int, heads: set[tuple[int, str]]) -> Iterator[str]:
        """The first entry of the round that none of these heads (entry and hash) binds, as a sentence.

        A head binds its entry and all before it.
        """
        first = self._rounds.get(number)
        if first is None:
            yield faulty("round_not_first_deal_on", round=number)
            return
        bound = max((size for size, hash_ in heads if self.hashes.get(size) == hash_), default=0)
        if bound < max(self.hashes):
            yield faulty("not_signed_entry_on", seq=max(first, bound + 1))

    def opened(self, journal_id: str, *named: object) -> bool:
        """Whether the first row is *not* the opening of this journal, table and session.

        Raises:
            NotAJournal: it is of a format that this version does not read.
        """
        if self._first is None or self._first.seq != 1 or self._first.hash != journal_id:
            return True
        try:
            found = opened_by(self._first)
        except Unreadable:
            return True
        return (found.table, found.session, found.simulated) != named


def _heads(data: bytes, key: str, named: tuple[object, ...]) -> tuple[list[SignedHead], list[str]]:
    """The heads whose signature holds; why not all of them are of this key and journal."""
    heads, faults = [], []
    for line in data.decode("ascii", "replace").splitlines():
        try:
            head = parse_head(line)
        except HeadRefused as error:
            faults.append(said_by(error))
            continue
        if (head.simulated, head.table, head.session, head.journal_id) == named and head.key == key:
            heads.append(head)
        else:
            faults.append(faulty("head_signed_entry_another_journal", seq=head.size))
    return heads, faults


def _files(path: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            names = [one.filename for one in entries]
            if len(entries) > FILES_MAX or sum(one.file_size for one in entries) > BYTES_MAX:
                raise NoEvidence(at_place(path, faulty("too_large_evidence_round")))
            if len(set(names)) != len(names):
                raise NoEvidence(at_place(path, faulty("file_twice")))
            return {name: archive.read(name) for name in names}
    except NoEvidence:
        raise
    except (OSError, zipfile.BadZipFile, RuntimeError, EOFError, ValueError, zlib.error):
        raise NoEvidence(at_place(path, faulty("zip_unread_at_all"))) from None
