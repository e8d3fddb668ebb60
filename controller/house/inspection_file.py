"""The signed file for the authority: what the inspector's page said, and the journals that it said it of.

A zip of plain files. The journals are whole, from the first entry of each session on, beside their signed
heads, so that the independent verifier (`deploy/verify_journal.py`) checks them on another machine without
anything of this program: `python3 -I verify_journal.py FILE --key house=HEX`. Cards that were never turned up
are sealed in them as they always were, and the key that opens them leaves no table. `manifest.json` has the
SHA-256 of each file and the last entry of each journal, `manifest.sig` the house's Ed25519 signature over it
(requirement SE-12).
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import tempfile
import zlib
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from controller.house.inspection import Asked
from controller.house.scope import BadQuestion
from controller.journal.chain import JournalError, Row
from controller.journal.evidence import packed
from controller.journal.file import UNREADABLE, connect_reader, why_unreadable
from controller.journal.heads import HeadRefused, Signer, heads_path, unproven_head
from controller.journal.inspection_check import FORMAT

_LAST: Final = "SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1"
FILE_MAX: Final = 6_000_000
"""Of the packed file: so much goes to a screen in one answer, which is 8 MiB of base64 and its frame."""
_AT_ONCE: Final = 1024 * 1024
_HOW: Final = """\
Vérifier sur une autre machine, sans ce programme (Python 3.11, paquet cryptography), en français :
    python3 -I check_stick.py CE-FICHIER.zip --cle house=EMPREINTE --cle TABLE=EMPREINTE --temoin TÉMOIN
ou, signatures et chaîne seules :
    python3 -I verify_journal.py CE-FICHIER.inspection.zip --key house=CLÉ --key TABLE=CLÉ --witness TÉMOIN
Les clés viennent de la maison sur papier, avec leur empreinte (tapis keys show) : jamais de ce fichier, que
chacun peut faire et signer d’une clé à lui. Le témoin est une autre machine, qui garde les têtes signées.
Sans --key TABLE, les clés des tables sont celles que la maison nomme ici, sur sa parole.
Rejouer chaque coup par ses règles (config/rules, ou rules.json d'un dossier de preuve) :
    python3 -I audit_journal.py journals --rules config/rules
inspection.json : ce que la page a montré. readings.jsonl : ce qui a été lu, par qui, quand.

To verify on another machine, without this program (Python 3.11, package cryptography):
    python3 -I verify_journal.py THIS-FILE.inspection.zip --key house=KEY --key TABLE=KEY --witness STORE
The keys come from the house on paper, with their fingerprints (tapis keys show): never from this file, which
anybody can make and sign with a key of his own. The witness is another machine, which keeps signed heads.
Without --key TABLE the tables' keys are those that the house names in here, by its word.
To play every round again by its rules (config/rules, or rules.json of the evidence of a round):
    python3 -I audit_journal.py journals --rules config/rules
inspection.json: what the page showed. readings.jsonl: what was read, by whom, when.
"""


def check_size(asked: Asked) -> None:
    """The journals fit into one file: asked before anything is worked out, for that may take minutes.

    Raises:
        BadQuestion: they do not, or one of them is not there.
    """
    size = 0
    for source, path in asked.sources:
        if path is None:
            raise BadQuestion(f"inspection: the journal {source['file']} is not there any more")
        pack = zlib.compressobj()
        try:
            with path.open("rb") as journal:
                while part := journal.read(_AT_ONCE):
                    size += len(pack.compress(part))
                    _fits(size, asked)
            size += len(pack.flush())
        except OSError as error:
            raise BadQuestion(f"inspection: {path.name} cannot be read: {why_unreadable(error)}") from None
    _fits(size, asked)


def _fits(size: int, asked: Asked) -> None:
    if size > FILE_MAX:
        of = f"{len(asked.sources)} journals" if len(asked.sources) > 1 else "this journal"
        raise BadQuestion(
            f"inspection: {of} would make a packed file of more than {FILE_MAX} bytes, the most that one has;"
            " ask for a shorter period, or for one table"
        )


def inspection_file(
    asked: Asked, answer: Mapping[str, Any], readings: Sequence[Row], signer: Signer
) -> tuple[str, bytes]:
    """The file's name and its bytes.

    Raises:
        BadQuestion: a journal is not there, cannot be read, or all of them are too large for one file.
    """
    files = {
        "LISEZMOI-README.txt": _HOW.encode(),
        "inspection.json": json.dumps(answer, ensure_ascii=False, indent=1, sort_keys=True).encode(),
        "readings.jsonl": "".join(f"{json.dumps(row._asdict())}\n" for row in readings).encode(),
    }
    keys: dict[str, list[str]] = {}
    reach: dict[str, tuple[int, str]] = {}
    for source, path in asked.sources:
        if path is None:
            raise BadQuestion(f"inspection: the journal {source['file']} is not there any more")
        heads = _heads(path)  # before the journal: nothing is signed that is not in it
        files[f"journals/{path.name}"], reach[path.name] = _copy(path)
        if heads.strip():
            files[f"journals/{heads_path(path).name}"] = heads
            keys.setdefault(source["table_name"], []).append(_key(heads, path))
    manifest = {
        "format": FORMAT,
        "signed_by": signer.key,
        "heads_signed_by": {table: sorted({*found}) for table, found in sorted(keys.items())},
        "reach": reach,
        "files": {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())},
    }
    text = json.dumps(manifest, indent=1, sort_keys=True).encode()
    whole = {"manifest.json": text, "manifest.sig": signer.sign(text).encode(), **dict(sorted(files.items()))}
    data = packed(whole)
    _fits(len(data), asked)
    return f"{_name(asked)}.inspection.zip", data


def _key(heads: bytes, path: Path) -> str:
    """By which key the heads say that they are signed."""
    try:
        return unproven_head(heads.decode("ascii", "replace").splitlines()[-1]).key
    except HeadRefused as error:
        raise BadQuestion(f"inspection: {heads_path(path).name}: {error}") from None


def _name(asked: Asked) -> str:
    source = asked.sources[0][0]
    if asked.round:
        return f"{source['table_name']}-{source['session']:06d}-{asked.round}"
    tables = {row["table_name"] for row, _ in asked.sources}
    return source["table_name"] if len(tables) == 1 else f"{len(tables)}-tables"


def _heads(path: Path) -> bytes:
    try:
        return heads_path(path).read_bytes().rpartition(b"\n")[0] + b"\n"
    except OSError:
        return b""


def _copy(path: Path) -> tuple[bytes, tuple[int, str]]:
    """The journal as one file, as it is now, though its table may be writing it; its last entry and hash."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / path.name
        try:
            with closing(connect_reader(path)) as journal, closing(sqlite3.connect(made)) as copy:
                journal.backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE")
                seq, last = copy.execute(_LAST).fetchone() or (0, "")
        except (*UNREADABLE, JournalError) as error:
            raise BadQuestion(f"inspection: {path.name} cannot be read: {why_unreadable(error)}") from None
        return made.read_bytes(), (seq, last)
