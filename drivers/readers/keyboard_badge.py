"""A badge reader that types: the number of a card as the keys of a keyboard, and nothing else.

The poor man's choice. A number can be copied by whoever sees it once, and a card that leaves is not told:
one that was shown counts for a while. Outside simulation it is refused unless the configuration says
`allow_keyboard_badge = true`. Its keys are read as HID reports through a link of ours, never through the
kernel's keyboard, so that none of them reaches a window.
"""

from __future__ import annotations

from controller.ports import Deliver, Link, LinkDown, LinkUp
from drivers.lines.hid_reports import KeyboardReader, Scan
from drivers.readers.badge import CardIn, CardStrange

PRESENCE_MS = 20_000
"""How long a card that was shown counts as present: time to walk from the reader to the screen."""


class KeyboardBadgeRefused(ValueError):
    """A reader that types is configured and the house has not allowed it in writing."""


class KeyboardBadge:
    """A reader of numbers behind the port of card readers (`drivers.readers.badge.CardReader`).

    Args:
        link: a carrier of the reports of a HID boot keyboard, one report a delivery.
        allowed: whether the configuration allows such a reader; True in simulation.
        presence_ms: how long a card that was shown counts as present.

    Raises:
        KeyboardBadgeRefused: it is not allowed.
    """

    signs = False

    def __init__(self, link: Link, *, allowed: bool, presence_ms: int = PRESENCE_MS) -> None:
        if not allowed:
            raise KeyboardBadgeRefused(
                "badge.reader = keyboard: a number that is typed proves nothing; use pcsc, or write"
                " allow_keyboard_badge = true"
            )
        self.presence_ms: int | None = presence_ms
        self._link = link
        self._keys = KeyboardReader()
        self._deliver: Deliver | None = None

    def open(self, deliver: Deliver) -> None:
        """The link is being opened; each number that is typed whole is a card."""
        self._deliver = deliver
        self._link.open(self._hear)

    def sign(self, challenge: bytes, ed25519: bool) -> None:
        """A number signs nothing."""

    def close(self) -> None:
        """Nothing is delivered any more."""
        self._deliver = None
        self._link.close()

    def _hear(self, item: object) -> None:
        """On the link's own thread, which alone touches the keys."""
        if self._deliver is None:
            return
        if isinstance(item, LinkUp | LinkDown):
            self._keys = KeyboardReader()
            self._deliver(item)
        elif isinstance(item, bytes):
            told = self._keys.feed(item)
            if told is not None:
                self._deliver(CardIn(told.text) if isinstance(told, Scan) else CardStrange("not read whole"))
