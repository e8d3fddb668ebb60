"""What `tapis demo` says on the terminal, French and English."""

from __future__ import annotations

from typing import Any, Final

from controller.words.money import LANGUAGES
from controller.words.plurals import in_language

SAID: Final[dict[str, tuple[str, str]]] = {
    "soon": (
        "Sans écran\u00a0: {rounds} coup{rounds:|s} pour les images, une minute ou deux.",
        "No display: {rounds} round{rounds:|s} for pictures, a minute or two.",
    ),
    "drawn": (
        "Sans écran\u00a0: {rounds} coup{rounds:|s} {rounds:joué|joués}, {pictures} image{pictures:|s}"
        " dans {folder}\u00a0:",
        "No display: {rounds} round{rounds:|s} played headless, {pictures} picture{pictures:|s} in {folder}:",
    ),
    "windows": ("{count} fenêtre{count:|s}\u00a0:", "{count} window{count:|s}:"),
    "badges": (
        "Les badges et leurs PIN\u00a0: le badge s’insère au panneau du simulateur,"
        " le PIN se tape sur la console de cette table\u00a0:",
        "Badges and their PINs: put in on a simulator's panel, the PIN typed on that table's console:",
    ),
    "again": ("Les mêmes cartes à nouveau\u00a0: {command}", "The same cards again: {command}"),
    "own": (
        "Une console à soi, depuis un autre terminal\u00a0:",
        "A console of your own at a table, from another terminal:",
    ),
    "ends": (
        "Ctrl-C, ou la fermeture de toutes les fenêtres, met fin à la nuit\u202f; rien n’en est gardé.",
        "Ctrl-C, or closing every window, ends it; nothing of it is kept.",
    ),
    "not": ("NON", "NOT"),
    "held": (
        "{held} sur {of} attente{of:|s} {held:tenue|tenues}",
        "{held} of {of} expectation{of:|s} held",
    ),
    "alone": (
        "--by-hand demande un écran, car c’est vous qui appuyez. Sans écran, tapis demo joue seul et laisse"
        " des images\u202f; tapis simulate joue des nuits entières\u202f; par ssh, ssh -X prête l’écran de"
        " votre machine",
        "--by-hand needs a display, for you press the keys. Without one, tapis demo plays by itself and"
        " leaves pictures of its screens; tapis simulate plays whole nights; over ssh, ssh -X lends the"
        " display of your own machine",
    ),
    "scripted": (
        "--{option}\u00a0: le script dit ce qui est joué\n  sans --{option}",
        "--{option}: the script says what is played\n  leave --{option} out",
    ),
}


def said(key: str, lang: str, **facts: Any) -> str:
    """A sentence of the demonstration.

    Raises:
        KeyError: there is no such sentence, or a fact is missing.
    """
    return in_language(SAID[key], LANGUAGES[lang], facts)
