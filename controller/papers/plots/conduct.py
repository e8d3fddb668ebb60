"""Plots of the conduct: devices, alarms, corrections, availability, and the hands that were dealt."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from math import log2
from typing import Any, Final

from controller.papers.pdf import ACCENT, GREY, INK, RULE
from controller.papers.plots.canvas import BAND, FAINT, LOUD, PLAIN, ROWS_MAX, Canvas, time_ticks
from controller.papers.plots.words import Words, lasting, percent
from controller.words.money import decimal, grouped

Told = Mapping[str, Any]
STRIP: Final = 14
"""The height of a device's strip with the room below."""
ROW: Final = 22
TEN_MINUTES_MS: Final = 600_000
NAME_MAX: Final = 34
"""A dealer's name is cut after so many letters: it shares its line with the figures."""
FOLD: Final = 2.6
"""Doublings to each side that the scale shows."""
HEALTH: Final = {"up": BAND, "degraded": "#d9a441", "lost": LOUD, "absent": FAINT}


def machines(words: Words, told: Told, zone: tzinfo | None) -> tuple[list[str], str]:
    """Strips of 24 hours, one a device."""
    tables = [one for one in told["tables"] if one["machines"]]
    since, until = told["since_ms"], max(told["until_ms"], told["since_ms"] + 1)
    pictures = []
    for one in tables:
        last = one is tables[-1]
        canvas = Canvas(STRIP * len(one["machines"]) + (26 if last else 2))
        left, right = 150.0, canvas.width - 80

        def x(at_ms: float, left: float = left, right: float = right) -> float:
            part: float = (max(at_ms, since) - since) / (until - since)
            return left + (right - left) * part

        canvas.text(0, 10, one["table"], strong=True)
        canvas.line([(0, 0.5), (canvas.width, 0.5)], RULE, 0.6)
        for row, machine in enumerate(one["machines"]):
            y = row * STRIP
            canvas.text(left - 8, y + 10, words.named("machine", machine["machine"]), "end")
            canvas.bar(left, y + 2, right - left, STRIP - 4, FAINT)
            for from_ms, to_ms, health, _ in machine["strips"]:
                wide = max(1.0, x(to_ms) - x(from_ms))
                canvas.bar(x(from_ms), y + 2, wide, STRIP - 4, HEALTH.get(health, BAND))
            for from_ms, to_ms, _ in machine["worn"]:
                canvas.bar(x(from_ms), y + 2, max(1.0, x(to_ms) - x(from_ms)), STRIP - 4, HEALTH["degraded"])
            canvas.text(canvas.width, y + 10, words.count("lost", machine["lost"]), "end")
        for at_ms, said in time_ticks(since, until, zone) if last else []:
            canvas.text(x(at_ms), canvas.height - 10, said, "middle")
        pictures.append(canvas.svg())
    return pictures, words.say("expect.machines")


def alarms(words: Words, told: Told, zone: tzinfo | None) -> tuple[list[str], str]:
    """Codes by their count; shares of the priorities beside those that are meant; alarms by ten minutes."""
    expects = words.say("expect.alarms", count=grouped(told["total"]), n=told["total"])
    if told["seen_p90_s"]:
        expects += " " + words.say("alarms.seen", median=told["seen_median_s"], p90=told["seen_p90_s"])
    if not told["total"]:
        return [], expects
    codes, bars = told["codes"], told["ten_minutes"]
    high = max(len(codes), 5) * 18
    canvas = Canvas(high + 96)
    half, most = canvas.width * 0.48, max(times for _, _, times in codes)
    for row, (code, priority, times) in enumerate(codes):
        y = row * 18 + 11
        canvas.text(0, y, f"{code} · P{priority}", size=PLAIN)
        canvas.bar(78, y - 9, max(1.5, (half - 130) * times / most), 11)
        canvas.text(half - 8, y, grouped(times), "end", size=PLAIN, strong=True)
    left = half + 28
    for row, (priority, times, meant) in enumerate(told["priorities"]):
        y, room = row * 30 + 14, canvas.width - left - 140
        share = 1000 * times / told["total"]
        canvas.text(left, y, f"P{priority}", size=PLAIN, strong=True)
        canvas.bar(left + 26, y - 10, room, 12, FAINT)
        canvas.bar(left + 26, y - 10, room * share / 1000, 12)
        mark = left + 26 + room * meant / 1000
        canvas.line([(mark, y - 13), (mark, y + 5)], INK, 1.4)
        canvas.text(canvas.width, y, f"{grouped(times)} · {percent(share)}", "end", size=PLAIN)
    since, until = bars[0][0], bars[-1][0] + TEN_MINUTES_MS
    top, bottom, tallest = high + 24, canvas.height - 18, max(times for _, times in bars)
    canvas.text(0, top - 6, words.say("ten", most=grouped(tallest)))
    step = canvas.width / max(24, (until - since) // TEN_MINUTES_MS)
    for at_ms, times in bars:
        tall = (bottom - top) * times / tallest
        canvas.bar((at_ms - since) // TEN_MINUTES_MS * step, bottom - tall, max(step - 1.5, 0.6), tall)
    canvas.line([(0, bottom), (canvas.width, bottom)], GREY, 0.7)
    shown = (until - since) // TEN_MINUTES_MS * step
    for at_ms, said in time_ticks(since, until, zone, max(1, int(shown // 90))):
        x = shown * (at_ms - since) / (until - since)
        canvas.text(x, bottom + 13, said, "start" if x < 16 else "middle")
    return [canvas.svg()], expects


def corrections(words: Words, told: Told) -> tuple[list[str], str]:
    """Corrections for a hundred rounds, by dealer, and what they were."""
    rounds = grouped(told["rounds"])
    kinds = ", ".join(f"{words.named('kind', kind)} {grouped(times)}" for kind, times in told["kinds"])
    if not told["total"]:
        return [], words.say("expect.corrections.none", rounds=rounds)
    facts = {"total": grouped(told["total"]), "n": told["total"], "rounds": rounds, "kinds": kinds}
    dealers = [one for one in told["dealers"] if one["rounds"] or one["times"]]
    rates = [100 * one["times"] / max(1, one["rounds"]) for one in dealers]
    most, pictures = max(rates, default=0) or 1, []
    for first in range(0, len(dealers), ROWS_MAX):
        some = dealers[first : first + ROWS_MAX]
        canvas = Canvas(ROW * len(some) + 2)
        left, right = 220.0, canvas.width - 190
        for row, one in enumerate(some):
            y, rate = ROW * row + 14, rates[first + row]
            canvas.text(left - 10, y, _name(one["dealer"] or words.say("unnamed")), "end", size=PLAIN)
            canvas.bar(left, y - 10, max(1.0, (right - left) * rate / most), 12)
            canvas.text(right + 10, y, decimal(rate), size=PLAIN, strong=True)
            said = f"{grouped(one['times'])} / {words.count('rounds', one['rounds'])}"
            canvas.text(canvas.width, y, said, "end", size=PLAIN)
        pictures.append(canvas.svg())
    return pictures, words.say("expect.corrections", **facts)


def _name(name: str) -> str:
    return name if len(name) <= NAME_MAX else f"{name[: NAME_MAX - 1]}…"


def availability(words: Words, told: Told) -> tuple[list[str], str]:
    """What part of its time open a table could be played at; its stops and how long they took to mend."""
    tables = [one for one in told["tables"] if one["open_ms"]]
    pictures = []
    for first in range(0, len(tables), ROWS_MAX):
        some = tables[first : first + ROWS_MAX]
        canvas = Canvas(ROW * len(some) + 2)
        left, right = 78.0, canvas.width - 400
        for row, one in enumerate(some):
            y = ROW * row + 14
            up = 1 - one["down_ms"] / one["open_ms"]
            canvas.text(0, y, one["table"], size=PLAIN, strong=True)
            canvas.bar(left, y - 10, right - left, 12, FAINT)
            canvas.bar(left, y - 10, (right - left) * up, 12)
            said = percent(int(10_000 * up) / 10, 2)
            canvas.text(right + 8, y, said, size=PLAIN, strong=True)
            canvas.text(right + 76, y, f"/ {lasting(one['open_ms'])}", size=PLAIN)
            canvas.text(right + 222, y, words.count("stops", one["failures"]), "end", size=PLAIN)
            if one["failures"]:
                canvas.text(right + 306, y, lasting(one["between_ms"]), "end", size=PLAIN)
                mended = " / ".join(lasting(1000 * one[f"recovery_{key}_s"]) for key in ("median", "p90"))
                canvas.text(canvas.width, y, mended, "end", size=PLAIN)
        pictures.append(canvas.svg())
    return pictures, words.say("expect.availability")


def frequencies(words: Words, told: Told) -> tuple[list[str], str]:
    """Observed over expected on a scale of doublings, with the band of 95 %."""
    expects = words.say("expect.frequencies", count=grouped(told["hands"]))
    if not told["hands"]:
        return [], expects
    classes = told["classes"]
    canvas = Canvas(ROW * len(classes) + 26)
    left, right = 300.0, canvas.width - 12
    middle, unit = (left + right) / 2, (right - left) / 2 / FOLD

    def x(ratio: float) -> float:
        return middle + unit * max(-FOLD, min(FOLD, log2(ratio) if ratio > 0 else -FOLD))

    for column, key in ((214, "observed"), (284, "expected")):
        canvas.text(column, 12, words.say(key), "end")
    for ratio, said in ((0.25, "÷ 4"), (0.5, "÷ 2"), (1, words.say("equal")), (2, "× 2"), (4, "× 4")):
        canvas.text(x(ratio), 12, said, "middle")
        canvas.line([(x(ratio), 18), (x(ratio), canvas.height)], GREY if ratio == 1 else RULE, 0.7)
    for row, (name, seen, expected_milli, low, high, _) in enumerate(classes):
        y = ROW * (row + 0.5) + 20
        hand = words.hand(name)
        canvas.text(0, y + 4, hand[0].upper() + hand[1:], size=PLAIN)
        canvas.text(214, y + 4, grouped(seen), "end", size=PLAIN, strong=True)
        expected = decimal(expected_milli / 1000)
        canvas.text(284, y + 4, expected, "end", size=PLAIN)
        canvas.bar(x(low / 1000), y - 5, max(2.0, x(high / 1000) - x(low / 1000)), 10, BAND)
        if seen and expected_milli:
            ratio = 1000 * seen / expected_milli
            outside = not low <= 1000 * ratio <= high
            canvas.dot(x(ratio), y, 3.2, LOUD if outside else ACCENT)
    return [canvas.svg()], expects
