"""Damaged frames for every codec: how fast, how many cards out of noise, and how many chance allows.

`python -m tests.bench.noise [FRAMES [SEED]]` damages so many for each, ten million unless said: some twelve
minutes of one core. A codec that makes more cards than chance allows, is not heard again within three whole
frames, or takes more memory after the first tenth, ends it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from tests.bench.figures import Figure, tell
from tests.drivers import mutations, scan_mutations
from tests.drivers.mutations import RESYNCHRONISED_WITHIN

FRAMES = 100_000
ALL = 10_000_000
SEED = 20261121
GROWN_KIB_MAX = 1_024


def noise(frames: int = FRAMES, seed: int = SEED) -> Iterator[Figure]:
    """Frames a second, and in the note what came out of them."""
    for name, codec in mutations.CODECS.items():
        started_s = time.perf_counter()
        told = mutations.run(codec, frames, seed)
        lasted_s = time.perf_counter() - started_s
        strangers, formed = told.out_of_noise(codec)
        allowed = formed / 2**codec.check_bits
        yield _figure(name, frames, lasted_s, strangers, allowed, told.slowest, told.grown_kib)
    for mode in scan_mutations.MODES:
        started_s = time.perf_counter()
        said = scan_mutations.run(mode, frames, seed)
        lasted_s = time.perf_counter() - started_s
        allowed = said.formed.total() / scan_mutations.CHANCE
        wrong = said.wrong.total()
        yield _figure(f"scanner, {mode}", frames, lasted_s, wrong, allowed, said.slowest, said.grown_kib)


def _figure(
    name: str, frames: int, lasted_s: float, cards: int, allowed: float, slowest: int, grown_kib: int
) -> Figure:
    assert cards <= allowed, f"{name}: {cards} cards out of noise, where chance allows {allowed:.4g}"
    assert slowest <= RESYNCHRONISED_WITHIN, f"{name}: heard again only after {slowest} whole frames"
    assert grown_kib <= GROWN_KIB_MAX, f"{name}: memory grew by {grown_kib} KiB"
    note = (
        f"{frames} frames: {cards} cards out of noise, chance allows {allowed:.4g}; heard again within"
        f" {slowest}; memory +{grown_kib} KiB"
    )
    return Figure(f"damaged frames, {name}", frames / lasted_s, "/s", sense="at least", note=note)


if __name__ == "__main__":
    tell(noise(*map(int, sys.argv[1:3] or [ALL])))
