"""Forged journals, judged by the program, and by the verifier and the auditor that share no line with it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from tests.proof.record import Tried
from tests.shell.journal.falsified import drawn, found, houses
from tests.shell.journal.test_forged_journals import found_of, honest_journals

A_NIGHT: Final = 40


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


def falsified(count: int, seed: int) -> Tried:
    """So many nights made false by a cent or a card, hashed and signed anew: the auditor finds each."""
    kinds, missed = Counter[str](), []
    with TemporaryDirectory() as place:
        honest = list(houses(Path(place) / "honest", A_NIGHT, seed))
        for where, changed, what in drawn(honest, count, Random(seed)):
            kinds[where.what] += 1
            if found(where, changed, Path(place) / "falsified")["ok"]:
                missed.append(f"{where.house.folder.name}, {where.file}, entry {where.at + 1}: {what}")
    assert not missed, f"{len(missed)} of {count} not found: {'; '.join(missed)}"
    return Tried(kinds.total(), f"{len(kinds)} kinds of amount and card, each found")
