"""Damaged frames on the wires of machines."""

from __future__ import annotations

from tests.bench import noise
from tests.proof.record import Tried


def damaged(count: int, seed: int) -> Tried:
    """So many damaged frames for each codec: no more cards out of noise than chance allows.

    Frames that the damage left as they were are not among them. Where a wire has no check, any damage that
    has the form of a card is one: that is said, and shows nothing of the decoder but that it is heard again.
    """
    told = list(noise.wires(count, noise.SEED + seed))
    assert told, "there is no wire"
    assert {one.frames for one in told} == {count}, "not as many frames were changed as were asked for"
    assert any(one.formed and one.one_in > 1 for one in told), "no check was asked"
    return Tried(count, "; ".join(f"{one.name}: {one.said()}" for one in told))
