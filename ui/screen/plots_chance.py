"""The plot of what chance deals: the bank's hands beside their expectation, and the tests in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2
from typing import Any, Final

from controller.words.money import HARD
from ui import figures
from ui.drawing import CENTRE, RIGHT, Drawing, empty
from ui.screen.house_speech import Words, to_rounds

Told = Mapping[str, Any]

_FOLD: Final = 2.6
"""Doublings to each side that the scale shows."""
_TOP: Final = 22
_PITCH: Final = 17.5
_LINE_PX: Final = 17
TABLES_NAMED: Final = 3
SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SUBJECT: Final = {"deck": "cards", "cards": "cards", "hands": "hands", "seat": "seat"}


def frequencies(words: Words, told: Told, width: float, height: float) -> tuple[str, str, Drawing]:
    """Observed over expected on a scale of doublings, with the band of 95 %; below it the tests and their
    looks. The rarest classes stand as one, as they are tested."""
    hands = told["hands"]
    note = words.say("frequencies.note", count=figures.count(hands))
    if not hands:
        return note, "", empty(width, height, words.say("none"))
    drawing = Drawing(width, height)
    _scale(words, drawing, told, width)
    last = _worst(told["looks"])
    bottom = _TOP + _PITCH * len(told["classes"]) + 14
    for number, said in enumerate(_lines(words, told, last)):
        colour, weight = ("text", 600) if number == 0 else ("sec", 500)
        drawing.text(0, bottom + number * _LINE_PX, said, size=12, colour=colour, weight=weight)
    if last is not None and last["last"]["suspect"]:
        return note, found(words, last["last"], last), drawing
    return note, "", drawing


def _scale(words: Words, drawing: Drawing, told: Told, width: float) -> None:
    left, right = 290.0, width - 12
    middle, unit = (left + right) / 2, (right - left) / 2 / _FOLD
    for column, key in ((176, "observed"), (250, "expected")):
        drawing.text(column, 8, words.say(key), at=RIGHT)
    folds = ((-2, "÷\u202f4"), (-1, "÷\u202f2"), (0, words.say("equal")), (1, "×\u202f2"), (2, "×\u202f4"))
    for fold, said in folds:
        x = middle + fold * unit
        drawing.text(x, 8, said, at=CENTRE)
        drawing.line("cap" if fold == 0 else "hair", [x, 18, x, _TOP + _PITCH * len(told["classes"])])
    for row, (name, seen, expected_milli, low, high, _) in enumerate(told["classes"]):
        y = _TOP + _PITCH * (row + 0.5)
        expected = expected_milli / 1000
        drawing.text(0, y, words.say(f"class.{name}"), size=13, colour="sec")
        drawing.text(176, y, figures.count(seen), at=RIGHT, size=13, weight=600, colour="text")
        drawing.text(250, y, number(words, expected_milli), at=RIGHT, size=13, colour="sec")
        x0, x1 = (_fold(middle, unit, one / 1000) for one in (low, high))
        drawing.bars("strong", [x0, y - 4, max(2.0, x1 - x0), 8], 2)
        if seen and expected:
            ratio = seen / expected
            outside = not low <= 1000 * ratio <= high
            drawing.dots("text", [_fold(middle, unit, ratio), y], 5 if outside else 4, not outside)
        asked = to_rounds(**{"class": name.removesuffix("_or_better")})
        drawing.hit(0, y - _PITCH / 2, width, _PITCH, asked, words.say(f"class.{name}"))


def _fold(middle: float, unit: float, ratio: float) -> float:
    """Where a ratio stands, kept within the scale."""
    return middle + unit * max(-_FOLD, min(_FOLD, log2(ratio) if ratio > 0 else -_FOLD))


# --- the tests in words ---------------------------------------------------------------------------


def number(words: Words, milli: int) -> str:
    """An expectation: whole from a hundred on, otherwise with a decimal."""
    expected = milli / 1000
    return figures.count(round(expected)) if expected >= 100 else figures.decimal(expected)


def found(words: Words, verdict: Told, one: Told) -> str:
    """`A♠: 0 instead of 20.2`; of a seat its hands."""
    what = verdict["of"] if "of" in verdict else verdict["what"]
    if _SUBJECT[one["test"]] == "cards":
        what = what[0].replace("T", "10") + SUITS[what[1]]
    else:
        what = words.say(f"class.{what}")
    seen, expected = figures.count(verdict["seen"]), number(words, verdict["expected_milli"])
    if one["test"] == "seat":
        return words.say("look.found.seat", seat=one["seat"], what=what, seen=seen, expected=expected)
    return words.say("look.found", what=what, seen=seen, expected=expected)


def _worst(looks: Sequence[Told]) -> Told | None:
    """Of the last looks the one that chance explains least, a suspect one before any other."""
    done = [one for one in looks if one["last"] is not None]
    return max(done, key=lambda one: (one["last"]["suspect"], one["last"]["surprise"]), default=None)


def _lines(words: Words, told: Told, last: Told | None) -> list[str]:
    rules, looks = told["tests"], told["looks"]
    of = {test: [one for one in looks if one["test"] == test] for test in rules}
    return [
        _progress(words, of["cards"]),
        _last(words, last),
        words.say(
            "look.power",
            percent=rules["cards"]["power_percent"],
            card=_more(words, rules["cards"], "card"),
            pair=_more(words, rules["hands"], "pair"),
            deck=figures.count(rules["deck"]["needed"]),
        ),
        _seats(words, of["seat"]),
    ]


def _progress(words: Words, looks: Sequence[Told]) -> str:
    if not looks:
        return words.say("look.none")
    needed = figures.count(looks[0]["needed"])
    if len(looks) == 1:
        return words.say("look.needed", needed=needed, came=figures.count(looks[0]["came"]))
    full = sorted(looks, key=lambda one: -one["came"])
    named = " · ".join(f"{one['table']} {figures.count(one['came'])}" for one in full[:TABLES_NAMED])
    named += f" · +{HARD}{len(full) - TABLES_NAMED}" if len(full) > TABLES_NAMED else ""
    return words.say("look.room", needed=needed, tables=named)


def _last(words: Words, one: Told | None) -> str:
    if one is None:
        return words.say("look.never")
    last = one["last"]
    facts = {
        "table": one["table"],
        "test": words.say(f"look.{one['test']}"),
        "number": last["look"],
        "hands": figures.count(last["hands"]),
        "from": words.day(last["from_ms"]),
        "to": words.day(last["to_ms"]),
    }
    if last["suspect"]:
        return words.say("look.suspect", **facts)
    p = last["p_nano"] / 1e9
    return words.say("look.quiet", p=figures.decimal(p, 2 if p >= 0.01 else 4), **facts)


def _seats(words: Words, looks: Sequence[Told]) -> str:
    if not looks:
        return words.say("look.seats.none")
    one = max(looks, key=lambda one: (one["came"], one["table"]))
    facts = {"table": one["table"], "seat": one["seat"], "needed": figures.count(one["needed"])}
    return words.say("look.seats", came=figures.count(one["came"]), **facts)


def _more(words: Words, rule: Told, what: str) -> str:
    return str(round(dict(rule["finds"])[what] / 10))
