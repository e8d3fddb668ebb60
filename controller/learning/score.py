"""What a lesson is worth: the one rule, out of ten.

Ten points. One is lost for each wrong tap: an act that was not asked for and does no good, or that the table
refused. Two are lost for each seat with a wrong sum: what was paid, taken or given back there is not what was
due. One is lost for each half of the lesson's par that was needed beyond the par, begun or whole, but never
more than three: slowness alone fails nobody. A hint costs nothing in a lesson; the drill gives none. A lesson
is passed with seven points and every sum right.
"""

from __future__ import annotations

from typing import Final

POINTS: Final = 10
PASSED: Final = 7
OF_A_WRONG_TAP: Final = 1
OF_A_WRONG_SUM: Final = 2
OF_TIME_MAX: Final = 3


def points(*, wrong: int, sums: int, time_ms: int, par_ms: int) -> int:
    """What is left of the ten points."""
    late_ms = max(0, time_ms - par_ms)
    late = min(OF_TIME_MAX, -(-2 * late_ms // par_ms))
    return max(0, POINTS - OF_A_WRONG_TAP * wrong - OF_A_WRONG_SUM * sums - late)


def passes(left: int, sums: int) -> bool:
    """Whether so many points, with so many wrong sums, pass the lesson."""
    return left >= PASSED and not sums
