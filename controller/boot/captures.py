"""Captures read back for the command line, which knows no driver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from drivers.recordings.capture import DECODERS, decode_capture

DRIVERS: Final = tuple(sorted(DECODERS))
"""The drivers whose captures can be read back."""


def decoded(driver: str, pieces: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """What the driver understands of the bytes, however they are cut: one plain map a message.

    Any bytes are accepted: those that are no message come out as damage.
    """
    return decode_capture(driver, pieces)
