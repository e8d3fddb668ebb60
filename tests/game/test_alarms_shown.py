"""In which order a screen is told the alarms that stand."""

from __future__ import annotations

from controller.game import inputs as i
from controller.game.inputs import Health, Machine
from controller.game.views import console
from tests.builders import CHEF, Felt


def codes(felt: Felt) -> list[str]:
    return [up["code"] for up in console(felt.state)["alarms"]]


def lost(felt: Felt, *machines: Machine) -> Felt:
    return felt.see(*(i.HealthObserved(machine, Health.LOST, "silence") for machine in machines))


def test_the_newest_of_the_most_urgent_alarms_comes_first() -> None:
    felt = lost(Felt().open(), Machine.SHUFFLER, Machine.SHOE)
    shown = console(felt.state)["alarms"]
    assert [up["priority"] for up in shown] == sorted(up["priority"] for up in shown)
    assert codes(felt)[0] == "A-201"


def test_an_alarm_that_was_seen_and_stands_hides_none_that_nobody_has_seen() -> None:
    felt = lost(Felt().open(), Machine.SHOE).badge(*CHEF)
    felt.do(i.SeeAlarm(felt.state.alarms[0].number, "checked"))
    lost(felt, Machine.CHIPS)
    first, second = console(felt.state)["alarms"]
    assert (second["code"], bool(second["seen_ms"])) == ("A-201", True)
    assert not first["seen_ms"]
    assert first["priority"] >= second["priority"]
