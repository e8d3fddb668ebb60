"""Why `tapis report` prints no paper, French and English.

What is wrong with a journal is in `controller.journal.faults`.
"""

from __future__ import annotations

from typing import Final

from controller.words.money import LANGUAGES
from controller.words.plurals import in_language

SAID: Final[dict[str, tuple[str, str]]] = {
    "no_closing": (
        "{file}\u00a0: aucune fermeture n’y est inscrite",
        "{file}: no closing is recorded",
    ),
    "no_reconciliation": (
        "{file}\u00a0: aucun rapprochement n’y est inscrit",
        "{file}: no reconciliation is recorded",
    ),
    "nothing_moved": (
        "{file}\u00a0: personne n’a corrigé le compteur, rectifié un coup ni changé les réglages",
        "{file}: nobody has corrected the meter, rectified a round or changed settings",
    ),
    "no_notice": (
        "{file}\u00a0: personne n’a corrigé le compteur, rectifié un coup ni changé les réglages\u202f; {pdf}"
        " n’est pas écrit\u00a0: enlever --pdf pour seulement regarder",
        "{file}: nobody has corrected the meter, rectified a round or changed settings, so {pdf} is not"
        " written: leave out --pdf to look only",
    ),
    "no_report": (
        "{file} n’a pas de rapport {number}\u202f; il en a {count}",
        "{file} has no report {number}; it has {count}",
    ),
    "no_win": (
        "le coup {round} de {file} n’a aucune des deux meilleures mains avec JP1",
        "round {round} of {file} has none of the two best hands with JP1",
    ),
}


def say(key: str, language: str, /, **facts: object) -> str:
    """The sentence under this key; `language` as `--lang` has it."""
    return in_language(SAID[key], LANGUAGES[language], facts)
