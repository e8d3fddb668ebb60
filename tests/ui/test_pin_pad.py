"""The PIN pad, the dealer's sign-on and relief at the console: read, touched, and nothing given away."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtGui import QAccessible

from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.views import console
from controller.screens import taps
from tests.builders import Felt
from tests.ui.conftest import Open
from tests.ui.people_states import STATES, opened, view_of
from tests.ui.scene import PX_PER_MM, area, controls, faults, items
from tests.ui.states import view_of as royal_of
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace

SIZES = {"large": LARGE, "compact": COMPACT}
PIN = "135790"


def typed(face: ConsoleFace, pin: str) -> None:
    for digit in pin:
        assert face.take({"act": "local.pin_digit", "digit": digit})


def words(name: str, language: str = "fr") -> dict[str, Any]:
    return ConsoleFace(language).words(view_of(name))


# --- words ---------------------------------------------------------------------------------------


def test_a_badge_that_is_put_in_opens_the_pad_and_its_pin_closes_it() -> None:
    face = ConsoleFace("fr")
    assert face.words(view_of("dealer_shown"))["sheet"]["kind"] == "pad"
    shown = face.words(view_of("dealer_proven"))
    assert shown["sheet"]["kind"] == "opening"
    assert (shown["primary"]["label"], shown["primary"]["tap"]["act"]) == ("PRENDRE\nLA TABLE", "SignOn")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_pad_says_how_many_tries_are_left(language: str) -> None:
    told = {
        "fr": ("il reste 3 essais", "dernier essai", "bloqué"),
        "en": ("3 tries left", "last try", "locked"),
    }
    for name, part in zip(("chef_refused", "chef_last_try", "chef_locked"), told[language], strict=True):
        assert part in words(name, language)["sheet"]["warning"]
    assert "PIN 2/5" in words("chef_refused", "fr")["alarm"]["title"]


def test_a_pad_in_use_stays_when_an_alarm_is_seen() -> None:
    face = ConsoleFace("fr")
    assert face.words(view_of("chef_refused"))["sheet"]["kind"] == "pad"
    assert not face.take({"act": "SeeAlarm", "alarm": 1})
    assert face.words(view_of("chef_refused"))["sheet"]["kind"] == "pad"


@pytest.mark.parametrize("name", ["chef_refused", "dealer_shown"])
def test_a_pad_that_was_put_away_is_opened_again_where_the_big_button_could_do_nothing(name: str) -> None:
    face, view = ConsoleFace("fr"), view_of(name)
    face.words(view)
    face.take({"act": "local.sheet", "sheet": "pin"})
    primary = face.words(view)["primary"]
    assert (view["primary"] or {"why": None})["why"] is not None
    assert primary["tap"] == {"act": "local.sheet", "sheet": "pin"}


def test_a_locked_pad_takes_no_digit() -> None:
    sheet = words("chef_locked")["sheet"]
    assert all(key["tap"] is None for key in sheet["keypad"])
    assert words("chef_locked")["primary"]["tap"] is None


def test_the_digits_leave_with_the_tap_and_are_in_no_map() -> None:
    face, view = ConsoleFace("fr"), view_of("dealer_shown")
    face.words(view)
    typed(face, "13579")
    assert face.words(view)["primary"]["tap"] is None, "too short"
    typed(face, "0")
    shown = face.words(view)
    assert shown["sheet"]["field"]["dots"] == 6
    assert PIN not in json.dumps(shown)
    assert PIN not in repr(face._mine)
    tap = dict(shown["primary"]["tap"])
    assert not face.take(tap)
    intent = taps.parse_tap(tap)
    assert isinstance(intent, i.EnterPin)
    assert intent.pin.digits() == PIN
    assert face.words(view)["sheet"]["field"]["dots"] == 0, "they are kept nowhere"


def test_digits_are_taken_back_and_never_more_than_eight_and_each_has_one_circle() -> None:
    """Findings S3: eight circles were drawn for six digits."""
    face, view = ConsoleFace("fr"), view_of("dealer_shown")
    face.words(view)
    for digits, dots, places in (
        *(("123", 3, 6), (["back"], 2, 6), ("4567", 6, 6), ("8", 7, 7), ("90123", 8, 8)),
        (["clear"], 0, 6),
    ):
        for digit in digits:
            face.take({"act": "local.pin_digit", "digit": digit})
        field = face.words(view)["sheet"]["field"]
        assert (field["dots"], field["places"]) == (dots, places)


def test_every_pad_has_its_keys_in_one_order() -> None:
    face, view = ConsoleFace("fr"), view_of("dealer_shown")
    keypad = face.words(view)["sheet"]["keypad"]
    assert [key["label"] for key in keypad] == [*"123456789", "Tout effacer", "0", ""]
    assert keypad[-1]["says"] == "Effacer un chiffre"
    assert [keypad[at]["tap"] for at in (9, 11)] == [None, None], "there is nothing to take away"


def test_another_badge_finds_an_empty_pad() -> None:
    face = ConsoleFace("fr")
    face.words(view_of("dealer_shown"))
    typed(face, "1357")
    assert face.words(view_of("chef_refused"))["sheet"]["field"]["dots"] == 0


def test_a_relief_in_mid_round_opens_no_pad_and_names_the_article() -> None:
    shown = words("relief_refused")
    assert shown["sheet"] is None
    assert shown["alarm"]["sub"] == "relève interdite pendant le coup (art. 55-20)"
    assert words("relief_refused", "en")["alarm"]["sub"] == "no relief during the round (art. 55-20)"


def test_the_third_table_names_the_article_and_the_two_others() -> None:
    assert (
        words("chef_of_two_tables")["primary"]["sub"] == "deux tables au plus (art. 55-20)\u00a0: UTH-1 UTH-3"
    )


def test_a_pin_that_counts_no_more_is_asked_for_again_by_a_key() -> None:
    face, view = ConsoleFace("fr"), view_of("held_for_chef")
    assert face.words(view)["sheet"]["kind"] == "pad"
    assert face.take({"act": "local.sheet", "sheet": "pin"})
    assert face.words(view)["sheet"] is None, "the felt can be looked at meanwhile"
    key = face.words(view)["primary"]
    assert key["label"] == "SAISIR\nLE PIN"
    face.take(key["tap"])
    assert face.words(view)["sheet"]["kind"] == "pad"


def put_away(felt: Felt) -> dict[str, Any]:
    """The light key once the pad that a badge opened is put away."""
    face, view = ConsoleFace("fr"), console(felt.state) | {"now_ms": felt.now_ms}
    face.words(view)
    face.take({"act": "local.sheet", "sheet": "pin"})
    key: dict[str, Any] = face.words(view)["primary"]
    return key


def test_no_pad_is_offered_to_whoever_cannot_give_what_is_waited_for() -> None:
    """The video operator's badge lay in the reader, a chef was waited for: his PIN was asked for nothing."""
    for person, role, label in (
        ("Chef 1", Role.CHEF, "SAISIR\nLE PIN"),
        ("OV 11", Role.VIDEO, "SIÈGE 1\n→ RÉGLÉ"),
    ):
        felt = opened().stakes(s1=500).close().draw("As Ks 3h 8c").do(i.CallStreet()).draw("Qs Js Ts")
        felt.do(i.CallStreet()).draw("4d 9h").do(i.BetRest()).showdown().do(i.OpenSettlement())
        key = put_away(felt.do(i.ContestSeat(1)).badge(person, role))
        assert (key["label"], key["tap"] is None) == (label, role is Role.VIDEO)


def test_a_dealer_who_relieves_another_at_a_pause_is_offered_the_pad() -> None:
    felt = opened().do(i.Pause()).badge("Croupier 11", Role.DEALER)
    assert put_away(felt)["label"] == "SAISIR\nLE PIN"


def test_a_card_left_in_the_reader_in_mid_round_is_named_and_gives_no_reason_that_says_nothing() -> None:
    felt = opened().stakes(s1=1000).close().draw("8c 6s Ks Qd Qh")
    view = console(felt.badge("Chef 1", Role.CHEF).state) | {"now_ms": felt.now_ms}
    assert view["primary"]["why"]["code"] == "not_now"
    face = ConsoleFace("fr")
    face.words(view)
    face.take({"act": "local.sheet", "sheet": "pin"})
    key = face.words(view)["primary"]
    assert (key["label"], key["sub"]) == ("SAISIR\nLE PIN", "Chef 1")


def test_who_deals_stands_in_the_top_bar() -> None:
    assert {"label": "", "value": "Croupier 07"} in words("opened")["facts"]
    assert "Croupier 07" not in json.dumps(words("nobody")["facts"])


def test_a_locked_console_says_so() -> None:
    assert words("locked_console")["alarm"]["sub"] == "verrouillée\u00a0: badge et PIN pour reprendre"


def test_a_locked_console_signs_the_dealer_off_by_his_card_and_by_no_touch() -> None:
    def key(felt: Felt) -> Any:
        return ConsoleFace("fr").words(console(felt.state) | {"now_ms": felt.now_ms})["bottom"][2]["tap"]

    felt = opened().do(i.Pause())
    assert key(felt) != {"act": "SignOff"}
    assert key(felt.person("Croupier 07", Role.DEALER)) == {"act": "SignOff"}


# --- the picture ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("size", SIZES)
def test_every_state_can_be_read_and_touched(size: str, language: str) -> None:
    stage = Stage("DealerConsole", Screen(), SIZES[size])
    try:
        for name in STATES:
            stage.screen.show(words(name, language) | {"reduced_motion": True})
            stage.settle(20)
            assert stage.warnings == []
            assert faults(stage.window) == [], name
            for touch in controls(stage.window):
                smallest = min(area(touch).width(), area(touch).height())
                assert smallest >= 12 * PX_PER_MM[stage.window.width()] - 0.5, (name, touch)
    finally:
        stage.close()


def test_no_ear_hears_a_digit_that_was_typed() -> None:
    face, view = ConsoleFace("fr"), view_of("dealer_shown")
    face.words(view)
    typed(face, PIN)
    stage = Stage("DealerConsole", Screen(), LARGE)
    try:
        stage.screen.show(face.words(view))
        stage.settle(50)
        heard = []
        for item in items(stage.window):
            interface = QAccessible.queryAccessibleInterface(item)
            if interface is not None:
                heard.append(interface.text(QAccessible.Text.Name))
        assert "6 chiffres saisis" in heard
        assert PIN not in " ".join(heard)
        assert sorted(text for text in heard if text.isdigit() and len(text) == 1) == sorted("0123456789")
    finally:
        stage.close()


@pytest.mark.parametrize("size", SIZES)
def test_the_pad_of_who_comes_to_a_frozen_felt_covers_nothing_of_its_band(
    open_stage: Open, size: str
) -> None:
    """On the small console the band that says not to touch the cards lost its foot to the manager's pad."""
    pin = view_of("dealer_shown")["pin"] | {"person": "MCD 03", "role": "comite", "shown": 99}
    badge = {"person": "MCD 03", "role": "comite", "proven": False}
    face = ConsoleFace("fr")
    face.words(royal_of("royal_called"))
    shown = face.words(royal_of("royal_called") | {"pin": pin, "badge": badge})
    assert (shown["sheet"]["kind"], shown["freeze"] is not None) == ("pad", True)
    stage, _ = open_stage("DealerConsole", shown, SIZES[size])
    named = [(item.metaObject().className(), area(item)) for item in items(stage.window) if item.isVisible()]
    (band,) = [where for name, where in named if name.startswith("FreezeBand")]
    pads = [where for name, where in named if name.startswith("SheetPad")]
    assert pads
    assert not any(band.intersects(pad) for pad in pads)
    assert faults(stage.window) == []
