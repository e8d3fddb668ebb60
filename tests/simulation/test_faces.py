"""Every screen finds words for every state of a night with faults, and names no card face down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from controller.boot.simulated import simulated_night
from controller.game import views
from controller.game.cards import DECK
from controller.game.state import TableState
from ui.screen.console import ConsoleFace
from ui.screen.jackpot import JackpotFace
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen

pytestmark = pytest.mark.slow

CARDS = {card.text for card in DECK}


def texts_of(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts_of(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from texts_of(inner)


class Audience:
    """Three screens in one language, at the table's own time."""

    def __init__(self, language: str) -> None:
        self.at_ms = 0
        self.states = 0
        self.pit = RoomFace(language)
        self.jackpot = JackpotFace(language, now_ms=lambda: self.at_ms)
        self.console = ConsoleFace(language)

    def look(self, state: TableState) -> None:
        self.at_ms = state.at_ms
        self.states += 1
        shown = {card.text for card in state.round.shown.values()} if state.round is not None else set()
        told = [views.pit(state), views.display(state), views.console(state)]
        said: list[dict[str, Any]] = [
            self.pit.words({"tables": [Seen("UTH-1", told[0], self.at_ms)]}),
            self.jackpot.words(told[1]),
            self.console.words(told[2]),
        ]
        for one in (*told, *said):
            named = CARDS.intersection(texts_of(one))
            assert named <= shown, f"face down and named after entry {state.seq}: {named - shown}"


@pytest.mark.parametrize(("language", "seed", "rounds"), [("fr", 11, 12), ("fr", 11, 40), ("en", 12, 40)])
@pytest.mark.long
def test_a_night_with_faults_is_worded_to_its_end(language: str, seed: int, rounds: int) -> None:
    night = simulated_night(rounds=rounds, seed=seed, faults="hard")
    audience = Audience(language)
    for place in night.night.tables:
        place.table._show = audience.look
    night.play()
    night.close()
    assert audience.states > rounds * 20
