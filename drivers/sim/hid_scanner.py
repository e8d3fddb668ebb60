"""A shoe with a barcode scanner, imitated at the wire: it types a code for each card that leaves it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.game.cards import DECK, RANKS, SUITS, Card
from controller.game.inputs import Machine
from drivers.hid_reports import KEYBOARD_BYTES, KEYS, POS_BYTES, POS_TEXT_MAX
from drivers.shoes.card_codes import CardCodes
from drivers.sim.faults import Faults
from drivers.sim.usb_backend import Endpoint, Interface, SimulatedUsb

_ENTER: Final = 0x28
_SHIFT: Final = 0x02
_TYPED: Final = {char: (key, shift) for (key, shift), char in reversed(KEYS.items())}
_POS_DESCRIPTOR: Final = bytes.fromhex("058c0902a101")
_KEYS_DESCRIPTOR: Final = bytes.fromhex("05010906a101")
_INTERFACES: Final = {
    "keyboard": Interface(3, 1, 1, (Endpoint(0x81, 3, KEYBOARD_BYTES),), _KEYS_DESCRIPTOR, kernel=True),
    "pos": Interface(3, 0, 0, (Endpoint(0x81, 3, POS_BYTES),), _POS_DESCRIPTOR, kernel=True),
}


def scanner_device(serial: str, mode: str = "keyboard", port: str = "1-3") -> SimulatedUsb:
    """A scanner in this mode, not plugged in yet."""
    return SimulatedUsb(0x0C2E, 0x0901, serial, "card scanner", (_INTERFACES[mode],), port=port)


def house_codes() -> dict[str, str]:
    """The codes of the simulated house: seven digits a card, the last a check, as EAN computes it."""
    codes = {}
    for card in DECK:
        digits = f"21{RANKS.index(card.text[0]):02d}{SUITS.index(card.text[1])}7"
        total = sum(int(digit) * (3 if at % 2 == 0 else 1) for at, digit in enumerate(reversed(digits)))
        codes[f"{digits}{-total % 10}"] = card.text
    return codes


def typed(text: str) -> bytes:
    """The boot reports of a scanner that types the text and Enter: each key down, then up."""
    up = bytes(KEYBOARD_BYTES)
    reports = b""
    for char in text:
        key, shift = _TYPED[char]
        reports += bytes((_SHIFT if shift else 0, 0, key, 0, 0, 0, 0, 0)) + up
    return reports + bytes((0, 0, _ENTER, 0, 0, 0, 0, 0)) + up


def told(text: str, symbology: str = "]C0") -> bytes:
    """The scanned-data reports of a scanner that reads the text."""
    data = text.encode("ascii")
    pieces = [data[i : i + POS_TEXT_MAX] for i in range(0, len(data), POS_TEXT_MAX)] or [b""]
    reports = b""
    for number, piece in enumerate(pieces, 1):
        head = bytes((2, len(piece))) + symbology.encode("ascii")
        padding = bytes(POS_BYTES - len(head) - len(piece) - 1)
        reports += head + piece + padding + bytes((number < len(pieces),))
    return reports


class ScannerTwin:
    """The shoe (`carriers.Twin`). Nothing locks it, nobody asks it anything; unplugged it reads on, unheard.

    Args:
        codes: what is printed on the cards.
        mode: `keyboard` or `pos`.
        faults: what may go wrong, or None.
    """

    locked: Final = False

    def __init__(self, codes: CardCodes, mode: str = "keyboard", faults: Faults | None = None) -> None:
        self.machine = Machine.SHOE
        self.report_bytes = KEYBOARD_BYTES if mode == "keyboard" else POS_BYTES
        self._say = typed if mode == "keyboard" else told
        self._codes = codes
        self._faults = faults
        self._deck: tuple[Card, ...] = ()
        self._drawn = 0
        self._cut_card_after: int | None = None
        self._out = b""

    @property
    def cards_left(self) -> int:
        """How many cards are in the shoe."""
        return len(self._deck) - self._drawn

    def load(self, deck: Sequence[Card], now_ms: int, cut_card_after: int | None = None) -> None:
        """The deck lies in the shoe, first card first out; the cut card behind so many cards, if any."""
        self._deck = tuple(deck)
        self._drawn = 0
        self._cut_card_after = cut_card_after

    def unload(self, now_ms: int) -> list[Card]:
        """The shoe is empty; the cards that were left are in the hand."""
        left = list(self._deck[self._drawn :])
        self._deck = ()
        self._drawn = 0
        return left

    def draw(self, now_ms: int) -> Card | None:
        """The next card is in the hand, None when the shoe is empty; what was read may differ from it."""
        if not self.cards_left:
            return None
        if self._drawn == self._cut_card_after and self._codes.cut_card:
            self.scan(self._codes.cut_card)
        card = self._deck[self._drawn]
        read: Card | None = card
        if self._faults is not None:
            read = self._faults.read(card, self._deck[: self._drawn])
        self._drawn += 1
        if read is not None:
            self.scan(self._codes.code_of(read))
        elif self._codes.no_read:
            self.scan(self._codes.no_read)
        return card

    def scan(self, text: str) -> None:
        """The scanner has read a code, whatever it is on."""
        self._out += self._say(text)

    def feed(self, data: bytes, now_ms: int) -> bytes:
        """Nothing: it hears nothing."""
        return b""

    def tick(self, now_ms: int) -> bytes:
        """Nothing: it does nothing by itself."""
        return self.take()

    def take(self) -> bytes:
        """What the scanner says because a hand did something."""
        out, self._out = self._out, b""
        return out

    @property
    def due_ms(self) -> int | None:
        """Never wanted."""
        return None
