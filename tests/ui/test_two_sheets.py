"""*Incident* and *Chef*: two sheets, each with its own acts and no other; how one comes back from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtTest import QTest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.views import console
from tests.builders import CHEF, COMITE, TERMS, Felt
from tests.ui.at_rest import taken_again
from tests.ui.game_states import casino_turn_left
from tests.ui.scene import PX_PER_MM, area, controls, faults, too_small
from tests.ui.states import view_of
from tests.ui.touched_table import DEVICE, Table
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace

MONEY = {"CloseBets", "CallStreet", "OpenHands", "SettleSeat", "NextRound", "ConfirmRest", "CollectJp1"}


@pytest.fixture
def table(table: Table) -> Iterator[Table]:
    """Nothing is refused at it."""
    yield table
    assert table.refusals == []


def sheet_of(name: str, sheet: str) -> Any:
    face, view = ConsoleFace(), view_of(name)
    face.words(view)
    face.take({"act": "local.sheet", "sheet": sheet})
    return face.words(view)["sheet"]


def register(view: Any, role: str = "chef") -> dict[str, Any]:
    face = ConsoleFace()
    face.words(view)
    face.take({"act": "local.sheet", "sheet": "chef"})
    groups = face.words(view)["sheet"]["groups"]
    return {key["label"]: key for group in groups for key in group["keys"]}


def told(felt: Felt) -> Any:
    return console(felt.state) | {"now_ms": felt.now_ms}


# --- what stands on them -------------------------------------------------------------------------


def test_the_incidents_are_ten_keys_the_two_alerts_first() -> None:
    """Findings S2 14: emergencies stood beside *Orphelins* and *Maximum*, eighteen equal keys."""
    groups = sheet_of("preflop", "incident")["groups"]
    assert [len(group["keys"]) for group in groups] == [2, 6, 2]
    assert [key["mark"] for key in groups[0]["keys"]] == ["p1", "p2"]
    keys = [key for group in groups for key in group["keys"]]
    assert {key["tap"]["act"] for key in keys} == {"DeclareIncident"}
    assert len({key["picture"] for key in keys}) == len(keys)


def test_a_chef_who_is_there_adds_no_key_to_the_incidents() -> None:
    felt = Felt(cash=TERMS).open().stakes(s1=1000).badge(*CHEF)
    face = ConsoleFace()
    face.words(told(felt))
    face.take({"act": "local.sheet", "sheet": "incident"})
    groups = face.words(told(felt))["sheet"]["groups"]
    assert sum(len(group["keys"]) for group in groups) == 10


def test_every_act_of_the_chef_has_one_row_with_its_value_and_its_seals() -> None:
    rows = register(told(Felt(cash=TERMS).open().badge(*COMITE)))
    assert {label: row["seals"] for label, row in rows.items()} == {
        "Avance": 2,
        "Dernières donnes": 1,
        "Maximum": 1,
        "Rapport d’incident": 1,
        "Jackpot": 2,
        "Orphelins": 1,
        "Rectifier": 2,
        "Rendre un JP1": 2,
    }
    assert all(row["value"] for row in rows.values())
    closed = {label: row["sub"] for label, row in rows.items() if row["tap"] is None}
    assert closed == {"Rectifier": "aucun coup clos", "Rendre un JP1": "seulement dans un coup"}


def test_a_row_that_is_closed_says_why() -> None:
    rows = register(told(Felt(cash=TERMS).open().stakes(s1=1000).close().draw("8c 6s").badge(*CHEF)))
    closed = {label: row["sub"] for label, row in rows.items() if row["tap"] is None}
    assert closed["Avance"] == closed["Dernières donnes"] == closed["Jackpot"] == "entre deux coups"
    assert closed["Maximum"] == "le comité ou le directeur"


def test_the_chefs_sheet_stands_in_the_place_of_the_call_and_he_may_call_from_it() -> None:
    face, view = ConsoleFace(), told(Felt().open().badge(*CHEF))
    place = face.words(view)["bottom"][1]
    assert (place["label"], place["icon"]) == ("Feuille du chef", "badge")
    face.take(place["tap"])
    shown = face.words(view)
    assert shown["sheet"]["call"]["tap"] == {"act": "CallChef"}
    assert shown["bottom"][2]["label"] == "Retour"


# --- how they open and close ---------------------------------------------------------------------


def test_the_chefs_sheet_lives_while_his_badge_lies_in_the_reader(table: Table) -> None:
    table.felt.badge(*CHEF)
    table.show()
    table.touch("local.sheet", sheet="chef")
    assert table.screen.view["sheet"]["kind"] == "chef"
    table.felt.see(i.BadgeGone())
    table.show()
    assert table.screen.view["sheet"] is None
    assert table.screen.view["bottom"][1]["tap"] == {"act": "CallChef"}


def test_the_last_deals_are_announced_and_withdrawn_and_the_register_says_so(table: Table) -> None:
    table.felt = Felt(cash=TERMS).open().badge(*CHEF)
    table.show()
    table.touch("local.sheet", sheet="chef")
    table.touch("AnnounceLastDeals")
    rows = [key for group in table.screen.view["sheet"]["groups"] for key in group["keys"]]
    assert next(row["value"] for row in rows if row["label"] == "Dernières donnes") == "3/3"
    table.touch("WithdrawLastDeals")
    assert table.felt.state.sheet.deals_left < 0
    assert table.screen.view["sheet"]["kind"] == "chef"


def test_an_avance_goes_from_the_register_to_its_count_and_back(table: Table) -> None:
    table.felt = Felt(cash=TERMS).open().badge(*CHEF)
    table.show()
    table.touch("local.sheet", sheet="chef")
    table.touch("BeginAdvance")
    assert table.screen.view["sheet"]["kind"] == "pad"
    for digit in "12":
        table.touch("local.type", digit=digit)
    assert "21" not in str(table.screen.view["sheet"]["facts"]), "a count is blind"
    table.touch("CountPieces", count=12)
    table.touch("local.sheet", sheet="cash")
    assert table.screen.view["sheet"]["kind"] == "chef"


def test_an_avance_is_given_up_beside_its_count_and_its_sheet_goes_with_it(table: Table) -> None:
    table.felt = Felt(cash=TERMS).open().badge(*CHEF).do(i.BeginAdvance()).count(p100000=50).sign(COMITE)
    table.felt.badge(*CHEF)
    table.show()
    table.touch("local.sheet", sheet="chef")
    table.touch("local.sheet", sheet="cash")
    key = next(one for one in table.screen.view["bottom"] if one["label"] == "Abandonner l’avance")
    assert key["tap"] == {"act": "GiveUpAdvance"}
    table.touch("GiveUpAdvance")
    assert table.felt.state.sheet.count is None
    assert table.screen.view["sheet"] is None


def test_a_dealer_writes_a_report_without_stopping_the_round(table: Table) -> None:
    table.touch("local.sheet", sheet="incident")
    table.touch("local.sheet", sheet="incident_form")
    table.touch("local.answer", name="incident", value="equipment")
    assert table.felt.state.held is None


@pytest.mark.parametrize("sheet", ["incident", "chef", "orphan", "maximum", "meter", "rounds", "devices"])
def test_no_act_of_money_is_alive_under_a_sheet(sheet: str) -> None:
    felt = Felt(cash=TERMS).open().stakes(s1=1000).badge(*COMITE)
    face = ConsoleFace()
    face.words(told(felt))
    face.take({"act": "local.sheet", "sheet": sheet})
    shown = face.words(told(felt))
    assert shown["sheet"] is not None
    assert (shown["primary"]["tap"] or {"act": ""})["act"] not in MONEY
    assert any(key["label"] == "Retour" for key in shown["bottom"])


def test_nothing_freezes_before_the_finger_leaves_the_key(table: Table) -> None:
    table.touch("local.sheet", sheet="incident")
    taken_again(table.stage)
    key = table.key("DeclareIncident", {"incident": "evacuation"})
    assert key is not None
    at = area(key).center().toPoint()
    QTest.touchEvent(table.stage.window, DEVICE).press(0, at, table.stage.window).commit()
    table.stage.settle(200)
    assert table.felt.state.held is None
    away = at.__class__(at.x(), at.y() - 400)
    QTest.touchEvent(table.stage.window, DEVICE).move(0, away, table.stage.window).commit()
    QTest.touchEvent(table.stage.window, DEVICE).release(0, away, table.stage.window).commit()
    table.stage.settle(100)
    assert table.felt.events(e.RoundHeld) == []


@pytest.mark.parametrize("size", [LARGE, COMPACT], ids=["large", "compact"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_eleventh_incident_of_the_casino_game_has_its_place(size: Any, language: str) -> None:
    felt = casino_turn_left()
    face = ConsoleFace(language, reduced_motion=True)
    face.words(told(felt))
    face.take({"act": "local.sheet", "sheet": "incident"})
    stage = Stage("DealerConsole", Screen(), size)
    try:
        stage.screen.show(face.words(told(felt)))
        stage.settle(20)
        assert [len(group["keys"]) for group in stage.screen.shown()["sheet"]["groups"]] == [2, 6, 3]
        assert (faults(stage.window), too_small(stage.window)) == ([], [])
    finally:
        stage.close()


# --- how large ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [LARGE, COMPACT], ids=["large", "compact"])
@pytest.mark.parametrize("handed", ["right", "left"])
@pytest.mark.parametrize(
    ("sheet", "least_mm"), [("incident", 15.0), ("chef", 15.0), ("orphan", 13.0)], ids=["i", "c", "pad"]
)
def test_their_keys_are_a_finger_high_and_apart(size: Any, handed: str, sheet: str, least_mm: float) -> None:
    felt = Felt(cash=TERMS).open().stakes(s1=1000).badge(*COMITE)
    face = ConsoleFace("fr", handed=handed, reduced_motion=True)
    face.words(told(felt))
    face.take({"act": "local.sheet", "sheet": sheet})
    stage = Stage("DealerConsole", Screen(), size)
    try:
        stage.screen.show(face.words(told(felt)))
        stage.settle(20)
        mm = PX_PER_MM[stage.window.width()]
        over = [one for one in controls(stage.window) if _on_the_sheet(one)]
        assert len(over) >= 6
        for one in over:
            assert min(area(one).width(), area(one).height()) >= least_mm * mm - 0.5
            for other in over:
                if other is not one:
                    assert (
                        not area(one)
                        .adjusted(-1.4 * mm, -1.4 * mm, 1.4 * mm, 1.4 * mm)
                        .intersects(area(other).adjusted(-1.4 * mm, -1.4 * mm, 1.4 * mm, 1.4 * mm))
                    )
    finally:
        stage.close()


def _on_the_sheet(touch: Any) -> bool:
    above = touch.parentItem()
    while above is not None:
        if above.metaObject().className().startswith("SeatSheet"):
            return True
        above = above.parentItem()
    return False


@pytest.mark.parametrize("first", ["acknowledged", "nothing acknowledged"])
def test_back_leads_from_the_reasons_of_a_warning_and_from_any_other_sheet(first: str) -> None:
    """A warning that was acknowledged before made *Retour* open the next sheet anew."""
    felt = Felt().open(sensors=True).badge(*CHEF).see(i.TroubleObserved(i.Machine.SHOE, "rebooted", True))
    (up,) = felt.state.alarms
    face = ConsoleFace()

    def taken(tap: dict[str, Any]) -> Any:
        face.take(tap)
        return face.words(told(felt))

    face.words(told(felt))
    taken({"act": "local.sheet", "sheet": "chef"})
    shown = taken({"act": "local.sheet", "sheet": "acknowledge", "alarm": up.number})
    assert str(up.code) in shown["sheet"]["title"]
    back = shown["bottom"][2]["tap"]
    shown = taken(back)
    assert shown["sheet"]["kind"] != "keys", "back on the chef's register"
    if first == "acknowledged":
        taken({"act": "local.sheet", "sheet": "acknowledge", "alarm": up.number})
        felt.do(i.SeeAlarm(up.number, "checked"))
    face._mine.sheet = "rounds"  # it opened by itself
    shown = face.words(told(felt))
    shown = taken(shown["bottom"][3]["tap"])
    assert shown["sheet"] is None or shown["sheet"]["kind"] != "rounds"
