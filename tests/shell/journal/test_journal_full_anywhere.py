"""A disk that is full at any place of a journal's files: whole steps, none lost, and gone on with (T-5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.journal.reading import read_rows
from tests.long import long
from tests.shell.journal.journals import create, reopen, steps_of, write_rounds
from tests.shell.journal.test_journal import fill_the_disk

PAGE = 4_096
FIRST, LAST = 9, 60


@pytest.mark.parametrize("every", [12, long(1)])
def test_wherever_the_disk_is_full_the_journal_stops_at_a_whole_step_and_goes_on(
    every: int, tmp_path: Path
) -> None:
    """At the beginning of a page, one byte before it and in its middle."""
    step, path, stopped = len(steps_of(1)[0]), tmp_path / "x.journal", set()
    for at in range(FIRST * PAGE, LAST * PAGE, every * PAGE):
        for limit in (at, at - 1, at + PAGE // 2):
            create(path, durable=True).close()
            seq, second_refused = fill_the_disk(path, limit)
            assert second_refused, limit
            assert len(list(read_rows(path))) == max(seq, 1), limit
            assert (max(seq, 1) - 1) % step == 0, limit
            stopped.add(seq)
            with reopen(path) as journal:
                write_rounds(journal, [1])
            assert len(list(read_rows(path))) > seq
            path.unlink()
    assert len(stopped) > 3, "each time elsewhere"
