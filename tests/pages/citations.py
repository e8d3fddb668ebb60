"""What the product cites of its own pages: rows, alarms, faults, families of tests, invariants, sections.

A page is cited by its name in small letters and a number: "rules, section 7, point 10", "rules 7.10",
"screens, sections 4.3 and 7", "screens, S4". A code stands for itself: `JW-08`, `A-201`, `F-6`, `T-2`, `I9`.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Final

from tests.pages.typed import ROOT

PAGES: Final = {
    "rules": "controller/game/RULES.md",
    "règles": "controller/game/RULES.md",
    "requirements": "tests/law/REQUIREMENTS.md",
    "screens": "ui/SCREENS.md",
    "theme": "ui/THEME.md",
    "reliability": "tests/RELIABILITY.md",
    "architecture": "ARCHITECTURE.md",
    "decisions": "deploy/DECISIONS.md",
    "platform": "deploy/PLATFORM.md",
    "the open protocol": "drivers/OPEN_PROTOCOL.md",
}
"""The page that a name stands for (ARCHITECTURE.md, section 10); one that ends in `.md` stands for itself."""
CODES: Final = {
    r"(?:PM|BC|JW|LK|CS|RP|AC|SE|DI|RC|RO)-\d{2}": "tests/law/REQUIREMENTS.md",
    r"A-[1-3]\d{2}": "ui/SCREENS.md",
    r"[FT]-\d{1,2}": "tests/RELIABILITY.md",
    r"I(?:1[0-9]|[1-9])": "tests/RELIABILITY.md",
}
"""Codes that are rows of a table, by their form."""
WHERE: Final = ("controller", "drivers", "ui", "deploy", "tests", "config", "*.md", "Makefile", ".ci")
_NUMBER: Final = r"\d{1,2}(?:\.\d{1,2})?"
_LIST: Final = rf"{_NUMBER}(?:(?:, | and | et | to | à )(?:section )?{_NUMBER}(?![\d.]))*"
_SECTION: Final = re.compile(
    rf"(?:\b(?P<page>{'|'.join(PAGES)}|[A-Z_]+\.md)`?(?:,? sections? |, |(?= \d\.\d) )|(?P<own>\bsections? ))"
    rf"(?P<sections>{_LIST})(?![\d/])"
    r"(?:, (?:points?|steps?|plot) (?P<points>\d{1,2}(?:(?:, | and | to )\d{1,2})*))?",
    re.IGNORECASE,
)
"""A section of a page; without a page's name one of the page that says so."""
_STATE: Final = re.compile(r"\bscreens, (?P<state>S\d{1,2}[a-z]?)\b")
_CODE: Final = re.compile(rf"(?<![\w-])(?:{'|'.join(CODES)})(?![\w-])")
_CONTINUED: Final = re.compile(r"\n[ \t]*(?:#:?|//|\*|--)?[ \t]*")
_TEXT: Final = (".py", ".c", ".h", ".qml", ".toml", ".md", ".service", ".sql", ".sh", ".rules", ".ini", "")
_NONE_OF_OURS: Final = ("tests/golden", "deploy/man/", "ui/qml/qmldir", "tests/pages/test_citations.py")


@dataclass(frozen=True)
class Citation:
    """A place of a page that a file names.

    Attributes:
        file: which names it.
        page: the page.
        row: the first cell of a row, where a row is named.
        section, point: the number of a heading, and of an item or a row under it.
    """

    file: str
    page: str
    row: str = ""
    section: str = ""
    point: str = ""


@cache
def texts() -> dict[str, str]:
    """Every file of the product that has words, by its path."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *WHERE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    found = {}
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if path.suffix in _TEXT and path.is_file() and not name.startswith(_NONE_OF_OURS):
            with suppress(UnicodeDecodeError):
                found[name] = path.read_text(encoding="utf-8")
    return found


@cache
def citations() -> tuple[Citation, ...]:
    """All of them, in the order of the files."""
    return tuple(one for file, text in texts().items() for one in citations_of(file, text))


def citations_of(file: str, text: str) -> Iterator[Citation]:
    """What this file cites; a sentence of several lines is one."""
    text = _CONTINUED.sub(" ", text)
    for code in _CODE.findall(text):
        page = next(page for form, page in CODES.items() if re.fullmatch(form, code))
        yield Citation(file, page, row=code)
    for state in _STATE.finditer(text):
        yield Citation(file, PAGES["screens"], row=state["state"])
    for found in _SECTION.finditer(text):
        if found["own"] and not file.endswith(".md"):
            continue  # of a law, an RFC or the page that the file is about
        page = file if found["own"] else _page(found["page"])
        sections = re.findall(_NUMBER, found["sections"])
        for section in sections:
            yield Citation(file, page, section=section)
        for point in re.findall(r"\d+", found["points"] or ""):
            yield Citation(file, page, section=sections[-1], point=point)


def _page(named: str) -> str:
    if named.lower() in PAGES:
        return PAGES[named.lower()]
    return next((name for name in texts() if name.rpartition("/")[2] == named), named)


def leads_somewhere(one: Citation) -> bool:
    """Whether its page has such a heading or row."""
    if one.page not in texts():
        return False
    page = texts()[one.page]
    if one.row:
        return re.search(rf"(?m)^\| \**{re.escape(one.row)}\** \|", page) is not None
    body = under(page, one.section)
    if not body and not one.point:  # "rules 7.10" is the tenth point of section 7
        section, _, point = one.section.partition(".")
        return bool(point) and re.search(rf"(?m)^{point}\. ", under(page, section)) is not None
    if not one.point:
        return True
    return re.search(rf"(?m)^(?:{one.point}\. |\| {one.point} )", body) is not None


@cache
def under(page: str, section: str) -> str:
    """What stands under the heading of this number, its own headings too; empty where there is none."""
    head = re.search(rf"(?m)^(#+) {re.escape(section)}\.? .*$", page)
    if head is None:
        return ""
    after = page[head.end() :]
    end = re.search(rf"(?m)^#{{1,{len(head[1])}}} ", after)
    return head[0] + (after[: end.start()] if end is not None else after)
