"""Plots of the pace: rounds and hands an hour, time per phase, JP1 participation, seat by hour."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from ui import figures
from ui.drawing import CENTRE, DAY_MS, RIGHT, Axes, Drawing, empty
from ui.screen.house_speech import Words, to_rounds

Told = Mapping[str, Any]
Panel = tuple[str, str, Drawing]
"""The note beside the title, what stands at its right end, and the drawing."""

SMALL_MAX: Final = 8
ACROSS: Final = 4
LEAST_PX: Final = 4
"""Bars as wide as that are touched one by one, slimmer ones so many together that they are `FINE_PX`."""
FINE_PX: Final = 12


def rates(words: Words, told: Told, width: float, height: float, *, hands: bool) -> Panel:
    """Bars of one table beside the other on one scale, those that play slowest first when there are many."""
    note = words.say("bars.day" if told["bar_ms"] == DAY_MS else "bars.quarter")
    tables = [one for one in told["tables"] if one["bars"]]
    if not tables:
        return note, "", empty(width, height, words.say("none"))
    left_out = len(tables) - SMALL_MAX
    if left_out > 0:
        tables = sorted(tables, key=lambda one: one["rate"][int(hands)])[:SMALL_MAX]
    tail = words.say("more.tables", count=left_out) if left_out > 0 else ""
    if any(one["unfinished"] for one in tables):
        note += words.say("bars.unfinished")
    at = 4 if hands else 3
    drawing = Drawing(width, height)
    highest = max(bar[at] for one in tables for bar in one["bars"])
    target = 0 if hands else 10 * told["target"]
    highest = max(highest, target * 11 // 10, 1)
    since = min(one["bars"][0][0] for one in tables)
    until = max(one["bars"][-1][0] for one in tables) + told["bar_ms"]
    across = min(ACROSS, len(tables))
    down = -(-len(tables) // across)
    cell = (width - (across - 1) * 24) / across
    for number, one in enumerate(tables):
        x, y = number % across * (cell + 24), number // across * (height / down)
        frame = (x, y, cell, height / down - 8)
        _small(words, drawing, one, frame, (since, until, highest, at), told)
        rate = one["rate"][int(hands)]
        drawing.text(x, y + 10, one["table"], size=13, weight=600, colour="text")
        drawing.text(x + cell, y + 10, words.tenths(rate), at=RIGHT, size=16, weight=600, colour="text")
    return note, tail, drawing


def _small(
    words: Words,
    drawing: Drawing,
    one: Told,
    frame: tuple[float, float, float, float],
    scale: tuple[int, int, int, int],
    told: Told,
) -> None:
    """One table's bars, the last one lit, hatched while its quarter lasts; its target dotted."""
    x, y, width, height = frame
    since, until, highest, at = scale
    top, bottom = y + 28, y + height - 22
    step = max(width / max(1, (until - since) // told["bar_ms"]), 1.0)
    drawn: list[float] = []
    lit: list[float] = []
    for bar in one["bars"]:
        left = x + (bar[0] - since) // told["bar_ms"] * step
        tall = (bottom - top) * bar[at] / highest
        box = [left, bottom - tall, max(step - 1.5, 1), tall]
        if bar is one["bars"][-1]:
            lit = box
        else:
            drawn += box
    together = 1 if step >= LEAST_PX else math.ceil(FINE_PX / step)
    for first in range(since, until, together * told["bar_ms"]):
        asked = to_rounds(table=one["table"], from_ms=first, to_ms=first + together * told["bar_ms"])
        left = x + (first - since) // told["bar_ms"] * step
        drawing.hit(left, top, together * step, bottom - top, asked, words.moment(first))
    drawing.bars("bar", drawn)
    if one["unfinished"]:
        drawing.hatched("now", *lit)
    else:
        drawing.bars("now", lit)
    drawing.line("strong", [x, bottom, x + width, bottom])
    count = one["hands"] if at == 4 else one["rounds"]
    said = words.say("n.hands" if at == 4 else "n.rounds", count=figures.count(count))
    if at == 3 and told["target"]:
        line = bottom - (bottom - top) * 10 * told["target"] / highest
        drawing.line("cap", [x, line, x + width, line], 1, dashed=2)
        said = f"{words.say('target', count=told['target'])} · {said}"
    drawing.text(x, bottom + 12, said)


def phase_times(words: Words, told: Told, width: float, height: float) -> Panel:
    """A bar to the median, a whisker to the ninth decile, both in words."""
    note = words.say("phase_times.note")
    phases = told["phases"]
    if not phases:
        return note, "", empty(width, height, words.say("none"))
    drawing = Drawing(width, height)
    left, right = 108, width - 84
    longest = max(1, *(one["p90_s"] for one in phases))
    pitch = min(34.0, (height - 8) / len(phases))
    for number, one in enumerate(phases):
        y = 6 + pitch * (number + 0.5)
        median = left + (right - left) * one["median_s"] / longest
        decile = left + (right - left) * one["p90_s"] / longest
        drawing.text(left - 14, y, phase_name(words, one["phase"]), at=RIGHT, size=13, colour="sec")
        drawing.bars("dimbar", [left, y - 5, max(2.0, median - left), 10])
        if decile > median:
            drawing.line("cap", [median, y, decile, y])
            drawing.line("cap", [decile, y - 4, decile, y + 4])
        drawing.text(decile + 10, y, str(one["median_s"]), size=14, weight=600, colour="text")
        drawing.text(decile + 16 + 9 * len(str(one["median_s"])), y, str(one["p90_s"]), size=13, colour="sec")
        drawing.hit(0, y - pitch / 2, width, pitch, to_rounds(), phase_name(words, one["phase"]))
    drawing.line("strong", [left, 2, left, 6 + pitch * len(phases)])
    times = max(one["times"] for one in phases)
    return note, words.say("n.rounds", count=figures.count(times)), drawing


def phase_name(words: Words, phase: str) -> str:
    """The part of a round as the ribbon calls it."""
    if phase.startswith("street."):
        return words.say("phase.street", number=int(phase[7:]) + 1)
    return words.say(f"phase.{phase}")


def participation(words: Words, told: Told, width: float, height: float) -> Panel:
    """A line for each pair of limits, named at its end."""
    note = words.say("participation.day" if told["bar_ms"] == DAY_MS else "participation.hour")
    limits = [one for one in told["limits"] if one["points"]]
    if not limits:
        return note, "", empty(width, height, words.say("none"))
    drawing = Drawing(width, height)
    since = min(one["points"][0][0] for one in limits)
    until = max(one["points"][-1][0] for one in limits) + told["bar_ms"]
    axes = Axes(drawing, right=112, low=0, high=1000, since=since, until=until, lines=5)
    axes.hairs(lambda value: words.permille(round(value)))
    axes.times(words.zone, words.language, 7)
    ends = []
    for number, one in enumerate(limits):
        points = [(point[0] + told["bar_ms"] / 2, point[1]) for point in one["points"]]
        ink = ("text", "now", "cap")[min(number, 2)]
        at = [part for x, y in points for part in (axes.x(x), axes.y(y))]
        if len(points) > 1:
            drawing.line(ink, at, 2)
        drawing.dots(ink, at[-2:], 3.5)
        ends.append((at[-1], at[-2], _limits(words, one), one["points"][-1][1]))
        for point in one["points"]:
            asked = to_rounds(from_ms=point[0], to_ms=point[0] + told["bar_ms"])
            step = axes.x(point[0] + told["bar_ms"]) - axes.x(point[0])
            drawing.hit(axes.x(point[0]), axes.y0, step, axes.y1 - axes.y0, asked, words.moment(point[0]))
    taken: list[float] = []
    for y, x, name, permille in sorted(ends):
        while any(abs(y - other) < 16 for other in taken):
            y += 4
        taken.append(y)
        drawing.text(x + 10, y, f"{name} · {words.permille(permille)}", size=12, weight=600, colour="sec")
    hands = sum(one["hands"] for one in limits)
    return note, words.say("n.hands", count=figures.count(hands)), drawing


def _limits(words: Words, one: Told) -> str:
    lowest = words.money(one["minimum_cents"]).removesuffix("\u00a0€")
    return f"{lowest}–{words.money(one['maximum_cents'])}"


def seat_heat(words: Words, told: Told, width: float, height: float) -> Panel:
    """How often each seat is taken at each hour of the day; the line in a cell is its JP1 share."""
    note = words.say("seat_heat.note")
    rounds = {hour: count for hour, count in told["hours"] if count}
    if not rounds:
        return note, "", empty(width, height, words.say("none"))
    drawing = Drawing(width, height)
    hours = _from_the_evening(sorted(rounds))
    left, top = 64, 4
    cell = min(56.0, (width - left) / len(hours))
    places = max(1, told["seats"])
    tall = min(34.0, (height - top - 28) / places)
    found = {(seat, hour): (hands, jp1) for seat, hour, hands, jp1 in told["rows"]}
    for seat in range(1, places + 1):
        y = top + (seat - 1) * tall
        drawing.text(0, y + tall / 2, words.say("seat", seat=seat), size=12, colour="sec")
        for number, hour in enumerate(hours):
            x = left + number * cell
            hands, jp1 = found.get((seat, hour), (0, 0))
            share = 1000 * hands // rounds[hour]
            drawing.bars(_HEAT[min(share, 999) * len(_HEAT) // 1000], [x, y, cell - 2, tall - 2], 3)
            if jp1:
                drawing.bars("gold", [x + 4, y + tall - 7, (cell - 10) * jp1 / hands, 2])
            if cell >= 34 and hands:
                strong = "text" if share > 200 else "cap"
                drawing.text(
                    x + cell / 2 - 1,
                    y + tall / 2 - 3,
                    f"{(share + 5) // 10}",
                    at=CENTRE,
                    size=12,
                    colour=strong,
                )
            says = f"{words.say('seat', seat=seat)}, {hour:02d}:00"
            drawing.hit(x, y, cell, tall, to_rounds(seat=seat), says)
    for number, hour in enumerate(hours):
        if cell >= 34 or number % 3 == 0:
            x = left + number * cell + cell / 2 - 1
            drawing.text(x, top + places * tall + 12, f"{hour:02d}:00", at=CENTRE)
    return note, words.say("n.rounds", count=figures.count(sum(rounds.values()))), drawing


_HEAT: Final = ("rail", "band", "strong", "bar", "dimbar")


def _from_the_evening(hours: list[int]) -> list[int]:
    """The hours as a night has them: after the longest gap of the clock."""
    if len(hours) < 2:
        return hours
    gaps = [
        ((after - before) % 24, at)
        for at, (before, after) in enumerate(zip(hours, [*hours[1:], hours[0]], strict=True))
    ]
    _, longest = max(gaps)
    return [*hours[longest + 1 :], *hours[: longest + 1]]
