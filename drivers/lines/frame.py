"""Frames of the open protocol: how a message lies on the line, and how it is found again after damage.

A frame is a header of ten bytes, a payload of at most `PAYLOAD_MAX` bytes and a CRC-32 of both, all
big-endian, packed by COBS so that no zero byte is left, then ended by one zero byte:

    version u8 | kind u8 | seq u16 | ack u16 | boot u32 | payload | crc32 u32

CRC-32 and not CRC-16: of three million damaged frames 56 passed the short one, none the long one
(reliability, decision 7). `drivers/OPEN_PROTOCOL.md` tells it byte by byte.
"""

from __future__ import annotations

from struct import Struct
from typing import Final, NamedTuple
from zlib import crc32

from cobs import cobs

VERSION: Final = 1
PAYLOAD_MAX: Final = 200
_HEADER: Final = Struct(">BBHHI")
_CRC_BYTES: Final = 4
_RAW_MIN: Final = _HEADER.size + _CRC_BYTES
_RAW_MAX: Final = _RAW_MIN + PAYLOAD_MAX
ENCODED_MAX: Final = _RAW_MAX + 1
"""The longest packed frame without its zero: COBS adds one byte up to 254."""


class Frame(NamedTuple):
    """One undamaged frame. `kind` may be one that `drivers.lines.messages` does not know.

    The payload may hold a card face down: it never shows in the `repr`.
    """

    version: int
    kind: int
    seq: int
    ack: int
    boot: int
    payload: bytes

    def __repr__(self) -> str:
        return (
            f"Frame(kind=0x{self.kind:02x}, seq={self.seq}, ack={self.ack}, boot=0x{self.boot:08x}, "
            f"payload=<{len(self.payload)} bytes>)"
        )


def encode_frame(
    kind: int, seq: int, ack: int, boot: int, payload: bytes = b"", version: int = VERSION
) -> bytes:
    """The bytes to send for one frame, the closing zero included.

    Raises:
        ValueError: the payload is longer than `PAYLOAD_MAX`.
        struct.error: a number does not fit its field.
    """
    if len(payload) > PAYLOAD_MAX:
        raise ValueError(f"a payload of {len(payload)} bytes, at most {PAYLOAD_MAX} fit a frame")
    return packed_with_crc(_HEADER.pack(version, kind, seq, ack, boot) + payload)


def packed_with_crc(raw: bytes) -> bytes:
    """Header and payload, of whatever length, as they lie on the line."""
    packed: bytes = cobs.encode(raw + crc32(raw).to_bytes(_CRC_BYTES, "big"))
    return packed + b"\0"


def decode_frame(packed: bytes) -> Frame | None:
    """The frame packed in these bytes (the closing zero taken off), or None when they are damaged."""
    if len(packed) > ENCODED_MAX:
        return None
    try:
        raw = cobs.decode(packed)
    except cobs.DecodeError:
        return None
    if not _RAW_MIN <= len(raw) <= _RAW_MAX:
        return None
    body = raw[:-_CRC_BYTES]
    if crc32(body) != int.from_bytes(raw[-_CRC_BYTES:], "big"):
        return None
    version, kind, seq, ack, boot = _HEADER.unpack_from(body)
    return Frame(version, kind, seq, ack, boot, body[_HEADER.size :])


class FrameDecoder:
    """Finds frames in a stream of bytes that arrives in any pieces.

    Never holds more than `ENCODED_MAX` bytes: what grows longer without a zero is noise and is skipped
    up to the next zero. Damage costs the frame it hits and, when it hits a zero, the one after.

    Attributes:
        damaged: pieces between two zeros that were no frame.
    """

    __slots__ = ("_held", "_skipping", "damaged")

    def __init__(self) -> None:
        self._held = b""
        self._skipping = False
        self.damaged = 0

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that `data` completes, in order."""
        *pieces, rest = (self._held + data).split(b"\0")
        frames = []
        for piece in pieces:
            if self._skipping:
                self._skipping = False  # the tail of an over-long run, counted when it was dropped
            elif piece:
                frame = decode_frame(piece)
                if frame is None:
                    self.damaged += 1
                else:
                    frames.append(frame)
        if self._skipping:
            rest = b""
        elif len(rest) > ENCODED_MAX:
            self._skipping = True
            self.damaged += 1
            rest = b""
        self._held = rest
        return frames

    def forget(self) -> None:
        """Drop what was held: the carrier was gone in between."""
        self._held = b""
        self._skipping = False

    @property
    def held_bytes(self) -> int:
        """How much is held of a frame not yet complete; at most `ENCODED_MAX`."""
        return len(self._held)
