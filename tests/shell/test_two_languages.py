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

NO_LANGUAGES = {"controller.cli": ("COMMANDS", "SECTIONS"), "controller.cli.explain": ("ALARMS",)}
"""Tables of other pairs: of a module and its help, of an alarm's sentences."""
UNSAID = {
    f"controller.{module}": {"s", "why", "said", "kind"}
    for module in (
        *("journal.faults.SAID", "words.known_again.SAID", "words.known_again._FORMS"),
        *("settings.faults.SAID", "boot.rehearsal.script_faults.SAID"),
        "cli.refusals.SAID",
    )
}
"""What an English form names to be known again, and French has no need of: a plural, Python's own words."""
AS_NAMED = re.compile(r"\{[^{}]*\}")
AS_TYPED = re.compile(r"\w+://\S*|(?:HOST|HÔTE):PORT|\S+:\d{2,4}\b|chown (-R )?\{\w+\}:")
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
                yield from _pairs(value, f"{module.name}.{table}")


def _pairs(value: dict[object, object] | tuple[object, ...], where: str) -> Iterator[Words]:
    """The pairs of a table, those within a row of it too."""
    for key, words in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(words, tuple) and list(map(type, words)) == [str, str]:
            yield Words(f"{where}[{key}]", *words)
        elif isinstance(words, dict | tuple):
            yield from _pairs(words, f"{where}[{key}]")


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


def test_no_sentence_was_left_in_english(tables: list[Words]) -> None:
    """A name, a citation, what is typed may be the same in both: none has three small words of letters."""
    same = [one for one in tables if one.french == one.english]
    assert [one for one in same if len(re.findall(r"\b[a-z]{3,}\b", AS_NAMED.sub("", one.french))) > 2] == []


def test_the_french_is_typeset(tables: list[Words]) -> None:
    assert [one for one in tables if wrong(AS_TYPED.sub("", one.french), "fr")] == []
