"""The log of a journal that was cut off, damaged: its first whole steps are read, or it is said (T-4).

A shorter journal is seen by its signed heads: `test_signed_heads.py`.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from controller.journal.chain import JournalDamaged, NotAJournal
from tests.long import long
from tests.shell.journal.journals import create, reopen
from tests.shell.journal.test_journal_crash import ENDS, STEPS, killed, play

EVENTS = [event for step in STEPS for event in step]


@pytest.mark.parametrize("flips", [60, long(2_000)])
def test_no_bit_of_a_log_makes_another_entry_or_half_a_step(flips: int, tmp_path: Path) -> None:
    path, left = tmp_path / "x.journal", tmp_path / "left.journal"
    killed(lambda crash: play(create(path, durable=True, crash=crash), 0), "after_commit", len(STEPS))
    log = path.with_name(path.name + "-wal").read_bytes()
    dice, read = Random(flips), set()
    for _ in range(flips):
        harmed = bytearray(log)
        at = dice.randrange(len(log))
        harmed[at] ^= 1 << dice.randrange(8)
        shutil.copy(path, left)
        left.with_name(left.name + "-wal").write_bytes(harmed)
        left.with_name(left.name + "-shm").unlink(missing_ok=True)
        with suppress(JournalDamaged, NotAJournal), reopen(left) as journal:
            assert journal.head.seq in ENDS, f"byte {at}"
            told = [stored.event for stored in journal.events()]
            assert told == EVENTS[: journal.head.seq - 1], f"byte {at}"
            read.add(journal.head.seq)
    assert len(read) > 5, "each time it ends elsewhere"
