"""A plot as marks and words in pixels of its panel: what `PitPlot.qml` shows and `Ink` paints.

One rule for all axes (theme, section 8): no box, no legend; three to five hairlines with their values at
the left, times on the full hour below, bars from zero, the last value in words at the end of its line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta, tzinfo
from typing import Any, Final

from ui import figures

LEFT, CENTRE, RIGHT = 0, 1, 2
HOUR_MS: Final = 3_600_000
DAY_MS: Final = 24 * HOUR_MS
STEPS: Final = (1, 2, 5)
MICRO: Final = 0.001
HATCH: Final = 4


class Drawing:
    """A drawing of this size, to which marks, words and places to touch are added."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._marks: list[list[Any]] = []
        self._texts: list[dict[str, Any]] = []
        self._hits: list[dict[str, Any]] = []

    def line(self, colour: str, at: Sequence[float], width: float = 1, dashed: int = 0) -> None:
        """A stroke through these points, x and y in turn."""
        self._marks.append(["line", colour, width, dashed, _round(at)])

    def area(self, colour: str, at: Sequence[float]) -> None:
        """A filled surface."""
        self._marks.append(["area", colour, _round(at)])

    def bars(self, colour: str, at: Sequence[float], radius: float = 0) -> None:
        """Filled rectangles: left, top, width, height in turn."""
        if at:
            self._marks.append(["bars", colour, radius, _round(at)])

    def frames(self, colour: str, at: Sequence[float], radius: float = 0) -> None:
        """Outlined rectangles."""
        if at:
            self._marks.append(["frames", colour, radius, _round(at)])

    def hatched(self, colour: str, left: float, top: float, width: float, height: float) -> None:
        """An outlined rectangle with strokes in it: a bar of a time that still runs."""
        for at in range(0, int(height), HATCH):
            low = top + height - at
            self.line(colour, [left, low, left + width, max(top, low - HATCH)])
        self.frames(colour, [left, top, width, height])

    def dots(self, colour: str, at: Sequence[float], radius: float = 3, filled: bool = True) -> None:
        """Dots, or rings."""
        if at:
            self._marks.append(["dots", colour, radius, int(filled), _round(at)])

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        at: int = LEFT,
        size: int = 12,
        weight: int = 500,
        colour: str = "cap",
    ) -> None:
        """Words whose middle stands at this height, and whose left, centre or right at this place."""
        if words:
            self._texts.append(
                {"x": round(x, 1), "y": round(y, 1), "t": words, "a": at, "s": size, "w": weight, "c": colour}
            )

    def hit(self, x: float, y: float, width: float, height: float, tap: Mapping[str, Any], says: str) -> None:
        """Whoever touches this rectangle asks for that."""
        self._hits.append(
            {"x": round(x), "y": round(y), "w": round(width), "h": round(height), "tap": tap, "says": says}
        )

    def panel(self, title: str, note: str = "", tail: str = "") -> dict[str, Any]:
        """The drawing with its size under a title, a note beside that, and the last words at its right."""
        head = {"w": self.width, "h": self.height, "title": title, "note": note, "tail": tail}
        return {**head, **self.told()}

    def told(self) -> dict[str, str]:
        """The drawing as texts of JSON: equal drawings are equal texts, and nothing is drawn anew."""
        return {
            name: json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            for name, value in (("marks", self._marks), ("texts", self._texts), ("hits", self._hits))
        }


def _round(at: Sequence[float]) -> list[float]:
    return [round(one, 1) for one in at]


class Axes:
    """The field of a plot within a drawing, and where a value stands in it.

    Args:
        low, high: the values at the bottom and the top hairline, widened to full steps.
        since, until: the instants, or numbers, at the left and the right.
    """

    def __init__(
        self,
        drawing: Drawing,
        *,
        left: float = 62,
        right: float = 12,
        top: float = 8,
        bottom: float = 24,
        low: float = 0,
        high: float = 1,
        since: float = 0,
        until: float = 1,
        lines: int = 4,
    ) -> None:
        self.drawing = drawing
        self.x0, self.x1 = left, drawing.width - right
        self.y0, self.y1 = top, drawing.height - bottom
        self.step = step_of(high - low, lines)
        self.low = low // self.step * self.step
        self.high = max(-(-high // self.step) * self.step, self.low + self.step)
        self.since, self.until = since, max(until, since + 1)

    def x(self, at: float) -> float:
        """Where this instant stands."""
        return self.x0 + (self.x1 - self.x0) * (at - self.since) / (self.until - self.since)

    def y(self, value: float) -> float:
        """How high this value stands."""
        return self.y1 - (self.y1 - self.y0) * (value - self.low) / (self.high - self.low)

    def hairs(self, said: Callable[[float], str]) -> None:
        """The hairlines with their values."""
        value = self.low
        while value <= self.high + MICRO * self.step:
            zero = abs(value) < MICRO * self.step
            y = self.y(value)
            self.drawing.line("strong" if zero else "hair", [self.x0, y, self.x1, y])
            self.drawing.text(self.x0 - 8, y, said(0 if zero else value), at=RIGHT)
            value += self.step

    def times(self, zone: tzinfo | None, language: str, most: int = 8) -> None:
        """The hours, or the days, below."""
        for at_ms, words in time_ticks(int(self.since), int(self.until), zone, language, most):
            x = self.x(at_ms)
            if self.x0 - 1 <= x <= self.x1 + 1:
                self.drawing.text(x, self.y1 + 14, words, at=CENTRE)


def step_of(span: float, lines: int) -> float:
    """A round step (1, 2 or 5 and zeros) of which at most so many fill the span."""
    wanted = max(span, MICRO) / max(1, lines)
    power = 1.0
    while power * 10 <= wanted:
        power *= 10
    while power > wanted:
        power /= 10
    return next((power * one for one in STEPS if power * one >= wanted - MICRO * power), power * 10)


def time_ticks(
    since_ms: int, until_ms: int, zone: tzinfo | None, language: str, most: int
) -> list[tuple[int, str]]:
    """Full hours, midnights or first days of months between these instants, at most about so many."""
    span = until_ms - since_ms
    for minutes in (5, 15, 30, 60, 120, 180, 360, 720):
        if span <= most * minutes * 60_000:
            return _clock_ticks(since_ms, until_ms, minutes, zone)
    days = next((one for one in (1, 2, 7, 14, 30, 60, 90) if span <= most * one * DAY_MS), 180)
    return _day_ticks(since_ms, until_ms, days, zone, language)


def _clock_ticks(since_ms: int, until_ms: int, minutes: int, zone: tzinfo | None) -> list[tuple[int, str]]:
    at = figures.local(since_ms, zone).replace(minute=0, second=0, microsecond=0)
    step = timedelta(minutes=minutes)
    if minutes > 60:
        at = at.replace(hour=0)
    found = []
    while (at_ms := round(at.timestamp() * 1000)) <= until_ms:
        if at_ms >= since_ms:
            found.append((at_ms, f"{at:%H:%M}"))
        at += step
    return found


def _day_ticks(
    since_ms: int, until_ms: int, days: int, zone: tzinfo | None, language: str
) -> list[tuple[int, str]]:
    at = figures.local(since_ms, zone).replace(hour=0, minute=0, second=0, microsecond=0)
    found = []
    while (at_ms := round(at.timestamp() * 1000)) <= until_ms:
        if at_ms >= since_ms:
            day = f"{figures.DAYS[language][at.weekday()]} {at:%d}" if days == 1 else f"{at:%d/%m}"
            found.append((at_ms, day))
        at += timedelta(days=days)
    return found


def empty(width: float, height: float, words: str) -> Drawing:
    """A panel with nothing to draw yet, and why."""
    drawing = Drawing(width, height)
    drawing.line("hair", [0, height - 24, width, height - 24])
    drawing.text(width / 2, height / 2 - 8, words, at=CENTRE, size=14, colour="sec")
    return drawing
