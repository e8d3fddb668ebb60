"""The dealer's hands at the JP1 spots of a simulated table: sensors tried, lamps lit, chips counted.

He knows which chips really lie there; the table knows what its sensors say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Protocol

View = Mapping[str, Any]
Tap = dict[str, Any]

TRIES: Final = 3
"""So often a hand covers a sensor before its seat is given up for this round."""


class Spots(Protocol):
    """The hands' side of the sensors."""

    def put_chip(self, seat: int) -> None:
        """A chip laid on the JP1 spot."""
        ...

    def take_chip(self, seat: int) -> None:
        """The chip taken off the JP1 spot."""
        ...


class SpotHands:
    """What lies on the JP1 spots, and which sensors are being tried.

    Attributes:
        chips: the seats where a player's chip lies.
    """

    def __init__(self, spots: Spots) -> None:
        self.chips: set[int] = set()
        self._spots = spots
        self._trying: set[int] = set()
        self._tries = 0

    def fresh(self) -> None:
        """A new round: every sensor may be tried again."""
        self._tries = 0

    def lay(self, seat: int) -> None:
        """The player's chip lies on its spot."""
        self._spots.put_chip(seat)
        self.chips.add(seat)

    def sweep(self) -> None:
        """The hand takes the JP1 chips off their spots."""
        for seat in sorted(self.chips):
            self._spots.take_chip(seat)
        self.chips.clear()

    def tried(self, view: View, seats: Iterable[int]) -> bool:
        """A hand has covered these sensors, or uncovered them; False when it has nothing more to do."""
        if self._trying:
            for seat in sorted(self._trying):
                self._spots.take_chip(seat)
            self._trying.clear()
            return True
        unproven = [n for n in seats if not view["seats"][n - 1]["proven"] and n not in self.chips]
        if not unproven or self._tries >= TRIES:
            return False
        self._tries += 1
        for seat in unproven:
            self._spots.put_chip(seat)
            self._trying.add(seat)
        return True

    def counted(self, view: View) -> Tap | None:
        """What the dealer says when the chips are not as many as the lamps; None when they agree."""
        latched = {seat["seat"] for seat in view["seats"] if seat["jp1"] == "latched"}
        missing, extra = sorted(latched - self.chips), sorted(self.chips - latched)
        if not view["round"]["count_disputed"]:
            return {"act": "TellDifference"} if latched and (missing or extra) else None
        if missing:
            return {"act": "NoChip", "seat": missing[0]}
        if extra:
            self._spots.take_chip(extra[0])
            self.chips.discard(extra[0])
            return {"act": "ChipReturned", "seat": extra[0]}
        return {"act": "CountAgrees"}


def sensors_up(view: View) -> bool:
    """The felt has JP1 spots, and their sensors answer."""
    up = any(told["machine"] == "chips" and told["health"] in ("up", "degraded") for told in view["machines"])
    return up and "jp1" in view["game"]["spots"]


def for_the_chef(view: View, bettors: Iterable[int]) -> Tap | None:
    """What of the JP1 lamps waits for a chef between rounds, or nothing."""
    told = view["hand_lamps"]
    if "jp1" not in view["game"]["spots"]:
        return None
    if told["wanted"]:
        return {"act": "AllowHandLamps"}
    if told["rounds"] >= (1 if told["back"] else told["rounds_max"]):
        return {"act": "CountersignTotals"}
    if told["back"]:
        return {"act": "EndHandLamps"}
    for seat in bettors:
        shown = view["seats"][seat - 1]
        if shown["seated"] and shown["doubt"] and not shown["by_hand"]:
            return {"act": "SeatByHand", "seat": seat}
    return None
