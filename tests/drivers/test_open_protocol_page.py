"""The bytes printed in OPEN_PROTOCOL.md are those that two ends really say to one another."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from controller.game.cards import DECK
from controller.game.inputs import Health
from drivers.lines import session as sessions
from drivers.lines.frame import ENCODED_MAX, FrameDecoder, decode_frame, encode_frame
from drivers.lines.messages import SCHEMA_SHA256, Kind
from drivers.lines.numbering import QUEUE_MAX, WINDOW
from drivers.lines.session import Session
from drivers.lines.session_types import USUAL, Condition, Identity, PeerRefused
from drivers.shoes.open_shoe import ASK_AGAIN_MS, PATIENCE_MS

PAGE = (Path(__file__).parents[2] / "drivers" / "OPEN_PROTOCOL.md").read_text(encoding="utf-8")
ACE_OF_SPADES = DECK[51]
TABLE = Identity("tapis", "table", "")
SHOE = Identity("example", "shoe", "1.0")


def printed(title: str) -> list[tuple[str, str]]:
    """The lines `words: bytes in hex` of the block below this heading."""
    block = re.search(rf"### {title}\n.*?```\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None, title
    lines = [line.rpartition(": ") for line in block[1].splitlines() if line]
    return [(words, data) for words, _, data in lines]


def conversation() -> list[tuple[str, str]]:
    """A shoe is met, told to open, draws a card that nobody hears, and is met again after a break."""
    host = Session(TABLE, 0xA001, expects="shoe")
    shoe = Session(SHOE, 0xB007)
    told: list[tuple[str, str]] = []

    def say(end: Session, other: Session | None, words: str) -> None:
        data = end.take()
        told.append((words, data.hex()))
        if other is not None:
            other.feed(data, 0)

    host.opened(0)
    shoe.opened(0)
    say(host, shoe, "table: HELLO, call 1")
    shoe.send(Kind.SHOE_STATE, 0, locked=True, cards_left=52)
    say(shoe, host, "shoe: WELCOME, then message 0, SHOE_STATE locked 52")
    host.send(Kind.LOCK_SHOE, 0, locked=False)
    say(host, shoe, "table: ACK, then message 0, LOCK_SHOE open")
    shoe.send(Kind.SHOE_STATE, 0, locked=False, cards_left=52)
    say(shoe, host, "shoe: ACK, then message 1, SHOE_STATE open 52")
    say(host, shoe, "table: ACK of both")
    shoe.send(Kind.CARD_DRAWN, 0, card=ACE_OF_SPADES, cards_left=51)
    say(shoe, None, "shoe: message 2, CARD_DRAWN As 51, which is lost with the line")
    for end in (host, shoe):
        end.closed("unplugged")
        end.opened(0)
    say(host, shoe, "table: HELLO, call 2, heard 0000b007 up to message 1")
    shoe.send(Kind.SHOE_STATE, 0, locked=True, cards_left=51)
    say(shoe, host, "shoe: WELCOME resumed, then message 2 again, then message 3, SHOE_STATE locked 51")
    say(host, shoe, "table: ACK of both")
    assert host.outstanding == shoe.outstanding == 0
    return told


def test_the_conversation_of_the_page_is_what_both_ends_say() -> None:
    assert printed("A conversation") == conversation()


def bad_frames() -> list[tuple[str, str]]:
    good = encode_frame(Kind.CARD_DRAWN, 3, 2, 0xB007, bytes((51, 40)))
    flipped = bytes((*good[:-2], good[-2] ^ 1, 0))
    return [
        ("good", good.hex()),
        ("a bit of the CRC is wrong", flipped.hex()),
        ("its first byte was lost", good[1:].hex()),
        ("it was cut short", (good[:8] + b"\0").hex()),
        ("less than a header", "0301010101020100"),
        ("COBS points behind its end", "ff010203040500"),
    ]


def test_of_the_frames_of_the_page_the_first_is_read_and_all_others_are_dropped() -> None:
    assert printed("Frames to drop") == bad_frames()
    (_, good), *bad = printed("Frames to drop")
    assert decode_frame(bytes.fromhex(good)[:-1]) is not None
    for words, data in bad:
        decoder = FrameDecoder()
        assert (decoder.feed(bytes.fromhex(data)), decoder.damaged) == ([], 1), words


def test_the_digest_and_the_figures_of_the_page_are_those_of_the_program() -> None:
    assert SCHEMA_SHA256.hex() in PAGE
    for words in (
        f"heartbeat_ms` is {USUAL.heartbeat_ms}",
        f"| {USUAL.retry_ms} ms |",
        f"| {USUAL.retry_ms * (USUAL.retries + 1)} ms |",
        f"| {ASK_AGAIN_MS} ms |",
        f"| {PATIENCE_MS} ms |",
        f"| {USUAL.heartbeat_ms * USUAL.lost_after} ms |",
        f"| {USUAL.heartbeat_ms * USUAL.degraded_after} ms |",
        f"{QUEUE_MAX} messages",
        f"At most {WINDOW} are on the line",
        f"{ENCODED_MAX} bytes",
    ):
        assert words in PAGE, words


def test_a_machine_of_an_older_list_is_called_again_with_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    older = bytes(31) + b"\1"
    monkeypatch.setattr(sessions, "SPOKEN", (SCHEMA_SHA256, older))
    host = Session(TABLE, 0xA001, expects="shoe")
    shoe = Session(SHOE, 0xB007, schema=older)
    assert events_of(host, shoe)[-1] == Condition(Health.UP, "")
    assert host.met


def test_a_machine_of_an_unknown_list_is_refused() -> None:
    host = Session(TABLE, 0xA001, expects="shoe")
    shoe = Session(SHOE, 0xB007, schema=bytes(31) + b"\1")
    assert PeerRefused("schema_hash") in events_of(host, shoe)
    assert not host.met


def events_of(host: Session, shoe: Session) -> list[Any]:
    """What the host makes of the handshake, its calls said again for a while."""
    heard: list[Any] = []
    host.opened(0)
    shoe.opened(0)
    for now_ms in range(0, 1_000, 50):
        host.tick(now_ms)
        shoe.feed(host.take(), now_ms)
        heard += host.feed(shoe.take(), now_ms)
    return heard
