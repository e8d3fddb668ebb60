"""The Angel Eye's reports, byte by byte, against a capture written by hand from its description."""

from __future__ import annotations

import random

import pytest
from captures import GOLDEN, listed, pieces
from hypothesis import given
from hypothesis import strategies as st

from controller.game.cards import DECK
from drivers.recordings.capture import decode_capture
from drivers.shoes.angel_eye_reports import REPORT_MAX, AngelEyeDecoder

TOLD = [
    {"kind": "status", "name": "start"},
    {"kind": "status", "name": "stand_by"},
    {"kind": "status", "name": "preset_changed"},
    {"kind": "lock", "locked": False},
    {"kind": "card", "card": "As"},
    {"kind": "card", "card": "Kd"},
    {"kind": "damaged", "bytes": 8},
    {"kind": "card", "card": "7h"},
    {"kind": "damaged", "bytes": 5},
    {"kind": "card", "card": "Tc"},
    {"kind": "damaged", "bytes": 24},
    {"kind": "card", "card": "Qs"},
    {"kind": "unreadable"},
    {"kind": "unreadable"},
    {"kind": "card", "card": "2h"},
    {"kind": "fault", "code": 1, "active": True},
    {"kind": "fault_cleared", "code": 1},
    {"kind": "fault", "code": 2, "active": False},
    {"kind": "unreadable"},
    {"kind": "result"},
    {"kind": "card", "card": "Jd"},
    {"kind": "fault", "code": "copies_disagree", "active": True},
    {"kind": "lock", "locked": True},
    {"kind": "cut_card"},
    {"kind": "damaged", "bytes": 3},
    {"kind": "status", "name": "start"},
    {"kind": "card", "card": "As"},
    {"kind": "damaged", "bytes": 6},
]


def report(seq: str, kind: str, *payload: int) -> bytes:
    """One copy of a report, its check computed bit by bit and not by the driver."""
    body = [ord(seq), ord(kind), *payload, 0x03]
    bits = [sum(byte >> bit & 1 for byte in body) % 2 for bit in range(8)]
    check = sum(odd << bit for bit, odd in enumerate(bits))
    return bytes([0x05, *body]) + f"{check:02X}".encode("ascii")


def told(data: bytes) -> list[dict[str, object]]:
    return list(decode_capture("angel-eye", data))


def cards(data: bytes) -> list[object]:
    return [one["card"] for one in told(data) if one["kind"] == "card"]


def test_the_golden_capture_is_what_its_listing_says():
    assert listed("angel_eye.hex") == (GOLDEN / "angel_eye.bin").read_bytes()


def test_the_golden_capture_is_decoded():
    assert told(listed("angel_eye.hex")) == TOLD


@pytest.mark.parametrize("size", range(1, 40))
def test_pieces_of_any_size_change_nothing(size):
    assert list(decode_capture("angel-eye", pieces(listed("angel_eye.hex"), size))) == TOLD


def test_every_card_of_the_deck_is_named_by_its_byte():
    suits = {"d": 1, "c": 2, "s": 3, "h": 4}
    data = b""
    for number, card in enumerate(DECK):
        byte = suits[card.text[1]] << 4 | "?A23456789TJQK".index(card.text[0])
        data += report(chr(0x30 + number % 10), "D", 0x00, byte) * 3
    assert cards(data) == [card.text for card in DECK]


@pytest.mark.parametrize("byte", [0x00, 0x01, 0x0D, 0x10, 0x40, 0x0E, 0x1E, 0x2F, 0x51, 0x61, 0x7D])
@pytest.mark.parametrize("kind", "Dd")
def test_a_card_without_a_true_rank_and_suit_is_unreadable(kind, byte):
    assert told(report("0", kind, 0x05, byte) * 3) == [{"kind": "unreadable"}]


def test_each_copy_alone_suffices_whatever_befell_the_others():
    copy = report("5", "D", 0x03, 0x35)
    for whole in range(3):
        for at in range(len(copy)):
            damaged = bytearray(copy)
            damaged[at] ^= 0x40
            copies = [bytes(damaged)] * 3
            copies[whole] = copy
            assert cards(b"".join(copies)) == ["5s"], (whole, at)


def test_a_report_of_which_no_copy_is_whole_is_no_card():
    copy = report("5", "D", 0x03, 0x35)
    for at in range(len(copy)):
        for bit in range(8):
            damaged = bytearray(copy)
            damaged[at] ^= 1 << bit
            assert told(bytes(damaged) * 3) == [{"kind": "damaged", "bytes": 24}]


def test_the_check_is_in_upper_case():
    king = report("5", "D", 0x13, 0x1D)
    assert king[-2:] == b"7C"
    assert cards(king) == ["Kd"]
    assert told(king[:-1] + b"c") == [{"kind": "damaged", "bytes": 8}]


def test_the_same_sequence_with_other_bytes_is_a_fault_and_no_card():
    first, other = report("1", "D", 0, 0x31), report("1", "D", 0, 0x32)
    disagree = {"kind": "fault", "code": "copies_disagree", "active": True}
    ace = {"kind": "card", "card": "As"}
    assert told(first + other + other) == [ace, disagree]
    assert told(first + other + first) == [ace, disagree]
    assert told(first + other + first + report("2", "D", 0, 0x33)) == [
        ace,
        disagree,
        {"kind": "card", "card": "3s"},
    ]


def test_the_same_card_under_another_sequence_is_another_report():
    assert cards(report("1", "D", 0, 0x31) * 3 + report("2", "D", 0, 0x31) * 3) == ["As", "As"]


def test_a_start_clears_the_memory_of_the_report_before():
    ace, start = report("1", "D", 0, 0x31), report("1", "S")
    began = {"kind": "status", "name": "start"}
    assert told(ace * 3 + start * 3 + ace * 3) == [
        {"kind": "card", "card": "As"},
        began,
        {"kind": "card", "card": "As"},
    ]
    assert told(ace * 3 + start * 3 + report("2", "R", 0, 0x31) * 3)[1:] == [began, {"kind": "unreadable"}]


def test_a_card_sent_again_is_nothing_when_it_was_taken_and_unreadable_when_it_never_was():
    ace = report("1", "D", 0, 0x31) * 3
    assert told(ace + report("2", "R", 0, 0x31) * 3) == [{"kind": "card", "card": "As"}]
    assert told(ace + report("2", "R", 0, 0x32) * 3)[1:] == [{"kind": "unreadable"}]
    assert told(ace + report("2", "R", 0, 0x00) * 3)[1:] == [{"kind": "unreadable"}]
    outside = report("1", "d", 0x20, 0x31) * 3
    assert told(outside + report("2", "R", 0, 0x31) * 3) == [{"kind": "card", "card": "As"}]


def test_a_card_never_heard_and_sent_again_twice_is_one_unreadable_card():
    assert told(report("1", "R", 0, 0x31) * 3 + report("2", "R", 0, 0x31) * 3) == [{"kind": "unreadable"}]


@pytest.mark.parametrize(
    ("byte", "code", "active"), [(0x41, 1, True), (0x02, 2, False), (0x47, 7, True), (0x7F, 63, True)]
)
def test_an_error_has_a_code_and_says_whether_the_shoe_is_in_error_mode(byte, code, active):
    assert told(report("1", "E", byte)) == [{"kind": "fault", "code": code, "active": active}]
    assert told(report("1", "e", byte & 0x7F)) == [{"kind": "fault_cleared", "code": byte & 0x7F}]


@given(st.lists(st.sampled_from("SPCDRdGEeLM"), max_size=12), st.randoms(use_true_random=False))
def test_reports_of_any_payload_are_never_split(kinds, dice):
    """Any payload, ENQ and ETX among them: each report is taken whole."""
    sizes = {"D": 2, "R": 2, "d": 2, "G": 1, "E": 1, "e": 1, "L": 1, "M": 6}
    data = b""
    for number, kind in enumerate(kinds):
        payload = [dice.choice((0x03, 0x05, dice.randrange(128))) for _ in range(sizes.get(kind, 0))]
        data += report(chr(0x21 + number), kind, *payload) * 3
    decoder = AngelEyeDecoder()
    decoder.feed(data)
    assert (decoder.reports, decoder.copies) == (3 * len(kinds), 2 * len(kinds))
    assert (decoder.damaged_bytes, decoder.held_bytes) == (0, 0)


@given(st.binary(max_size=400), st.integers(1, 50))
def test_any_bytes_in_any_pieces_mean_the_same_and_are_all_accounted_for(data, size):
    assert list(decode_capture("angel-eye", pieces(data, size))) == told(data)
    decoder = AngelEyeDecoder()
    decoder.feed(data)
    assert decoder.held_bytes < REPORT_MAX
    decoder.finish()
    assert (decoder.damaged_bytes == len(data)) is (decoder.reports == 0)


def test_no_card_comes_out_of_noise():
    noise = random.Random(7).randbytes(200_000)
    assert cards(noise) == []
