"""The door for testers: a simulated table is started, played, broken and looked at from a test of pytest."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.boot.rehearsal.table import NeverCame, SimulatedTable
from controller.cli import main
from controller.game.events import HoldEnded
from controller.settings.settings_error import SettingsError

PAGE = Path(__file__).parents[2] / "drivers" / "sim" / "SCRIPTS.md"
pytest_plugins = ["pytester", "controller.boot.rehearsal.fixtures"]
Make = Callable[..., SimulatedTable]
ROUND = {
    "board": ["Ah", "9c", "4s", "Jd", "2h"],
    "dealer": ["Jh", "7c"],
    "seats": [
        {"seat": 2, "cards": ["As", "Kd"], "stakes": {"ante": 1000, "jp1": 500}, "bets": {"flop": 2}},
        {"seat": 5, "cards": ["6c", "6d"], "stakes": {"ante": 1000}},
    ],
}


def test_a_tester_plays_breaks_and_asserts(simulated_table: Make) -> None:
    table = simulated_table(seed=5)
    table.next_round(**ROUND)
    table.until("dealing", cards=3)
    table.happens(fault="unreadable")
    table.until("showdown")
    table.happens(cut="power")
    came = table.finish()
    assert (came.alarms, came.restarts, came.seats[2].result) == (["A-202"], 1, "win")
    table.expect(void=False, seats=[{"seat": 2, "spots": {"play": {"paid": 2000}}}])
    table.next_round(**ROUND)
    table.until("deciding", street="flop")
    table.happens(act={"act": "DeclareIncident", "incident": "exposed_card"})
    table.happens(act={"act": "OpenHands"}, refused="held")
    table.finish()
    table.expect(held=["exposed_card"], deals=1)
    assert table.meter_cents == 1_000_250
    heads = table.close_table()
    said = CliRunner().invoke(main, ["journal", "verify", str(table.folder), "--json"])
    assert said.exit_code == 0
    assert heads["UTH-1"] in said.output


def test_two_tables_of_one_seed_make_one_journal(simulated_table: Make) -> None:
    heads = set()
    for table in (simulated_table(seed=9), simulated_table(seed=9)):
        table.next_round(**ROUND)
        table.finish()
        heads.add(table.close_table()["UTH-1"])
    assert len(heads) == 1


def test_what_came_otherwise_or_not_at_all_is_said_in_words(simulated_table: Make) -> None:
    table = simulated_table()
    table.next_round(**ROUND)
    with pytest.raises(NeverCame, match=r"round 1 never came to held: the table is in clearing of round 1"):
        table.until("held")
    with pytest.raises(AssertionError, match=r"void: expected yes, came no\nround 1, seat 5: result"):
        table.expect(void=True, seats=[{"seat": 5, "result": "win"}])
    with pytest.raises(AssertionError, match=r"act OpenHands: expected done, came refused \(not_now\)"):
        table.happens(act={"act": "OpenHands"})
    with pytest.raises(SettingsError, match="did you mean unreadable"):
        table.happens(fault="unreadabel")
    with pytest.raises(SettingsError, match="name each card once"):
        table.next_round(**{**ROUND, "dealer": ["As", "7c"]})


def test_a_moment_that_is_missed_or_that_the_rules_do_not_have_is_told_with_all_that_was_asked(
    simulated_table: Make,
) -> None:
    table = simulated_table()
    table.next_round(**ROUND)
    with pytest.raises(
        SettingsError, match="street = 'turn': no such street; write one of preflop, flop, river"
    ):
        table.until("deciding", street="turn")
    table.until("deciding", street="flop")
    with pytest.raises(
        NeverCame, match="round 1 never came to deciding, street preflop: the table is in clearing"
    ):
        table.until("deciding", street="preflop")


def test_what_is_written_wrongly_is_told_from_what_was_meant(simulated_table: Make) -> None:
    table = simulated_table()
    with pytest.raises(NeverCame, match=r"no round was said \(next_round\)"):
        table.until("dealing")
    for wrong, words in (
        ({**ROUND, "bord": []}, "round 1: bord = .*did you mean board"),
        (
            {**ROUND, "seats": [{**ROUND["seats"][0], "bet": {}}]},
            "round 1: seat 2, bet = .*did you mean bets",
        ),
        ({**ROUND, "seats": [{"seat": 2, "stakes": {"anti": 1000}}]}, "round 1: seat 2, stakes = 'anti'"),
    ):
        with pytest.raises(SettingsError, match=words):
            table.next_round(**wrong)
    table.next_round(**ROUND)
    came = table.finish()
    with pytest.raises(SettingsError, match="voide = True: unknown key; did you mean void"):
        table.expect(voide=True)
    with pytest.raises(SettingsError, match="did you mean dealing"):
        table.until("deeling")
    assert "jp1" not in came.seats[5].spots
    assert came.seats[5].spots["jp1"] == {"stake": 0, "returned": 0, "taken": 0, "paid": 0}
    with pytest.raises(KeyError, match="did you mean play"):
        came.seats[5].spots["pley"]


def test_a_fault_that_did_not_take_place_fails_the_test(pytester: pytest.Pytester) -> None:
    pytester.makeconftest('pytest_plugins = ["controller.boot.rehearsal.fixtures"]')
    pytester.makepyfile(
        f"""
        def test_late(simulated_table):
            table = simulated_table()
            table.next_round(**{ROUND!r})
            table.until("settling")
            table.happens(fault="misread")
            table.finish()
        """
    )
    ended = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    ended.assert_outcomes(passed=1, errors=1)
    ended.stdout.fnmatch_lines(["*round 1: fault misread: expected to take place, came nothing*"])


def test_the_example_of_the_page_is_a_test_that_passes(pytester: pytest.Pytester) -> None:
    conftest, example, *_ = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    pytester.makeconftest(conftest)
    pytester.makepyfile(example)
    pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)


def test_a_silent_line_is_missed_as_at_a_real_table_and_costs_no_card(simulated_table: Make) -> None:
    """Its heart beat once a minute: it was silent for minutes, and the deal was void for a missing card."""
    table = simulated_table(seed=7)
    table.next_round(**ROUND)
    table.until("dealing", cards=2)
    table.happens(fault="stall", machine="shoe")
    table.finish()
    table.expect(void=False, only_alarms=["A-201"], held=["shoe_gone"])


def test_who_waited_for_a_moment_of_a_void_round_is_told_what_came_of_it(simulated_table: Make) -> None:
    """It said only that the table was in the betting of the next round."""
    table = simulated_table(seed=7)
    table.next_round(**ROUND)
    table.until("dealing", cards=2)
    table.happens(fault="misread")
    came = "; of round 1 came: void, held by duplicate_card, alarms A-203, A-215"
    with pytest.raises(NeverCame, match=f"{came}$"):
        table.until("showdown", deal=3)


def test_after_an_exposed_card_the_dealer_goes_on_by_himself(simulated_table: Make) -> None:
    """RP-16: the script said so, and the chef came for it."""
    table = simulated_table(seed=5)
    table.next_round(**ROUND)
    table.until("deciding")
    table.happens(act={"act": "DeclareIncident", "incident": "exposed_card"})
    table.finish()
    table.expect(void=False, held=["exposed_card"])
    assert [event.person for event in table.events if isinstance(event, HoldEnded)] == [""]
