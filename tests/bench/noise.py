"""Damaged frames for every codec: how fast, how many cards out of noise, and how many chance allows.

`python -m tests.bench.noise [FRAMES [SEED]]` damages so many for each, ten million unless said: some twelve
minutes of one core. A codec that makes more cards than chance allows, is not heard again within three whole
frames, or takes more memory after the first tenth, ends it. A codec without a check takes whatever has the
form of a card: of its cards nothing can be asked, and that is said.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from tests.bench.figures import Figure, tell
from tests.drivers import mutations, scan_mutations
from tests.drivers.mutations import RESYNCHRONISED_WITHIN

FRAMES = 100_000
ALL = 10_000_000
SEED = 20261121
GROWN_KIB_MAX = 1_024


@dataclass(frozen=True, slots=True)
class Noise:
    """What came of the damaged frames of one wire.

    Attributes:
        frames: how many the damage changed.
        cards: cards taken that nobody sent.
        formed: damage that had the form of a card.
        one_in: of so many formed cards chance lets one through; 1 where the wire has no check.
        blind, blind_formed: the same of damage that the check cannot see by its nature, which `cards` and
            `formed` leave out.
        slowest: whole frames until one was heard, at most.
    """

    name: str
    frames: int
    lasted_s: float
    cards: int
    formed: int
    one_in: int
    slowest: int
    grown_kib: int
    blind: int = 0
    blind_formed: int = 0

    @property
    def allowed(self) -> float:
        """How many cards chance allows."""
        return self.formed / self.one_in

    def said(self) -> str:
        """The cards that nobody sent, and how many chance allows."""
        if self.one_in == 1:
            return f"{self.cards} cards that nobody sent: no check on this wire"
        told = f"{self.cards} cards that nobody sent, chance allows {self.allowed:.4g}"
        if self.blind_formed:
            told += f", and {self.blind} of {self.blind_formed} single copies taken blind"
            told += " (its check cannot see these; the driver waits for the second copy)"
        return told

    def hold(self) -> None:
        """It is not more than may be.

        Raises:
            AssertionError: more cards than chance allows, heard again too late, or more memory.
        """
        assert self.cards <= self.allowed, f"{self.name}: {self.said()}"
        assert self.slowest <= RESYNCHRONISED_WITHIN, (
            f"{self.name}: heard again only after {self.slowest} whole frames"
        )
        assert self.grown_kib <= GROWN_KIB_MAX, f"{self.name}: memory grew by {self.grown_kib} KiB"

    def figure(self) -> Figure:
        """Frames a second, and in the note what came out of them."""
        note = f"{self.frames} frames: {self.said()}; heard again within {self.slowest}"
        rate = self.frames / self.lasted_s
        name = f"damaged frames, {self.name}"
        return Figure(name, rate, "/s", sense="at least", note=f"{note}; memory +{self.grown_kib} KiB")


def wires(frames: int = FRAMES, seed: int = SEED) -> Iterator[Noise]:
    """Every wire, each held to what it may."""
    for name, codec in mutations.CODECS.items():
        started_s = time.perf_counter()
        told = mutations.run(codec, frames, seed)
        lasted_s = time.perf_counter() - started_s
        seen, unseen = told.out_of_noise(codec), told.taken_blind(codec)
        rest = (2**codec.check_bits, told.slowest, told.grown_kib, *unseen)
        one = Noise(name, told.frames, lasted_s, *seen, *rest)
        one.hold()
        yield one
    for mode in scan_mutations.MODES:
        started_s = time.perf_counter()
        scanned = scan_mutations.run(mode, frames, seed)
        lasted_s = time.perf_counter() - started_s
        cards, formed = scanned.wrong.total(), scanned.formed.total()
        rest = (scan_mutations.CHANCE, scanned.slowest, scanned.grown_kib)
        one = Noise(f"scanner, {mode}", scanned.scans, lasted_s, cards, formed, *rest)
        one.hold()
        yield one


def noise(frames: int = FRAMES, seed: int = SEED) -> Iterator[Figure]:
    """Frames a second of every wire, and in the note what came out of them."""
    for one in wires(frames, seed):
        yield one.figure()


if __name__ == "__main__":
    tell(noise(*map(int, sys.argv[1:3] or [ALL])))
