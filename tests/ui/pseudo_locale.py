"""A language that nobody speaks: every word of the screens a third longer, with accents above and below.

Whoever translates the screens finds that his words fit where these do. It is made from the longer of French
and English while it is asked for, and takes the place of both; what no language translates (the bets of the
felt, figures, facts in braces) stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from controller.words import spots
from ui.texts import alarms, console, decks, hands, jackpot, rules, settled

LONGER: Final = 0.35
NAMES: Final = {
    *(
        "JP1",
        "Ante",
        "Antes",
        "Blind",
        "Trips",
        "Play",
        "Bonus",
        "Pocket",
        "Super",
        "Ultimate",
        "Texas",
        "Hold’em",
    ),
    *("Check", "Board", "Pré", "Pre", "flop", "Flop", "Turn", "turn", "River", "river", "PIN", "UTC"),
}
"""What a translator leaves as it is."""
ACCENTED: Final = str.maketrans("aceinouyACEINOUY", "àçêîñôûÿÀÇÊÎÑÔÛŸ")
VOWELS: Final = frozenset("aeiouyAEIOUYéèêëàâîïôûùœÉÈÊÀÂÎÔÛ")
_PIECES: Final = re.compile(r"\{[^{}]*\}|[^\W\d_][^\W_]*(?:’[^\W_]+)*|.", re.DOTALL)


def longer(text: str) -> str:
    """The text with accents, and a third more letters: vowels said twice."""
    made: list[str] = []
    due = 0.0
    for piece in _PIECES.findall(text):
        if not piece[0].isalpha() or piece in NAMES:
            made.append(piece)
            continue
        due += LONGER * len(piece)
        extra = int(due)
        due -= extra
        made.append(_drawn_out(piece, extra).translate(ACCENTED))
    return "".join(made)


def _drawn_out(word: str, extra: int) -> str:
    letters = list(word)
    places = [at for at, letter in enumerate(letters) if letter in VOWELS] or [len(letters) - 1]
    for number in range(extra):
        at = places[number % len(places)]
        letters[at] += letters[at][0]
    return "".join(letters)


def _both(french: str, english: str) -> str:
    return longer(max(french, english, key=len))


@contextmanager
def spoken() -> Iterator[None]:
    """While it lasts, both languages of console and display are this one."""
    kept = [(catalogue, dict(catalogue)) for catalogue in _catalogues()]
    try:
        _speak()
        yield
    finally:
        for catalogue, words in kept:
            catalogue.update(words)


def _catalogues() -> list[dict[Any, Any]]:
    by_language = (alarms.ALARMS, alarms.HEADINGS, rules.REFUSALS, rules.OPTIONS, jackpot.TEXTS)
    by_language += (hands.CLASSES, hands.PAID, hands.PRIZES)  # type: ignore[assignment]
    pairs = (console.TEXTS, decks.DETAILS, settled.RULED, spots.RULES)
    return [*by_language, *pairs]  # type: ignore[list-item]


def _speak() -> None:
    for key, (french, english) in console.TEXTS.items():
        if not key.startswith(("spot.", "spots.", "letter.", "order.")):
            console.TEXTS[key] = (_both(french, english),) * 2
    for words in (decks.DETAILS, settled.RULED):
        for key, (french, english) in words.items():
            words[key] = (_both(french, english),) * 2
    for rule, row in spots.RULES.items():
        spots.RULES[rule] = row._replace(glass=(_both(*row.glass),) * 2)  # type: ignore[index]
    for told in (rules.REFUSALS, rules.OPTIONS, jackpot.TEXTS, hands.CLASSES, hands.PAID, hands.PRIZES):
        french, english = told["fr"], told["en"]
        made = {key: _both(french[key], english[key]) for key in french if not key.startswith("spot.")}
        told["fr"] = told["en"] = {**french, **made}
    alarms.HEADINGS["fr"] = alarms.HEADINGS["en"] = tuple(  # type: ignore[assignment]
        map(_both, alarms.HEADINGS["fr"], alarms.HEADINGS["en"])
    )
    french_alarms, english_alarms = alarms.ALARMS["fr"], alarms.ALARMS["en"]
    alarms.ALARMS["fr"] = alarms.ALARMS["en"] = {
        code: alarms.AlarmText(
            _both(one.title, english_alarms[code].title),
            _both(one.happens, english_alarms[code].happens),
            _both(one.kept, english_alarms[code].kept),
            tuple(map(longer, one.steps)),
            _both(one.who, english_alarms[code].who),
        )
        for code, one in french_alarms.items()
    }
