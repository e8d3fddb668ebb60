"""Every state of the console that tests play, by name: in its ordinary form and at its longest.

What opens over a state by a touch of the console's own (a sheet, the help, the stakes of a seat) is a state
more, once for each phase that it can be opened in.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from controller.game.views import console
from tests.builders import Felt
from tests.ui import game_states, people_states
from tests.ui.longest import at_its_longest
from tests.ui.side_states import SIDE_STATES
from tests.ui.states import STATES
from ui.screen.console import ConsoleFace

View = dict[str, Any]
Tap = dict[str, Any]

TABLES: Final[dict[str, Callable[[], Felt]]] = {
    **STATES,
    **SIDE_STATES,
    **game_states.STATES,
    **{f"people_{name}": made for name, made in people_states.STATES.items()},
}
LONGEST: Final = "_longest"
OPENS: Final = ("local.sheet", "local.help", "local.stakes")
OF_ITS_OWN_BOOK: Final = "its jackpot's book is told in figures of its own, which another meter contradicts"
NOT_LONGER: Final = dict.fromkeys(("meter_stopped", "meter_interrupted", "meter_moving"), OF_ITS_OWN_BOOK)
"""States whose script cannot be played with long names and large figures, and why."""


class Opened(NamedTuple):
    """A state, and the console's own touches, one after another, that open something over it."""

    name: str
    state: str
    taps: tuple[Tap, ...]


@cache
def felt_of(name: str) -> Felt:
    """The table in this state. Whoever plays on takes a copy."""
    ordinary = name.removesuffix(LONGEST)
    return TABLES[name]() if name == ordinary else at_its_longest(TABLES[ordinary])


def playable(name: str) -> Felt:
    """A table in this state that one may play on."""
    felt = copy.copy(felt_of(name))
    felt.entries, felt.asked = list(felt.entries), list(felt.asked)
    return felt


@cache
def view_of(name: str) -> View:
    """The console's view of this state, as it comes over the wire."""
    felt = felt_of(name)
    return console(felt.state) | {"now_ms": felt.now_ms + 400}


def names() -> list[str]:
    """All states, each followed by itself at its longest."""
    both = ([name] if name in NOT_LONGER else [name, name + LONGEST] for name in TABLES)
    return [name for pair in both for name in pair]


def taps_in(words: object) -> Iterator[Tap]:
    """The taps of the live keys in a worded map."""
    if isinstance(words, Mapping):
        for name, value in words.items():
            if (name == "tap" or name.endswith("_tap")) and isinstance(value, Mapping):
                yield dict(value)
            else:
                yield from taps_in(value)
    elif isinstance(words, (list, tuple)):
        for value in words:
            yield from taps_in(value)


def opened(states: list[str], *, deep: int = 1) -> list[Opened]:
    """What up to `deep` of the console's own touches open over these states, each once a phase."""
    found: list[Opened] = []
    known: set[tuple[object, ...]] = set()
    under = [Opened(state, state, ()) for state in states]
    for _ in range(deep):
        over = [one for each in under for one in _opened_over(each)]
        under = []
        for one in over:
            view = view_of(one.state)
            there = view["badge"]["role"] if view["badge"] else ""
            kind, long = one.name.rsplit("+", 1)[1], one.state.endswith(LONGEST)
            counted = (view["sheet"] or {}).get("purpose", "")
            once = (view["game"]["profile"], view["phase"], counted, kind, there, long)
            if once not in known:
                known.add(once)
                under.append(one)
        found += under
    return found


def words_of(one: Opened, language: str = "fr") -> Mapping[str, Any]:
    """What the console shows once its own touches were made."""
    face, view = ConsoleFace(language), view_of(one.state)
    for tap in one.taps:
        face.words(view)
        face.take(dict(tap))
    return face.words(view)


def _opened_over(one: Opened) -> Iterator[Opened]:
    """What one touch more opens; a way back to what was open is none."""
    shown = one.name.split("+")
    for tap in taps_in(words_of(one)):
        kind = str(tap.get("sheet", tap["act"].removeprefix("local.")))
        if tap["act"] in OPENS and kind not in shown:
            yield Opened(f"{one.name}+{kind}", one.state, (*one.taps, tap))
