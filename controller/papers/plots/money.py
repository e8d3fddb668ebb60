"""Plots of the money: the bank's result beside its expectation, the jackpot's growth and residual."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from typing import Any, Final

from controller.papers.pdf import ACCENT, GREY, INK
from controller.papers.plots.canvas import LOUD, Canvas, Field, chosen
from controller.papers.plots.words import Words, signed
from controller.words.money import MINUS, decimal, grouped, money

Told = Mapping[str, Any]
HIGH: Final = 270


def result(words: Words, told: Told, zone: tzinfo | None) -> tuple[list[str], str]:
    """A step line in its band of two standard deviations round the dashed expectation."""
    expects = _expects(words, told)
    points, known = told["points"], told["known"]
    if not points:
        return [], expects
    since = told["since_ms"] or points[0][0]
    until = max(told["to_ms"], points[-1][0], since + 1)
    ends = [*points, [until, *points[-1][1:]]]
    edges = [one for _, bank, e, sigma in ends for one in (bank, e + 2 * sigma, e - 2 * sigma)]
    canvas = Canvas(HIGH)
    field = Field(canvas, chosen(edges), (since, until), left=84, right=104)
    if known:
        upper = [(field.x(at), field.y(e + 2 * sigma)) for at, _, e, sigma in ends]
        lower = [(field.x(at), field.y(e - 2 * sigma)) for at, _, e, sigma in ends]
        start = (field.x(since), field.y(0))
        canvas.area([start, *upper, *reversed(lower)])
    field.hairs(lambda value: money(round(value), short=True, signed=True))
    field.times(zone)
    names = []
    if known:
        expected = [start, *((field.x(at), field.y(e)) for at, _, e, _ in ends)]
        canvas.line(expected, ACCENT, 1.2, dashed=True)
        names += [(upper[-1][1], "+2 σ", GREY, False), (lower[-1][1], f"{MINUS}2 σ", GREY, False)]
        names.append((expected[-1][1], words.say("expected"), ACCENT, False))
    steps = [(field.x(since), field.y(0))]
    for at_ms, bank, _, _ in ends:
        steps += [(field.x(at_ms), steps[-1][1]), (field.x(at_ms), field.y(bank))]
    canvas.line(steps, INK, 1.3)
    canvas.dot(*steps[-1])
    names.append((steps[-1][1], signed(told["bank_cents"]), INK, True))
    below = 0.0
    for y, said, colour, strong in sorted(names):
        below = max(y + 3.5, below)
        canvas.text(field.right + 8, below, said, colour=colour, strong=strong)
        below += 12
    for at_ms, table, number, bank, after in told["wins"]:
        x, y = field.x(at_ms), field.y(after)
        canvas.dot(x, y, 3.4, ACCENT)
        left = x > (field.left + field.right) / 2
        said = words.say("royal", table=table, round=number, amount=signed(bank))
        canvas.text(x + (-7 if left else 7), y - 6, said, "end" if left else "start", strong=True)
    return [canvas.svg()], expects


def _expects(words: Words, told: Told) -> str:
    bank = signed(told["bank_cents"])
    rounds = words.count("rounds", told["rounds"])
    if not told["known"]:
        return f"{rounds}. {words.say('expect.unknown', bank=bank)}"
    said = words.say(
        "expect.result",
        bank=bank,
        expected=signed(told["expected_cents"]),
        sigma=money(told["sigma_cents"]),
        sigmas=decimal(told["sigmas_percent"] / 100, 2),
    )
    review = []
    if abs(told["sigmas_percent"]) > told["review_percent"]:
        review = [words.say("review", count=decimal(told["review_percent"] / 100, 0))]
    return " ".join([f"{rounds}.", said, *review])


def jackpot(words: Words, told: Told, zone: tzinfo | None) -> tuple[list[str], str]:
    """The meter from zero, a line for each generation; what was won marked with its amount."""
    residual = told["residual"]
    facts = {"residual": money(residual["cents"]), "checks": grouped(residual["checks"])}
    expects = words.say("expect.residual", **facts)
    if residual["missed"]:
        expects += f" {words.say('expect.missed', missed=grouped(residual['missed']))}"
    points = told["points"]
    if not points:
        return [], expects
    canvas = Canvas(HIGH)
    times = (points[0][0], max(point[0] for point in points))
    field = Field(canvas, chosen(point[1] for point in points), times, left=84, right=104)
    field.hairs(lambda value: money(round(value), short=True))
    field.times(zone)
    stroke: list[tuple[float, float]] = []
    generation = points[0][2]
    for at_ms, cents, of in points:
        here = (field.x(at_ms), field.y(cents))
        if of != generation:
            canvas.line(stroke, ACCENT, 1.5)
            canvas.line([stroke[-1], here], ACCENT, 0.8, dashed=True)
            stroke, generation = [], of
        stroke.append(here)
    canvas.line(stroke, ACCENT, 1.5)
    canvas.dot(*stroke[-1], colour=ACCENT)
    canvas.text(field.right + 8, stroke[-1][1] + 3.5, money(points[-1][1]), strong=True)
    for at_ms, kind, cents, table, number, _ in told["marks"]:
        if kind == "claim":
            x, y = field.x(at_ms), field.y(cents)
            left = x > (field.left + field.right) / 2
            said = words.say("won", amount=money(cents), table=table, round=number)
            canvas.dot(x, y, 3.4)
            canvas.text(x + (-7 if left else 7), max(y - 5, 9), said, "end" if left else "start", strong=True)
    for at_ms, _, _ in residual["seams"]:
        canvas.bar(field.x(at_ms) - 1, field.bottom - 10, 2, 10, LOUD)
    return [canvas.svg()], expects
