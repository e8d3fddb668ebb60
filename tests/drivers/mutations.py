"""Damaged frames by the million against a decoder: `python -m tests.drivers.mutations angel-eye 10000000`.

Each turn takes a true frame, damages it until it is another, and sends whole frames after it until one is
heard: the same bit flipped twice, or two equal bytes swapped, is no damage and is not counted. Counted are
cards that nobody sent, beside how many chance allows: of damage that still has the form of a card, a check
of so many bits lets one through in two to that power. Damage that a check cannot see by its nature is
counted by itself: XOR is the same for bytes in another order, and for one bit wrong in two bytes.
"""

from __future__ import annotations

import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from random import Random
from typing import Any

from controller.game.cards import DECK, Card
from drivers.lines.frame import ENCODED_MAX, FrameDecoder, encode_frame
from drivers.lines.messages import Kind, pack
from drivers.shoes.angel_eye_reports import REPORT_MAX, AngelEyeDecoder
from drivers.shoes.bee_tek import MESSAGE_MAX, BeeTekDecoder
from drivers.shoes.reports import CardRead

POOL = 4_096
RESYNCHRONISED_WITHIN = 3


@dataclass(frozen=True)
class Frame:
    """A true frame and the card it names, if any."""

    data: bytes
    card: Card | None


@dataclass(frozen=True)
class Codec:
    """How frames of one wire are made and read.

    Attributes:
        decoder: a fresh one: `feed(bytes)` gives what `cards_of` understands.
        frame: a frame of any kind; the number keeps those that follow one another apart.
        card_frame: a frame that names a card.
        cards_of: the cards in what the decoder gave.
        formed: finds every place where something has the form of a card, its check left aside.
        check_bits: the width of the check.
        blind: the kinds of damage that the check cannot see.
        held_max: the most that the decoder may hold.
    """

    decoder: Callable[[], Any]
    frame: Callable[[Random, int], Frame]
    card_frame: Callable[[Random, int], Frame]
    cards_of: Callable[[Sequence[Any]], list[Card]]
    formed: Callable[[bytes], int]
    check_bits: int
    held_max: int
    blind: frozenset[str] = frozenset()


@dataclass
class Outcome:
    """What came of a run.

    Attributes:
        frames: how many were damaged, each so that it was another afterwards.
        again: how often damage had left one as it was, and came again.
        strangers: cards that nobody sent, by the kind of damage.
        formed: pieces of damage that had the form of a card, whatever their check said, likewise.
        slowest: whole frames until one was heard, at most.
        held_bytes: what the decoder held, at most.
        grown_kib: memory of the process at the end, above that of a tenth of the way.
    """

    frames: int = 0
    again: int = 0
    strangers: Counter[str] = field(default_factory=Counter)
    formed: Counter[str] = field(default_factory=Counter)
    slowest: int = 0
    held_bytes: int = 0
    grown_kib: int = 0

    def out_of_noise(self, codec: Codec) -> tuple[int, int]:
        """Cards that nobody sent, and what had their form, where the check can see."""
        seen = [kind for kind in self.formed | self.strangers if kind not in codec.blind]
        return sum(self.strangers[kind] for kind in seen), sum(self.formed[kind] for kind in seen)

    def taken_blind(self, codec: Codec) -> tuple[int, int]:
        """The same of the damage that the check cannot see."""
        unseen = sorted(codec.blind)
        return sum(self.strangers[kind] for kind in unseen), sum(self.formed[kind] for kind in unseen)


# --- the wires ---------------------------------------------------------------------------------------

_SUITS = {"d": 0x10, "c": 0x20, "s": 0x30, "h": 0x40}
_RANKS = "?A23456789TJQK"
_ANGEL_CARD = re.compile(
    rb"(?=\x05[\x00-\x7f][Dd].[\x11-\x1d\x21-\x2d\x31-\x3d\x41-\x4d\x91-\x9d\xa1-\xad\xb1-\xbd\xc1-\xcd]"
    rb"\x03[0-9A-F]{2})",
    re.DOTALL,
)
_ANGEL_SIZES = {"S": 0, "P": 0, "C": 0, "D": 2, "R": 2, "d": 2, "G": 1, "E": 1, "e": 1, "L": 1, "M": 6}
_BEE_CARD = re.compile(
    rb"\[(?:game|manual burn cards)\][ \t]*<card:(?:(?:10|[2-9tjqka])[cdhs]|[cdhs](?:10|[2-9tjqka]))>",
    re.IGNORECASE,
)


def angel_eye(number: int, kind: str, payload: bytes, card: Card | None) -> Frame:
    """A report; numbers of reports that follow one another differ."""
    body = bytes([0x30 + number % 64, ord(kind)]) + payload + b"\x03"
    return Frame(b"\x05" + body + b"%02X" % reduce(xor, body), card)


def angel_eye_card(dice: Random, number: int) -> Frame:
    """A card drawn, its target anything."""
    card = DECK[dice.randrange(52)]
    byte = _SUITS[card.text[1]] | _RANKS.index(card.text[0])
    return angel_eye(number, dice.choice("Dd"), bytes([dice.randrange(0x60), byte]), card)


def angel_eye_any(dice: Random, number: int) -> Frame:
    """A report of any kind with any payload, every other one a card."""
    if dice.getrandbits(1):
        return angel_eye_card(dice, number)
    kind = dice.choice("SPCRGEeLM")
    return angel_eye(number, kind, bytes(dice.randrange(0x60) for _ in range(_ANGEL_SIZES[kind])), None)


def bee_tek_card(dice: Random, number: int) -> Frame:
    """A card drawn in either mode, in either order."""
    card = DECK[dice.randrange(52)]
    rank, suit = card.text[0].replace("T", dice.choice(("T", "10"))), card.text[1].upper()
    words = dice.choice((rank + suit, suit + rank))
    mode = dice.choice(("Game", "Manual Burn Cards"))
    return Frame(f"[{mode}]<Card:{words}>\r\n".encode("ascii"), card)


def bee_tek_any(dice: Random, number: int) -> Frame:
    """A message of any kind, every other one a card."""
    if dice.getrandbits(1):
        return bee_tek_card(dice, number)
    said = ("[Game]<Game>", "[Game]<Alarm:E3 Card Not Read>", "[GameAlarm]<Alarm:E7>", "<W0x01>")
    return Frame(dice.choice(said).encode("ascii") + b"\r\n", None)


def open_card(dice: Random, number: int) -> Frame:
    """A card drawn, in the open protocol."""
    card = DECK[dice.randrange(52)]
    payload = pack(Kind.CARD_DRAWN, {"card": card, "cards_left": number % 52})
    return Frame(encode_frame(Kind.CARD_DRAWN, number & 0xFFFF, 0, 0xB0, payload), card)


def open_cards(said: Sequence[Any]) -> list[Card]:
    """The cards of frames: every frame of that kind that passed its check, whatever its numbers."""
    return [DECK[one.payload[0]] for one in said if one.kind == Kind.CARD_DRAWN and one.payload[0] < 52]


def _reported(said: Sequence[Any]) -> list[Card]:
    return [one.card.turned_up() for one in said if type(one) is CardRead]


CODECS = {
    "angel-eye": Codec(
        AngelEyeDecoder,
        angel_eye_any,
        angel_eye_card,
        _reported,
        lambda data: len(_ANGEL_CARD.findall(data)),
        8,
        REPORT_MAX,
        frozenset({"flip_a_bit_twice", "swap_two"}),
    ),
    "bee-tek": Codec(
        BeeTekDecoder,
        bee_tek_any,
        bee_tek_card,
        _reported,
        lambda data: len(_BEE_CARD.findall(data)),
        0,
        MESSAGE_MAX,
    ),
    "open": Codec(
        FrameDecoder,
        open_card,
        open_card,
        open_cards,
        lambda data: sum(1 for piece in data.split(b"\0") if piece),
        32,
        ENCODED_MAX,
    ),
}


# --- the damage --------------------------------------------------------------------------------------


def flip_a_bit(dice: Random, data: bytearray, other: bytes) -> None:
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def change_some(dice: Random, data: bytearray, other: bytes) -> None:
    for _ in range(2 + dice.randrange(3)):
        data[dice.randrange(len(data))] = dice.getrandbits(8)


def flip_a_bit_twice(dice: Random, data: bytearray, other: bytes) -> None:
    """The damage that a check by XOR is blind to: the same bit of two bytes."""
    mask = 1 << dice.randrange(8)
    data[dice.randrange(len(data))] ^= mask
    data[dice.randrange(len(data))] ^= mask


def swap_two(dice: Random, data: bytearray, other: bytes) -> None:
    one, two = dice.randrange(len(data)), dice.randrange(len(data))
    data[one], data[two] = data[two], data[one]


def cut_short(dice: Random, data: bytearray, other: bytes) -> None:
    del data[dice.randrange(len(data)) :]


def cut_the_head(dice: Random, data: bytearray, other: bytes) -> None:
    del data[: 1 + dice.randrange(len(data))]


def lose_some(dice: Random, data: bytearray, other: bytes) -> None:
    at = dice.randrange(len(data))
    del data[at : at + 1 + dice.randrange(4)]


def insert_some(dice: Random, data: bytearray, other: bytes) -> None:
    at = dice.randrange(len(data) + 1)
    data[at:at] = dice.randbytes(1 + dice.randrange(4))


def stammer(dice: Random, data: bytearray, other: bytes) -> None:
    at = dice.randrange(len(data))
    data[at:at] = data[at : at + 1 + dice.randrange(6)]


def splice(dice: Random, data: bytearray, other: bytes) -> None:
    """Two talkers: the beginning of one frame and the end of another."""
    data[dice.randrange(len(data)) :] = other[dice.randrange(len(other)) :]


def drown(dice: Random, data: bytearray, other: bytes) -> None:
    data[:] = dice.randbytes(len(data))


Damage = Callable[[Random, bytearray, bytes], None]
DAMAGE: tuple[Damage, ...] = (
    flip_a_bit,
    change_some,
    flip_a_bit_twice,
    swap_two,
    cut_short,
    cut_the_head,
    lose_some,
    insert_some,
    stammer,
    splice,
    drown,
)


# --- the run -----------------------------------------------------------------------------------------


def run(codec: Codec, frames: int, seed: int = 1) -> Outcome:
    """So many damaged frames have been decoded, each followed by whole ones until one was heard."""
    dice = Random(seed)
    decoder = codec.decoder()
    pool = [codec.frame(dice, 2 * number) for number in range(POOL)]
    whole = [codec.card_frame(dice, 2 * number + 1) for number in range(POOL)]
    outcome = Outcome()
    tenth_kib = 0
    for number in range(frames):
        if number == frames // 10:
            tenth_kib = _memory_kib()
        frame, other = pool[number % POOL], pool[dice.randrange(POOL)]
        damage = DAMAGE[number % len(DAMAGE)]
        line = _damaged(damage, dice, frame.data, other.data, outcome)
        said = decoder.feed(line)
        outcome.held_bytes = max(outcome.held_bytes, decoder.held_bytes)
        sent: list[Frame] = []
        while len(sent) <= RESYNCHRONISED_WITHIN:
            sent.append(whole[(number + len(sent)) % POOL])
            line += sent[-1].data
            said += decoder.feed(sent[-1].data)
            cards = codec.cards_of(said)
            if cards and cards[-1] is sent[-1].card:
                break
        outcome.slowest = max(outcome.slowest, len(sent))
        if len(cards) > 1 or codec.formed(line) > 1:
            _count(codec, outcome, damage.__name__, line, cards, (*sent, *{frame, other}))
    outcome.grown_kib = _memory_kib() - tenth_kib
    return outcome


def _damaged(damage: Damage, dice: Random, data: bytes, other: bytes, outcome: Outcome) -> bytes:
    """The frame, damaged until it is another."""
    while True:
        damaged = bytearray(data)
        damage(dice, damaged, other)
        if damaged != data:
            outcome.frames += 1
            return bytes(damaged)
        outcome.again += 1


def _count(
    codec: Codec, outcome: Outcome, damage: str, line: bytes, cards: list[Card], true: Sequence[Frame]
) -> None:
    """What had the form of a card, and what was told as one, beyond the frames that are whole."""
    formed = codec.formed(line)
    strangers = list(cards)
    for frame in {frame.data: frame for frame in true}.values():
        for _ in range(line.count(frame.data) if frame.card is not None else 0):
            formed -= 1
            if frame.card in strangers:
                strangers.remove(frame.card)
    outcome.formed[damage] += max(0, formed)
    outcome.strangers[damage] += len(strangers)


def _memory_kib() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main(words: list[str]) -> int:
    """Run and print the figures; 1 when a promise is broken."""
    if not 1 <= len(words) <= 3 or words[0] not in CODECS:
        sys.stdout.write(f"usage: python -m tests.drivers.mutations {'|'.join(CODECS)} [FRAMES [SEED]]\n")
        return 2
    codec, frames = CODECS[words[0]], int(words[1]) if len(words) > 1 else 100_000
    started_s = time.perf_counter()
    outcome = run(codec, frames, int(words[2]) if len(words) > 2 else 1)
    lasted_s = time.perf_counter() - started_s
    strangers, formed = outcome.out_of_noise(codec)
    allowed = formed / 2**codec.check_bits
    lines = [
        f"{words[0]}: {frames} damaged frames in {lasted_s:.0f} s ({frames / lasted_s:.0f}/s)",
        f"  cards out of noise   {strangers}",
        f"  chance allows        {allowed:.4g}  ({formed} formed, check of {codec.check_bits} bits)",
        *(
            f"  blind to {kind}: {outcome.strangers[kind]} of {outcome.formed[kind]} formed"
            for kind in sorted(codec.blind)
        ),
        f"  heard again within   {outcome.slowest} whole frames",
        f"  held at most         {outcome.held_bytes} bytes; memory grew by {outcome.grown_kib} KiB",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    kept = outcome.slowest <= RESYNCHRONISED_WITHIN and outcome.held_bytes <= codec.held_max
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
