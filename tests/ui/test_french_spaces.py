"""Typography of every word of the screens, in the catalogue and as it is rendered.

French: U+202F before `;`, `?` and `!`, U+00A0 before `:`, `%` and `€` and inside guillemets (theme, section
3), so that no line breaks there; English has none there. Both: the apostrophe is `’`, the ellipsis one sign.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final

import pytest

from controller.installed import ROOT
from tests.ui.display_states import STATES as DISPLAY_STATES
from tests.ui.display_states import worded
from tests.ui.states import STATES, view_of
from ui import texts
from ui.screen.console import ConsoleFace

FAULTS: Final = {
    "fr": re.compile("(?<!\u202f)[;?!]|(?<!\u00a0):|(?<=[^\u00a0\u202f])[%€]|«(?!\u00a0)|(?<!\u00a0)»"),
    "en": re.compile("[ \u00a0\u202f][;:?!]|[ \u202f]%"),
}
BOTH: Final = re.compile(r"'|\.\.\.")
MODULES: Final = [
    importlib.import_module(f"ui.texts.{module.name}") for module in pkgutil.iter_modules(texts.__path__)
]
OF_PAPERS: Final = ("SPOTS", "RULES")
"""Rows that papers share: what screens take of them is seen where it is rendered."""


def said(language: str) -> Iterator[tuple[str, str]]:
    """Every string of the catalogue in this language, with where it stands."""
    for module in MODULES:
        for name, value in vars(module).items():
            if name.strip("_").isupper() and name not in OF_PAPERS:
                french, english = name.endswith(("FR", "FRENCH")), name.endswith(("EN", "ENGLISH"))
                of = "fr" if french else "en" if english else ""
                for text in _strings(value, of, language):
                    yield f"{module.__name__}.{name}", text


def _strings(value: Any, of: str, language: str) -> Iterator[str]:
    """The strings of this language: `of` is that of the whole value, where it is known."""
    if isinstance(value, str):
        if of == language:
            yield value
    elif isinstance(value, tuple) and not of and list(map(type, value)) == [str, str]:
        yield value[language == "en"]
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _strings(inner, key if key in ("fr", "en") else of, language)
    elif isinstance(value, (tuple, list)):
        for inner in value:
            yield from _strings(inner, of, language)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_word_of_the_catalogue_has_its_own_spaces_and_signs(language: str) -> None:
    told = list(said(language))
    assert len(told) > 1_500, "the catalogue is read"
    assert [(where, text) for where, text in told if wrong(text, language)] == []


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", STATES)
def test_every_word_of_a_console_has_its_own_spaces_and_signs(name: str, language: str) -> None:
    """Put together with its facts: a space may be wrong where none of its parts is."""
    words = ConsoleFace(language).words(view_of(name))
    assert [text for text in _shown(words) if wrong(text, language)] == []


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", DISPLAY_STATES)
def test_every_word_of_a_display_has_its_own_spaces_and_signs(name: str, language: str) -> None:
    assert [text for text in _shown(worded(name, language)) if wrong(text, language)] == []


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_title_of_a_script_has_its_own_spaces_and_signs(language: str) -> None:
    told = [tomllib.loads(path.read_text()) for path in (ROOT / "config" / "scripts").glob("*.toml")]
    assert len(told) > 20
    titles = [one["title_en" if language == "en" else "title"] for one in told]
    assert [title for title in titles if wrong(title, language)] == []


def _shown(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("tap", "layout", "kind"):
                yield from _shown(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _shown(inner)


def wrong(text: str, language: str) -> bool:
    """A space or a sign that is not this language's: times such as 21:43 and facts in braces are neither."""
    bare = re.sub(r"\{[^{}]*\}", "0", re.sub(r"\d+:\d+(:\d+)?|\d+\+", "0", text))
    return bool(BOTH.search(bare) or FAULTS[language].search(bare))


def test_a_wrong_space_is_found() -> None:
    for text in ("Reste : un", "Reste\u00a0; un", "Quoi ?", "Quoi\u00a0?", "5 €", "«ici»", "l'as", "sans..."):
        assert wrong(text, "fr"), text
    for text in ("Rest : one", "What ?", "the dealer's"):
        assert wrong(text, "en"), text
    for text in ("Reste\u00a0: un\u202f; deux\u202f?", "à 21:43:07", "«\u00a0ici\u00a0»", "l’as…"):
        assert not wrong(text, "fr"), text
