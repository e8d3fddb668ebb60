"""An Angel Eye II-EX, imitated at the wire: every report three times, and a game of baccarat of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Final

from controller.game.cards import RANKS, Card
from drivers.sim.faults import Faults
from drivers.sim.reporting_twin import ReportingTwin

COPIES: Final = 3
COPY_MS: Final = 20
"""Eight bytes at 4800 baud, and a breath."""
GAME_CARDS: Final = 6
"""What a game of baccarat takes at most: one more is an overdraw, and puts the shoe into error mode."""
OVERDRAW: Final = 2
_STX, _ETX, _ENQ, _ACK, _NAK = 0x02, 0x03, 0x05, 0x06, 0x15
_COMMAND_BYTES: Final = 10
_SUITS: Final = {"d": 1, "c": 2, "s": 3, "h": 4}
_TARGETS: Final = (0x00, 0x10, 0x01, 0x11, 0x02, 0x12)  # player, banker, by turns
_OUTSIDE_IN_ERROR: Final = 0x10


class AngelEyeTwin(ReportingTwin):
    """The shoe. Its lock is open when it is switched on.

    Args:
        gap_ms: time between a copy of a report and the next.
        bcc_includes_stx: how it wants commands checked.
        listens: whether the wire to it is there; without it no command arrives.
        faults: what may go wrong, or None.
    """

    def __init__(
        self,
        *,
        gap_ms: int = COPY_MS,
        bcc_includes_stx: bool = True,
        listens: bool = True,
        faults: Faults | None = None,
    ) -> None:
        super().__init__(gap_ms, faults)
        self.error = 0
        self.refusal = ""
        self._bcc_includes_stx = bcc_includes_stx
        self._listens = listens
        self._seq = 0
        self._heard = b""

    def load(self, deck: Sequence[Card], now_ms: int, cut_card_after: int | None = None) -> None:
        """The deck lies in the shoe and a game may begin."""
        super().load(deck, now_ms, cut_card_after)
        self._clear_error(now_ms)
        self.report("P", (), now_ms)

    def restart(self, boot: int, now_ms: int) -> None:
        """The shoe lost its power and came back; it says so, and counts its reports anew."""
        super().restart(boot, now_ms)
        self._seq = 0
        self.error = 0
        self.report("S", (), now_ms)

    def report(self, kind: str, payload: tuple[int, ...], now_ms: int) -> None:
        """The report is said three times, under a sequence of its own."""
        body = bytes([0x30 + self._seq, ord(kind), *payload, _ETX])
        self._seq = (self._seq + 1) % 10
        for _ in range(COPIES):
            self._tell(bytes([_ENQ]) + body + b"%02X" % reduce(xor, body), now_ms)

    def repeat(self, card: Card, now_ms: int) -> None:
        """The shoe sends the report of a card again by itself."""
        self.report("R", (0, _byte_of(card)), now_ms)

    def turn_key(self, locked: bool, now_ms: int) -> None:
        """A hand locks or unlocks the shoe."""
        self.locked = locked
        self.report("L", (int(locked),), now_ms)

    def feed(self, data: bytes, now_ms: int) -> bytes:
        """The answer to the commands in these bytes, then what they make the shoe report."""
        answers = b""
        if self._listens:
            self._heard += data
            while len(self._heard) >= _COMMAND_BYTES:
                frame, self._heard = self._heard[:_COMMAND_BYTES], self._heard[_COMMAND_BYTES:]
                answers += self._obey(frame, now_ms)
        return answers + self.tick(now_ms)

    # --- inside ------------------------------------------------------------------------------------

    def _tell_card(self, read: Card | None, now_ms: int) -> None:
        byte = _byte_of(read) if read is not None else 0
        number = self._drawn - 1
        if number == GAME_CARDS:
            self.error = OVERDRAW
            self.report("E", (0x40 | OVERDRAW,), now_ms)
        if self.error:
            self.report("d", (_OUTSIDE_IN_ERROR, byte), now_ms)
        else:
            self.report("D", (_TARGETS[number % GAME_CARDS], byte), now_ms)

    def _tell_cut_card(self, now_ms: int) -> None:
        self.report("C", (), now_ms)

    def _clear_error(self, now_ms: int) -> None:
        if self.error:
            self.report("e", (self.error,), now_ms)
            self.error = 0

    def _obey(self, frame: bytes, now_ms: int) -> bytes:
        if self.refusal:
            return bytes([_NAK]) + self.refusal.encode("ascii")
        checked = frame[:-2] if self._bcc_includes_stx else frame[1:-2]
        if frame[0] != _STX or frame[1:3] != b"OP" or frame[7] != _ETX:
            return bytes([_NAK]) + b"11"
        if frame[-2:] != b"%02X" % reduce(xor, checked):
            return bytes([_NAK]) + b"02"
        kind, number = frame[3:5], frame[5:7]
        if kind == b"LK" and number in (b"01", b"02"):
            self.turn_key(number == b"02", now_ms)
        elif kind == b"EC" and self.error and number == b"%02d" % self.error:
            self._clear_error(now_ms)
        elif kind != b"GP":
            return bytes([_NAK]) + b"14"
        return bytes([_ACK])


def _byte_of(card: Card) -> int:
    """Suit in bits 6 to 4, rank in bits 3 to 0, the ace low."""
    rank = 1 if card.rank == 14 else RANKS.index(card.text[0]) + 2
    return _SUITS[card.text[1]] << 4 | rank
