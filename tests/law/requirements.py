"""The rows of REQUIREMENTS.md, and the mark of a test that shows one.

    @requirement("CS-03")
    def test_a_player_may_ask_to_see_the_shuffler_empty_between_two_rounds() -> None:

A scenario names its rows under `exigences`. What shows a row is read from the files, so that any part of the
tests may be run.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

requirement: Final = pytest.mark.requirement

TESTS: Final = Path(__file__).parents[1]
PAGE: Final = Path(__file__).with_name("REQUIREMENTS.md")
IDS: Final = re.findall(r"^\| ([A-Z]{2}-\d{2}) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
"""The rows of the page, in its order. Ids are stable: what was withdrawn left its number."""


@cache
def shown() -> dict[str, list[str]]:
    """What shows each row that is named anywhere: a test as `file::name`, a scenario as its file."""
    found: dict[str, list[str]] = {}
    for name, rows in (*_of_tests(), *_of_scenarios()):
        for row in rows:
            found.setdefault(row, []).append(name)
    return found


def _of_tests() -> Iterator[tuple[str, list[str]]]:
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "@requirement(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                marks = [mark for mark in node.decorator_list if _is_the_mark(mark)]
                for mark in marks:
                    yield f"{path.relative_to(TESTS).as_posix()}::{node.name}", _rows_of(mark)


def _is_the_mark(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "requirement"


def _rows_of(mark: ast.expr) -> list[str]:
    """The ids that stand in the mark, letter by letter; anything else is no id of the page."""
    assert isinstance(mark, ast.Call)
    return [str(one.value) if isinstance(one, ast.Constant) else ast.unparse(one) for one in mark.args]


def _of_scenarios() -> Iterator[tuple[str, list[str]]]:
    for path in sorted((TESTS / "scenarios").glob("*.toml")):
        yield path.name, tomllib.loads(path.read_text(encoding="utf-8")).get("exigences", [])
