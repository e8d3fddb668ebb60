"""What docstrings and pages call by a name of code is there under that name."""

from __future__ import annotations

import pytest

from tests.pages.names import is_there, names_told


def test_every_name_between_backticks_is_there() -> None:
    assert sorted({f"{one.file}: {one.name}" for one in names_told() if not is_there(one.name)}) == []


def test_the_search_reads_docstrings_of_every_folder_and_the_pages() -> None:
    read = {one.file.partition("/")[0] for one in names_told()}
    assert read >= {"controller", "drivers", "ui", "tests", "deploy", "ARCHITECTURE.md", "CONTRIBUTING.md"}


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("chip_laid", True),
        ("Act.right", True),
        ("controller.game.betting.judge", True),
        ("card_seen_twice.held_by_twice", True),
        ("TableState.phase", True),
        ("tapis_unit_restarts_total", True),
        ("chip_that_was_laid", False),
        ("Act.permission", False),
        ("controller.game.betting.reviews", False),
        ("TableState.stage_of_the_night", False),
    ],
)
def test_a_name_is_there_as_long_as_code_has_it(name: str, there: bool) -> None:
    assert is_there(name) is there
