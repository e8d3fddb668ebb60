"""The messages of the open protocol, declared once for the driver and for the machine.

Both ends read this table, and each tells the other its SHA-256 at the handshake, so that two programs
of different opinions never talk past one another. A card travels as its code 0 to 51 and is face down
from the moment it is unpacked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from hashlib import sha256
from typing import Any, Final, NamedTuple

from controller.game.cards import DECK, Card, FaceDown

TEXT_MAX: Final = 32
"""Bytes of UTF-8 in a text field."""


class Kind(IntEnum):
    """What a frame says. Below 0x10 the frames that keep the line; above, numbered messages."""

    HELLO = 0x01
    WELCOME = 0x02
    ACK = 0x03
    HEARTBEAT = 0x04
    SHUFFLER_STATE = 0x10
    SHUFFLER_JAM = 0x11
    SHUFFLER_SHOWN_EMPTY = 0x12
    DECK_ORDER = 0x1F
    CARD_DRAWN = 0x20
    CARD_UNREADABLE = 0x21
    CUT_CARD = 0x22
    SHOE_STATE = 0x23
    DECK_ENDED = 0x24
    LOCK_SHOE = 0x28
    SHOW_EMPTY = 0x29
    TEMPERATURE = 0x30


FIRST_NUMBERED: Final = 0x10
"""Kinds from here on carry a sequence number, are acknowledged, and arrive once and in order."""


class Field(NamedTuple):
    """One value of a payload; `form` is a key of `FORMS`."""

    name: str
    form: str


class Message(NamedTuple):
    """What a kind carries, and who says it: `host`, a machine's name, or `both`.

    `since` is the minor version whose list has it first (OPEN_PROTOCOL.md, section 5).
    """

    kind: Kind
    sender: str
    fields: tuple[Field, ...]
    since: int = 0


class BadPayload(ValueError):
    """A payload is not what its kind promises. Never names a value: it might be a card."""


Pack = Callable[[Any], bytes]
Unpack = Callable[[bytes, int], tuple[Any, int]]


class Form(NamedTuple):
    """How one value lies in the payload.

    `rule` is its line in the schema; `since` the minor version that has it first.
    """

    rule: str
    pack: Pack
    unpack: Unpack
    since: int = 0


def _number(size: int) -> Form:
    def pack(value: int) -> bytes:
        return value.to_bytes(size, "big")

    def unpack(data: bytes, at: int) -> tuple[int, int]:
        end = at + size
        if end > len(data):
            raise BadPayload("too short")
        return int.from_bytes(data[at:end], "big"), end

    return Form(f"unsigned {8 * size} bits big-endian", pack, unpack)


def _choice(*values: Any) -> Form:
    codes = {value: bytes((code,)) for code, value in enumerate(values)}

    def unpack(data: bytes, at: int) -> tuple[Any, int]:
        if at >= len(data):
            raise BadPayload("too short")
        if data[at] >= len(values):
            raise BadPayload("unknown choice")
        return values[data[at]], at + 1

    names = " ".join(f"{code}={str(value).lower() or 'none'}" for code, value in enumerate(values))
    return Form(f"unsigned 8 bits: {names}", codes.__getitem__, unpack)


def _text() -> Form:
    def pack(value: str) -> bytes:
        data = value.encode()
        if len(data) > TEXT_MAX:
            raise ValueError(f"{value!r} is longer than {TEXT_MAX} bytes")
        return bytes((len(data),)) + data

    def unpack(data: bytes, at: int) -> tuple[str, int]:
        if at >= len(data) or data[at] > TEXT_MAX or at + 1 + data[at] > len(data):
            raise BadPayload("no text")
        end = at + 1 + data[at]
        try:
            return data[at + 1 : end].decode(), end
        except UnicodeDecodeError:
            raise BadPayload("no text") from None

    return Form(f"unsigned 8 bits length up to {TEXT_MAX}, then UTF-8", pack, unpack)


def _digest() -> Form:
    def pack(value: bytes) -> bytes:
        if len(value) != 32:
            raise ValueError(f"a digest of {len(value)} bytes, not 32")
        return value

    def unpack(data: bytes, at: int) -> tuple[bytes, int]:
        if at + 32 > len(data):
            raise BadPayload("too short")
        return data[at : at + 32], at + 32

    return Form("32 bytes", pack, unpack)


def _card() -> Form:
    def pack(value: Card) -> bytes:
        return bytes((value.code,))  # only a machine, which sees the card, ever packs one

    def unpack(data: bytes, at: int) -> tuple[FaceDown, int]:
        if at >= len(data):
            raise BadPayload("too short")
        if data[at] >= len(DECK):
            raise BadPayload("no card")
        return FaceDown(DECK[data[at]]), at + 1

    order = " ".join(card.text for card in DECK)
    return Form(f"unsigned 8 bits: index in {order}", pack, unpack)


FORMS: Final[Mapping[str, Form]] = {
    "u8": _number(1),
    "u16": _number(2),
    "u32": _number(4),
    "flag": _choice(False, True),
    "text": _text(),
    "digest": _digest(),
    "card": _card(),
    "colour": _choice("", "red", "blue"),
    "mode": _choice("shuffle", "sort"),
    "stage": _choice("feed", "shuffle", "count", "exit"),
    "refusal": _choice("", "protocol_version", "schema_hash"),
}

_IDENTITY: Final = (
    Field("name", "text"),
    Field("machine", "text"),
    Field("firmware", "text"),
    Field("firmware_sha256", "digest"),
    Field("protocol", "u8"),
    Field("schema", "digest"),
)

TABLE: Final = (
    Message(
        Kind.HELLO,
        "host",
        (Field("call", "u16"), Field("heartbeat_ms", "u32"), Field("heard_boot", "u32"), *_IDENTITY),
    ),
    Message(
        Kind.WELCOME,
        "machine",
        (Field("call", "u16"), Field("resumed", "flag"), Field("refused", "refusal"), *_IDENTITY),
    ),
    Message(Kind.ACK, "both", ()),
    Message(Kind.HEARTBEAT, "both", (Field("heard_boot", "u32"),)),
    Message(
        Kind.SHUFFLER_STATE,
        "shuffler",
        (
            Field("mode", "mode"),
            Field("deck_in", "colour"),
            Field("deck_out", "colour"),
            Field("count", "u8"),
            Field("shuffled", "flag"),
            Field("lid_open", "flag"),
            Field("cut_card", "flag"),
        ),
    ),
    Message(Kind.SHUFFLER_JAM, "shuffler", (Field("stage", "stage"), Field("active", "flag"))),
    Message(Kind.SHUFFLER_SHOWN_EMPTY, "shuffler", ()),
    Message(Kind.DECK_ORDER, "forbidden", ()),
    Message(Kind.CARD_DRAWN, "shoe", (Field("card", "card"), Field("cards_left", "u8"))),
    Message(Kind.CARD_UNREADABLE, "shoe", (Field("cards_left", "u8"),)),
    Message(Kind.CUT_CARD, "shoe", (Field("cards_left", "u8"),)),
    Message(Kind.SHOE_STATE, "shoe", (Field("locked", "flag"), Field("cards_left", "u8"))),
    Message(Kind.DECK_ENDED, "shoe", (Field("locked", "flag"),)),
    Message(Kind.LOCK_SHOE, "host", (Field("locked", "flag"),)),
    Message(Kind.SHOW_EMPTY, "host", (Field("awaited", "flag"),)),
    Message(Kind.TEMPERATURE, "machine", (Field("celsius", "u8"), Field("limit_celsius", "u8"))),
)

MESSAGES: Final[Mapping[int, Message]] = {message.kind: message for message in TABLE}
WORDS: Final[Mapping[int, str]] = {message.kind: message.kind.name.lower() for message in TABLE}
"""What a message of each kind is called."""

MINOR: Final = 0
"""The newest minor version. One is added with what it adds, and its digest with it; none is ever changed."""


def schema_text(minor: int, table: Iterable[Message] = TABLE, forms: Mapping[str, Form] = FORMS) -> str:
    """The list of messages of this minor version, a line a rule and a message."""
    rules = [f"{name}: {form.rule}\n" for name, form in forms.items() if form.since <= minor]
    messages = [
        f"0x{m.kind:02x} {m.kind.name.lower()} from {m.sender}:"
        + "".join(f" {field.name}:{field.form}" for field in m.fields)
        + "\n"
        for m in table
        if m.since <= minor
    ]
    return "".join(rules + messages)


def digest_of(text: str) -> bytes:
    """What both ends compare at the handshake: the hash of every rule and message of a list."""
    return sha256(text.encode()).digest()


SCHEMA_TEXT: Final = schema_text(MINOR)
SCHEMA_SHA256: Final = digest_of(SCHEMA_TEXT)
SPOKEN: Final[Mapping[bytes, int]] = {digest_of(schema_text(minor)): minor for minor in range(MINOR, -1, -1)}
"""Every list that was ever published under this version, and its minor version, the newest first.

A later list only adds: what an older one promises is read as it was, so that no machine in the field is
refused by a newer table.
"""

_PACKERS: Final = {m.kind: tuple((field.name, FORMS[field.form].pack) for field in m.fields) for m in TABLE}
_UNPACKERS: Final[dict[int, tuple[tuple[str, Unpack], ...]]] = {
    m.kind: tuple((field.name, FORMS[field.form].unpack) for field in m.fields) for m in TABLE
}


def pack(kind: Kind, values: Mapping[str, Any]) -> bytes:
    """The payload of a message; `values` holds exactly its fields.

    Raises:
        KeyError, ValueError, OverflowError: a field is missing, or a value is not of its form.
    """
    return b"".join([form(values[name]) for name, form in _PACKERS[kind]])


def unpack(kind: int, payload: bytes) -> dict[str, Any]:
    """The values of a payload by name of field; cards go in face up and come out face down.

    Raises:
        BadPayload: the kind is unknown, or the payload is not exactly what its kind promises.
    """
    fields = _UNPACKERS.get(kind)
    if fields is None:
        raise BadPayload("unknown kind")
    values: dict[str, Any] = {}
    at = 0
    for name, form in fields:
        values[name], at = form(payload, at)
    if at != len(payload):
        raise BadPayload("too long")
    return values
