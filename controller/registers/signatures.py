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

FORMAT: Final = "tapis-signed-report/1"
SUFFIX: Final = ".sig"
BYTES_MAX: Final = 64 * 1024 * 1024


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


def check_signature(path: Path, key: str = "") -> tuple[dict[str, Any], list[str]]:
    """What a signature is over, and in one sentence each what does not hold; nothing when all does.

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
    except OSError as error:
        raise NotSigned(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise NotSigned(f"{path}: is no signature of a report") from None
    faults = []
    if not signed_by(signer, signed_bytes(told), signature):
        faults.append("the signature does not hold")
    if key and signer != key:
        faults.append(f"it was signed with {signer[:16]}, not with {key[:16]}")
    for name, wanted in files.items():
        faults += _fault(path.parent, name, wanted)
    return {**told, "key": signer}, faults


def _fault(folder: Path, name: str, wanted: str) -> list[str]:
    if Path(name).name != name:
        return [f"{name}: not beside its signature"]
    try:
        found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    except OSError as error:
        return [f"{name}: {error.strerror}"]
    return [] if found == wanted else [f"{name} is not the file that was signed"]
