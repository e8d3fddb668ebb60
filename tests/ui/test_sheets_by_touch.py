"""A table is opened and closed by its sheets through the real scene: touches in, the real core behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QSize

from controller.game import inputs as i
from controller.game.inputs import Health, Machine, SheetLine
from controller.game.meter.acts import CHIPS_MAX
from controller.game.opening.sheets import CLOSING_TICKS, OPENING_TICKS
from controller.game.state import Phase
from tests.builders import CASHIER, CHEF, COMITE, FLOAT, TERMS, Felt
from tests.game.test_sheets import one_chip
from tests.game.test_slips import released
from tests.ui.scene import faults
from tests.ui.sheet_states import begun, closing
from tests.ui.touched_table import Table
from ui.app import COMPACT, LARGE
from ui.texts.console import tell


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    made.felt = Felt(cash=TERMS)
    made.show()
    yield made
    warned = list(made.stage.warnings)
    made.stage.close()
    assert warned == []
    assert made.refusals == []


def count(table: Table, pieces: dict[str, int]) -> None:
    """Each value, its number by digits, recorded; the pad goes on to the next value by itself."""
    table.touch("local.sheet", sheet="cash")
    for name, number in pieces.items():
        for digit in str(number):
            table.touch("local.type", digit=digit)
        table.touch("CountPieces", piece_cents=int(name[1:]), count=number)


def sign(table: Table, *people: tuple[str, i.Role]) -> None:
    for person, role in people:
        table.felt.badge(person, role)
        table.show()
        table.touch("SignCash")


def test_a_count_that_is_not_signed_says_whose_cards_are_awaited_or_that_it_is_too_little(
    table: Table,
) -> None:
    """How much the float has to be is told to who signs it, never to who counts it."""
    table.touch("OpenTable")
    count(table, {"p100000": 2})
    assert _dead(table) == "deux badges\xa0: chef et comité"
    table.felt.badge(*CHEF)
    table.show()
    assert _dead(table) == "compté 2\u202f000\xa0€, il faut au moins 25\u202f000\xa0€"
    table.stage.settle(40)
    assert faults(table.stage.window) == []
    table.touch("local.piece", piece=100000)
    for digit in "30":
        table.touch("local.type", digit=digit)
    table.touch("CountPieces", piece_cents=100000, count=30)
    table.touch("SignCash")
    assert _dead(table) == f"encore un badge, après {CHEF[0]}"


def _dead(table: Table) -> str:
    """Why the large key is dead."""
    told = table.screen.shown()["primary"]
    assert told["tap"] is None, told
    return str(told["sub"])


def test_the_table_is_opened_and_closed_line_by_line(table: Table) -> None:
    table.touch("OpenTable")
    count(table, FLOAT)
    sign(table, CHEF, COMITE)
    for colour in ("red", "blue"):
        table.touch("DeclareSerial", colour=colour)
        table.touch("CountDeck", colour=colour)
    for line in OPENING_TICKS:
        if line is SheetLine.RULES:  # they are read before they are ticked
            table.touch("local.sheet", sheet="rules")
        table.touch("TickLine", line=line.value)
    table.touch("local.sheet", sheet="rules")
    table.touch("ConfirmOpening")
    assert table.felt.state.phase is Phase.BETTING

    table.touch("BeginClosing")
    count(table, FLOAT)
    sign(table, CHEF, CASHIER)
    table.touch("local.sheet", sheet="jp1_chips")
    table.touch("local.type", digit="0")
    assert _dead(table) == "badge du comité attendu"
    table.felt.badge(*COMITE)
    table.show()
    table.touch("CountJp1Chips", count=0)
    for line in CLOSING_TICKS:
        if line is not SheetLine.RECONCILIATION:
            table.touch("TickLine", line=line.value)
    table.felt.badge()
    table.show()
    table.touch("CloseTable")
    assert table.felt.state.phase is Phase.CLOSED


def _line(table: Table, name: str) -> dict[str, Any]:
    """The key of this line of the sheet."""
    label = tell("fr", f"line.{name}")
    made: dict[str, Any] = next(one for one in table.screen.shown()["sheet"]["keys"] if one["label"] == label)
    return made


@pytest.mark.parametrize("size", [LARGE, COMPACT], ids=["large", "compact"])
def test_the_most_jp1_chips_have_room_on_the_pad_and_on_the_closing_sheet(size: QSize) -> None:
    table = Table(size)
    try:
        table.felt = one_chip(Felt(cash=TERMS))
        table.show()
        for told in (f"{CHIPS_MAX}\u202f? recomptez", f"{CHIPS_MAX} · écart"):
            table.touch("local.sheet", sheet="jp1_chips")
            for digit in str(CHIPS_MAX):
                table.touch("local.type", digit=digit)
            table.stage.settle(50)
            assert table.screen.shown()["sheet"]["field"]["value"] == str(CHIPS_MAX)
            assert faults(table.stage.window) == []
            table.touch("CountJp1Chips", count=CHIPS_MAX)
            table.stage.settle(50)
            assert _line(table, "jp1_chips")["sub"] == told
            assert faults(table.stage.window) == []
    finally:
        table.stage.close()


def _facts(table: Table) -> dict[str, Any]:
    return {fact["label"]: fact for fact in table.screen.shown()["focus"]["facts"]}


def test_a_count_of_jp1_chips_that_differs_is_asked_again_and_never_tells_what_was_expected(
    table: Table,
) -> None:
    table.felt = one_chip(Felt(cash=TERMS))
    table.show()
    for digits, told in (("18", "18\u202f? recomptez"), ("19", "19 · écart"), ("1", "1")):
        table.touch("local.sheet", sheet="jp1_chips")
        for digit in digits:
            table.touch("local.type", digit=digit)
        table.touch("CountJp1Chips", count=int(digits))
        assert _line(table, "jp1_chips")["sub"] == told
    assert _line(table, "jp1_chips")["tap"] is None, "they are all there"


def test_the_shuffler_is_shown_empty_from_the_closing_sheet_or_that_is_taken_back(table: Table) -> None:
    """The sheet never says that all is done while the table cannot be closed (CS-03)."""
    table.felt = Felt(cash=TERMS).open().see(i.HealthObserved(Machine.SHUFFLER, Health.UP)).fill_closing()
    table.show()
    assert table.screen.shown()["focus"]["title"] == "Mélangeur montré vide"
    table.touch("ShowEmpty", occasion="closing")
    assert table.screen.shown()["focus"]["title"] == "Ouvrez le capot"
    assert _line(table, "shuffler_empty")["sub"] == "ouvrez le capot"
    table.touch("WithdrawShowEmpty")
    assert _line(table, "shuffler_empty")["sub"] == "à montrer"
    table.touch("ShowEmpty", occasion="closing")
    table.felt.see(i.ShownEmptyObserved(True, 0))
    table.show()
    assert table.screen.shown()["focus"]["title"] == "Tout est fait"
    table.touch("CloseTable")
    assert table.felt.state.phase is Phase.CLOSED


def test_decks_are_not_back_in_storage_while_the_shuffler_holds_one(table: Table) -> None:
    deck = i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", "red", 52, True)
    table.felt = Felt(cash=TERMS).open().see(i.HealthObserved(Machine.SHUFFLER, Health.UP), deck).badge()
    table.felt.do(i.BeginClosing())
    table.show()
    line = _line(table, "decks_stored")
    assert (line["tap"], line["sub"]) == (None, "un jeu est dans le mélangeur")
    table.felt.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", "", 0, False))
    table.show()
    table.touch("TickLine", line="decks_stored")


def test_a_silent_shuffler_is_looked_into_by_people_and_the_table_closes(table: Table) -> None:
    table.felt = Felt(cash=TERMS).open().see(i.HealthObserved(Machine.SHUFFLER, Health.UP)).fill_closing()
    table.felt.see(i.HealthObserved(Machine.SHUFFLER, Health.LOST, "silence"))
    table.show()
    assert table.screen.shown()["sheet"]["text"].startswith("Le mélangeur ne répond pas")
    table.touch("CloseTable")
    assert table.felt.state.phase is Phase.CLOSED


def test_the_closing_sheet_names_a_chef_only_whose_badge_is_a_chefs(table: Table) -> None:
    label = "Chef de table"
    table.felt = closing()
    for badge, state in ((CASHIER, "open"), (CHEF, "done"), (COMITE, "done")):
        table.felt.badge(*badge)
        table.show()
        fact = _facts(table)[label]
        assert (fact["state"], fact["value"] == badge[0]) == (state, state == "done")


def test_a_cashier_signs_the_slips_from_the_closing_sheet(table: Table) -> None:
    table.felt = released(cash=TERMS).settle().next_round().badge().do(i.BeginClosing())
    table.show()
    assert (_line(table, "slips")["sub"], _line(table, "slips")["tap"]) == ("B-1 · badge du caissier", None)
    table.felt.badge(*CASHIER)
    table.show()
    assert _line(table, "slips")["sub"] == "B-1 · à signer"
    table.touch("SignSlip", round=1, seat=1)
    assert _line(table, "slips")["check"] == "done"


@pytest.mark.parametrize("phase", ["closed", "opening", "betting", "closing"])
def test_a_machines_warning_is_acknowledged_with_its_reason_whatever_lies_open(
    table: Table, phase: str
) -> None:
    table.felt = {
        "closed": lambda: Felt(cash=TERMS),
        "opening": begun,
        "betting": lambda: Felt(cash=TERMS).open(),
        "closing": closing,
    }[phase]()
    table.felt.see(i.HealthObserved(Machine.SHOE, Health.LOST, "silence"))
    table.felt.see(i.HealthObserved(Machine.SHOE, Health.UP)).badge(*CHEF)
    table.show()
    (up,) = table.felt.state.alarms
    table.touch("local.sheet", sheet="acknowledge")
    table.touch("SeeAlarm", alarm=up.number, reason="checked")
    assert table.felt.state.alarms == ()
