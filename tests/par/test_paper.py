"""Printed pages: whole, the same every time, with vectors in them, or one sentence why not."""

from __future__ import annotations

import re
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from controller.papers.pdf import NotPrinted, pdf_bytes, write_pdf

SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 32">'
    '<rect x="2" y="2" width="60" height="28" fill="#123456"/>'
    '<text x="8" y="20" font-family="Inter Tabular">x</text></svg>'
)
ROWS = "".join(f"<tr><td>line {number}</td></tr>" for number in range(200))


def streams(pdf: bytes) -> list[bytes]:
    found = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    return [zlib.decompressobj().decompress(data) if data[:1] == b"\x78" else data for data in found]


def test_a_page_is_a_whole_a4_pdf_with_its_title_and_the_product_s_typeface() -> None:
    pdf = pdf_bytes("Feuille PAR", "<h1>Réglé</h1><p>96,50 %</p>", "digest 0123")
    assert pdf.pages == 1
    assert pdf.data.startswith(b"%PDF-")
    assert pdf.data.rstrip().endswith(b"%%EOF")
    assert "Feuille PAR".encode("utf-16-be") in pdf.data or b"(Feuille PAR)" in pdf.data
    assert re.search(rb"/FontName /\w+\+Inter", pdf.data)
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf.data)
    assert box is not None
    assert [round(float(side)) for side in box.groups()] == [595, 842]


def test_no_date_of_the_machine_is_in_the_file() -> None:
    pdf = pdf_bytes("title", "<p>text</p>", "foot").data
    everything = b"".join([pdf, *streams(pdf)])
    assert b"CreationDate" not in everything
    assert not re.search(rb"20\d\d-\d\d-\d\d|D:20\d\d", everything)


def test_a_process_that_prints_gives_the_same_bytes_every_time(tmp_path: Path) -> None:
    program = (
        "import sys; from controller.papers.pdf import write_pdf;"
        "write_pdf(sys.argv[1], 'title', '<h1>A</h1><p>b <b>c</b> ♠♥</p>', 'foot')"
    )
    written = []
    for name in ("one.pdf", "two.pdf"):
        subprocess.run([sys.executable, "-c", program, str(tmp_path / name)], check=True)
        written.append((tmp_path / name).read_bytes())
    assert written[0] == written[1]


def test_a_table_wider_than_the_page_is_drawn_smaller_and_not_cut() -> None:
    cells = "".join(f"<td style='white-space: nowrap'>column {number:02d}</td>" for number in range(24))
    page = PdfReader(BytesIO(pdf_bytes("t", f"<table><tr>{cells}</tr></table>", "f").data)).pages[0]
    places: dict[str, float] = {}

    def place(text: str, matrix: list[float], of_text: list[float], *_: object) -> None:
        for word in re.findall("column [0-9]{2}", text):
            places[word] = of_text[4] * matrix[0] + of_text[5] * matrix[2] + matrix[4]

    page.extract_text(visitor_text=place)
    assert len(places) == 24
    assert 0 < min(places.values()) < max(places.values()) < float(page.mediabox.width)


def test_a_long_table_goes_on_over_pages_under_its_own_head() -> None:
    table = f"<table><thead><tr><th>head</th></tr></thead>{ROWS}</table>"
    pdf = pdf_bytes("title", table, "foot")
    assert pdf.pages > 2
    assert len(re.findall(rb"/Type /Page\n|/Type /Page\r|/Type /Page ", pdf.data)) == pdf.pages


def test_a_drawing_is_vectors_and_adds_no_page() -> None:
    pdf = pdf_bytes(
        "t", "<p>a</p><p><img src='square' width='640' height='320'></p>", "f", {"square": SQUARE}
    )
    assert pdf.pages == 1
    assert b"/Subtype /Image" not in pdf.data
    drawn = next(data for data in streams(pdf.data) if b" rg" in data or b" scn" in data)
    colour = [round(part / 255, 2) for part in (0x12, 0x34, 0x56)]
    painted = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|scn)", drawn)
    assert colour in [[round(float(part), 2) for part in three] for three in painted]


def test_a_drawing_that_is_no_svg_is_named() -> None:
    with pytest.raises(NotPrinted, match="drawing plot: is no SVG"):
        pdf_bytes("t", "<p><img src='plot' width='10' height='10'></p>", "f", {"plot": "<p>"})


def test_a_file_that_stood_there_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(b"%PDF-1.4 of yesterday")
    assert write_pdf(path, "t", "<p>new</p>", "f") == 1
    assert path.read_bytes().startswith(b"%PDF-")
    assert [each.name for each in tmp_path.iterdir()] == ["sheet.pdf"]


def test_what_is_no_pdf_is_never_replaced_by_one(tmp_path: Path) -> None:
    path = tmp_path / "UTH-1-000001.journal"
    path.write_bytes(b"SQLite format 3")
    with pytest.raises(NotPrinted, match="holds something else, which stays: name another file"):
        write_pdf(path, "t", "<p>new</p>", "f")
    assert path.read_bytes() == b"SQLite format 3"


@pytest.mark.parametrize(
    ("where", "reason"),
    [("absent/sheet.pdf", "No such file or directory"), ("", "Is a directory"), ("a\0b", "null")],
)
def test_a_path_that_cannot_be_written_is_named_with_the_reason(
    tmp_path: Path, where: str, reason: str
) -> None:
    with pytest.raises(NotPrinted, match=reason) as refused:
        write_pdf(tmp_path / where, "t", "<p>new</p>", "f")
    assert str(refused.value).startswith(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_document_without_end_is_refused() -> None:
    with pytest.raises(NotPrinted, match="at most 200"):
        pdf_bytes("t", "<p>a</p><p style='page-break-before:always'>b</p>" * 202, "f")
