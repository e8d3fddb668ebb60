"""What OPERATIONS says of a backup's keys is so: they open without this program, by RFC 9180 alone."""

from __future__ import annotations

import base64
import hmac
import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from controller.backup.recipient import load_private, make_pair, opened, sealed_for
from controller.backup.refusals import KeysRefused
from controller.journal.seal import new_master
from tests.patience import PATIENCE_S

PAGE = Path(__file__).parents[2] / "deploy" / "OPERATIONS.md"
KEYS = {"seal.key": new_master(), "sign.key": new_master()}


def opened_by_the_rfc(private: X25519PrivateKey, sealed: bytes, info: bytes, aad: bytes = b"") -> bytes:
    """The plain text of a base-mode message, written after RFC 9180, sections 4.1, 5.1 and 5.2."""
    kem = b"KEM" + (0x20).to_bytes(2)
    suite = b"HPKE" + (0x20).to_bytes(2) + (0x01).to_bytes(2) + (0x03).to_bytes(2)

    def extract(salt: bytes, label: bytes, key: bytes, by: bytes) -> bytes:
        return hmac.digest(salt or bytes(32), b"HPKE-v1" + by + label + key, "sha256")

    def expand(secret: bytes, label: bytes, about: bytes, length: int, by: bytes) -> bytes:
        told = length.to_bytes(2) + b"HPKE-v1" + by + label + about
        return hmac.digest(secret, told + b"\x01", "sha256")[:length]

    enc, cipher = sealed[:32], sealed[32:]
    shared = private.exchange(X25519PublicKey.from_public_bytes(enc))
    about = enc + private.public_key().public_bytes_raw()
    secret = expand(extract(b"", b"eae_prk", shared, kem), b"shared_secret", about, 32, kem)
    context = b"\0" + extract(b"", b"psk_id_hash", b"", suite) + extract(b"", b"info_hash", info, suite)
    schedule = extract(secret, b"secret", b"", suite)
    key = expand(schedule, b"key", context, 32, suite)
    return ChaCha20Poly1305(key).decrypt(expand(schedule, b"base_nonce", context, 12, suite), cipher, aad)


def test_the_reading_of_the_rfc_opens_its_own_example() -> None:
    """RFC 9180, A.2.1.1, sequence number 0."""
    private = X25519PrivateKey.from_private_bytes(
        bytes.fromhex("8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb")
    )
    sealed = bytes.fromhex(
        "1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a"
        "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28"
    )
    plain = opened_by_the_rfc(private, sealed, b"Ode on a Grecian Urn", b"Count-0")
    assert plain == b"Beauty is truth, truth beauty"


def test_the_keys_open_by_the_rfc_and_by_the_lines_of_the_page(tmp_path: Path) -> None:
    recipient = make_pair(tmp_path / "backup-keys.pem")
    (tmp_path / "keys.json").write_bytes(sealed_for(recipient, "UTH-2", KEYS))
    told = json.loads((tmp_path / "keys.json").read_text(encoding="utf-8"))
    private, wanted = (
        load_private(tmp_path / "backup-keys.pem"),
        {name: key.hex() for name, key in KEYS.items()},
    )
    sealed = base64.b64decode(told["sealed"])
    assert json.loads(opened_by_the_rfc(private, sealed, b"tapis-keys/1 UTH-2")) == wanted
    block = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    done = subprocess.run(
        [sys.executable, "-c", block[1]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert json.loads(done.stdout) == wanted


def test_keys_that_are_not_what_was_written_do_not_open(tmp_path: Path) -> None:
    recipient = make_pair(tmp_path / "one.pem")
    content, private = sealed_for(recipient, "UTH-2", KEYS), load_private(tmp_path / "one.pem")
    assert opened(content, private) == KEYS
    told = json.loads(content)
    raw = bytearray(base64.b64decode(told["sealed"]))
    raw[sha256(raw).digest()[0] % len(raw)] ^= 1
    for change in ({"sealed": base64.b64encode(raw).decode()}, {"table": "UTH-3"}):
        with pytest.raises(KeysRefused, match="does not open"):
            opened(json.dumps({**told, **change}).encode(), private)
    with pytest.raises(KeysRefused, match="exists already"):
        make_pair(tmp_path / "one.pem")
    make_pair(tmp_path / "other.pem")
    with pytest.raises(KeysRefused, match="this private key is another's"):
        opened(content, load_private(tmp_path / "other.pem"))
    assert (tmp_path / "one.pem").stat().st_mode & 0o077 == 0
