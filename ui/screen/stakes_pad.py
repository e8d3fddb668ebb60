"""The stakes of one seat as they are being entered, chip by chip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ui.screen.shape import Tap

CHIPS_CENTS: Final = (100, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000)
"""The chips that may be offered; four of them, between the table's minimum and maximum, are."""

OF_ONE_SEAT: Final = frozenset({"SetStakes", "VacateSeat", "ConfirmStakes", "DoubleStakes", "UndoStakes"})
ELSEWHERE: Final = frozenset({"ConfirmRest", "CloseBets", "BeginClosing", "CloseTable", "local.stakes"})


@dataclass
class Draft:
    """The stakes of one seat as they are being entered; cents."""

    seat: int
    ante_cents: int
    side_cents: int
    spot: str = "ante"
    began: tuple[int, int] = (0, 0)

    @property
    def changed(self) -> bool:
        """They are others than those that lay there when the pad was opened."""
        return (self.ante_cents, self.side_cents) != self.began

    def fits(self, view: Mapping[str, Any]) -> bool:
        """They are within the limits of this table."""
        low, high = view["minimum_cents"], view["maximum_cents"]
        return low <= self.ante_cents <= high and (not self.side_cents or low <= self.side_cents <= high)

    def left_by(self, tap: Tap) -> bool:
        """Who touches this has done with what he has changed here, and goes on elsewhere."""
        act = tap["act"]
        return self.changed and (act in ELSEWHERE or (act in OF_ONE_SEAT and tap["seat"] != self.seat))

    def ended_by(self, tap: Tap, view: Mapping[str, Any]) -> bool:
        """The act sets other stakes here, or these have just been set; those out of the limits stay open."""
        if tap["act"] not in OF_ONE_SEAT | ELSEWHERE:
            return False
        return tap.get("seat") == self.seat or not self.changed or self.fits(view)

    @property
    def tap(self) -> Tap:
        """The act that sets them."""
        cents = {"ante_cents": self.ante_cents, "side_cents": self.side_cents}
        return {"act": "SetStakes", "seat": self.seat, **cents}


def chips_between(low_cents: int, high_cents: int) -> tuple[int, ...]:
    """Four chips for a table with these limits, the smallest and the largest among them."""
    fit = [cents for cents in CHIPS_CENTS if low_cents <= cents <= high_cents] or [low_cents]
    return tuple(fit if len(fit) <= 4 else [*fit[:2], *fit[-2:]])


def entering(view: Mapping[str, Any]) -> bool:
    """Whether stakes may be entered: what was begun before a hold or a pause is kept, out of the way."""
    free = view["held"] is None and not view["paused"] and not view["resumed"]
    return bool(view["phase"] == "betting" and free)
