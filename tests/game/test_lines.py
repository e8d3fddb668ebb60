"""What is counted on the lines of the machines, and the alarm of a line that repeats too much (A-304)."""

from __future__ import annotations

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import LineCount, Machine, MachineIdentity
from controller.game.machines.line_types import LineWindow
from tests.builders import Felt

FIVE_MIN_MS = 300_000


def count(frames: int, repeated: int, machine: Machine = Machine.SHOE) -> i.LinesObserved:
    """Five minutes of a line: half of what was repeated came damaged, half was said again."""
    damaged = repeated // 2
    return i.LinesObserved((LineCount(machine, FIVE_MIN_MS, frames, repeated - damaged, damaged),))


def up(felt: Felt) -> list[tuple[str, str]]:
    return [(one.code, one.detail) for one in felt.state.alarms if not one.over]


def test_every_count_is_written_and_a_good_line_raises_nothing() -> None:
    felt = Felt().open().see(count(1_200, 3), count(1_200, 12))
    assert [event.lines[0].frames for event in felt.events(e.LinesCounted)] == [1_200, 1_200]
    assert up(felt) == []


def test_more_than_one_in_a_hundred_is_an_alarm_of_priority_3_that_names_machine_and_rate() -> None:
    felt = Felt().open().see(count(1_200, 17))
    (raised,) = felt.events(e.AlarmRaised)
    assert (raised.code, raised.priority, raised.detail) == ("A-304", 3, "shoe_13")
    assert felt.state.held is None


def test_too_few_messages_say_nothing_and_are_added_up() -> None:
    felt = Felt().open().see(*[count(40, 2)] * 7)
    assert up(felt) == []
    felt.see(count(40, 2))
    assert up(felt) == [("A-304", "shoe_47")]


def test_the_alarm_is_over_when_the_line_is_well_below() -> None:
    felt = Felt().open().see(count(1_200, 30), count(1_200, 11))
    assert up(felt) == [("A-304", "shoe_24")]  # 0.9 %: not yet
    felt.see(count(1_200, 2))
    assert up(felt) == []
    assert len(felt.state.alarms) == 1  # a machine's warning waits for its reason (CS-07)
    felt.badge().do(i.SeeAlarm(felt.state.alarms[0].number, "repaired"))
    assert felt.state.alarms == ()


def test_one_alarm_stands_for_the_worst_line_until_all_are_well() -> None:
    felt = Felt().open().see(count(1_200, 30), count(1_200, 40, Machine.SHUFFLER))
    assert len(felt.events(e.AlarmRaised)) == 1
    felt.see(count(1_200, 0))
    assert up(felt) == [("A-304", "shoe_24")]
    felt.see(count(1_200, 0, Machine.SHUFFLER))
    assert up(felt) == []


def test_sensors_have_no_line_to_repeat_on() -> None:
    assert up(Felt().open().see(count(1_200, 90, Machine.CHIPS))) == []


def test_a_closed_table_counts_and_alarms_nobody() -> None:
    felt = Felt().see(count(1_200, 90))
    assert len(felt.events(e.LinesCounted)) == 1
    assert up(felt) == []


def test_a_window_holds_no_more_counts_than_it_needs() -> None:
    felt = Felt().open().see(*[count(200, 1)] * 5)
    assert felt.state.lines.of(Machine.SHOE) == LineWindow(((200, 1), (200, 1)))
    quiet = Felt().open().see(*[count(1, 0)] * 50)
    assert len(quiet.state.lines.of(Machine.SHOE).counts) == 24


def test_a_machine_is_named_once_and_again_when_its_program_is_another() -> None:
    first = MachineIdentity(Machine.SHOE, "shoe 17", "shoe", "2.3", "ab" * 32, True)
    other = MachineIdentity(Machine.SHOE, "shoe 17", "shoe", "2.4", "cd" * 32, False)
    felt = Felt().see(*[i.IdentityObserved(one) for one in (first, first, other)])
    assert [event.named for event in felt.events(e.MachineNamed)] == [first, other]
    assert felt.state.lines.identity(Machine.SHOE) == other
    assert felt.state.lines.identity(Machine.CHIPS) is None
