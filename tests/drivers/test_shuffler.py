"""The shuffler's driver against the shuffler's twin, in virtual time."""

from __future__ import annotations

from collections import Counter

from virtual_table import VirtualTable

from controller.game.cards import DECK
from controller.game.inputs import (
    Health,
    HealthObserved,
    Machine,
    ShufflerMode,
    ShufflerObserved,
    TroubleObserved,
)
from drivers.shuffler import Shuffler

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
    assert seen == [RED_IN, TroubleObserved(Machine.SHUFFLER, f"jam_{stage}")]
    shuffler.act(lambda twin, now_ms: twin.clear_jam(now_ms))
    assert TroubleObserved(Machine.SHUFFLER, f"jam_{stage}", active=False) in table.run(100)
    assert table.run(46_000) == [RED_OUT]


def test_a_jam_that_outlasts_a_reboot_is_told_again():
    table, shuffler, _ = ready_shuffler()
    table.faults.order("jam", Machine.SHUFFLER)
    insert(shuffler, "red")
    table.run(46_000)
    shuffler.act(lambda twin, now_ms: twin.restart(0x77, now_ms))
    jam = f"jam_{shuffler.twin.jam}"
    told = [(o.code, o.active) for o in table.run(2_000) if isinstance(o, TroubleObserved)]
    assert told == [(jam, False), ("rebooted", True), ("rebooted", False), (jam, True)]


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
    assert table.run(100) == [empty, empty]


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
