"""The bar at the top with all that can be in it at once: it is there, and nothing is covered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

import pytest

from controller.game.inputs import Role
from controller.game.views import console
from tests.ui.payment_states import released
from tests.ui.pseudo_locale import spoken
from tests.ui.scene import area, faults, items, words
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace

View = dict[str, Any]


def ordinary() -> View:
    """A chef's badge beside the dealer, and a slip that waits."""
    felt = released().badge("Chef 1", Role.CHEF)
    return {**console(felt.state), "now_ms": felt.now_ms}


def longest() -> View:
    """The same with people of long names, six figures and a maximum to come."""
    told = ordinary()
    people = {"croupier": "Jean-Baptiste Lefebvre", "badge": "Marie-Antoinette Delacroix"}
    told["croupier"] = {**told["croupier"], "person": people["croupier"]}
    told["badge"] = {**told["badge"], "person": people["badge"], "role": "comite"}
    return told | {"minimum_cents": 100_000, "maximum_cents": 3_000_000, "maximum_coming_cents": 2_000_000}


def most() -> View:
    """The dealer alone at a table without shuffler and reader, with three slips and the pit's code."""
    told = longest() | {"badge": None, "maximum_coming_cents": 0}
    (slip,) = told["slips"]
    slips = [{**slip, "slip": f"B-2026-{4_711 + n}"} for n in range(3)]
    modes = ["hand_shuffle", "no_reader"]
    return told | {"slips": slips, "modes": modes, "pit_code": "48 215", "table": "UTH-12"}


def one_word() -> View:
    """Names as long as a register takes them, of one word each: there is no first name to shorten."""
    told = ordinary()
    people = {"croupier": "Wackermann-Gommecourt-07", "badge": "Desmarets-Vandenbroucker"}
    told["croupier"] = {**told["croupier"], "person": people["croupier"]}
    told["badge"] = {**told["badge"], "person": people["badge"]}
    return told | {"minimum_cents": 10_000, "maximum_cents": 300_000}


def demonstration(of: Callable[[], View]) -> Callable[[], View]:
    return lambda: of() | {"simulated": False, "approved": False}


VIEWS = {
    "ordinary": ordinary,
    "longest": longest,
    "most": most,
    "one_word": one_word,
    "demonstration": demonstration(longest),
}


@pytest.fixture(scope="module", params=[COMPACT, LARGE], ids=["1280", "1920"])
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    made = Stage("DealerConsole", Screen(ConsoleFace("fr", reduced_motion=True)), request.param)
    yield made
    made.close()


@pytest.mark.parametrize("language", ["fr", "en", "longer"])
@pytest.mark.parametrize("name", VIEWS)
def test_nothing_in_the_bar_covers_anything(stage: Stage, name: str, language: str) -> None:
    """Findings dealer 6 and 13: the mark lay over the limits, and names over both."""
    with spoken() if language == "longer" else nullcontext():
        face = ConsoleFace("fr" if language == "longer" else language, reduced_motion=True)
        told = face.words(VIEWS[name]())
    stage.screen._face = None
    stage.screen.show(told)
    stage.settle(20)
    small = stage.window.width() == COMPACT.width()
    mark = told["simulation_short" if small else "simulation"]
    (plate,) = [area(one) for one in items(stage.window) if one.property("word") == mark]
    bar = [text for text in words(stage.window) if text.ink.bottom() < (56 if small else 72)]
    assert [text.text for text in bar if text.text != mark and text.ink.intersects(plate)] == []
    (devices,) = [area(one) for one in items(stage.window) if one.objectName() == "devices"]
    assert not devices.intersects(plate)
    limits = next(text for text in bar if text.text == told["facts"][-1]["value"])
    assert limits.ink.right() < plate.left()
    known = {text.text for text in bar}
    assert [one for one in faults(stage.window) if any(repr(text) in one for text in known)] == []
    shown = told["facts_small" if small else "facts"]
    assert {row["value"] for row in shown} <= known, "every fact is there"


def values(view: View, size: str = "facts") -> list[str]:
    return [row["value"] for row in ConsoleFace("fr").words(view)[size]]


def labels(view: View, size: str = "facts") -> list[str]:
    return [row["label"] for row in ConsoleFace("fr").words(view)[size]]


def test_the_large_bar_has_words_and_names_whole_as_long_as_there_is_room() -> None:
    told = ConsoleFace("fr").words(ordinary())
    assert labels(ordinary())[:2] == ["Coup", ""], "who is called by his role needs no label"
    assert values(ordinary())[-1] == "5 – 150\u00a0€"
    assert told["simulation_short"] == "SIMULATION"


def test_labels_go_first_then_first_names_and_the_limits_stay() -> None:
    small = values(longest(), "facts_small")
    assert "M.-A. Delacroix" in small, "a surname goes last"
    assert small[-1] == "1\u202f000 – 30\u202f000\u00a0€, puis 20\u202f000\u00a0€"
    assert labels(longest(), "facts_small")[-1] == ""
    assert values(longest())[1].endswith("Lefebvre"), "where there is more room a surname is whole"


def test_a_name_of_one_word_keeps_its_beginning_and_its_number() -> None:
    small = values(one_word(), "facts_small")
    assert {"Wackermann-G.-07", "Desmarets-V."} <= set(small)


def test_many_slips_are_counted_before_a_name_is_shortened() -> None:
    assert "3" in values(most(), "facts_small")
    assert "48 215" in values(most(), "facts_small"), "the pit's code is never given up"
