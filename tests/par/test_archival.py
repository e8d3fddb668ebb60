"""Papers are PDF/A-2b (ISO 19005-2): what of it can be seen in the file is held here, clause by clause."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader
from pypdf.generic import ContentStream, IndirectObject, StreamObject

from controller.papers.letterhead import Letterhead
from controller.papers.pdf import pdf_bytes

DRAWN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 32">'
    '<rect x="2" y="2" width="60" height="28" fill="#123456" opacity=".5"/>'
    '<text x="8" y="20" font-family="Inter Tabular">x</text></svg>'
)
TITLE = "Réglé <& à> “la” main"
HTML = (
    "<h1>Réglé</h1><table><tr><td class='small'>1 250,40 € · 21:40</td></tr></table><p class='warning'>Ø</p>"
    "<p><img src='d' width='64' height='32'></p><p style='page-break-before: always'><b>b</b> <i>i</i></p>"
)
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
PDFA = "{http://www.aiim.org/pdfa/ns/id/}"
FORBIDDEN = {
    *("/JavaScript", "/JS", "/Launch", "/Sound", "/Movie", "/ResetForm", "/ImportData", "/Encrypt", "/AA"),
    *("/EmbeddedFiles", "/AcroForm", "/XFA", "/OpenAction", "/F", "/LZWDecode", "/PS", "/TR", "/OPI", "/Ref"),
}
"""Keys and names that an archived file may not have, or only on terms; no paper needs any."""


@pytest.fixture(scope="module")
def data() -> bytes:
    head = Letterhead("Casino", "Ville", "Période", "Imprimé le 20/11/2026")
    return pdf_bytes(TITLE, HTML, "foot", {"d": DRAWN}, "SIMULATION", head=head).data


@pytest.fixture(scope="module")
def reader(data: bytes) -> PdfReader:
    return PdfReader(BytesIO(data))


def objects(reader: PdfReader) -> list[Any]:
    """Every object of the file."""
    return [IndirectObject(number, 0, reader).get_object() for number in sorted(reader.xref[0])]


def named(value: Any) -> set[str]:
    """Every name and key in a value, references not followed."""
    if isinstance(value, dict):
        return set(map(str, value)) | {name for one in value.values() for name in named(one)}
    if isinstance(value, list):
        return {name for one in value for name in named(one)}
    return {value} if isinstance(value, str) and value.startswith("/") else set()


def fonts(reader: PdfReader) -> list[Any]:
    return [one for one in objects(reader) if isinstance(one, dict) and one.get("/Type") == "/Font"]


def test_head_and_tail_of_the_file_are_those_of_an_archived_one(data: bytes, reader: PdfReader) -> None:
    assert re.match(rb"%PDF-1\.[0-7]\n%[\x80-\xff]{4}", data)  # 6.1.2
    assert re.search(rb"%%EOF\s?$", data)  # 6.1.3
    first, second = reader.trailer["/ID"]
    assert len(first) >= 16
    assert len(second) >= 16
    assert not reader.is_encrypted


def test_the_metadata_name_part_2_level_b_and_say_what_the_file_says_of_itself(reader: PdfReader) -> None:
    """6.6.2, 6.6.4."""
    stream = reader.root_object["/Metadata"].get_object()
    assert isinstance(stream, StreamObject)
    assert "/Filter" not in stream
    packet = stream.get_data().decode()
    assert packet.startswith('<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>')
    tree = ElementTree.fromstring(packet.split("?>", 1)[1].rsplit("<?", 1)[0])
    told = {key: value for one in tree.iter(f"{RDF}Description") for key, value in one.items()}
    assert (told[f"{PDFA}part"], told[f"{PDFA}conformance"]) == ("2", "B")
    (title,) = [one.text for one in tree.iter(f"{RDF}li") if one.text]
    assert reader.metadata is not None
    assert title == reader.metadata.title == TITLE
    assert told["{http://ns.adobe.com/pdf/1.3/}Producer"] == reader.metadata.producer
    assert told["{http://ns.adobe.com/xap/1.0/}CreatorTool"] == reader.metadata.creator


def test_every_colour_is_of_the_one_profile_in_the_file(reader: PdfReader) -> None:
    """6.2.3, 6.2.4: DeviceRGB and DeviceGray under an RGB profile; nothing is printed in CMYK."""
    (intent,) = reader.root_object["/OutputIntents"]
    intent = intent.get_object()
    profile = intent["/DestOutputProfile"].get_object()
    assert (intent["/S"], profile["/N"], profile.get_data()[16:20]) == ("/GTS_PDFA1", 3, b"RGB ")
    assert not {name for one in objects(reader) for name in named(one) if "CMYK" in name}
    used = {str(operator) for page in reader.pages for _, operator in operations(page, reader)}
    assert not used & {"K", "k"}


def operations(page: Any, reader: PdfReader) -> list[tuple[Any, str]]:
    return [(given, op.decode()) for given, op in ContentStream(page["/Contents"], reader).operations]


def test_nothing_runs_and_nothing_is_fetched(reader: PdfReader) -> None:
    """6.1.7, 6.5. What is half transparent may be, under a profile and with plain blending (6.2.10)."""
    everything = objects(reader)
    assert not {name for one in everything for name in named(one)} & FORBIDDEN
    assert {one["/BM"] for one in everything if isinstance(one, dict) and "/BM" in one} <= {"/Normal"}


def test_a_shape_without_an_edge_is_drawn_without_one(reader: PdfReader) -> None:
    """Qt's own PDF/A-1b would draw one around it, in black."""
    used = {operator for page in reader.pages for _, operator in operations(page, reader)}
    assert used & {"f", "f*"}
    assert not used & {"B", "B*", "b", "b*"}


def test_every_typeface_is_in_the_file_with_the_width_and_meaning_of_each_glyph(reader: PdfReader) -> None:
    """6.2.11: embedded, mapped to Unicode; the set of glyphs that is told is all that there are."""
    whole = [one for one in fonts(reader) if one["/Subtype"] == "/Type0"]
    assert whole
    for one in whole:
        assert "/ToUnicode" in one
        (font,) = [each.get_object() for each in one["/DescendantFonts"]]
        assert font["/CIDToGIDMap"] == "/Identity"
        about = font["/FontDescriptor"].get_object()
        program = TTFont(BytesIO(about["/FontFile2"].get_object().get_data()))
        count = program["maxp"].numGlyphs
        if "/CIDSet" in about:
            bits = "".join(f"{byte:08b}" for byte in about["/CIDSet"].get_object().get_data())
            assert bits[:count] == "1" * count
            assert "1" not in bits[count:]
        start, widths = font["/W"]
        em = program["head"].unitsPerEm
        real = [program["hmtx"][name][0] * 1000 / em for name in program.getGlyphOrder()]
        assert start == 0
        assert all(abs(told - width) <= 1 for told, width in zip(widths, real, strict=True))


def test_no_letter_is_missing_from_its_typeface(reader: PdfReader) -> None:
    """6.2.11.8: the glyph of what a typeface does not have is never shown."""
    for page in reader.pages:
        for given, operator in operations(page, reader):
            if operator in ("Tj", "TJ"):
                shown = given[0] if operator == "TJ" else given
                texts = [one for one in shown if not isinstance(one, (int, float))]
                for text in texts:
                    raw = text if isinstance(text, bytes) else text.original_bytes
                    assert all(raw[at : at + 2] != b"\0\0" for at in range(0, len(raw), 2))


def test_no_number_text_name_or_depth_of_a_long_paper_is_beyond_the_limits_of_part_2() -> None:
    """6.1.13. Part 1, which no paper claims, had a limit of 32,767 that the eighth page of text is beyond."""
    page = "<p style='page-break-before: always'>line</p><table><tr><td>1 250,40 €</td></tr></table>"
    long = PdfReader(BytesIO(pdf_bytes(TITLE, page * 40, "foot", {"d": DRAWN}, "").data))
    assert len(long.pages) >= 40
    most = 0.0
    for one in long.pages:
        assert all(3 <= side <= 14_400 for side in map(float, one.mediabox[2:]))
        drawn = one.get_contents()
        assert drawn is not None
        depth = deepest = 0
        for operands, operator in drawn.operations:
            depth += {b"q": 1, b"Q": -1}.get(operator, 0)
            deepest = max(deepest, depth)
            most = max([most, *(abs(float(said)) for said in operands if isinstance(said, int | float))])
            assert all(len(said) < 32_768 for said in operands if isinstance(said, str | bytes))
        assert deepest <= 28
    assert 32_767 < most < 2**31
    assert all(len(name) <= 128 for value in objects(long) for name in named(value))
