"""Every page says whose paper it is, of which period, printed when and by whom."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from controller.cli import main
from controller.cli.letterhead import INSTANT
from controller.house.printing import printed_apart
from controller.papers.letterhead import BY_MAX, Letterhead, letterhead
from controller.papers.pdf import pdf_bytes
from controller.settings.establishment import Establishment
from tests.shell.registers.test_report_cli import journal_of
from tests.shell.registers.test_report_incident import short_deck
from tests.shell.registers.test_report_jp1 import closed

AT = "1795210562"
"""20 November 2026, 22:36:02 in Paris."""
LONG = Establishment(name="Grand Casino municipal des Bains-sur-Mer-les-Dunes"[:48], place="W" * 60)


@pytest.fixture(autouse=True)
def own_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "etc").mkdir()
    named = 'name = "Casino des Dunes"\nplace = "2 rue de la Digue, 62000 Ville"\n'
    (tmp_path / "etc" / "establishment.toml").write_text(named, encoding="utf-8")
    monkeypatch.setenv("TAPIS_CONFIG", str(tmp_path / "etc"))


def tapis(*words: object) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


def pages(pdf: bytes) -> list[str]:
    return [page.extract_text().replace("\u00a0", " ") for page in PdfReader(BytesIO(pdf)).pages]


@pytest.mark.parametrize(
    ("language", "period", "printed"),
    [("fr", "Période :", "Imprimé le {at} par {by}"), ("en", "Period:", "Printed {at} by {by}")],
)
def test_every_page_says_whose_it_is_of_when_and_printed_when_and_by_whom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, period: str, printed: str
) -> None:
    monkeypatch.setenv(INSTANT, AT)
    file, words = tmp_path / "h.pdf", ("--zone", "Europe/Paris", "--by", "Claire Roux", "--lang", language)
    assert tapis("report", "jp1", closed(tmp_path), *words, "--pdf", file).exit_code == 0
    told = pages(file.read_bytes())
    for number, page in enumerate(told, start=1):
        for line in (
            "Casino des Dunes",
            "2 rue de la Digue, 62000 Ville",
            f"{period} 20/11/2025 21:00",
            printed.format(at="20/11/2026 22:36:02", by="Claire Roux"),
            f"{number}/{len(told)}",
        ):
            assert line in page, line


def test_the_report_of_an_incident_names_the_establishment_or_leaves_a_line_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("report", "incident", journal_of(tmp_path / "UTH-2-000001.journal", short_deck()), "--number", 1)
    line = "Casino des Dunes, 2 rue de la Digue, 62000 Ville"
    assert re.search(f"Établissement +{line}\n", tapis(*asked).output)
    monkeypatch.delenv("TAPIS_CONFIG")
    assert re.search("Établissement +_{20}", tapis(*asked).output)


def test_a_paper_printed_again_for_the_same_instant_and_person_is_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(INSTANT, AT)
    journal, made = closed(tmp_path), []
    for by in ("A. Fontaine", "A. Fontaine", "B. Carlier"):
        tapis("report", "reconciliation", journal, "--by", by, "--pdf", tmp_path / "r.pdf")
        made.append((tmp_path / "r.pdf").read_bytes())
    # One process orders the typefaces as it likes, so the text is held, and a file of its own.
    assert pages(made[0]) == pages(made[1]) != pages(made[2])
    head = letterhead(LONG, "", int(AT) * 1000, "A. Fontaine", 0)
    assert printed_apart("t", "<p>a</p>", "f", head=head) == printed_apart("t", "<p>a</p>", "f", head=head)


def test_without_a_name_the_user_of_the_machine_prints_and_now(tmp_path: Path) -> None:
    assert tapis("report", "rules", "live-uth", "--pdf", tmp_path / "r.pdf").exit_code == 0
    assert all("Imprimé le " in page and " par " in page for page in pages((tmp_path / "r.pdf").read_bytes()))


@pytest.mark.parametrize("by", ["", " ", "a\nb"])
def test_a_name_that_cannot_be_printed_is_refused_in_one_line(tmp_path: Path, by: str) -> None:
    told = tapis("report", "rules", "live-uth", "--by", by, "--pdf", tmp_path / "r.pdf")
    assert told.exit_code == 2
    assert "--by" in told.output
    assert not (tmp_path / "r.pdf").exists()


def test_an_instant_or_an_establishment_that_is_none_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("report", "rules", "live-uth", "--pdf", tmp_path / "r.pdf")
    monkeypatch.setenv(INSTANT, "yesterday")
    assert f"{INSTANT} 'yesterday'" in tapis(*asked).output
    monkeypatch.delenv(INSTANT)
    (tmp_path / "etc" / "establishment.toml").write_text('name = ""\n', encoding="utf-8")
    told = tapis(*asked)
    assert told.exit_code == 2
    assert "establishment.toml\u00a0: name" in told.output


def test_the_longest_names_stand_whole_on_an_upright_page_beside_the_longest_mark() -> None:
    head = letterhead(LONG, "20/11/2026 17:15 – 21/11/2026 04:00", int(AT) * 1000, "M" * 99, 0)
    mark = "SIMULATION – SANS VALEUR · DÉMONSTRATION, NON APPROUVÉ"
    (page,) = pages(pdf_bytes("Title", "<p>a</p>", "f" * 64, mark=mark, head=head).data)
    by = "M" * (BY_MAX - 1) + "…"
    for line in (head.house, head.place, head.period.replace("\u00a0", " "), mark, by, "f" * 64):
        assert line in page.replace("\n", ""), line


def foot_line(head: Letterhead, words: str) -> float:
    """How high on the page these words begin."""
    found: list[float] = []

    def look(text: str, page: list[float], line: list[float], *_: object) -> None:
        if text.strip().startswith(words):
            found.append(line[5])

    (page,) = PdfReader(BytesIO(pdf_bytes("Title", "<p>a</p>", "f", head=head).data)).pages
    page.extract_text(visitor_text=look)
    return found[0]


def test_a_place_stands_beside_who_printed_while_both_have_room() -> None:
    whose = Establishment(name="Casino", place="2 rue de la Digue, 62000 Ville")
    for by, apart in (("A. Fontaine", False), ("M" * BY_MAX, True)):
        head = letterhead(whose, "", int(AT) * 1000, by, 0)
        assert (foot_line(head, "Imprimé") != foot_line(head, "2 rue")) is apart, by


def test_the_text_stands_where_it_stands_without_a_letterhead() -> None:
    """Papers are paged by the height of their text, which knows no letterhead."""
    rows = "".join(f"<p>line {number}</p>" for number in range(120))
    head = Letterhead("Casino", "Place", "Period", "Printed")
    without, with_one = (pdf_bytes("t", rows, "f", head=one).data for one in (Letterhead(), head))
    lines = [[line for line in page.split("\n") if "line" in line] for page in pages(without)]
    assert lines == [[line for line in page.split("\n") if "line" in line] for page in pages(with_one)]
