"""What a simulated night came to, named as its answer names it in English, and in French.

In English a figure has the name that it has with `--json`, without its unit.
"""

from __future__ import annotations

from typing import Final

from controller.odds.frequencies import COUNTED
from controller.words.hands import PAID, PRIZES
from controller.words.money import LANGUAGES
from controller.words.plurals import in_language

STOPPED: Final = (
    "la nuit s’est arrêtée\u00a0: {said}\n  la rejouer\u00a0: {again}",
    "the night stopped: {said}\n  play it again with: {again}",
)
FRENCH: Final[dict[str, str]] = {
    **{name: french for name, (french, _) in {**PAID, **PRIZES}.items()},
    "seed": "graine",
    "rounds": "coups",
    "voided": "annulés",
    "staked": "misé",
    "paid": "payé",
    "taken": "pris",
    "returned": "rendu",
    "meter": "compteur",
    "book": "livre",
    "contributed": "contributions",
    "awarded": "gagné",
    "awarded_house": "lots de la maison",
    "book.seed": "montant de départ",
    "stakes": "mises",
    "reserve": "réserve",
    "house": "maison",
    "residual": "écart",
    "corrected": "corrigé",
    "refunded": "remboursé",
    "jp1": "jp1",
    "frequencies": "fréquences",
    "hands": "mains",
    "bank": "banque",
    "main": "jeu de base",
    "hit_frequency": "gagnantes",
    "return": "retour",
    "qualified": "qualifiée",
    "result_per_ante": "résultat par Ante",
    "faults": "pannes",
    "invariants_checked": "invariants vérifiés",
    "head_hash": "têtes de chaîne",
    "rounds_per_second": "coups par seconde",
    "of": "sur",
    "observed": "observé",
    "expected": "attendu",
    "exact rate": "taux exact",
}
_COUNTED_FR: Final[dict[str, str]] = {
    "hands": "les sept cartes de chaque joueur à la donne, couché ou non",
    "side": "chaque mise réglée, pour un misé",
    "jp1": "lots de chaque parieur JP1 d’un coup réglé\u202f; consolation\u00a0: de chaque autre main à côté",
    "bank": "chaque main de la banque retournée",
    "main": "gagné moins perdu par Ante, mises au choix et JP1 à part",
}
SAID: Final[dict[str, tuple[str, str]]] = {
    "failed": ("graine {seed}\u00a0: {why}", "seed {seed}: {why}"),
    "exit": ("code de sortie {code}", "exit code {code}"),
    "no_answer": (
        "elle a dit que tout allait bien, sans réponse",
        "it said that all was well, and gave no answer",
    ),
    "played": (
        "{count} nuit{count:|s} sur {jobs} jouée{count:|s} jusqu’au bout",
        "{count} night{count:|s} of {jobs} played to the end",
    ),
}
"""Of nights that are played side by side."""


def say_of_night(key: str, lang: str, /, **facts: object) -> str:
    """A sentence about one of several nights, or about all of them."""
    return in_language(SAID[key], LANGUAGES[lang], facts)


def named(key: str, lang: str, within: str = "") -> str:
    """What a figure of the answer, or of a part of it, is called; a machine or a table has its own name."""
    bare = key.removesuffix("_cents")
    return FRENCH.get(f"{within}.{bare}") or FRENCH.get(bare, bare) if lang == "fr" else bare


def counted(part: str, lang: str) -> str:
    """What the frequencies of this part are counted of."""
    told = _COUNTED_FR if lang == "fr" else COUNTED
    return told.get(part, told["side"])
