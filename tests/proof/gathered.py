"""What was tried on other machines: `make proof PART=report FROM=/media/stick/out/proof/1eb7c0a1a11a`.

A full proof takes one machine more than a day. Each of several tries some parts of one state of the program,
and the folder that it wrote is brought here under the name that it has, or as the file that it kept.
"""

from __future__ import annotations

from pathlib import Path

from tests.proof.kept import UNREADABLE, opened
from tests.proof.outcomes import SUFFIX, beside, run_of, states_in
from tests.proof.record import BLOCKS, add_block, blocks_in, named


class NotOurs(Exception):
    """The folder is no proof of this state of the program; the message says what to do."""


def gather(folder: Path, place: Path) -> int:
    """What the other folder tells of trials and tests stands in this one too; how many blocks were new.

    A block that was tried on both machines counts as it came out last. A run of tests is taken
    beside one of its name that is here: a test counts by its worse outcome.

    Args:
        folder: the run of this state of the program.
        place: the folder of another run of it, or the archive that one was kept in.

    Raises:
        NotOurs: it is of another state of the program, or was never written by a proof.
    """
    try:
        with opened(place) as other:
            return _take(folder, other, place)
    except UNREADABLE as error:
        raise NotOurs(f"{place}: {error}: name a folder of out/proof, or what KEEP= has written") from None


def _take(folder: Path, other: Path, place: Path) -> int:
    tried = {named(state) for state in (*(block.state for block in blocks_in(other)), *states_in(other))}
    if other.name != folder.name or tried - {folder.name}:
        raise NotOurs(
            f"{place}: tried with another state of the program, and this is {folder.name}: check out the same"
            " commit on both machines, or try again there"
        )
    runs = sorted(other.glob(f"*{SUFFIX}"))
    if not other.joinpath(BLOCKS).is_file() and not runs:
        raise NotOurs(f"{place}: no trial and no test was run there: name a folder of out/proof")
    known = set(blocks_in(folder))
    new = [block for block in blocks_in(other) if block not in known]
    for block in new:
        add_block(folder, block)
    folder.mkdir(parents=True, exist_ok=True)
    for run in runs:
        there = run.read_bytes()
        if all(there != here.read_bytes() for here in folder.glob(f"{run_of(run)}*{SUFFIX}")):
            taken = run.name if not (folder / run.name).exists() else beside(run, there)
            (folder / taken).write_bytes(there)
    return len(new)
