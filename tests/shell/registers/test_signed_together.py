"""A place to sign is never alone on a page: it stands with the last lines that are signed there."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from controller.registers.layout import Facts, Grid, Note, Paper, Part, Signatures, printed
from tests.shell.registers.test_text_layer import tapis, win

SIGNED = Signatures((("Caissier", ""), ("Comité", "")), "Nom et signature")
PROOF = Facts("Preuve", (("Journal", "718bd219"),), small=True)


def facts(count: int) -> Facts:
    return Facts("", tuple((f"label {at}", f"fact {at}.") for at in range(count)))


def pages(data: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(data)).pages]


def places(parts: Iterable[Part], last: str) -> tuple[int, int, int]:
    """How many pages there are, on which of them the last line stands, and on which one signs."""
    told = pages(printed("t", [Paper("Title", "lead", tuple(parts))], (), "foot").data)
    (line,) = [at for at, text in enumerate(told) if last in text]
    (boxes,) = [at for at, text in enumerate(told) if "Caissier" in text]
    return len(told), line, boxes


@pytest.mark.parametrize("with_list", [True, False])
@pytest.mark.long
def test_facts_however_many_end_where_they_are_signed(with_list: bool) -> None:
    found = set()
    for count in range(30, 52):
        rows = (("1", "500,00 €"), ("2", "500,01 €"))
        listed = (Grid("Lots", ("Siège", "Montant"), rows, frozenset({1})),) if with_list else ()
        parts = (facts(count), *listed, Note("kept"), PROOF, SIGNED)
        many, line, boxes = places(parts, "500,01" if with_list else f"fact {count - 1}.")
        assert line == boxes == many - 1, count
        found.add(many)
    assert found == {1, 2}


def test_facts_longer_than_a_page_end_where_they_are_signed() -> None:
    for count in (90, 95, 100):
        many, line, boxes = places((facts(count), SIGNED), f"fact {count - 1}.")
        assert line == boxes == many - 1


def test_a_list_longer_than_a_page_is_signed_behind_its_end() -> None:
    rows = tuple((str(at), "1,00 €") for at in range(200))
    many, _, boxes = places((Grid("Lots", ("Siège", "Montant"), rows), SIGNED), "199")
    assert boxes == many - 1


def test_only_what_would_be_parted_begins_a_page() -> None:
    two = [Paper("Title", "lead", (facts(12), SIGNED)), Paper("Other", "lead", (facts(12), SIGNED))]
    told = pages(printed("t", two, (), "foot").data)
    assert [("Caissier" in text, "fact 0." in text) for text in told] == [(True, True)] * 2


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_minutes_of_a_win_are_signed_with_what_they_say(tmp_path: Path, language: str) -> None:
    pdf = tmp_path / "paper.pdf"
    tapis("report", "win", win(tmp_path), "--round", 1, "--lang", language, "--pdf", pdf)
    told = pages(pdf.read_bytes())
    boxes = [text for text in told if ("Seconde personne", "Second person")[language == "en"] in text]
    assert len(boxes) == 1
    assert "500,00 €" in boxes[0].replace("\u00a0", " ")
