"""The files of `drivers/vectors`: bytes with their meaning; `python -m tests.drivers.vectors` makes them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, Final

from controller.game.cards import DECK
from drivers.lines.frame import PAYLOAD_MAX, decode_frame, encode_frame, packed_with_crc
from drivers.lines.messages import MINOR, SPOKEN, Kind, pack, schema_text
from drivers.lines.session import Session
from drivers.lines.session_types import Identity
from tests.drivers.mutations import DAMAGE

FOLDER: Final = Path(__file__).parents[2] / "drivers" / "vectors"
TABLE: Final = Identity("tapis", "table", "")
SHOE: Final = Identity("example", "shoe", "1.0")
TABLE_BOOT, SHOE_BOOT = 0xA001, 0xB007
LENGTHS: Final = (0, 1, 2, 7, 100, 199, 200)
DAMAGED: Final = 10


def conversation() -> list[tuple[str, str]]:
    """A shoe is met, told to open, draws a card that nobody hears, and is met again after a break.

    What one end says at once, in words, and the bytes in hexadecimal digits.
    """
    host = Session(TABLE, TABLE_BOOT, expects="shoe")
    shoe = Session(SHOE, SHOE_BOOT)
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
    shoe.send(Kind.CARD_DRAWN, 0, card=DECK[51], cards_left=51)
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


def refusals() -> list[tuple[str, str]]:
    """What a shoe answers to a list that it does not know, and to another version."""
    told = []
    for words, schema, version in (("a list of zeros", bytes(32), 1), ("version 2", next(iter(SPOKEN)), 2)):
        values = {"call": 1, "heartbeat_ms": 250, "heard_boot": 0, **TABLE.as_fields(schema)}
        payload = pack(Kind.HELLO, values)
        hello = b"\0" + encode_frame(Kind.HELLO, 0, 0, TABLE_BOOT, payload, version)
        shoe = Session(SHOE, SHOE_BOOT)
        shoe.feed(hello, 0)
        told += [(f"table: HELLO with {words}", hello.hex()), ("shoe: WELCOME refused", shoe.take().hex())]
    return told


def frames() -> list[dict[str, Any]]:
    """Frames with their fields, and pieces that are none."""
    dice = Random(20)
    said: list[dict[str, Any]] = []
    whole = []
    for length in LENGTHS:
        for filled in (bytes(length), b"\1" * length, dice.randbytes(length)):
            fields = (
                dice.randrange(256),
                dice.randrange(65_536),
                dice.randrange(65_536),
                dice.getrandbits(32),
            )
            whole.append(encode_frame(*fields, filled))
            said.append(_verdict(f"a payload of {length} bytes", whole[-1]))
    for damage in DAMAGE:
        for _ in range(DAMAGED):
            data = bytearray(dice.choice(whole)[:-1])
            damage(dice, data, dice.choice(whole))
            piece = bytes(data).replace(b"\0", b"\1")
            if piece:
                said.append(_verdict(damage.__name__.replace("_", " "), piece + b"\0"))
    endless = packed_with_crc(bytes((1, 0x20, *bytes(8))) + bytes(PAYLOAD_MAX + 1))
    return [*said, _verdict("a payload of 201 bytes, its CRC right", endless)]


def _verdict(words: str, data: bytes) -> dict[str, Any]:
    frame = decode_frame(data[:-1])
    told: dict[str, Any] = {"what": words, "bytes": data.hex(), "frame": frame is not None}
    return told if frame is None else told | {**frame._asdict(), "payload": frame.payload.hex()}


def files() -> dict[str, str]:
    """What each file holds, by its name."""
    steps = {
        name: [*map(_step, told())] for name, told in (("conversation", conversation), ("refusals", refusals))
    }
    about = {"version": f"1.{MINOR}", "list_sha256": next(iter(SPOKEN)).hex()}
    boots = {"table_boot": TABLE_BOOT, "shoe_boot": SHOE_BOOT}
    lists = {f"list-1.{minor}.txt": schema_text(minor) for minor in range(MINOR + 1)}
    return {
        **lists,
        "conversation.json": _json({**about, **boots, **steps}),
        "frames.json": _json({**about, "frames": frames()}),
    }


def _step(told: tuple[str, str]) -> dict[str, str]:
    end, _, words = told[0].partition(": ")
    return {"end": end, "says": words, "bytes": told[1]}


def _json(value: Any) -> str:
    return json.dumps(value, indent=1) + "\n"


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
