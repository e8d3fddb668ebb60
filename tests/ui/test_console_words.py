"""The core's own views in words, on the real scene: both languages, both sizes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from controller.game import inputs as i
from controller.game import views
from tests.builders import TERMS, Felt
from tests.law.requirements import requirement
from tests.long import long
from tests.ui.scene import faults, too_small
from tests.ui.states import STATES, view_of
from ui import figures
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.meant import unaimed
from ui.screen.console import ConsoleFace

SIZES = {"large": LARGE, "compact": COMPACT}


@cache
def kept_view(name: str) -> dict[str, Any]:
    return view_of(name)


class Changing(ConsoleFace):
    """One face whose language and state are chosen for each picture."""

    def begin(self, language: str) -> None:
        self.__init__(language, reduced_motion=True)  # type: ignore[misc]


FOUR = [("large", "fr"), long("large", "en"), ("compact", "fr"), ("compact", "en")]
"""Both sizes and both languages; French has the longer words, and the small console has the least room."""


@pytest.fixture(scope="module")
def console(request: pytest.FixtureRequest) -> Iterator[tuple[Stage, Changing]]:
    face = Changing()
    stage = Stage("DealerConsole", Screen(face), SIZES[request.param])
    yield stage, face
    warned = list(stage.warnings)
    stage.close()
    assert warned == []


@pytest.mark.parametrize(("console", "language"), FOUR, indirect=["console"], scope="module")
@pytest.mark.parametrize("name", STATES)
def test_every_state_of_the_table_reads_well_and_can_be_touched(
    console: tuple[Stage, Changing], name: str, language: str
) -> None:
    stage, face = console
    face.begin(language)
    stage.screen.show(kept_view(name))
    stage.settle(20)
    assert faults(stage.window) == []
    assert too_small(stage.window) == []


@pytest.mark.parametrize(("console", "language"), FOUR, indirect=["console"], scope="module")
@pytest.mark.parametrize(
    ("name", "taps"),
    [
        ("seated", [{"act": "local.stakes", "seat": 4}]),
        ("seated", [{"act": "local.stakes", "seat": 3}, {"act": "local.chip", "cents": 500}]),
        ("preflop", [{"act": "local.sheet", "sheet": "incident"}]),
        ("preflop", [{"act": "local.sheet", "sheet": "rounds"}]),
        ("clearing", [{"act": "local.sheet", "sheet": "rounds"}]),
        ("seated", [{"act": "local.sheet", "sheet": "devices"}]),
        ("closed", [{"act": "local.sheet", "sheet": "devices"}]),
        ("held_for_chef", [{"act": "local.sheet", "sheet": "void"}]),
        ("royal_reviewed", [{"act": "local.sheet", "sheet": "refuse"}]),
        ("royal_doubted", [{"act": "local.sheet", "sheet": "refuse"}]),
        ("royal_record_doubted", [{"act": "local.sheet", "sheet": "refuse"}]),
        ("royal_seat_exchanged", [{"act": "local.sheet", "sheet": "ruling"}]),
        ("royal_ruling_proposed", [{"act": "local.sheet", "sheet": "ruling"}]),
        ("royal_half_seen", [{"act": "local.sheet", "sheet": "report"}]),
        ("royal_half_seen", [{"act": "local.sheet", "sheet": "report_card", "place": "board.3"}]),
        ("royal_confirmed", [{"act": "local.keep"}]),
        ("royal_read", [{"act": "local.mode", "mode": "cheque"}]),
        ("royal_read", [{"act": "local.digit", "digit": "4"}, {"act": "local.field", "field": "identity"}]),
        ("to_key", [{"act": "local.sheet", "sheet": "key_card", "place": "hole.4.1"}]),
        ("unread", [{"act": "local.help"}]),
        ("royal", [{"act": "local.help"}]),
        ("link_lost", [{"act": "local.help"}]),
        ("sheet_begun", [{"act": "local.sheet", "sheet": "rules"}]),
        ("sheet_orphans", [{"act": "local.sheet", "sheet": "orphan"}]),
        ("maximum_coming", [{"act": "local.sheet", "sheet": "chef"}]),
        ("sheet_last_deals", [{"act": "local.sheet", "sheet": "chef"}]),
        ("clearing", [{"act": "local.sheet", "sheet": "chef"}]),
        ("sheet_begun", [{"act": "local.sheet", "sheet": "cash"}]),
        ("sheet_begun", [{"act": "local.sheet", "sheet": "serial_blue"}]),
        ("sheet_closing", [{"act": "local.sheet", "sheet": "jp1_chips"}]),
    ],
    ids=str,
)
def test_every_sheet_of_the_console_reads_well(
    console: tuple[Stage, Changing], name: str, taps: list[dict[str, Any]], language: str
) -> None:
    stage, face = console
    face.begin(language)
    stage.screen.show(kept_view(name))
    for tap in taps:
        stage.screen.tap(tap)
    stage.settle(20)
    assert faults(stage.window) == []


def test_the_map_holds_words_and_small_numbers_only() -> None:
    for name in STATES:
        words = ConsoleFace().words(kept_view(name))
        for path, value in walk("", words):
            assert value is None or isinstance(value, (str, bool, int)), path
            if isinstance(value, int) and not isinstance(value, bool) and ".tap." not in path:
                assert abs(value) <= 100, path


def walk(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from walk(f"{path}.{name}", inner)
    elif isinstance(value, list):
        for inner in value:
            yield from walk(f"{path}[]", inner)
    else:
        yield path, value


def test_no_card_that_is_face_down_is_in_the_map() -> None:
    """Cards dealt and not revealed: nothing of them may be said in any word, tap or name."""
    for name in ("dealing", "dealt", "preflop", "street_called", "unread", "held", "duplicate"):
        felt = STATES[name]()
        hidden = {
            card.turned_up().text
            for place, card in felt.state.round.cards.items()
            if card is not None and place not in felt.state.round.shown
        }
        assert hidden
        said = {str(value) for _, value in walk("", ConsoleFace().words(kept_view(name)))}
        assert not said & hidden, name


def test_a_folded_hand_with_nothing_alive_stays_face_down() -> None:
    felt = STATES["flop"]()
    felt.draw("Js 2c").play(1, 1, 7).fold(4)
    view = ConsoleFace().words(kept_view("showdown"))
    assert view["seats"][3]["cards"] == ["Tc", "5d"]  # its Trips is alive
    assert json.dumps(view)


def test_a_key_is_live_exactly_when_the_table_offers_its_act() -> None:
    for name in STATES:
        view = kept_view(name)
        offered = [json.dumps(offer, sort_keys=True) for offer in view["offers"]]
        words = ConsoleFace().words(view)
        free = ("language", "SetStakes", "DeclareIncident", "ArmVoid", "ReviewVideo", "KeyCard")
        free += ("SeeAlarm", "SilenceAlarm", "LiftBlock", "AskPit")
        for path, tap in taps_of("", words):
            if not tap["act"].startswith(("local.", *free)):
                assert json.dumps(unaimed(tap), sort_keys=True) in offered, (name, path)


def taps_of(path: str, value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            if name.endswith("tap") and isinstance(inner, dict):
                yield f"{path}.{name}", inner
            else:
                yield from taps_of(f"{path}.{name}", inner)
    elif isinstance(value, list):
        for inner in value:
            yield from taps_of(path, inner)


@pytest.mark.parametrize(
    ("name", "label", "sub"),
    [
        ("closed", "OUVRIR\nLA TABLE", ""),
        ("opening", "VALIDER\nL’OUVERTURE", "badge chef attendu"),
        ("empty", "FERMER\nLES MISES", "aucune mise"),
        ("seated", "FERMER\nLES MISES", ""),
        ("latched", "RAMASSER\nJP1 (4)", "touchez, puis prenez"),
        ("dealing", "DONNE", "le sabot donne"),
        ("preflop", "FLOP", ""),
        ("street_called", "FLOP", "flop attendu"),
        ("flop", "TURN\n+ RIVER", ""),
        ("river", "ABATTAGE", "2 décisions attendues"),
        ("decided", "ABATTAGE", ""),
        ("showdown", "RÉGLER\nDE DROITE\nÀ GAUCHE", ""),
        ("settling", "SIÈGE 7\n→ RÉGLÉ", ""),
        ("second_seat", "SIÈGE 6\n→ RÉGLÉ", ""),
        ("contested", "SIÈGE 4\n→ RÉGLÉ", ""),
        ("clearing", "COUP\nSUIVANT", ""),
        ("royal_identified", "VALIDER\nLES CARTES", "as, roi, dame, valet et dix à confirmer"),
        ("held_for_chef", "REPRENDRE\nLE COUP", ""),
        ("void_armed", "CONFIRMER LE\nCOUP NUL", "badge du comité attendu"),
        ("void_to_confirm", "CONFIRMER LE\nCOUP NUL", ""),
        ("refunding", "SIÈGE 6\n→ REMBOURSÉ", ""),
        ("paused", "REPRENDRE", ""),
    ],
)
def test_the_primary_button_says_the_next_legal_act(name: str, label: str, sub: str) -> None:
    primary = ConsoleFace().words(kept_view(name))["primary"]
    assert (primary["label"], primary["sub"]) == (label, sub)
    assert (primary["tap"] is None) == (bool(sub) and name != "latched"), "there it says how"


def test_a_void_is_armed_in_one_place_of_the_console_and_confirmed_in_another() -> None:
    """Once one tap on the reason voided the round, and asked for it a second time."""
    felt = STATES["held_for_chef"]()
    before = ConsoleFace().words(views.console(felt.state))
    (arms,) = [each for each in before["focus"]["keys"] if each["label"] == "Annuler le coup"]
    assert (arms["tap"], arms["sub"]) == ({"act": "ArmVoid", "reason": "contested_chips"}, "Jetons contestés")
    felt.do(i.ArmVoid(i.Incident.CONTESTED_CHIPS))
    after = ConsoleFace().words(views.console(felt.state))
    assert after["primary"]["tap"] == {"act": "VoidRound", "reason": "contested_chips"}
    assert [each["tap"]["act"] for each in after["focus"]["keys"]] == ["DisarmVoid"]


def test_a_void_ends_with_a_list_of_refunds_the_play_bet_among_them() -> None:
    """The next frame was once a green MISEZ, and the Play of a seat nowhere."""
    words = ConsoleFace().words(kept_view("refunding"))
    assert words["light"] is None
    assert [(line["spot"], line["result"]) for line in words["focus"]["lines"]] == [
        ("JP1", "reporté"),
        ("Play", "40\u00a0€"),
        ("Trips", "5\u00a0€"),
        ("Blind", "10\u00a0€"),
        ("Ante", "10\u00a0€"),
    ]
    assert [seat.get("outcome", {}).get("word") for seat in words["seats"] if not seat.get("vacant")] == [
        *["Rembourser"] * 4,
        "Remboursé",
    ]
    assert words["alarm"]["title"] == "COUP ANNULÉ – REMBOURSEZ CHAQUE SIÈGE"


@pytest.mark.parametrize(
    ("agree", "words", "state"), [(True, "identique", "done"), (False, "en désaccord", "open")]
)
def test_who_confirms_the_cards_sees_what_the_second_evaluation_found(
    agree: bool, words: str, state: str
) -> None:
    view = view_of("royal_identified")
    view["verification"]["agree"] &= agree
    facts = ConsoleFace().words(view)["focus"]["facts"]
    assert {"label": "Seconde évaluation", "value": words, "state": state} in facts


def test_the_settlement_of_the_reference_round_is_what_the_pictures_show() -> None:
    view = ConsoleFace().words(kept_view("second_seat"))
    focus = view["focus"]
    assert (focus["seat"], focus["hand"], focus["word"]) == ("Siège 6", "Couleur à l’as", "Payer")
    assert (focus["euros"], focus["cents"], focus["chips"]) == ("90", ",00\u00a0€", ["50", "20", "20"])
    assert [(line["spot"], line["stake"], line["rule"], line["result"]) for line in focus["lines"]] == [
        ("Play", "40", "1 pour 1", "+40"),
        ("Blind", "10", "3 pour 2", "+15"),
        ("Trips", "5", "7 pour 1", "+35"),
        ("Ante", "10", "", "rendue"),
        ("JP1", "5", "", "pas de gain"),
    ]
    outcomes = [seat.get("outcome") for seat in view["seats"]]
    assert [(o["kind"], o["word"], o["amount"]) for o in outcomes if o] == [
        ("lose", "Prendre", "5\u00a0€"),
        ("win", "Payer", "60\u00a0€"),
        ("lose", "Prendre", "30\u00a0€"),
        ("win", "Payer", "90\u00a0€"),
        ("done", "Pris", "70\u00a0€"),
    ]
    assert view["dealer"]["verdict"] == "Non\nqualifié"
    assert view["board"]["dim"] == [False, False, False, True, True]


def test_the_light_follows_the_betting_clock() -> None:
    view = kept_view("seated")
    since, until = view["light"]["since_ms"], view["light"]["until_ms"]
    told = []
    for now_ms in (since, since + 27_000, until - 7_000, until, until + 5_000):
        light = ConsoleFace().words(view | {"now_ms": now_ms})["light"]
        told.append((light["lamp"], light["word"], light["seconds"]))
    assert told == [
        ("go", "MISEZ", "45\u00a0s"),
        ("go", "MISEZ", "18\u00a0s"),
        ("last", "DERNIÈRES\nMISES", "7\u00a0s"),
        ("stop", "FERMER\u202f?", "0\u00a0s"),
        ("stop", "FERMER\u202f?", "0\u00a0s"),
    ]


def test_a_table_that_is_not_heard_is_said_and_every_key_dies() -> None:
    view = ConsoleFace().words(kept_view("preflop") | {"offline": 1_763_668_800_000})
    assert view["offline"] is True
    assert view["alarm"]["title"] == "TABLE MUETTE"


def test_a_refused_tap_is_told_with_its_reason() -> None:
    refusal = {"code": "stake_inexact", "article": "", "facts": {"below_cents": 500, "above_cents": 600}}
    view = ConsoleFace().words(kept_view("seated") | {"refusal": refusal})
    assert view["alarm"]["sub"] == "mise impossible à payer\u00a0: 5\u00a0€ et 6\u00a0€"


def test_the_paytables_are_one_tap_away_in_the_middle_of_a_round() -> None:
    face = ConsoleFace()
    view = kept_view("flop")
    key = face.words(view)["bottom"][3]
    assert face.take(key["tap"])
    sheet = face.words(view)["sheet"]
    table = sheet["paytable"]
    assert table["columns"] == ["Blind", "Trips", "JP1"]
    assert table["rows"][0] == ["Quinte flush royale", "500 pour 1", "50 pour 1", "100\u00a0%"]
    assert [row[0] for row in table["rows"]] == [
        *("Quinte flush royale", "Royale communautaire", "Quinte flush", "Carré", "Full", "Couleur"),
        *("Quinte", "Brelan", "Consolation"),
    ]
    assert table["rows"][5] == ["Couleur", "3 pour 2", "7 pour 1", "–"]


def test_the_comite_changes_the_maximum_from_the_chefs_sheet() -> None:
    """The three maximums of art. 55-20-1; that which is announced is dead, and no dealer sees them."""
    face, view = ConsoleFace(), view_of("maximum_coming")
    plain = ConsoleFace()
    plain.take({"act": "local.sheet", "sheet": "chef"})
    assert plain.words(view_of("betting"))["sheet"] is None
    face.words(view)
    face.take({"act": "local.sheet", "sheet": "chef"})
    register = [key for group in face.words(view)["sheet"]["groups"] for key in group["keys"]]
    face.take(next(key for key in register if key["label"] == "Maximum")["tap"])
    keys = face.words(view)["sheet"]["keys"]
    assert [(key["label"], key["tap"] and key["tap"]["maximum_cents"]) for key in keys] == [
        ("50\u00a0€", 5_000),
        ("100\u00a0€", None),
        ("150\u00a0€", 15_000),
    ]
    said = {str(value) for _, value in walk("", face.words(view))}
    assert "5 – 150\u00a0€, puis 100\u00a0€" in said


@requirement("RP-23")
@pytest.mark.parametrize(
    ("before_min", "sub"),
    [
        (31, None),
        (30, "Fermeture à {}, dans 30 min."),
        (0, "Fermeture à {}, dans 0 min."),
        (-5, "La fermeture était à {}."),
    ],
)
def test_the_console_says_when_the_last_deals_are_to_be_announced(before_min: int, sub: str | None) -> None:
    """RP-23: thirty minutes before the closing time, by the clock on the wall, until they are announced."""
    felt = Felt(cash=replace(TERMS, closes="04:00")).open()
    today = figures.minute_of_day(felt.state.at_ms)
    now_ms = felt.state.at_ms + 60_000 * ((4 * 60 - before_min - today) % 1440)
    line = ConsoleFace().words({**views.console(felt.state), "now_ms": now_ms})["alarm"]
    assert (line or {}).get("sub") == (sub.format("04:00") if sub else None)
    felt.badge().do(i.AnnounceLastDeals())
    assert ConsoleFace().words({**views.console(felt.state), "now_ms": now_ms})["alarm"] is None


@requirement("AC-14")
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    "cause", [i.Incident.CONTESTED_CHIPS, i.Incident.EXPOSED_CARD, i.Incident.EQUIPMENT], ids=str
)
def test_every_hold_asks_for_the_images_to_be_kept_and_says_how_long_they_are(
    cause: i.Incident, language: str
) -> None:
    """AC-14: of which cameras, and the retention that the law gives them."""
    felt = Felt(cameras=("C-1", "C-14")).open().stakes(s1=1000).close().draw("8c 6s")
    told = ConsoleFace(language).words(views.console(felt.do(i.DeclareIncident(cause)).state))["focus"][
        "text"
    ]
    assert ("conserver" if language == "fr" else "kept") in told
    assert "(C-1, C-14)" in told
    assert "28" in told


@pytest.mark.parametrize(("language", "words"), [("fr", "Jeton JP1 tardif"), ("en", "Late JP1 chip")])
def test_a_chip_laid_after_the_bets_were_closed_is_called_late_while_its_seat_decides(
    language: str, words: str
) -> None:
    shown = ConsoleFace(language).words(view_of("late_chip"))
    assert shown["alarm"]["sub"].startswith(words)
