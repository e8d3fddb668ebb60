"""The files: two handbooks and a card, in French and in English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from pypdf import PdfReader, PdfWriter
from pypdf.generic import BooleanObject, DictionaryObject, NameObject, TextStringObject

from controller.papers.pdf import ACCENT, Pdf, pdf_bytes
from controller.settings.approval_mark import mark_here
from controller.settings.rules import load_profile
from controller.words.money import LANGUAGES as NUMBERS
from tests.handbook.camera import Camera
from tests.handbook.chapters import Chapter, chapters
from tests.handbook.facts import PROFILE, say
from tests.handbook.layout import STYLE, Layout
from tests.handbook.scenes import Scenes

TITLES: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
    "dealer": {
        "fr": ("Manuel du croupier", "La console, du premier jeton au dernier coup"),
        "en": ("The dealer’s handbook", "The console, from the first chip to the last deal"),
    },
    "pit": {
        "fr": ("Manuel du pit", "L’écran de la salle, page par page"),
        "en": ("The pit’s handbook", "The screen of the room, page by page"),
    },
}
WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "fr": {
        "game": "Ultimate Texas Hold’em et JP1",
        "edition": "Programme {version}, fait le {date}",
        "rules": "Règles : {source} ({id}, {digest})",
        "values": (
            "Les montants de ce manuel sont ceux des réglages livrés. "
            "À votre table, la feuille d’ouverture fait foi."
        ),
        "contents": "Dans ce manuel",
        "pictures": (
            "Les images sont celles des écrans de cette édition, à une table simulée. Un chiffre cerclé "
            "renvoie à la ligne de même chiffre. Les mots entre guillemets sont ceux des touches."
        ),
    },
    "en": {
        "game": "Ultimate Texas Hold’em and JP1",
        "edition": "Program {version}, made on {date}",
        "rules": "Rules: {source} ({id}, {digest})",
        "values": (
            "The amounts in this handbook are those of the settings as shipped. "
            "At your table, the opening sheet is what counts."
        ),
        "contents": "In this handbook",
        "pictures": (
            "The pictures are the screens of this edition, at a simulated table. A circled number leads to "
            "the line with the same number. Words in quotes are the words on the keys."
        ),
    },
}


@dataclass(frozen=True)
class Edition:
    """Which program a book is of, and when it was made."""

    date: str

    def footer(self, language: str) -> str:
        """At the foot of every page."""
        return f"Tapis · {self.made(language)}"

    def made(self, language: str) -> str:
        """Of which program this is, and when it was made."""
        return WORDS[language]["edition"].format(version=version("tapis"), date=self.day(language))

    def day(self, language: str) -> str:
        """`24/11/2026` in French, as it was given in English."""
        return "/".join(reversed(self.date.split("-"))) if language == "fr" else self.date

    def rules(self, language: str) -> str:
        """The rules whose figures stand in the book."""
        profile = load_profile(PROFILE)
        return say(
            language,
            WORDS[language]["rules"].format(source=profile.source, id=profile.id, digest=profile.digest[:8]),
        )


def handbook(
    book: str, language: str, edition: Edition, camera: Camera, scenes: Scenes, only: str = ""
) -> Pdf:
    """The book, or one chapter of it (`only`) with its cover."""
    told = [one for one in chapters(book, language) if only in ("", one.name)]
    layout = Layout(language, camera, scenes)
    body = "".join(layout.chapter(one) for one in told)
    title = TITLES[book][language][0]
    mark = mark_here((PROFILE,), NUMBERS[language])

    def made(places: Mapping[str, int]) -> Pdf:
        html = STYLE + _cover(book, language, edition, told, places) + body
        return pdf_bytes(title, html, edition.footer(language), layout.drawings, mark)

    whole = made(made({}).places)
    outline = [(one.title, whole.places[one.name]) for one in told]
    return Pdf(told_to_readers(whole, language, outline, title), whole.pages, whole.places)


def _cover(book: str, language: str, edition: Edition, told: list[Chapter], places: Mapping[str, int]) -> str:
    title, under = TITLES[book][language]
    words, airy = WORDS[language], 'style="padding: 4px 0"'
    lines = "".join(
        f'<tr><td width="30" {airy}><span class="code">{number}</span></td>'
        f"<td {airy}>{say(language, one.title)}</td>"
        f'<td {airy} align="right">{places.get(one.name, 0) or "00"}</td></tr>'
        for number, one in enumerate(told, 1)
    )
    return (
        f'<p style="font-size: 11pt; color: {ACCENT}; margin-top: 60px">{words["game"]}</p>'
        f'<p style="font-size: 34pt; font-weight: 700; line-height: 105%">{title}</p>'
        f'<p style="font-size: 14pt; margin-bottom: 34px">{under}</p>'
        f'<p class="small">{edition.made(language)}<br>'
        f"{edition.rules(language)}</p><p>{say(language, words['values'])}</p><p>{words['pictures']}</p>"
        f'<h2 style="margin-top: 26px">{words["contents"]}</h2>'
        f'<table width="100%" cellspacing="0" cellpadding="0">{lines}</table>'
    )


def told_to_readers(made: Pdf, language: str, outline: list[tuple[str, int]], title: str) -> bytes:
    """The file with what a reading machine asks for: its language, its title in the window, its chapters."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(made.data)))
    root: Any = writer.root_object
    root[NameObject("/Lang")] = TextStringObject("fr-FR" if language == "fr" else "en-GB")
    root[NameObject("/ViewerPreferences")] = DictionaryObject(
        {NameObject("/DisplayDocTitle"): BooleanObject(True)}
    )
    writer.add_metadata({"/Title": title, "/Creator": "Tapis", "/Producer": "Tapis"})
    for name, page in outline:
        writer.add_outline_item(title=name, page_number=page - 1)
    written = BytesIO()
    writer.write(written)
    return written.getvalue()


def file_name(book: str, language: str) -> str:
    """`tapis-manuel-croupier-fr.pdf` and its like."""
    names = {
        ("dealer", "fr"): "manuel-croupier",
        ("dealer", "en"): "dealers-handbook",
        ("pit", "fr"): "manuel-pit",
        ("pit", "en"): "pits-handbook",
        ("card", "fr"): "carte-de-table",
        ("card", "en"): "table-card",
    }
    return f"tapis-{names[book, language]}-{language}.pdf"


def write(folder: Path, edition: Edition) -> list[tuple[Path, int]]:
    """Every file, and how many pages it has."""
    from tests.handbook.card import card

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    with Camera() as camera, Scenes() as scenes:
        for book in ("card", "dealer", "pit"):
            for language in ("fr", "en"):
                if book == "card":
                    made = card(language, edition)
                else:
                    made = handbook(book, language, edition, camera, scenes)
                path = folder / file_name(book, language)
                path.write_bytes(made.data)
                written.append((path, made.pages))
    return written
