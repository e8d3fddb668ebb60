"""What was tried on other machines: `make proof PART=report FROM=/media/stick/out/proof/1eb7c0a1a11a`.

A full proof takes one machine the better part of a day. Each of several tries some parts of one state of the
program, and the folder that it wrote is brought here, or the file that it kept. So goes on a proof that was
begun at another commit: what that showed and still counts is taken (`tests.proof.same_state`).
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.proof.kept import UNREADABLE, opened
from tests.proof.outcomes import SUFFIX, beside, run_of
from tests.proof.record import add_block, blocks_in, named
from tests.proof.runs import says_something
from tests.proof.same_state import counts


class NotOurs(Exception):
    """There is no proof of this state of the program; the message says what to do."""


class Gathered(NamedTuple):
    """How many blocks of another folder were new here, and how many were left there, for they say nothing of
    this state of the program; of these so many had not held."""

    new: int
    left: int
    failed: int

    def __str__(self) -> str:
        """As it is told to who gathers."""
        said = f"{self.new} blocks from there"
        return f"{said}, {self.left} left there, of which {self.failed} had not held" if self.left else said


def gather(folder: Path, place: Path, state: str) -> Gathered:
    """What the other folder tells of trials and tests stands in this one too.

    A block that was tried on both machines counts as it came out last. A run of tests is taken
    beside one of its name that is here: a test counts by its worse outcome. What says nothing of this state
    of the program is left there.

    Args:
        folder: the run of this state of the program.
        place: the folder of another run, or the archive that one was kept in.
        state: as `state_of_the_program` tells it.

    Raises:
        NotOurs: nothing there is of this state of the program, or it was never written by a proof.
    """
    try:
        with opened(place) as other:
            return _take(folder, other, place, state)
    except UNREADABLE as error:
        raise NotOurs(f"{place}: {error}: name a folder of out/proof, or what KEEP= has written") from None


def _take(folder: Path, other: Path, place: Path, state: str) -> Gathered:
    there, runs = list(blocks_in(other)), sorted(other.glob(f"*{SUFFIX}"))
    if not there and not runs:
        raise NotOurs(f"{place}: no trial and no test was run there: name a folder of out/proof")
    blocks = [block for block in there if counts(block, state)]
    left = [block for block in there if block not in blocks]
    runs = [run for run in runs if says_something(run, state)]
    if not blocks and not runs:
        raise NotOurs(
            f"{place}: tried with another state of the program, and this is {named(state)}: check out the"
            " same commit on both machines, fetch that one here, or try again there"
        )
    known = set(blocks_in(folder))
    new = [block for block in blocks if block not in known]
    for block in new:
        add_block(folder, block)
    folder.mkdir(parents=True, exist_ok=True)
    for run in runs:
        told = run.read_bytes()
        if all(told != here.read_bytes() for here in folder.glob(f"{run_of(run)}*{SUFFIX}")):
            taken = run.name if not (folder / run.name).exists() else beside(run, told)
            (folder / taken).write_bytes(told)
    return Gathered(len(new), len(left), sum(not block.held for block in left))
