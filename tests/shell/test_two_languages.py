"""What is said stands in tables of two languages: the same facts in both, French as it is typeset."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from string import Formatter
from typing import NamedTuple

import pytest

import controller
from tests.ui.test_french_spaces import wrong

NO_LANGUAGES = {
    "controller.cli": ("COMMANDS",),
    "controller.cli.metrics_of_table": ("LOG_FAILED",),
}
"""Tables of other pairs: of what was found and what to do, of a module and its help."""
UNSAID = {"controller.cli.journal_findings.SAID": {"s", "why"}}
"""What an English form names to be known again, and French has no need of: a plural, Python's own words."""
AS_TYPED = re.compile(r"\w+://\S*|HOST:PORT|chown -R \{account\}:")
"""What a person types as it stands."""


class Words(NamedTuple):
    """A pair of a table, and where it stands."""

    where: str
    french: str
    english: str

    @property
    def unsaid(self) -> set[str]:
        """What the English alone may name."""
        return UNSAID.get(self.where.partition("[")[0], set())


def _tables() -> Iterator[Words]:
    for module in pkgutil.walk_packages(controller.__path__, "controller."):
        others = NO_LANGUAGES.get(module.name, ())
        for table, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, dict | tuple) and table.strip("_").isupper() and table not in others:
                for key, words in value.items() if isinstance(value, dict) else enumerate(value):
                    if isinstance(words, tuple) and list(map(type, words)) == [str, str]:
                        yield Words(f"{module.name}.{table}[{key}]", *words)


@pytest.fixture(scope="module")
def tables() -> list[Words]:
    """Every pair of every table in the controller's modules."""
    return list(_tables())


def facts(text: str) -> set[str]:
    """What a sentence names, by the places for it."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_both_languages_name_the_same_facts(tables: list[Words]) -> None:
    assert len(tables) > 1_500
    assert [one for one in tables if not facts(one.french) ^ facts(one.english) <= one.unsaid] == []
    assert [one for one in tables if bool(one.french) != bool(one.english)] == []


def test_the_french_is_typeset(tables: list[Words]) -> None:
    assert [one for one in tables if wrong(AS_TYPED.sub("", one.french), "fr")] == []
