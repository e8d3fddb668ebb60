"""What became slower since the figures of a file: `python -m tests.bench.compare BEFORE NOW`, two files.

Figures are compared as so many calibrations, each by its own (`tests.bench.calibration`), so that the two may
come from two machines, or from one that was busy; what is held against none, such as memory, as it is. One is
called slower, or larger, if it is by more than `LEAST` and all samples of now lie beyond all samples of then.
What cannot be compared is said to be so, with why.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from tests.bench.figures import Figure, shown
from tests.bench.kept import Kept, NotKept, Told, read

LEAST: Final = 0.05
DRIFT_MAX: Final = 0.15
"""A machine whose speed changed by more while a figure was taken does not tell it."""

Verdict = Literal["slower", "faster", "as before", "not compared"]


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure then and now; `change` is 0.1 where it takes a tenth more."""

    name: str
    verdict: Verdict
    change: float | None = None
    why: str = ""

    def line(self) -> str:
        """The line as printed."""
        change = "" if self.change is None else f"{100 * self.change:+.1f} %"
        return f"{self.verdict:<13} {change:>9}   {self.name:<52} {self.why}".rstrip()


def compared(before: Told, now: Told) -> list[Compared]:
    """Every figure of both, the worst first; of parts that were not run now nothing is said."""
    parts = {one.part for one in now.figures}
    then = _by_name(one for one in before.figures if one.part in parts)
    today = _by_name(now.figures)
    found = [_one(name, then.get(name), today.get(name)) for name in {**then, **today}]
    order = ("slower", "not compared", "faster", "as before")
    return sorted(found, key=lambda one: (order.index(one.verdict), -(one.change or 0)))


def _by_name(figures: Iterable[Kept]) -> dict[str, Kept]:
    return {f"{one.part}: {one.figure.name}": one for one in figures}


def _one(name: str, before: Kept | None, now: Kept | None) -> Compared:
    if before is None or now is None:
        return Compared(name, "not compared", why=f"not in {'the file' if before is None else 'this run'}")
    why = _why_not(before, now)
    if why:
        return Compared(name, "not compared", why=why)
    if not before.figure.value or not now.figure.value:
        return _of_nothing(name, before.figure, now.figure)
    then, today = _costs(before), _costs(now)
    change = today[0] / then[0] - 1
    if len(then) < 3 or len(today) < 3:
        return Compared(name, "not compared", change, "taken once: its noise is not known")
    if change > LEAST and min(today) > max(then):
        return Compared(name, "slower", change)
    if change < -LEAST and max(today) < min(then):
        return Compared(name, "faster", change)
    return Compared(name, "as before", change)


def _why_not(before: Kept, now: Kept) -> str:
    one, other = before.figure, now.figure
    if one.unit != other.unit or one.against != other.against:
        held = [f"{each.unit or 'a count'} against {each.against or 'nothing'}" for each in (one, other)]
        return f"measured otherwise: {held[0]} then, {held[1]} now"
    for figure, when in ((one, "in the file"), (other, "now")):
        if figure.value is None:
            return f"not measured {when}: {figure.note}"
    for kept, when in ((before, "then"), (now, "now")):
        if kept.drift > DRIFT_MAX:
            return f"the machine's speed changed by {100 * kept.drift:.0f} % {when}, while it was taken"
    return ""


def _of_nothing(name: str, before: Figure, now: Figure) -> Compared:
    """A count that is or was 0 has no ratio."""
    if before.value == now.value:
        return Compared(name, "as before", 0.0)
    assert before.value is not None
    assert now.value is not None
    return Compared(
        name, "not compared", why=f"{shown(before.value)} then, {shown(now.value)} now {now.unit}".rstrip()
    )


def _costs(kept: Kept) -> list[float]:
    """The value and its samples, less is better: in calibrations, or in its own unit where there is none."""
    assert kept.figure.value is not None
    costs = []
    for value in (kept.figure.value, *kept.figure.samples):
        ratio = kept.ratio(value)
        costs.append(ratio if ratio is not None else 1 / value if kept.figure.sense == "at least" else value)
    return costs


def tell(before: Told, now: Told) -> bool:
    """Printed: what became slower, what cannot be compared, what became faster. Is anything slower?"""
    found = compared(before, now)
    sys.stdout.write(f"\nheld against {before.commit} of {before.begun}\n")
    if before.machine != now.machine or before.python != now.python:
        told = ", ".join(str(one) for one in (*before.machine.values(), f"Python {before.python}"))
        sys.stdout.write(f"another machine: {told}; compared as ratios to each one's calibration\n")
    sys.stdout.write("".join(f"{one.line()}\n" for one in found if one.verdict != "as before"))
    count = Counter(one.verdict for one in found)
    sys.stdout.write(", ".join(f"{count[verdict]} {verdict}" for verdict in count) + "\n")
    return count["slower"] > 0


def main() -> int:
    """1 where something became slower, 2 where a file cannot be read."""
    try:
        before, now = (read(Path(name)) for name in sys.argv[1:3])
    except NotKept as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 1 if tell(before, now) else 0


if __name__ == "__main__":
    sys.exit(main())
