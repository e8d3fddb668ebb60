"""Money is integer cents; odds are exact; shares of a stake are exact to the micro-cent.

No float comes near it. One cent is 1,000,000 micro-cents (requirement PM-03).
"""

from __future__ import annotations

from math import gcd
from typing import Final, NamedTuple

MICRO: Final = 1_000_000
CENTS_MAX: Final = 10**11
"""A thousand million euros: above it an amount is a mistake. In micro-cents it stays inside 64 bits."""


class InexactPayout(ValueError):
    """The odds do not divide the stake to the smallest chip."""

    def __init__(self, odds: Odds, stake_cents: int, chip_cents: int) -> None:
        super().__init__(f"{odds} on {stake_cents} cents is not a multiple of {chip_cents}")
        self.odds, self.stake_cents, self.chip_cents = odds, stake_cents, chip_cents


class Odds(NamedTuple):
    """`Odds(3, 2)` pays three for two on top of the stake, in lowest terms."""

    numerator: int
    denominator: int

    @staticmethod
    def parse(text: str) -> Odds:
        """The odds written `"n/d"`, reduced.

        Raises:
            ValueError: `text` is not two positive whole numbers around a slash.
        """
        above, slash, below = text.partition("/")
        if not (slash and above.isascii() and above.isdigit() and below.isascii() and below.isdigit()):
            raise ValueError(f"odds {text!r} are not written n/d")
        numerator, denominator = int(above), int(below)
        if numerator == 0 or denominator == 0:
            raise ValueError(f"odds {text!r} need both numbers above zero")
        common = gcd(numerator, denominator)
        return Odds(numerator // common, denominator // common)

    def win_cents(self, stake_cents: int, chip_cents: int = 1) -> int:
        """What `stake_cents` wins, without the stake.

        Raises:
            InexactPayout: the win is no multiple of `chip_cents`.
        """
        win, rest = divmod(stake_cents * self.numerator, self.denominator)
        if rest or win % chip_cents:
            raise InexactPayout(self, stake_cents, chip_cents)
        return win

    def __str__(self) -> str:
        return f"{self.numerator}/{self.denominator}"
