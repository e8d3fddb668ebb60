"""An alarm that nobody sees: how long it sounds, and when the pit is called (screens, section 8.1)."""

from __future__ import annotations

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.inputs import Machine
from controller.game.machines.alarms import resumption
from controller.game.machines.escalation import CHIME_MS, UNSEEN_MS
from controller.game.react import buzzer, react
from tests.builders import Felt
from tests.ui.states import royal_armed, royal_released


def trouble(code: str, active: bool = True) -> i.TroubleObserved:
    return i.TroubleObserved(Machine.SHUFFLER, code, active)


def wait(felt: Felt, ms: int) -> Felt:
    felt.now_ms += ms - 100
    return felt.see(i.TimeObserved(felt.now_ms + 100))


def woken_at(felt: Felt) -> list[int]:
    return [request.at_ms for request in react(felt.state) if isinstance(request, r.WakeAt)]


def test_the_table_asks_to_be_woken_when_the_minute_of_the_oldest_alarm_is_over() -> None:
    felt = Felt().open().see(trouble("jam_feed"))
    raised_ms = felt.now_ms
    felt.see(trouble("firmware_changed"))
    assert woken_at(felt) == [raised_ms + UNSEEN_MS]
    wait(felt, UNSEEN_MS - 100)
    assert felt.events(e.AlarmEscalated) == [e.AlarmEscalated(1)]
    assert woken_at(felt) == [raised_ms + 100 + UNSEEN_MS]
    wait(felt, 100)
    assert felt.events(e.AlarmEscalated) == [e.AlarmEscalated(1), e.AlarmEscalated(2)]
    assert woken_at(felt) == []


def test_a_critical_alarm_sounds_for_a_minute_and_a_high_one_until_it_is_seen() -> None:
    felt = Felt().open().see(trouble("firmware_changed"))
    assert buzzer(felt.state).sound is r.Sound.CRITICAL
    wait(felt, UNSEEN_MS)
    assert buzzer(felt.state).sound is r.Sound.SILENT
    felt.see(trouble("jam_feed"))
    wait(felt, UNSEEN_MS)
    assert buzzer(felt.state).sound is r.Sound.HIGH


def test_a_low_alarm_and_a_seen_one_never_call_the_pit() -> None:
    felt = Felt().open().see(trouble("line_noise"), trouble("jam_feed"))
    felt.badge().do(i.SeeAlarm(2, "checked")).see(i.BadgeGone())
    assert woken_at(felt) == []
    wait(felt, 10 * UNSEEN_MS)
    assert felt.events(e.AlarmEscalated) == []


def test_a_silenced_alarm_is_not_seen_and_calls_the_pit_all_the_same() -> None:
    felt = Felt().open().see(trouble("jam_feed")).do(i.SilenceAlarm(1))
    wait(felt, UNSEEN_MS)
    assert felt.events(e.AlarmEscalated) == [e.AlarmEscalated(1)]


def test_a_cause_that_comes_back_is_heard_again_and_has_its_minute_anew() -> None:
    felt = Felt().open().see(trouble("jam_feed")).do(i.SilenceAlarm(1))
    wait(felt, UNSEEN_MS)
    felt.see(trouble("jam_feed", active=False), trouble("jam_feed"))
    assert buzzer(felt.state).sound is r.Sound.HIGH
    assert woken_at(felt) == [felt.now_ms + UNSEEN_MS]


def test_the_pit_is_called_while_a_round_is_held_or_the_table_rests() -> None:
    felt = Felt().open().stakes(s1=1000).see(trouble("jam_feed")).do(i.DeclareIncident(i.Incident.EQUIPMENT))
    wait(felt, UNSEEN_MS)
    paused = Felt().open().see(trouble("jam_feed")).do(i.Pause())
    wait(paused, UNSEEN_MS)
    for one in (felt, paused):
        assert one.events(e.AlarmEscalated) == [e.AlarmEscalated(1)]


# --- what else is heard --------------------------------------------------------------------------


def test_the_sound_is_tried_when_the_table_opens_and_at_no_other_touch() -> None:
    felt = Felt()
    assert buzzer(felt.state).sound is r.Sound.SILENT
    felt.do(i.OpenTable())
    assert buzzer(felt.state).sound is r.Sound.TICK
    felt = Felt().open().stakes(s1=1000)
    assert buzzer(felt.state).sound is r.Sound.SILENT


def test_a_win_is_told_once_when_it_is_released_and_not_after_a_restart() -> None:
    felt = royal_armed()
    assert buzzer(felt.state).sound is not r.Sound.CHIME
    felt = royal_released()
    assert buzzer(felt.state).sound is r.Sound.CHIME
    felt._step(resumption(felt.state))
    assert buzzer(felt.state).sound is r.Sound.SILENT
    settled = royal_released()
    settled.now_ms += CHIME_MS
    settled.see(i.BadgeGone())
    assert buzzer(settled.state).sound is r.Sound.SILENT
    urgent = royal_released().see(trouble("jam_feed"))
    assert buzzer(urgent.state).sound is r.Sound.HIGH


def test_of_two_alarms_the_higher_one_sounds_and_then_the_other() -> None:
    felt = Felt().open().see(trouble("jam_feed"), trouble("firmware_changed"))
    assert buzzer(felt.state).sound is r.Sound.CRITICAL
    felt.do(i.SilenceAlarm(2))
    assert buzzer(felt.state).sound is r.Sound.HIGH
