"""What every event is, and the piece of the bank's pay that several carry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Entry", "Event", "Events"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""


Events = tuple[Event, ...]
"""What comes of one act or observation, in its order."""


class Entry(NamedTuple):
    """An event with its place in the journal and the table's time in milliseconds since 1970 UTC."""

    seq: int
    at_ms: int
    event: Event
