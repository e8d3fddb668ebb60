"""How the pages of the house's memory speak: a language, a zone, figures that are none of money."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from controller.words.money import HARD
from ui import figures
from ui.texts.house import say


@dataclass(frozen=True)
class Words:
    """A language and the zone of its clock."""

    language: str
    zone: tzinfo | None = None

    def say(self, key: str, /, **facts: object) -> str:
        """The words under this key."""
        return say(self.language, key, **facts)

    def tenths(self, tenths: int) -> str:
        """`34` of 343 tenths."""
        return figures.count((tenths + 5) // 10)

    def permille(self, permille: int, *, decimals: bool = False) -> str:
        """`66 %` of 662 thousandths."""
        if decimals:
            return figures.decimal(permille / 10) + f"{HARD}%"
        return f"{(permille + 5) // 10}{HARD}%"

    def money(self, cents: float, *, signed: bool = False) -> str:
        """Whole euros where there are no cents."""
        return figures.euros(round(cents), short=True, signed=signed)

    def day(self, at_ms: int) -> str:
        """`20/11`."""
        return figures.day_and_time(at_ms, self.zone)[0]

    def moment(self, at_ms: int) -> str:
        """`20/11 21:42`."""
        return " ".join(figures.day_and_time(at_ms, self.zone))

    def clock(self, at_ms: int) -> str:
        """`21:42:41`."""
        return figures.clock(at_ms, self.zone)

    def clock_ms(self, at_ms: int) -> str:
        """`21:42:41,208`."""
        return figures.clock_ms(at_ms, self.zone)

    def offset_min(self, at_ms: int) -> int:
        """How far this zone is ahead of UTC at this instant."""
        ahead = figures.local(at_ms, self.zone).utcoffset() or timedelta()
        return round(ahead.total_seconds() / 60)

    def lasting(self, ms: int) -> str:
        """`3 h 12`, `12 min`, `40 s`."""
        seconds = max(0, ms) // 1000
        if seconds >= 3600:
            return f"{figures.count(seconds // 3600)}{HARD}h{HARD}{seconds % 3600 // 60:02d}"
        return f"{seconds // 60}{HARD}min" if seconds >= 60 else f"{seconds}{HARD}s"


def zone_name(zone: tzinfo | None) -> str:
    """By which name the house is asked for this zone; empty for the machine's own."""
    return zone.key if isinstance(zone, ZoneInfo) else ""


def wall_of(words: Words, now_ms: int) -> dict[str, Any]:
    """What a question says of the clock on the wall: its zone, by which summer has its own time, and how far
    ahead it is now, for a clock that has no zone."""
    named = isinstance(words.zone, ZoneInfo) or words.zone is None
    zone = {"zone": zone_name(words.zone)} if named else {}
    return {**zone, "offset_min": words.offset_min(now_ms)}


def to_rounds(**wanted: Any) -> dict[str, Any]:
    """The tap that opens the page of rounds on these filters alone."""
    return {"act": "page", "page": "rounds", "tab": "rounds", "filter": wanted}


def rectified(words: Words, found: list[Mapping[str, Any]]) -> str:
    """What was put right of the round since, with who approved it: said in red (AC-10)."""
    told = [
        words.say(
            "replay.rectified.one",
            seat=one["seat"],
            amount=words.money(one["cents"], signed=True),
            person=one["approver"],
            time=words.clock(one["at_ms"]),
        )
        for one in found
    ]
    return words.say("replay.rectified", told=" · ".join(told)) if told else ""
