"""The shuffler's driver against the shuffler's twin, in virtual time."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from test_serial_links import SmallPump
from virtual_table import VirtualTable

from controller.clock import SystemClock
from controller.game.cards import DECK
from controller.game.inputs import (
    Health,
    HealthObserved,
    Machine,
    ShownEmptyObserved,
    ShufflerMode,
    ShufflerObserved,
    TroubleObserved,
)
from controller.game.requests import AwaitEmpty
from drivers.lines.links import SerialLink
from drivers.shuffler import Recovery, Shuffler
from drivers.sim.ptys import PtyCarrier
from drivers.sim.shuffler import ShufflerTwin
from tests.law.requirements import requirement

IDLE = ShufflerObserved(ShufflerMode.SHUFFLE, "", "", 0, False)
RED_IN = ShufflerObserved(ShufflerMode.SHUFFLE, "red", "", 0, False)
RED_OUT = ShufflerObserved(ShufflerMode.SHUFFLE, "", "red", 52, True)


def ready_shuffler(level: str = "none"):
    table = VirtualTable(1, level)
    shuffler = table.shuffler()
    driver = Shuffler(shuffler.link, boot=0x20)
    table.start(driver)
    table.run(500)
    return table, shuffler, driver


def trouble(code: str, *, active: bool = True) -> TroubleObserved:
    return TroubleObserved(Machine.SHUFFLER, code, active)


def insert(shuffler, colour: str) -> bool:
    return shuffler.act(lambda twin, now_ms: twin.insert(DECK, colour, now_ms))


def test_a_shuffler_that_is_met_is_up_and_tells_its_state():
    table, _, driver = ready_shuffler()
    assert table.seen == [HealthObserved(Machine.SHUFFLER, Health.UP, ""), IDLE]
    assert driver.cut_card


def test_a_deck_goes_in_and_comes_out_shuffled_counted_and_in_its_colour():
    table, shuffler, _ = ready_shuffler()
    assert insert(shuffler, "red")
    assert table.run(44_000) == [RED_IN]
    assert table.run(2_000) == [RED_OUT]
    cards, colour = shuffler.act(lambda twin, now_ms: twin.take_out(now_ms))
    assert colour == "red"
    assert Counter(cards) == Counter(DECK)
    assert cards != list(DECK)
    assert table.run(100) == [IDLE]


@requirement("CS-04")
def test_the_second_deck_waits_inside_for_the_tray():
    table, shuffler, _ = ready_shuffler()
    insert(shuffler, "red")
    table.run(46_000)
    assert insert(shuffler, "blue")
    assert not insert(shuffler, "red")
    seen = table.run(120_000)
    assert seen == [ShufflerObserved(ShufflerMode.SHUFFLE, "blue", "red", 52, True)]
    shuffler.act(lambda twin, now_ms: twin.take_out(now_ms))
    assert table.run(100)[-1] == ShufflerObserved(ShufflerMode.SHUFFLE, "", "blue", 52, True)


@requirement("CS-14")
def test_a_sorted_deck_says_so():
    table, shuffler, _ = ready_shuffler()
    shuffler.act(lambda twin, now_ms: twin.turn_mode(ShufflerMode.SORT, now_ms))
    insert(shuffler, "red")
    table.run(46_000)
    assert table.seen[-1] == ShufflerObserved(ShufflerMode.SORT, "", "red", 52, False)


def test_a_jam_is_told_with_its_stage_until_a_hand_clears_it():
    table, shuffler, _ = ready_shuffler()
    table.faults.order("jam", Machine.SHUFFLER)
    insert(shuffler, "red")
    seen = table.run(60_000)
    stage = shuffler.twin.jam
    jammed = replace(RED_IN, recovery="open_lid")
    assert seen == [RED_IN, trouble(f"jam_{stage}"), trouble("recount_due"), jammed]
    shuffler.act(lambda twin, now_ms: twin.clear_jam(now_ms))
    assert trouble(f"jam_{stage}", active=False) in table.run(100)
    assert table.run(46_000) == [trouble("recount_due", active=False), RED_OUT]


def test_a_jam_that_outlasts_a_reboot_is_told_again():
    table, shuffler, driver = ready_shuffler()
    table.faults.order("jam", Machine.SHUFFLER)
    insert(shuffler, "red")
    table.run(46_000)
    shuffler.act(lambda twin, now_ms: twin.restart(0x77, now_ms))
    jam = f"jam_{shuffler.twin.jam}"
    told = [(o.code, o.active) for o in table.run(2_000) if isinstance(o, TroubleObserved)]
    assert driver.recovery is Recovery.OPEN_LID
    assert told == [(jam, False), ("rebooted", True), ("rebooted", False), (jam, True)]


def test_a_jam_cleared_as_the_power_went_is_over_when_the_machine_is_back():
    table, shuffler, driver = ready_shuffler()
    table.faults.order("jam", Machine.SHUFFLER)
    insert(shuffler, "red")
    table.run(46_000)
    shuffler.act(lambda twin, now_ms: twin.lid(True, now_ms))
    table.run(100)

    def cleared_and_dark(twin, now_ms: int) -> None:
        twin.clear_jam(now_ms)
        twin.restart(0x77, now_ms)  # the end of the jam was not on the line yet

    shuffler.act(cleared_and_dark)
    table.run(2_000)
    assert driver.recovery is Recovery.CLOSE_LID
    assert driver.state.recovery == Recovery.CLOSE_LID
    shuffler.act(lambda twin, now_ms: twin.lid(False, now_ms))
    assert table.run(46_000)[-2:] == [trouble("recount_due", active=False), RED_OUT]
    assert driver.recovery is Recovery.NOTHING


def test_a_jam_that_outlasts_the_power_releases_no_deck():
    """The state comes before the jam, and the deck in the tray has been there all the while."""
    table, shuffler, driver = ready_shuffler()
    insert(shuffler, "red")
    table.run(46_000)
    insert(shuffler, "blue")

    def jam(twin, now_ms: int) -> None:
        twin.jam = "feed"  # as the other deck is fed: the twin itself jams over an empty tray alone
        twin._introduce(now_ms)

    shuffler.act(jam)
    table.run(100)
    shuffler.act(lambda twin, now_ms: twin.restart(0x77, now_ms))
    assert trouble("recount_due", active=False) not in table.run(2_000)
    assert driver.recovery is Recovery.OPEN_LID


def test_an_open_lid_is_told_and_stops_the_machine():
    table, shuffler, _ = ready_shuffler()
    insert(shuffler, "red")
    shuffler.act(lambda twin, now_ms: twin.lid(True, now_ms))
    assert table.run(100_000)[-1].lid_open
    shuffler.act(lambda twin, now_ms: twin.lid(False, now_ms))
    assert table.run(46_000)[-1] == RED_OUT


def test_an_empty_machine_is_shown_with_its_lid_open():
    table, shuffler, _ = ready_shuffler()
    assert shuffler.act(lambda twin, now_ms: twin.show_empty(now_ms))
    empty = ShufflerObserved(ShufflerMode.SHUFFLE, "", "", 0, False, lid_open=True)
    assert table.run(100) == [empty, empty, ShownEmptyObserved(lid_open=True, cards=0)]


def test_a_machine_that_is_to_be_shown_empty_is_told_so_and_takes_no_deck_until_it_was():
    table, shuffler, driver = ready_shuffler()
    for _ in range(2):
        driver.ask(AwaitEmpty(), table.now_ms)
    table.run(50)
    assert shuffler.twin.awaits_empty
    assert not insert(shuffler, "red")
    shuffler.act(lambda twin, now_ms: twin.show_empty(now_ms))
    assert ShownEmptyObserved(lid_open=True, cards=0) in table.run(100)
    assert not driver.awaits_empty
    shuffler.act(lambda twin, now_ms: twin.lid(False, now_ms))
    assert insert(shuffler, "red")


def test_a_machine_that_need_not_be_shown_empty_any_more_takes_decks_again():
    table, shuffler, driver = ready_shuffler()
    driver.ask(AwaitEmpty(), table.now_ms)
    table.run(50)
    for _ in range(2):
        driver.ask(AwaitEmpty(False), table.now_ms)
    table.run(50)
    assert not shuffler.twin.awaits_empty
    assert insert(shuffler, "red")


def test_a_deck_inside_is_finished_before_the_machine_is_shown_empty():
    table, shuffler, driver = ready_shuffler()
    insert(shuffler, "red")
    driver.ask(AwaitEmpty(), table.now_ms)
    assert table.run(46_000)[-1] == RED_OUT
    assert not shuffler.act(lambda twin, now_ms: twin.show_empty(now_ms)), "a deck lies in the tray"
    shuffler.act(lambda twin, now_ms: twin.take_out(now_ms))
    assert shuffler.act(lambda twin, now_ms: twin.show_empty(now_ms))


def test_a_machine_that_lost_its_power_is_asked_again_to_be_shown_empty():
    table, shuffler, driver = ready_shuffler()
    driver.ask(AwaitEmpty(), table.now_ms)
    table.run(50)
    shuffler.act(lambda twin, now_ms: twin.restart(0x77, now_ms))
    assert not shuffler.twin.awaits_empty
    table.run(1_000)
    assert shuffler.twin.awaits_empty


@requirement("CS-03")
def test_over_a_pty_the_machine_is_asked_pulled_out_and_shown_empty_when_it_is_back(tmp_path):
    carrier = PtyCarrier(ShufflerTwin(random.Random(1), boot=9), tmp_path / "shuffler", SystemClock())
    pump = SmallPump(Shuffler(SerialLink(carrier.url), boot=8))
    try:
        pump.until(lambda seen: HealthObserved(Machine.SHUFFLER, Health.UP) in seen)
        pump.driver.ask(AwaitEmpty(), pump.clock.now_ms())
        pump.until(lambda seen: carrier.twin.awaits_empty)
        carrier.unplug()
        pump.until(lambda seen: seen[-1].__class__ is HealthObserved and seen[-1].health is Health.ABSENT)
        carrier.act(lambda twin, now_ms: twin.restart(0x55, now_ms))
        carrier.replug()
        pump.until(lambda seen: carrier.twin.awaits_empty)
        assert carrier.act(lambda twin, now_ms: twin.show_empty(now_ms))
        pump.until(lambda seen: ShownEmptyObserved(lid_open=True, cards=0) in seen)
        assert not carrier.twin.awaits_empty
    finally:
        pump.driver.stop()
        carrier.close()


@requirement("CS-12")
def test_the_order_of_undealt_cards_is_dropped_and_alarmed_until_the_machine_is_restarted():
    table, shuffler, _ = ready_shuffler()
    for _ in range(3):
        shuffler.act(lambda twin, now_ms: twin.leak_order(now_ms))
    assert table.run(100) == [TroubleObserved(Machine.SHUFFLER, "deck_order_sent")]
    shuffler.act(lambda twin, now_ms: twin.restart(0x88, now_ms))
    assert TroubleObserved(Machine.SHUFFLER, "deck_order_sent", active=False) in table.run(2_000)


def test_the_same_seed_shuffles_the_same_deck():
    def deck() -> list[object]:
        table, shuffler, _ = ready_shuffler()
        insert(shuffler, "red")
        table.run(46_000)
        return shuffler.twin.take_out(table.now_ms)[0]

    assert deck() == deck()


# --- what the device's side of the card rules asks for ----------------------------------------------


@requirement("CS-18")
def test_the_way_out_of_a_jam_leads_step_by_step_to_a_full_count():
    table, shuffler, driver = ready_shuffler()
    assert driver.recovery is Recovery.NOTHING
    table.faults.order("jam", Machine.SHUFFLER)
    insert(shuffler, "red")
    table.run(46_000)
    steps = [driver.recovery]
    for hand in (
        lambda twin, now_ms: twin.lid(True, now_ms),
        lambda twin, now_ms: twin.clear_jam(now_ms),
        lambda twin, now_ms: twin.lid(False, now_ms),
    ):
        shuffler.act(hand)
        table.run(100)
        steps.append(driver.recovery)
    table.run(46_000)
    steps.append(driver.recovery)
    stage = steps[1]
    assert stage in {"clear_feed", "clear_shuffle", "clear_count", "clear_exit"}
    assert steps == ["open_lid", stage, "close_lid", "wait_for_count", ""]


def test_after_a_jam_a_deck_that_is_not_whole_is_no_recovery():
    table, shuffler, driver = ready_shuffler()
    table.faults.order("jam", Machine.SHUFFLER)
    shuffler.act(lambda twin, now_ms: twin.insert(DECK[:51], "red", now_ms))
    table.run(46_000)
    shuffler.act(lambda twin, now_ms: twin.clear_jam(now_ms))
    assert trouble("recount_due", active=False) not in table.run(60_000)
    assert driver.state.count == 51
    assert driver.recovery is Recovery.WAIT_FOR_COUNT


def test_an_open_lid_is_a_trouble_only_over_a_deck():
    table, shuffler, _ = ready_shuffler()
    shuffler.act(lambda twin, now_ms: twin.lid(True, now_ms))
    table.run(100)
    shuffler.act(lambda twin, now_ms: twin.lid(False, now_ms))
    insert(shuffler, "red")
    assert not any(isinstance(seen, TroubleObserved) for seen in table.run(100))
    shuffler.act(lambda twin, now_ms: twin.lid(True, now_ms))
    assert trouble("lid_open") in table.run(100)
    shuffler.act(lambda twin, now_ms: twin.lid(False, now_ms))
    assert trouble("lid_open", active=False) in table.run(100)


def through(table, shuffler, colour: str, deck=DECK) -> list:
    """A deck goes in, comes out and is taken away."""
    shuffler.act(lambda twin, now_ms: twin.insert(deck, colour, now_ms))
    table.run(46_000)
    shuffler.act(lambda twin, now_ms: twin.take_out(now_ms))
    table.run(100)
    return [seen for seen in table.seen if isinstance(seen, TroubleObserved)]


def test_the_colours_take_turns_and_the_same_one_twice_is_a_trouble_until_the_other_comes():
    table, shuffler, _ = ready_shuffler()
    through(table, shuffler, "red")
    assert through(table, shuffler, "blue") == []
    assert through(table, shuffler, "blue") == [trouble("wrong_colour")]
    assert through(table, shuffler, "red")[-1] == trouble("wrong_colour", active=False)


def test_a_deck_that_was_not_whole_may_come_again_in_its_colour():
    table, shuffler, _ = ready_shuffler()
    through(table, shuffler, "red", DECK[:50])
    assert through(table, shuffler, "red") == []


def test_two_decks_of_one_colour_are_a_trouble():
    table, shuffler, _ = ready_shuffler()
    insert(shuffler, "red")
    table.run(46_000)
    insert(shuffler, "red")
    assert trouble("wrong_colour") in table.run(100)


def test_a_deck_in_the_tray_without_its_cut_card_is_a_trouble():
    table, shuffler, driver = ready_shuffler()
    insert(shuffler, "red")
    table.run(46_000)
    shuffler.act(lambda twin, now_ms: twin.lose_cut_card(now_ms))
    assert trouble("cut_card_missing") in table.run(100)
    assert not driver.cut_card


@requirement("CS-03")
def test_being_shown_empty_is_kept_with_its_instant():
    table, shuffler, driver = ready_shuffler()
    assert driver.shown_empty_ms is None
    shuffler.act(lambda twin, now_ms: twin.show_empty(now_ms))
    shown_ms = table.now_ms
    table.run(100)
    assert shown_ms <= driver.shown_empty_ms <= shown_ms + 100


@requirement("CS-15")
def test_a_program_that_the_house_has_not_approved_is_a_trouble_until_the_approved_one_is_back():
    table = VirtualTable(1)
    shuffler = table.shuffler()
    driver = Shuffler(shuffler.link, boot=0x20, firmware_sha256=shuffler.twin.identity.firmware_sha256.hex())
    table.start(driver)
    assert not any(isinstance(seen, TroubleObserved) for seen in table.run(500))
    shuffler.act(lambda twin, now_ms: twin.reflash("open-shuffler 6.6.6", 0x91, now_ms))
    assert trouble("firmware_changed") in table.run(3_000)
    shuffler.act(lambda twin, now_ms: twin.reflash("open-shuffler 1.0", 0x92, now_ms))
    assert trouble("firmware_changed", active=False) in table.run(3_000)
