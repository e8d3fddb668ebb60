"""What stands over every screen of a table that is not played for money, or not approved for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def mark(view: Mapping[str, Any]) -> str:
    """The key of the words: a simulation, a demonstration that is not approved (art. 38-2), or nothing."""
    if view["simulated"]:
        return "simulation"
    return "" if view["approved"] else "demonstration"
