"""Lists in handbooks, the dossier and the report of a proof go on over the end of a page."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from pypdf import PdfReader

from controller.papers.pdf import pdf_bytes
from tests.handbook.layout import table
from tests.handbook.rows import ruled

Made = Callable[[list[str], list[list[str]]], str]


@pytest.mark.parametrize("made", [ruled, table], ids=["of a proof", "of a handbook"])
def test_rows_that_have_no_room_on_a_page_are_parted_there(made: Made) -> None:
    """A line above each made all of them sums, and half a page stayed empty."""
    above = "".join(f"<p>above {number}</p>" for number in range(24))
    rows = [[f"row-{number}-", "words"] for number in range(30)]
    printed = pdf_bytes("A list", above + made(["Row", "What"], rows), "foot")
    first, second = (page.extract_text() for page in PdfReader(BytesIO(printed.data)).pages)
    assert "row-0-" in first
    assert "row-29-" in second
    assert "row-29-" not in first
