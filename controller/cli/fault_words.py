"""The words of `tapis fault`, French and English. What happens at each fault is English in its catalogue."""

from __future__ import annotations

from typing import Final

from controller.words.money import LANGUAGES
from controller.words.plurals import in_language

SAID: Final[dict[str, tuple[str, str]]] = {
    "ordered": ("{kind} est commandée", "{kind} is ordered"),
    "unknown": (
        "{kind}\u00a0: aucune panne n’a ce nom\u202f; {meant}",
        "{kind}: no fault has this name; {meant}",
    ),
    "meant": ("serait-ce {kind}\u202f?", "did you mean {kind}?"),
    "lists": ("tapis fault les nomme toutes", "tapis fault lists all"),
    "not_of": (
        "{kind}\u00a0: aucune panne de {machine}\u202f; --machine {others}",
        "{kind}: no fault of the {machine}; --machine {others}",
    ),
    "or": (" ou ", " or "),
    "no_demo": (
        "aucune démonstration ne tourne sur cette machine\u00a0: lancer tapis demo, ou nommer --socket",
        "no demonstration runs on this machine: start tapis demo, or name --socket",
    ),
    "several": (
        "plusieurs tables tournent\u00a0: en nommer une par --socket, par exemple {path}",
        "several tables run: name one by --socket, such as {path}",
    ),
}
NO_ANSWER: Final = "{path}\u00a0: pas de réponse\u202f; lancer tapis demo, ou nommer un autre --socket"
"""In French; in English the sentence that says why nobody answers."""
HAPPENS: Final[dict[tuple[str, str], str]] = {
    ("drop", "shoe"): "une trame se perd sur la ligne",
    ("repeat", "shoe"): "une trame arrive deux fois",
    ("corrupt", "shoe"): "des bits d’une trame sont faux",
    ("delay", "shoe"): "une trame arrive en retard, avec la suivante",
    ("reorder", "shoe"): "deux trames changent de place",
    ("stall", "shoe"): "la ligne est muette quelques secondes",
    ("baud_glitch", "shoe"): "une trame arrive illisible, à peu près de sa longueur",
    ("second_talker", "shoe"): "un autre appareil dit une trame à lui sur cette ligne",
    ("unplug", "shoe"): "le câble est arraché, puis remis quelques secondes après",
    ("reboot", "shoe"): "la machine redémarre en plein coup",
    ("firmware_changed", "shoe"): "la machine revient avec un autre logiciel",
    ("stall", "chips"): "la carte électronique des capteurs, ou le lecteur, ne dit rien une seconde ou deux",
    (
        "unplug",
        "chips",
    ): "le câble des capteurs, ou du lecteur, est arraché, puis remis quelques secondes après",
    ("reboot", "chips"): "la carte électronique des capteurs, ou le lecteur, redémarre en plein coup",
    ("bounce", "chips"): "un jeton posé ou repris rebondit\u00a0: le capteur change d’état plusieurs fois",
    ("stick", "chips"): "un capteur reste couvert après que son jeton a été repris",
    ("blind", "chips"): "un capteur ne voit pas le jeton posé dessus",
    ("misread", "shoe"): "le sabot lit une carte comme une autre, déjà sortie",
    ("unreadable", "shoe"): "le sabot ne lit pas une carte",
    ("duplicate_card", "shoe"): "une carte est deux fois dans le jeu",
    ("foreign_card", "shoe"): "une carte d’un autre jeu sort",
    ("missing_card", "shuffler"): "une carte se perd avant que le jeu soit compté",
    ("extra_card", "shuffler"): "une carte en trop est dans le jeu",
    ("wrong_colour", "shuffler"): "le jeu posé au mélangeur a le dos du précédent",
    ("jam", "shuffler"): "une carte se coince en chemin",
}
"""By the fault and the first machine that meets it: what happens, in French."""


def say(lang: str, key: str, /, **facts: object) -> str:
    """The sentence under this key."""
    return in_language(SAID[key], LANGUAGES[lang], facts)
