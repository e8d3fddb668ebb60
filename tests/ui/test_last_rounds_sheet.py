"""*Coups et barèmes*: no two rounds look alike, one size of letters a table, and none that is too small."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtQuick import QQuickItem

from controller.game.views import console
from tests.ui.game_states import casino_turn_left
from tests.ui.scene import faults, items, parents
from tests.ui.side_states import SIDE_STATES
from tests.ui.states import view_of
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace

LEAST_PX = 17


def of_ten(view: Any) -> Any:
    """Ten rounds at their longest: seven seats in JP1, five figures, every mark; one dealt twice."""
    (base, *_) = view_of("clearing")["last_rounds"]
    worst = {
        "players": 7,
        "jp1_seats": [1, 2, 3, 4, 5, 6, 7],
        "bank_cents": -1_234_550,
        "by_hand": True,
        "jp1_manual": [1],
        "flags": ["hand_shuffle", "no_reader", "jp1_corrected"],
    }
    numbers = [(12, 1), (11, 1), (10, 2), (10, 1), *((number, 1) for number in range(9, 3, -1))]
    rounds = [
        {**base, **worst, "number": number, "label": str(number), "attempt": attempt}
        for number, attempt in numbers
    ]
    return {**view, "last_rounds": rounds}


def opened(view: Any, language: str) -> Any:
    face = ConsoleFace(language, reduced_motion=True)
    face.words(view)
    face.take({"act": "local.sheet", "sheet": "rounds"})
    return face.words(view)


def test_a_round_that_was_dealt_twice_is_told_from_its_first_deal() -> None:
    """Findings S2 19: two rounds were both `0002`."""
    called = [row[0] for row in opened(of_ten(view_of("clearing")), "fr")["sheet"]["rounds"]]
    assert called[2:4] == ["0010 · 2", "0010"]
    assert len(set(called)) == len(called)


@pytest.mark.parametrize("size", [LARGE, COMPACT], ids=["large", "compact"])
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", ["uth", "casino", "sides"])
def test_the_sheet_reads_well_at_its_longest(size: Any, language: str, game: str) -> None:
    felt = {"casino": casino_turn_left, "sides": SIDE_STATES["sides_settling_most"]}.get(game)
    view = view_of("clearing")
    if felt is not None:
        made = felt()
        view = console(made.state) | {"now_ms": made.now_ms}
    stage = Stage("DealerConsole", Screen(), size)
    try:
        stage.screen.show(opened(of_ten(view), language))
        stage.settle(20)
        assert (faults(stage.window), stage.warnings) == ([], [])
        for table in (item for item in items(stage.window) if _is(item, "WordTable")):
            sizes = {
                text.property("drawn")
                for text in items(stage.window)
                if table in parents(text) and _says(text)
            }
            assert len(sizes) == 1
            assert min(sizes) >= LEAST_PX
    finally:
        stage.close()


def _is(item: QQuickItem, name: str) -> bool:
    return item.metaObject().className().startswith(name)


def _says(item: QQuickItem) -> bool:
    return item.inherits("QQuickText") and bool(item.property("text"))
