"""The commands of a supervisor card, its keys and its challenges, without a reader."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st
from virtual_card import VirtualCard

from drivers.readers.card_keys import PRESENCE, BadKey, CardKey, challenge_of
from drivers.readers.piv import ED25519, P256, CardRefuses, card_certificate, card_number, find, sign, tlv


def wired(card: VirtualCard):
    """The card without a reader between."""

    def transmit(command: bytes) -> tuple[bytes, int]:
        answer = card.command(command)
        return answer[:-2], int.from_bytes(answer[-2:], "big")

    return transmit


@pytest.mark.parametrize("ed", [False, True])
def test_a_card_tells_its_number_and_signs_what_it_is_asked(ed):
    card = VirtualCard(0xABC, ed=ed)
    transmit = wired(card)
    assert card_number(transmit) == f"{0xABC:032x}"
    key = CardKey.parse(card.key_hex)
    assert key.is_ed25519 is ed
    assert CardKey.of_certificate(card_certificate(transmit)) == key
    challenge = challenge_of("UTH-2", card.number, PRESENCE, bytes(31) + b"\x01")
    signature = sign(transmit, challenge, ED25519 if ed else P256)
    assert key.signed(challenge, signature)
    assert not key.signed(bytes(32), signature)
    assert not key.signed(challenge, signature[:-1])


def test_a_card_is_not_asked_for_a_key_it_has_not():
    transmit = wired(VirtualCard(1))
    card_number(transmit)
    with pytest.raises(CardRefuses, match="no signature"):
        sign(transmit, bytes(32), ED25519)


def test_a_card_without_the_application_or_a_number_is_refused():
    with pytest.raises(CardRefuses, match="no application"):
        card_number(wired(VirtualCard(1, piv=False)))
    with pytest.raises(CardRefuses, match="has no number"):
        card_number(wired(VirtualCard(0)))


def test_a_point_of_p256_may_be_written_short_or_long():
    public = ec.generate_private_key(ec.SECP256R1()).public_key()
    for form in (PublicFormat.CompressedPoint, PublicFormat.UncompressedPoint):
        text = public.public_bytes(Encoding.X962, form).hex()
        assert CardKey.parse(text.upper()).hex == text


@pytest.mark.parametrize("text", ["", "00", "xyz", "04" * 65, "02" + "ff" * 32, "0" * 63])
def test_a_text_that_is_no_key_is_refused(text):
    with pytest.raises(BadKey, match="64 hex digits"):
        CardKey.parse(text)


def test_a_certificate_that_is_none_is_no_key():
    with pytest.raises(BadKey, match="cannot be read"):
        CardKey.of_certificate(b"\x30\x03\x02\x01\x05")


def test_each_part_of_a_challenge_changes_it():
    nonce, other = bytes(32), b"\x01" * 32
    challenges = {
        challenge_of("UTH-1", "07", PRESENCE, nonce),
        challenge_of("UTH-2", "07", PRESENCE, nonce),
        challenge_of("UTH-1", "08", PRESENCE, nonce),
        challenge_of("UTH-1", "07", other, nonce),
        challenge_of("UTH-1", "07", PRESENCE, other),
        challenge_of("UTH-10", "7", PRESENCE, nonce),
    }
    assert len(challenges) == 6
    with pytest.raises(ValueError, match="nonce: 8 bytes"):
        challenge_of("UTH-1", "07", PRESENCE, bytes(8))


@given(st.binary(max_size=80), st.integers(0, 255))
def test_whatever_a_card_answers_is_read_without_a_crash(data, tag):
    assert len(find(data, tag)) <= len(data)


@given(st.binary(max_size=600), st.integers(0, 255))
def test_a_value_is_found_under_its_tag(value, tag):
    assert find(tlv(tag, value), tag) == value
