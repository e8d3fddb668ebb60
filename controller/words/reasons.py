"""Why the system did not do it, within a sentence of ours."""

from __future__ import annotations

from collections.abc import Mapping

from controller.host.endings import in_own_words
from controller.words.money import EN
from controller.words.plurals import in_language


def with_reasons(words: tuple[str, str], language: int, facts: Mapping[str, object]) -> str:
    """The sentence as `in_language` has it; in French the system's reasons are in our own words already.

    In English they are put in where the sentence is told, and JSON has them as they came.
    """
    told = in_language(words, language, facts)
    return told if language == EN else in_own_words(told, "fr")
