"""Damaged frames on the wires of machines."""

from __future__ import annotations

from tests.bench.noise import SEED, noise
from tests.proof.record import Tried


def damaged(count: int, seed: int) -> Tried:
    """So many damaged frames for each codec: no more cards out of noise than chance allows."""
    told = [figure.name.removeprefix("damaged frames, ") for figure in noise(count, SEED + seed)]
    return Tried(count, f"{len(told)} codecs: {', '.join(told)}")
