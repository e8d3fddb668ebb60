"""`python -m tests.bench.restless [TOUCHES]`: a hundred thousand random touches and keys.

Half of them on the large console and half on the small one, a night each in turn, over many nights of a table
whose machines fail: one that nobody could bring on any more is left for the next. It says what was done, what
was refused, which phases were reached, and how many touches each size had.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.ui.restless import Restless
from ui.app import COMPACT, LARGE

TOUCHES: Final = 100_000
SIZES: Final = {"large": LARGE, "small": COMPACT}
A_NIGHT: Final = 2_500


def play(touches: int, seed: int = 1) -> dict[str, Counter[str]]:
    """So many touches; what was done and refused, the phases reached, and the touches of each size.

    The seed of a night says which console it has: an odd one the small.

    Raises:
        AssertionError: something was asked that no key offered, or QML warned.
    """
    total = {name: Counter[str]() for name in ("done", "refused", "phases", "sizes")}
    made, number = 0, 0
    while made < touches:
        size = ("large", "small")[(seed + number) % 2]
        hand = Restless(seed + number, SIZES[size])
        try:
            while hand.touches < min(A_NIGHT, touches - made):
                hand.act()
        finally:
            warned = hand.close()
        assert warned == [], warned
        made, number = made + hand.touches, number + 1
        total["sizes"][size] += hand.touches
        total["done"] += hand.done
        total["refused"] += hand.refused
        total["phases"] += Counter(str(phase) for phase in hand.monkey.phases)
        sys.stdout.write(
            f"{made} touches, {number} nights, {sum(total['done'].values())} acts taken, "
            f"{sum(total['refused'].values())} refused\n"
        )
        sys.stdout.flush()
    return total


def main(touches: int) -> None:
    """Nothing broke."""
    begun_s = time.monotonic()
    for name, counted in play(touches).items():
        told = ", ".join(f"{what} {count}" for what, count in counted.most_common())
        sys.stdout.write(f"{name}: {told}\n")
    sys.stdout.write(f"{touches} touches in {time.monotonic() - begun_s:.0f} s\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TOUCHES)
