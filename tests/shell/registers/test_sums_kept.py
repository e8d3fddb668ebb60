"""A sum is never alone on a page: the row above it, which it adds up, stands there too."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from controller.papers.letterhead import NO_LETTERHEAD
from controller.registers.layout import Facts, Grid, Paper, Part, printed, printed_lying


def pages(*parts: Part) -> list[str]:
    data = printed("t", [Paper("Title", "lead", parts)], (), "foot").data
    return [page.extract_text().replace("\u00a0", " ") for page in PdfReader(BytesIO(data)).pages]


def listed(rows: int, sums: int, *, small: bool = False) -> Grid:
    """A list whose last rows are sums."""
    told = [(f"row {at}.", "1,00 €") for at in range(rows)] + [(f"sum {at}.", "9,00 €") for at in range(sums)]
    strong = frozenset(range(rows, rows + sums))
    return Grid("Lots", ("Act", "Amount"), tuple(told), frozenset({1}), small=small, strong=strong)


@pytest.mark.parametrize("sums", [1, 3])
@pytest.mark.parametrize("small", [True, False])
def test_a_sum_stands_with_the_row_above_it(sums: int, small: bool) -> None:
    begun = set()
    for rows in range(99, 106) if small else range(87, 93):
        told = pages(listed(rows, sums, small=small))
        (last,) = [at for at, text in enumerate(told) if f"row {rows - 1}." in text]
        for each in range(sums):
            assert f"sum {each}." in told[last], rows
        assert f"row {rows - 2}." in told[last] or f"row {rows - 2}." in told[last - 1]
        read = "".join(told)
        assert [read.count(f"row {at}.") for at in range(rows)] == [1] * rows
        begun.add(last)
    assert len(begun) > 1, "some sums were at the end of a page"


def test_a_list_of_one_row_and_its_sum_is_not_parted() -> None:
    """Nor from its heading."""
    begun = set()
    for facts in range(39, 45):
        told = pages(Facts("", tuple((f"label {at}", "fact") for at in range(facts))), listed(1, 1))
        (heading,) = [at for at, text in enumerate(told) if "Lots" in text]
        assert "row 0." in told[heading]
        assert "sum 0." in told[heading]
        begun.add(heading)
    assert begun == {0, 1}


def test_a_list_that_is_parted_elsewhere_stands_as_it_stood() -> None:
    """Only the row before the end of a page moves; without sums none does."""
    for rows in (60, 80):
        told = pages(listed(rows, 1))
        bare = pages(listed(rows, 0))
        assert [text.count("row ") for text in told] == [text.count("row ") for text in bare]


def test_the_sum_of_a_register_stands_with_its_last_entry() -> None:
    begun = set()
    for rows in range(60, 65):
        data = printed_lying(
            "t", [Paper("T", "lead", (listed(rows, 1, small=True),))], (), "f", NO_LETTERHEAD
        )
        told = [page.extract_text() for page in PdfReader(BytesIO(data)).pages]
        (last,) = [at for at, text in enumerate(told) if f"row {rows - 1}." in text]
        assert "sum 0." in told[last], rows
        begun.add(last)
    assert len(begun) > 1
