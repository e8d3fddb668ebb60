"""A short session of the shoe, byte by byte: kept, decoded, and said again today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from virtual_table import VirtualTable

from controller.game.cards import parse_cards
from controller.game.inputs import CardObserved, CutCardObserved, Machine, UnreadableObserved
from controller.game.requests import LockShoe
from drivers.lines.frame import FrameDecoder, encode_frame
from drivers.lines.messages import SCHEMA_TEXT, Kind, pack
from drivers.recordings.capture import UnknownDriver, decode_capture
from drivers.shoes.open_shoe import OpenShoe
from tests.law.requirements import requirement

GOLDEN = Path(__file__).parents[1] / "golden" / "captures" / "open_shoe.bin"
PROTOCOL = Path(__file__).parents[2] / "drivers" / "OPEN_PROTOCOL.md"
CARDS = parse_cards("As Kd 7h 7c 2s Td")

TOLD = [
    {"kind": "status", "name": "welcome"},
    {"kind": "lock", "locked": True},
    {"kind": "lock", "locked": True},
    {"kind": "lock", "locked": False},
    {"kind": "card", "card": "As"},
    {"kind": "card", "card": "Kd"},
    {"kind": "damaged", "bytes": 17},
    {"kind": "card", "card": "7h"},
    {"kind": "unreadable"},
    {"kind": "cut_card"},
    {"kind": "card", "card": "2s"},
    {"kind": "lock", "locked": True},
]


def say_session() -> tuple[bytes, list[object]]:
    """What a shoe says in a short session with one frame damaged and one repeated; what its driver saw."""
    table = VirtualTable()
    shoe = table.shoe(boot=0x5E0E)
    driver = OpenShoe(shoe.link, boot=0x7AB1E)
    said = bytearray()
    receive = driver.receive

    def tap(item: object, now_ms: int) -> list[object]:
        if isinstance(item, bytes):
            said.extend(item)
        return receive(item, now_ms)

    driver.receive = tap
    table.start(driver)
    shoe.act(lambda twin, now_ms: twin.load(CARDS, now_ms, cut_card_after=4))
    table.run(100)
    driver.ask(LockShoe(False), table.now_ms)
    table.run(50)
    for fault in (None, "repeat", "corrupt", "unreadable", None):
        if fault is not None:
            table.faults.order(fault, Machine.SHOE)
        assert shoe.act(lambda twin, now_ms: twin.draw(now_ms)) is not None
        table.run(300)
    driver.ask(LockShoe(True), table.now_ms)
    table.run(50)
    return bytes(said), table.seen


def test_the_golden_capture_is_decoded():
    assert list(decode_capture("open", GOLDEN.read_bytes())) == TOLD


def test_the_driver_sees_the_same_cards_once():
    _, seen = say_session()
    drawn = [o for o in seen if isinstance(o, CardObserved | UnreadableObserved | CutCardObserved)]
    names = [o.card.turned_up().text if isinstance(o, CardObserved) else type(o).__name__ for o in drawn]
    assert names == ["As", "Kd", "7h", "UnreadableObserved", "CutCardObserved", "2s"]


def test_the_twin_says_today_what_it_said_when_the_capture_was_made():
    """Byte for byte: a change here is a change of protocol."""
    said, _ = say_session()
    assert said == GOLDEN.read_bytes()


@given(st.binary(max_size=600))
def test_any_bytes_are_decoded_to_something_and_noise_is_no_card(data):
    told = list(decode_capture("open", data))
    assert all(one["kind"] == "damaged" for one in told)


def test_a_capture_that_begins_in_the_middle_and_repeats_tells_each_card_once():
    cards = parse_cards("As Kd 7h")
    frames = [
        encode_frame(Kind.CARD_DRAWN, 70 + n, 5, 0xB0, pack(Kind.CARD_DRAWN, {"card": card, "cards_left": 9}))
        for n, card in enumerate(cards)
    ]
    stream = b"".join(frames[:2] + frames[:2] + frames[1:])
    assert [one["card"] for one in decode_capture("open", stream)] == ["As", "Kd", "7h"]


@requirement("CS-12")
def test_an_order_of_undealt_cards_is_a_fault_and_is_not_read():
    frame = encode_frame(Kind.DECK_ORDER, 0, 0, 0xB0, bytes(range(52)))
    assert list(decode_capture("open", frame)) == [
        {"kind": "fault", "code": "deck_order_sent", "active": True}
    ]


def test_an_unknown_driver_is_refused_by_name():
    with pytest.raises(UnknownDriver, match="telegraph"):
        decode_capture("telegraph", b"")


# --- the document ----------------------------------------------------------------------------------


def test_the_example_of_the_document_is_a_frame():
    text = PROTOCOL.read_text(encoding="utf-8")
    unpacked, packed = re.search(r"unpacked +([0-9a-f ]+)\n +packed +([0-9a-f ]+)\n", text).groups()
    (frame,) = FrameDecoder().feed(bytes.fromhex(packed))
    assert frame[1:] == (Kind.CARD_DRAWN, 3, 2, 0xB007, b"\x33\x28")
    assert bytes.fromhex(unpacked)[:-4] == bytes.fromhex("0120 0003 0002 0000b007 3328")


def test_the_schema_of_the_document_is_the_one_in_force():
    assert f"```\n{SCHEMA_TEXT}```" in PROTOCOL.read_text(encoding="utf-8")
