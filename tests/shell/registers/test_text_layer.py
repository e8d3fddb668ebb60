"""What stands on a paper is in its file as text: an amount, a date, a hash is found, copied, read aloud."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pypdf import PdfReader
from pypdf.generic import IndirectObject
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

import ui
from controller.cli import main
from controller.game import inputs as i
from controller.house import exports
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.exports import SHOWN
from controller.papers import pdf as paper
from controller.papers.letterhead import NO_LETTERHEAD
from controller.registers import layout
from controller.registers.export import papers, registers_of
from controller.registers.reading import read_all
from controller.registers.register import Column, Register
from controller.words.codes import code_word
from controller.words.money import LANGUAGES
from tests.builders import FLOAT, TERMS, Felt
from tests.memory.nights import play
from tests.patience import PATIENCE_S
from tests.shell.registers.test_report_cli import journal_of
from tests.shell.registers.test_report_incident import short_deck
from tests.shell.registers.test_report_jp1 import closed
from tests.shell.registers.test_report_win import community, royal
from tests.shell.settle.settle_lines import ROYAL
from tests.ui.settings_states import coming

LEAST_PT = 6.7
SHIPPED = {path.stem for path in (Path(ui.__file__).parent / "fonts" / "paper").glob("*.ttf")}
"""The typefaces of the papers, by the name that each has in a file."""
POPPLER = shutil.which("pdftotext") is not None
"""Read by it too, where it is installed; by pypdf everywhere."""
Printed = list[tuple[str, Mapping[str, str], bytes]]
"""HTML, drawings and file of each document."""


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Printed:
    """Every document that is printed meanwhile, beside what it was made of."""
    made: Printed = []
    real = paper.pdf_bytes

    def kept(
        title: str, html: str, footer: str, drawings: Any = None, mark: str = "", **more: Any
    ) -> paper.Pdf:
        pdf = real(title, html, footer, drawings, mark, **more)
        head = "".join(f"<p>{line}</p>" for line in more.get("head", ()))
        told = f"<p>{title}</p><p>{mark}</p>{head}{html}<p>{footer}</p>"
        made.append((told, drawings or {}, pdf.data))
        return pdf

    monkeypatch.setattr(paper, "pdf_bytes", kept)
    monkeypatch.setattr("controller.registers.layout.pdf_bytes", kept)
    # A process of its own writes the same bytes, and is watched by nobody.
    monkeypatch.setattr(exports, "printed_apart", lambda *page, **more: kept(*page, **more).data)
    return made


def words(html: str, drawings: Mapping[str, str]) -> set[str]:
    """Everything that is said, cut at plain spaces: an amount is one word."""
    texts = re.sub("<[^>]*>", "\n", html).split("\n")
    for svg in drawings.values():
        texts += re.findall("<text[^>]*>([^<]*)</text>", svg)
    return {word for text in texts for word in re.split("[ \n]+", unescape(text)) if word}


def squeezed(text: str) -> str:
    """Without blanks; a hyphen that ends no line is a hyphen."""
    return re.sub("[\\s\u200b]", "", text).replace("\u2011", "-")


def lost(printed: Printed) -> set[str]:
    """The words that the files' text layers do not have."""
    assert printed
    gone: set[str] = set()
    for html, drawings, data in printed:
        readings = [squeezed("".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages))]
        readings += [read_by_poppler(data)] if POPPLER else []
        for told in readings:
            gone |= {word for word in words(html, drawings) if squeezed(word) not in told}
    return gone


def faults(printed: Printed) -> list[str]:
    """What of these documents is not found, too small to be read, broken, or of a typeface of the machine."""
    return [*sorted(lost(printed)), *too_small(printed), *broken(printed), *foreign(printed)]


def foreign(printed: Printed) -> list[str]:
    """The typefaces in the files that the product does not bring: a machine's own, and papers would depend
    on where they were printed."""
    found: set[str] = set()
    for _, _, data in printed:
        reader = PdfReader(BytesIO(data))
        every = [IndirectObject(number, 0, reader).get_object() for number in reader.xref[0]]
        fonts = [one for one in every if isinstance(one, dict) and one.get("/Type") == "/Font"]
        assert fonts
        found |= {str(one["/BaseFont"]).removeprefix("/").rpartition("+")[2] for one in fonts}
        if POPPLER:
            found |= {line.split()[0].rpartition("+")[2] for line in asked("pdffonts", data).splitlines()[2:]}
    return sorted(found - SHIPPED)


def too_small(printed: Printed) -> list[str]:
    """What is set smaller than can be read at arm's length."""
    found: list[str] = []

    def look(text: str, page: list[float], line: list[float], _: Any, size: float) -> None:
        scales = (abs(one[0] * one[3] - one[1] * one[2]) for one in (page, line))
        points = size * math.sqrt(math.prod(scales))
        if text.strip() and points < LEAST_PT:
            found.append(f"{points:.2f} pt: {text.strip()[:40]}")

    for _, _, data in printed:
        for page in PdfReader(BytesIO(data)).pages:
            page.extract_text(visitor_text=look)
    return found


def broken(printed: Printed) -> list[str]:
    """The words of headings that are not whole on a line."""
    found = []
    for html, _, data in printed:
        lines = {
            squeezed(line)
            for page in PdfReader(BytesIO(data)).pages
            for line in page.extract_text().split("\n")
        }
        for heading in re.findall("<(?:th|h1|h2|h3)[ >].*?</(?:th|h1|h2|h3)>", html):
            told = unescape(re.sub("<[^>]*>", " ", heading[heading.index(">") + 1 :]))
            found += [
                f"broken: {word}"
                for word in told.split()
                if not any(squeezed(word) in line for line in lines)
            ]
    return found


def read_by_poppler(data: bytes) -> str:
    """The text as `pdftotext` reads it, which is what finds a paper on most desks."""
    return squeezed(asked("pdftotext", data, "-"))


def asked(program: str, data: bytes, *more: str) -> str:
    """What a program of poppler says of the file."""
    command = [program, "-", *more]
    done = subprocess.run(command, input=data, capture_output=True, check=True, timeout=PATIENCE_S)
    return done.stdout.decode()


def tapis(*arguments: object, text: str = "") -> None:
    told = CliRunner().invoke(main, [str(one) for one in arguments], input=text)
    assert told.exit_code == 0, told.output


@pytest.mark.parametrize("weight", [500, 600, 700])
def test_a_card_is_set_with_the_papers_own_suits_and_found_by_them(printed: Printed, weight: int) -> None:
    html = f"<p style='font-weight: {weight}'>A♠ R♥ 10♦ V♣</p><p><img src='d' width='90' height='30'></p>"
    letters = f'font-family="{paper.TYPEFACE}" font-size="12" font-weight="{weight}"'
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30">'
        f'<text y="20" {letters}>2♠3♥4♦5♣</text></svg>'
    )
    paper.pdf_bytes("t", html, "f", {"d": drawn})
    assert faults(printed) == []
    assert {"A♠", "R♥", "10♦", "V♣", "2♠3♥4♦5♣"} <= words(printed[0][0], printed[0][1])


def test_another_typeface_in_a_file_is_seen(printed: Printed) -> None:
    paper.pdf_bytes("t", "<p>x</p>", "f")
    assert QFontDatabase.addApplicationFont(str(Path(ui.__file__).parent / "fonts" / "Inter-Medium.ttf")) >= 0
    paper.pdf_bytes("t", "<p style='font-family: Inter; font-weight: 500'>x</p>", "f")
    assert foreign(printed[:1]) == []
    assert foreign(printed[1:]) == ["Inter-Medium"]


def closing_slip(folder: Path) -> Path:
    felt = Felt(cash=TERMS).open().fill_closing(**FLOAT | {"p500": 61}).do(i.CloseTable())
    return journal_of(folder / "UTH-2-000001.journal", felt)


def incident(folder: Path) -> Path:
    return journal_of(folder / "UTH-2-000001.journal", short_deck())


def settings(folder: Path) -> Path:
    return journal_of(folder / "UTH-2-000001.journal", coming())


def win(folder: Path) -> Path:
    return journal_of(folder / "UTH-2-000001.journal", royal().prove_hand().release().settle())


def shared_win(folder: Path) -> Path:
    return journal_of(folder / "UTH-2-000001.journal", community())


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    ("command", "journal", "more"),
    [
        ("closing", closing_slip, ()),
        ("incident", incident, ("--number", 1)),
        ("jp1", closed, ()),
        ("notices", closed, ()),
        ("notices", settings, ()),
        ("reconciliation", closed, ()),
        ("win", win, ("--round", 1)),
        ("win", shared_win, ("--round", 1)),
    ],
)
def test_every_word_of_a_report_is_in_its_file(
    printed: Printed,
    tmp_path: Path,
    command: str,
    journal: Callable[[Path], Path],
    more: tuple[object, ...],
    language: str,
) -> None:
    path = journal(tmp_path)
    tapis("report", command, path, *more, "--lang", language, "--pdf", tmp_path / "paper.pdf")
    assert faults(printed) == []


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.long
def test_every_word_of_the_rules_the_par_sheet_and_a_settlement_is_in_its_file(
    printed: Printed, tmp_path: Path, language: str
) -> None:
    pdf = tmp_path / "paper.pdf"
    tapis("report", "rules", "fr-55-20-2021", "--lang", language, "--pdf", pdf)
    tapis("par", "fr-55-20-2021", "--lang", language, "--pdf", pdf)
    tapis("settle", "--lang", language, "--pdf", pdf, "-", text=json.dumps(ROYAL))
    assert len(printed) == 3
    assert faults(printed) == []


SMALL_SUMS = ("minimum_cents", "rectification_cents", "orphans_cents", "residual_cents")
"""No stake and no mistake comes to millions."""
PERSON = "Anne-Sophie de Villeneuve-Bargemon"


def longest(register: Register, column: Column, at: int) -> Any:
    """The longest that a cell of this column says."""
    match column.kind:
        case "cents":
            top = 9_999_999 if column.key in SMALL_SUMS else 999_999_999
            return (top, -top)[at % 2]
        case "time":
            return 1_795_219_199_999 - at
        case "day":
            return "2026-11-30"
        case "int":
            return 99_999
        case "id":
            return f"UTH-12/000012/239820{at}"
        case "code":
            known = [row.get(column.key) for row in register.rows]
            return max((one for one in known if one), key=lambda one: len(code_word(one, 0)), default="")
    if column.key == "carnet":
        return "UTH-12/000012"
    if column.key in ("seats", "manual"):
        return [1, 2, 3, 4, 5, 6, 7]
    return [PERSON, PERSON] if column.key in ("persons", "signed_by", "released_by") else PERSON


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.long
def test_the_longest_cells_of_every_register_are_whole_and_large_enough(
    printed: Printed, night: Path, language: str
) -> None:
    reading = read_all(night)
    made = registers_of(reading)
    for register in made:
        kinds = {column.key: column for column in register.columns}
        register.rows = [
            {key: longest(register, column, at) for key, column in kinds.items()}
            | {"corrects": "" if at else "UTH-12/000012/2398209"}
            for at in range(3)
        ]
        register.on_paper = None
    layout.printed_lying("t", papers(reading, made, LANGUAGES[language], UTC), (), "f", NO_LETTERHEAD)
    assert faults(printed) == []


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("night"), rounds=12, tables=2, faults="hard", seed=3)


@pytest.mark.long
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_word_of_every_register_is_in_its_file(
    printed: Printed, night: Path, tmp_path: Path, language: str
) -> None:
    out = tmp_path / "registers.pdf"
    tapis("report", "registers", night, "--format", "pdf", "--lang", language, "--out", out)
    assert faults(printed) == []
    ((told, _, _),) = printed
    assert {"fr": "Journaux lus\u00a0: 2", "en": "Journals read: 2"}[language] in told


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.long
def test_every_word_of_what_the_pit_exports_is_in_its_file(
    printed: Printed, night: Path, language: str
) -> None:
    with closing(House([night], ":memory:")) as house:
        house.read_all()
        answers = Answers(house)
        for what in SHOWN:
            about = {"table": "UTH-1", "session": 1, "round": 5} if what == "replay" else {}
            answers.answer({"ask": "export", "what": what, "form": "pdf", "lang": language, **about})
    assert len(printed) == len(SHOWN)
    assert faults(printed) == []


def test_the_paper_of_a_round_is_its_settlement_then_facts_then_the_rule_of_each_amount(
    printed: Printed, night: Path
) -> None:
    with closing(House([night], ":memory:")) as house:
        house.read_all()
        asked = {"ask": "export", "what": "replay", "table": "UTH-1", "session": 1, "round": 6}
        Answers(house).answer({**asked, "form": "pdf", "lang": "fr"})
    ((html, drawings, _),) = printed
    order = ("Coup 6, UTH-1", "Croupier", ">Règlement<", ">JP1<", ">Faits<", ">Feuille de litige<")
    assert [*order] == sorted(order, key=html.index)
    told = " ".join(words(html, drawings))
    for raw in ("deck_out", "lid_open", "capteurs", "couvert"):
        assert raw not in told, raw
    assert ">20/11/2026<" in drawings["r0date"]
    assert ">UTH-1<" in drawings["r0date"]


def test_figures_stand_in_columns() -> None:
    """Set to the right, units lie under units: every figure is as wide as every other."""
    paper.pdf_bytes("", "<p>0</p>", "")
    font = QFont(paper.TYPEFACE, 40)
    for weight in (QFont.Weight.Medium, QFont.Weight.DemiBold, QFont.Weight.Bold):
        font.setWeight(weight)
        assert len({QFontMetricsF(font).horizontalAdvance(figure) for figure in "0123456789"}) == 1
