"""The frames of the open protocol: what is sent is found again, what was damaged never is."""

from __future__ import annotations

import random
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.game.cards import DECK, FaceDown
from drivers.lines.frame import ENCODED_MAX, PAYLOAD_MAX, Frame, FrameDecoder, decode_frame, encode_frame
from drivers.lines.messages import FORMS, MESSAGES, SCHEMA_SHA256, TABLE, BadPayload, Kind, pack, unpack

frames = st.builds(
    Frame,
    version=st.just(1),
    kind=st.integers(0, 255),
    seq=st.integers(0, 0xFFFF),
    ack=st.integers(0, 0xFFFF),
    boot=st.integers(0, 0xFFFFFFFF),
    payload=st.binary(max_size=PAYLOAD_MAX),
)


def packed(frame: Frame) -> bytes:
    return encode_frame(*frame[1:])


@given(st.lists(frames, max_size=6), st.data())
def test_a_frame_is_found_whatever_pieces_it_arrives_in(sent, data):
    stream = b"".join(packed(frame) for frame in sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    decoder = FrameDecoder()
    found = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        found += decoder.feed(stream[start:end])
    assert found == sent
    assert decoder.damaged == 0


@given(frames)
def test_a_packed_frame_holds_one_zero_and_is_bounded(frame):
    data = packed(frame)
    assert data.count(0) == 1
    assert data.endswith(b"\0")
    assert len(data) - 1 <= ENCODED_MAX


@settings(max_examples=120)
@given(st.lists(frames, min_size=1, max_size=4), st.data())
def test_a_mutation_never_makes_another_frame(sent, data):
    stream = bytearray(b"".join(packed(frame) for frame in sent))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(stream) - 1))
        stream[at] ^= data.draw(st.integers(1, 255))
    found = FrameDecoder().feed(bytes(stream))
    assert all(frame in sent for frame in found)


@given(st.binary(max_size=2000), st.lists(frames, min_size=3, max_size=3))
def test_after_any_noise_the_third_frame_at_the_latest_is_found(noise, sent):
    decoder = FrameDecoder()
    decoder.feed(noise)
    found = decoder.feed(b"".join(packed(frame) for frame in sent))
    assert found[-1] == sent[-1]
    assert sent[1] in found  # noise costs at most the one frame that it touches


@given(st.lists(st.binary(min_size=1, max_size=700), max_size=30))
def test_noise_without_end_is_never_held(pieces):
    decoder = FrameDecoder()
    for piece in pieces:
        decoder.feed(piece)
        assert decoder.held_bytes <= ENCODED_MAX


def test_a_long_run_without_a_zero_counts_as_one_damage():
    decoder = FrameDecoder()
    for _ in range(100):
        assert decoder.feed(b"\x55" * 1000) == []
    assert decoder.damaged == 1
    assert decoder.held_bytes == 0
    sent = Frame(1, Kind.ACK, 0, 7, 9, b"")
    assert decoder.feed(b"\0" + packed(sent)) == [sent]


def mutate(rng: random.Random, data: bytearray) -> None:
    """Damage as a line does it: flipped bits, bytes lost, doubled, inserted, runs overwritten."""
    how = rng.randrange(5)
    at = rng.randrange(len(data))
    if how == 0:
        data[at] ^= 1 << rng.randrange(8)
    elif how == 1:
        del data[at : at + rng.randint(1, 3)]
    elif how == 2:
        data[at:at] = data[at : at + rng.randint(1, 4)]
    elif how == 3:
        data[at:at] = rng.randbytes(rng.randint(1, 3))
    else:
        end = min(len(data), at + rng.randint(2, 5))
        data[at:end] = rng.randbytes(end - at)


def test_two_hundred_thousand_mutated_frames_give_no_wrong_frame():
    rng = random.Random(20070514)
    mutated = accepted = 0
    decoder = FrameDecoder()
    for number in range(200_000):
        sent = Frame(1, rng.choice((0x20, 0x23, 0x28)), number & 0xFFFF, 0, 0xC0FFEE, rng.randbytes(2))
        data = bytearray(packed(sent))
        for _ in range(rng.randint(1, 2)):
            mutate(rng, data)
        mutated += bytes(data) != packed(sent)
        for frame in decoder.feed(bytes(data) + b"\0"):
            assert frame == sent
            accepted += 1
        assert decoder.held_bytes == 0
    sys.stdout.write(f"{mutated} mutated frames, {decoder.damaged} pieces refused, {accepted} left whole\n")
    assert mutated >= 195_000
    assert decoder.damaged >= 195_000


def test_the_text_of_a_frame_does_not_show_its_card():
    frame = Frame(1, Kind.CARD_DRAWN, 1, 0, 5, pack(Kind.CARD_DRAWN, {"card": DECK[51], "cards_left": 3}))
    assert "payload=<2 bytes>" in repr(frame)
    assert "As" not in repr(frame)
    assert "33" not in repr(frame).replace("0x", "")


# --- the table of messages -------------------------------------------------------------------------

EXAMPLES = {
    "u8": st.integers(0, 255),
    "u16": st.integers(0, 0xFFFF),
    "u32": st.integers(0, 0xFFFFFFFF),
    "flag": st.booleans(),
    "text": st.text(max_size=8),
    "digest": st.binary(min_size=32, max_size=32),
    "card": st.sampled_from(DECK),
    "colour": st.sampled_from(("", "red", "blue")),
    "mode": st.sampled_from(("shuffle", "sort")),
    "stage": st.sampled_from(("feed", "shuffle", "count", "exit")),
    "refusal": st.sampled_from(("", "protocol_version", "schema_hash")),
}


def face_up(values: dict[str, object]) -> dict[str, object]:
    return {k: v.turned_up() if isinstance(v, FaceDown) else v for k, v in values.items()}


def test_every_form_of_the_table_has_an_example_here():
    assert set(EXAMPLES) == set(FORMS)
    assert set(MESSAGES) == set(Kind)


@given(st.data())
def test_every_message_is_unpacked_as_it_was_packed(data):
    for message in TABLE:
        values = {field.name: data.draw(EXAMPLES[field.form]) for field in message.fields}
        payload = pack(message.kind, values)
        assert len(payload) <= PAYLOAD_MAX
        assert face_up(unpack(message.kind, payload)) == values


@given(st.integers(0, 255), st.binary(max_size=PAYLOAD_MAX))
def test_any_payload_is_a_message_or_refused(kind, payload):
    try:
        values = unpack(kind, payload)
    except BadPayload as refusal:
        why = str(refusal)
    else:
        why = ""
        assert pack(Kind(kind), face_up(values)) == payload
    assert why in ("", "too short", "too long", "unknown choice", "no text", "no card", "unknown kind")


def test_a_card_is_face_down_from_the_wire_on():
    values = unpack(Kind.CARD_DRAWN, bytes((51, 30)))
    assert isinstance(values["card"], FaceDown)
    assert values["card"].is_card(DECK[51])
    assert "As" not in repr(values)


def test_the_schema_is_the_one_published():
    """A change of the table is a change of protocol: OPEN_PROTOCOL.md and this line follow it."""
    assert SCHEMA_SHA256.hex() == "a31fb265af20eea855c0cc092ecb74b23077e047271a436f1757c31063075cff"


def test_what_does_not_fit_a_frame_or_a_field_is_refused_by_the_sender():
    with pytest.raises(ValueError, match="201 bytes"):
        encode_frame(Kind.ACK, 0, 0, 1, bytes(201))
    with pytest.raises(ValueError, match="longer than 32 bytes"):
        FORMS["text"].pack("é" * 17)
    with pytest.raises(ValueError, match="31 bytes, not 32"):
        FORMS["digest"].pack(bytes(31))
    with pytest.raises(KeyError):
        pack(Kind.CUT_CARD, {})
    with pytest.raises(OverflowError):
        pack(Kind.CUT_CARD, {"cards_left": 256})


def test_a_packed_piece_that_is_too_long_is_no_frame():
    assert decode_frame(b"\x01" * (ENCODED_MAX + 1)) is None


def test_a_text_that_is_none_and_a_digest_that_is_too_short_are_no_greeting():
    """Whatever a machine says of itself is read to a refusal, never to a trace."""
    me = {"name": "shoe 17", "machine": "shoe", "firmware": "2.3", "firmware_sha256": bytes(32)}
    fields = {"call": 1, "resumed": False, "refused": "", "protocol": 1, "schema": SCHEMA_SHA256, **me}
    sound = pack(Kind.WELCOME, fields)
    assert unpack(Kind.WELCOME, sound) == fields
    at = sound.index(b"shoe 17")
    for damaged in (sound[:at] + b"\xff" + sound[at + 1 :], sound[:-1], sound[:at], sound[:2]):
        with pytest.raises(BadPayload):
            unpack(Kind.WELCOME, damaged)
    with pytest.raises(ValueError, match="a digest of 3 bytes, not 32"):
        pack(Kind.WELCOME, {**fields, "schema": b"abc"})
