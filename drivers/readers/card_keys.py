"""What a card proves: a signature by its own key over a fresh challenge, bound to what is approved.

A challenge is thirty-two bytes: the SHA-256 of the table, the card, the digest of what is approved and a
random number never used before. A signature of yesterday, of another table, of another card or for
another amount is a signature of another challenge.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

NONCE_BYTES: Final = 32
PRESENCE: Final = bytes(32)
"""What is approved by merely being in the reader: nothing yet."""
_DOMAIN: Final = b"tapis card challenge 1"
_AT_THE_PIT: Final = b"tapis card at the pit 1 "
_ACT_AT_THE_PIT: Final = b"tapis act at the pit 1 "
_P256: Final = ec.SECP256R1()
_OVER_A_DIGEST: Final = ec.ECDSA(utils.Prehashed(SHA256()))


class BadKey(ValueError):
    """A text is no public key of a card."""


@dataclass(frozen=True, slots=True)
class CardKey:
    """The public key of a card. `hex` is how the register writes it."""

    hex: str
    _key: ed25519.Ed25519PublicKey | ec.EllipticCurvePublicKey

    @staticmethod
    def parse(text: str) -> CardKey:
        """The key of this text: 64 hex digits for Ed25519, 66 or 130 for a point of P-256.

        Raises:
            BadKey: it is neither.
        """
        try:
            data = bytes.fromhex(text)
            if len(data) == 32:
                return CardKey(data.hex(), ed25519.Ed25519PublicKey.from_public_bytes(data))
            return CardKey(data.hex(), ec.EllipticCurvePublicKey.from_encoded_point(_P256, data))
        except ValueError:
            raise BadKey(
                "no public key: 64 hex digits of Ed25519, or 66 or 130 of a point of P-256, are needed"
            ) from None

    @staticmethod
    def of_certificate(der: bytes) -> CardKey:
        """The key that a card shows in its certificate; who signed that is not looked at.

        Raises:
            BadKey: it is no certificate, or of another kind of key.
        """
        from cryptography import x509  # a large part of the library, for cards of this kind alone

        try:
            key = x509.load_der_x509_certificate(der).public_key()
        except (ValueError, UnsupportedAlgorithm):
            raise BadKey("the certificate of the card cannot be read") from None
        if isinstance(key, ed25519.Ed25519PublicKey):
            return CardKey.parse(key.public_bytes(Encoding.Raw, PublicFormat.Raw).hex())
        if isinstance(key, ec.EllipticCurvePublicKey) and key.curve.name == _P256.name:
            return CardKey.parse(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint).hex())
        raise BadKey("the key of the card is neither Ed25519 nor of P-256")

    @property
    def is_ed25519(self) -> bool:
        """Whether the card signs by Ed25519, and not by ECDSA over P-256."""
        return isinstance(self._key, ed25519.Ed25519PublicKey)

    def signed(self, challenge: bytes, signature: bytes) -> bool:
        """Whether this signature of these thirty-two bytes was made by the card with this key."""
        try:
            if isinstance(self._key, ed25519.Ed25519PublicKey):
                self._key.verify(signature, challenge)
            else:
                self._key.verify(signature, challenge, _OVER_A_DIGEST)
        except (InvalidSignature, ValueError):
            return False
        return True


def pit_digest(code: str) -> bytes:
    """What a card signs at the pit's reader: that its holder is there for the table that shows this code."""
    return sha256(_AT_THE_PIT + code.encode()).digest()


def act_digest(purpose: str) -> bytes:
    """What a card signs at the pit's reader for an act: its purpose as the table told it."""
    return sha256(_ACT_AT_THE_PIT + purpose.encode()).digest()


def challenge_of(table: str, card: str, what: bytes, nonce: bytes) -> bytes:
    """The thirty-two bytes that the card is asked to sign.

    Args:
        table: which table asks.
        card: the number of the card.
        what: the SHA-256 of what is approved, or `PRESENCE`.
        nonce: `NONCE_BYTES` random bytes, drawn for this challenge.

    Raises:
        ValueError: a digest or a nonce is not thirty-two bytes long.
    """
    for name, part in (("what", what), ("nonce", nonce)):
        if len(part) != 32:
            raise ValueError(f"{name}: {len(part)} bytes, not 32")
    parts = (_DOMAIN, table.encode(), card.encode(), what, nonce)
    return sha256(b"".join(len(part).to_bytes(2, "big") + part for part in parts)).digest()
