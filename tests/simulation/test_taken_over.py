"""Somebody plays a part of a round by hand, and the people of a simulated table go on from there."""

from __future__ import annotations

from collections.abc import Callable

from controller.boot.rehearsal.table import SimulatedTable
from drivers.sim.pit import VIDEO, Tap
from tests.simulation.test_testers_door import ROUND

pytest_plugins = ["controller.boot.rehearsal.fixtures"]
Make = Callable[..., SimulatedTable]


def test_a_card_that_somebody_else_drew_lies_on_the_felt_of_the_people(simulated_table: Make) -> None:
    """A royal drawn at the panel was told as no hand at all, and its script as failed."""
    table = simulated_table(seed=5)
    table.next_round(**ROUND)
    table.until("dealing", cards=2)
    while table.view["phase"] == "dealing":
        card = table.people.hands.draw()
        assert card is not None
        table.people.sees(card)
        table.pass_time(1_000)
    came = table.finish()
    assert (came.seats[2].hand, came.seats[2].result, came.held) == ("pair", "win", [])


def test_people_deal_a_round_whose_stakes_somebody_else_took(simulated_table: Make) -> None:
    """They waited for the cards of the round before, and declared one of them missing."""
    table = simulated_table(seed=5)
    table.next_round(**ROUND)
    table.finish()
    table.next_round(**ROUND)
    table.pass_time(60_000)
    assert table.view["phase"] == "betting"
    assert table.people.hands.change_decks([2, 5], [])
    table.pass_time(5_000)
    for act in ("ConfirmRest", "CloseBets"):
        assert table.people.press(Tap({"act": act}), 0)[0] is None
        table.pass_time(1_000)
    table.finish()
    table.expect(void=False, held=[], seats=[{"seat": 2, "spots": {"ante": {"stake": 1000}}}])


def test_people_see_whose_card_somebody_else_left_in_the_reader(simulated_table: Make) -> None:
    """They believed their own card in it, and locked the other's with five wrong PINs."""
    table = simulated_table(seed=5)
    seats = [{"seat": 1, "stakes": {"ante": 1000, "jp1": 500}}]
    table.next_round(board=["Ah", "Kh", "Qh", "Jh", "Th"], dealer=["9c", "9d"], seats=seats)
    table.until("showdown")
    while not (table.view["badge"] and table.view["badge"]["role"] == "comite"):
        table.people.act()
        table.pass_time(1_000)
    table.people.hands.badge(VIDEO)
    table.pass_time(1_000)
    table.finish()
    table.expect(only_alarms=["A-105"], held=[])
