"""Captures of a line read back: what the driver of that line understands, one plain map a message.

For the desk, not for the table: a capture of a closed table names its cards face up. Repeats are told
once, what keeps the line is not told, damage is told as the number of bytes dropped. Any bytes are
accepted, in any pieces; no more than a message of them is held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from drivers.shoes.every_shoe import SHOES
from drivers.shoes.reports import Told

DECODERS: Final[Mapping[str, Callable[[Iterable[bytes]], Iterator[Told]]]] = {
    name: shoe.decode for name, shoe in SHOES.items() if shoe.decode is not None
}


class UnknownDriver(ValueError):
    """No driver of that name reads captures."""


def decode_capture(driver: str, capture: bytes | Iterable[bytes]) -> Iterator[Told]:
    """What the driver understands of the bytes, whole or in pieces, in order.

    Raises:
        UnknownDriver: `driver` is none of `DECODERS`.
    """
    decoder = DECODERS.get(driver)
    if decoder is None:
        raise UnknownDriver(f"unknown driver {driver!r}, one of {', '.join(DECODERS)}")
    return decoder((capture,) if isinstance(capture, bytes) else capture)
