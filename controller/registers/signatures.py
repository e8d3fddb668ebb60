"""Detached signatures of what was exported: files by their SHA-256, journals by their heads (SE-12).

    {"signed": {"format": ..., "files": {name: sha256}, "journals": [...]}, "key": ..., "signature": ...}

The signature is Ed25519 over the bytes of `signed` as canonical JSON: sorted keys, no blanks, ASCII.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from controller.journal.heads import Signer, signed_by
from controller.registers.export import journals_of
from controller.registers.reading import Reading
from controller.settings.approval import signed_bytes
from controller.words.money import EN
from controller.words.reasons import with_reasons

FORMAT: Final = "tapis-signed-report/1"
SUFFIX: Final = ".sig"
BYTES_MAX: Final = 64 * 1024 * 1024


SAID: Final[dict[str, tuple[str, str]]] = {
    "no_signature": (
        "{path} n’est pas la signature d’un rapport",
        "{path}: is no signature of a report",
    ),
    "unread": ("{path} ne se lit pas ({why})", "{path}: {why}"),
    "not_held": ("la signature ne tient pas", "the signature does not hold"),
    "other_key": (
        "signé avec {found}, et non avec {wanted}",
        "it was signed with {found}, not with {wanted}",
    ),
    "elsewhere": (
        "{name} n’est pas à côté de sa signature",
        "{name}: not beside its signature",
    ),
    "other_file": (
        "{name} n’est pas le fichier qui a été signé",
        "{name} is not the file that was signed",
    ),
}


def _say(key: str, language: int, /, **facts: object) -> str:
    return with_reasons(SAID[key], language, facts)


class NotSigned(ValueError):
    """The file is no signature of a report; one sentence."""


def signature_of(signer: Signer, files: Mapping[str, bytes], reading: Reading) -> str:
    """The signature over these files, and over the heads of the journals that they were read from."""
    told = {
        "format": FORMAT,
        "files": {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())},
        "journals": journals_of(reading),
        "faults": reading.faults,
    }
    whole = {"signed": told, "key": signer.key, "signature": signer.sign(signed_bytes(told))}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _names_a_journal(told: object) -> bool:
    """Whether this is what `journals_of` tells of one, as far as a check says it again."""
    return isinstance(told, dict) and told.keys() >= {"file", "journal_entries", "journal_head"}


def check_signature(path: Path, key: str = "", language: int = EN) -> tuple[dict[str, Any], list[str]]:
    """What a signature is over, and what does not hold: a sentence each in this language, none when all does.

    The files are looked for beside the signature. With `key` it must be that key's.

    Raises:
        NotSigned: the file is none.
    """
    try:
        with path.open("rb") as file:
            whole = json.loads(file.read(BYTES_MAX + 1))
        told, signer, signature = whole["signed"], whole["key"], whole["signature"]
        files = told["files"]
        right = told["format"] == FORMAT and isinstance(files, dict) and isinstance(signature, str)
        if not right or not all(isinstance(one, str) for one in (signer, *files, *files.values())):
            raise TypeError
        faults_then = told.get("faults", [])
        if not all(_names_a_journal(one) for one in told["journals"]) or not all(
            isinstance(one, str) for one in faults_then
        ):
            raise TypeError
    except OSError as error:
        raise NotSigned(_say("unread", language, path=path, why=error.strerror)) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise NotSigned(_say("no_signature", language, path=path)) from None
    faults = []
    if not signed_by(signer, signed_bytes(told), signature):
        faults.append(_say("not_held", language))
    if key and signer != key:
        faults.append(_say("other_key", language, found=signer[:16], wanted=key[:16]))
    for name, wanted in files.items():
        faults += _fault(path.parent, name, wanted, language)
    return {**told, "key": signer}, faults


def _fault(folder: Path, name: str, wanted: str, language: int) -> list[str]:
    if Path(name).name != name:
        return [_say("elsewhere", language, name=name)]
    try:
        found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    except OSError as error:
        return [_say("unread", language, path=name, why=error.strerror)]
    return [] if found == wanted else [_say("other_file", language, name=name)]
