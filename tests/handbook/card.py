"""The card for the table: one page, laminated by the house: the round, what pays, whom to call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.papers.pdf import ACCENT, PAGE_MM, Pdf, height_mm, pdf_bytes
from controller.settings.approval_mark import mark_here
from controller.words.money import LANGUAGES as NUMBERS
from tests.handbook.books import Edition, told_to_readers
from tests.handbook.chapters import SOURCE, read
from tests.handbook.facts import PROFILE, say
from tests.handbook.layout import TINT, paytables

SIZES: Final = (1.3, 1.25, 1.2, 1.15, 1.1, 1.05, 1.0)
"""The type is as large as the page lets it be: it is read in the dark."""
VALUES: Final = {
    "fr": "montants des réglages livrés ; la feuille d’ouverture fait foi",
    "en": "amounts of the settings as shipped; the opening sheet is what counts",
}


def style(size: float) -> str:
    """The sheet of the card with type so many times as large as a book's."""
    return f"""
<style>
p {{ font-size: {9.4 * size:.1f}pt; line-height: 118%; margin-bottom: {3 * size:.0f}px; }}
h1 {{ font-size: {19 * size:.1f}pt; margin-bottom: 2px; }}
h2 {{ font-size: {11.5 * size:.1f}pt; margin-top: {6 * size:.0f}px; margin-bottom: 3px; }}
td {{ font-size: {9.8 * size:.1f}pt; padding: {2 * size:.1f}px 8px {2 * size:.1f}px 0; }}
th {{ font-size: {8 * size:.1f}pt; padding: 0 8px 2px 0; }}
.key {{ font-weight: 600; }}
.code {{ color: {ACCENT}; font-weight: 700; }}
</style>
"""


def card(language: str, edition: Edition) -> Pdf:
    """The page. Its text is `card.md`: a title, then five matters, each a heading and one part.

    Raises:
        ValueError: it does not fit on one page.
    """
    told = read(SOURCE / language / "card.md", "card", language)
    matters = [(part.lines[0], after) for part, after in zip(told.parts, told.parts[1:], strict=False)
               if part.kind == "heading"]  # fmt: skip
    html = {heading: [say(language, line) for line in part.lines] for heading, part in matters}
    (first, steps), (second, _), *others = html.items()
    title = say(language, told.title)
    left = f"<h2>{say(language, first)}</h2>" + _numbered(steps)
    right = f"<h2>{say(language, second)}</h2>" + paytables(language, ("blind", "trips", "jp1"))
    below = "".join(
        f'<td width="33%" style="padding: 2px 10px 8px 10px"><h2>{say(language, head)}</h2>'
        f"{_listed(said)}</td>"
        for head, said in others
    )
    body = (
        f"<h1>{title}</h1>{left}{right}"
        f'<table width="100%" cellspacing="0" bgcolor="{TINT}"><tr>{below}</tr></table>'
        f'<p class="small" style="margin-top: 5px">{edition.rules(language)} · {VALUES[language]}</p>'
    )
    mark = mark_here((PROFILE,), NUMBERS[language])
    size = next((size for size in SIZES if height_mm(style(size) + body) <= PAGE_MM), SIZES[-1])
    made = pdf_bytes(told.title, style(size) + body, edition.footer(language), mark=mark)
    if made.pages != 1:
        raise ValueError(f"the card has {made.pages} pages")
    return Pdf(told_to_readers(made, language, [(told.title, 1)], told.title), 1, made.places)


def _numbered(lines: Sequence[str]) -> str:
    rows = "".join(
        f'<tr><td width="24"><span class="code">{number}</span></td><td>{line}</td></tr>'
        for number, line in enumerate(lines, 1)
    )
    return f'<table width="100%" cellspacing="0" cellpadding="0">{rows}</table>'


def _listed(lines: Sequence[str]) -> str:
    return "".join(f"<p>{line}</p>" for line in lines)
