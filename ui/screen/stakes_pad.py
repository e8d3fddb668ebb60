"""The stakes of one seat as they are being entered, chip by chip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ui.screen.shape import Tap

CHIPS_CENTS: Final = (100, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000)
"""The chips that may be offered; four of them, between the table's minimum and maximum, are."""

OF_ONE_SEAT: Final = frozenset({"SetStakes", "VacateSeat", "ConfirmStakes", "DoubleStakes", "UndoStakes"})
ELSEWHERE: Final = frozenset({"ConfirmRest", "CloseBets", "BeginClosing", "CloseTable", "local.stakes"})


Stakes = Mapping[str, int]
"""Cents by spot before the deal: the Ante, which the second main bet equals, and each side bet staked."""


def stakes_of(game: Mapping[str, Any], lying: Stakes) -> dict[str, int]:
    """What a view tells of a seat's spots, without the second main bet."""
    return {spot: lying[spot] for spot in ("ante", *game["sides"]) if spot in lying}


def staked(view: Mapping[str, Any], seat: Mapping[str, Any]) -> dict[str, int]:
    """What the seat staked, or what stands there to be confirmed."""
    return stakes_of(view["game"], seat["before" if seat["hollow"] else "stakes"])


def chips_laid(stakes: Stakes) -> list[int]:
    """Cents spot by spot, both main bets first: what is written `10 + 10 + 5`."""
    sides = [cents for spot, cents in stakes.items() if spot != "ante"]
    return [cents for cents in (*2 * [stakes.get("ante", 0)], *sides) if cents]


def arguments(game: Mapping[str, Any], stakes: Stakes) -> dict[str, Any]:
    """The stakes as an act tells them: those of the felt's first side bet beside the Ante, others by spot."""
    first, *others = game["sides"] or [""]
    further = [{"spot": spot, "cents": stakes[spot]} for spot in others if stakes.get(spot)]
    told = {"ante_cents": stakes.get("ante", 0), "side_cents": stakes.get(first, 0)}
    return told | ({"further": further} if further else {})


def set_stakes(game: Mapping[str, Any], seat: int, stakes: Stakes) -> Tap:
    """The act that puts these stakes down."""
    return {"act": "SetStakes", "seat": seat, **arguments(game, stakes)}


def within(view: Mapping[str, Any], stakes: Stakes) -> bool:
    """Each is within the limits of this table; a side bet may be left out."""
    low, high = view["minimum_cents"], view["maximum_cents"]
    sides = [cents for spot, cents in stakes.items() if spot != "ante" and cents]
    return all(low <= cents <= high for cents in (stakes.get("ante", 0), *sides))


@dataclass
class Draft:
    """The stakes of one seat as they are being entered: cents of every spot that may be staked."""

    seat: int
    game: Mapping[str, Any]
    stakes: dict[str, int]
    spot: str = "ante"
    began: Stakes = field(default_factory=dict)

    @classmethod
    def at(cls, view: Mapping[str, Any], seat: Mapping[str, Any]) -> Draft:
        """The pad opened at this seat, over what lies there."""
        lying = staked(view, seat)
        stakes = {spot: lying.get(spot, 0) for spot in ("ante", *view["game"]["sides"])}
        return cls(seat["seat"], view["game"], stakes, began=dict(stakes))

    @property
    def changed(self) -> bool:
        """They are others than those that lay there when the pad was opened."""
        return self.stakes != self.began

    def fits(self, view: Mapping[str, Any]) -> bool:
        """They are within the limits of this table."""
        return within(view, self.stakes)

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
        return set_stakes(self.game, self.seat, self.stakes)


def chips_between(low_cents: int, high_cents: int) -> tuple[int, ...]:
    """Four chips for a table with these limits, the smallest and the largest among them."""
    fit = [cents for cents in CHIPS_CENTS if low_cents <= cents <= high_cents] or [low_cents]
    return tuple(fit if len(fit) <= 4 else [*fit[:2], *fit[-2:]])


def entering(view: Mapping[str, Any]) -> bool:
    """Whether stakes may be entered: what was begun before a hold or a pause is kept, out of the way."""
    free = view["held"] is None and not view["paused"] and not view["resumed"]
    return bool(view["phase"] == "betting" and free)
