"""The glass of one screen: how it is lit, and how many of its pixels are a millimetre.

Both are chosen by a person before it. They are kept in a small file of the screen's own for its next start;
what a screen is started with holds until somebody has chosen. Nothing of it is the table's.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict

from ui import figures

if TYPE_CHECKING:
    from PySide6.QtGui import QScreen

THEMES: Final = ("night", "day", "contrast")
CHOICES: Final = (*THEMES, "clock")
"""What may be chosen: one of the three, or day and night by the clock."""
DAY: Final = "07:00-19:00"
BRIGHTNESS: Final = (100, 86, 72)
"""In hundredths. Below the last one money and acts would fall under 4.5:1 (theme, section 2)."""
BAR_MM: Final = 100
"""What is laid against a ruler when a glass is measured."""
PX_PER_MM_LEAST, PX_PER_MM_MOST = 2.0, 20.0
LEAST_KEY_MM: Final = 12.0


@dataclass(frozen=True)
class Drawing:
    """One of the two drawings of the console, and its smallest key that cannot grow where it stands."""

    width: int
    height: int
    px_per_mm: float
    smallest_key_px: int


LARGE: Final = Drawing(1920, 1080, 5.55, 80)
SMALL: Final = Drawing(1280, 800, 5.88, 71)


class GlassView(TypedDict):
    """What is drawn by it; `px_per_m` is 0 where nobody knows: then as the drawing was made for."""

    theme: str
    brightness: int
    px_per_m: int


class BadHours(ValueError):
    """The hours of the day are not written `07:00-19:00`."""


def minutes(hours: str) -> tuple[int, int]:
    """The first minute of the day and of the night: `07:00-19:00`.

    Raises:
        BadHours: it is not written so, or the day ends before it begins.
    """
    told = re.fullmatch(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)", hours)
    if told is None:
        raise BadHours(hours)
    begins, ends = (60 * int(told[at]) + int(told[at + 1]) for at in (1, 3))
    if begins >= ends:
        raise BadHours(hours)
    return begins, ends


def told_by(panel: QScreen) -> float:
    """The pixels of a millimetre as the panel itself tells them; 0 where what it tells cannot be true.

    A projector tells the 16 by 9 of its picture, some panels nothing at all.
    """
    size, pixels = panel.physicalSize(), panel.geometry()
    if min(size.width(), size.height()) <= 0:
        return 0.0
    across, down = pixels.width() / size.width(), pixels.height() / size.height()
    square = abs(across - down) <= 0.05 * across
    return across if square and PX_PER_MM_LEAST <= across <= PX_PER_MM_MOST else 0.0


@dataclass
class Glass:
    """What stands for this screen now; what was `measured` goes before what panel or start have `told`."""

    theme: str = "night"
    day: tuple[int, int] = minutes(DAY)
    brightness: int = BRIGHTNESS[0]
    measured: float = 0.0
    told: float = 0.0
    file: Path | None = None
    width: int = LARGE.width
    height: int = LARGE.height

    def recall(self) -> None:
        """What was chosen before the last end of this screen stands again; a damaged file is none."""
        if self.file is None or not self.file.exists():
            return
        try:
            self._put(json.loads(self.file.read_bytes()))
        except (OSError, ValueError) as error:
            sys.stderr.write(f"{self.file}: {error}: what was chosen at the glass is forgotten\n")

    def _put(self, kept: object) -> None:
        if not isinstance(kept, Mapping):
            raise ValueError("not a map")
        theme, brightness, measured = (kept.get(name) for name in ("theme", "brightness", "px_per_mm"))
        if theme in CHOICES:
            self.theme = str(theme)
        if brightness in BRIGHTNESS:
            self.brightness = int(brightness)
        if isinstance(measured, (int, float)) and PX_PER_MM_LEAST <= measured <= PX_PER_MM_MOST:
            self.measured = float(measured)

    def _keep(self) -> None:
        """The choices are in the file, whole or as before; who may not write shows them all the same."""
        if self.file is None:
            return
        told: dict[str, object] = {"theme": self.theme, "brightness": self.brightness}
        told |= {"px_per_mm": round(self.measured, 4)} if self.measured else {}
        beside = self.file.with_suffix(".new")
        try:
            with beside.open("w", encoding="ascii") as new:
                json.dump(told, new)
                new.flush()
                os.fsync(new.fileno())
            beside.replace(self.file)
        except OSError as error:
            sys.stderr.write(f"{self.file}: {error}: what was chosen at the glass is not kept\n")

    def take(self, tap: Mapping[str, Any]) -> None:
        """A person has chosen: a theme, a step of brightness, or a bar longer by tenths of a millimetre."""
        if tap.get("theme") in CHOICES:
            self.theme = tap["theme"]
        if "step" in tap:
            at = BRIGHTNESS.index(self.brightness) - tap["step"]
            self.brightness = BRIGHTNESS[min(max(at, 0), len(BRIGHTNESS) - 1)]
        if "tenths" in tap:
            longer = self.known_px_per_mm * (1 + tap["tenths"] / (10 * BAR_MM))
            self.measured = min(max(longer, PX_PER_MM_LEAST), PX_PER_MM_MOST)
        self._keep()

    def shown(self, now_ms: int, zone: tzinfo | None = None) -> str:
        """The theme that stands at this instant."""
        if self.theme != "clock":
            return self.theme
        begins, ends = self.day
        return "day" if begins <= figures.minute_of_day(now_ms, zone) < ends else "night"

    def view(self, now_ms: int) -> GlassView:
        """What the scene is drawn by."""
        px_per_m = round(1000 * (self.measured or self.told))
        return {"theme": self.shown(now_ms), "brightness": self.brightness, "px_per_m": px_per_m}

    # --- millimetres ----------------------------------------------------------------------------

    @property
    def drawing(self) -> Drawing:
        """Which of the two drawings stands on a window of this size."""
        return SMALL if self.width < 1600 else LARGE

    @property
    def scale(self) -> float:
        """How much larger than it was drawn the scene stands there."""
        return min(self.width / self.drawing.width, self.height / self.drawing.height)

    @property
    def known_px_per_mm(self) -> float:
        """As it was measured or told, else as the drawing was made for."""
        return self.measured or self.told or self.drawing.px_per_mm * self.scale

    @property
    def smallest_key_mm(self) -> float:
        """How large the smallest key comes out on this glass."""
        return self.drawing.smallest_key_px * self.scale / self.known_px_per_mm

    @property
    def too_small(self) -> bool:
        """Some keys are smaller than a finger needs: the panel is too small for its pixels."""
        return self.smallest_key_mm < LEAST_KEY_MM - 0.05
