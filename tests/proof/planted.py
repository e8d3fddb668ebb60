"""Bugs planted into a copy of the program: each is found by the test that is named for it."""

from __future__ import annotations

from tests.planted.bugs import bugs
from tests.planted.ground import ground
from tests.proof.parts import PARTS
from tests.proof.record import Tried


def planted(count: int, seed: int) -> Tried:
    """So many bugs, from the first of the block of this number on; each is told with its test and its time.

    Raises:
        AssertionError: those that were not found, once all were tried.
    """
    begin = (seed - 1) * PARTS["mutants"].block
    chosen = bugs()[begin : begin + count]
    assert len(chosen) == count, f"no such block: there are {len(bugs())} bugs"
    with ground() as place:
        told = list(place.find(chosen))
    missed = [" ".join(one.split())[:400] for one in told if isinstance(one, str)]
    assert not missed, " | ".join(missed)
    found = [one for one in told if not isinstance(one, str)]
    return Tried(len(found), "; ".join(f"{one.bug.id}: {one.bug.test}, {one.red_s} s" for one in found))
