"""What the door for other machines says of those whom it refuses: a few lines an address, the rest as a sum.

Whoever knocks a thousand times fills neither the log nor the place of those who were let in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from controller.words.plurals import so_many

PERIOD_S: Final = 60.0
LINES_OF_ADDRESS: Final = 4
"""Refusals of one address that are told one by one in a period."""
ADDRESSES_MAX: Final = 20
"""Addresses that are told of by name in a period."""


class Refusals:
    """The refusals of one door.

    Args:
        log: told each line.
    """

    def __init__(self, log: Callable[[str], None]) -> None:
        self._log = log
        self._since_s = 0.0
        self._told: Counter[str] = Counter()
        self._more: dict[str, Counter[str]] = {}
        self._others: Counter[str] = Counter()

    def refused(self, address: str, why: str, now_s: float) -> None:
        """Somebody of this address was refused; `now_s` never goes back."""
        self.look(now_s)
        if address not in self._told and len(self._told) >= ADDRESSES_MAX:
            self._others[address] += 1
            return
        self._told[address] += 1
        if self._told[address] <= LINES_OF_ADDRESS:
            self._log(f"{address} refused: {why}")
        else:
            self._more.setdefault(address, Counter())[why] += 1

    def look(self, now_s: float) -> None:
        """When the period is over, what was not told one by one is told as sums, and a new one begins."""
        if now_s - self._since_s < PERIOD_S:
            return
        for address, reasons in self._more.items():
            told = ", ".join(f"{why} ({count})" for why, count in reasons.most_common())
            self._log(f"{address} refused {so_many(reasons.total(), 'time')} more: {told}")
        if self._others:
            others = so_many(len(self._others), "other address", "other addresses")
            self._log(f"{others} refused {so_many(self._others.total(), 'time')}")
        self._since_s = now_s
        self._told.clear()
        self._more.clear()
        self._others.clear()
