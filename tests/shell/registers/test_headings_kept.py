"""No page ends with a heading: what it is of begins below it, wherever the page ends."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from controller.papers.pdf import pdf_bytes
from controller.registers.layout import Facts, Grid, Paper, as_printed

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


def height_between(upper: str, lower: str, data: bytes) -> float:
    """How far the second of these words stands below the first, in points."""
    heights: dict[str, float] = {}

    def look(text: str, _: object, line: list[float], *more: object) -> None:
        heights.setdefault(text.strip(), line[5])

    (page,) = PdfReader(BytesIO(data)).pages
    page.extract_text(visitor_text=look)
    return abs(heights[upper] - heights[lower])


def test_a_heading_stands_clear_of_a_list_whose_last_cell_is_empty() -> None:
    """It touched the line of the sums: Qt took the last, empty cell for the heading's own line."""
    found = set()
    for last in ("", "Durand"):
        grid = Grid("", ("Act", "Person"), (("Stakes", "Durand"), ("Total", last)), small=True)
        parts = (grid, Facts("Read", (("UTH-2/000001", "95 entries"),)))
        data = pdf_bytes(**as_printed("t", [Paper("Title", "lead", parts)], (), "f")).data
        found.add(round(height_between("Total", "Read", data)))
    assert len(found) == 1
