"""Bytes of a socket become lines, and lines messages of JSON: the one reader and writer of every door."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final

LINE_MAX: Final = 256 * 1024
TEXT_MAX: Final = 64


class WireError(ValueError):
    """What came is nothing that this wire carries; `where` names the field, `why` what is wrong with it."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}" if where else why)
        self.where = where
        self.why = why


class Lines:
    """Bytes as they arrive become whole lines; an unfinished line is bounded."""

    def __init__(self, limit: int = LINE_MAX) -> None:
        self._limit = limit
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are now complete, without their line feed.

        Raises:
            WireError: a line is longer than the limit, finished or not.
        """
        self._rest += data
        *whole, rest = self._rest.split(b"\n")
        if len(rest) > self._limit or any(len(line) > self._limit for line in whole):
            self._rest.clear()
            raise WireError("", f"a line is longer than {self._limit} bytes")
        self._rest = rest
        return [bytes(line) for line in whole]


def encode(message: Mapping[str, Any]) -> bytes:
    """One line of JSON, line feed included."""
    return text_of(message).encode() + b"\n"


text_of: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
"""A value in JSON, as short as it can be written."""


def decode(line: bytes) -> object:
    """What the line says in JSON, where a name stands once in an object, numbers are finite, and every text
    can be said again in UTF-8. Every door hears by this: no bytes have another end than these two.

    Raises:
        WireError: it is no such JSON.
    """
    try:
        said = json.loads(
            line.decode(), object_pairs_hook=_once, parse_constant=_finite, parse_float=_measured
        )
        if b"\\u" in line:
            json.dumps(said, ensure_ascii=False).encode()  # half of a surrogate pair is no text
        return said
    except (ValueError, RecursionError) as error:
        if isinstance(error, WireError):
            raise
        raise WireError("", "not JSON in UTF-8") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise WireError("", "a name stands twice in one object")
    return found


def _measured(written: str) -> float:
    value = float(written)
    return value if math.isfinite(value) else _finite(written[:TEXT_MAX])


def _finite(name: str) -> float:
    raise WireError("", f"{name} is no number of JSON")
