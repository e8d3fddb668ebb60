"""The machine on which the table runs: its disk and its clock are alarms of their own, and blame nobody."""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import HostTrouble
from controller.game.machines.host import HOST_ALARMS
from controller.game.refusals import BADGE_CHEF, Refusal
from tests.builders import Felt

IN_DOUBT = i.HostObserved(HostTrouble.CLOCK, detail="ahead_7200")
RIGHT = i.HostObserved(HostTrouble.CLOCK, active=False)
LOOKED = i.Acknowledgement.CHECKED.value


def up(felt: Felt) -> list[tuple[str, int, str]]:
    return [(one.code, one.priority, one.detail) for one in felt.state.alarms]


@pytest.mark.parametrize("trouble", [HostTrouble.DISK_LOW, HostTrouble.DISK_SLOW])
def test_a_disk_is_an_alarm_while_it_is_full_or_slow_and_the_play_goes_on(trouble: HostTrouble) -> None:
    felt = Felt().open().see(i.HostObserved(trouble, detail="64"))
    assert up(felt) == [(*HOST_ALARMS[trouble], "64")]
    felt.see(i.HostObserved(trouble, detail="60"))
    assert len(felt.events(e.AlarmRaised)) == 1
    felt.stakes(s1=1000).close()
    felt.see(i.HostObserved(trouble, active=False))
    assert up(felt) == []


def test_on_a_clock_in_doubt_no_table_is_opened_until_a_chef_has_looked() -> None:
    felt = Felt().see(IN_DOUBT)
    assert up(felt) == [("A-104", 1, "ahead_7200")]
    assert felt.tap(i.OpenTable()) == Refusal("clock_in_doubt")
    (alarm,) = felt.state.alarms
    assert felt.tap(i.SeeAlarm(alarm.number, LOOKED)) == BADGE_CHEF
    felt.badge().do(i.SeeAlarm(alarm.number, LOOKED))
    assert felt.tap(i.OpenTable()) is None


def test_a_round_under_way_is_finished_on_a_clock_in_doubt_and_none_is_begun() -> None:
    felt = Felt().open().stakes(s1=1000).close().see(IN_DOUBT)
    felt.draw("Ah Ad Kh Qd").do(i.CallStreet()).draw("2s 7h 9c").do(i.CallStreet()).draw("Jd 3h").fold(1)
    felt.showdown().do(i.OpenSettlement()).settle()
    assert felt.tap(i.NextRound()) == Refusal("clock_in_doubt")
    felt.badge().do(i.SeeAlarm(felt.state.alarms[0].number, LOOKED))
    assert felt.tap(i.NextRound()) is None


def test_a_clock_put_right_meanwhile_holds_nothing_up_and_is_still_told() -> None:
    felt = Felt().see(IN_DOUBT, RIGHT)
    assert [one.over for one in felt.state.alarms] == [True]
    assert felt.tap(i.OpenTable()) is None


MOVED = i.HostObserved(HostTrouble.JOURNAL_MOVED, detail="UTH-2-000001.journal")
BACK = i.HostObserved(HostTrouble.JOURNAL_MOVED, active=False)
NO_MONEY = Refusal("journal_moved", facts=(("file", "UTH-2-000001.journal"),))


def test_a_journal_that_was_moved_takes_no_new_money_until_it_is_back() -> None:
    assert Felt().see(MOVED).tap(i.OpenTable()) == NO_MONEY
    felt = Felt().open().stakes(s1=1000).chips(1).see(MOVED)
    assert up(felt) == [("A-109", 1, "UTH-2-000001.journal")]
    assert felt.tap(i.CloseBets()) == NO_MONEY
    felt.see(BACK).do(i.CloseBets()).see(MOVED)
    felt.do(i.SeeAlarm(felt.state.alarms[0].number))
    assert felt.tap(i.CollectJp1()) == NO_MONEY, "seeing the alarm brings nothing back"
    assert not felt.events(e.ContributionAsked)
    felt.see(BACK).do(i.CollectJp1())
    assert up(felt) == []


def test_a_round_under_way_is_finished_while_the_journal_is_away_and_none_is_begun() -> None:
    felt = Felt().open().stakes(s1=1000).close().see(MOVED)
    felt.draw("Ah Ad Kh Qd").do(i.CallStreet()).draw("2s 7h 9c").do(i.CallStreet()).draw("Jd 3h").fold(1)
    felt.showdown().do(i.OpenSettlement()).settle()
    assert felt.tap(i.NextRound()) == NO_MONEY
    felt.see(BACK)
    assert felt.tap(i.NextRound()) is None
