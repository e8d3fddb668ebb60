"""One machine of a table for who looks after it: who it is, since when, and how its line did of late.

What a table tells is there without a house; since when the machine has been there, its curves and its kind
in the room are what the house counted. What nobody told is not shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from controller.words.money import HARD
from ui import figures
from ui.drawing import LEFT, RIGHT, Axes, Drawing, empty
from ui.screen.pit.felt import Speech
from ui.screen.pit.tiles import MACHINES

View = Mapping[str, Any]

WIDTH: Final = 232
HEIGHT: Final = 138
TALL: Final = 270
"""How high the curves are beside a checklist, and without one."""
LABEL_PX: Final = 18
LIMIT_PERMILLE: Final = 10
"""The table raises A-304 above that (screens, section 6.1)."""
AGAIN_MS: Final = 80
"""An open machine that has not answered by then is told once more (the open protocol, section 2)."""
_FIRST_TOLD: Final = 4
AT, REPEATED, MEDIAN, SLOWEST, CELSIUS, LIMIT = range(6)
"""Where these stand in a point of the house's curve."""


def identity(speech: Speech, view: View, machine: str, told: View | None) -> list[list[str]]:
    """Label and words, a row for each fact that is known of the machine."""
    known = next((one for one in view.get("identities", ()) if one["machine"] == machine), None)
    rows = []
    if known is not None:
        rows += _named(speech, known)
    rows.append([speech.say("device.mode"), speech.say(f"device.mode.{_mode(view, machine)}")])
    house = told["identity"] if told is not None else None
    if house is not None and (known is None or house["model"] == known["model"]):
        rows.append(
            [
                speech.say("device.service"),
                speech.say(
                    "device.service.is",
                    day=_day(speech, house["since_ms"]),
                    rounds=figures.count(house["rounds"]),
                    lost=house["lost"],
                ),
            ]
        )
        if house["firmware"] and house["program_ms"] != house["since_ms"]:
            said = speech.say("device.program.is", day=_day(speech, house["program_ms"]))
            rows.append([speech.say("device.program"), said])
    return rows


def _named(speech: Speech, known: View) -> list[list[str]]:
    rows = [[speech.say("device.model"), known["model"]]]
    if known["port"]:
        rows.append([speech.say("device.port"), known["port"]])
    if known["digest"]:
        digest = f"{known['digest'][:_FIRST_TOLD]}…{known['digest'][-_FIRST_TOLD:]}"
        said = speech.say("device.firmware.is", firmware=known["firmware"], digest=digest)
        rows.append([speech.say("device.firmware"), said])
        reference = {True: "same", False: "other", None: "none"}[known["reference"]]
        rows.append([speech.say("device.reference"), speech.say(f"device.reference.{reference}")])
    return rows


def _mode(view: View, machine: str) -> str:
    match machine:
        case "shuffler" if "hand_shuffle" not in view["modes"]:
            return str(view["shuffler"]["mode"])
        case "shoe":
            return "by_hand" if view["by_hand"]["on"] else "deal"
        case "chips":
            return "hand_lamps" if view["hand_lamps"]["since_ms"] else "sensors"
        case "badge" if "no_reader" not in view["modes"]:
            return "reader"
        case "link":
            return "book"
    return "hand" if machine == "shuffler" else "pit"


def _day(speech: Speech, at_ms: int) -> str:
    return figures.local(at_ms, speech.zone).strftime("%d/%m/%Y")


def types(speech: Speech, told: View | None) -> dict[str, Any] | None:
    """How much each kind of machine repeats in the room, with a bar's length in thousandths."""
    counted = {name: (repeated, total) for name, repeated, total in told["types"]} if told is not None else {}
    shown = [(name, *counted[name]) for name in MACHINES if name in counted]
    if not shown:
        return None
    rates = {name: 1000 * repeated / total if total else 0.0 for name, repeated, total in shown}
    most = max(LIMIT_PERMILLE, *rates.values())
    return {
        "title": speech.say("device.types"),
        "note": speech.say("device.types.note"),
        "rows": [
            {
                "name": speech.say(f"device.type.{name}"),
                "value": percent(speech, rate),
                "bar": round(1000 * rate / most),
                "ill": rate > LIMIT_PERMILLE,
            }
            for name, rate in rates.items()
        ],
    }


def percent(speech: Speech, permille: float) -> str:
    """`1,4 %` of 14 thousandths."""
    return figures.decimal(permille / 10) + f"{HARD}%"


# --- curves --------------------------------------------------------------------------------------


def curves(
    speech: Speech, told: View | None, gone: tuple[str, int] | None, height: int = TALL
) -> list[dict[str, Any]]:
    """Three plots of the last hours, each with its limit; `gone` is what befell the machine, and when."""
    if told is None or not (told["points"] or told["identity"]):
        return []
    open_machine = told["identity"] is not None and bool(told["identity"]["digest"])
    points = told["points"]
    warm = [point for point in points if point[CELSIUS] is not None]
    degrees = warm[-1][LIMIT] if warm else None
    limits = {
        "repeated": (LIMIT_PERMILLE / 10, "device.limit", f"1{HARD}%"),
        "answer": (AGAIN_MS, "device.again", f"{AGAIN_MS}{HARD}ms") if open_machine else None,
        "celsius": (degrees, "device.limit", f"{degrees}{HARD}°C") if degrees else None,
    }
    values: dict[str, Callable[[Sequence[Any]], float | None]] = {
        "repeated": lambda point: None if point[REPEATED] is None else point[REPEATED] / 10,
        "answer": lambda point: point[SLOWEST],
        "celsius": lambda point: point[CELSIUS],
    }
    units = {"repeated": f"{HARD}%", "answer": f"{HARD}ms", "celsius": f"{HARD}°C"}
    plots = []
    for at, (name, value) in enumerate(values.items()):
        course = [(point[AT], found) for point in points if (found := value(point)) is not None]
        drawing = _curve(speech, told, name, course, limits[name], units[name], gone, height)
        plots.append(
            {
                "x": at * (WIDTH + 22),
                "w": WIDTH,
                "h": height,
                "title": speech.say(f"device.curve.{name}"),
                "note": speech.say(f"device.curve.{name}.note"),
                "tail": "",
                **drawing.told(),
            }
        )
    return plots


def _curve(
    speech: Speech,
    told: View,
    name: str,
    course: list[tuple[int, float]],
    limit: tuple[float, str, str] | None,
    unit: str,
    gone: tuple[str, int] | None,
    height: int,
) -> Drawing:
    if not course:
        none = "device.curve.no_thermometer" if name == "celsius" else "device.curve.none"
        return empty(WIDTH, height, speech.say(none))
    drawing = Drawing(WIDTH, height)
    found = [value for _, value in course]
    top = max([*found, *([limit[0] * 1.3] if limit else []), 1.0])
    low = min(found) - 5 if name == "celsius" else 0.0
    axes = Axes(
        drawing,
        left=30,
        right=56,
        top=16,
        low=low,
        high=top,
        lines=3,
        since=told["since_ms"],
        until=told["until_ms"],
    )
    whole = axes.step >= 1
    axes.hairs(lambda value: figures.count(round(value)) if whole else figures.decimal(value))
    axes.times(speech.zone, speech.language, 3)
    if limit is not None:
        y = axes.y(limit[0])
        drawing.line("sec", [axes.x0, y, axes.x1, y], 1, 4)
        above = axes.y(-(-limit[0] // axes.step) * axes.step)
        beside = y + 9 if 0 < y - above < LABEL_PX else y - 8  # clear of the hairline above
        drawing.text(axes.x0 + 4, beside, speech.say(limit[1], value=limit[2]), at=LEFT)
    if gone is not None and told["since_ms"] <= gone[1] <= told["until_ms"]:
        x = axes.x(gone[1])
        drawing.line("warn", [x, axes.y0 - 8, x, axes.y1], 1)
        said = speech.say("device.event", word=gone[0], time=speech.clock(gone[1])[:5])
        drawing.text(x - 4, axes.y0 - 8, said, at=RIGHT, colour="warn")
    over = limit is not None and found[-1] > limit[0]
    _stroke(drawing, axes, course, limit[0] if limit else None)
    at_ms, last = course[-1]
    drawing.dots("warn" if over else "text", [axes.x(at_ms), axes.y(last)], 3.5)
    said = figures.decimal(last) if name == "repeated" else figures.count(round(last))
    drawing.text(axes.x(at_ms) + 8, axes.y(last), said + unit, size=13, weight=700, colour="text")
    return drawing


def _stroke(drawing: Drawing, axes: Axes, course: list[tuple[int, float]], limit: float | None) -> None:
    """The line; the parts of it that end above the limit stand out."""
    for (before_ms, before), (at_ms, value) in pairwise(course):
        high = limit is not None and value > limit
        ends = [axes.x(before_ms), axes.y(before), axes.x(at_ms), axes.y(value)]
        drawing.line("warn" if high else "text", ends, 2.5 if high else 1.8)
