"""A number and its noun in what the commands print: `1 entry`, never `1 entries`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller.words.plurals import so_many

CONTROLLER = Path(__file__).parents[2] / "controller"
PLAIN = re.compile(r"\{[^{}|>]+\} (?:entries|changes|journals|acts|heads|keys|sessions|pages|cards|rounds)\b")
ALWAYS_MANY = {
    *("{PRINTED_MAX} rounds", "{PICTURED_ROUNDS} rounds", "{PAGES_MAX} pages", "{count} rounds"),
    "{s} heads",  # the end of a verb
    "{count} entries",  # of more than one, which has a form of its own
}


@pytest.mark.parametrize(
    ("number", "words", "said"),
    [
        (1, ("entry",), "1 entry"),
        (0, ("entry",), "0 entries"),
        (2, ("entry",), "2 entries"),
        (1, ("key",), "1 key"),
        (3, ("key",), "3 keys"),
        (1, ("try is left", "tries are left"), "1 try is left"),
        (2, ("try is left", "tries are left"), "2 tries are left"),
    ],
)
def test_a_noun_goes_with_its_number(number: int, words: tuple[str, ...], said: str) -> None:
    assert so_many(number, *words) == said


def test_no_command_prints_a_plural_beside_any_number() -> None:
    found = [
        f"{path.relative_to(CONTROLLER)}: {hit}"
        for path in sorted((CONTROLLER / "cli").rglob("*.py"))
        for hit in PLAIN.findall(path.read_text(encoding="utf-8"))
        if hit not in ALWAYS_MANY
    ]
    assert found == []
