"""What the product cites stands in a page of the repository, and the pages name what is there."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

import pytest

from controller.game.machines.alarms import CATALOGUE
from tests.pages.citations import CODES, PAGES, Citation, citations, citations_of, leads_somewhere, texts
from tests.pages.typed import ROOT
from tests.test_tidy import ROOMS
from ui.texts.alarms import ALARMS

OURS: Final = ("README.md", "CONTRIBUTING.md", *sorted(set(PAGES.values())))
FOLDERS: Final = ("controller", "drivers", "ui", "config", "deploy", "tests")
GONE: Final = re.compile(
    r"\bux(?:\.md|,? (?:section|\d|S\d))|\bmockups?\b(?!\.py)|\bPIT\.md|"
    r"\b[Ff]indings?,? \(?(?:faults|link|secrecy|inspector|rules|console|pit|machine|speed|devices) (?:S?\d)"
)
"""Pages that once lay outside the repository, as they were cited."""
SAYS_SO: Final = ("tests/pages/test_citations.py", "tests/machine/chip_board.py")
"""This list itself, and a kernel's module whose name ends so."""


def test_every_citation_leads_to_a_heading_or_a_row() -> None:
    assert sorted({str(one) for one in citations() if not leads_somewhere(one)}) == []


def test_every_page_that_has_a_name_is_cited_from_elsewhere() -> None:
    assert set(PAGES.values()) - {one.page for one in citations() if one.file != one.page} == set()


def test_the_search_looks_into_every_room() -> None:
    citing = Counter(room for one in citations() for room in FOLDERS if one.file.startswith(f"{room}/"))
    assert set(citing) == set(FOLDERS)
    assert citing["controller"] > 600


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("(rules, section 7, point 10)", [("rules", "", "7", ""), ("rules", "", "7", "10")]),
        ("# so it is (rules,\n    # sections 2 and 3).", [("rules", "", "2", ""), ("rules", "", "3", "")]),
        ("(rules 7.11)", [("rules", "", "7.11", "")]),
        ("règles, section 2 et section 7, point 2", [("rules", "", "2", ""), ("rules", "", "7", "2")]),
        ("(screens, S4; JW-08)", [("requirements", "JW-08", "", ""), ("screens", "S4", "", "")]),
        ("after P-256 and AES-SIV, RFC 5869, section 2.3", []),
        ("A-201, F-6 and I9", [("screens", "A-201", "", ""), ("reliability", "F-6", "", "")]),
    ],
)
def test_a_citation_is_found_however_it_is_written(text: str, cited: list[tuple[str, str, str, str]]) -> None:
    found = {(one.page, one.row, one.section, one.point) for one in citations_of("some.py", text)}
    assert {(PAGES[page], row, section, point) for page, row, section, point in cited} <= found
    assert bool(found) == bool(cited)


@pytest.mark.parametrize(
    "text",
    [
        *("JW-99", "A-299", "F-77", "T-50", "I19"),
        *("rules, section 8", "rules, section 7, point 13", "rules 7.13", "OPERATIONS.md, section 44"),
        *("screens, section 6.4", "screens, section 6.1, plot 13", "screens, S99"),
    ],
)
def test_what_leads_nowhere_is_told(text: str) -> None:
    assert not all(leads_somewhere(one) for one in citations_of("some.py", text))


def test_the_catalogue_of_the_page_is_that_of_the_screens() -> None:
    page = texts()[PAGES["screens"]]
    wanted = [f"| {code} | {ALARMS['fr'][code].title} | {ALARMS['en'][code].title} |" for code in CATALOGUE]
    assert [line for line in wanted if line not in page.splitlines()] == []


def test_no_page_that_is_not_in_the_repository_is_cited() -> None:
    found = {file: GONE.findall(text) for file, text in texts().items() if file not in SAYS_SO}
    assert {file: words for file, words in found.items() if words} == {}
    there = {path.rpartition("/")[2] for path in texts() if path.endswith(".md")}
    named = {
        (file, name)
        for file, text in texts().items()
        if not file.startswith("tests/")
        for name in re.findall(r"\b[A-Z][A-Z_]+\.md\b", text)
    }
    assert sorted((file, name) for file, name in named if name not in there) == []


@pytest.mark.parametrize("page", OURS)
def test_a_page_names_files_and_folders_that_are_there(page: str) -> None:
    named = re.findall(r"[`(]((?:\.\./|\./)?[\w.-]+(?:/[\w.-]+)+/?)[`)]", texts()[page])
    ours = [name for name in named if name.split("/")[0] in FOLDERS]
    links = re.findall(r"\]\(([\w./-]+\.md)\)", texts()[page])
    folder = (ROOT / page).parent
    assert [name for name in ours if not (ROOT / name).exists() and not (folder / name).exists()] == []
    assert [link for link in links if not (folder / link).exists()] == []


def test_the_rooms_stand_in_the_architecture_in_the_order_that_is_kept() -> None:
    page = texts()[PAGES["architecture"]]
    table = page.partition("| room of `controller/` | holds |")[2].partition("\n\n")[0]
    named = re.findall(r"(?m)^\| `(\w+)(?:/`|\.py`)", table)
    assert tuple("" if name == "clock" else name for name in named) == ROOMS
    core = page.partition("| room of `controller/game/` | holds |")[2].partition("\n\n")[0]
    folders = {path.parent.name for path in (ROOT / "controller/game").glob("*/__init__.py")}
    assert set(re.findall(r"`(\w+)/`", core)) == folders
    (drivers,) = re.findall(r"(?m)^\| `drivers/` \| (.*) \|$", page)
    folders = {path.parent.name for path in (ROOT / "drivers").glob("*/__init__.py")}
    assert set(re.findall(r"`(\w+)/`", drivers)) == folders


def test_what_the_architecture_says_where_to_find_is_there() -> None:
    page = texts()[PAGES["architecture"]]
    rows = re.findall(r"(?m)^\| .* \| `(controller/\S+\.py)`.* \| `(\w+)` \|$", page)
    assert len(rows) >= 8
    assert [
        (file, name)
        for file, name in rows
        if not re.search(
            rf"^ *(?:def|class) {name}\b", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE
        )
    ] == []


def test_a_code_of_every_form_is_a_row_of_its_page() -> None:
    for form, page in CODES.items():
        assert re.search(rf"(?m)^\| {form} \|", texts()[page]), form
    assert leads_somewhere(Citation("", PAGES["requirements"], row="JW-08"))
