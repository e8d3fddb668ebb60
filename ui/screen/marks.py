"""How a table plays without its machines, and how a round was played: the same marks on console and pit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

View = Mapping[str, Any]


def of_table(view: View) -> list[str]:
    """The keys of what is not as ever at this table now, the gravest first (screens, section 9.1)."""
    told = []
    if view["blocked"]:
        told.append("mark.table_blocked")
    if view["decks"]["blocked"] and "hand_shuffle" not in view["modes"]:
        told.append("mark.deck_blocked")
    if view["by_hand"]["on"]:
        told.append("mark.no_shoe")
    if view["hand_lamps"]["since_ms"]:
        told.append("mark.no_sensors")
    told += [f"mark.{mode}" for mode in view["modes"]]
    if view["pit_code"]:
        told.append("mark.pit_code")
    return told


def of_round(done: View) -> list[str]:
    """The keys of how a closed round was played; empty for one like any other."""
    told = ["mark.by_hand"] if done["by_hand"] else []
    if done["jp1_manual"]:
        told.append("mark.no_sensors")
    told += [f"mark.{flag}" for flag in done["flags"]]
    return told
