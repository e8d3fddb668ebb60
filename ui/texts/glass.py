"""The words of the glass itself: its light, its brightness, its millimetres.

Each key has its French words, then its English words, with the same facts in braces.
"""

from __future__ import annotations

from typing import Final

GLASS: Final[dict[str, tuple[str, str]]] = {
    "glass": ("Lumière et écran", "Light and screen"),
    "glass.text": (
        "Pour cet écran seul. Le choix reste après un redémarrage.",
        "For this screen alone. What is chosen stays after a restart.",
    ),
    "glass.night": ("Nuit", "Night"),
    "glass.day": ("Jour", "Day"),
    "glass.contrast": ("Contraste\nfort", "High\ncontrast"),
    "glass.clock": ("À l’heure", "By the clock"),
    "glass.clock.sub": ("jour de {begins} à {ends}", "day from {begins} to {ends}"),
    "glass.brighter": ("Plus clair", "Brighter"),
    "glass.darker": ("Plus sombre", "Darker"),
    "glass.brightness": ("{percent}\u00a0%", "{percent}\u00a0%"),
    "measure.sub": ("plus petite touche {mm}\u00a0mm", "smallest key {mm}\u00a0mm"),
    "measure": ("Mesurer l’écran", "Measure the screen"),
    "measure.text": (
        "Posez une règle sur la barre. Allongez ou raccourcissez-la jusqu’à 100\u00a0mm exactement\u00a0:"
        " la taille des touches et le bord sourd en dépendent.",
        "Lay a ruler on the bar. Make it longer or shorter until it is exactly 100\u00a0mm: the size"
        " of the keys and the deaf edge depend on it.",
    ),
    "measure.bar": ("100\u00a0mm", "100\u00a0mm"),
    "measure.shorter": ("Plus courte", "Shorter"),
    "measure.longer": ("Plus longue", "Longer"),
    "measure.by": ("{mm}\u00a0mm", "{mm}\u00a0mm"),
    "measure.known": (
        "{px}\u00a0px/mm · plus petite touche {mm}\u00a0mm",
        "{px}\u00a0px/mm · smallest key {mm}\u00a0mm",
    ),
    "measure.too_small": (
        "Écran trop petit\u00a0: des touches font {mm}\u00a0mm, il en faut 12.",
        "Screen too small: some keys are {mm}\u00a0mm, 12 are needed.",
    ),
    "glass.too_small": ("ÉCRAN TROP PETIT", "SCREEN TOO SMALL"),
    "glass.too_small.sub": (
        "des touches font {mm}\u00a0mm au lieu de 12\u00a0: changez l’écran, ou mesurez-le de nouveau",
        "some keys are {mm}\u00a0mm instead of 12: change the screen, or measure it again",
    ),
}
