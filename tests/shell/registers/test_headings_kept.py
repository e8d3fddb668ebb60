"""No page ends with a heading: what it is of begins below it, wherever the page ends."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from controller.papers.pdf import pdf_bytes

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
