"""The drivers of shoes that report by themselves, against their twins in virtual time."""

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
    Machine,
    TroubleObserved,
    UnreadableObserved,
)
from controller.game.requests import LockShoe
from drivers.shoes.angel_eye import CONFIRM_MS, AngelEye
from drivers.shoes.angel_eye_commands import ANSWER_MS, Answer, command
from drivers.shoes.angel_eye_reports import AngelEyeDecoder
from drivers.shoes.bee_tek import BeeTek
from drivers.shoes.listening import DOUBT_MS, NOISE_MS
from drivers.sim.angel_eye import AngelEyeTwin
from drivers.sim.bee_tek import BeeTekTwin

SHOES = {
    "angel-eye": (AngelEyeTwin, AngelEye, {}),
    "bee-tek": (BeeTekTwin, BeeTek, {}),
    "bee-tek, suit first": (BeeTekTwin, BeeTek, {"suit_first": True, "mode": "Game"}),
}
each_shoe = pytest.mark.parametrize("name", SHOES)


def cards(observations: list[object]) -> list[Card]:
    return [o.card.turned_up() for o in observations if isinstance(o, CardObserved)]


def troubles(observations: list[object]) -> list[tuple[str, bool]]:
    return [(o.code, o.active) for o in observations if isinstance(o, TroubleObserved)]


def ready(name: str, level: str = "none", seed: int = 1, **options: object):
    """A shoe with the whole deck in it, and its driver; the table deals."""
    table = VirtualTable(seed, level)
    make_twin, make_driver, words = SHOES[name]
    shoe = table._carry(make_twin(faults=table.faults, **words))
    driver = make_driver(shoe.link, **options)
    shoe.act(lambda twin, now_ms: twin.load(DECK, now_ms))
    table.start(driver)
    driver.ask(LockShoe(False), table.now_ms)
    table.run(1_000)
    return table, shoe, driver


def draw(table, shoe) -> Card | None:
    return shoe.act(lambda twin, now_ms: twin.draw(now_ms))


@each_shoe
def test_every_card_is_seen_once_in_order_and_face_down(name):
    table, shoe, _ = ready(name)
    for _ in range(52):
        draw(table, shoe)
        table.run(200)
    assert draw(table, shoe) is None
    assert cards(table.seen) == list(DECK)
    assert "As" not in repr([o for o in table.seen if isinstance(o, CardObserved)])
    assert troubles(table.seen) == []
    assert HealthObserved(Machine.SHOE, Health.UP) in table.seen


@each_shoe
def test_cards_drawn_faster_than_the_line_are_all_told(name):
    table, shoe, _ = ready(name)
    for _ in range(52):
        draw(table, shoe)
    table.run(52 * 3 * 20 + 1_000)
    assert cards(table.seen) == list(DECK)


@each_shoe
def test_a_card_the_eye_cannot_read_is_told_as_unreadable(name):
    table, shoe, _ = ready(name)
    table.faults.order("unreadable", Machine.SHOE)
    draw(table, shoe)
    draw(table, shoe)
    assert table.run(200) == [UnreadableObserved(), CardObserved(FaceDown(DECK[1]))]


@each_shoe
def test_a_card_of_another_deck_is_told_again_or_cannot_be_read(name):
    table, shoe, _ = ready(name)
    draw(table, shoe)
    table.run(200)
    table.faults.order("duplicate_card", Machine.SHOE)
    assert draw(table, shoe) is DECK[0]
    assert table.run(200) == [CardObserved(FaceDown(DECK[0]))]
    table.faults.order("foreign_card", Machine.SHOE)
    assert draw(table, shoe) is DECK[0]
    assert table.run(200) == [UnreadableObserved()]


@each_shoe
def test_a_cable_pulled_in_mid_deal_leaves_the_count_unknown_until_another_deck_is_dealt(name):
    table, shoe, driver = ready(name)
    draw(table, shoe)
    table.run(200)
    shoe.unplug()
    assert table.run(100) == [HealthObserved(Machine.SHOE, Health.ABSENT, "unplugged")]
    draw(table, shoe)
    table.run(500)
    shoe.replug()
    assert table.run(100) == [
        HealthObserved(Machine.SHOE, Health.UP, "reconnected"),
        TroubleObserved(Machine.SHOE, "count_unknown"),
    ]
    draw(table, shoe)
    table.run(200)
    assert cards(table.seen) == [DECK[0], DECK[2]]
    shoe.act(lambda twin, now_ms: twin.load(DECK, now_ms))
    draw(table, shoe)
    assert troubles(table.run(200)) == [], "at which card it came again is nobody's to know"
    driver.ask(LockShoe(True), table.now_ms)
    assert ("count_unknown", False) in troubles(table.run(200))


@each_shoe
def test_the_end_of_a_doubt_about_the_count_tells_nothing_of_the_cards(name):
    """The second deck begins with a card of the first, or with none for a while, or has none at all."""
    told = []
    for again in (0, 2, None):
        table, shoe, _ = ready(name)
        draw(table, shoe)
        table.run(200)
        shoe.unplug()
        table.run(100)
        shoe.replug()
        table.run(100)
        second = list(DECK[1:10])
        if again is not None:
            second.insert(again, DECK[0])
        shoe.act(lambda twin, now_ms, deck=second: twin.load(deck, now_ms))
        for _ in range(5):
            draw(table, shoe)
            table.run(200)
        told.append([one for one in table.seen if not isinstance(one, CardObserved)])
    assert told[0] == told[1] == told[2]


@each_shoe
def test_a_second_doubt_about_the_count_is_told_although_the_first_is_not_over(name):
    """The table went on with another deck, and the cable is out again before a card told so."""
    table, shoe, driver = ready(name)
    for once_more in (False, True):
        if once_more:
            driver.ask(LockShoe(True), table.now_ms)
            driver.ask(LockShoe(False), table.now_ms)
        draw(table, shoe)
        table.run(200)
        shoe.unplug()
        table.run(100)
        shoe.replug()
        assert ("count_unknown", True) in troubles(table.run(100))


@each_shoe
def test_a_deal_that_is_held_while_the_cable_is_out_is_in_doubt_all_the_same(name):
    table, shoe, driver = ready(name)
    shoe.unplug()
    table.run(100)
    driver.ask(LockShoe(True), table.now_ms)
    table.run(100)
    shoe.replug()
    assert ("count_unknown", True) in troubles(table.run(100))
    driver.ask(LockShoe(False), table.now_ms)
    table.run(100)


@each_shoe
def test_a_cable_pulled_between_deals_is_no_doubt(name):
    table, shoe, driver = ready(name)
    driver.ask(LockShoe(True), table.now_ms)
    shoe.unplug()
    table.run(500)
    shoe.replug()
    assert troubles(table.run(500)) == []


@each_shoe
def test_something_else_on_the_port_is_a_foreign_machine_until_the_shoe_is_heard(name):
    table, shoe, _ = ready(name)
    shoe.unplug()
    shoe.replug()
    table.run(100)
    rng = random.Random(4)
    for _ in range(20):
        shoe._far.write(rng.randbytes(100))
    assert ("foreign_machine", True) in troubles(table.run(100))
    draw(table, shoe)
    assert ("foreign_machine", False) in troubles(table.run(1_000))


@each_shoe
def test_noise_ends_with_quiet(name):
    table, shoe, _ = ready(name)
    shoe._far.write(b"\xff" * 60)
    assert troubles(table.run(1_000)) == [("line_noise", True)]
    assert ("line_noise", False) in troubles(table.run(NOISE_MS))
    assert cards(table.seen) == []


@each_shoe
def test_a_report_that_stops_in_the_middle_keeps_nothing_back_for_long(name):
    table, shoe, _ = ready(name)
    shoe._far.write(b"\x0512" if name == "angel-eye" else b"[Game]<Ca")
    table.run(1_000)
    draw(table, shoe)
    table.run(200)
    assert cards(table.seen) == [DECK[0]]
    assert table.drivers[0].due_ms is None or table.drivers[0].due_ms > table.now_ms


ON_A_SERIAL_LINE = ("drop", "repeat", "corrupt", "baud_glitch", "second_talker", "unplug")
"""What may befall a line that carries bytes in their order."""


@pytest.mark.parametrize("seed", range(5))
def test_on_a_bad_line_the_angel_eye_never_tells_a_wrong_card_and_loses_next_to_none(seed):
    table, shoe, _ = ready("angel-eye", seed=seed)
    dice = random.Random(seed)
    drawn: list[Card | None] = []
    for _ in range(4):
        shoe.act(lambda twin, now_ms: twin.load(DECK, now_ms))
        pulled = dice.randrange(52)
        for number in range(52):
            if dice.randrange(3) == 0:
                table.faults.order(dice.choice(ON_A_SERIAL_LINE[:-1]), Machine.SHOE)
            if number == pulled:
                table.faults.order("unplug", Machine.SHOE)
            drawn.append(draw(table, shoe))
            table.run(200)
    told = cards(table.seen)
    rest = iter(drawn)
    assert all(card in rest for card in told), "a card nobody drew, or out of order"
    assert len(told) >= len(drawn) - 4 * 27  # those of the while that the cable was out
    assert set(ON_A_SERIAL_LINE) <= set(table.faults.met)
    assert len(told) == len(drawn) or ("count_unknown", True) in troubles(table.seen)


@pytest.mark.parametrize("fault", ["drop", "corrupt"])
def test_a_copy_that_is_lost_or_damaged_costs_nothing(fault):
    table, shoe, _ = ready("angel-eye")
    table.run(200)
    table.faults.order(fault, Machine.SHOE)
    draw(table, shoe)
    table.run(200)
    assert cards(table.seen) == [DECK[0]]
    assert troubles(table.seen) == []


def test_a_card_of_which_every_copy_is_damaged_leaves_the_count_unknown():
    table, shoe, _ = ready("angel-eye")
    table.run(200)
    for _ in range(3):
        table.faults.order("corrupt", Machine.SHOE)
    draw(table, shoe)
    table.run(100)
    draw(table, shoe)
    table.run(200)
    assert cards(table.seen) == [DECK[1]]
    assert ("count_unknown", True) in troubles(table.seen)


def test_a_damaged_message_of_the_bee_tek_is_doubt_at_once():
    table, shoe, _ = ready("bee-tek")
    table.faults.order("corrupt", Machine.SHOE)
    draw(table, shoe)
    draw(table, shoe)
    seen = table.run(200)
    assert cards(seen) in ([DECK[1]], [DECK[0], DECK[1]])  # a line end may be what was damaged
    assert ("line_noise", True) in troubles(seen)


ACE = bytes.fromhex("0537440031033431")
DEUCE = bytes.fromhex("0537440032033432")  # the same sequence and a good check: two bits wrong, or more


def test_a_card_waits_for_its_twin_or_a_moment():
    table, shoe, _ = ready("angel-eye")
    shoe._far.write(ACE)
    assert table.run(CONFIRM_MS - 1) == []
    shoe._far.write(ACE)
    assert cards(table.run(2)) == [Card.parse("As")]
    shoe._far.write(ACE)
    assert table.run(1_000) == []
    shoe._far.write(bytes.fromhex("0538440032033444"))
    assert table.run(CONFIRM_MS - 1) == []
    assert cards(table.run(10)) == [Card.parse("2s")]


def test_a_card_alone_is_told_before_what_follows_it():
    table, shoe, _ = ready("angel-eye")
    shoe._far.write(ACE)
    shoe.act(lambda twin, now_ms: twin.report("C", (), now_ms))
    assert table.run(20) == [CardObserved(FaceDown(Card.parse("As"))), CutCardObserved()]


def test_a_card_whose_first_two_copies_disagree_is_unreadable():
    table, shoe, _ = ready("angel-eye")
    shoe._far.write(ACE + DEUCE + DEUCE)
    assert table.run(1_000) == [UnreadableObserved(), TroubleObserved(Machine.SHOE, "copies_disagree")]


def test_a_third_copy_that_disagrees_is_a_trouble_for_a_while():
    table, shoe, _ = ready("angel-eye")
    shoe._far.write(ACE + ACE + DEUCE)
    assert table.run(1_000) == [
        CardObserved(FaceDown(Card.parse("As"))),
        TroubleObserved(Machine.SHOE, "copies_disagree"),
    ]
    assert troubles(table.run(DOUBT_MS)) == [("copies_disagree", False)]


def test_a_fault_lasts_until_the_shoe_clears_it():
    table, shoe, _ = ready("angel-eye")
    shoe.act(lambda twin, now_ms: twin.report("E", (0x41,), now_ms))
    assert troubles(table.run(2 * DOUBT_MS)) == [("error_1", True)]
    shoe.act(lambda twin, now_ms: twin.report("e", (0x01,), now_ms))
    assert troubles(table.run(100)) == [("error_1", False)]


def test_an_overdraw_is_expected_at_a_table_of_ours_and_stops_nothing():
    table, shoe, driver = ready("angel-eye")
    for _ in range(20):
        draw(table, shoe)
        table.run(200)
    assert shoe.twin.error == 2
    assert HealthObserved(Machine.SHOE, Health.UP, "error_2") not in table.seen
    driver.ask(LockShoe(True), table.now_ms)
    table.run(100)
    driver.ask(LockShoe(False), table.now_ms)
    table.run(100)
    assert table.seen.count(HealthObserved(Machine.SHOE, Health.UP, "error_2")) == 1
    assert troubles(table.seen) == []
    assert cards(table.seen) == list(DECK[:20])
    table, shoe, _ = ready("angel-eye", expected_errors=())
    for _ in range(7):
        draw(table, shoe)
    assert troubles(table.run(1_000)) == [("error_2", True)]


@pytest.mark.parametrize("commands", [False, True])
@pytest.mark.parametrize("refusal", ["", "21", "11"])
def test_when_an_overdraw_comes_tells_nothing_of_the_first_cards(commands, refusal):
    """A natural ends the game of the shoe with four cards: its error comes with the fifth or the seventh."""
    told = []
    for first in (5, 6, 7):
        table, shoe, driver = ready("angel-eye", commands=commands)
        shoe.twin.refusal = refusal
        lines: list[object] = []
        driver.frames.tell = lines.append
        seen = []
        for number in range(1, 14):
            if number == first:
                shoe.act(lambda twin, now_ms: twin.report("E", (0x42,), now_ms))
            draw(table, shoe)
            before = len(table.seen)
            table.run(6_000)
            # Between two streets the table may lock the shoe while it waits for answers.
            if number in (6, 9):
                driver.ask(LockShoe(True), table.now_ms)
                table.run(2_000)
                driver.ask(LockShoe(False), table.now_ms)
                table.run(2_000)
            seen.append([one for one in table.seen[before:] if not isinstance(one, CardObserved)])
        figures = driver.figures
        told.append((seen, figures.words, figures.retries, figures.answers, [one.word for one in lines]))
    assert told[0] == told[1] == told[2]
    assert HealthObserved(Machine.SHOE, Health.UP, "error_2") in table.seen


def test_a_shoe_switched_on_in_mid_deal_is_told_and_its_faults_are_forgotten():
    table, shoe, _ = ready("angel-eye")
    shoe.act(lambda twin, now_ms: twin.report("E", (0x44,), now_ms))
    table.run(100)
    shoe.act(lambda twin, now_ms: twin.restart(1, now_ms))
    assert troubles(table.run(100)) == [("error_4", False), ("rebooted", True)]
    assert troubles(table.run(DOUBT_MS)) == [("rebooted", False)]


def test_the_cut_card_and_a_card_sent_again_are_told_as_such():
    table, shoe, _ = ready("angel-eye")
    shoe.act(lambda twin, now_ms: twin.load(DECK, now_ms, cut_card_after=1))
    draw(table, shoe)
    draw(table, shoe)
    shoe.act(lambda twin, now_ms: twin.repeat(DECK[0], now_ms))
    shoe.act(lambda twin, now_ms: twin.repeat(DECK[9], now_ms))
    assert table.run(1_000) == [
        CardObserved(FaceDown(DECK[0])),
        CutCardObserved(),
        CardObserved(FaceDown(DECK[1])),
        UnreadableObserved(),
    ]


def test_alarms_and_warnings_of_the_bee_tek_are_told():
    table, shoe, _ = ready("bee-tek")
    shoe.act(lambda twin, now_ms: twin.alarm("E3", "Card Not Read", now_ms))
    shoe.act(lambda twin, now_ms: twin.warn(1, now_ms))
    assert table.run(100) == [
        TroubleObserved(Machine.SHOE, "error_E3"),
        HealthObserved(Machine.SHOE, Health.UP, "W0x01"),
    ]
    assert troubles(table.run(DOUBT_MS)) == [("error_E3", False)]


# --- commands ----------------------------------------------------------------------------------------


def test_the_check_of_a_command_is_that_of_the_published_example():
    assert command("LK", 2) == bytes.fromhex("024F504C4B303203") + b"1B"
    assert command("LK", 2, bcc_includes_stx=False) == bytes.fromhex("024F504C4B303203") + b"19"
    assert command("EC", 7)[3:7] == b"EC07"


@each_shoe
def test_nothing_is_said_to_the_shoe_unless_the_house_allows_it(name):
    said: list[bytes] = []
    table, shoe, driver = ready(name)
    feed = shoe.twin.feed
    shoe.twin.feed = lambda data, now_ms: said.append(data) or feed(data, now_ms)
    for locked in (True, False, True):
        driver.ask(LockShoe(locked), table.now_ms)
        table.run(3_000)
    assert said == []
    assert not shoe.twin.locked


@pytest.mark.parametrize("includes", [True, False])
def test_a_shoe_that_may_be_told_is_locked_and_unlocked(includes):
    table, shoe, driver = ready("angel-eye", commands=True, bcc_includes_stx=includes)
    if not includes:
        assert ("refused_02", True) in troubles(table.seen)  # the check is not made as this shoe wants it
        shoe.twin._bcc_includes_stx = False
    driver.ask(LockShoe(True), table.now_ms)
    table.run(10_000)
    assert shoe.twin.locked
    assert draw(table, shoe) is None
    driver.ask(LockShoe(False), table.now_ms)
    table.run(1_500)
    assert draw(table, shoe) is DECK[0]
    table.run(200)
    assert cards(table.seen) == [DECK[0]]
    assert ("line_noise", True) not in troubles(table.seen)


def test_a_key_turned_by_hand_is_turned_back():
    table, shoe, _ = ready("angel-eye", commands=True)
    shoe.act(lambda twin, now_ms: twin.turn_key(True, now_ms))
    table.run(500)
    assert not shoe.twin.locked


def test_a_shoe_that_does_not_answer_is_asked_three_times_and_told():
    table, shoe, driver = ready("angel-eye", commands=True)
    shoe.twin._listens = False
    driver.ask(LockShoe(True), table.now_ms)
    assert troubles(table.run(3 * ANSWER_MS + 100)) == [("no_answer", True), ("lock_stays_open", True)]
    shoe.twin._listens = True
    assert sorted(troubles(table.run(10_000))) == [("lock_stays_open", False), ("no_answer", False)]
    assert shoe.twin.locked


@pytest.mark.parametrize(("refusal", "trouble"), [("21", "no_answer"), ("14", "refused_14")])
def test_a_shoe_that_refuses_is_told_with_its_code_and_asked_again_later(refusal, trouble):
    table, shoe, driver = ready("angel-eye", commands=True)
    shoe.twin.refusal = refusal
    driver.ask(LockShoe(True), table.now_ms)
    assert (trouble, True) in troubles(table.run(3_000))
    shoe.twin.refusal = ""
    table.run(10_000)
    assert shoe.twin.locked


def test_an_expected_error_is_cancelled_where_commands_are_allowed():
    table, shoe, _ = ready("angel-eye", commands=True)
    for _ in range(20):
        draw(table, shoe)
        table.run(1_000)
    assert shoe.twin.error == 0
    assert cards(table.seen) == list(DECK[:20])
    assert troubles(table.seen) == []


def test_a_refusal_of_one_byte_or_of_two_digits_is_the_same_refusal():
    for data, refusal in ((b"\x15\x21", "21"), (b"\x1521", "21"), (b"\x15FF", "FF"), (b"\x15\xff", "FF")):
        for size in (1, 2, 3):
            decoder = AngelEyeDecoder()
            decoder.awaited = True
            for at in range(0, len(data), size):
                assert decoder.feed(data[at : at + size]) == []
            assert (decoder.answers, decoder.awaited) == ([Answer(refusal)], False)
            assert decoder.damaged_bytes == 0


def test_an_answer_that_nobody_waits_for_is_damage():
    decoder = AngelEyeDecoder()
    decoder.feed(b"\x06\x1521")
    assert (decoder.answers, decoder.damaged_bytes) == ([], 4)
    decoder.awaited = True
    decoder.feed(b"\x15")
    assert decoder.finish() != []
    assert decoder.held_bytes == 0
