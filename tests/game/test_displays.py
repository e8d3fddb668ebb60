"""The screens that show the jackpot: JP1 is closed while none of them works (art. 55-20, 2°)."""

from __future__ import annotations

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game import views
from controller.game.react import react
from tests.builders import Felt


def table(**facts: object) -> Felt:
    return Felt(display_required=True, **facts)


def closings(felt: Felt) -> list[str]:
    return [one.code for one in felt.events(e.Jp1Closed) if isinstance(one, e.Jp1Closed)]


def test_a_book_that_is_read_opens_no_jp1_without_a_display() -> None:
    felt = table()
    assert closings(felt) == ["no_display"]
    assert not felt.events(e.Jp1Opened)
    assert not felt.state.alarms, "nobody plays yet"
    felt.open()
    assert [up.code for up in felt.state.alarms] == ["A-226"]


def test_a_display_that_comes_has_the_book_read_and_jp1_opens_by_that() -> None:
    felt = table().open().see(i.DisplaysObserved(1))
    assert closings(felt) == ["no_display", "not_read"]
    assert r.ReadMeter() in react(felt.state)
    assert not felt.state.alarms
    felt.see(i.MeterObserved(1, felt.meter_cents, 1))
    assert felt.state.jackpot.open


def test_jp1_closes_with_the_last_of_two_displays() -> None:
    felt = table().see(i.DisplaysObserved(2), i.MeterObserved(1, 1_000_000, 1)).open()
    felt.see(i.DisplaysObserved(1))
    assert felt.state.jackpot.open
    felt.see(i.DisplaysObserved(0))
    assert not felt.state.jackpot.open
    told = views.console(felt.state)["jackpot"]
    assert (told["open"], told["closed_code"]) == (False, "no_display")
    assert felt.events(e.JackpotInterrupted) == [], "no deal has met it yet"
    felt.stakes(s1=1000).do(i.CloseBets())
    assert [one.cause for one in felt.events(e.JackpotInterrupted)] == ["no_display"]  # type: ignore[attr-defined]


def test_the_book_is_called_silent_where_it_is_and_nowhere_else() -> None:
    """The list of devices had a silent book wherever JP1 was closed, for want of a display too."""

    def health() -> str:
        told = {one["machine"]: one["health"] for one in views.console(felt.state)["machines"]}
        return str(told["link"])

    felt = table().see(i.DisplaysObserved(1), i.MeterObserved(1, 1_000_000, 1)).open()
    assert health() == "up"
    felt.see(i.DisplaysObserved(0))
    assert (felt.state.jackpot.closed_code, health()) == ("no_display", "degraded")
    felt.see(i.DisplaysObserved(1))
    assert (felt.state.jackpot.closed_code, health()) == ("not_read", "absent")
    felt.see(i.MeterObserved(1, 1_000_000, 1), i.BookUnreachable("read", "timeout"))
    assert (felt.state.jackpot.closed_code, health()) == ("link_lost", "lost")


def test_a_count_that_is_told_again_says_nothing_new() -> None:
    felt = table().see(i.DisplaysObserved(1), i.DisplaysObserved(1))
    assert len(felt.events(e.DisplaysChanged)) == 1


def test_a_link_that_comes_back_does_not_open_jp1_without_a_display() -> None:
    felt = table().see(i.DisplaysObserved(1), i.MeterObserved(1, 1_000_000, 1)).open()
    felt.see(i.BookUnreachable("read", "timeout"), i.DisplaysObserved(0))
    assert felt.state.jackpot.closed_code == "link_lost"
    felt.see(i.MeterObserved(1, 1_000_000, 1))
    assert felt.state.jackpot.closed_code == "no_display"
    assert [up.code for up in felt.state.alarms] == ["A-226"]


def test_a_round_whose_stakes_are_in_the_book_plays_on_for_jp1() -> None:
    felt = table().see(i.DisplaysObserved(1), i.MeterObserved(1, 1_000_000, 1)).open()
    felt.stakes(s1=1000).chips(1).close().see(i.DisplaysObserved(0))
    assert felt.state.jp1_seats == (1,)


def test_stakes_that_are_latched_when_the_display_goes_out_are_given_back() -> None:
    felt = table().see(i.DisplaysObserved(1), i.MeterObserved(1, 1_000_000, 1)).open()
    felt.stakes(s1=1000).chips(1).do(i.CloseBets()).see(i.DisplaysObserved(0))
    refusal = felt.tap(i.CollectJp1())
    assert refusal is not None
    assert refusal.code == "jp1_closed"
    felt.do(i.GiveJp1Back())
    assert felt.state.jp1_seats == ()


def test_a_table_that_needs_no_display_keeps_no_count() -> None:
    felt = Felt().open().see(i.DisplaysObserved(1), i.DisplaysObserved(0))
    assert not felt.events(e.DisplaysChanged)
    assert felt.state.jackpot.open


def test_a_felt_without_jp1_needs_no_display() -> None:
    from controller.settings.rules import load_profile

    felt = Felt(load_profile("fr-55-20-2015"), display_required=True).open()
    assert not felt.state.alarms
    assert not felt.events(e.Jp1Closed)
