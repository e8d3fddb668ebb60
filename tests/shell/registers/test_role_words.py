"""Roles: each has one name in each language, on screens, papers, registers and in the terminal."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.boot.rehearsal.script import read_script
from controller.game.inputs import Role
from controller.words.journal_values import VALUES
from controller.words.roles import ROLES, role_title, titled_person
from ui.texts.console import TEXTS
from ui.texts.payment import PAYMENT

SCRIPTS = Path(__file__).parents[3] / "config" / "scripts"
ROOMS = ("book", "cli", "house", "learning", "papers", "registers", "words")
FRENCH = re.compile(r"\b(chefs?|chiefs?|comit[ée]|directeur|croupier|caissier)\b(?!})", re.IGNORECASE)


def english() -> Iterator[tuple[str, str]]:
    """Where a text stands, and its English words: of every pair of texts of screens, papers and terminal."""
    for package in ("ui.texts", *(f"controller.{room}" for room in ROOMS)):
        inside = importlib.import_module(package)
        for module in pkgutil.walk_packages(inside.__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                for name, value in vars(importlib.import_module(module.name)).items():
                    if name.strip("_").isupper() and not name.endswith("_FR") and name != "_FR":
                        yield from pairs(value, f"{module.name}.{name}")


def pairs(value: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key != "fr":
                yield from pairs(inner, f"{where}[{key!r}]")
    elif isinstance(value, tuple) and list(map(type, value)) == [str, str]:
        yield where, value[1]
    elif isinstance(value, (tuple, list)):
        for at, inner in enumerate(value):
            yield from pairs(inner, f"{where}[{at}]")


def test_no_english_text_of_screen_paper_or_terminal_names_a_role_in_french() -> None:
    told = dict(english())
    assert len(told) > 5_000, "the texts are read"
    assert {where: text for where, text in told.items() if FRENCH.search(text)} == {}


def test_an_apostrophe_of_a_paper_is_typeset() -> None:
    """As on screens; a line on a paper or in a register had the typewriter's.

    Where a sentence is known again, its English is that of the terminal.
    """
    typed = re.compile(r"\w'\w|\w' ")
    rooms = ("house", "learning", "papers", "registers", "words")
    told = {
        where: text
        for where, text in english()
        if where.split(".")[1] in rooms and "known_again" not in where
    }
    assert len(told) > 1_000
    assert {where: text for where, text in told.items() if typed.search(text)} == {}


def test_no_title_of_a_script_names_a_role_in_french() -> None:
    titles = [read_script(path.stem).title_en for path in SCRIPTS.glob("*.toml")]
    assert len(titles) > 20
    assert [title for title in titles if FRENCH.search(title)] == []


def test_screens_and_papers_call_a_role_alike() -> None:
    assert ROLES.keys() == set(Role)
    for role, words in ROLES.items():
        assert TEXTS[f"role.{role}"] == words.short
        assert PAYMENT[f"payment.role.{role}"] == words.title
        told = VALUES["role"][str(role)]
        assert [one.capitalize() for one in told] == [one.capitalize() for one in words.short]
        assert not any(one[0].isupper() for one in told), "it stands within a line"


@pytest.mark.parametrize(
    ("language", "said"), [(0, "Durand (membre du comité de direction)"), (1, "Durand (casino manager)")]
)
def test_a_person_is_named_with_his_role(language: int, said: str) -> None:
    assert titled_person("Durand", "comite", language) == said
    assert role_title("chef", language) == ("Chef de table", "Floor supervisor")[language]
