"""Taking back by touch, and what a seat is told in its settlement: contested, paid and taken, put right."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

import pytest

from controller.game import inputs as i
from controller.game.state import Phase
from tests.ui.at_rest import taken_again
from tests.ui.scene import area, faults
from tests.ui.states import view_of
from tests.ui.test_double_taps import HANDS, tap
from tests.ui.touched_table import Table
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace

REAL_REST = True
BOUNCES_MS = (80, 150, 300, 450, 600)


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table(real_rest=True)
    yield made
    warned = list(made.stage.warnings)
    made.stage.close()
    assert warned == []
    assert made.refusals == []


def bounced(table: Table, act: str, apart_ms: int, **arguments: object) -> None:
    """The key is touched, and its place again so much later."""
    for _ in range(60):
        table.stage.settle(20)
        taken_again(table.stage)
        key = table.key(act, dict(arguments))
        if key is not None and not key.property("held"):
            break
    else:
        raise AssertionError(f"no key carries {act} {arguments}")
    at = area(key).center().toPoint()
    begun = monotonic()
    tap(table, at)
    while monotonic() - begun < apart_ms / 1000:
        table.stage.settle(10)
    tap(table, at)
    table.stage.settle(40)


def decided(table: Table) -> None:
    """Every seat has decided on the last street, in the order of the felt; seat 3 has folded."""
    table.felt.do(i.CloseBets())
    table.draw(HANDS)
    table.felt.do(i.BetPlay(1, 4), i.CallStreet())
    table.draw("Qh 9h 4h")
    table.felt.do(i.CallStreet())
    table.draw("Js 2c")
    table.felt.do(i.BetPlay(2, 1), i.Fold(3), *(i.BetPlay(seat, 1) for seat in (4, 5, 6, 7)))
    table.show()


def test_a_decision_is_reopened_by_touching_it_whichever_seat_decided_since_a_fold_too(
    table: Table,
) -> None:
    """To correct the second seat after the seventh once unwound all."""
    decided(table)
    table.touch("ReopenDecision", seat=2)
    assert not table.felt.state.seat(2).bets_cents
    table.touch("ReopenDecision", seat=3)
    assert not table.felt.state.seat(3).folded
    assert all(table.felt.state.seat(seat).bets_cents for seat in (4, 5, 6, 7))
    table.touch("Fold", seat=2)
    table.touch("BetPlay", seat=3)
    assert table.felt.state.seat(2).folded
    assert table.felt.state.seat(3).bets_cents
    assert table.key("ReopenDecision", {"seat": 1}) is None, "it was made on a street that is over"
    assert table.screen.view["bottom"][0]["sub"] == "×1, siège 3", "Annuler names what it takes back"


@pytest.mark.parametrize("apart_ms", BOUNCES_MS)
def test_a_finger_that_bounces_on_a_decision_flips_it_once(table: Table, apart_ms: int) -> None:
    decided(table)
    bounced(table, "ReopenDecision", apart_ms, seat=2)
    assert not table.felt.state.seat(2).bets_cents, "reopened, and not decided again"
    bounced(table, "BetPlay", apart_ms, seat=2)
    assert table.felt.state.seat(2).bets_cents, "decided, and not reopened"
    assert [tap["act"] for tap in table.taps] == ["ReopenDecision", "BetPlay"]


def test_undo_says_why_it_cannot(table: Table) -> None:
    decided(table)
    table.touch("OpenHands")
    undo = table.screen.view["bottom"][0]
    assert (undo["tap"], undo["sub"]) == (None, "les mains sont ouvertes")


# --- a contested seat ----------------------------------------------------------------------------


@pytest.mark.long
def test_a_contested_seat_says_so_until_it_is_settled_also_when_its_turn_comes_again(table: Table) -> None:
    """It came back unmarked once."""
    decided(table)
    table.touch("OpenHands")
    table.touch("OpenSettlement")
    table.touch("ContestSeat", seat=7)
    assert table.screen.view["seats"][6]["outcome"] == {"kind": "hold", "word": "Contesté"}
    for seat in (6, 5, 4, 3, 2, 1):
        table.touch("SettleSeat", seat=seat)
    shown = table.screen.view
    assert shown["focus"]["seat"] == "Siège 7"
    assert shown["focus"]["hand"] == "Contesté · Brelan"
    assert "hold" in shown["seats"][6]["play_marks"]
    assert (shown["primary"]["tap"], shown["primary"]["sub"]) == (None, "badge chef attendu")
    table.felt.badge()
    table.show()
    table.touch("SettleSeat", seat=7)
    assert table.felt.state.phase is Phase.CLEARING
    assert not table.screen.view["seats"][6].get("play_marks")


# --- what is paid, and what is taken besides -----------------------------------------------------


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("size", [LARGE, COMPACT], ids=["large", "compact"])
def test_a_seat_that_is_paid_and_taken_from_says_both_in_its_column_and_on_the_card(
    size: object, language: str
) -> None:
    """*Pay 500 and take 120* stood once on the card alone."""
    view = view_of("royal_seat_in_both_ways")
    words = ConsoleFace(language, reduced_motion=True).words(view)
    pay, take = {"fr": ("Payer", "Prendre"), "en": ("Pay", "Take")}[language]
    seat = words["seats"][5]
    assert (seat["outcome"]["word"], seat["outcome"]["amount"]) == (pay, "500\u00a0€")
    assert (seat["play_line"], seat["play_marks"]) == (f"{take} 60\u00a0€", ["lose"])
    assert "60\u00a0€" in words["focus"]["also"]
    stage = Stage("DealerConsole", Screen(), size)  # type: ignore[arg-type]
    try:
        stage.screen.show(words)
        stage.settle(300)
        assert faults(stage.window) == []
    finally:
        stage.close()


def test_what_was_taken_besides_stands_there_until_the_next_round() -> None:
    seat = ConsoleFace("fr").words(view_of("royal_over"))["seats"][5]
    assert (seat["outcome"]["word"], seat["outcome"]["amount"]) == ("Payé", "500\u00a0€")
    assert (seat["play_line"], seat["play_marks"]) == ("Pris 60\u00a0€", ["lose"])


def test_the_lines_of_a_settlement_add_up_to_what_the_dealer_pays() -> None:
    for name in ("royal_paid_by_the_cage", "royal_seat_in_both_ways", "second_seat", "prize"):
        view = view_of(name)
        seat = view["seats"][view["turn"] - 1]
        words = ConsoleFace("fr").words(view)["focus"]
        plus = [line["result"] for line in words["lines"] if line["result"].startswith("+")]
        cents = sum(round(float(_plain(amount)) * 100) for amount in plus)
        assert cents == seat["pay_cents"], name


def _plain(amount: str) -> str:
    return amount.removeprefix("+").replace("\u202f", "").replace(",", ".")


def test_a_settled_seat_keeps_its_jp1_lamp_beside_the_key_that_rectifies_it() -> None:
    """*Rectifier* stood once in the place of the lamp."""
    words = ConsoleFace("fr").words(view_of("royal_paid_by_the_cage"))
    for seat in (words["seats"][5], words["seats"][6]):
        assert seat["rectify"]["tap"]["sheet"] == "rectify"
        assert seat["lamp"] in ("in", "none")
        assert seat["lamp_word"] == "JP1"
