"""The house follows a journal: it hears each row after the one before, and those before one that fails."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from controller.house.archive import House
from controller.house.following import BATCH, follow, next_heard
from tests.shell.journal.journals import EVENTS_A_ROUND, rewrite, rows_of, written

ROUNDS = 3
BAD = 1 + 2 * EVENTS_A_ROUND


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "UTH-2-000001.journal", ROUNDS)


@pytest.mark.parametrize("rows_max", [1, 7, BATCH])
def test_what_is_heard_comes_with_the_time_of_the_row_before_it(path: Path, rows_max: int) -> None:
    before_ms = {row.seq: earlier.at_ms for earlier, row in pairwise(rows_of(path))}
    followed, _ = follow(path, 0, "", 0, 0)
    heard = []
    while followed.entries < len(before_ms) + 1:
        heard += next_heard(followed, rows_max)
    assert len(heard) > 3 * ROUNDS
    assert [at_ms for _, _, at_ms in heard] == [before_ms[row.seq] for row, _, _ in heard]


def test_what_was_heard_before_a_row_that_fails_is_kept(path: Path, tmp_path: Path) -> None:
    rows = rows_of(path)
    rows[BAD - 1] = rows[BAD - 1]._replace(at_ms=rows[BAD - 1].at_ms + 1)
    rewrite(path, rows)
    with closing(House([tmp_path], tmp_path / "house.db")) as house:
        house.read_all()
        (source,) = house.db.query("SELECT * FROM source")
        assert (source["entries"], source["head"], source["bad_seq"]) == (BAD - 1, rows[BAD - 2].hash, BAD)
