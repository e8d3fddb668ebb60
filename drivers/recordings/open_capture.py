"""Captures of the open protocol read back, whichever machine speaks it (`drivers.recordings.capture`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from drivers.lines.frame import ENCODED_MAX, VERSION, decode_frame
from drivers.lines.messages import FIRST_NUMBERED, BadPayload, Kind, unpack
from drivers.lines.numbering import Numbering

Told = dict[str, Any]


def decode_open(pieces: Iterable[bytes]) -> Iterator[Told]:
    """The open protocol, one or both directions in one stream; the ends are told apart by their boots."""
    ends: dict[int, Numbering] = {}
    for packed, size in _packed(pieces):
        frame = decode_frame(packed) if size <= ENCODED_MAX else None
        if frame is None or frame.version != VERSION:
            yield {"kind": "damaged", "bytes": size}
            continue
        try:
            values = unpack(frame.kind, frame.payload)
        except BadPayload:
            values = None
        if frame.kind == Kind.WELCOME and values is not None and not values["resumed"]:
            ends.pop(frame.boot, None)
        if frame.kind >= FIRST_NUMBERED:
            if frame.boot not in ends:  # a capture may begin in the middle
                ends[frame.boot] = Numbering(expected=frame.seq)
            if ends[frame.boot].hear(frame.seq) < 0:
                continue
            ends[frame.boot].expected = (frame.seq + 1) & 0xFFFF
        if values is None:
            code = "deck_order_sent" if frame.kind == Kind.DECK_ORDER else "malformed_message"
            yield {"kind": "fault", "code": code, "active": True}
        else:
            yield from _tell(Kind(frame.kind), values)


def _packed(pieces: Iterable[bytes]) -> Iterator[tuple[bytes, int]]:
    """What stands between two zeros, and how long it is; of what is too long for a frame only the size."""
    held, size = b"", 0
    for piece in pieces:
        *ended, rest = piece.split(b"\0")
        for part in ended:
            if size + len(part):
                yield held + part, size + len(part)
            held, size = b"", 0
        size += len(rest)
        held = held + rest if size <= ENCODED_MAX else b""
    if size:
        yield held, size


def _tell(kind: Kind, values: Mapping[str, Any]) -> Iterator[Told]:
    match kind:
        case Kind.ACK | Kind.HEARTBEAT:
            return
        case Kind.CARD_DRAWN:
            yield {"kind": "card", "card": values["card"].turned_up().text}
        case Kind.CARD_UNREADABLE:
            yield {"kind": "unreadable"}
        case Kind.CUT_CARD:
            yield {"kind": "cut_card"}
        case Kind.SHOE_STATE:
            yield {"kind": "lock", "locked": values["locked"]}
        case Kind.SHUFFLER_JAM:
            yield {"kind": "fault", "code": f"jam_{values['stage']}", "active": values["active"]}
        case Kind.DECK_ORDER:
            yield {"kind": "fault", "code": "deck_order_sent", "active": True}
        case _:
            yield {"kind": "status", "name": kind.name.lower()}
