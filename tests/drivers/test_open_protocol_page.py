"""The bytes printed in OPEN_PROTOCOL.md are those that two ends really say to one another."""

from __future__ import annotations

import re
from pathlib import Path

from drivers.lines.frame import ENCODED_MAX, FrameDecoder, decode_frame, encode_frame
from drivers.lines.messages import SCHEMA_SHA256, Kind
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
