"""The jackpot display as it is drawn, lying and standing: it can be read, it rolls, it takes no finger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QRectF, QSize

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.jackpot.rules import JackpotConfig
from controller.game.meter.show import PUBLIC_WINS
from controller.settings.rules import load_profile
from tests.builders import TERMS, Felt
from tests.law.requirements import requirement
from tests.patience import PATIENCE_S
from tests.ui.display_states import (
    STATES,
    Night,
    at_page,
    worded,
)
from tests.ui.scene import area, faults, items, words
from ui.app import LARGE, PORTRAIT, Stage
from ui.bridge import Screen
from ui.screen.jackpot import CAPTION_MS, JackpotFace
from ui.texts.jackpot import TEXTS


@pytest.fixture(scope="module", params=[LARGE, PORTRAIT], ids=["lying", "standing"])
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    screen = Screen()
    screen.show(worded("betting", "fr"))
    made = Stage("JackpotDisplay", screen, request.param)
    yield made
    made.close()


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("state", STATES)
def test_a_state_can_be_read(stage: Stage, state: str, language: str) -> None:
    said = worded(state, language)
    stage.screen.show(said | {"reduced_motion": True})
    stage.settle(40)
    assert stage.warnings == []
    assert faults(stage.window) == []
    drawn = {text.text for text in words(stage.window)}
    assert {said["title"], said["legal"], said["simulation"], said["light"]["word"]} - {""} <= drawn
    assert over_the_margin(stage) == []


def over_the_margin(stage: Stage) -> list[str]:
    """The texts whose letters cross the margin at either side."""
    margin = 72 if stage.window.height() > stage.window.width() else 96
    inside = QRectF(margin - 1, 0, stage.window.width() - 2 * margin + 2, stage.window.height())
    return [text.text for text in words(stage.window) if not inside.contains(text.ink) and len(text.text) > 1]


MOST_CENTS = 999_999_999
"""9 999 999,99 €: the most that a meter may show."""


def most(language: str, page: str) -> dict[str, Any]:
    """The display at its fullest: the longest amounts, as many wins as it lists, on this page."""
    night = Night(language, cash=TERMS).betting()
    view = views.display(night.felt.state)
    won = {"generation": 1, "table": "UTH-12", "cents": MOST_CENTS, "at_ms": view["at_ms"]}
    view["jackpot"] = {**view["jackpot"], "meter_cents": MOST_CENTS}  # type: ignore[typeddict-item]
    view["wins"] = [won] * PUBLIC_WINS  # type: ignore[list-item]
    night.later_ms = CAPTION_MS
    return night.face.words(view) | {"page": page, "reduced_motion": True}


@requirement("DI-01")
@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("page", ["main", "tables", "round", "jp1", "wins"])
def test_a_page_holds_the_longest_amounts_and_the_line_on_risks(
    stage: Stage, page: str, language: str
) -> None:
    said = most(language, page)
    stage.screen.show(said)
    stage.settle(60)
    assert stage.warnings == []
    assert faults(stage.window) == []
    assert over_the_margin(stage) == []
    drawn = {text.text for text in words(stage.window)}
    assert said["legal"] in drawn
    assert "".join(sorted(figures(stage))) == "".join(sorted("9\u202f999\u202f999,99\u00a0€"))
    told = said["lists"].get(page, {"rows": []})["rows"]
    assert {row["value"] for row in told} <= drawn


@requirement("DI-03")
@pytest.mark.parametrize("page", ["main", "tables", "round", "jp1", "wins"])
def test_stake_share_and_limit_stand_on_every_page_in_french(stage: Stage, page: str) -> None:
    """DI-03: French unless another language is asked for; prizes and consolation are the first page's."""
    terms = JackpotConfig(500, 1_000_000, 250_000, 150_000, 600_000, "house", 5_000_000)
    view = views.display(Night(jp1_terms=terms).betting().felt.state)
    face = JackpotFace(now_ms=lambda: view["at_ms"], silence_ms=lambda: 0)
    said = face.words(view) | {"page": page, "reduced_motion": True}
    stage.screen.show(said)
    stage.settle(40)
    drawn = " ".join(text.text for text in words(stage.window)).replace("\u00a0", " ").replace("\u202f", " ")
    for told in ("Mise JP1", "5,00 €", "Limite", "50 000 €", "25 % de chaque mise JP1 alimente le jackpot"):
        assert told in drawn, told
    assert ("Lot de consolation" in drawn) is (page == "main")


def test_a_page_gives_way_to_the_next_in_a_cross_fade(stage: Stage) -> None:
    """Screens, section 5: 400 ms, and none where motion is reduced."""
    stage.screen.show(most("fr", "round"))
    stage.settle(20)
    there = titles(stage)
    assert there == {"Le déroulement d’un coup"}
    stage.screen.show(most("fr", "jp1") | {"reduced_motion": False})
    stage.settle(120)
    assert titles(stage) == {"Le déroulement d’un coup", "Les règles de JP1"}
    for _ in range(PATIENCE_S * 50):
        if titles(stage) == {"Les règles de JP1"}:
            return
        stage.settle(20)
    raise AssertionError("the page never gives way")


def titles(stage: Stage) -> set[str]:
    known = {page["title"] for page in most("fr", "main")["lists"].values()}
    return {text.text for text in words(stage.window)} & known


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("profile", ["fr-55-20-2021", "fr-55-20-2015", "fr-holdem-casino", "live-uth"])
def test_the_tables_can_be_read(stage: Stage, profile: str, language: str) -> None:
    rules = load_profile(profile)
    night = Night(language, jp1=bool(rules.jp1), profile=rules, cash=TERMS).betting()
    said = at_page(night, 1)
    stage.screen.show(said | {"reduced_motion": True})
    stage.settle(40)
    assert stage.warnings == []
    assert faults(stage.window) == []
    drawn = {text.text for text in words(stage.window)}
    assert {row["name"] for row in said["ranking"]["rows"]} <= drawn
    assert said["number"] in " ".join(drawn)
    if rules.jp1:
        assert said["share"] in " ".join(drawn), "and the share stays"
        assert set("28573") <= set("".join(figures(stage))), "as does the amount"


@requirement("DI-01")
def test_a_meter_of_eight_figures_stays_on_the_screen(stage: Stage) -> None:
    stage.screen.show(worded("betting", "fr") | {"euros": "12\u202f345\u202f678", "reduced_motion": True})
    stage.settle(60)
    assert faults(stage.window) == []


@requirement("DI-01")
def test_stakes_that_are_registered_stand_on_the_display_within_a_second(stage: Stage) -> None:
    """DI-01: told to the display in the step that records them, nothing waited for; the rest is the roll."""
    night = Night("fr").betting()
    night.felt.stakes(s1=1000, s6=1000).chips(1, 6).do(i.CloseBets())
    stage.screen.show(night.look() | {"reduced_motion": False})
    at_rest(stage)
    night.felt.do(i.CollectJp1())
    recorded = [one.at_ms for one in night.felt.entries if isinstance(one.event, e.ContributionRecorded)]
    assert recorded == [night.felt.state.at_ms]
    said = night.look()
    assert (said["euros"], said["cents"]) == ("28\u202f576", ",25\u00a0€")
    stage.screen.show(said | {"reduced_motion": False})
    assert max({item.property("rollMs") for item in items(stage.window)} - {None}) < 1_000
    at_rest(stage)
    assert "".join(sorted(figures(stage))) == "".join(sorted("28\u202f576,25\u00a0€"))


@requirement("DI-02")
def test_the_meter_rolls_to_the_committed_value_within_800_ms(stage: Stage) -> None:
    stage.screen.show(worded("betting", "fr"))
    at_rest(stage)
    stage.screen.show(worded("betting", "fr") | {"euros": "28\u202f574"})
    assert rolling(stage)
    told = {item.property("rollMs") for item in items(stage.window)} - {None}
    assert max(told) <= 800
    at_rest(stage)
    assert "".join(sorted(figures(stage))) == "".join(sorted("28\u202f574,75\u00a0€"))


def test_the_first_value_is_there_at_once() -> None:
    screen = Screen()
    made = Stage("JackpotDisplay", screen, LARGE)
    screen.show(worded("betting", "fr"))
    assert not rolling(made)
    made.settle(20)
    assert not rolling(made)
    made.close()


def figures(stage: Stage) -> list[str]:
    return [item.property("shown") for item in items(stage.window) if item.property("shown") is not None]


def at_rest(stage: Stage) -> None:
    """No figure rolls any more; a busy machine draws a roll more slowly than a display."""
    for _ in range(PATIENCE_S * 50):
        if not rolling(stage):
            return
        stage.settle(20)
    raise AssertionError("the meter never comes to rest")


def rolling(stage: Stage) -> bool:
    return bool(windows(stage))


def windows(stage: Stage) -> list[QRectF]:
    """Where a figure is rolling now."""
    cells = [item for item in items(stage.window) if item.property("shown") is not None]
    return [area(window) for cell in cells for window in cell.childItems() if window.clip()]


def test_the_display_takes_no_finger(stage: Stage) -> None:
    assert not [item for item in items(stage.window) if item.objectName() == "touch"]


def test_a_small_panel_shows_the_same_picture_smaller() -> None:
    screen = Screen()
    screen.show(worded("betting", "fr"))
    small = Stage("JackpotDisplay", screen, QSize(1280, 720))
    small.settle(60)
    assert {text.text for text in words(small.window)} >= {"MISEZ", "Carré"}
    assert small.warnings == []
    small.close()


@requirement("RP-23")
def test_the_last_deals_are_announced_to_the_public_too() -> None:
    """RP-23: how many are still played, and that the last one is."""
    night = Night(jp1=False)
    night.felt = Felt(cash=TERMS)
    night.felt.open().badge().do(i.AnnounceLastDeals()).see(i.BadgeGone())
    said = []
    for _ in range(3):
        said.append(night.look()["band"])
        night.felt.stakes(s1=1000).close().draw("Ah 7d Qc Jd").play(4, 1).draw("Kd 8s 3h 9c 4d")
        night.felt.showdown().settle()
        if night.felt.state.sheet.deals_left:
            night.felt.do(i.NextRound())
    assert [band["text"] for band in said] == [
        "Dernières donnes annoncées – encore 3",
        "Dernières donnes annoncées – encore 2",
        "Dernières donnes annoncées – encore une",
    ]
    assert night.look()["band"] == {"kind": "held", "text": "La dernière donne est jouée"}


def test_figures_that_roll_cross_no_caption() -> None:
    """A new cycle rolls every figure while its two captions are there to be read."""
    screen = Screen()
    screen.show(worded("betting", "fr"))
    stage = Stage("JackpotDisplay", screen, LARGE)
    stage.settle(60)
    screen.show(worded("pending", "fr"))
    stage.settle(120)
    cut = windows(stage)
    captions = [text.ink for text in words(stage.window) if " " in text.text]
    stage.close()
    assert len(cut) > 4, "the figures are still rolling"
    assert len(captions) > 8
    assert not [ink for ink in captions for window in cut if ink.intersects(window)]
