"""A drawing of a plot as SVG, and the field in it: no box, no legend, names stand at the marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from html import escape
from typing import Final

from controller.papers.pdf import GREY, INK, RULE, TYPEFACE

WIDTH: Final = 656
"""As wide as the text of an upright page, in pixels of 1/96 inch."""
HIGH: Final = 400
"""A picture is no higher: longer lists are several, and a page ends between two of them."""
ROWS_MAX: Final = 16
"""Rows of a list in one picture."""
BAND, BAR, FAINT, LOUD = "#dcebe3", "#7fb097", "#f0f1f4", "#a11212"
"""What is to be expected, what was, the ground of a bar, what asks to be looked at."""
SMALL, PLAIN = 10.0, 11.0
HOUR_MS: Final = 3_600_000
DAY_MS: Final = 24 * HOUR_MS
_TIMES: Final = (
    *(HOUR_MS // part for part in (12, 6, 4, 2, 1)),
    *(HOUR_MS * many for many in (2, 3, 6, 12, 24, 48, 168, 336, 720, 2160)),
)
Point = tuple[float, float]


class Canvas:
    """A drawing of this height, to which marks and words are added."""

    def __init__(self, height: float, width: float = WIDTH) -> None:
        self.width, self.height = width, height
        self._made: list[str] = []

    def line(
        self, points: Sequence[Point], colour: str = INK, wide: float = 1.2, *, dashed: bool = False
    ) -> None:
        """A stroke through these points."""
        dash = ' stroke-dasharray="3 2.5"' if dashed else ""
        self._made.append(
            f'<polyline points="{_points(points)}" fill="none" stroke="{colour}" '
            f'stroke-width="{wide}"{dash}/>'
        )

    def area(self, points: Sequence[Point], colour: str = BAND) -> None:
        """A filled surface."""
        self._made.append(f'<polygon points="{_points(points)}" fill="{colour}"/>')

    def bar(self, left: float, top: float, wide: float, high: float, colour: str = BAR) -> None:
        """A filled rectangle."""
        self._made.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{max(wide, 0):.1f}" height="{max(high, 0):.1f}" '
            f'fill="{colour}"/>'
        )

    def dot(self, x: float, y: float, radius: float = 2.6, colour: str = INK) -> None:
        """A dot."""
        self._made.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        at: str = "start",
        *,
        size: float = SMALL,
        strong: bool = False,
        colour: str = GREY,
    ) -> None:
        """Words on the line y; `at` says what of them stands at x: start, middle, end."""
        self._made.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-family="{TYPEFACE}" font-size="{size}" '
            f'font-weight="{600 if strong else 500}" text-anchor="{at}" fill="{INK if strong else colour}">'
            f"{escape(words)}</text>"
        )

    def svg(self) -> str:
        """The drawing."""
        size = f'width="{self.width}" height="{self.height:.0f}" viewBox="0 0 {self.width} {self.height:.0f}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(self._made)}</svg>'


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


class Field:
    """The field of a plot over time: where an instant and a value stand in it.

    Args:
        low, high: of the values; widened to full steps.
        since, until: in milliseconds.
        right: room for the words at the ends of lines.
    """

    def __init__(
        self,
        canvas: Canvas,
        values: tuple[float, float],
        times: tuple[float, float],
        *,
        left: float = 78,
        right: float = 112,
        bottom: float = 24,
    ) -> None:
        self.canvas = canvas
        self.left, self.right, self.top, self.bottom = (
            left,
            canvas.width - right,
            10.0,
            canvas.height - bottom,
        )
        self.step = step_of(values[1] - values[0])
        self.low = values[0] // self.step * self.step
        self.high = -(-values[1] // self.step) * self.step
        self.since, self.until = times[0], max(times[1], times[0] + 1)

    def x(self, at_ms: float) -> float:
        return self.left + (self.right - self.left) * (at_ms - self.since) / (self.until - self.since)

    def y(self, value: float) -> float:
        return self.bottom - (self.bottom - self.top) * (value - self.low) / (self.high - self.low)

    def hairs(self, said: Callable[[float], str]) -> None:
        """A hairline at each full step, with its value at the left; that of zero is darker."""
        for number in range(round((self.high - self.low) / self.step) + 1):
            value = self.low + number * self.step
            y = self.y(value)
            zero = abs(value) < self.step / 2
            self.canvas.line([(self.left, y), (self.right, y)], GREY if zero else RULE, 0.7)
            self.canvas.text(self.left - 6, y + 3.5, said(value), "end")

    def times(self, zone: tzinfo | None) -> None:
        """Full hours or days below the field."""
        for at_ms, said in time_ticks(self.since, self.until, zone):
            x = self.x(at_ms)
            self.canvas.line([(x, self.bottom), (x, self.bottom + 3)], GREY, 0.7)
            self.canvas.text(x, self.bottom + 15, said, "middle")


def step_of(span: float, lines: int = 4) -> float:
    """A round distance, 1, 2 or 5 times a power of ten, that gives at most about so many lines."""
    step = 1.0
    span = max(span, 1.0)
    while span / step > lines:
        step *= 2.5 if f"{step:.0f}".startswith("2") else 2
    return step


def time_ticks(since_ms: float, until_ms: float, zone: tzinfo | None, most: int = 7) -> list[tuple[int, str]]:
    """Instants on the full hour or day by the clock of the zone, and how each is said."""
    step = next((one for one in _TIMES if (until_ms - since_ms) / one <= most), _TIMES[-1])
    while (until_ms - since_ms) / step > most:
        step *= 2
    first = datetime.fromtimestamp(since_ms / 1000, UTC).astimezone(zone)
    midnight = first.replace(hour=0, minute=0, second=0, microsecond=0)
    found = []
    at_ms = round(midnight.timestamp() * 1000)
    while at_ms <= until_ms:
        if at_ms >= since_ms:
            at = midnight + timedelta(milliseconds=at_ms - midnight.timestamp() * 1000)
            found.append((at_ms, f"{at:%d/%m}" if step >= DAY_MS else f"{at:%H:%M}"))
        at_ms += step
    return found


def chosen(values: Iterable[float]) -> tuple[float, float]:
    """The lowest and the highest of these, zero among them."""
    every = [0.0, *values]
    return min(every), max(every)
