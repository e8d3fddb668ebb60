"""The bytes printed in OPEN_PROTOCOL.md are those that two ends really say to one another."""

from __future__ import annotations

import re
from pathlib import Path

from drivers.lines.frame import ENCODED_MAX, FrameDecoder, decode_frame, encode_frame
from drivers.lines.messages import SCHEMA_SHA256, Kind, pack
from drivers.lines.numbering import QUEUE_MAX, WINDOW
from drivers.lines.session_types import USUAL
from drivers.shoes.open_shoe import ASK_AGAIN_MS, PATIENCE_MS
from tests.drivers.vectors import conversation

PAGE = (Path(__file__).parents[2] / "drivers" / "OPEN_PROTOCOL.md").read_text(encoding="utf-8")


def printed(title: str) -> list[tuple[str, str]]:
    """The lines `words: bytes in hex` of the block below this heading."""
    block = re.search(rf"### {title}\n.*?```\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None, title
    lines = [line.rpartition(": ") for line in block[1].splitlines() if line]
    return [(words, data) for words, _, data in lines]


def test_the_conversation_of_the_page_is_what_both_ends_say() -> None:
    assert printed("A conversation") == conversation()


def other_frames() -> list[tuple[str, str]]:
    """The words of the page beside the frame that says this."""
    told: list[tuple[str, str]] = []

    def say(boot: int, seq: int, ack: int, kind: Kind, words: str, **values: object) -> None:
        told.append((words, encode_frame(kind, seq, ack, boot, pack(kind, values)).hex()))

    shoe, shuffler = 0xB007, 0xC009
    inside = {"mode": "shuffle", "deck_in": "red", "deck_out": "", "count": 0, "shuffled": False}
    inside |= {"lid_open": False, "cut_card": True}
    ready = inside | {"deck_in": "", "deck_out": "red", "count": 52, "shuffled": True}
    stranger = "shoe: HEARTBEAT to a stranger, in conversation with nobody"
    say(shoe, 0, 0, Kind.HEARTBEAT, stranger, heard_boot=0)
    say(shoe, 0, 2, Kind.HEARTBEAT, "shoe: HEARTBEAT, in conversation with 0000a001", heard_boot=0xA001)
    say(shoe, 4, 2, Kind.CARD_UNREADABLE, "shoe: message 4, CARD_UNREADABLE, 50 left", cards_left=50)
    say(shoe, 5, 2, Kind.CUT_CARD, "shoe: message 5, CUT_CARD, 50 left", cards_left=50)
    say(shoe, 6, 2, Kind.DECK_ENDED, "shoe: message 6, DECK_ENDED, open", locked=False)
    words = "shuffler: message 1, SHUFFLER_STATE, red inside, none in the tray"
    say(shuffler, 1, 0, Kind.SHUFFLER_STATE, words, **inside)
    words = "shuffler: message 2, SHUFFLER_STATE, red in the tray, 52, shuffled"
    say(shuffler, 2, 0, Kind.SHUFFLER_STATE, words, **ready)
    words = "shuffler: message 3, SHUFFLER_STATE, blue inside too"
    say(shuffler, 3, 0, Kind.SHUFFLER_STATE, words, **ready | {"deck_in": "blue"})
    for seq, active, words in ((4, True, "begins"), (5, False, "ends")):
        words = f"shuffler: message {seq}, SHUFFLER_JAM at count {words}"
        say(shuffler, seq, 0, Kind.SHUFFLER_JAM, words, stage="count", active=active)
    say(0xA001, 0, 6, Kind.SHOW_EMPTY, "table: message 0, SHOW_EMPTY awaited", awaited=True)
    say(shuffler, 6, 1, Kind.SHUFFLER_SHOWN_EMPTY, "shuffler: message 6, SHUFFLER_SHOWN_EMPTY")
    words = "shuffler: message 7, TEMPERATURE 41 of 60"
    say(shuffler, 7, 1, Kind.TEMPERATURE, words, celsius=41, limit_celsius=60)
    return told


def test_the_other_frames_of_the_page_say_what_stands_beside_them() -> None:
    """With the conversation every kind that an end may say has its bytes on the page."""
    assert printed("Other frames") == other_frames()
    both = printed("Other frames") + printed("A conversation")
    pieces = [piece for _, data in both for piece in bytes.fromhex(data).split(b"\0") if piece]
    shown = {frame.kind for piece in pieces if (frame := decode_frame(piece)) is not None}
    assert shown == set(Kind) - {Kind.DECK_ORDER}


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
