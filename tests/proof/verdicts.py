"""What came of each promise: of its trials and of its tests, and what of them was not run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

from tests.long import has_long_cases
from tests.proof.parts import Part
from tests.proof.promises import Promise
from tests.proof.record import Block
from tests.proof.runs import Outcomes, is_of

Verdict = Literal["held", "not held", "not run"]
HELD: Final = "held"
NOT_HELD: Final = "not held"
NOT_RUN: Final = "not run"


@dataclass(frozen=True, slots=True)
class Trial:
    """A part and its blocks: `count` of `wanted` units were tried.

    `failed_before` are blocks that did not hold and were tried again: what fails by one run and not by the
    next is to be explained, and no later block makes it unseen.
    """

    part: Part
    wanted: int
    blocks: tuple[Block, ...]
    failed_before: tuple[Block, ...] = ()

    @property
    def count(self) -> int:
        """Of one seed the longest counts: a shorter block tried nothing that it did not."""
        longest: dict[int, int] = {}
        for block in self.blocks:
            longest[block.seed] = max(longest.get(block.seed, 0), block.count)
        return sum(longest.values())

    @property
    def wall_s(self) -> float:
        return sum(block.wall_s for block in self.blocks)

    @property
    def verdict(self) -> Verdict:
        if not self.blocks:
            return NOT_RUN
        return HELD if all(block.held for block in self.blocks) else NOT_HELD

    @property
    def seeds(self) -> str:
        """The seeds of its blocks, first and last."""
        seeds = [block.seed for block in self.blocks]
        return "" if not seeds else f"{min(seeds)}–{max(seeds)}" if len(set(seeds)) > 1 else f"{seeds[0]}"


def trial_of(part: Part, wanted: int, blocks: list[Block]) -> Trial:
    """The part's blocks; of one that was tried again the last counts."""
    ours = sorted((block for block in blocks if block.part == part.name), key=lambda block: block.at)
    last = {(block.seed, block.asked): block for block in ours}
    before = [block for block in ours if not block.held and last[block.seed, block.asked] is not block]
    return Trial(part, wanted, tuple(last[key] for key in sorted(last)), tuple(before))


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a promise: its trials by name, and of its tests how many had which outcome.

    `silent` are the tests that did not run at all, and those of which the long cases did not; `failed_before`
    are those that failed in a run that was broken off.
    """

    promise: Promise
    trials: tuple[Trial, ...]
    tests: Counter[str]
    silent: tuple[str, ...]
    failed_before: tuple[str, ...] = ()

    @property
    def again(self) -> bool:
        """Whether something of it did not hold before, and held when it was tried again."""
        return bool(self.failed_before) or any(trial.failed_before for trial in self.trials)

    @property
    def verdict(self) -> Verdict:
        """Not held where anything did not; held where something ran and all of it held."""
        told = [trial.verdict for trial in self.trials]
        if NOT_HELD in told or self.tests["failed"]:
            return NOT_HELD
        return HELD if HELD in told or self.tests["passed"] else NOT_RUN

    @property
    def whole(self) -> bool:
        """Whether nothing of what tries it was left out or cut short."""
        tried = all(trial.blocks and trial.count >= trial.wanted for trial in self.trials)
        return tried and not self.silent and not self.tests["skipped"]


def answer_of(promise: Promise, trials: dict[str, Trial], outcomes: Outcomes) -> Answer:
    """What came of this promise."""
    counted, silent = Counter[str](), []
    for where in promise.tests:
        told = outcomes.of(where)
        counted.update(told)
        if not told:
            silent.append(where)
        elif not outcomes.long_cases_ran(where) and has_long_cases(where):
            silent.append(f"{where}, the long cases")
    before = tuple(test for test in outcomes.failed_before if any(is_of(test, one) for one in promise.tests))
    return Answer(promise, tuple(trials[name] for name in promise.parts), counted, tuple(silent), before)
