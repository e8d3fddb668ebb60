"""Frames are numbered, and two that differ only in the card give the same line, whichever shoe tells them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from controller.game.cards import DECK, Card
from controller.game.inputs import CardObserved, Observation, UnreadableObserved
from controller.game.requests import LockShoe
from controller.ports import Driver, FrameLine, LinkDown, LinkUp
from drivers.lines.frame import Frame, decode_frame, encode_frame
from drivers.lines.masks import open_frame
from drivers.lines.messages import MESSAGES, SCHEMA_SHA256, Kind, pack
from drivers.shoes.angel_eye import AngelEye
from drivers.shoes.bee_tek import BeeTek
from drivers.shoes.card_codes import CardCodes
from drivers.shoes.every_shoe import SHOES as ALL_SHOES
from drivers.shoes.hid_scanner import HidScanner
from drivers.shoes.open_shoe import OpenShoe
from drivers.sim.angel_eye import AngelEyeTwin
from drivers.sim.bee_tek import MODES, BeeTekTwin
from drivers.sim.hid_scanner import house_codes, told, typed
from tests.drivers.test_every_driver import Nowhere

SHOE_BOOT = 0xB0B0B0B0


def greeting() -> bytes:
    me = {"name": "shoe", "machine": "shoe", "firmware": "1", "firmware_sha256": bytes(32), "protocol": 1}
    said = {"call": 1, "resumed": False, "refused": "", "schema": SCHEMA_SHA256, **me}
    return encode_frame(Kind.WELCOME, 0, 0, SHOE_BOOT, pack(Kind.WELCOME, said))


def open_card(card: Card, seq: int = 0) -> bytes:
    drawn = pack(Kind.CARD_DRAWN, {"card": card, "cards_left": 40})
    return encode_frame(Kind.CARD_DRAWN, seq, 0, SHOE_BOOT, drawn)


def of_twin(twin: AngelEyeTwin | BeeTekTwin, card: Card) -> bytes:
    """What an imitated shoe says when this card, and no other, leaves it."""
    twin.tick(0)
    twin._tell_card(card, 0)
    return b"".join(twin.tick(at_ms) for at_ms in range(0, 200, 10))


def angel_eye(card: Card, *, after: int) -> bytes:
    twin = AngelEyeTwin()
    twin._drawn = after
    return of_twin(twin, card)


def bee_tek(card: Card, mode: str, *, suit_first: bool) -> bytes:
    return of_twin(BeeTekTwin(mode=mode, suit_first=suit_first), card)


def tens(card: Card) -> bytes:
    """A ten as some of these shoes spell it, a character longer than any other card."""
    rank = card.text[0].replace("T", "10")
    return f"[Game]<Card:{rank}{card.text[1].upper()}>\r\n".encode("ascii")


SHOES: dict[str, tuple[Callable[[], Driver], Callable[[Card], bytes]]] = {
    "open": (lambda: OpenShoe(Nowhere(), boot=7), lambda card: greeting() + open_card(card)),
    "angel-eye": (lambda: AngelEye(Nowhere()), lambda card: angel_eye(card, after=1)),
    "angel-eye overdraw": (lambda: AngelEye(Nowhere()), lambda card: angel_eye(card, after=7)),
    "bee-tek": (lambda: BeeTek(Nowhere()), lambda card: bee_tek(card, MODES[0], suit_first=False)),
    "bee-tek suit first": (lambda: BeeTek(Nowhere()), lambda card: bee_tek(card, MODES[1], suit_first=True)),
    "bee-tek ten": (lambda: BeeTek(Nowhere()), tens),
    "hid-scanner keyboard": (
        lambda: HidScanner(Nowhere(), CardCodes(house_codes())),
        lambda card: typed(CardCodes(house_codes()).code_of(card)),
    ),
    "hid-scanner pos": (
        lambda: HidScanner(Nowhere(), CardCodes(house_codes()), "pos"),
        lambda card: told(CardCodes(house_codes()).code_of(card)),
    ),
}


def heard(driver: Driver, said: bytes) -> tuple[list[FrameLine], list[Observation]]:
    lines: list[FrameLine] = []
    driver.frames.tell = lines.append
    seen = list(driver.receive(LinkUp(), 1_000))
    seen += driver.receive(said, 1_050)
    seen += driver.tick(2_000)
    seen += driver.receive(LinkDown("unplugged"), 2_500)
    return lines, seen


@pytest.mark.parametrize("name", SHOES)
def test_two_frames_that_differ_only_in_the_card_give_the_same_lines(name: str) -> None:
    make, say = SHOES[name]
    told_of = {card: heard(make(), say(card)) for card in DECK}
    first, _ = told_of[DECK[0]]
    assert any(line.word == "card_drawn" for line in first)
    for card, (lines, seen) in told_of.items():
        assert lines == first, f"the line tells {card.text}"
        (read,) = [one for one in seen if isinstance(one, CardObserved)]
        assert read.card.is_card(card)
        assert read.frame == next(line.number for line in lines if line.word == "card_drawn")


@pytest.mark.parametrize("name", SHOES)
def test_damage_is_told_without_a_byte_whatever_card_it_hides(name: str) -> None:
    make, say = SHOES[name]
    if name.startswith("hid-scanner"):
        spoil = {card: say(card)[:-16] for card in DECK} if "keyboard" in name else {}
    else:
        spoil = {card: _wrong_check(name, say(card)) for card in DECK}
    seen = {card: heard(make(), said)[0] for card, said in spoil.items()}
    for card, lines in seen.items():
        damaged = [line for line in lines if line.word == "damaged"]
        assert damaged
        assert all(line.text == "" for line in damaged), card.text
        assert lines == seen[DECK[0]], f"the damage tells {card.text}"


def _wrong_check(name: str, said: bytes) -> bytes:
    """The same with the end of every report of a card damaged, so that its card lies open in it."""
    if name == "open":
        return greeting() + said[len(greeting()) : -2] + bytes([said[-2] ^ 1 or 3, 0])
    if name.startswith("bee-tek"):
        return said.replace(b">", b"\x07")
    return b"".join(b"\x05" + part[:-1] + b"?" for part in said.split(b"\x05")[1:])


def test_a_card_told_again_by_an_angel_eye_has_one_word_whether_it_was_heard_or_not() -> None:
    words = []
    for again in ("As", "Kd"):
        twin, driver = AngelEyeTwin(), AngelEye(Nowhere())
        twin._tell_card(Card.parse("As"), 0)
        twin.repeat(Card.parse(again), 0)
        lines, _ = heard(driver, b"".join(twin.tick(at_ms) for at_ms in range(0, 300, 10)))
        words.append([(line.number, line.word, line.text) for line in lines])
    assert words[0] == words[1]
    assert "card_again" in [word for _, word, _ in words[0]]


def test_the_baccarat_of_an_angel_eye_is_neither_counted_nor_told() -> None:
    """When its own game ends follows from the values of the first cards, and so does an overdraw."""
    plain, other = AngelEyeTwin(), AngelEyeTwin()
    for at in range(4):
        plain._tell_card(DECK[at], 0)
        other._tell_card(DECK[at], 0)
    other.report("G", (0x10,), 0)
    other.report("P", (), 0)
    other.report("E", (0x42,), 0)
    other.report("e", (2,), 0)
    plain._tell_card(DECK[9], 0)
    other._tell_card(DECK[9], 0)
    told_of = []
    for twin in (plain, other):
        driver = AngelEye(Nowhere())
        lines, seen = heard(driver, b"".join(twin.tick(at_ms) for at_ms in range(0, 2_000, 10)))
        cards = [one.frame for one in seen if isinstance(one, CardObserved)]
        told_of.append(([(line.number, line.text, line.word) for line in lines], cards, driver.figures.words))
    assert told_of[0] == told_of[1]


def test_every_frame_of_the_open_protocol_hides_its_check_and_what_is_no_field_of_its_own() -> None:
    for kind in range(256):
        for payload in (bytes([7]), bytes(range(1, 40)), b"\x33" * 12):
            frame = decode_frame(encode_frame(kind, 0x0102, 0x0304, 7, payload)[:-1])
            assert frame is not None
            text = open_frame(frame)
            assert text.endswith(" ········")
            if kind not in MESSAGES:
                assert text == f"01 {kind:02X} 0102 0304 00000007 ·· ········"
    assert "33" not in open_frame(Frame(1, Kind.DECK_ORDER, 0, 0, 0, b"\x33" * 52))
    assert "33" not in open_frame(Frame(9, Kind.SHOE_STATE, 0, 0, 0, b"\x00\x33"))


def test_of_an_open_frame_is_told_what_its_message_says_and_no_card() -> None:
    drawn = pack(Kind.CARD_DRAWN, {"card": DECK[7], "cards_left": 40})
    state = pack(Kind.SHOE_STATE, {"locked": True, "cards_left": 33})
    assert open_frame(Frame(1, Kind.CARD_DRAWN, 2, 3, 4, drawn)) == "01 20 0002 0003 00000004 ·· 28 ········"
    assert open_frame(Frame(1, Kind.SHOE_STATE, 2, 3, 4, state)) == "01 23 0002 0003 00000004 01 21 ········"
    longer = Frame(1, Kind.SHOE_STATE, 2, 3, 4, state + b"\x07")
    assert open_frame(longer) == "01 23 0002 0003 00000004 ·· ········"


def test_what_becomes_of_a_frame_is_told_and_a_heartbeat_has_no_number() -> None:
    beat = encode_frame(Kind.HEARTBEAT, 0, 0, SHOE_BOOT, pack(Kind.HEARTBEAT, {"heard_boot": 7}))
    first, second = open_card(DECK[3]), open_card(DECK[4], seq=1)
    driver = OpenShoe(Nowhere(), boot=7)
    lines, seen = heard(driver, greeting() + first + beat + first + second)
    taken = [(line.number, line.word) for line in lines if line.way == "in"]
    assert taken == [(1, "welcome"), (2, "card_drawn"), (3, "repeated"), (4, "card_drawn")]
    assert [one.frame for one in seen if isinstance(one, CardObserved)] == [2, 4]
    assert "ack" in [line.word for line in lines if line.way == "out"]
    assert (lines[-1].way, lines[-1].word, lines[-1].number) == ("", "line_absent", 0)


def test_a_driver_to_which_nobody_listens_counts_all_the_same() -> None:
    driver = OpenShoe(Nowhere(), boot=7)
    seen = [*driver.receive(LinkUp(), 0), *driver.receive(greeting() + open_card(DECK[3]), 5)]
    assert [one.frame for one in seen if isinstance(one, CardObserved | UnreadableObserved)] == [2]


def test_codes_of_any_length_are_one_line() -> None:
    codes, told_of = CardCodes(house_codes()), []
    for code in ("12", "123456789012", "1" * 20):
        lines, _ = heard(HidScanner(Nowhere(), codes), typed(code))
        told_of.append([(line.number, line.word, line.text) for line in lines])
    assert told_of[0] == told_of[1] == told_of[2]


def test_no_shoe_of_the_program_is_left_out() -> None:
    assert {name.partition(" ")[0] for name in SHOES} == set(ALL_SHOES)


def test_what_is_said_while_a_frame_is_taken_stands_after_it() -> None:
    """A request that waited goes out with the answer to a call: who reads the lines sees why it was said."""
    driver = OpenShoe(Nowhere(), boot=7)
    lines: list[FrameLine] = []
    driver.frames.tell = lines.append
    driver.receive(LinkUp(), 1_000)
    driver.ask(LockShoe(True), 1_010)
    driver.receive(greeting(), 1_020)
    words = [(line.way, line.word) for line in lines]
    at = words.index(("in", "welcome"))
    assert ("out", "lock_shoe") in words[at + 1 :]
    assert ("out", "lock_shoe") not in words[:at]
    driver.receive(encode_frame(Kind.CARD_DRAWN, 0, 0, 0x7777, b"??"), 1_040)
    assert [(line.way, line.word) for line in lines[-2:]] == [("in", "stranger"), ("out", "hello")]
