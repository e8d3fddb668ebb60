"""What a supervisor card is asked: its number, and a signature by its card authentication key.

A card of the PIV standard (NIST SP 800-73-4), as casinos can buy them: the number is the GUID of its
card holder identifier; the key is that of slot 9E, which signs without a PIN (the table asks for the
holder's own PIN). ECDSA over P-256 is of the standard; Ed25519 has the algorithm number that makers
of such cards gave it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Transmit = Callable[[bytes], tuple[bytes, int]]
"""Sends a command, gives what the card answered and its status word."""

APPLICATION: Final = bytes.fromhex("A000000308000010000100")
HOLDER_ID: Final = bytes.fromhex("5FC102")
CARD_CERTIFICATE: Final = bytes.fromhex("5FC101")
CARD_KEY_SLOT: Final = 0x9E
P256: Final = 0x11
ED25519: Final = 0xE0
_DONE: Final = 0x9000
_GUID: Final = 0x34
_ANSWER_MAX: Final = 4096


class CardRefuses(RuntimeError):
    """The card answered, and not with what was asked; the text has its status word."""


def card_number(transmit: Transmit) -> str:
    """The GUID of the card, 32 hex digits; its PIV application is selected.

    Raises:
        CardRefuses: this is no PIV card, or it has no number.
    """
    _ask(transmit, bytes((0x00, 0xA4, 0x04, 0x00, len(APPLICATION))) + APPLICATION + b"\0", "application")
    guid = find(_object(transmit, HOLDER_ID, "card holder identifier"), _GUID)
    if len(guid) != 16 or not any(guid):
        raise CardRefuses("the card has no number")
    return guid.hex()


def card_certificate(transmit: Transmit) -> bytes:
    """The certificate of the key of slot 9E, as X.509 in DER.

    Raises:
        CardRefuses: it has none, or a compressed one.
    """
    told = _object(transmit, CARD_CERTIFICATE, "certificate")
    if find(told, 0x71) not in (b"", b"\0"):
        raise CardRefuses("the certificate is compressed")
    return find(told, 0x70)


def _object(transmit: Transmit, name: bytes, what: str) -> bytes:
    wanted = tlv(0x5C, name)
    return find(_ask(transmit, bytes((0x00, 0xCB, 0x3F, 0xFF, len(wanted))) + wanted + b"\0", what), 0x53)


def sign(transmit: Transmit, challenge: bytes, algorithm: int) -> bytes:
    """The card's signature of the thirty-two bytes: DER for P-256, 64 bytes for Ed25519.

    Raises:
        CardRefuses: it has no such key, or does not sign.
    """
    wanted = tlv(0x7C, tlv(0x82, b"") + tlv(0x81, challenge))
    command = bytes((0x00, 0x87, algorithm, CARD_KEY_SLOT, len(wanted))) + wanted + b"\0"
    signature = find(find(_ask(transmit, command, "signature"), 0x7C), 0x82)
    if not signature:
        raise CardRefuses("the card gave no signature")
    return signature


def tlv(tag: int, value: bytes) -> bytes:
    """One value with its tag of one byte and its length."""
    if len(value) < 0x80:
        return bytes((tag, len(value))) + value
    if len(value) < 0x100:
        return bytes((tag, 0x81, len(value))) + value
    return bytes((tag, 0x82)) + len(value).to_bytes(2, "big") + value


def find(data: bytes, tag: int) -> bytes:
    """The value of the first such tag, or nothing if there is none or the lengths do not fit."""
    at = 0
    while at + 2 <= len(data):
        found, length = data[at], data[at + 1]
        at += 2
        if length > 0x80:
            size = length & 0x7F
            length = int.from_bytes(data[at : at + size], "big")
            at += size
        if at + length > len(data):
            return b""
        if found == tag:
            return data[at : at + length]
        at += length
    return b""


def _ask(transmit: Transmit, command: bytes, what: str) -> bytes:
    """The whole answer to a command, fetched in pieces where the card says that there is more."""
    answer, status = transmit(command)
    while status >> 8 == 0x61 and len(answer) < _ANSWER_MAX:
        more, status = transmit(bytes((0x00, 0xC0, 0x00, 0x00, status & 0xFF)))
        answer += more
    if status != _DONE:
        raise CardRefuses(f"no {what} (status {status:04x})")
    return answer
