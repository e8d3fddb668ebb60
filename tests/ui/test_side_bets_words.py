"""A felt with two side bets on the real screens: both languages, both sizes, amounts as long as they come."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from controller.game import views
from tests.ui.scene import faults
from tests.ui.side_states import SIDE_STATES
from tests.ui.test_games_words import SIZES, Changing, small_keys
from ui.app import COMPACT, LARGE, PORTRAIT, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace
from ui.screen.jackpot import JackpotFace
from ui.screen.pit.room import RoomFace
from ui.screen.public_pages import PAGE_MS
from ui.screen.room import Seen

Taps = list[dict[str, Any]]
SEAT_6: Taps = [
    {"act": "local.sheet", "sheet": "rectify"},
    {"act": "local.truth", "round": 1},
    {"act": "local.truth", "seat": 6},
]
SHEETS: list[tuple[str, Taps]] = [
    ("sides_most", [{"act": "local.stakes", "seat": 7}, {"act": "local.spot", "spot": "pocket"}]),
    ("sides_next_round", [{"act": "local.sheet", "sheet": "rounds"}]),
    ("sides_opening", [{"act": "local.sheet", "sheet": "rules"}]),
    ("sides_mistaken", SEAT_6),
    (
        "sides_mistaken",
        [*SEAT_6, {"act": "local.truth", "mistake": "stake", "ante": 15000, "trips": 15000, "pocket": 12500}],
    ),
    ("sides_rectified", [{"act": "local.sheet", "sheet": "rectify"}]),
]


@cache
def kept_view(name: str) -> dict[str, Any]:
    felt = SIDE_STATES[name]()
    return views.console(felt.state) | {"now_ms": felt.now_ms + 400}


@pytest.fixture(scope="module", params=SIZES)
def console(request: pytest.FixtureRequest) -> Iterator[tuple[Stage, Changing]]:
    face = Changing()
    stage = Stage("DealerConsole", Screen(face), SIZES[request.param])
    yield stage, face
    warned = list(stage.warnings)
    stage.close()
    assert warned == []


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_state_of_two_side_bets_reads_well_and_can_be_touched(
    console: tuple[Stage, Changing], language: str
) -> None:
    stage, face = console
    for name in SIDE_STATES:
        face.begin(language)
        stage.screen.show(kept_view(name))
        stage.settle(20)
        assert faults(stage.window) + small_keys(stage) == [], name


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    ("name", "taps"), SHEETS, ids=["pad", "rounds", "rules", "mistake", "stakes", "open"]
)
def test_every_sheet_of_two_side_bets_reads_well(
    console: tuple[Stage, Changing], name: str, taps: Taps, language: str
) -> None:
    stage, face = console
    face.begin(language)
    stage.screen.show(kept_view("sides_opening"))  # where the console hears the rules
    stage.screen.show(kept_view(name))
    for tap in taps:
        stage.screen.tap(tap)
    stage.settle(20)
    assert faults(stage.window) + small_keys(stage) == []


@pytest.mark.parametrize("size", [LARGE, PORTRAIT], ids=["lying", "standing"])
def test_the_display_shows_what_the_two_cards_pay_beside_the_hands(size: Any) -> None:
    felt = SIDE_STATES["sides_empty"]()
    view = views.display(felt.state)
    turn = felt.now_ms // PAGE_MS // 2 * 2 * PAGE_MS + PAGE_MS
    stage: Stage | None = None
    screen = Screen(None)
    for language in ("fr", "en"):
        face = JackpotFace(language, now_ms=lambda: turn)
        for shown in (view, {**view, "prizes": []}):
            words = face.words(shown)
            assert [table["title"] for table in words["ranking"]["apart"]] == ["Pocket"]
            screen.show(words | {"reduced_motion": True})  # one page gives way to the other at once
            stage = stage or Stage("JackpotDisplay", screen, size)
            stage.settle(40)
            assert faults(stage.window) == [], language
    assert stage is not None
    assert stage.warnings == []
    stage.close()


@pytest.mark.parametrize("size", [LARGE, COMPACT], ids=["large", "compact"])
def test_the_pit_sees_every_side_bet_of_a_seat(size: Any) -> None:
    screen = Screen(None)
    stage: Stage | None = None
    for language in ("fr", "en"):
        for name in ("sides_most", "sides_settling_most"):
            view = views.pit(SIDE_STATES[name]().state)
            screen.show(RoomFace(language).words({"tables": [Seen(view["table"], view, 0)]}))
            stage = stage or Stage("PitScreen", screen, size)
            stage.settle(20)
            assert faults(stage.window) == [], (language, name)
    assert stage is not None
    assert stage.warnings == []
    stage.close()


def test_the_equal_main_bets_share_a_circle_where_there_are_two_side_bets() -> None:
    circles = ConsoleFace().words(kept_view("sides_betting"))["seats"][0]["stakes"]
    told = [(circle["label"], circle["short"], circle["amount"]) for circle in circles]
    assert told == [("Ante\nBlind", "A+B", "10"), ("Trips", "T", "5"), ("Pocket", "P", "5")]


def test_a_bank_that_does_not_qualify_leaves_every_side_bet_in_play() -> None:
    told = [ConsoleFace(language).words(kept_view("sides_unqualified"))["board"] for language in ("fr", "en")]
    assert [board["note"] for board in told] == [
        "Play, Blind, Trips et Pocket jouent",
        "Play, Blind, Trips and Pocket play",
    ]


def test_the_paytable_page_says_which_cards_each_side_bet_looks_at() -> None:
    face = ConsoleFace()
    face.words(kept_view("sides_opening"))
    face.words(kept_view("sides_betting"))
    face.take({"act": "local.sheet", "sheet": "rounds"})
    tables = face.words(kept_view("sides_betting"))["sheet"]["tables"]
    assert [(table["title"], table["note"]) for table in tables] == [
        ("Blind", ""),
        ("Trips", "sur les sept cartes"),
        ("Pocket", "sur les deux cartes du joueur"),
        ("JP1", ""),
    ]
    assert tables[2]["rows"][0] == {"label": "Paire d’as", "value": "30 pour 1"}
