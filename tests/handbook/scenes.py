"""The scenes that chapters name: a screen's worded map in one language, of tables that the core has played.

The dealer's scenes are those of the tests (`tests/ui/states.py` and its like), touched further by `touch`.
The pit's are its pages over the night of `tests/ui/pit_pictures.py`, or one of its tables' states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Final
from zoneinfo import ZoneInfo

from PySide6.QtCore import QSize

from controller.game.views import console
from controller.house.answers import Answers
from controller.house.archive import House
from controller.journal.keys import simulated_keys
from tests.builders import Felt
from tests.memory.nights import play
from tests.ui import (
    display_states,
    payment_states,
    people_states,
    pit_pictures,
    pit_states,
    settings_states,
)
from tests.ui.room_states import calm, named
from tests.ui.states import STATES
from tests.ui.told_house import Finding, Told
from ui.app import COMPACT, LARGE
from ui.screen.console import ConsoleFace
from ui.screen.house_keys import Choice
from ui.screen.house_pages import house_pages
from ui.screen.pit.notes import HouseNotes
from ui.screen.pit.room import RoomFace

Tap = Mapping[str, Any]
PARIS: Final = ZoneInfo("Europe/Paris")
FELTS: Final[Mapping[str, Callable[[], Felt]]] = {
    **STATES,
    **{f"people_{name}": made for name, made in people_states.STATES.items()},
}
"""The states of a dealer's console by name; those with a register of people are `people_…`."""
PAGES: Final = (
    *("room", "live", "rounds", "jackpot", "plots", "devices", "integrity", "registers", "replay"),
    *("settings", "desk", "payment"),
)
"""The pit's pages, as its night shows them."""
OF_ONE_TABLE: Final[Mapping[str, tuple[str, Callable[[], Felt]]]] = {
    **{name: ("payment", made) for name, made in payment_states.STATES.items()},
    **{f"settings_{name}": ("settings", made) for name, made in settings_states.STATES.items()},
    **{f"live_{name}": ("live", made) for name, made in pit_states.STATES.items()},
}
"""The page of one table in a state of its own: which page, and the table."""


@dataclass(frozen=True)
class Scene:
    """What a glass shows: the face of `ui`, its worded map in a language, and the size of the glass."""

    face: str
    words: Mapping[str, Any]
    language: str
    size: QSize


def known(screen: str, name: str) -> bool:
    """Whether there is such a scene; nothing is played for it."""
    there: Mapping[str, Iterable[str]] = {
        "dealer": FELTS,
        "pit": (*PAGES, *OF_ONE_TABLE),
        "jackpot": display_states.STATES,
    }
    return name in there[screen]


class Scenes:
    """Plays what is asked for; the house's night once, when its first page is."""

    def __init__(self) -> None:
        self._held = ExitStack()
        self._house: tuple[Finding, Told, Path] | None = None

    def __enter__(self) -> Scenes:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._held.close()

    def scene(
        self, screen: str, name: str, language: str, touch: Iterable[Tap] = (), handed: str = "right"
    ) -> Scene:
        """The scene of this screen, after these touches of what is the screen's own."""
        if screen == "dealer":
            return _dealer(name, language, touch, handed)
        return self._pit(name, language, touch) if screen == "pit" else _display(name, language)

    def _pit(self, name: str, language: str, touch: Iterable[Tap]) -> Scene:
        if name in OF_ONE_TABLE:
            page, made = OF_ONE_TABLE[name]
            told: dict[str, Any] = {"tables": [named("UTH-3", made()), *calm()[:2]]}
            if page == "payment":
                told["desk"] = pit_pictures.DESK
            if name == "settings_at_pits_reader":
                told["desk"] = settings_states.READER
            face = RoomFace(language, zone=PARIS)
            taps: list[Tap] = [{"act": "look", "table": "UTH-3", "tab": page}, *touch]
            return _pages(face, language, told, taps)
        night, won, folder = self._memory()
        if name == "replay":
            face = RoomFace(language, house_pages(won, folder), zone=PARIS)
            at = {"table": "UTH-1", "session": 1, "round": pit_pictures.ROYAL_AT}
            asked = ({}, at, {"at": 0}, {"incident": 1})
            taps = [{"act": "tab", "tab": "rounds"}]
            taps += [{"act": "page", "page": "rounds", **more} for more in asked[1:]]
            return _pages(face, language, {"tables": calm()}, [*taps, *touch])
        face = RoomFace(
            language,
            house_pages(night, folder),
            zone=PARIS,
            target_per_hour=34,
            notes=HouseNotes(night, Choice(folder)) if name not in pit_pictures.BARE else None,
        )
        table = pit_pictures.LOOKED_AT.get(name, "UTH-2")
        tables = {"tables": pit_pictures.night()}
        return _pages(face, language, tables, [{"act": "look", "table": table, "tab": name}, *touch])

    def _memory(self) -> tuple[Finding, Told, Path]:
        """The memory of the house after a night, and of one that won the jackpot."""
        if self._house is None:
            folder = Path(self._held.enter_context(TemporaryDirectory()))
            journals = play(folder / "night", rounds=60, tables=2, faults="hard", seed=3)
            house = self._held.enter_context(closing(House([journals], ":memory:")))
            house.read_all()
            answers = Answers(house, signer=simulated_keys(3, "house").signer)
            answers.answer({"ask": "registers"})
            while answers.step():
                pass
            won = pit_pictures.jackpot_night(folder / "won")
            small = self._held.enter_context(closing(House([won], ":memory:")))
            small.read_all()
            told = Told(Answers(small, signer=simulated_keys(3, "house").signer))
            self._house = (Finding(answers), told, folder)
        return self._house


def _pages(face: RoomFace, language: str, told: Mapping[str, Any], taps: Iterable[Tap]) -> Scene:
    said = face.words(told)
    for tap in taps:
        face.take(tap)
        said = face.words(told)
    return Scene("PitScreen", said | {"reduced_motion": True}, language, LARGE)


def _dealer(name: str, language: str, touch: Iterable[Tap], handed: str) -> Scene:
    felt = FELTS[name]()
    view = console(felt.state) | {"now_ms": felt.now_ms + 400}
    face = ConsoleFace(language, handed=handed, reduced_motion=True)
    said = face.words(view)
    for tap in touch:
        if not face.take(dict(tap)):
            raise ValueError(f"{name}: {tap} is no touch of the console’s own")
        said = face.words(view)
    return Scene("DealerConsole", said, language, COMPACT)


def _display(name: str, language: str) -> Scene:
    return Scene("JackpotDisplay", display_states.worded(name, language), language, LARGE)
