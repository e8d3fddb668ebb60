"""What commands say stands in tables of two languages: the same facts in both, French as it is typeset."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from string import Formatter

import pytest

import controller.cli
from tests.ui.test_french_spaces import wrong

NO_LANGUAGES = ("LOG_FAILED",)
"""Tables of a finding and what to do about it, in English."""
MODULES = sorted(module.name for module in pkgutil.iter_modules(controller.cli.__path__) if not module.ispkg)


def tables(name: str) -> Iterator[tuple[str, str, str]]:
    """Every pair of a table of this module, French and English, with the name of the table and its key."""
    module = importlib.import_module(f"controller.cli.{name}")
    for table, value in vars(module).items():
        if table.strip("_").isupper() and table not in NO_LANGUAGES and isinstance(value, dict):
            for key, words in value.items():
                if isinstance(words, tuple) and list(map(type, words)) == [str, str]:
                    yield f"{table}[{key}]", *words


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("name", MODULES)
def test_both_languages_of_a_command_name_the_same_facts(name: str) -> None:
    for where, french, english in tables(name):
        assert facts(french) == facts(english), where


@pytest.mark.parametrize("name", MODULES)
def test_the_french_of_a_command_is_typeset(name: str) -> None:
    told = [(where, re.sub(r"\w+://\S*", "", french)) for where, french, _ in tables(name)]
    assert [(where, french) for where, french in told if wrong(french, "fr")] == []
