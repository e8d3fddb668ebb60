"""The handbooks tell of the product as it is: keys, scenes, alarms and amounts in them are its own."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import chain
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QRectF

from controller.papers.pdf import Pdf
from controller.registers.incident_words import WORDS as INCIDENT_PAPER
from controller.words.journal_entries import KINDS
from tests.handbook.books import Edition, handbook
from tests.handbook.camera import Camera, NotThere
from tests.handbook.card import card
from tests.handbook.chapters import BOOKS, LANGUAGES, SOURCE, Chapter, chapters, read
from tests.handbook.facts import Unsaid, say
from tests.handbook.layout import Layout
from tests.handbook.scenes import Scenes, known
from ui.texts.alarms import ALARMS
from ui.texts.console import TEXTS as CONSOLE
from ui.texts.pit import TEXTS as PIT
from ui.texts.rules import REFUSALS

EDITION = Edition("2026-11-24")
PAGES = {"dealer": range(24, 43), "pit": range(16, 25)}
"""How long a book may be: more is not read, less leaves something out."""


def every_chapter() -> list[Chapter]:
    return [one for book in BOOKS for language in LANGUAGES for one in chapters(book, language)]


def texts(chapter: Chapter) -> list[str]:
    """Every sentence that somebody typed: lines, captions, what stands beside numbers and in tables."""
    made = [line for part in chapter.parts for line in part.lines]
    for told in (part.told for part in chapter.parts):
        made += [told["caption"]] if "caption" in told else []
        made += [text for _, text in told.get("marks", ())]
        made += chain(told.get("head", ()), *told.get("rows", ()), *told.get("others", ()))
        made += told.get("service", ())
    return made


def plain(html: str) -> str:
    """What a reader sees, without any space: a page breaks its lines where it likes."""
    text = re.sub(r"<[^>]+>", "", html).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return re.sub(r"\s+", "", text)


def printed(made: Pdf) -> str:
    return plain("".join(page.extract_text() for page in PdfReader(BytesIO(made.data)).pages))


def test_both_languages_have_the_same_chapters_with_the_same_pictures() -> None:
    for book in BOOKS:
        french, english = (chapters(book, language) for language in ("fr", "en"))
        assert [one.name for one in french] == [one.name for one in english]
        for one, other in zip(french, english, strict=True):
            assert [part.kind for part in one.parts] == [part.kind for part in other.parts], one.name
            for mine, his in zip(one.told("picture"), other.told("picture"), strict=True):
                same = ("screen", "scene", "touch", "part", "handed")
                assert [mine.get(name) for name in same] == [his.get(name) for name in same], one.name
                assert [at for at, _ in mine.get("marks", ())] == [at for at, _ in his.get("marks", ())]


def test_every_scene_that_a_chapter_names_is_one_of_the_tests() -> None:
    named = {
        (told.get("screen", "dealer"), told["scene"])
        for one in every_chapter()
        for told in one.told("picture")
    }
    assert len(named) > 30
    assert [one for one in sorted(named) if not known(*one)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_and_every_figure_of_a_chapter_is_the_products(language: str) -> None:
    """Braces are answered by the catalogues and the settings; a key that has left them is found here."""
    for one in every_chapter():
        for text in texts(one) if one.language == language else ():
            say(language, text)
    for part in read(SOURCE / language / "card.md", "card", language).parts:
        for line in part.lines:
            say(language, line)


def test_a_brace_that_names_nothing_is_an_error() -> None:
    for asked in ("{key act.FlyAway}", "{is the_weather}", "{odds blind pair}", "{flies act.CloseBets}"):
        with pytest.raises(Unsaid):
            say("fr", asked)


def test_no_word_of_a_key_and_no_amount_is_typed_in_a_chapter() -> None:
    """Quotes are put around what the catalogue says, and by nobody else; so are euros and odds."""
    typed = re.compile(r"[«»“”€]|\d(?: |\u00a0)?(?:pour|to) \d")
    files = sorted(SOURCE.rglob("*.md"))
    assert len(files) > 50
    found = [f"{path.name}: {hit[0]}" for path in files for hit in typed.finditer(path.read_text("utf-8"))]
    assert found == []


def test_french_marks_have_their_no_break_spaces() -> None:
    for one in every_chapter():
        for text in texts(one) if one.language == "fr" else ():
            assert not re.search(r" [;:?!»]|« ", say("fr", text)), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_alarm_is_in_the_dealers_handbook_with_its_four_lines(language: str) -> None:
    (last,) = (one for one in chapters("dealer", language) if one.told("alarms"))
    with Camera() as camera, Scenes() as scenes:
        told = plain(Layout(language, camera, scenes).chapter(last))
    for code, text in ALARMS[language].items():
        assert code in told
        assert plain(text.who) in told
        assert all(plain(step.partition("{")[0]) in told for step in text.steps), code


@pytest.mark.long
@pytest.mark.slow
def test_a_chapter_is_made_and_nothing_of_it_is_lost() -> None:
    with Camera() as camera, Scenes() as scenes:
        made = handbook("dealer", "fr", EDITION, camera, scenes, only="04-jp1")
    assert_whole(made, [one for one in chapters("dealer", "fr") if one.name == "04-jp1"])
    reader = PdfReader(BytesIO(made.data))
    assert reader.root_object["/Lang"] == "fr-FR"
    assert [one["/Title"] for one in reader.outline] == ["JP1"]  # type: ignore[call-overload]


def assert_whole(made: Pdf, told: list[Chapter]) -> None:
    """Every sentence of the chapters is in the text of the pages, to its last word."""
    seen = printed(made)
    for one in told:
        lost = [text for text in texts(one) if plain(say(one.language, text)) not in seen]
        assert lost == [], one.name


@pytest.mark.slow
def test_a_number_stands_beside_what_it_tells_of_and_hides_no_word() -> None:
    with Camera() as camera, Scenes() as scenes:
        picture = camera.take(
            scenes.scene("dealer", "second_seat", "en"), ["primary", "seats.5", "focus.seat"]
        )
    svg = picture.svg(174)
    discs = [tuple(map(float, disc)) for disc in re.findall(r'cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', svg)]
    for (x, y, radius), place in zip(discs, picture.placed, strict=True):
        disc = QRectF(x - radius, y - radius, 2 * radius, 2 * radius)
        assert disc.adjusted(-radius, -radius, radius, radius).intersects(place)
        assert not [ink for ink in picture.inks if disc.adjusted(4, 4, -4, -4).intersects(ink)]


def test_a_picture_of_what_is_not_there_is_not_taken() -> None:
    with Camera() as camera, Scenes() as scenes, pytest.raises(NotThere):
        camera.take(scenes.scene("dealer", "closed", "fr"), ["act CloseBets"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_is_one_page_with_all_that_it_has_to_say(language: str) -> None:
    made = card(language, EDITION)
    seen = printed(made)
    told = read(SOURCE / language / "card.md", "card", language)
    kept = [line for part in told.parts if part.kind == "list" and len(part.lines) > 1 for line in part.lines]
    assert made.pages == 1
    assert [line for line in kept if plain(say(language, line)) not in seen] == []


@pytest.mark.long
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_book_is_made(book: str, language: str, tmp_path: Path) -> None:
    with Camera() as camera, Scenes() as scenes:
        made = handbook(book, language, EDITION, camera, scenes)
    assert_whole(made, chapters(book, language))
    assert made.pages in PAGES[book]
    assert [page for page in PdfReader(BytesIO(made.data)).pages if not page.extract_text().strip()] == []


CARD_OF_A_PERSON = re.compile(
    r"cartes? (personnelle|au lecteur|au pit|lue au pit|du pit|présentée|bloquée|de la même personne)"
    r"|lecteur de cartes?|(sa|votre|autre|la|une) carte( qu’il porte| est au lecteur| signe)"
    r"|attend une carte|sa carte, puis|carte d’une personne|PIN, carte"
    r"|personal cards?|cards? (at the pit|read at the pit|of one person|in the pit|signs|is locked)"
    r"|card readers?|your card is|person’s card|other card he holds|waits for a card|PIN, card",
    re.IGNORECASE,
)
"""What a person puts into a reader; a card is what is dealt."""


def test_what_a_person_puts_into_the_reader_is_a_badge_in_every_handbook() -> None:
    assert CARD_OF_A_PERSON.search("Une carte lue au pit")
    assert CARD_OF_A_PERSON.search("Read a card at the pit")
    told = [(chapter.name, text) for chapter in every_chapter() for text in texts(chapter)]
    assert not [one for one in told if CARD_OF_A_PERSON.search(one[1])]


def test_screens_and_papers_say_badge_too() -> None:
    papers = [*KINDS.values(), *INCIDENT_PAPER.values()]
    screens = [*CONSOLE.values(), *(tuple(words.values()) for words in PIT.values())]
    screens += [tuple(words.values()) for words in REFUSALS.values()]
    screens += [(one.happens, one.kept, *one.steps) for words in ALARMS.values() for one in words.values()]
    told = [one for words in [*papers, *screens] for one in words]
    assert not [one for one in told if CARD_OF_A_PERSON.search(one)]
