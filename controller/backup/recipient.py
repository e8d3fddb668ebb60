"""The keys of a table, encrypted to a recipient: whoever has the private key opens them, and nobody else.

HPKE of RFC 9180 in its base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and ChaCha20Poly1305, as the
library `cryptography` has it; `info` names the format and the table, so that keys of one table are not taken
for another's. The private key is PKCS #8 in PEM (RFC 8410), which every tool reads; it stays in the safe, and
no table needs it to make a backup. OPERATIONS.md, section 5, opens such a file without this program.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from controller.backup.manifest import is_key_name
from controller.backup.refusals import KeysRefused
from controller.journal.seal import MASTER_BYTES, Master, sync_folder

FORMAT: Final = "tapis-keys/1"
_SUITE: Final = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)


def make_pair(path: Path) -> str:
    """A new private key is in the file, its owner's only; the public one, in hex.

    Raises:
        KeysRefused: the file exists or cannot be written.
    """
    private = X25519PrivateKey.generate()
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise KeysRefused("pair_exists", path=path) from None
    except OSError as error:
        raise KeysRefused("pair_unwritten", path=path, why=os.strerror(error.errno or 5)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(handle)
        sync_folder(path.absolute().parent)
    except OSError as error:
        with suppress(OSError):
            path.unlink()  # half a key would be taken for one that is not to be overwritten
        raise KeysRefused("pair_unwritten", path=path, why=os.strerror(error.errno or 5)) from None
    return public_of(private)


def public_of(private: X25519PrivateKey) -> str:
    """The public key, in hex: the `recipient` of the settings."""
    return private.public_key().public_bytes_raw().hex()


def load_private(path: Path) -> X25519PrivateKey:
    """The private key in this file.

    Raises:
        KeysRefused: there is none.
    """
    try:
        private = load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        raise KeysRefused("unread", path=path, why=os.strerror(error.errno or 5)) from None
    except (ValueError, TypeError):
        raise KeysRefused("no_private_key", path=path) from None
    if not isinstance(private, X25519PrivateKey):
        raise KeysRefused("other_private_key", path=path)
    return private


def sealed_for(recipient: str, table: str, secrets: Mapping[str, Master]) -> bytes:
    """The content of a file that holds these keys, by their names, for the owner of the private key alone."""
    public = X25519PublicKey.from_public_bytes(bytes.fromhex(recipient))
    plain = json.dumps({name: bytes(key).hex() for name, key in secrets.items()}).encode("ascii")
    sealed = _SUITE.encrypt(plain, public, _info(table))
    told = {"format": FORMAT, "table": table, "recipient": recipient}
    told["sealed"] = base64.b64encode(sealed).decode("ascii")
    return json.dumps(told, indent=1).encode("ascii") + b"\n"


def opened(content: bytes, private: X25519PrivateKey) -> dict[str, Master]:
    """The keys in such a file, by their names.

    Raises:
        KeysRefused: they were encrypted to another key, are not what was written, or are called otherwise
            than a table's.
    """
    try:
        told = json.loads(content)
        if told["format"] != FORMAT:
            raise KeysRefused("keys_other_format", format=str(told["format"])[:40], wanted=FORMAT)
        recipient, sealed, info = told["recipient"], base64.b64decode(told["sealed"]), _info(told["table"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, KeysRefused):
            raise
        raise KeysRefused("keys_damaged") from None
    if recipient != public_of(private):
        raise KeysRefused("keys_other_recipient", recipient=recipient)
    try:
        plain = json.loads(_SUITE.decrypt(sealed, private, info))
        keys = {name: _master(key) for name, key in plain.items()}
    except (InvalidTag, ValueError, TypeError, AttributeError):
        raise KeysRefused("keys_closed") from None
    if wrong := next((name for name in keys if not is_key_name(name)), None):
        raise KeysRefused("keys_strange", name=repr(wrong[:80]))
    return keys


def _master(text: str) -> Master:
    key = bytes.fromhex(text)
    if len(key) != MASTER_BYTES:
        raise ValueError("a key of another length")
    return Master(key)


def _info(table: str) -> bytes:
    return f"{FORMAT} {table}".encode("ascii")
