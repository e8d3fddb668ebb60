"""What anybody may see of a frame: its bytes but those that can tell a card face down.

A card that was read is face down until it is turned up, so whoever reads a frame log, or looks at it at the
pit, must not be able to work one out. Two frames that differ in nothing but the card give the same line:

- The card's byte is masked, and so is every check over it: a CRC-32 or an XOR of fifty-two possible frames
  tells which of them it was. Every check is masked, so that nobody has to think which are safe.
- Lengths tell nothing: a masked field is as long for every card. A ten of the Bee-Tek shoe is longer than a
  nine, a code of the scanner as long as the house printed it, and COBS leaves another first byte where a card
  is code 0; so frames are told unpacked, those shoes' lines have one text for all cards, and a scan is one
  frame however many reports its keys took.
- Damaged bytes are never told, nor how many there were: a wrong check may hide a whole card.
- What a message carries is shown field by field where its declaration says what it is, and masked where the
  payload is not what its kind promises.
- The Angel Eye plays a baccarat of its own beside our game: where it puts a card, when its game ends (`G` and
  `P`) and when it finds a card one too many follow from the values of the first cards. Those reports are
  neither told nor counted, and position, kind of draw and the shoe's own sequence are masked in the rest.
- Acknowledgements count frames and carry no card. The instant is that of a frame's last byte: no beginning
  is told beside it, so no length can be had from the time it took.
"""

from __future__ import annotations

from typing import Final

from drivers.lines.frame import VERSION, Frame
from drivers.lines.messages import FORMS, MESSAGES, BadPayload

HIDDEN: Final = "··"
SHOWN_FORMS: Final = frozenset({"u8", "u16", "u32", "flag", "colour", "mode", "stage", "refusal"})
"""The forms of fields that are shown; a card, a text and a digest are not."""
CHECK: Final = HIDDEN * 4
SCAN: Final = f"{HIDDEN} {HIDDEN} {HIDDEN}"
"""Any text that a scanner read."""


def open_frame(frame: Frame) -> str:
    """A frame of the open protocol, unpacked: its header, its payload field by field, its check masked."""
    head = f"{frame.version:02X} {frame.kind:02X} {frame.seq:04X} {frame.ack:04X} {frame.boot:08X}"
    return " ".join([head, *_payload(frame), CHECK])


def _payload(frame: Frame) -> list[str]:
    message = MESSAGES.get(frame.kind) if frame.version == VERSION else None
    if message is None:
        return [HIDDEN]
    told, at = [], 0
    try:
        for field in message.fields:
            _, end = FORMS[field.form].unpack(frame.payload, at)
            shown = field.form in SHOWN_FORMS
            told.append(frame.payload[at:end].hex().upper() if shown else HIDDEN)
            at = end
    except BadPayload:
        return [HIDDEN]
    return told if at == len(frame.payload) else [HIDDEN]


def angel_eye(report: bytes) -> str:
    """A whole report of the Angel Eye: a card's by its outline, another's without sequence and check."""
    if report[2:3] in (b"D", b"d", b"R"):
        return " ".join(
            [report[:1].hex().upper(), *[HIDDEN] * 4, report[-3:-2].hex().upper(), HIDDEN, HIDDEN]
        )
    shown = report[2:-2].hex(" ").upper()
    return f"{report[:1].hex().upper()} {HIDDEN} {shown} {HIDDEN} {HIDDEN}"


ANGEL_EYE_UNTOLD: Final = b"GP"
"""Kinds of reports that follow from the values of the cards: neither told nor counted."""

BEE_TEK_CARD: Final = "<card:··>"
"""Any card of a Bee-Tek shoe."""
