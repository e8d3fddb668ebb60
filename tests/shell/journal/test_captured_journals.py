"""Journals of the format before a felt had several side bets: read, told and counted as they were then.

Captured of simulated nights by the program as it was; what it told of them stands beside them.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from controller.journal.verify import verify
from tests.shell.journal.captured import JOURNALS, told_of
from tests.shell.journal.inspector import INSPECTOR
from tests.shell.journal.journals import rows_of

CAPTURED = ("trips", "bonus")


@pytest.mark.parametrize("name", CAPTURED)
def test_a_journal_of_one_side_bet_is_told_and_counted_byte_for_byte_as_before(name: str) -> None:
    """If words were changed on purpose: `python -m tests.shell.journal.captured`, and read the difference."""
    assert told_of(JOURNALS / name) == (JOURNALS / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CAPTURED)
def test_it_is_verified_by_the_product_and_by_the_script_beside_it(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (path,) = (JOURNALS / name).glob("*.journal")
    report = verify(path)
    assert report.ok
    monkeypatch.setattr(sys, "argv", ["verify_journal", str(path)])
    assert INSPECTOR.main() == 0
    assert report.files[0].head in capsys.readouterr().out


@pytest.mark.parametrize("name", CAPTURED)
def test_its_side_bet_is_laid_without_its_name(name: str) -> None:
    laid = [row.body for row in rows_of(_file(name)) if row.kind in ("StakesSet", "StakesConfirmed")]
    assert len(laid) > 5
    assert not any("further" in body for body in laid)
    assert any(f'"spot":"{name}"' in row.body for row in rows_of(_file(name)) if row.kind == "SeatSettled")


def _file(name: str) -> Path:
    (path,) = (JOURNALS / name).glob("*.journal")
    return path
