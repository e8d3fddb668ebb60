"""What a table knows of the journals of other tables: the last head of each that it has written down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class HeadMark:
    """The journal of this session of that table had this entry, its last then."""

    table: str
    session: int
    size: int
    hash: str


@dataclass(frozen=True, slots=True)
class OthersHeads:
    """The newest mark of each table, in the order they were written; the last of them at `at_ms`."""

    at_ms: int = 0
    marks: tuple[HeadMark, ...] = ()


NO_HEADS: Final = OthersHeads()
