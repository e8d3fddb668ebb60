"""The Bee-Tek's messages, character by character."""

from __future__ import annotations

import random

import pytest
from captures import GOLDEN, pieces
from hypothesis import given
from hypothesis import strategies as st

from controller.game.cards import DECK
from drivers.recordings.capture import decode_capture
from drivers.shoes.bee_tek import MESSAGE_MAX, BeeTekDecoder

CAPTURE = (GOLDEN / "bee_tek.bin").read_bytes()
TOLD = [
    {"kind": "card", "card": "Th"},
    {"kind": "unreadable"},
    {"kind": "card", "card": "4s"},
    {"kind": "card", "card": "Td"},
    {"kind": "card", "card": "Ah"},
    {"kind": "card", "card": "3h"},
    {"kind": "card", "card": "Td"},
    {"kind": "card", "card": "Qc"},
    {"kind": "card", "card": "Kc"},
    {"kind": "unreadable"},
    {"kind": "fault", "code": "E3", "active": True},
    {"kind": "fault", "code": "E12", "active": True},
    {"kind": "status", "name": "W0x01"},
    {"kind": "status", "name": "W0x1F"},
    {"kind": "damaged", "bytes": 15},  # no rank
    {"kind": "damaged", "bytes": 16},  # a letter too many
    {"kind": "damaged", "bytes": 15},  # no suit
    {"kind": "damaged", "bytes": 15},  # a mode that is none
    {"kind": "damaged", "bytes": 9},  # a card in no mode
    {"kind": "damaged", "bytes": 20},  # a card in the mode of alarms
    {"kind": "damaged", "bytes": 13},  # broken by the end of the line,
    {"kind": "damaged", "bytes": 2},  # of which this is the rest
    {"kind": "damaged", "bytes": 9},  # broken by the next message
    {"kind": "card", "card": "5c"},
    {"kind": "damaged", "bytes": 10},  # noise
    {"kind": "damaged", "bytes": 134},  # too long
    {"kind": "card", "card": "Jd"},
    {"kind": "damaged", "bytes": 13},  # broken off by the end of the capture
]


def told(data: bytes) -> list[dict[str, object]]:
    return list(decode_capture("bee-tek", data))


def test_the_golden_capture_is_decoded():
    assert told(CAPTURE) == TOLD


@pytest.mark.parametrize("size", range(1, 60))
def test_pieces_of_any_size_change_nothing(size):
    assert list(decode_capture("bee-tek", pieces(CAPTURE, size))) == TOLD


@pytest.mark.parametrize("mode", ["Game", "Manual Burn Cards", "GAME", "manual burn cards"])
def test_every_card_is_read_in_both_orders_and_in_any_case(mode):
    for card in DECK:
        rank, suit = card.text[0], card.text[1].upper()
        for ten in {rank, rank.replace("T", "10")}:
            for words in (ten + suit, suit + ten):
                for text in (words, words.lower(), words.upper()):
                    message = f"[{mode}]<Card:{text}>\r\n".encode("ascii")
                    assert told(message) == [{"kind": "card", "card": card.text}], message


@pytest.mark.parametrize(
    "message",
    [
        b"[Game]<Card:>",
        b"[Game]<Card:4>",
        b"[Game]<Card:S>",
        b"[Game]<Card:44>",
        b"[Game]<Card:SS>",
        b"[Game]<Card:11S>",
        b"[Game]<Card:0S>",
        b"[Game]<Card:4S4S>",
        b"[Game]<Card:4 S>",
        b"[Game]<Card 4S>",
        b"[Game]<4S>",
        b"[Gam]<Card:4S>",
        b"[]<Card:4S>",
        b"[Game<Card:4S>",
        b"Game]<Card:4S>",
        b"[Game]Card:4S>",
        b"[Game]<Card:4S",
        b"[GameAlarm]<Game>",
        b"[Game][Game]",
        b"[Game]<Alarm:>",
        b"<W0x>",
        b"<W0xG1>",
        b"<W1>",
        b"<Game>",
        b"[Game]<Card:4\xd3>",
    ],
)
def test_what_departs_from_the_form_is_damage_and_never_a_card(message):
    noise = [{"kind": "damaged", "bytes": len(message)}]
    four = {"kind": "card", "card": "4d"}
    assert told(message) == noise
    assert told(message + b"\r\n[Game]<Card:4D>") == [*noise, four]


def test_messages_need_nothing_between_them():
    assert told(b"[Game]<Card:4S>[Game]<Card:5S><W0x02>[Game]<Game>") == [
        {"kind": "card", "card": "4s"},
        {"kind": "card", "card": "5s"},
        {"kind": "status", "name": "W0x02"},
        {"kind": "unreadable"},
    ]


def test_the_same_card_twice_is_two_messages():
    assert told(b"[Game]<Card:4S>\r\n" * 2) == [{"kind": "card", "card": "4s"}] * 2


def test_an_over_long_line_costs_itself_and_nothing_after_it():
    line = b"[Game]<Card:4S" + b"S" * 100_000
    decoder = BeeTekDecoder()
    for piece in pieces(line, 1000):
        decoder.feed(piece)
        assert decoder.held_bytes <= MESSAGE_MAX
    assert decoder.damaged_bytes > len(line) - MESSAGE_MAX
    assert told(line + b">\r\n[Game]<Card:4S>") == [
        {"kind": "damaged", "bytes": len(line) + 1},
        {"kind": "card", "card": "4s"},
    ]


@given(
    st.lists(st.sampled_from([*b"[]<>\r\n :GameCard4S10HW1xBurn", 0, 255]), max_size=200), st.integers(1, 40)
)
def test_any_characters_in_any_pieces_mean_the_same(characters, size):
    data = bytes(characters)
    assert list(decode_capture("bee-tek", pieces(data, size))) == told(data)


@given(st.binary(max_size=400))
def test_no_bytes_at_all_are_refused(data):
    decoder = BeeTekDecoder()
    decoder.feed(data)
    assert decoder.held_bytes <= MESSAGE_MAX
    decoder.finish()
    assert decoder.held_bytes == 0
    assert decoder.damaged_bytes <= len(data)


def test_no_card_comes_out_of_noise():
    noise = random.Random(7).randbytes(200_000)
    assert {one["kind"] for one in told(noise)} == {"damaged"}
