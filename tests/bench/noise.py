"""Damaged frames for every codec: how fast, how many cards out of noise, and how many chance allows.

`TAPIS_BENCH_FRAMES` says how many for each; ten million take about a quarter of an hour on one core.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from tests.bench.figures import Figure
from tests.drivers import mutations, scan_mutations

FRAMES = int(os.environ.get("TAPIS_BENCH_FRAMES", "100000"))


def noise() -> Iterator[Figure]:
    """Frames a second, and in the note what came out of them."""
    for name, codec in mutations.CODECS.items():
        started_s = time.perf_counter()
        told = mutations.run(codec, FRAMES)
        lasted_s = time.perf_counter() - started_s
        strangers, formed = told.out_of_noise(codec)
        allowed = formed / 2**codec.check_bits
        yield _figure(name, lasted_s, strangers, allowed, told.slowest, told.grown_kib)
    for mode in scan_mutations.MODES:
        started_s = time.perf_counter()
        said = scan_mutations.run(mode, FRAMES)
        lasted_s = time.perf_counter() - started_s
        allowed = said.formed.total() / scan_mutations.CHANCE
        yield _figure(f"scanner, {mode}", lasted_s, said.wrong.total(), allowed, said.slowest, said.grown_kib)


def _figure(name: str, lasted_s: float, cards: int, allowed: float, slowest: int, grown_kib: int) -> Figure:
    note = (
        f"{FRAMES} frames: {cards} cards out of noise, chance allows {allowed:.4g}; heard again within"
        f" {slowest}; memory +{grown_kib} KiB"
    )
    return Figure(f"damaged frames, {name}", FRAMES / lasted_s, "/s", note=note)
