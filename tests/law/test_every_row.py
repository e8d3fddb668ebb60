"""Every row of the requirements is shown: by a scenario, or by a test that says its sentence.

The rows stand in REQUIREMENTS.md, beside this file; what shows one is marked with it (`requirements`). Where
a row asks for two things (taken, refused; moved, and not otherwise) a test for each is marked.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from tests.law.requirements import IDS, shown

SHOWN: Final = shown()
OFTEN: Final = 5
"""What more rows than this are said to be shown by says the sentence of none of them; the two scenarios that
walk through all steps of a jackpot win come nearest."""


def test_the_page_has_its_rows() -> None:
    assert len(IDS) == len(set(IDS)) == 123


@pytest.mark.parametrize("row", IDS)
def test_every_row_is_shown(row: str) -> None:
    assert SHOWN.get(row), f"no test is marked with {row}, and no scenario names it"


def test_every_mark_is_of_a_row_and_stands_on_a_test() -> None:
    assert set(SHOWN) <= set(IDS), f"no rows of the page: {sorted(set(SHOWN) - set(IDS))}"
    for row, names in SHOWN.items():
        assert len(set(names)) == len(names), f"{row} is marked twice on the same test"
        for name in names:
            assert name.endswith(".toml") or name.partition("::")[2].startswith("test_"), name


def test_no_test_is_said_to_show_everything() -> None:
    named = Counter(name for names in SHOWN.values() for name in names)
    assert {name: count for name, count in named.items() if count > OFTEN} == {}
    told = Counter(frozenset(names) for names in SHOWN.values())
    assert [sorted(names) for names, count in told.items() if count > 1] == [], "two rows, and the same tests"
