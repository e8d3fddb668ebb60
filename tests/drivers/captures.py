"""Captures for the tests of decoders: the golden ones, and pieces of every size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

GOLDEN = Path(__file__).parents[1] / "golden" / "captures"


def listed(name: str) -> bytes:
    """The bytes of a capture that is written out in hexadecimal digits with remarks behind `#`."""
    lines = (GOLDEN / name).read_text(encoding="ascii").splitlines()
    return bytes.fromhex(" ".join(line.partition("#")[0] for line in lines))


def pieces(data: bytes, size: int) -> Iterator[bytes]:
    """The bytes, `size` at a time."""
    return (data[at : at + size] for at in range(0, len(data), size))
