"""Every row of the requirements is shown: by a scenario, or by a test that says its sentence.

The list of ids is kept here, since the document is not of this repository. Rows that ask for two things
(taken, refused; moved, and not otherwise) name a test for each.
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
LAST: Final = {
    "PM": 15,
    "BC": 14,
    "JW": 21,
    "LK": 10,
    "CS": 24,
    "RP": 24,
    "AC": 14,
    "SE": 15,
    "DI": 6,
    "RC": 6,
    "RO": 5,
}
NOT_GIVEN: Final = {
    "PM": (7,),
    "BC": (3, 8, 10, 13),
    "JW": (12, 17, 20),
    "LK": (8,),
    "CS": (2, 5, 9, 17, 19, 20),
    "RP": (3, 4, 6, 15, 17),
    "AC": (3, 4, 9, 11),
    "SE": (2, 6, 7, 10, 13),
    "DI": (5,),
    "RC": (5,),
}
"""Numbers that no row has: ids are stable, and what was withdrawn left its number."""
IDS: Final = [
    f"{name}-{number:02}"
    for name, last in LAST.items()
    for number in range(1, last + 1)
    if number not in NOT_GIVEN.get(name, ())
]
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
    assert sorted(ROWS) == sorted(IDS)
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
