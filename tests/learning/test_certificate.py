"""The certificate of the drill of the royal."""

from __future__ import annotations

import re
from datetime import UTC
from pathlib import Path

import pytest

from controller.learning.certificate import LANGUAGES, WORDS, certificate, print_certificate
from controller.learning.school import Drilled
from controller.registers.layout import as_text
from tests.learning.robot import START_MS

DONE = Drilled("Croupier 07", START_MS, 9, True, 14, 1, 0, 92_000)


@pytest.mark.parametrize(
    ("language", "says"),
    [
        (
            "fr",
            (
                "Croupier 07",
                "9 sur 10",
                "réussi",
                "1 min 32 s",
                "14",
                "Membre du comité de direction",
                "Aucune mise",
            ),
        ),
        ("en", ("Croupier 07", "9 out of 10", "passed", "1 min 32 s", "14", "Casino manager", "No stake")),
    ],
)
def test_it_says_who_when_and_how_it_went(language: str, says: tuple[str, ...]) -> None:
    told = as_text([certificate(DONE, language, UTC)], [WORDS["mark"][LANGUAGES.index(language)]])
    for words in says:
        assert words in told
    assert told.startswith("!! FORMATION – SANS VALEUR" if language == "fr" else "!! TRAINING – NO VALUE")
    assert told.count("____") >= 3, "places to sign"


def test_a_drill_that_was_not_passed_is_certified_as_such() -> None:
    failed = Drilled("07", START_MS, 4, False, 20, 6, 0, 92_000)
    assert "à refaire" in as_text([certificate(failed, "fr", UTC)], [])


def test_each_figure_stands_beside_its_own_name() -> None:
    told = as_text([certificate(Drilled("07", START_MS, 4, False, 20, 6, 3, 92_000), "en", UTC)], [])
    for name, figure in (("Acts asked of the table", 20), ("Wrong touches", 6), ("Wrong sums", 3)):
        assert re.search(rf"{name}\D+{figure}\b", told), name


def test_it_is_a_pdf_whose_name_holds_no_path(tmp_path: Path) -> None:
    path = print_certificate(Drilled("../7 é", START_MS, 9, True, 14, 1, 0, 92_000), tmp_path / "new", "fr")
    assert path.parent == tmp_path / "new"
    assert path.read_bytes().startswith(b"%PDF")
