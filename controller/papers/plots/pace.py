"""Plots of the pace: rounds and hands an hour, time by phase, participation in JP1, seat by hour."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from typing import Any, Final

from controller.papers.pdf import ACCENT, GREY
from controller.papers.plots.canvas import BAND, BAR, FAINT, PLAIN, Canvas, Field, time_ticks
from controller.papers.plots.words import Words, percent, tenths
from controller.words.money import HARD, grouped, money

Told = Mapping[str, Any]
ACROSS: Final = 2
CELL_HIGH: Final = 128
LINES: Final = (ACCENT, "#1b1e24", "#6b7280")
SEAT_HIGH: Final = 26


def rates(words: Words, told: Told, zone: tzinfo | None, *, hands: bool) -> tuple[list[str], str]:
    """Bars of one table beside the other on one scale, with the target dashed."""
    tables = [one for one in told["tables"] if one["bars"]]
    at, target = (4, 0) if hands else (3, told["target"])
    expects = words.say(
        "expect.hands" if hands else "expect.target" if target else "expect.no_target", count=target
    )
    if not tables:
        return [], expects
    highest = max(bar[at] for one in tables for bar in one["bars"])
    highest = max(highest, 11 * target, 1)
    since = min(one["bars"][0][0] for one in tables)
    until = max(one["bars"][-1][0] for one in tables) + told["bar_ms"]
    pictures = []
    for first in range(0, len(tables), ACROSS):
        canvas = Canvas(CELL_HIGH)
        cell = (canvas.width - 24 * (ACROSS - 1)) / ACROSS
        for number, one in enumerate(tables[first : first + ACROSS]):
            frame = (number * (cell + 24), 0, cell)
            _cell(canvas, words, one, frame, (since, until, highest), told, zone, hands=hands)
        pictures.append(canvas.svg())
    return pictures, expects


def _cell(
    canvas: Canvas,
    words: Words,
    one: Told,
    frame: tuple[float, float, float],
    scale: tuple[int, int, int],
    told: Told,
    zone: tzinfo | None,
    *,
    hands: bool,
) -> None:
    """One table: its rate in words, its bars, the target, from when to when."""
    (x, y, wide), (since, until, highest) = frame, scale
    top, bottom = y + 32, y + CELL_HIGH - 30
    canvas.text(x, y + 14, one["table"], size=12, strong=True)
    kind = "hands" if hands else "rounds"
    canvas.text(
        x + wide, y + 14, f"{tenths(one['rate'][int(hands)])}{HARD}/{HARD}h", "end", size=12, strong=True
    )
    canvas.text(x + 60, y + 14, words.count(kind, one[kind]))
    step = wide / max(1, (until - since) // told["bar_ms"])
    for bar in one["bars"]:
        high = (bottom - top) * bar[4 if hands else 3] / highest
        left = x + (bar[0] - since) // told["bar_ms"] * step
        canvas.bar(left, bottom - high, max(step - 1, 0.6), high)
    canvas.line([(x, bottom), (x + wide, bottom)], GREY, 0.7)
    for at_ms, said in time_ticks(since, until, zone, 5):
        place = x + wide * (at_ms - since) / (until - since)
        edge = "start" if place < x + 14 else "end" if place > x + wide - 14 else "middle"
        canvas.text(place, bottom + 13, said, edge)
    if not hands and told["target"]:
        level = bottom - (bottom - top) * 10 * told["target"] / highest
        canvas.line([(x, level), (x + wide, level)], ACCENT, 1, dashed=True)
        canvas.text(x + wide, level - 3, words.say("target", count=told["target"]), "end", colour=ACCENT)


def phase_times(words: Words, told: Told) -> tuple[list[str], str]:
    """A bar to the median, a whisker to the ninth decile, both in words."""
    phases, pitch = told["phases"], 24
    if not phases:
        return [], words.say("expect.phases")
    canvas = Canvas(pitch * len(phases) + 4)
    left, right = 110.0, canvas.width - 130
    longest = max(1, *(one["p90_s"] for one in phases))
    for row, one in enumerate(phases):
        y = 2 + pitch * (row + 0.5)
        median, decile = (left + (right - left) * one[key] / longest for key in ("median_s", "p90_s"))
        canvas.text(left - 10, y + 4, words.named("phase", one["phase"]), "end", size=PLAIN)
        canvas.bar(left, y - 6, max(1.5, median - left), 12)
        canvas.line([(median, y), (decile, y)], GREY)
        canvas.line([(decile, y - 4), (decile, y + 4)], GREY)
        canvas.text(decile + 8, y + 4, f"{one['median_s']}{HARD}s", size=PLAIN, strong=True)
        canvas.text(decile + 44, y + 4, f"{one['p90_s']}{HARD}s", size=PLAIN)
        canvas.text(canvas.width, y + 4, words.count("rounds", one["times"]), "end")
    canvas.line([(left, 2), (left, canvas.height - 2)], GREY, 0.7)
    return [canvas.svg()], words.say("expect.phases")


def participation(words: Words, told: Told, zone: tzinfo | None) -> tuple[list[str], str]:
    """A line for each pair of limits, named at its end."""
    limits = [one for one in told["limits"] if one["points"]]
    if not limits:
        return [], words.say("expect.participation")
    canvas = Canvas(230)
    since = min(one["points"][0][0] for one in limits)
    until = max(one["points"][-1][0] for one in limits) + told["bar_ms"]
    field = Field(canvas, (0, 1000), (since, until), left=52, right=172)
    field.hairs(lambda value: percent(value, 0))
    field.times(zone)
    ends = []
    for number, one in enumerate(limits):
        colour = LINES[number % len(LINES)]
        line = [(field.x(at + told["bar_ms"] / 2), field.y(permille)) for at, permille, _ in one["points"]]
        if len(line) > 1:
            canvas.line(line, colour, 1.5, dashed=number >= len(LINES))
        canvas.dot(*line[-1], colour=colour)
        whole = 1000 * one["jp1"] // one["hands"] if one["hands"] else 0
        named = f"{money(one['minimum_cents'], short=True)} – {money(one['maximum_cents'], short=True)}"
        ends.append((line[-1][1], f"{percent(whole)} · {named}", words.count("hands", one["hands"]), colour))
    below = 0.0
    for y, named, hands, colour in sorted(ends):
        at = max(y, below)
        canvas.text(field.right + 8, at, named, colour=colour, strong=True)
        canvas.text(field.right + 8, at + 12, hands)
        below = at + 27
    return [canvas.svg()], words.say("expect.participation")


def seat_heat(words: Words, told: Told) -> tuple[list[str], str]:
    """How often each seat is taken at each hour of the day; the line in a cell is its JP1 share."""
    rounds = {hour: count for hour, count in told["hours"] if count}
    if not rounds:
        return [], words.say("expect.seats")
    hours, places = from_the_evening(sorted(rounds)), max(1, told["seats"])
    canvas = Canvas(SEAT_HIGH * places + 34)
    left = 64.0
    cell = min(64.0, (canvas.width - left) / len(hours))
    found = {(seat, hour): (hands, jp1) for seat, hour, hands, jp1 in told["rows"]}
    for seat in range(1, places + 1):
        y = (seat - 1) * SEAT_HIGH
        canvas.text(0, y + SEAT_HIGH / 2 + 4, words.say("seat", seat=seat), size=PLAIN)
        for number, hour in enumerate(hours):
            hands, jp1 = found.get((seat, hour), (0, 0))
            share = min(1000, 1000 * hands // rounds[hour])
            x = left + number * cell
            canvas.bar(x, y, cell - 2, SEAT_HIGH - 2, _shade(share))
            if hands:
                canvas.text(
                    x + cell / 2 - 1, y + SEAT_HIGH / 2 + 2, f"{(share + 5) // 10}", "middle", strong=True
                )
                canvas.bar(x + 3, y + SEAT_HIGH - 7, (cell - 8) * jp1 / hands, 2, ACCENT)
    for number, hour in enumerate(hours):
        x, y = left + number * cell + cell / 2 - 1, places * SEAT_HIGH + 12
        canvas.text(x, y, f"{hour}{HARD}h", "middle")
        canvas.text(x, y + 13, grouped(rounds[hour]), "middle")
    canvas.text(0, places * SEAT_HIGH + 25, words.say("played"))
    return [canvas.svg()], words.say("expect.seats")


def _shade(permille: int) -> str:
    """From the paper's white to green, the darkest for every round."""
    if not permille:
        return FAINT
    low, high = (tuple(int(tone[at : at + 2], 16) for at in (1, 3, 5)) for tone in (BAND, BAR))
    mixed = (round(a + (b - a) * permille / 1000) for a, b in zip(low, high, strict=True))
    return "#" + "".join(f"{tone:02x}" for tone in mixed)


def from_the_evening(hours: list[int]) -> list[int]:
    """The hours as a night has them: after the longest gap of the clock."""
    if len(hours) < 2:
        return hours
    gaps = [((hours[(at + 1) % len(hours)] - hour) % 24, at) for at, hour in enumerate(hours)]
    _, longest = max(gaps)
    return [*hours[longest + 1 :], *hours[: longest + 1]]
