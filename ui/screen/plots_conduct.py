"""Plots of the conduct: devices, alarms, corrections, availability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from controller.words.money import HARD
from ui import figures
from ui.drawing import CENTRE, RIGHT, Drawing, empty, time_ticks
from ui.screen.house_speech import Words, to_rounds
from ui.texts.alarms import alarm_kind

Told = Mapping[str, Any]
Panel = tuple[str, str, Drawing]

ROWS_MAX: Final = 8
LINE_PX: Final = 15
_HEALTH: Final = {"up": "bar", "degraded": "warn", "lost": "p1", "absent": "rail"}


def machines(words: Words, told: Told, width: float, height: float) -> Panel:
    """Strips of 24 hours, grey while well; the last trouble of a table in words beside them."""
    tables = [one for one in told["tables"] if one["machines"]]
    note = _of_shown(words, "machines.note", len(tables))
    if not tables:
        return note, "", empty(width, height, words.say("none"))
    drawing = Drawing(width, height)
    shown = sorted(tables, key=lambda one: -sum(machine["lost"] for machine in one["machines"]))[:ROWS_MAX]
    shown.sort(key=lambda one: tables.index(one))
    left, right = 92.0, width - 210
    since, until = told["since_ms"], max(told["until_ms"], told["since_ms"] + 1)
    pitch = min(48.0, (height - 34) / len(shown))
    for row, one in enumerate(shown):
        y = 4 + row * pitch
        drawing.text(0, y + pitch / 2 - 2, one["table"], size=13, weight=600, colour="text")
        names = one["machines"]
        tall = min(7.0, (pitch - 8) / max(1, len(names)))
        worst = ("", 0, "")
        for at, machine in enumerate(names):
            top = y + (pitch - tall * len(names)) / 2 - 2 + at * tall
            for from_ms, to_ms, health, _ in machine["strips"]:
                x0 = left + (right - left) * (from_ms - since) / (until - since)
                x1 = left + (right - left) * (to_ms - since) / (until - since)
                drawing.bars(_HEALTH.get(health, "bar"), [x0, top, max(1.5, x1 - x0), tall - 1.5])
                if health in ("lost", "degraded") and from_ms >= worst[1]:
                    worst = (health, from_ms, machine["machine"])
            for from_ms, to_ms, _ in machine["worn"]:
                x0, x1 = (left + (right - left) * (ms - since) / (until - since) for ms in (from_ms, to_ms))
                drawing.bars("warn", [x0, top, max(1.5, x1 - x0), tall - 1.5])
        beside = [_trouble(words, *worst)] if worst[0] else []
        beside = [*beside, *_line(words, names)][: max(1, int(pitch // LINE_PX))]
        for at, said in enumerate(beside):
            height_px = y + pitch / 2 - 2 + (at - (len(beside) - 1) / 2) * LINE_PX
            strong = at == 0 and worst[0] != ""
            weight, colour = (600, "text") if strong else (500, "sec")
            drawing.text(right + 12, height_px, said, size=12, weight=weight, colour=colour)
        lost = sum(machine["lost"] for machine in names)
        drawing.text(width, y + pitch / 2 - 2, str(lost), at=RIGHT, size=13, colour="sec")
        drawing.hit(0, y, width, pitch, to_rounds(table=one["table"], flag="alarm"), one["table"])
    below = 4 + len(shown) * pitch
    for at_ms, said in time_ticks(since, until, words.zone, words.language, 6):
        drawing.text(left + (right - left) * (at_ms - since) / (until - since), below + 10, said, at=CENTRE)
    return note, words.say("machines.lost"), drawing


def _of_shown(words: Words, key: str, tables: int) -> str:
    """The note of a plot with a row a table; where there are more tables, that its rows are the worst."""
    note = words.say(key)
    if tables <= ROWS_MAX:
        return note
    return f"{note} · {words.say('worst.tables', count=ROWS_MAX, of=tables)}"


def _trouble(words: Words, health: str, since_ms: int, machine: str) -> str:
    time = words.clock(since_ms)[:5]
    return words.say(f"health.{health}", machine=words.say(f"machine.{machine}"), time=time)


def _line(words: Words, machines: Sequence[Told]) -> list[str]:
    """The line of the table that repeats most, and what was wrong on it; nothing where little was heard."""
    told = [one for one in machines if one["line"]["permille"] is not None and one["machine"] != "chips"]
    if not told:
        return []
    worst = max(told, key=lambda one: int(one["line"]["permille"]))
    line = worst["line"]
    rate = [f"{words.say('machine.' + worst['machine'])} {words.permille(line['permille'], decimals=True)}"]
    if line["celsius"] is not None:
        rate.append(f"{line['celsius']}{HARD}°C")
    wrong = [
        words.say(f"machines.{name}", count=figures.count(line[name]))
        for name in ("damaged", "returns")
        if line[name]
    ]
    return [" · ".join(parts) for parts in (rate, wrong) if parts]


def alarms(words: Words, told: Told, width: float, height: float) -> Panel:
    """What alarms were about, the most frequent first; shares of the priorities; alarms by ten minutes."""
    if not told["total"]:
        note = words.say("alarms.note", count=0)
        return note, "", empty(width, height, words.say("alarms.none"))
    drawing = Drawing(width, height)
    codes = told["codes"][:7]
    pitch, most = 24.0, max(times for _, _, times in codes)
    half = width * 0.56
    for row, (code, priority, times) in enumerate(codes):
        y = 8 + row * pitch
        kind = alarm_kind(words.language, code)
        drawing.text(0, y, f"{code} P{priority}", colour="sec")
        drawing.text(62, y, kind, colour="text")
        drawing.bars("dimbar", [62, y + 9, max(2.0, (half - 62) * times / most), 4])
        drawing.text(half, y, figures.count(times), at=RIGHT, size=13, weight=600, colour="text")
        drawing.hit(0, y - pitch / 2, half, pitch, to_rounds(flag="alarm"), f"{code} {kind}")
    _shares(words, drawing, told, half + 40, width)
    _ten_minutes(words, drawing, told, width, height)
    tail = ""
    if told["seen_p90_s"]:
        tail = words.say("alarms.seen", median=told["seen_median_s"], p90=told["seen_p90_s"])
    return words.say("alarms.note", count=figures.count(told["total"])), tail, drawing


def _shares(words: Words, drawing: Drawing, told: Told, left: float, width: float) -> None:
    """Each priority's share, with a mark where it is meant to be."""
    drawing.text(left, 10, words.say("alarms.shares"))
    for row, (priority, times, meant) in enumerate(told["priorities"]):
        y = 38 + row * 26
        share = 1000 * times // told["total"]
        room = width - left - 108
        drawing.text(left, y, f"P{priority}", size=13, weight=600, colour="text")
        drawing.bars("rail", [left + 34, y - 6, room, 12])
        drawing.bars("dimbar", [left + 34, y - 6, max(1.0, room * share / 1000), 12])
        mark = left + 34 + room * meant / 1000
        drawing.line("text", [mark, y - 9, mark, y + 9], 1.5)
        drawing.text(width, y, words.permille(share, decimals=True), at=RIGHT, size=13, colour="sec")


def _ten_minutes(words: Words, drawing: Drawing, told: Told, width: float, height: float) -> None:
    bars = told["ten_minutes"]
    since, until = bars[0][0], bars[-1][0] + 600_000
    top, bottom = 190.0, height - 24
    if bottom - top < 24:
        return
    most = max(times for _, times in bars)
    step = width / max(24, (until - since) // 600_000)
    drawing.text(0, top - 8, words.say("alarms.ten"))
    for at_ms, times in bars:
        x = (at_ms - since) // 600_000 * step
        tall = (bottom - top - 6) * times / most
        drawing.bars("bar", [x, bottom - tall, max(1.0, step - 1.5), tall])
        asked = to_rounds(from_ms=at_ms, to_ms=at_ms + 600_000, flag="alarm")
        drawing.hit(x, top, max(4.0, step), bottom - top, asked, words.moment(at_ms))
    drawing.line("strong", [0, bottom, width, bottom])
    drawing.text(0, bottom + 12, words.moment(since))
    right = min(width, (until - since) // 600_000 * step)
    if right > 170:
        drawing.text(right, bottom + 12, words.moment(until), at=RIGHT)


def corrections(words: Words, told: Told, width: float, height: float) -> Panel:
    """Corrections for a hundred rounds, by dealer, and what they were."""
    note = words.say("corrections.note")
    dealers = [one for one in told["dealers"] if one["rounds"] or one["times"]][:ROWS_MAX]
    if not told["total"] or not dealers:
        return note, "", empty(width, height, words.say("corrections.none"))
    drawing = Drawing(width, height)
    left, right = 150.0, width - 250
    rates = {one["dealer"]: 100 * one["times"] / max(1, one["rounds"]) for one in dealers}
    most = max(rates.values()) or 1
    pitch = min(32.0, (height - 30) / len(dealers))
    for row, one in enumerate(dealers):
        y = 10 + pitch * (row + 0.3)
        name = one["dealer"] or words.say("corrections.unnamed")
        drawing.text(left - 14, y, name[:20], at=RIGHT, size=13, colour="sec")
        drawing.bars("dimbar", [left, y - 5, max(1.5, (right - left) * rates[one["dealer"]] / most), 10])
        rate = figures.decimal(rates[one["dealer"]])
        drawing.text(right + 14, y, rate, size=14, weight=600, colour="text")
        count = words.say("n.rounds", count=figures.count(one["rounds"]))
        drawing.text(width, y, count, at=RIGHT, size=12, colour="sec")
        asked = to_rounds(dealer=one["dealer"], flag="undone") if one["dealer"] else to_rounds(flag="undone")
        drawing.hit(0, y - pitch / 2, width, pitch, asked, name)
    kinds = " · ".join(f"{words.say(f'kind.{kind}')} {times}" for kind, times in told["kinds"][:5])
    drawing.text(0, height - 12, kinds, size=12, colour="sec")
    return note, words.say("n.rounds", count=figures.count(told["rounds"])), drawing


def availability(words: Words, told: Told, width: float, height: float) -> Panel:
    """What part of its time open a table could be played at; its stops and how long they took to mend."""
    tables = [one for one in told["tables"] if one["open_ms"]]
    note = _of_shown(words, "availability.note", len(tables))
    if not tables:
        return note, "", empty(width, height, words.say("none"))
    drawing = Drawing(width, height)
    total = sum(one["open_ms"] for one in tables)
    tables = sorted(tables, key=lambda one: -one["down_ms"] / one["open_ms"])[:ROWS_MAX]
    left, right = 92.0, width - 388
    heads = ((width - 300, "head"), (width - 226, "failures"), (width - 148, "between"), (width, "recovery"))
    for x, key in heads:
        drawing.text(x, 8, words.say(f"availability.{key}").split(",")[0], at=RIGHT)
    pitch = min(34.0, (height - 30) / len(tables))
    for row, one in enumerate(tables):
        y = 26 + pitch * (row + 0.5)
        up = 1 - one["down_ms"] / one["open_ms"]
        said = figures.decimal(int(10_000 * up) / 100, 2) + f"{HARD}%"
        drawing.text(0, y, one["table"], size=13, weight=600, colour="text")
        drawing.bars("rail", [left, y - 5, right - left, 10])
        drawing.bars("dimbar", [left, y - 5, (right - left) * up, 10])
        drawing.text(right + 8, y, said, size=13, weight=600, colour="text")
        drawing.text(width - 226, y, str(one["failures"]), at=RIGHT, size=13, colour="sec")
        if one["failures"]:
            drawing.text(width - 148, y, words.lasting(one["between_ms"]), at=RIGHT, size=13, colour="sec")
            median, decile = (
                words.lasting(1000 * one[key]) for key in ("recovery_median_s", "recovery_p90_s")
            )
            drawing.text(width, y, f"{median} / {decile}", at=RIGHT, size=13, colour="sec")
        asked = to_rounds(table=one["table"], incident=True)
        drawing.hit(0, y - pitch / 2, width, pitch, asked, one["table"])
    return note, words.lasting(total), drawing
