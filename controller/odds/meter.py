"""Fixed prizes paid from the meter: what the house must add because the meter stands too near its start.

From the meter comes only what it holds above the start amount; the rest of a prize is the house's (PM-04).
One table, one bettor: each stake lifts the meter by u, then may win a prize, or the jackpot that ends the
cycle. S(x), what the house still adds in a cycle whose meter stands x above its start, follows

    S(x) = sum over prizes k of p(k) * (max(0, k - x - u) + S(max(0, x + u - k))) + p(none) * S(x + u)

and falls to nothing as x grows, for a prize then never lacks money. Solved upwards for S(x + u) the
equation leaves one number open, S(0), and that fall decides it.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Final

DIGITS: Final = 60
"""Solved upwards, digits are lost at the rate at which the open number is decided."""
AGREED: Final = Decimal("1e-25")
STEPS_FIRST: Final = 4_000
STEPS_MAX: Final = 128_000


def house_part(
    step: Fraction, prizes: Sequence[tuple[Fraction, Fraction]], jackpot: Fraction
) -> Decimal | None:
    """What the house adds for one staked, to twenty-five digits; None where this way does not lead there.

    Args:
        step: what each stake lifts the meter by, in stakes.
        prizes: probability and size in stakes of each; every size must be a multiple of `step`.
        jackpot: the probability of the jackpot.
    """
    if step <= 0 or not jackpot or any((size / step).denominator != 1 for _, size in prizes):
        return None
    with localcontext() as context:
        context.prec = DIGITS
        sizes = [(_decimal(chance), int(size / step)) for chance, size in prizes]
        nothing = _decimal(1 - jackpot - sum(chance for chance, _ in prizes))
        known, open_ = [Decimal(0)], [Decimal(1)]  # S(x) = known[x] + open_[x] * S(0), x in steps
        steps, before = STEPS_FIRST, None
        while steps <= STEPS_MAX:
            _climb(known, open_, sizes, nothing, steps)
            start = -known[-1] / open_[-1]
            if before is not None and abs(start - before) < AGREED:
                return start * _decimal(step * jackpot)
            before, steps = start, 2 * steps
    return None


def _climb(
    known: list[Decimal],
    open_: list[Decimal],
    sizes: Sequence[tuple[Decimal, int]],
    nothing: Decimal,
    steps: int,
) -> None:
    """Both parts of S are worked out up to so many steps above the start."""
    for above in range(len(known), steps + 1):
        rest_known, rest_open = known[-1], open_[-1]
        for chance, size in sizes:
            left = max(0, above - size)
            rest_known -= chance * (known[left] + max(0, size - above))
            rest_open -= chance * open_[left]
        known.append(rest_known / nothing)
        open_.append(rest_open / nothing)


def _decimal(value: Fraction | int) -> Decimal:
    exact = Fraction(value)
    return Decimal(exact.numerator) / exact.denominator
