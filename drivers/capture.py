"""Captures of a line read back: what the driver of that line understands, one plain map a message.

For the desk, not for the table: a capture of a closed table names its cards face up. Repeats are told
once, what keeps the line is not told, damage is told as the number of bytes dropped. Any bytes are
accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from drivers.frame import VERSION, decode_frame
from drivers.messages import FIRST_NUMBERED, BadPayload, Kind, unpack
from drivers.numbering import Numbering

Told = dict[str, Any]


class UnknownDriver(ValueError):
    """No driver of that name reads captures."""


def decode_capture(driver: str, data: bytes) -> Iterator[Told]:
    """What the driver understands of the bytes, in order.

    Raises:
        UnknownDriver: `driver` is none of `DECODERS`.
    """
    decoder = DECODERS.get(driver)
    if decoder is None:
        raise UnknownDriver(f"unknown driver {driver!r}, one of {', '.join(DECODERS)}")
    return decoder(data)


def decode_open(data: bytes) -> Iterator[Told]:
    """The open protocol, one or both directions in one stream; the ends are told apart by their boots."""
    ends: dict[int, Numbering] = {}
    for piece in data.split(b"\0"):
        if not piece:
            continue
        frame = decode_frame(piece)
        if frame is None or frame.version != VERSION:
            yield {"kind": "damaged", "bytes": len(piece)}
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
            code = "deck_order_sent" if frame.kind == Kind.DECK_ORDER else "foreign_message"
            yield {"kind": "fault", "code": code, "active": True}
        else:
            yield from _tell(Kind(frame.kind), values)


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


DECODERS: Final[Mapping[str, Callable[[bytes], Iterator[Told]]]] = {"open": decode_open}
