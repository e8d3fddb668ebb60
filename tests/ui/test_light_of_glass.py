"""The console in every light, by its pixels: it can be read, and its states are told apart without colour."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtQuick import QQuickItem

from tests.ui.conftest import Open
from tests.ui.pixels import (
    EVERY_COLOUR,
    EYES,
    MONEY_AND_ACTS,
    SET_ASIDE,
    WORDS,
    crop,
    distance,
    faint,
    look,
    readings,
    seen,
    told_apart,
)
from tests.ui.samples import SAMPLES, sample
from tests.ui.scene import area, items
from tests.ui.states import STATES, view_of
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.glass import BRIGHTNESS, THEMES
from ui.screen.console import ConsoleFace

SIZES = {"large": LARGE, "compact": COMPACT}
LAMPS = ("none", "waits", "chip", "in", "back")
"""Closed looks as to be given back: in both nothing may lie there, and the word says why."""
OUTCOMES = ("win", "lose", "refund", "tie", "fold", "hold", "verify", "done")
LIGHTS = ("go", "last", "stop", "off")
COLOUR_BLIND = [eye for eye in EYES if eye != EVERY_COLOUR]
SHAPES_DIFFER = 0.03
"""Of the area of a lamp or a sign of a few millimetres: a ring that is hollow instead of full is 0.2."""


def lit(view: dict[str, Any], theme: str, brightness: int = 100) -> dict[str, Any]:
    return view | {"reduced_motion": True, "glass": {"theme": theme, "brightness": brightness, "px_per_m": 0}}


Kept = tuple[Stage, str]


@pytest.fixture(scope="module", params=[(theme, size) for theme in THEMES for size in SIZES], ids="-".join)
def kept(request: pytest.FixtureRequest) -> Iterator[Kept]:
    """One console for all the states in one light and size."""
    theme, size = request.param
    stage = Stage("DealerConsole", Screen(), SIZES[size])
    yield stage, theme
    stage.close()


@pytest.fixture(scope="module", params=THEMES)
def large(request: pytest.FixtureRequest) -> Iterator[Kept]:
    """The same at the large size, for what does not hang on the size of letters."""
    stage = Stage("DealerConsole", Screen(), LARGE)
    yield stage, request.param
    stage.close()


@pytest.mark.parametrize("name", SAMPLES)
def test_every_text_of_a_state_can_be_read(kept: Kept, name: str) -> None:
    stage, theme = kept
    stage.screen.show(lit(sample(name), theme))
    stage.settle(20)
    assert stage.warnings == []
    assert faint(stage.window) == []


@pytest.mark.parametrize(
    "name", ["S2_betting", "S8_river", "S11_settling", "A101_critical", "A202_unreadable", "S13_video"]
)
def test_who_misses_a_colour_reads_as_well(large: Kept, name: str) -> None:
    stage, theme = large
    stage.screen.show(lit(sample(name), theme))
    stage.settle(20)
    seen_once = look(stage.window)
    assert {eye: weak for eye in COLOUR_BLIND if (weak := seen_once.faint(eye))} == {}


@pytest.mark.parametrize("name", ["S2_betting", "S8_river", "S11_settling", "A101_critical", "S1_opening"])
def test_the_darkest_glass_is_still_read(large: Kept, name: str) -> None:
    stage, theme = large
    stage.screen.show(lit(sample(name), theme, BRIGHTNESS[-1]))
    stage.settle(20)
    told = readings(stage.window)
    assert [one for one in told if one.floor == MONEY_AND_ACTS and one.ratio < WORDS - 0.05] == []
    assert [one for one in told if one.floor == WORDS and one.ratio < SET_ASIDE - 0.05] == []


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", THEMES)
def test_every_text_of_every_state_of_the_table_can_be_read(open_stage: Open, theme: str, size: str) -> None:
    stage, _ = open_stage("DealerConsole", sample("S0_closed"), SIZES[size])
    weak = {}
    for name in STATES:
        stage.screen.show(lit(ConsoleFace("fr").words(view_of(name)), theme))
        stage.settle(20)
        weak |= {name: said} if (said := faint(stage.window)) else {}
    assert weak == {}


def _signs(stage: Stage, *names: str) -> list[QQuickItem]:
    found = [item for item in items(stage.window) if all(item.property(name) is not None for name in names)]
    return sorted(found, key=lambda item: area(item).x())


def _apart(pictures: dict[str, QImage]) -> dict[tuple[str, str, str], float]:
    """The pairs that some eye does not tell apart."""
    return {
        (one, other, eye): share
        for one, other in combinations(pictures, 2)
        for eye in EYES
        if (share := told_apart(pictures[one], pictures[other], eye)) < SHAPES_DIFFER
    }


def _same_size(pictures: dict[str, QImage]) -> dict[str, QImage]:
    width, height = (min(getattr(one, side)() for one in pictures.values()) for side in ("width", "height"))
    return {name: one.copy(0, 0, width, height) for name, one in pictures.items()}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", THEMES)
def test_the_lamps_of_jp1_are_told_apart_without_colour(open_stage: Open, theme: str, size: str) -> None:
    view = lit(sample("S6_preflop"), theme)
    seated = [seat for seat in view["seats"] if not seat.get("vacant")]
    pictures: dict[str, QImage] = {}
    stage, _ = open_stage("DealerConsole", view, SIZES[size])
    for lamp in LAMPS:
        seated[0]["lamp"] = lamp
        stage.screen.show({**view, "seats": list(view["seats"])} | {"clock": lamp})
        stage.settle(40)
        pictures[lamp] = crop(stage.window, _signs(stage, "lamp", "white")[0])
    assert _apart(_same_size(pictures)) == {}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", THEMES)
def test_what_comes_of_a_hand_is_told_apart_without_colour(open_stage: Open, theme: str, size: str) -> None:
    view = lit(sample("S11_settling"), theme)
    seat = next(seat for seat in view["seats"] if seat.get("outcome") and not seat.get("focused"))
    pictures: dict[str, QImage] = {}
    stage, _ = open_stage("DealerConsole", view, SIZES[size])
    for kind in OUTCOMES:
        seat |= {"outcome": {"kind": kind, "word": "", "amount": ""}, "quiet": False}
        stage.screen.show({**view, "seats": list(view["seats"])} | {"clock": kind})
        stage.settle(40)
        place = next(sign for sign in _signs(stage, "outcome", "ink") if sign.property("kind") == kind)
        shown = area(place).toAlignedRect()
        shown.setWidth(40)
        pictures[kind] = stage.grab().copy(shown)
    assert _apart(_same_size(pictures)) == {}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", THEMES)
def test_the_light_is_told_apart_without_colour(open_stage: Open, theme: str, size: str) -> None:
    view = lit(sample("S2_betting"), theme)
    pictures: dict[str, QImage] = {}
    stage, _ = open_stage("DealerConsole", view, SIZES[size])
    for lamp in LIGHTS:
        stage.screen.show(view | {"light": view["light"] | {"lamp": lamp}})
        stage.settle(40)
        pictures[lamp] = crop(stage.window, _signs(stage, "lamp", "lampSize")[0])
    assert _apart(_same_size(pictures)) == {}


@pytest.mark.parametrize("theme", THEMES)
def test_the_suits_are_told_apart_by_their_ink_and_without_it(open_stage: Open, theme: str) -> None:
    """The usual green clubs fall on the hearts for who misses red (screens, section 3.3)."""
    stage, _ = open_stage("DealerConsole", lit(sample("key_card"), theme), LARGE)
    cards = [card for card in _signs(stage, "card", "dimmed") if card.property("faceUp")]
    faces = {card.property("card"): crop(stage.window, card) for card in cards if not card.property("dimmed")}
    rank = next(rank for rank in "AKQJT98765432" if all(rank + suit in faces for suit in "shdc"))
    alike = _same_size({suit: faces[rank + suit] for suit in "shdc"})
    assert _apart(alike) == {}
    for eye in EYES:
        inks = {suit: _ink(face, eye) for suit, face in alike.items()}
        if eye == "greyscale":
            continue  # by shape alone
        for one, other in combinations("shdc", 2):
            assert distance(inks[one], inks[other]) > 20, (eye, one, other)


def _ink(face: QImage, eye: str) -> Any:
    """The colour that most of the card's ink has: the most frequent after its paper."""
    colours, counts = np.unique(seen(face, eye).reshape(-1, 3).round(4), axis=0, return_counts=True)
    return colours[counts.argsort()[-2]]


def test_a_weak_text_is_noticed(open_stage: Open) -> None:
    """The light of a glass that is darker than it may be."""
    stage, _ = open_stage("DealerConsole", lit(sample("S2_betting"), "night", 30), LARGE)
    assert faint(stage.window) != []
