"""A table-year in small: every part has what the part before it made."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.figures import YEAR_ROUNDS
from tests.bench.table_year import play, side_by_side


@pytest.mark.long
def test_a_short_year_goes_all_the_way_to_plots_and_datasets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = play(3, 2, tmp_path)
    assert (told["rounds"], told["sums"]) == (4, 56)
    assert told["entries"] > 4
    first, *parts = capsys.readouterr().out.splitlines()
    assert first == f"a table-year is {YEAR_ROUNDS} rounds; here 4 rounds in 2 sessions of 2"
    assert [line.split()[0] for line in parts] == [
        *("simulated", "verified", "counted"),
        *("plotted", "exported", "compared"),
    ]
    assert "12 plots" in parts[3]
    assert parts[5].startswith("compared   56 sums")


def test_a_part_that_fails_ends_the_year_with_what_it_said(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="exit 3: no such table"):
        side_by_side([["sh", "-c", "echo no such table >&2; exit 3"]])
