"""A table that cannot write its journal says why, and its screens say that and nothing that looks alive."""

from __future__ import annotations

import pytest

from controller.game import views
from tests.ui.simulator_states import fresh
from tests.ui.states import STATES, view_of
from ui.screen.console import ConsoleFace
from ui.screen.pit.attention import column
from ui.screen.pit.live import PitFace
from ui.screen.room import Room, Seen
from ui.screen.simulator.face import SimulatorFace
from ui.texts.alarms import alarm_text
from ui.texts.decks import detail_words
from ui.texts.host import unwritten_alarm, unwritten_words


@pytest.mark.parametrize("language", ["fr", "en"])
def test_an_alarm_of_the_catalogue_is_what_a_screen_makes_of_it(language: str) -> None:
    for why in ("full", "broken", "read_only"):
        words = ConsoleFace(language).words(view_of("preflop") | {"offline": 1, "unwritten": why})
        alarm, told = words["alarm"], alarm_text(language, "A-101")
        assert unwritten_alarm(why) == ("A-101", 1)
        assert (alarm["title"], alarm["priority"], alarm.get("keys", [])) == (told.title, "p1", [])
        assert detail_words(language, why) in alarm["sub"]
    slow = ConsoleFace(language).words(view_of("preflop") | {"offline": 1, "unwritten": "slow"})
    assert slow["alarm"]["title"] == alarm_text(language, "A-240").title


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_pit_has_it_among_the_first_of_what_needs_a_person(language: str) -> None:
    seen = Seen(name="UTH-2", view=view_of("preflop"), unwritten="full")
    (first, *_) = column(Room(language, None, (seen,)), "")["cards"]
    assert (first["kind"], first["title"], first["code"]) == (
        "p1",
        alarm_text(language, "A-101").title,
        "A-101",
    )
    assert detail_words(language, "full") in first["text"]
    assert seen.unheard, "no key of the pit is alive on it"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_table_that_comes_again_at_once_is_restarting_and_not_silent(language: str) -> None:
    """It ends to take new settings, or a demonstration begins anew: nobody is to run for the technicians."""
    restarts = {"fr": "LA TABLE REDÉMARRE", "en": "TABLE RESTARTING"}[language]
    view = view_of("preflop")
    beside = {"offline": 1_795_212_187_123, "restarting": True}
    console = ConsoleFace(language).words(view | beside)
    assert (console["alarm"]["title"], console["offline"]) == (restarts, True)
    panel = SimulatorFace(language).words({**fresh().look(), **beside})
    assert (panel["message"]["title"], panel["offline"]) == (restarts, True)
    seen = Seen(name="UTH-2", view=view, restarting=True)
    (first, *_) = column(Room(language, None, (seen,)), "")["cards"]
    assert (first["title"], first["kind"]) == (restarts, "p2")
    live = PitFace(language, now_ms=lambda: 0, restarting=True).words(views.pit(STATES["preflop"]().state))
    assert (live["silent"]["title"], live["offline"]) == (restarts, True)
    assert seen.unheard, "no key of the pit is alive on it"


def test_a_screen_that_came_after_says_so_without_a_view() -> None:
    assert unwritten_words("fr", "full") == "Journal non écrit\u00a0: disque plein"
    assert unwritten_words("en", "slow") == "Disk slow"
    assert unwritten_words("fr", "") == ""
