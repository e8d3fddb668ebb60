"""Fields that an observation and the event that comes of it have in common: one class of values for both."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class SharedFields:
    """What is told twice in the same fields: by a worker to the table, and by the table to its journal."""

    @classmethod
    def of(cls, told: SharedFields) -> Self:
        """This, with the fields of another that shares them."""
        make: Any = cls
        made: Self = make(*[getattr(told, one.name) for one in fields(cls)])
        return made
