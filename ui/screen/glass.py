"""The sheets of the glass itself: its light and brightness, and the bar that is laid against a ruler.

They are reached from the sheet of the machines, not from the round.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ui import figures
from ui.glass import BRIGHTNESS, CHOICES, Glass
from ui.screen.shape import AlarmWords, Key, KeySheet, Sheet, Tap
from ui.screen.speech import Speech, View, key, local

SHEETS: Final = ("glass", "measure")
NUDGES: Final = (-10, -1, 1, 10)
"""In tenths of a millimetre."""


def entry(say: Speech) -> Key:
    """The key on the machines' sheet that leads here."""
    return key(say("glass"), local("sheet", sheet="glass"))


def sheet(say: Speech, glass: Glass, name: str) -> Sheet | KeySheet | None:
    """The sheet of that name, where it is one of the glass."""
    if name == "glass":
        return _themes(say, glass)
    return measure(say, glass) if name == "measure" else None


def _themes(say: Speech, glass: Glass) -> KeySheet:
    keys = [
        key(
            say(f"glass.{theme}"),
            local("glass", theme=theme),
            _hours(say, glass) if theme == "clock" else "",
            chosen=glass.theme == theme,
        )
        for theme in CHOICES
    ]
    percent = say("glass.brightness", percent=glass.brightness)
    brighter = local("glass", step=1) if glass.brightness < BRIGHTNESS[0] else None
    darker = local("glass", step=-1) if glass.brightness > BRIGHTNESS[-1] else None
    keys += [
        key(say("glass.brighter"), brighter, percent),
        key(say("glass.darker"), darker, percent),
        key("", None),
        key(
            say("measure"),
            local("sheet", sheet="measure"),
            say("measure.sub", mm=figures.decimal(glass.smallest_key_mm)),
        ),
    ]
    return {"kind": "keys", "title": say("glass"), "text": say("glass.text"), "keys": keys, "across": 4}


def _hours(say: Speech, glass: Glass) -> str:
    begins, ends = (f"{at // 60}:{at % 60:02d}" for at in glass.day)
    return say("glass.clock.sub", begins=begins, ends=ends)


def measure(say: Speech, glass: Glass) -> Sheet:
    """A bar of 100 mm by what is known of the panel, and the keys that make it so."""
    mm = figures.decimal(glass.smallest_key_mm)
    return {
        "kind": "measure",
        "title": say("measure"),
        "text": say("measure.text"),
        "bar": say("measure.bar"),
        "note": say("measure.known", px=figures.decimal(glass.known_px_per_mm, 2), mm=mm),
        "warning": say("measure.too_small", mm=mm) if glass.too_small else "",
        "keys": [
            key(
                say("measure.longer" if tenths > 0 else "measure.shorter"),
                local("glass", tenths=tenths),
                say("measure.by", mm=figures.decimal(abs(tenths) / 10)),
            )
            for tenths in NUDGES
        ],
    }


def warning(say: Speech, view: View, glass: Glass) -> AlarmWords | None:
    """A panel that is too small for its pixels is told where nobody deals on it yet."""
    if not glass.too_small or view["phase"] not in ("closed", "opening"):
        return None
    mm = figures.decimal(glass.smallest_key_mm)
    return {
        "priority": "info",
        "title": say("glass.too_small"),
        "sub": say("glass.too_small.sub", mm=mm),
    }


class MeasureFace:
    """The page for measuring a glass alone, where no table is needed: `tapis screen dealer --calibrate`."""

    def __init__(self, language: str, glass: Glass) -> None:
        self._language, self._glass = language, glass

    def take(self, tap: Tap) -> bool:
        """Every key of the page is the screen's own."""
        self._glass.take(tap)
        return True

    def words(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The worded map of the page."""
        now_ms = int(view["now_ms"])
        say = Speech(self._language, now_ms)
        return {
            "layout": "measure",
            "sheet": measure(say, self._glass),
            "glass": self._glass.view(now_ms),
            "reduced_motion": True,
        }
