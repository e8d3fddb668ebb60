"""What was tried on other machines: `make proof PART=report FROM=/media/stick/out/proof/1eb7c0a1a11a`.

A full proof takes one machine more than a day. Each of several tries some parts of one state of the program,
and the folder that it wrote is brought here, or the file that it kept. So goes on a proof that was begun at
another commit: what that showed and still counts is taken (`tests.proof.same_state`).
"""

from __future__ import annotations

from pathlib import Path

from tests.proof.kept import UNREADABLE, opened
from tests.proof.outcomes import SUFFIX, beside, run_of, state_in
from tests.proof.record import add_block, blocks_in, named
from tests.proof.same_state import counts


class NotOurs(Exception):
    """There is no proof of this state of the program; the message says what to do."""


def gather(folder: Path, place: Path, state: str) -> int:
    """What the other folder tells of trials and tests stands in this one too; how many blocks were new.

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


def _take(folder: Path, other: Path, place: Path, state: str) -> int:
    blocks, runs = list(blocks_in(other)), sorted(other.glob(f"*{SUFFIX}"))
    if not blocks and not runs:
        raise NotOurs(f"{place}: no trial and no test was run there: name a folder of out/proof")
    blocks = [block for block in blocks if counts(block, state)]
    runs = [run for run in runs if state_in(run) == state]
    if not blocks and not runs:
        raise NotOurs(
            f"{place}: tried with another state of the program, and this is {named(state)}: check out the"
            " same commit on both machines, or try again there"
        )
    known = set(blocks_in(folder))
    new = [block for block in blocks if block not in known]
    for block in new:
        add_block(folder, block)
    folder.mkdir(parents=True, exist_ok=True)
    for run in runs:
        there = run.read_bytes()
        if all(there != here.read_bytes() for here in folder.glob(f"{run_of(run)}*{SUFFIX}")):
            taken = run.name if not (folder / run.name).exists() else beside(run, there)
            (folder / taken).write_bytes(there)
    return len(new)
