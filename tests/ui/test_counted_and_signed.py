"""A count beside a badge: no PIN is typed into its figures, and both signatures put its pad away."""

from __future__ import annotations

import json
from typing import Any

import pytest

from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.views import console
from tests.builders import CASHIER, CHEF, FLOAT, TERMS, Felt
from tests.ui.conftest import Open
from tests.ui.every_state import LONGEST, Opened, names, opened, view_of
from tests.ui.scene import faults
from tests.ui.scene import words as scene_words
from tests.ui.test_console_scene import SIZES
from tests.ui.touched_table import Table
from tests.ui.typist import Typist
from ui.screen.console import ConsoleFace

PIN = "48151623"
MEMBER = ("Comité 1", Role.COMITE)
WITH_PADS = ("royal", "sheet", "meter", "opening", "rectify", "paused", "settling")
"""States, by how their names begin, over which something is counted or keyed."""


def floated() -> Felt:
    return Felt(cash=TERMS).do(i.OpenTable()).count(**FLOAT)


def face_on(view: dict[str, Any], sheet: str, language: str = "fr") -> ConsoleFace:
    """A console that shows this view with the sheet open over it."""
    face = ConsoleFace(language)
    face.words(view)
    face.take({"act": "local.sheet", "sheet": sheet})
    return face


def test_a_pin_typed_beside_a_count_is_shown_nowhere(table: Table) -> None:
    """A chef's badge waits for its PIN, its pad was put away and the count's lies open in its place."""
    felt = Felt(register=True, cash=TERMS).dealer("Croupier 07").do(i.OpenTable())
    table.felt = felt.badge("Chef 1", Role.CHEF)
    table.show()
    hand = Typist(table.stage)
    hand.when_taken("Escape")
    table.screen.tap({"act": "local.sheet", "sheet": "cash"})
    assert table.screen.shown()["sheet"]["kind"] == "pad"
    hand.when_taken(*PIN)
    shown = json.dumps(table.screen.shown(), ensure_ascii=False)
    assert not any(PIN[:count] in shown for count in range(4, len(PIN)))
    assert table.screen.shown()["sheet"]["field"]["value"] == ""
    assert table.screen.shown()["primary"]["tap"] == {"act": "local.sheet", "sheet": "pin"}
    hand.when_taken("F1")
    assert "dots" in table.screen.shown()["sheet"]["field"]


def test_no_pad_that_shows_its_figures_takes_any_while_a_pin_is_awaited() -> None:
    """Step 7 of the royal showed a manager's PIN as the number of a slip."""
    waiting = view_of("people_dealer_shown")["pin"] | {"person": "MCD 03", "role": "comite", "shown": 99}
    beside = {"badge": {"person": "MCD 03", "role": "comite", "proven": False}, "pin": waiting}
    ordinary = [name for name in names() if name.startswith(WITH_PADS) and not name.endswith(LONGEST)]
    pads = [Opened(name, name, ()) for name in ordinary] + opened(ordinary)
    looked_at = set()
    for name, state, taps in pads:
        face, view = ConsoleFace("fr"), view_of(state)
        face.words(view)
        for tap in taps:
            face.take(dict(tap))
        if not shows_figures(face.words(view)["sheet"]):
            continue
        words = face.words(view | beside)
        if not shows_figures(words["sheet"]):  # the pad of the PIN has opened by itself, and is put away
            face.take(next(one["tap"] for one in words["bottom"] if one["label"] == "Retour"))
            words = face.words(view | beside)
            for tap in () if shows_figures(words["sheet"]) else taps:
                face.take(dict(tap))
                words = face.words(view | beside)
        if not shows_figures(words["sheet"]):
            continue  # it is nothing for who has not typed his PIN
        assert not any(one["tap"] for one in words["sheet"]["keypad"]), name
        assert words["primary"]["tap"] == {"act": "local.sheet", "sheet": "pin"}, name
        looked_at.add(words["sheet"]["title"])
    assert len(looked_at) > 5, looked_at


def shows_figures(sheet: Any) -> bool:
    return sheet is not None and sheet["kind"] == "pad" and "dots" not in sheet["field"]


def test_a_number_that_is_not_entered_is_not_lost_by_another_value() -> None:
    view = console(floated().state)
    face = face_on(view, "cash")
    first, *others = [one for row in face.words(view)["sheet"]["choices"] for one in row]
    face.take(first["tap"])
    face.take({"act": "local.type", "digit": "7"})
    sheet = face.words(view)["sheet"]
    told = {one["label"]: one["tap"] for row in sheet["choices"] for one in row}
    assert [told[one["label"]] for one in others] == [None] * len(others)
    assert told[first["label"]] is not None
    assert sheet["note"] == "Inscrivez ce nombre, ou effacez-le, puis une autre valeur."
    face.take({"act": "local.type", "digit": "clear"})
    assert all(one["tap"] for row in face.words(view)["sheet"]["choices"] for one in row)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_said_of_a_number_that_is_not_entered_lies_over_no_value(open_stage: Open, size: str) -> None:
    """It was written across the lowest keys of the values."""
    view = console(floated().state)
    face = face_on(view, "cash")
    face.take({"act": "local.type", "digit": "7"})
    shown = face.words(view)
    stage, _ = open_stage("DealerConsole", shown, SIZES[size])
    assert shown["sheet"]["note"] in {words.text for words in scene_words(stage.window)}
    assert faults(stage.window) == []


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_card_says_what_is_still_asked_once_a_pin_was_accepted(language: str) -> None:
    face = ConsoleFace(language)
    shown = face.words(view_of("people_dealer_shown"))["focus"]["title"]
    proven = face.words(view_of("people_dealer_proven"))["focus"]["title"]
    nobody = face.words(view_of("people_nobody"))["focus"]["title"]
    assert len({shown, proven, nobody}) == 3
    assert "PIN" in shown
    assert "PIN" not in proven
    assert "Croupier 07" in proven
    chef = face.words(view_of("sensors_none_allowed"))["focus"]["caption"]
    assert chef == {"fr": "Badge chef reçu", "en": "Floor badge received"}[language]


@pytest.mark.parametrize("order", [(CHEF, MEMBER), (MEMBER, CHEF)])
def test_who_signs_a_float_is_told_in_no_order_and_the_second_signature_ends_it(order: Any) -> None:
    felt = floated()
    face = face_on(console(felt.state), "cash")
    first, second = order
    assert face.words(console(felt.state))["primary"]["sub"] == "deux badges\u00a0: chef et comité"
    felt.sign(first)
    words = face.words(console(felt.see(i.BadgeGone()).state))
    assert words["primary"]["sub"] == f"encore un badge, après {first[0]}"
    assert words["sheet"]["kind"] == "pad"
    felt.sign(second)
    words = face.words(console(felt.state))
    assert words["sheet"]["kind"] != "pad", "the list of what is left lies there again"
    face.take({"act": "local.sheet", "sheet": "cash"})
    assert face.words(console(felt.state))["sheet"]["kind"] == "pad", "it may still be looked at"


def test_who_signs_an_encaisse_is_told_in_no_order_either() -> None:
    for first, second in ((CHEF, CASHIER), (CASHIER, CHEF)):
        made = Felt(cash=TERMS).open().badge().do(i.BeginClosing()).count(**FLOAT)
        face = face_on(console(made.state), "cash")
        asked = face.words(console(made.see(i.BadgeGone()).state))["primary"]["sub"]
        assert asked == "deux badges\u00a0: chef et caissier"
        made.sign(first)
        assert face.words(console(made.see(i.BadgeGone()).state))["primary"]["sub"].endswith(first[0])
        made.sign(second)
        assert face.words(console(made.state))["sheet"]["kind"] != "pad"
