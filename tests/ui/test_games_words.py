"""The other games in words, on the real scenes: both languages, both sizes of the console."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from controller.game import inputs as i
from controller.game import views
from controller.game.events import SessionResumed
from controller.game.felt import Spot
from controller.game.inputs import Role, SeatRuling
from controller.game.refusals import shown_refusal
from controller.settings.rules import load_profile
from tests.builders import TERMS, Felt
from tests.game.test_refused_claims import ruled_after_antes_paid
from tests.game.test_voiding import antes_paid_by_a_card_keyed_wrongly
from tests.ui import game_states
from tests.ui.game_states import STATES, view_of
from tests.ui.scene import PX_PER_MM, area, controls, faults
from tests.ui.sheet_states import closing
from ui.app import COMPACT, LARGE, PORTRAIT, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace
from ui.screen.jackpot import JackpotFace
from ui.screen.pit.live import PitFace
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen

SIZES = {"large": LARGE, "compact": COMPACT}
FELTS = (
    "live_held",
    "live_annulled",
    "live_first",
    "casino_poor",
    "fr_55_20_2015_closed",
    "fr_casino_page_betting",
)
TABLES = (
    "live_folded",
    "live_settling",
    "casino_decided",
    "casino_poor",
    "casino_poor_unopened",
    "casino_antes_back",
    "live_annulled",
)
SHEETS: list[tuple[str, dict[str, Any]]] = [
    ("live_repeat", {"act": "local.stakes", "seat": 4}),
    ("live_maximum", {"act": "local.stakes", "seat": 4}),
    ("live_doubled", {"act": "local.stakes", "seat": 1}),
    ("casino_betting", {"act": "local.stakes", "seat": 4}),
    ("casino_preflop", {"act": "local.throw", "seat": 4}),
    ("casino_decided", {"act": "local.throw", "seat": 2}),
    ("live_clearing", {"act": "local.sheet", "sheet": "rounds"}),
    ("casino_clearing", {"act": "local.sheet", "sheet": "rounds"}),
    ("casino_held", {"act": "local.sheet", "sheet": "void"}),
    ("casino_unread", {"act": "local.help"}),
]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_closing_of_a_game_without_jp1_says_nothing_of_it(language: str) -> None:
    """Hold'em poker de casino was told that its JP1 is counted apart."""
    felt = Felt(load_profile("fr-holdem-casino"), jp1=False, cash=TERMS).open().badge().do(i.BeginClosing())
    shown = ConsoleFace(language).words(views.console(felt.state))
    assert shown["sheet"]["text"] == {"fr": "Plus de mise.", "en": "No more bets."}[language]
    assert "JP1" not in json.dumps([shown["sheet"], shown["focus"]])
    with_jp1 = ConsoleFace(language).words(views.console(closing().state))
    assert "JP1" in with_jp1["sheet"]["text"]
    assert "JP1" in json.dumps(with_jp1["focus"])


@cache
def kept_view(name: str) -> dict[str, Any]:
    return view_of(name)


class Changing(ConsoleFace):
    """One face whose language and state are chosen for each picture."""

    def begin(self, language: str) -> None:
        self.__init__(language, reduced_motion=True)  # type: ignore[misc]


@pytest.fixture(scope="module", params=SIZES)
def console(request: pytest.FixtureRequest) -> Iterator[tuple[Stage, Changing]]:
    face = Changing()
    stage = Stage("DealerConsole", Screen(face), SIZES[request.param])
    yield stage, face
    warned = list(stage.warnings)
    stage.close()
    assert warned == []


def small_keys(stage: Stage) -> list[str]:
    """The live keys that are smaller than 12 mm one way or the other."""
    least = 12 * PX_PER_MM[stage.window.width()]
    return [
        str(key.parentItem().property("says"))
        for key in controls(stage.window)
        if min(area(key).width(), area(key).height()) < least - 0.5
    ]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", STATES)
def test_every_state_of_the_other_games_reads_well_and_can_be_touched(
    console: tuple[Stage, Changing], name: str, language: str
) -> None:
    stage, face = console
    face.begin(language)
    stage.screen.show(kept_view(name))
    stage.settle(20)
    assert faults(stage.window) == []
    assert small_keys(stage) == []


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("name", "tap"), SHEETS, ids=str)
def test_every_sheet_of_the_other_games_reads_well(
    console: tuple[Stage, Changing], name: str, tap: dict[str, Any], language: str
) -> None:
    stage, face = console
    face.begin(language)
    stage.screen.show(kept_view(name))
    stage.screen.tap(tap)
    stage.settle(20)
    assert faults(stage.window) == []
    assert small_keys(stage) == []


@pytest.mark.parametrize("size", [LARGE, PORTRAIT], ids=["lying", "standing"])
def test_the_display_of_a_felt_without_jp1_shows_what_its_spots_pay(size: Any) -> None:
    screen = Screen(None)
    stage: Stage | None = None
    for language in ("fr", "en"):
        for name in FELTS:
            felt = STATES[name]()
            face = JackpotFace(language, now_ms=lambda at=felt.now_ms: at)  # type: ignore[misc]
            screen.show(face.words(views.display(felt.state)))
            stage = stage or Stage("JackpotDisplay", screen, size)
            stage.settle(20)
            assert faults(stage.window) == [], (language, name)
    assert stage is not None
    assert stage.warnings == []
    stage.close()


def test_the_pit_reads_the_other_games_well() -> None:
    screen = Screen(None)
    stage: Stage | None = None
    for language in ("fr", "en"):
        for name in TABLES:
            felt = STATES[name]()
            view = views.pit(felt.state)
            screen.show(RoomFace(language).words({"tables": [Seen(view["table"], view, felt.now_ms)]}))
            stage = stage or Stage("PitScreen", screen, LARGE)
            stage.settle(20)
            assert faults(stage.window) == [], (language, name)
    assert stage is not None
    assert stage.warnings == []
    stage.close()


def test_the_ante_paid_before_the_hands_is_not_paid_again_at_its_seat() -> None:
    told = ConsoleFace().words(kept_view("casino_poor_unopened"))
    assert (told["focus"]["seat"], told["focus"]["hand"]) == ("Siège 2", "Non ouverte")
    assert (told["focus"]["word"], told["focus"]["euros"]) == ("Laisser les mises", "0")
    assert told["focus"]["lines"][-1]["result"] == "déjà payée"
    first = ConsoleFace().words(kept_view("casino_poor"))
    assert first["primary"]["label"] == "ANTES\nPAYÉES"
    antes = {seat["number"]: seat["outcome"]["amount"] for seat in first["seats"] if seat.get("outcome")}
    assert antes == {"1": "10\u00a0€", "2": "20\u00a0€", "6": "10\u00a0€", "7": "30\u00a0€"}


def test_a_refund_says_beside_what_is_given_what_is_taken_back_of_a_paid_ante() -> None:
    """Only the card in turn said it: column, strip and pit told the gross sum as all that moves."""
    said = ConsoleFace().words(kept_view("casino_antes_back"))
    seat, other = said["seats"][1], said["seats"][4]
    assert (seat["outcome"]["word"], seat["outcome"]["amount"]) == ("Rembourser", "130\u00a0€")
    assert (seat.get("play_line"), seat.get("play_marks")) == ("Prendre 20\u00a0€", ["lose"])
    assert "play_line" not in other, "nothing was paid on the Ante of a hand that was given up"
    assert said["board"]["note"] == "sièges, reste 130\u00a0€ à rendre, 20\u00a0€ à prendre"


def test_a_seat_that_gave_a_paid_ante_back_says_so_while_others_are_refunded() -> None:
    felt = antes_paid_by_a_card_keyed_wrongly(s1=1000).call_void().come("Chef 1", Role.CHEF)
    felt.do(i.RefundSeat(5), i.RefundSeat(2))
    said = ConsoleFace().words(views.console(felt.state) | {"now_ms": felt.now_ms})["seats"][1]
    assert (said["outcome"]["word"], said["play_line"]) == ("Remboursé", "Pris 20\u00a0€")


def test_a_seat_that_is_ruled_void_is_told_to_give_its_paid_ante_back() -> None:
    felt = ruled_after_antes_paid(SeatRuling.VOID)
    said = ConsoleFace().words(views.console(felt.state) | {"now_ms": felt.now_ms})
    assert said["focus"]["also"].endswith("150\u00a0€")
    assert said["focus"]["lines"][0]["result"] == "\u2212150\u00a0€"
    assert said["seats"][0]["play_line"] == "Prendre 150\u00a0€"
    face = PitFace("fr", now_ms=lambda: felt.now_ms)
    assert "150\u00a0€" in face.words(views.pit(felt.state))["seats"][0]["sub"]


@pytest.mark.parametrize("carried", [False, True])
def test_a_chip_that_goes_back_with_its_prize_is_a_line_of_its_own(carried: bool) -> None:
    """A house that returns a winning stake: neither the card in turn nor the column nor the pit said it."""
    felt = game_states.returning_settling(carried=carried)
    said = ConsoleFace().words(views.console(felt.state) | {"now_ms": felt.now_ms})
    back = {"spot": "Jeton JP1", "stake": "", "rule": "à rendre", "result": "5\u00a0€", "gain": False}
    assert said["focus"]["lines"][0] == back
    assert (said["focus"]["word"], said["focus"]["euros"]) == ("Payer", "90"), "its prize and its Trips"
    seat = said["seats"][1]
    assert (seat["play_line"], seat["play_line_short"]) == (
        "Prendre 60\u00a0€ · Rendre JP1",
        "60\u00a0€ · +JP1",
    )
    face = PitFace("fr", now_ms=lambda: felt.now_ms)
    pit = face.words(views.pit(felt.state))["seats"][1]
    assert pit["sub"].endswith("rendre JP1 5\u00a0€")
    felt.do(i.SettleSeat(2))
    done = ConsoleFace().words(views.console(felt.state) | {"now_ms": felt.now_ms})["seats"][1]
    assert done["play_line"] == "Pris 60\u00a0€ · JP1 rendu"


def test_a_hand_is_given_up_in_one_game_and_folded_in_the_other() -> None:
    casino = ConsoleFace().words(kept_view("casino_turn_left"))["seats"][3]["keys"]
    assert [key["label"] for key in casino] == ["A\u00a00,5\u00a0T", "Abandonner"]
    live = ConsoleFace().words(kept_view("live_river"))["seats"][3]["keys"]
    assert [key["label"] for key in live] == ["×1", "Couché"]


def test_the_circles_of_each_game_have_their_own_names() -> None:
    for name, names in (
        ("casino_betting", ["Ante", "Super\nAnte", "Bonus"]),
        ("live_first", ["Ante", "Blind", "Trips"]),
    ):
        circles = ConsoleFace().words(kept_view(name))["seats"][3]["stakes"]
        assert [circle["label"] for circle in circles] == names
        assert len({circle["short"] for circle in circles}) == 3


def test_who_was_silent_is_said_to_have_checked_or_folded_by_the_clock() -> None:
    checked = ConsoleFace().words(kept_view("live_checked"))["seats"]
    assert [checked[n]["decision"]["word"] for n in (0, 3)] == ["Check", "Check\nautomatique"]
    folded = ConsoleFace().words(kept_view("live_folded"))["seats"]
    assert [folded[n]["decision"]["word"] for n in (0, 3)] == ["Couché\nautomatique"] * 2


def test_the_lamp_is_green_then_yellow_then_red_by_the_clock_of_the_game() -> None:
    told = []
    for name in ("live_empty", "live_first", "live_last_bets", "live_red", "live_answers", "live_yellow"):
        light = ConsoleFace().words(kept_view(name))["light"]
        told.append((light["lamp"], light["word"], light["seconds"]))
    assert told == [
        ("go", "MISEZ", ""),
        ("go", "MISEZ", "20\u00a0s"),
        ("last", "DERNIÈRES\nMISES", "4\u00a0s"),
        ("stop", "RIEN NE\nVA PLUS", ""),
        ("go", "DÉCIDEZ", "9\u00a0s"),
        ("last", "DÉCIDEZ", "0\u00a0s"),
    ]


def test_the_public_light_is_green_while_the_clock_waits_for_the_first_stake() -> None:
    felt = STATES["live_annulled"]()
    told = JackpotFace("fr", now_ms=lambda: felt.now_ms + 60_000).words(views.display(felt.state))
    assert told["light"] == {"lamp": "go", "word": "MISEZ"}
    assert told["band"]["text"] == "Coup précédent annulé – toutes les mises sont rendues"


def test_a_felt_without_jp1_names_nothing_of_it() -> None:
    for name in (name for name in STATES if not name.startswith("returning_")):
        said = str(ConsoleFace().words(kept_view(name)))
        assert "JP1" not in said, name
        assert "agnotte" not in said, name
        felt = STATES[name]()
        pit = str(PitFace("fr", now_ms=lambda at=felt.now_ms: at).words(views.pit(felt.state)))  # type: ignore[misc]
        assert "JP1" not in pit, name


def test_a_round_of_the_live_table_is_called_by_the_utc_time_of_its_start() -> None:
    face = ConsoleFace()
    view = kept_view("live_clearing")
    assert face.words(view)["facts"][0]["label"] == "Coup UTC"
    assert face.words(view)["facts"][0]["value"] == view["round"]["label"] == "2025-11-20 20:00:02 UTH-2"
    face.take({"act": "local.sheet", "sheet": "rounds"})
    sheet = face.words(view)["sheet"]
    assert (sheet["columns"][0], sheet["rounds"][0][0]) == ("Coup UTC", "20:00:02")


@pytest.mark.parametrize(
    ("name", "act", "words"),
    [
        ("casino_empty", i.SetStakes(1, 500, 10_000), "Bonus\u00a0: maximum 50\u00a0€"),
        ("casino_empty", i.SetStakes(1, 20_000), "Ante\u00a0: maximum 150\u00a0€"),
        (
            "casino_empty",
            i.SetStakes(1, 525),
            "Ante\u00a0: mise impossible à payer\u00a0: 5\u00a0€ et 6\u00a0€",
        ),
        ("casino_preflop", i.BetOn(1, Spot.A2), "A\u00a02 n’est pas proposé ici"),
        ("casino_turn_left", i.CallStreet(), "décisions attendues\u00a0: 4"),
        ("casino_poor", i.OpenSettlement(), "payer d’abord les Antes"),
        ("live_doubled", i.DoubleStakes(1), "siège 1 déjà doublé"),
        ("live_maximum", i.DoubleStakes(4), "maximum atteint\u00a0: 150\u00a0€"),
        ("live_empty", i.ConfirmStakes(4), "rien à confirmer"),
        ("live_answers", i.BetPlay(6, 3), "siège 6 déjà décidé"),
        ("live_river", i.BetPlay(1, 4), "×4 n’est pas proposé ici"),
        ("live_held", i.CallStreet(), "coup gelé"),
    ],
    ids=str,
)
def test_a_refused_act_is_told_with_its_facts(name: str, act: i.Intent, words: str) -> None:
    refusal = STATES[name]().tap(act)
    assert refusal is not None
    told = ConsoleFace().words(kept_view(name) | {"refusal": shown_refusal(refusal)})["alarm"]
    assert (told["title"], told["sub"]) == ("NON PRIS", words)


def test_what_was_paid_and_answered_is_listed_after_a_restart() -> None:
    done = [act["text"] for act in ConsoleFace().words(kept_view("live_resumed"))["focus"]["acts"]]
    assert done[:2] == ["Check, siège 2", "Check, siège 1"]
    felt = STATES["casino_poor_paid"]()
    felt._step((SessionResumed(),))
    done = [act["text"] for act in ConsoleFace().words(views.console(felt.state))["focus"]["acts"]]
    assert done[:2] == ["Antes payées, 70\u00a0€", "Abattage"]


def test_a_stake_beyond_the_maximum_is_said_in_words_on_the_live_table() -> None:
    face = ConsoleFace()
    seat = face.words(kept_view("live_maximum"))["seats"][3]
    assert (seat["note"], seat["staked"]) == ("Maximum atteint", "450\u00a0€")
    face.take({"act": "local.stakes", "seat": 4})
    double = face.words(kept_view("live_maximum"))["seats"][3]["keys"][0]
    assert (double["sub"], double["tap"]) == ("maximum", None)
