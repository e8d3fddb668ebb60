"""Numbered messages: what waits for an acknowledgement, what is on the line, what is heard next.

Go-back-N with 16-bit numbers that start again after 65,535. One `Numbering` serves both directions of one
end: the messages it says and the number it expects to hear.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from drivers.lines.messages import Kind

WINDOW: Final = 4
"""Messages on the line and not yet acknowledged, at most."""
QUEUE_MAX: Final = 512
"""Messages kept by one end for a peer that does not acknowledge, at most."""
_MASK: Final = 0xFFFF
_HALF: Final = 0x8000


@dataclass(slots=True)
class Numbering:
    """The numbers of one conversation at one end.

    Attributes:
        first: number of the oldest message not acknowledged.
        under_way: how many of the oldest are on the line.
        expected: number of the next message of the peer.
        waiting: the messages not acknowledged, oldest first: kind and payload.
    """

    first: int = 0
    under_way: int = 0
    expected: int = 0
    waiting: deque[tuple[Kind, bytes]] = field(default_factory=deque)

    def restart(self) -> None:
        """Both directions begin at 0; what waits will be numbered anew."""
        self.first = self.under_way = self.expected = 0

    def acknowledge(self, ack: int) -> bool:
        """Forget what the peer has heard; whether there was any. An old acknowledgement changes nothing."""
        count = (ack - self.first) & _MASK
        if not 0 < count <= WINDOW or count > len(self.waiting):
            return False
        for _ in range(count):
            self.waiting.popleft()
        self.first = (self.first + count) & _MASK
        self.under_way = max(0, self.under_way - count)
        return True

    def next_to_say(self) -> tuple[int, Kind, bytes] | None:
        """Number, kind and payload of the next message to put on the line, if the window has room."""
        if self.under_way >= WINDOW or self.under_way >= len(self.waiting):
            return None
        kind, payload = self.waiting[self.under_way]
        number = (self.first + self.under_way) & _MASK
        self.under_way += 1
        return number, kind, payload

    def hear(self, number: int) -> int:
        """0 when the message is the next one, now counted; negative when it was heard before; else a gap."""
        ahead = (number - self.expected) & _MASK
        if ahead == 0:
            self.expected = (self.expected + 1) & _MASK
            return 0
        return ahead if ahead < _HALF else ahead - _MASK - 1


def is_older(call: int, latest: int) -> bool:
    """Whether handshake `call` was begun before handshake `latest`; numbers start again after 65,535."""
    return 0 < (latest - call) & _MASK < _HALF


def next_number(number: int) -> int:
    """The number after `number`."""
    return (number + 1) & _MASK
