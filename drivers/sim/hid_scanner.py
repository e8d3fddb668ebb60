"""A shoe with a barcode scanner, imitated at the wire: it types a code for each card that leaves it."""

from __future__ import annotations

from typing import Final

from controller.game.cards import DECK, RANKS, SUITS, Card
from drivers.lines.hid_reports import KEYBOARD_BYTES, KEYS, POS_BYTES, POS_TEXT_MAX
from drivers.shoes.card_codes import CardCodes
from drivers.sim.faults import Faults
from drivers.sim.reporting_twin import ReportingTwin
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


class ScannerTwin(ReportingTwin):
    """The shoe. Nothing locks it, nobody asks it anything; unplugged it reads on, unheard.

    Args:
        codes: what is printed on the cards.
        mode: `keyboard` or `pos`.
        faults: what may go wrong with its eye, or None.
    """

    def __init__(self, codes: CardCodes, mode: str = "keyboard", faults: Faults | None = None) -> None:
        super().__init__(0, faults)
        self.report_bytes = KEYBOARD_BYTES if mode == "keyboard" else POS_BYTES
        self._spell = typed if mode == "keyboard" else told
        self._codes = codes

    def scan(self, text: str, now_ms: int = 0) -> None:
        """The scanner has read a code, whatever it is on."""
        self._tell(self._spell(text), now_ms)

    def _tell_card(self, read: Card | None, now_ms: int) -> None:
        said = self._codes.code_of(read) if read is not None else self._codes.no_read
        if said:  # a scanner without a word for it is silent when it cannot read
            self.scan(said, now_ms)

    def _tell_cut_card(self, now_ms: int) -> None:
        if self._codes.cut_card:
            self.scan(self._codes.cut_card, now_ms)
