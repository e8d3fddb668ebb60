"""Forged journals, judged by the program and by the verifier that shares no line with it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.proof.record import Tried
from tests.shell.journal.test_forged_journals import found_of, honest_journals


def forged(count: int, seed: int) -> Tried:
    """So many were forged, and found by both; no honest one is called forged, at whatever length."""
    with TemporaryDirectory() as place:
        honest = honest_journals(Path(place))
        met = found_of(honest, seed, count)
        looks = 0
        for one in honest:
            for size in range(1, len(one.rows) + 1):
                assert not one.found_by_chain(one.rows[:size])
                assert not one.found_by_inspector(one.rows[:size], witnessed=False)
                looks += 1
    return Tried(met.total(), f"{len(met)} kinds of forgery; {looks} honest ones, none called forged")
