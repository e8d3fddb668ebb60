"""A shoe that nobody sells, added by `drivers/shoes/ADDING_A_SHOE.md` and by nothing else.

It talks in lines of ASCII, 2400 baud: `card As`, `card ??` for one that it could not read, or `cut`, then `*`
and two hexadecimal digits, the exclusive or of the characters before the star. `enter` is all that it takes
to have it in the program; it is a plugin of pytest too, for the tests that every driver goes through.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial, reduce
from operator import xor
from random import Random
from typing import Any, Final

from controller.game.cards import DECK, Card, FaceDown
from controller.game.inputs import Machine
from controller.ports import Link
from drivers.lines.frame_numbers import HeardFrames
from drivers.shoes.every_shoe import SHOES, Shoe
from drivers.shoes.listening import ListeningShoe
from drivers.shoes.reports import CardNotRead, CardRead, CutCardOut, Damaged, Decoder, Report, heard, tell_all
from drivers.sim.reporting_twin import ReportingTwin
from tests.drivers import mutations
from tests.drivers.carried_shoes import CARRIED, behind_a_server, on_a_pty
from tests.drivers.mutations import Codec, Frame

NAME: Final = "toy"
LINE_MAX: Final = 11
_LINE: Final = re.compile(rb"(card (?:[2-9TJQKA][cdhs]|\?\?)|cut)\*([0-9A-F]{2})")

# --- 1. the file: a decoder and a driver --------------------------------------------------------------


class ToyDecoder:
    """Reports out of the lines that the toy sends (`reports.Decoder`)."""

    def __init__(self) -> None:
        self.frames = HeardFrames(Machine.SHOE)
        self.damaged_bytes = 0
        self._held = b""
        self._run = 0  # bytes of the damaged line that are held no more

    @property
    def held_bytes(self) -> int:
        """How much is held of a line not yet complete; at most `LINE_MAX`."""
        return len(self._held)

    def feed(self, data: bytes) -> list[Report]:
        """The reports that `data` completes, in order."""
        said: list[Report] = []
        *lines, rest = (self._held + data).split(b"\n")
        for line in lines:
            self._take(line, said)
        kept = rest[-LINE_MAX:]
        self._drop(len(rest) - len(kept))
        self._held = kept
        return said

    def finish(self) -> list[Report]:
        """A line without its end is damage."""
        said: list[Report] = []
        held, self._held = self._held, b""
        self._drop(len(held))
        self._tell_damage(said)
        return said

    def _take(self, line: bytes, said: list[Report]) -> None:
        found = _LINE.fullmatch(line) if not self._run else None
        if found is None or reduce(xor, found[1]) != int(found[2], 16):
            self._drop(len(line))
            self._tell_damage(said)
        elif found[1] == b"cut":
            said.append(heard(self.frames, CutCardOut(), lambda: "cut"))
        elif found[1] == b"card ??":
            said.append(heard(self.frames, CardNotRead(), lambda: "card ??"))
        else:
            read = CardRead(FaceDown(Card.parse(found[1][5:].decode("ascii"))))
            said.append(heard(self.frames, read, lambda: "card ··*··"))

    def _drop(self, size: int) -> None:
        self._run += size
        self.damaged_bytes += size

    def _tell_damage(self, said: list[Report]) -> None:
        if self._run:
            self.frames.heard("damaged")
            said.append(Damaged(self._run))
        self._run = 0


class Toy(ListeningShoe):
    """The driver of the toy, which says nothing twice: any damage may have been a card."""

    def __init__(self, link: Link) -> None:
        super().__init__(link, ToyDecoder(), noise_bytes=1, lost_bytes=1)


# --- 2. the entry -------------------------------------------------------------------------------------


def _decoded_by(decoder: type[Decoder], pieces: Any) -> Any:
    return tell_all(decoder(), pieces)


ENTRY: Final = Shoe(
    drive=lambda link, boot, options: Toy(link), baudrate=2_400, decode=partial(_decoded_by, ToyDecoder)
)

# --- 3. the test: a capture (tests/golden/captures/toy.bin), a codec, a twin, its carriers -------------


def line_of(said: str) -> bytes:
    """What the toy says, with its check."""
    return b"%s*%02X\n" % (said.encode("ascii"), reduce(xor, said.encode("ascii")))


def card_frame(dice: Random, number: int) -> Frame:
    """A card drawn."""
    card = DECK[dice.randrange(52)]
    return Frame(line_of(f"card {card.text}"), card)


def any_frame(dice: Random, number: int) -> Frame:
    """A line of any kind, every other one a card."""
    return (
        card_frame(dice, number)
        if dice.getrandbits(1)
        else Frame(line_of(dice.choice(("cut", "card ??"))), None)
    )


def cards_of(said: Sequence[Any]) -> list[Card]:
    """The cards among the reports."""
    return [one.card.turned_up() for one in said if isinstance(one, CardRead)]


_FORMED = re.compile(rb"(?:^|(?<=\n))card [2-9TJQKA][cdhs]\*[0-9A-F]{2}(?=\n)")
CODEC: Final = Codec(
    ToyDecoder,
    any_frame,
    card_frame,
    cards_of,
    lambda data: len(_FORMED.findall(data)),
    8,
    LINE_MAX,
    frozenset({"flip_a_bit_twice", "swap_two"}),
)


class ToyTwin(ReportingTwin):
    """The toy at its own end of the line."""

    def _tell_card(self, read: Card | None, now_ms: int) -> None:
        self._tell(line_of(f"card {'??' if read is None else read.text}"), now_ms)

    def _tell_cut_card(self, now_ms: int) -> None:
        self._tell(line_of("cut"), now_ms)


def twin() -> ToyTwin:
    """A toy without faults."""
    return ToyTwin(4, None)


def enter() -> None:
    """The toy is in the table of shoes, and in those of the tests."""
    SHOES[NAME] = ENTRY  # type: ignore[index]  # a table to everybody else
    mutations.CODECS[NAME] = CODEC
    for way, make in (("on a pty", on_a_pty), ("behind a server", behind_a_server)):
        CARRIED[f"{NAME} {way}"] = make(NAME, twin)
