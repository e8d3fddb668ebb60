"""Every alarm of the catalogue is raised by something, and here stands by what: a code that nothing raises is
dead, and this fails for it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from controller.game import inputs as i
from controller.game.inputs import Health, Machine
from controller.game.machines.alarms import CATALOGUE, MACHINE_ALARMS, OTHER_TROUBLE, TROUBLE_ALARMS
from controller.game.machines.host import HOST_ALARMS
from tests.builders import Felt

TESTS = Path(__file__).parent.parent
PRESS = "game/test_press_unanswered.py"
SAID: dict[str, i.Observation] = {
    **{code: i.HealthObserved(machine, Health.LOST, "silence") for machine, code in MACHINE_ALARMS.items()},
    **{code: i.HostObserved(trouble, detail="64") for trouble, (code, _) in HOST_ALARMS.items()},
    **{code: i.TroubleObserved(Machine.SHOE, word) for word, (code, _) in TROUBLE_ALARMS.items()},
    OTHER_TROUBLE[0]: i.TroubleObserved(Machine.SHOE, "something_else"),
    "A-301": i.TroubleObserved(Machine.CHIPS, "chip_stuck_3"),
    "A-308": i.ScreenGarbageObserved("dealer", "tap.seat: is no whole number"),
}
"""What raises an alarm of an open table by being observed once."""
TOLD: dict[str, str] = {
    "A-101": "ui/test_last_word.py::test_an_alarm_of_the_catalogue_is_what_a_screen_makes_of_it",
    "A-110": "shell/test_mark.py::test_journal_and_book_put_back_together_keep_jp1_closed",
    "A-113": "shell/test_keys_lost.py::test_two_persons_void_the_open_round_and_every_stake_goes_back",
    "A-222": "game/test_people.py::test_wrong_pins_are_kept_and_counted_and_the_fifth_locks",
    "A-223": "game/test_people.py::test_a_revoked_dealer_ends_the_round_and_goes",
    "A-227": f"{PRESS}::test_the_round_is_held_and_a_chef_called_when_the_press_stays_unanswered",
    "A-228": f"{PRESS}::test_the_chips_wait_until_the_last_stake_is_out_of_the_book",
    "A-304": "game/test_lines.py::test_too_few_messages_say_nothing_and_are_added_up",
}
"""The test that raises it in the course of something longer."""


@cache
def scenarios() -> dict[str, str]:
    """The alarms that a scenario wants, as the runner of scenarios checks them; one scenario each."""
    wanted = {}
    for path in sorted((TESTS / "scenarios").glob("*.toml")):
        for code in re.findall(r'"il faut: alarme (A-\d{3})', path.read_text(encoding="utf-8")):
            wanted[code] = path.name
    return wanted


def source_of(test: str) -> str:
    """The lines of a test."""
    file, _, name = test.partition("::")
    text = (TESTS / file).read_text(encoding="utf-8")
    found = [one for one in ast.parse(text).body if isinstance(one, ast.FunctionDef) and one.name == name]
    assert found, f"{test} is not there"
    return ast.get_source_segment(text, found[0]) or ""


@pytest.mark.parametrize("code", CATALOGUE)
def test_each_alarm_of_the_catalogue_is_raised_by_something(code: str) -> None:
    if code in SAID:
        felt = Felt().open().see(SAID[code])
        assert code in {up.code for up in felt.state.alarms}
    elif code in TOLD:
        assert f'"{code}"' in source_of(TOLD[code])
    else:
        assert code in scenarios(), f"nothing raises {code}"


def test_no_alarm_is_explained_that_is_not_in_the_catalogue() -> None:
    assert SAID.keys() | TOLD.keys() | scenarios().keys() <= set(CATALOGUE)
