"""What comes as an English text and is said in French: told by another machine, or by who knows no words.

What is found in this process is `controller.told.Told` and says itself. A table tells a witness in English
what is wrong, as JSON has it: each sentence is known again by its English form, in the tables of those who
say it. The first form that fits counts.
"""

from __future__ import annotations

import re
from functools import cache
from string import Formatter
from typing import Final

from controller.host.endings import SYSTEM_WORDS, in_own_words
from controller.journal.faults import SAID
from controller.journal.seal import KEY_FAULTS
from controller.told import Told
from controller.words.money import FR
from controller.words.told import fact_in_french, told

Forms = tuple[tuple[str, str], ...]
"""Sentences, French and English, whose `{facts}` say what stands there."""


def _literal(form: tuple[str, str]) -> int:
    """How many signs of the English form stand in every sentence of it: who says most is tried first."""
    return sum(len(text) for text, _, _, _ in Formatter().parse(form[1]))


_FORMS: Final[Forms] = (
    *sorted(SAID.values(), key=_literal, reverse=True),
    *(
        (f"clé {{file}}\u00a0: {french}", f"key {{file}}: {english}")
        for french, english in KEY_FAULTS.values()
    ),
    ("clé {file}\u00a0: {system}", "key {file}: {system}"),
    # last, for they fit much
    ("{file}\u00a0: {said}", "{file}: {said}"),
    ("{file}\u00a0: {system}", "{file}: {system}"),
)
REASONS: Final = {
    "timed out": "pas de réponse à temps",
    "cannot be opened": "ce compte ne peut pas l’ouvrir",
    "damaged": "abîmé",
    "no room on the disk": "plus de place sur le disque",
    "may not be written": "ne peut être écrit",
    "not of its kind": "ce n’en est pas un",
    "the disk has an error": "le disque est en panne",
    "held by another program": "un autre programme le tient",
    "not permitted": "ce compte n’en a pas le droit",
    "contradicts itself": "il se contredit",
    "cannot be opened: its folder has to be there, and open to this user": (
        "son dossier doit être là, et ouvert à ce compte"
    ),
}
"""What `controller.host.disk` says of SQLite, and others; what is not here stands as it is."""
NUMBERS: Final = frozenset(
    (
        "cents",
        "told_cents",
        "seq",
        "end",
        "count",
        "round",
        "deal",
        "seat",
        "times",
        "session",
        "after",
        "line",
    )
)
_WORDS: Final = frozenset(
    ("kind", "kind2", "spot", "spot2", "rule", "table", "place", "card", "journal", "column")
)
_ONE_SENTENCE: Final = "(?:(?!; ).)+?"
_LOOKS: Final = {
    "s": "s?",
    "key": "[0-9a-f]{64}",
    "said": ".+",
    "system": "|".join(map(re.escape, (*SYSTEM_WORDS, "timed out"))),
}


def finding(said: str, language: int, more: Forms = ()) -> str:
    """The sentence in this language; one that has no form, such as the words of a system, as it stands.

    Several that were found together, with semicolons between, are said one after the other. `more` are
    forms of the caller's own, which are tried first.
    """
    if language != FR or isinstance(said, Told):
        return told(said, language)
    return _in_french(said, more) or said


def _in_french(said: str, more: Forms) -> str | None:
    """The sentence, or the sentences between semicolons; None where one of them has no form here."""
    whole = _by_a_form(said, more)
    if whole is not None:
        return whole
    for semicolon in re.finditer("; ", said):
        begun = _by_a_form(said[: semicolon.start()], more)
        rest = _in_french(said[semicolon.end() :], more)
        if begun is not None and rest is not None:
            return f"{begun}\u202f; {rest}"
    return None


def _by_a_form(said: str, more: Forms) -> str | None:
    """The sentence by the first form that fits; a part of it that is a sentence has a form itself."""
    for form, french in _forms(more):
        found = form.fullmatch(said)
        if found is None:
            continue
        facts = {
            name: _in_french(value, more) if name == "said" else _fact(name, value)
            for name, value in found.groupdict().items()
        }
        if None not in facts.values():
            return french.format_map(facts)
    return None


@cache
def _forms(more: Forms) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(_pattern(english), re.DOTALL), french) for french, english in (*more, *_FORMS))


def _pattern(english: str) -> str:
    made = []
    for text, name, _, _ in Formatter().parse(english):
        made.append(re.escape(text))
        if name:
            made.append(f"(?P<{name}>{_fits(name)})")
    return "".join(made)


def _fits(name: str) -> str:
    """What a fact of this name looks like in the English sentence."""
    if name in NUMBERS:
        return r"-?\d+"
    return _LOOKS.get(name, r"\S+" if name in _WORDS else _ONE_SENTENCE)


def _fact(name: str, value: str) -> object:
    """A fact as one says it in French."""
    if name in ("wanted", "names"):
        for english, french in (("round", "coup"), ("deal", "donne"), (" or ", " ou "), (" and ", " et ")):
            value = value.replace(english, french)
        return value
    if name in ("why", "system"):
        return REASONS.get(value) or in_own_words(value, "fr")
    return fact_in_french(name, int(value) if name in NUMBERS else value)
