"""No page ends with a heading: what it is of begins below it, wherever the page ends."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from controller.papers.pdf import pdf_bytes
from controller.registers.layout import Grid, Paper, as_printed

LIST = (
    "<table width='100%'><thead><tr><th>Column</th></tr></thead>"
    "<tr><td>First row</td></tr><tr><td>Second row</td></tr></table>"
)


@pytest.mark.parametrize(("below", "first"), [(LIST, "First row"), ("<h3>Lower</h3><p>Text</p>", "Text")])
def test_a_heading_stands_on_the_page_of_what_follows_it(below: str, first: str) -> None:
    parted = 0
    for lines in range(24, 42):
        filled = "".join(f"<p>{number}</p>" for number in range(lines))
        data = pdf_bytes("t", f"{filled}<h2>Heading</h2>{below}", "f").data
        pages = [page.extract_text() for page in PdfReader(BytesIO(data)).pages]
        (heading,) = (at for at, text in enumerate(pages) if "Heading" in text)
        assert first in pages[heading], lines
        parted += heading
    assert 0 < parted < 18, "some headings were at the foot of the first page"


def test_each_page_of_a_register_says_which_it_is() -> None:
    """A page from the middle bore the columns alone: nobody could tell of which register it was."""
    rows = tuple((str(number), "Stakes") for number in range(150))
    grid = Grid("", ("Entry", "Act"), rows, small=True, called="JP1 history · modèle 8 quater")
    made = as_printed("Registers", [Paper("JP1 history", "modèle 8 quater", (grid,))], (), "f")
    read = pdf_bytes(**made, landscape=True).data
    told = [page.extract_text().replace("\u00a0", " ") for page in PdfReader(BytesIO(read)).pages]
    assert len(told) > 2
    assert [at for at, text in enumerate(told) if "JP1 history · modèle 8 quater" not in text] == []
