"""What is promised, read from the pages that promise it: faults, invariants, families, requirements.

A promise names what tries it: families of reliability, section 5, rows of the requirements, files of tests.
A family names its files there, and trials name their families (`tests.proof.parts`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tests.law.requirements import PAGE, shown
from tests.proof.parts import PARTS

TESTS: Final = Path(__file__).parents[1]
RELIABILITY: Final = TESTS / "RELIABILITY.md"
FRENCH: Final = TESTS.parent / "deploy" / "dossier" / "promesses.toml"
SCENARIOS: Final = "tests/game/test_scenarios.py::test_the_round_goes_as_it_is_told"
_ROW: Final = re.compile(r"^\| (F-\d+|I\d+|T-\d+|[A-Z]{2}-\d{2}) \|(.*)\|$", re.MULTILINE)
_FILE: Final = re.compile(r"`(tests/[\w/]+\.py)`")
_NAMED: Final = re.compile(r"\b(T-\d+|[A-Z]{2}-\d{2})\b")


@dataclass(frozen=True, slots=True)
class Promise:
    """One promise: the page's own words, the trials and the tests that try it."""

    id: str
    text: str
    parts: tuple[str, ...]
    tests: tuple[str, ...]


def french_promises() -> dict[str, str]:
    """Every promise in French, by its id: faults, invariants, families and requirements."""
    told: dict[str, str] = tomllib.loads(FRENCH.read_text(encoding="utf-8"))
    return told


@cache
def promises() -> dict[str, Promise]:
    """All of them by their id, in the order of the pages: faults, invariants, families, requirements."""
    told = dict(_ROW.findall(RELIABILITY.read_text(encoding="utf-8")))
    rows = dict(_ROW.findall(PAGE.read_text(encoding="utf-8")))
    shown_by = shown()
    requirements = {
        name: Promise(name, _cells(line)[0], (), tuple(map(_test, shown_by.get(name, []))))
        for name, line in rows.items()
    }
    families = {
        name: Promise(name, _cells(line)[0], tuple(_parts_of(name)), tuple(_FILE.findall(line)))
        for name, line in told.items()
        if name.startswith("T-")
    }
    known = {**requirements, **families}
    others = {name: _of(name, line, known) for name, line in told.items() if not name.startswith("T-")}
    return {**others, **families, **requirements}


def _of(name: str, line: str, known: dict[str, Promise]) -> Promise:
    """A fault or an invariant: its last cell says what tries it, a fault's third what is not promised."""
    *text, by = _cells(line)
    said = ": ".join(text[:2])
    if text[2:] not in ([], ["–"]):
        said = f"{said}. Not promised: {text[2]}"
    named = [known[one] for one in _NAMED.findall(by)]
    parts = dict.fromkeys(part for one in named for part in one.parts)
    tests = dict.fromkeys([*(test for one in named for test in one.tests), *_FILE.findall(by)])
    return Promise(name, said, tuple(parts), tuple(tests))


def _cells(line: str) -> list[str]:
    return [cell.strip().replace("**", "") for cell in line.split(" | ")]


def _parts_of(family: str) -> Iterator[str]:
    for part in PARTS.values():
        if family in part.families:
            yield part.name


def _test(name: str) -> str:
    """A test as pytest calls it; a scenario is a case of the one test that plays them."""
    if name.endswith(".toml"):
        return f"{SCENARIOS}[{name.removesuffix('.toml')}]"
    return f"tests/{name}"
