"""Every scene of the gallery: a screen in a state, in a language, at a size, in a theme, for a hand.

`shown` puts one on a stage that is kept for its size, so that hundreds of pictures start no engine anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.builders import Felt
from tests.ui import display_states as display
from tests.ui.every_state import Opened, felt_of, names, opened, view_of
from ui.app import COMPACT, LARGE, PORTRAIT, ROOMY, Stage
from ui.bridge import Screen
from ui.glass import THEMES
from ui.screen.console import ConsoleFace

SIZES: Final = {"1920x1080": LARGE, "1280x800": COMPACT, "1080x1920": PORTRAIT, "2560x1440": ROOMY}
LANGUAGES: Final = ("fr", "en")
HANDS: Final = ("right", "left")
FACES: Final = {
    "console": "DealerConsole",
    "display": "JackpotDisplay",
    "pit": "PitScreen",
    "inspector": "InspectorScreen",
}
OF_THE_CONSOLE: Final = ("1920x1080", "1280x800")
OF_THE_DISPLAY: Final = ("1920x1080", "1080x1920")
OF_THE_PIT: Final = ("1920x1080", "1280x800", "2560x1440")
DRAWN_MS: Final = 12
"""Within which a scene whose motion is stilled is drawn."""


class Scene(NamedTuple):
    """One picture of the gallery."""

    screen: str
    state: str
    language: str
    size: str
    theme: str = "night"
    hand: str = "right"

    @property
    def file(self) -> str:
        return f"{self.screen}/{'-'.join(self[1:])}.png"


class Narrowed(NamedTuple):
    """Which scenes are wanted: parts of their names, each empty for all."""

    only: str = ""
    size: str = ""
    theme: str = ""
    language: str = ""
    hand: str = ""
    screen: str = ""

    def takes(self, scene: Scene) -> bool:
        told = (scene.size, scene.theme, scene.language, scene.hand)
        wanted = zip((self.size, self.theme, self.language, self.hand), told, strict=True)
        return all(text.startswith(part) for part, text in wanted) and self.only in scene.state

    def screens(self) -> list[str]:
        return [screen for screen in FACES if screen.startswith(self.screen)]


def states_of(screen: str) -> list[str]:
    """The names of all states of a screen that can be said without playing them."""
    return names() if screen == "console" else list(display.STATES)


_OVER: Final[dict[str, Opened]] = {}


def over(states: list[str]) -> list[str]:
    """The names of what opens over these states of the console, which may be shown from now on."""
    found = {one.name: one for one in opened(states, deep=2)}
    _OVER.update(found)
    return list(found)


def scenes(screen: str, states: Iterable[str]) -> Iterator[Scene]:
    """All scenes of these states of a screen."""
    if screen == "console":
        for size, theme, hand, state, language in product(OF_THE_CONSOLE, THEMES, HANDS, states, LANGUAGES):
            yield Scene(screen, state, language, size, theme, hand)
    else:
        for size, state, language in product(OF_THE_DISPLAY, states, LANGUAGES):
            yield Scene(screen, state, language, size)


def table_of(scene: Scene) -> Felt:
    """The table that a scene of the console shows."""
    opens = _OVER.get(scene.state)
    return felt_of(scene.state if opens is None else opens.state)


def worded(scene: Scene) -> Mapping[str, Any]:
    """The map that the screen is shown."""
    if scene.screen == "display":
        return display.worded(scene.state, scene.language) | {"reduced_motion": True}
    face = ConsoleFace(scene.language, handed=scene.hand, reduced_motion=True)
    glass = {"theme": scene.theme, "brightness": 100, "px_per_m": 0}
    opens = _OVER.get(scene.state)
    view = view_of(scene.state if opens is None else opens.state)
    for tap in () if opens is None else opens.taps:
        face.words(view)
        face.take(dict(tap))
    return face.words(view) | {"glass": glass}


@cache
def _stage(screen: str, size: str) -> Stage:
    stage = Stage(FACES[screen], Screen(), SIZES[size])
    stage.window.setProperty("restMs", 1)
    return stage


def shown(scene: Scene, words: Mapping[str, Any] | None = None) -> Stage:
    """The stage of its size, with the scene on it."""
    stage = _stage(scene.screen, scene.size)
    stage.screen.show(worded(scene) if words is None else words)
    stage.settle(DRAWN_MS)
    return stage
