"""Every row of the requirements is shown: by a scenario, or by a test that says its sentence.

The rows stand in REQUIREMENTS.md, beside this file. Rows that ask for two things (taken, refused; moved, and
not otherwise) name a test for each.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.game.test_scenarios import FOLDER
from tests.law.rows_of_the_house import HOUSE
from tests.law.rows_of_the_jackpot import JACKPOT
from tests.law.rows_of_the_table import TABLE

TESTS: Final = Path(__file__).parents[1]
ROWS: Final = {**JACKPOT, **TABLE, **HOUSE}
PAGE: Final = Path(__file__).with_name("REQUIREMENTS.md")
IDS: Final = re.findall(r"^\| ([A-Z]{2}-\d{2}) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
"""The rows of the page, in its order. Ids are stable: what was withdrawn left its number."""
OFTEN: Final = 5
"""What more rows than this are said to be shown by says the sentence of none of them; the two scenarios that
walk through all steps of a jackpot win come nearest."""


@cache
def source_of(module: str) -> str:
    """The text of `test_<module>.py`, which is there once."""
    found = list(TESTS.rglob(f"test_{module}.py"))
    assert len(found) == 1, f"test_{module}.py is there {len(found)} times"
    return found[0].read_text(encoding="utf-8")


def test_no_row_of_the_document_is_missing_and_none_is_invented() -> None:
    assert sorted(ROWS) == sorted(IDS), "a row of the page is shown by nothing, or what is shown is no row"
    assert len(JACKPOT) + len(TABLE) + len(HOUSE) == len(ROWS) == 123


@pytest.mark.parametrize("row", IDS)
def test_what_shows_the_row_is_there(row: str) -> None:
    shown = ROWS[row]
    assert shown
    assert len(set(shown)) == len(shown)
    for name in shown:
        module, _, test = name.partition("::")
        if test:
            assert re.search(rf"^def test_{test}\(", source_of(module), re.MULTILINE), name
        else:
            assert (FOLDER / f"{name}.toml").is_file(), name


def test_no_test_is_said_to_show_everything() -> None:
    named = Counter(name for shown in ROWS.values() for name in shown)
    assert {name: count for name, count in named.items() if count > OFTEN} == {}
    told = Counter(frozenset(shown) for shown in ROWS.values())
    assert [sorted(shown) for shown, count in told.items() if count > 1] == [], "two rows, and the same tests"
