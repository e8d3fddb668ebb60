"""What the house counted of a table, drawn in its row: the pace by quarter, the result since opening.

Where no house answers a row has neither, and says less.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from controller.words.money import HARD, MINUS
from ui import figures
from ui.drawing import CENTRE, Drawing
from ui.screen.house_speech import to_rounds
from ui.screen.pit.attention import NOT_PLAYED
from ui.screen.pit.felt import Speech
from ui.screen.room import Room, Seen

Told = Mapping[str, Any]

SLOT_MS: Final = 900_000
QUARTERS: Final = 24
"""The axis of every table: the six hours up to now."""
MOST: Final = 48
"""Rounds an hour at the top of every table's scale, unless one of them plays faster."""
YOUNG_MS: Final = 120_000
"""A quarter of which less was open is no measure yet: its bar is an empty outline."""
TALL: Final = 150
"""From this height of a row on it has hours below, and says what the funnel is in euros."""
EVERY_MS: Final = 15_000
"""A drawing ends now, and now moves in such steps."""
HOUR_PX: Final = 60
"""Hours stand closer together only from twice this width on."""
HOUR_APART_PX: Final = 42
"""The middles of two hours that do not touch; one is 34 wide."""
SIGMAS: Final = 2
FAR_PERCENT: Final = 200
"""Hundredths of a standard deviation beyond which a result is written stronger."""


@dataclass(frozen=True)
class Span:
    """How wide the drawings of a row are: the bars of the pace, and the funnel of the result."""

    pace: int = 176
    result: int = 176


USUAL_SPAN: Final = Span()


@dataclass(frozen=True)
class Aim:
    """The one scale of all tables: rounds an hour that are meant, 0 where nobody said, and its top."""

    target: int
    most: int


def aim_of(target: int, counted: Mapping[str, Told]) -> Aim:
    """A scale on which every bar of every table finds its height."""
    highest = max(
        (bar[2] for told in counted.values() for bar in told["quarters"] if bar[3] >= YOUNG_MS), default=0
    )
    return Aim(target, max(MOST, target, -(-highest // 10)))


def pace_drawing(speech: Speech, told: Told, aim: Aim, height: float, width: int = 176) -> Drawing:
    """Bars of rounds an hour by quarter, the target dotted with its figure, an unfinished bar hatched."""
    drawing = Drawing(width + 26, height)
    foot = height - (20 if height >= TALL - 30 else 2)
    unit = (foot - 4) / aim.most
    step = width / QUARTERS
    until = speech.now_ms - speech.now_ms % SLOT_MS + SLOT_MS
    since = until - QUARTERS * SLOT_MS
    drawing.line("strong", [0, foot, width, foot])
    full: list[float] = []
    for number, (at_ms, _, tenths, open_ms) in enumerate(told["quarters"]):
        place = (at_ms - since) // SLOT_MS
        if not 0 <= place < QUARTERS:
            continue
        tall = max(1.0, min(tenths / 10, aim.most) * unit)
        box = [place * step, foot - tall, step - (1.5 if step > 5 else 1), tall]
        if told["unfinished"] and number == len(told["quarters"]) - 1:
            _unfinished(drawing, box, young=open_ms < YOUNG_MS)
        else:
            full += box
        asked = to_rounds(table=told["table"], from_ms=at_ms, to_ms=at_ms + SLOT_MS)
        drawing.hit(place * step, 0, step, foot, asked, _minute(speech, at_ms))
    drawing.bars("dimbar", full)
    if aim.target:
        y = foot - aim.target * unit
        drawing.line("sec", [0, y, width, y], 1, dashed=2)
        drawing.text(width + 5, y, str(aim.target), size=12, colour="sec")
    if foot < height - 10:
        _hours(speech, drawing, since, until, width, foot + 12)
    return drawing


def _unfinished(drawing: Drawing, box: list[float], *, young: bool) -> None:
    """The quarter that still runs: hatched by its open time, an outline while nothing can be told."""
    if young:
        drawing.frames("sec", box)
    else:
        drawing.hatched("sec", *box)


def _hours(speech: Speech, drawing: Drawing, since: int, until: int, width: float, y: float) -> None:
    """The full hours; of two that would touch the later one."""
    every = 2 if width >= 2 * HOUR_PX else 3
    hour = every * 4 * SLOT_MS
    offset = figures.minute_of_day(since, speech.zone) % (60 * every) * 60_000
    at_ms = since + (hour - offset) % hour
    places: list[tuple[float, str]] = []
    while at_ms <= until:
        x = width * (at_ms - since) / (until - since)
        places.append((min(max(x, 16), width - 10), f"{figures.local(at_ms, speech.zone).hour:02d}:00"))
        at_ms += hour
    nexts = [x for x, _ in places[1:]]
    for (x, words), after in zip(places, [*nexts, None], strict=True):
        if after is None or after - x >= HOUR_APART_PX:
            drawing.text(x, y, words, at=CENTRE)


def result_drawing(speech: Speech, told: Told, height: float, width: int = 176) -> Drawing:
    """One point a round, ending now, in the band of its expectation and two standard deviations.

    The band fits the height of its own row: it shows the shape, the euros beside it the size.
    """
    drawing = Drawing(width, height)
    points = told["points"]
    if not points:
        return drawing
    tall = height >= TALL - 30
    top, foot = (16.0, height - 34) if tall else (3.0, height - 3)
    since, until = told["opened_ms"] or points[0][0], max(speech.now_ms, points[-1][0] + 1)
    edges = [0, *(point[1] for point in points)]
    if told["known"]:
        edges += [point[2] + side * SIGMAS * point[3] for point in points for side in (1, -1)]
    low, high = min(edges), max(max(edges), min(edges) + 1)

    def x(at_ms: int) -> float:
        return float((width - 6) * (at_ms - since) / max(1, until - since))

    def y(cents: float) -> float:
        return float(foot - (foot - top) * (cents - low) / (high - low))

    start = [0.0, y(0)]
    last = points[-1]
    if told["known"]:
        ends = [*points, [until, *last[1:]]]
        upper = [place for at, _, e, s in ends for place in (x(at), y(e + SIGMAS * s))]
        lower = [place for at, _, e, s in reversed(ends) for place in (x(at), y(e - SIGMAS * s))]
        drawing.area("band", [*start, *upper, *lower])
        drawing.line(
            "cap", [*start, *(place for at, _, e, _ in ends for place in (x(at), y(e)))], 1, dashed=3
        )
    else:
        drawing.line("hair", [*start, width - 6, y(0)])
    way, level = list(start), y(0)
    for at_ms, cents, _, _ in points:
        way += [x(at_ms), level, x(at_ms), y(cents)]
        level = y(cents)
    drawing.line("text", [*way, x(until), level], 1.5)
    drawing.dots("text", [x(until), level], 3)
    if tall and told["known"]:
        for side in (1, -1):
            euros = figures.euros(
                round((last[2] + side * SIGMAS * last[3]) / 100) * 100, short=True, signed=True
            )
            sign = "+" if side > 0 else MINUS
            at = 8 if side > 0 else height - 25
            drawing.text(0, at, f"{sign}2{HARD}σ {euros}")
    if tall:
        _hours_of(speech, drawing, since, until, height - 8)
    return drawing


def _hours_of(speech: Speech, drawing: Drawing, since: int, until: int, y: float) -> None:
    """When it opened, and now."""
    drawing.text(0, y, _minute(speech, since))
    if until - since > 2 * SLOT_MS:
        drawing.text(drawing.width, y, _minute(speech, until), at=2)


def _minute(speech: Speech, at_ms: int) -> str:
    return speech.clock(at_ms)[:5]


def of_session(seen: Seen, told: Told) -> bool:
    """Whether the table plays, and the house counted something of the session that it plays."""
    view = seen.view
    if view is None or view["phase"] in NOT_PLAYED:
        return False
    return bool(told["session"] == view["session"] and told["quarters"])


class Glances:
    """The drawings of the rows, kept while what they are made of is the same."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Any, ...]] = {}

    def of(
        self, room: Room, seen: Seen, told: Told | None, aim: Aim, height: int, span: Span = USUAL_SPAN
    ) -> dict[str, Any]:
        """What a row says of its table by the house: nothing of it where no house answers."""
        if told is None or not of_session(seen, told):
            return {"house": False}
        now_ms = seen.speech(room.language, room.zone).now_ms
        speech = Speech(room.language, now_ms - now_ms % EVERY_MS, room.zone)
        key = (speech, aim, height, span)
        kept = self._kept.get(seen.name)
        if kept is None or kept[0] is not told or kept[1] != key:
            kept = self._kept[seen.name] = (told, key, figures_of(speech, told, aim, height, span))
        found: dict[str, Any] = kept[2]
        return found


def figures_of(speech: Speech, told: Told, aim: Aim, height: int, span: Span = USUAL_SPAN) -> dict[str, Any]:
    """The pace of the last hour, the result, the average stakes, and both drawings."""
    whole = round(told["bank_cents"] / 100) * 100
    known = told["known"]
    expected = figures.euros(round(told["expected_cents"] / 100) * 100, short=True, signed=True)
    graph = height - (16 if height < TALL else 22)
    return {
        "house": True,
        "pace": str((told["last_hour_tenths"] + 5) // 10),
        "pace_note": speech.say("room.last_hour"),
        "bank": figures.euros(whole, short=True, signed=True),
        "sigmas": figures.sigmas(told["sigmas_percent"]) if known else "",
        "far": known and abs(told["sigmas_percent"]) >= FAR_PERCENT,
        "expected": speech.say("room.expected", amount=expected) if known else "",
        "stakes": [
            {"label": speech.say(f"room.{spot}"), "value": _average(speech, told[f"{spot}_cents"])}
            for spot in ("ante", "play")
        ],
        "pace_plot": pace_drawing(speech, told, aim, graph, span.pace).panel(""),
        "result_plot": result_drawing(speech, told, graph, span.result).panel(""),
        "money": {name: told[name] for name in ("float_cents", "fills", "fills_cents", "bank_cents")},
        "chef": told["chef"],
        "chef_tables": told["chef_tables"],
        "opened": speech.say(
            "room.opened",
            time=_minute(speech, told["opened_ms"]),
            rounds=figures.count(told["rounds"]),
            hands=figures.count(told["hands"]),
        ),
    }


def _average(speech: Speech, cents: int) -> str:
    """`21,36`: the column says that it is in euros."""
    return figures.euros(cents).removesuffix(f"{HARD}€")


def point(told: Told | None) -> dict[str, Any]:
    """Where the result stands in its band, for a cell of the board: hundredths of σ, held at ± 2,5."""
    if told is None or not told["known"] or not told["rounds"]:
        return {"sigma": 0, "placed": False, "beyond": False}
    at = told["sigmas_percent"]
    return {"sigma": max(-250, min(250, at)), "placed": True, "beyond": abs(at) > FAR_PERCENT}
