"""The scanner shoe: reports read as text, codes as cards, and the driver on its real USB link."""

from __future__ import annotations

import json
import queue
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_serial_links import SmallPump
from virtual_table import VirtualTable

from controller.clock import SystemClock
from controller.game.cards import DECK, Card, FaceDown, parse_cards
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
from controller.ports import LinkDown, LinkUp
from drivers.lines.hid_reports import KEYS, TEXT_MAX, KeyboardReader, PosReader, Scan, Spoilt
from drivers.lines.usb_claims import claim_keyboard, claim_scanner
from drivers.lines.usb_links import UsbLink
from drivers.shoes.card_codes import BadCodes, CardCodes
from drivers.shoes.hid_scanner import CUT_MS, HidScanner
from drivers.sim.carriers import MemoryCarrier
from drivers.sim.faults import Faults
from drivers.sim.hid_scanner import ScannerTwin, house_codes, scanner_device, told, typed
from drivers.sim.usb_backend import SimulatedBus
from drivers.sim.usb_carrier import UsbCarrier

GOLDEN = Path(__file__).parents[1] / "golden" / "captures"
CODES = house_codes()
MODES = {"keyboard": (KeyboardReader, typed, claim_keyboard), "pos": (PosReader, told, claim_scanner)}
PRINTED = "".join(sorted(set(KEYS.values())))
both_modes = pytest.mark.parametrize("mode", MODES)


def house(**extra: str) -> CardCodes:
    return CardCodes(CODES, no_read="NOREAD", cut_card="CUT", **extra)


def read(mode: str, data: bytes) -> list[Scan | Spoilt]:
    reader = MODES[mode][0]()
    size = reader.report_bytes
    said = [reader.feed(data[i : i + size]) for i in range(0, len(data), size)]
    return [one for one in said if one is not None]


class Listener:
    """The driver, without a line: what it observes of given items, at given instants."""

    def __init__(self, mode: str = "keyboard") -> None:
        self.driver = HidScanner(queue.SimpleQueue(), house(), mode)  # type: ignore[arg-type]
        self.mode = mode
        self.now_ms = 0

    def scan(self, text: str) -> list[object]:
        return self.driver.receive(MODES[self.mode][1](text), self.now_ms)


# --- reports as text -------------------------------------------------------------------------------


@both_modes
@given(text=st.text(PRINTED.replace(" ", ""), min_size=1, max_size=TEXT_MAX))
def test_what_a_scanner_reads_comes_out_as_it_is_printed(mode, text):
    assert read(mode, MODES[mode][1](text)) == [Scan(text)]


def test_a_key_that_stays_down_or_is_said_twice_counts_once():
    reports = [typed("As")[i : i + 8] for i in range(0, 6 * 8, 8)]
    doubled = b"".join(report * 2 for report in reports)
    assert read("keyboard", doubled) == [Scan("As")]


def test_two_keys_in_one_report_have_no_order_and_spoil_the_text():
    both = bytes((0, 0, 4, 5, 0, 0, 0, 0))
    assert read("keyboard", both + typed("1")) == [Spoilt(4)]
    assert read("keyboard", both + bytes(8) + typed("1") + typed("2")) == [Spoilt(5), Scan("2")]


def test_keys_that_roll_into_one_another_are_read_in_order():
    a, a_and_s, s = (bytes((0, 0, *keys, 0, 0, 0, 0)) for keys in ((4, 0), (4, 22), (22, 0)))
    assert read("keyboard", a + a_and_s + s + bytes(8) + typed("")) == [Scan("as")]


@pytest.mark.parametrize(
    "report", [bytes((0, 0, 1, 1, 1, 1, 1, 1)), bytes(7), bytes(9), bytes((4, 0, 4, 0, 0, 0, 0, 0))]
)
def test_a_doubtful_report_spoils_the_text_it_falls_in_and_no_other(report):
    reader = KeyboardReader()
    whole = typed("21007")
    said = [reader.feed(whole[i : i + 8]) for i in range(0, 16, 8)]
    said += [reader.feed(report), reader.feed(bytes(8))]
    said += [reader.feed(whole[i : i + 8]) for i in range(16, len(whole), 8)]
    said += [reader.feed(typed("7")[i : i + 8]) for i in range(0, 32, 8)]
    found = [one for one in said if one is not None]
    assert isinstance(found[0], Spoilt)
    assert found[1:] == [Scan("7")]


@both_modes
def test_a_text_that_never_ends_is_bounded_and_spoilt(mode):
    spoilt = read(mode, MODES[mode][1]("7" * 5_000))
    assert [type(one) for one in spoilt] == [Spoilt]


def test_a_code_longer_than_one_report_is_put_together():
    text = "x" * 60
    assert len(told(text)) == 128
    assert read("pos", told(text)) == [Scan(text)]


def test_an_end_of_line_of_the_scanner_is_not_part_of_the_code():
    report = bytearray(told("21000"))
    report[1], report[10:12] = 7, b"\r\n"
    assert read("pos", bytes(report)) == [Scan("21000")]


def test_a_text_never_shows_in_the_words_of_a_scan():
    assert repr(Scan("As")) == "Scan(<2 characters>)"


# --- the codes of a house --------------------------------------------------------------------------


def test_every_card_of_the_house_has_its_code():
    codes = house()
    assert [codes.card(codes.code_of(card)).turned_up() for card in DECK] == list(DECK)
    assert codes.card("0000000") is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"any": None}, "codes: no code for 2c"),
        ({"9": "2c"}, "2c has the code"),
        ({"9": "1x"}, "codes.9: unknown card '1x'"),
        ({"": "2c"}, "printable characters"),
        ({"a b": "2c"}, "without blanks"),
        ({"é": "2c"}, "printable characters"),
        ({"x" * 65: "2c"}, "1 to 64"),
    ],
)
def test_a_table_of_codes_that_is_not_one_of_a_deck_is_refused_by_name(change, words):
    first = next(code for code, card in CODES.items() if card == "2c")
    codes = dict(CODES)
    for code, card in change.items():
        if code != "9" or card != "2c":
            del codes[first]
        if card is not None:
            codes[code] = card
    with pytest.raises(BadCodes, match=words):
        CardCodes(codes)


def test_many_missing_cards_are_not_all_named():
    codes = {code: card for code, card in CODES.items() if card[0] not in "AKQ"}
    with pytest.raises(BadCodes, match="no code for Qc, Qd, Qh, Qs, Kc, Kd and 6 more"):
        CardCodes(codes)


def test_a_code_that_is_another_with_characters_missing_is_refused():
    codes = {("1" if card == "As" else code): card for code, card in CODES.items()}
    with pytest.raises(BadCodes, match="characters missing"):
        CardCodes(codes)


def test_the_codes_for_no_card_are_apart_from_those_of_cards():
    with pytest.raises(BadCodes, match="characters missing"):
        CardCodes(CODES, no_read="NO", cut_card="NOTE")


# --- the driver ------------------------------------------------------------------------------------


@both_modes
def test_every_card_comes_out_face_down_once(mode):
    listener = Listener(mode)
    seen = [one for card in DECK for one in listener.scan(house().code_of(card))]
    assert [type(one) for one in seen] == [CardObserved] * 52
    assert [one.card.turned_up() for one in seen] == list(DECK)
    assert not any(card.text in repr(seen) for card in DECK)


@both_modes
def test_a_card_scanned_twice_is_told_twice_for_the_table_to_judge(mode):
    listener = Listener(mode)
    code = house().code_of(DECK[7])
    assert listener.scan(code) == listener.scan(code) == [CardObserved(FaceDown(DECK[7]))]


def test_the_count_is_in_doubt_until_another_deck_is_dealt_and_no_double_scan_ends_it():
    listener, codes = Listener(), house()
    listener.driver.receive(LinkUp(), 0)
    listener.driver.ask(LockShoe(False), 0)
    for card in DECK[:3]:
        listener.scan(codes.code_of(card))
    listener.driver.receive(LinkDown("pulled"), 0)
    doubt = TroubleObserved(Machine.SHOE, "count_unknown")
    assert doubt in listener.driver.receive(LinkUp(), 0)
    over = TroubleObserved(Machine.SHOE, "count_unknown", active=False)
    assert over not in listener.scan(codes.code_of(DECK[2])) + listener.scan(codes.code_of(DECK[5]))
    listener.driver.ask(LockShoe(True), 0)
    assert over not in listener.driver.tick(0)
    assert over not in listener.scan(codes.code_of(DECK[1])), (
        "at which card it came again is nobody's to know"
    )
    assert listener.driver.due_ms is None
    listener.driver.ask(LockShoe(False), 0)
    assert listener.driver.due_ms == 0
    assert listener.driver.tick(0) == [over]
    listener.driver.receive(LinkDown("pulled"), 0)
    assert doubt in listener.driver.receive(LinkUp(), 0)
    listener.driver.ask(LockShoe(False), 0)
    listener.driver.receive(LinkDown("pulled"), 0)
    assert listener.driver.receive(LinkUp(), 0)[1:] == [over, doubt], "another deal is in doubt"


@pytest.mark.parametrize("lets_out", ["before", "meanwhile", "never"])
def test_the_count_is_in_doubt_only_if_the_table_let_cards_out_while_the_scanner_was_away(lets_out):
    driver = Listener().driver
    driver.receive(LinkUp(), 0)
    driver.ask(LockShoe(lets_out != "before"), 0)
    driver.receive(LinkDown("pulled"), 0)
    driver.ask(LockShoe(lets_out != "meanwhile"), 0)
    driver.ask(LockShoe(True), 0)
    doubt = TroubleObserved(Machine.SHOE, "count_unknown")
    assert (doubt in driver.receive(LinkUp(), 0)) is (lets_out != "never")


@both_modes
def test_an_unknown_code_is_an_unread_card_and_a_trouble_until_the_next_card(mode):
    listener = Listener(mode)
    assert listener.scan("5449000000996") == [
        UnreadableObserved(),
        TroubleObserved(Machine.SHOE, "code_unknown"),
    ]
    assert listener.scan("5449000000996") == [UnreadableObserved()]
    assert listener.scan(house().code_of(DECK[3])) == [
        CardObserved(FaceDown(DECK[3])),
        TroubleObserved(Machine.SHOE, "code_unknown", active=False),
    ]


@both_modes
def test_the_scanner_s_word_for_no_read_is_an_unread_card_and_no_trouble(mode):
    assert Listener(mode).scan("NOREAD") == [UnreadableObserved()]


@both_modes
def test_the_code_of_the_cut_card_is_the_cut_card(mode):
    assert Listener(mode).scan("CUT") == [CutCardObserved()]


def test_a_text_that_is_cut_short_is_an_unread_card_after_half_a_second():
    listener = Listener()
    assert listener.driver.due_ms is None
    assert listener.driver.receive(typed("2100")[:40], 1_000) == []
    assert listener.driver.due_ms == 1_000 + CUT_MS
    assert listener.driver.tick(1_000 + CUT_MS - 1) == []
    assert listener.driver.tick(1_000 + CUT_MS) == [
        UnreadableObserved(),
        TroubleObserved(Machine.SHOE, "code_spoilt"),
    ]
    assert listener.driver.due_ms is None
    assert isinstance(listener.scan(house().code_of(DECK[0]))[0], CardObserved)


# --- golden captures -------------------------------------------------------------------------------

SESSION = ("As", "Kd", "7h", "NOREAD", "Td", "CUT", "2c", "?")
"""What passes the scanner in the golden captures: cards, its own words, and a code of no house."""


def say_session(mode: str) -> bytes:
    codes = house()
    cards = {card.text: codes.code_of(card) for card in DECK}
    return b"".join(MODES[mode][1](cards.get(word, word)) for word in SESSION)


def understood(mode: str, data: bytes) -> list[dict[str, object]]:
    driver = HidScanner(queue.SimpleQueue(), house(), mode)  # type: ignore[arg-type]
    lines: list[dict[str, object]] = []
    for one in driver.receive(data, 0):
        if isinstance(one, CardObserved):
            lines.append({"kind": "card", "card": one.card.turned_up().text})
        elif isinstance(one, TroubleObserved):
            lines.append({"kind": "fault", "code": one.code, "active": one.active})
        else:
            lines.append({"kind": "unreadable" if isinstance(one, UnreadableObserved) else "cut_card"})
    return lines


@both_modes
def test_the_golden_capture_is_understood_as_it_was(mode):
    data = (GOLDEN / f"hid_scanner_{mode}.bin").read_bytes()
    lines = (GOLDEN / f"hid_scanner_{mode}.jsonl").read_text(encoding="utf-8").splitlines()
    assert understood(mode, data) == [json.loads(line) for line in lines]


@both_modes
def test_the_twin_says_today_what_it_said_then(mode):
    assert say_session(mode) == (GOLDEN / f"hid_scanner_{mode}.bin").read_bytes()


# --- noise -----------------------------------------------------------------------------------------


@both_modes
@given(data=st.binary(max_size=640))
def test_no_bytes_crash_the_reader_and_what_it_holds_is_bounded(mode, data):
    reader = MODES[mode][0]()
    for start in range(0, len(data), reader.report_bytes):
        said = reader.feed(data[start : start + reader.report_bytes])
        assert said is None or isinstance(said, Spoilt) or 0 < len(said.text) <= TEXT_MAX
    reader.cut()
    assert not reader.begun


@both_modes
@settings(max_examples=200)
@given(data=st.data())
def test_a_damaged_scan_never_becomes_another_card_and_the_next_is_read(mode, data):
    """One report of a scan lost, repeated or with one bit turned: the card or none, and the next is read.

    One digit turned into another is what the check digit of the codes is for.
    """
    reader_class, say, _ = MODES[mode]
    codes = house()
    card, after = data.draw(st.sampled_from(DECK)), data.draw(st.sampled_from(DECK))
    size = reader_class.report_bytes
    whole = say(codes.code_of(card))
    reports = [whole[i : i + size] for i in range(0, len(whole), size)]
    at = data.draw(st.integers(0, len(reports) - 1))
    fault = data.draw(st.sampled_from(("drop", "repeat", "corrupt")))
    if fault == "drop":
        del reports[at]
    elif fault == "repeat":
        reports.insert(at, reports[at])
    else:
        damaged = bytearray(reports[at])
        damaged[data.draw(st.integers(0, size - 1))] ^= 1 << data.draw(st.integers(0, 7))
        reports[at] = bytes(damaged)
    driver = HidScanner(queue.SimpleQueue(), codes, mode)  # type: ignore[arg-type]
    seen = [one for report in reports for one in driver.receive(report, 0)]
    seen += driver.tick(CUT_MS)
    assert {one.card for one in seen if isinstance(one, CardObserved)} <= {FaceDown(card)}
    resumed = [one for _ in range(3) for one in driver.receive(say(codes.code_of(after)), CUT_MS)]
    assert CardObserved(FaceDown(after)) in resumed


# --- on the USB link -------------------------------------------------------------------------------


def scanner_on_usb(mode: str, bus: SimulatedBus, faults: Faults | None = None):
    clock = SystemClock()
    twin = ScannerTwin(house(), mode, faults)
    carrier = UsbCarrier(twin, bus, scanner_device("SCAN-1", mode), clock, faults, twin.report_bytes)
    link = UsbLink(carrier.url, MODES[mode][2], backend=bus)
    return carrier, SmallPump(HidScanner(link, house(), mode))


def cards_of(seen: list[object]) -> list[Card]:
    return [one.card.turned_up() for one in seen if isinstance(one, CardObserved)]


@both_modes
def test_a_scanner_on_usb_deals_is_unplugged_and_deals_on_with_its_count_in_doubt(mode):
    carrier, pump = scanner_on_usb(mode, SimulatedBus())
    try:
        pump.until(lambda seen: HealthObserved(Machine.SHOE, Health.UP) in seen)
        pump.driver.ask(LockShoe(False), 0)
        carrier.act(lambda twin, now_ms: twin.load(DECK, now_ms))
        for _ in range(10):
            carrier.act(lambda twin, now_ms: twin.draw(now_ms))
        pump.until(lambda seen: len(cards_of(seen)) == 10)
        carrier.unplug()
        pump.until(lambda seen: isinstance(seen[-1], HealthObserved) and seen[-1].health is Health.ABSENT)
        assert carrier.act(lambda twin, now_ms: twin.draw(now_ms)) is DECK[10]  # nobody reads this one
        carrier.replug()
        pump.until(lambda seen: TroubleObserved(Machine.SHOE, "count_unknown") in seen)
        carrier.act(lambda twin, now_ms: twin.draw(now_ms))
        pump.until(lambda seen: len(cards_of(seen)) == 11)
        carrier.act(lambda twin, now_ms: twin.load(DECK, now_ms))
        carrier.act(lambda twin, now_ms: twin.draw(now_ms))
        pump.until(lambda seen: len(cards_of(seen)) == 12)
        pump.driver.ask(LockShoe(True), 0)
        pump.until(lambda seen: TroubleObserved(Machine.SHOE, "count_unknown", active=False) in seen)
    finally:
        pump.driver.stop()
        carrier.close()
    assert cards_of(pump.seen) == [*DECK[:10], DECK[11], DECK[0]]


@both_modes
def test_no_key_of_the_scanner_reaches_the_kernel_once_the_link_has_it(mode):
    bus = SimulatedBus()
    carrier, pump = scanner_on_usb(mode, bus)
    try:
        pump.until(lambda seen: HealthObserved(Machine.SHOE, Health.UP) in seen)
        assert not carrier.device.kernel
        carrier.act(lambda twin, now_ms: twin.load(parse_cards("As Kd"), now_ms))
        carrier.act(lambda twin, now_ms: twin.draw(now_ms))
        pump.until(lambda seen: len(cards_of(seen)) == 1)
    finally:
        pump.driver.stop()
    carrier.act(lambda twin, now_ms: twin.draw(now_ms))  # the table is gone: still no keys in a window
    carrier.close()
    assert carrier.device.typed == []
    if mode == "keyboard":
        assert (0x0B, 0, 0) in carrier.device.controlled  # boot protocol


def test_a_scanner_that_nobody_claims_types_into_the_kernel_in_the_simulation_too():
    bus = SimulatedBus()
    twin = ScannerTwin(house())
    carrier = UsbCarrier(twin, bus, scanner_device("SCAN-1"), SystemClock(), report_bytes=8)
    carrier.act(lambda twin, now_ms: twin.scan("7"))
    carrier.close()
    assert b"".join(carrier.device.typed) == typed("7")


@both_modes
def test_no_fault_of_the_line_makes_a_wrong_card(mode):
    """Hundreds of cards over a line that loses, repeats and damages reports one by one, in virtual time."""
    table = VirtualTable()
    faults = Faults(Random(11), "hard")
    twin = ScannerTwin(house(), mode, faults)
    carrier = MemoryCarrier(twin, table.clock, table.timeline.schedule, faults, latency_ms=1)
    table.moving.append(carrier)
    driver = HidScanner(carrier.link, house(), mode)
    table.start(driver)
    for _ in range(10):
        carrier.act(lambda twin, now_ms: twin.load(DECK, now_ms))
        for card in DECK:
            carrier.act(lambda twin, now_ms: twin.draw(now_ms))
            seen = cards_of(table.run(CUT_MS + 200))
            assert len(seen) <= 2  # a scan said twice is seen twice: the table holds the round
            # A misread is a card already out of the deck; anything else that is seen is the card itself.
            out = DECK[: DECK.index(card)]
            assert all(one is card or one in out for one in seen)
    assert sum(faults.met.values()) > 0
