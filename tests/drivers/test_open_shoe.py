"""The shoe's driver against the shoe's twin, in virtual time."""

from __future__ import annotations

import random

import pytest
from virtual_table import VirtualTable

from controller.game.cards import DECK, Card, FaceDown
from controller.game.inputs import (
    CardObserved,
    CutCardObserved,
    Health,
    HealthObserved,
    IdentityObserved,
    Machine,
    ShoeObserved,
    TroubleObserved,
    UnreadableObserved,
)
from controller.game.requests import Lamp, LockShoe, SetLamps
from drivers.lines.frame import encode_frame
from drivers.lines.messages import Kind
from drivers.shoes.open_shoe import OpenShoe
from tests.law.requirements import requirement


def cards(observations: list[object]) -> list[Card]:
    return [o.card.turned_up() for o in observations if isinstance(o, CardObserved)]


def troubles(observations: list[object]) -> list[tuple[str, bool]]:
    return [(o.code, o.active) for o in observations if isinstance(o, TroubleObserved)]


def ready_shoe(level: str = "none", seed: int = 1):
    table = VirtualTable(seed, level)
    shoe = table.shoe()
    driver = OpenShoe(shoe.link, boot=0x10)
    shoe.act(lambda twin, now_ms: twin.load(DECK, now_ms))
    table.start(driver)
    driver.ask(LockShoe(False), table.now_ms)
    table.run(2_000)
    return table, shoe, driver


def draw(table, shoe) -> Card | None:
    return shoe.act(lambda twin, now_ms: twin.draw(now_ms))


def test_a_shoe_that_is_met_is_up_and_tells_its_state():
    table, _, _ = ready_shoe()
    assert HealthObserved(Machine.SHOE, Health.UP, "") in table.seen
    assert table.seen[-1] == ShoeObserved(locked=False, cards_left=52)


def test_every_card_is_seen_once_in_order_and_face_down():
    table, shoe, _ = ready_shoe()
    drawn = []
    for _ in range(52):
        drawn.append(draw(table, shoe))
        table.run(100)
    seen = [o for o in table.seen if isinstance(o, CardObserved)]
    assert drawn == list(DECK)
    assert cards(table.seen) == drawn
    assert all(type(o.card) is FaceDown for o in seen)
    assert "••" in repr(seen[51])
    assert "As" not in repr(seen[51])


def test_a_locked_shoe_gives_no_card_and_an_empty_one_neither():
    table, shoe, driver = ready_shoe()
    driver.ask(LockShoe(True), table.now_ms)
    assert table.run(50) == [ShoeObserved(locked=True, cards_left=52)]
    assert draw(table, shoe) is None
    driver.ask(LockShoe(False), table.now_ms)
    table.run(50)
    for _ in range(52):
        draw(table, shoe)
    seen = table.run(500)
    assert draw(table, shoe) is None
    assert seen[-2:] == [
        ShoeObserved(locked=False, cards_left=0),
        TroubleObserved(Machine.SHOE, "deck_ended"),
    ]
    shoe.act(lambda twin, now_ms: twin.load(DECK, now_ms))
    assert TroubleObserved(Machine.SHOE, "deck_ended", active=False) in table.run(50)


def test_the_lock_is_asked_again_until_the_shoe_reports_it():
    table, shoe, driver = ready_shoe()
    shoe.twin.locked = True  # somebody turned the key
    shoe.act(lambda twin, now_ms: twin._report(now_ms))
    table.run(50)
    assert table.seen[-2:] == [
        ShoeObserved(locked=True, cards_left=52),
        ShoeObserved(locked=False, cards_left=52),
    ]
    assert driver.due_ms is not None


def test_asking_twice_for_the_same_says_nothing_twice():
    table, _, driver = ready_shoe()
    before = driver.counters.frames_out
    for _ in range(50):
        driver.ask(LockShoe(False), table.now_ms)
        driver.ask(SetLamps((Lamp.DARK,) * 7), table.now_ms)
    assert driver.counters.frames_out == before


def test_a_lock_asked_while_the_shoe_is_away_is_reached_when_it_is_back():
    table, shoe, driver = ready_shoe()
    shoe.unplug()
    assert table.run(100) == [HealthObserved(Machine.SHOE, Health.ABSENT, "unplugged")]
    driver.ask(LockShoe(True), table.now_ms)
    table.run(1_000)
    assert not shoe.twin.locked
    shoe.replug()
    seen = table.run(1_000)
    assert seen[0] == HealthObserved(Machine.SHOE, Health.UP, "resumed")
    assert shoe.twin.locked
    assert seen[-1] == ShoeObserved(locked=True, cards_left=52)


def test_a_card_drawn_while_the_cable_is_out_is_told_once_when_it_is_back():
    table, shoe, _ = ready_shoe()
    draw(table, shoe)
    table.run(100)
    shoe.unplug()
    draw(table, shoe)
    draw(table, shoe)
    table.run(5_000)
    shoe.replug()
    table.run(1_000)
    assert cards(table.seen) == list(DECK[:3])
    assert troubles(table.seen) == []


def test_an_unreadable_card_and_the_cut_card_are_told():
    table, shoe, _ = ready_shoe()
    shoe.act(lambda twin, now_ms: twin.load(DECK, now_ms, cut_card_after=1))
    table.run(50)
    table.faults.order("unreadable", Machine.SHOE)
    draw(table, shoe)
    draw(table, shoe)
    assert table.run(50) == [UnreadableObserved(), CutCardObserved(), CardObserved(FaceDown(DECK[1]))]
    assert table.faults.met == {"unreadable": 1}


def test_a_misread_card_is_one_that_is_already_out():
    table, shoe, _ = ready_shoe()
    for _ in range(5):
        draw(table, shoe)
    table.faults.order("misread", Machine.SHOE)
    assert draw(table, shoe) is DECK[5]
    table.run(50)
    assert cards(table.seen)[5] in DECK[:5]


def test_a_reboot_in_mid_round_is_told_until_the_shoe_has_reported():
    table, shoe, _ = ready_shoe()
    draw(table, shoe)
    table.run(100)
    shoe.act(lambda twin, now_ms: twin.restart(0x99, now_ms))
    seen = table.run(1_000)
    assert troubles(seen) == [("rebooted", True), ("rebooted", False)]
    assert ShoeObserved(locked=True, cards_left=51) in seen
    assert seen[-1] == ShoeObserved(locked=False, cards_left=51)  # the lock wanted is asked afresh


def test_cards_that_left_during_a_reboot_show_as_a_count_that_does_not_match():
    table, shoe, _ = ready_shoe()
    draw(table, shoe)
    table.run(100)
    shoe.twin.draw(table.now_ms)
    shoe.act(lambda twin, now_ms: twin.restart(0x99, now_ms))
    assert ("count_mismatch", True) in troubles(table.run(1_000))
    shoe.act(lambda twin, now_ms: twin.load(DECK, now_ms))
    assert troubles(table.run(100)) == [("count_mismatch", False)]


def test_a_machine_that_falls_silent_is_degraded_then_lost_then_found_again():
    table, shoe, _ = ready_shoe()
    table.moving.remove(shoe)
    shoe._far.close()
    seen = table.run(3_000)
    assert seen == [
        HealthObserved(Machine.SHOE, Health.DEGRADED, "silence"),
        HealthObserved(Machine.SHOE, Health.LOST, "silence"),
    ]
    table.moving.append(shoe)
    shoe._far.open(shoe._arrive)
    assert table.run(1_000)[0] == HealthObserved(Machine.SHOE, Health.UP, "resumed")


@requirement("CS-15")
def test_another_firmware_than_the_approved_one_is_a_trouble():
    table = VirtualTable()
    shoe = table.shoe()
    table.start(OpenShoe(shoe.link, boot=1, firmware_sha256="00" * 32))
    assert ("firmware_changed", True) in troubles(table.run(500))
    table = VirtualTable()
    shoe = table.shoe()
    approved = shoe.twin.identity.firmware_sha256.hex()
    table.start(OpenShoe(shoe.link, boot=1, firmware_sha256=approved))
    assert troubles(table.run(500)) == []


@requirement("CS-15")
def test_each_other_program_is_a_trouble_of_its_own_though_the_one_before_was_allowed():
    table = VirtualTable()
    shoe = table.shoe()
    approved = shoe.twin.identity.firmware_sha256.hex()
    table.start(OpenShoe(shoe.link, boot=1, firmware_sha256=approved))
    table.run(500)
    for number in (1, 2):
        name = f"open-shoe 6.6.{number}"
        shoe.act(lambda twin, now_ms, name=name, boot=0x90 + number: twin.reflash(name, boot, now_ms))
        seen = table.run(3_000)
        assert ("firmware_changed", True) in troubles(seen)
        (named,) = [one.identity for one in seen if isinstance(one, IdentityObserved)]
        assert (named.firmware, named.reference) == (name, False)
    shoe.act(lambda twin, now_ms: twin.restart(0x99, now_ms))
    seen = table.run(3_000)
    assert "firmware_changed" not in dict(troubles(seen)), "the same program again is no other one"
    assert not any(isinstance(one, IdentityObserved) for one in seen)


def test_a_shuffler_on_the_port_of_the_shoe_is_a_foreign_machine():
    table = VirtualTable()
    table.start(OpenShoe(table.shuffler().link, boot=1))
    seen = table.run(5_000)
    assert troubles(seen) == [("foreign_machine", True)]
    assert HealthObserved(Machine.SHOE, Health.LOST, "no_answer") in seen


def test_a_shoe_of_boot_zero_is_turned_away_until_it_has_drawn_one():
    table = VirtualTable()
    shoe = table.shoe()
    shoe.twin._session._boot = 0
    table.start(OpenShoe(shoe.link, boot=1))
    seen = table.run(5_000)
    assert troubles(seen) == [("protocol_boot", True)]
    assert HealthObserved(Machine.SHOE, Health.LOST, "no_answer") in seen
    shoe.act(lambda twin, now_ms: twin.restart(0x51, now_ms))
    seen = table.run(1_000)
    assert ("protocol_boot", False) in troubles(seen)
    assert HealthObserved(Machine.SHOE, Health.UP, "") in seen


@pytest.mark.parametrize(
    ("kind", "payload", "code"),
    [
        (Kind.DECK_ORDER, b"", "deck_order_sent"),
        (Kind.DECK_ORDER, bytes(range(52)), "deck_order_sent"),
        (Kind.SHOE_STATE, b"\x02\x20", "malformed_message"),
        (Kind.SHUFFLER_JAM, b"\x00\x01", "foreign_message"),
        (Kind.LOCK_SHOE, b"\x01", "foreign_message"),
        (0x7F, b"", "malformed_message"),
    ],
)
def test_a_message_no_shoe_may_send_is_dropped_and_alarmed_once(kind, payload, code):
    table, shoe, _ = ready_shoe()
    next_number = shoe.twin._session._numbers.first
    for number in range(next_number, next_number + 3):
        shoe._far.write(encode_frame(kind, number, 2, 0x51, payload))
    assert table.run(100) == [TroubleObserved(Machine.SHOE, code)]


@pytest.mark.parametrize(
    ("kind", "payload"),
    [(Kind.CARD_DRAWN, b"\x34\x33"), (Kind.CARD_DRAWN, b"\x03"), (Kind.CARD_UNREADABLE, b"")],
)
def test_a_card_told_in_a_message_that_cannot_be_read_is_a_card_that_nobody_read(kind, payload):
    table, shoe, _ = ready_shoe()
    left = shoe.twin.cards_left
    number = shoe.twin._session._numbers.first
    shoe._far.write(encode_frame(kind, number, 2, 0x51, payload))
    shoe._far.write(encode_frame(Kind.CARD_DRAWN, number + 1, 2, 0x51, bytes((7, left - 2))))
    shoe._far.write(encode_frame(Kind.CARD_DRAWN, number + 2, 2, 0x51, bytes((8, left - 4))))
    seen = table.run(100)
    assert [one for one in seen if isinstance(one, UnreadableObserved)] == [UnreadableObserved()]
    assert cards(seen) == [DECK[7], DECK[8]]
    assert troubles(seen) == [("malformed_message", True), ("count_mismatch", True)]


def test_noise_on_the_line_is_a_trouble_that_ends_with_quiet():
    table, shoe, _ = ready_shoe()
    rng = random.Random(3)
    for _ in range(30):
        shoe._far.write(rng.randbytes(90) + b"\0")
    seen = table.run(200)
    assert troubles(seen) == [("line_noise", True)]
    assert cards(seen) == []
    assert troubles(table.run(11_000)) == [("line_noise", False)]
    draw(table, shoe)
    table.run(100)
    assert cards(table.seen) == [DECK[0]]


@pytest.mark.parametrize("seed", range(6))
def test_on_a_hard_line_every_card_is_seen_once_and_in_order(seed):
    """A card seen once however often it is repeated, and however often the cable is pulled."""
    table, shoe, driver = ready_shoe("hard", seed)
    shoe.twin._faults = None  # the eye reads well: it is the line that is tried here
    hands = random.Random(seed)
    drawn = []
    for _ in range(12):
        shoe.act(lambda twin, now_ms: twin.load(hands.sample(DECK, 52), now_ms))
        table.faults.order("unplug", Machine.SHOE)
        while shoe.twin.cards_left:
            drawn.append(draw(table, shoe))
            table.run(hands.choice((0, 5, 80, 400)))
    table.run(20_000)
    assert cards(table.seen) == drawn
    assert driver.counters.reconnections >= 10
    assert shoe.twin.counters.retries > 5
    assert {"drop", "repeat", "corrupt", "unplug"} <= set(table.faults.met)
    assert not {code for code, _ in troubles(table.seen)} - {"line_noise", "deck_ended"}


def test_the_same_seed_gives_the_same_night():
    def night() -> list[object]:
        table, shoe, _ = ready_shoe("hard", 5)
        for _ in range(40):
            draw(table, shoe)
            table.run(300)
        return [list(table.seen), table.faults.met, table.now_ms]

    assert night() == night()


def test_a_deck_taken_out_leaves_an_empty_shoe_and_no_alarm():
    table, shoe, _ = ready_shoe()
    draw(table, shoe)
    table.run(50)
    left = shoe.act(lambda twin, now_ms: twin.unload(now_ms))
    assert left == list(DECK[1:])
    assert table.run(50) == [ShoeObserved(locked=False, cards_left=0)]


def test_a_card_that_leaves_without_a_report_shows_in_the_shoes_own_count():
    table, shoe, _ = ready_shoe()
    draw(table, shoe)
    table.run(50)
    shoe.twin._drawn += 1  # the eye was covered
    draw(table, shoe)
    assert table.run(50)[1:] == [TroubleObserved(Machine.SHOE, "count_mismatch")]


def test_a_shoe_with_a_thermometer_tells_its_warmth_and_a_warm_one_is_a_trouble() -> None:
    table, shoe, driver = ready_shoe()
    assert driver.figures.celsius is None
    shoe.act(lambda twin, now_ms: twin.warm(41, now_ms))
    table.run(100)
    assert (driver.figures.celsius, driver.figures.limit_celsius) == (41, 55)
    for celsius, active in ((56, True), (54, False)):
        table.seen.clear()
        shoe.act(lambda twin, now_ms, celsius=celsius: twin.warm(celsius, now_ms))
        table.run(100)
        assert table.seen == [TroubleObserved(Machine.SHOE, "too_warm", active)]


@pytest.mark.parametrize(("wanted", "trouble"), [(True, "lock_stays_open"), (False, "lock_stays_shut")])
def test_a_shoe_whose_lock_does_not_turn_is_told_within_two_seconds_until_it_does(wanted, trouble):
    table, shoe, driver = ready_shoe()
    driver.ask(LockShoe(not wanted), table.now_ms)
    table.run(1_000)
    shoe.twin.lock_stuck = True
    driver.ask(LockShoe(wanted), table.now_ms)
    assert troubles(table.run(1_000)) == []
    assert troubles(table.run(1_000)) == [(trouble, True)]
    assert troubles(table.run(30_000)) == []
    shoe.twin.lock_stuck = False
    assert troubles(table.run(1_000)) == [(trouble, False)]
    assert shoe.twin.locked is wanted


def test_a_lock_is_given_its_time_to_turn_when_the_table_was_away_meanwhile():
    """A-231 blames a lock, never a table that did not come to hear what the shoe had answered."""
    table, shoe, driver = ready_shoe()
    driver.ask(LockShoe(False), table.now_ms)
    table.run(1_000)
    shoe.twin.lock_stuck = True
    driver.ask(LockShoe(True), table.now_ms)
    assert troubles(driver.tick(driver.due_ms + 5_000)) == []


def test_a_stuck_lock_is_no_trouble_any_more_once_the_table_wants_it_where_it_stands():
    table, shoe, driver = ready_shoe()
    shoe.twin.lock_stuck = True
    driver.ask(LockShoe(True), table.now_ms)
    assert troubles(table.run(2_000)) == [("lock_stays_open", True)]
    driver.ask(LockShoe(False), table.now_ms)
    assert troubles(table.run(1_000)) == [("lock_stays_open", False)]


@pytest.mark.parametrize("answers_ms", [40, 300])
def test_its_answer_is_timed_from_the_lock_that_is_wanted_to_the_lock_that_is_told(answers_ms):
    table, shoe, driver = ready_shoe()
    hear = shoe.twin._hear
    slow = []

    def later(kind, values, now_ms):
        slow.append((now_ms + answers_ms, kind, values))

    shoe.twin._hear = later
    for locked in (True, False):
        driver.ask(LockShoe(locked), table.now_ms)
        for _ in range(100):
            table.run(10)
            while slow and slow[0][0] <= table.now_ms:
                _, kind, values = slow.pop(0)
                shoe.act(lambda twin, now_ms, kind=kind, values=values: hear(kind, values, now_ms))
    assert answers_ms <= driver.figures.latency_ms <= answers_ms + 30
