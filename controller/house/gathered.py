"""What the rows of a journal give to the house's store, gathered until it is written."""

from __future__ import annotations

from typing import Any, Final

_ADDED: Final = ("slot", "seat_hour", "phase_time", "hand_count", "card_count", "dealer_count")


class Gathered:
    """What the rows heard since the last time give to the store: rows to put there and sums to add."""

    def __init__(self) -> None:
        self.rows: dict[str, list[dict[str, Any]]] = {}
        self.sums: dict[str, dict[tuple[int | str, ...], dict[str, int]]] = {name: {} for name in _ADDED}
        self.seen: list[tuple[int, int]] = []
        self.cleared: list[tuple[int, int]] = []

    def put(self, table: str, **row: Any) -> None:
        """One more row for this table."""
        self.rows.setdefault(table, []).append(row)

    def add(self, table: str, key: tuple[int | str, ...], **sums: int) -> None:
        """These sums are to be added under this key."""
        under = self.sums[table].setdefault(key, sums)
        if under is not sums:
            for name, value in sums.items():
                under[name] = under.get(name, 0) + value
