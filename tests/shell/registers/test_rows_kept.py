"""No row of a table is parted by the end of a page, unless a page is too low for it."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from controller.papers.pdf import pdf_bytes


def pages(html: str) -> list[str]:
    data = pdf_bytes("t", html, "f").data
    return [page.extract_text() for page in PdfReader(BytesIO(data)).pages]


def row(number: int, lines: int = 4) -> str:
    """One row; each line of its second cell says which row it is of."""
    told = "<br>".join(f"line {line} of {number};" for line in range(lines))
    return f"<tr><td>no. {number}</td><td>{told}</td></tr>"


@pytest.mark.long
def test_every_line_of_a_row_stands_on_one_page_under_the_head_of_its_table() -> None:
    """The page began with the end of a sentence, and its head above that."""
    for above in range(6):
        filled = "".join(f"<p>{number}</p>" for number in range(above))
        rows = "".join(map(row, range(60)))
        told = pages(
            f"{filled}<table width='100%'><thead><tr><th>Column</th><th>Lines</th></tr></thead>{rows}</table>"
        )
        assert len(told) > 3
        for number in range(60):
            counts = [page.count(f" of {number};") for page in told]
            assert max(counts) == 4, (above, number, counts)
        assert all("Column" in page for page in told)


def test_a_row_that_is_higher_than_a_page_goes_over_its_end() -> None:
    told = pages(f"<table width='100%'>{row(1)}{row(2, lines=90)}{row(3)}</table>")
    assert all(any(f"line {line} of 2;" in page for page in told) for line in range(90))
    assert "no. 3" in told[-1]
