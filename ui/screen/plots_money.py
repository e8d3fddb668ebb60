"""Plots of the money: the bank’s result beside its expectation, the jackpot’s growth and residual."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.words.money import MINUS
from ui import figures
from ui.drawing import RIGHT, Axes, Drawing, empty
from ui.screen.house_speech import Words, to_rounds

Told = Mapping[str, Any]
Panel = tuple[str, str, Drawing]

HIT_PARTS: Final = 24


def result(words: Words, told: Told, width: float, height: float) -> Panel:
    """A white step line in its band of two standard deviations round the dotted expectation, ending now."""
    note = words.say("result.note" if told["by"] == "round" else "result.note.quarter")
    points = told["points"]
    if not points:
        return note, "", empty(width, height, words.say("none"))
    drawing = Drawing(width, height)
    since = told["since_ms"] or points[0][0]
    until = max(told["to_ms"], points[-1][0], since + 1)
    ends = [*points, [until, *points[-1][1:]]]
    known = told["known"]
    edges = [
        value
        for at, bank, expected, sigma in points
        for value in (bank, expected + 2 * sigma, expected - 2 * sigma)
    ]
    axes = Axes(
        drawing,
        left=84,
        right=136,
        low=min(0, *edges),
        high=max(1, *edges),
        since=since,
        until=until,
        lines=4,
    )
    named = _band(drawing, axes, ends) if known else []
    axes.hairs(lambda value: words.money(value, signed=True))
    axes.times(words.zone, words.language, 7)
    start = [axes.x(since), axes.y(0)]
    if known:
        dotted = [place for at, _, expected, _ in ends for place in (axes.x(at), axes.y(expected))]
        drawing.line("cap", [*start, *dotted], 1, dashed=3)
    before, steps = start[1], list(start)
    for at_ms, bank, _, _ in ends:
        steps += [axes.x(at_ms), before, axes.x(at_ms), axes.y(bank)]
        before = axes.y(bank)
    drawing.line("text", steps, 2)
    drawing.dots("text", steps[-2:], 4)
    _ends(words, drawing, axes, told, steps[-1], named)
    _fallen(words, drawing, axes, told["wins"])
    _hits(words, drawing, axes, since, until + 1)
    tail = figures.sigmas(told["sigmas_percent"]) if known else words.say("result.unknown")
    if known and abs(told["sigmas_percent"]) > told["review_percent"]:
        tail = words.say("result.review", sigmas=tail)
    return f"{note} · {words.say('n.rounds', count=figures.count(told['rounds']))}", tail, drawing


def _band(drawing: Drawing, axes: Axes, ends: list[Any]) -> list[float]:
    """The band of two standard deviations; where its two names stand."""
    start = [axes.x(axes.since), axes.y(0)]
    upper = [place for at, _, e, sigma in ends for place in (axes.x(at), axes.y(e + 2 * sigma))]
    lower = [place for at, _, e, sigma in reversed(ends) for place in (axes.x(at), axes.y(e - 2 * sigma))]
    drawing.area("band", [*start, *upper, *lower])
    high, low = max(axes.y0 + 6, upper[-1]), min(axes.y1 - 6, lower[1])
    drawing.text(upper[-2] + 8, high, "+2 σ")
    drawing.text(lower[0] + 8, low, f"{MINUS}2 σ")
    return [high, low]


def _fallen(words: Words, drawing: Drawing, axes: Axes, wins: list[Any]) -> None:
    """The round that won the jackpot, named where it stands; a touch opens it."""
    for at_ms, table, number, bank, after in wins[:1]:
        x, y = axes.x(at_ms), axes.y(after)
        left = x > (axes.x0 + axes.x1) / 2
        said = words.say("result.win", table=table, round=number, amount=words.money(bank, signed=True))
        at = y + 18 if y + 26 < axes.y1 else y - 18  # beside the line, not on it
        drawing.text(x + (-10 if left else 10), at, said, at=RIGHT if left else 0, weight=600, colour="text")
        drawing.hit(x - 24, y - 24, 48, 48, to_rounds(table=table, from_ms=at_ms, to_ms=at_ms + 1), said)


def _ends(words: Words, drawing: Drawing, axes: Axes, told: Told, y: float, named: list[float]) -> None:
    """The last value, and what was to be expected, apart from each other and from the band's names."""
    y = min(max(y, axes.y0 + 6), axes.y1 - 24)
    for other in named:
        if other - 36 < y < other + 18:
            below = y >= other or other - 38 < axes.y0
            y = other + 20 if below else other - 38
    y = max(y, axes.y0 - 2)
    drawing.text(
        axes.x1 + 12, y, words.money(told["bank_cents"], signed=True), size=15, weight=600, colour="text"
    )
    if told["known"]:
        amount = words.money(told["expected_cents"] // 100 * 100, signed=True)
        drawing.text(axes.x1 + 12, y + 18, words.say("result.expected", amount=amount), size=12, colour="sec")


def _hits(words: Words, drawing: Drawing, axes: Axes, since: int, until: int) -> None:
    part = (until - since) // HIT_PARTS or 1
    for at_ms in range(since, until, part):
        asked = to_rounds(from_ms=at_ms, to_ms=at_ms + part)
        left = axes.x(at_ms)
        drawing.hit(left, axes.y0, axes.x(at_ms + part) - left, axes.y1 - axes.y0, asked, words.moment(at_ms))


def jackpot(words: Words, told: Told, width: float, height: float) -> Panel:
    """The meter as a gold line from zero; what was won marked with its amount; below, the residual."""
    note = words.say("jackpot.note")
    points = told["points"]
    if not points:
        return note, "", empty(width, height, words.say("none"))
    drawing = Drawing(width, height)
    since, until = points[0][0], max(point[0] for point in points)
    axes = Axes(
        drawing,
        left=84,
        right=136,
        top=24,
        bottom=78,
        low=0,
        high=max(point[1] for point in points),
        since=since,
        until=until,
        lines=4,
    )
    axes.hairs(lambda value: words.money(value))
    axes.times(words.zone, words.language, 7)
    _meter(words, drawing, axes, told)
    _residual(words, drawing, axes, told["residual"], height)
    _hits(words, drawing, axes, since, until + 1)
    return note, words.say("jackpot.checks", count=figures.count(told["residual"]["checks"])), drawing


def _meter(words: Words, drawing: Drawing, axes: Axes, told: Told) -> None:
    """Each generation is a line of its own: a win is a fall, not a slope."""
    stroke: list[float] = []
    generation = told["points"][0][2]
    for at_ms, cents, of in told["points"]:
        if of != generation:
            drawing.line("gold", stroke, 2)
            drawing.line("gold", [stroke[-2], stroke[-1], axes.x(at_ms), axes.y(cents)], 1, dashed=3)
            stroke, generation = [], of
        stroke += [axes.x(at_ms), axes.y(cents)]
    if len(stroke) > 2:
        drawing.line("gold", stroke, 2)
    drawing.dots("gold", stroke[-2:], 4)
    y = min(max(stroke[-1], axes.y0 + 4), axes.y1 - 12)
    last = told["points"][-1]
    drawing.text(axes.x1 + 12, y, words.money(last[1]), size=15, weight=600, colour="gold")
    for at_ms, kind, cents, table, _, _ in told["marks"]:
        if kind != "claim":
            continue
        x, top = axes.x(at_ms), axes.y(cents)
        drawing.area("gold", [x - 6, top - 14, x + 6, top - 14, x, top - 3])
        right = x < axes.x0 + (axes.x1 - axes.x0) / 2
        said = f"{words.say('jackpot.won', amount=words.money(cents))} · {table}"
        drawing.text(
            x + (12 if right else -12),
            top - 12,
            said,
            at=0 if right else RIGHT,
            size=12,
            weight=600,
            colour="text",
        )


def _residual(words: Words, drawing: Drawing, axes: Axes, told: Told, height: float) -> None:
    """A flat white line is the good news."""
    y = height - 16
    drawing.text(axes.x0, y - 20, words.say("jackpot.residual"), colour="sec")
    drawing.text(axes.x0 - 8, y, "0", at=RIGHT)
    drawing.line("text" if not told["cents"] else "warn", [axes.x0, y, axes.x1, y], 1.5)
    for at_ms, cents, _ in told["seams"]:
        x = axes.x(at_ms)
        drawing.line("p1", [x, y, x, y - 10 if cents > 0 else y + 10], 3)
    drawing.text(axes.x1 + 12, y, figures.euros(told["cents"]), size=15, weight=600, colour="text")
