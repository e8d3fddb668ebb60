"""The French help of `tapis learn`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "learn": """
        Apprendre à donner : douze leçons à la vraie console, avec des joueurs et des machines simulés.

        Sans LEÇON une page les montre toutes, et lesquelles sont réussies. Une leçon vaut dix points :
        fausses touches, fausses sommes et temps perdu en coûtent. Sa table est simulée, vit en mémoire et
        ne peut rien ouvrir d’une vraie.
        """,
    "learn --drill": "L’exercice de la royale : sans indices, et avec un certificat sur papier.",
    "learn --pupil": "De qui sont ces leçons : un nom ou un numéro.",
    "learn --lang": "Langue de la console au début ; une touche la change.",
    "learn --size": "Pixels de la fenêtre de la console.",
    "learn --handed": "Le côté de la touche principale.",
    "learn --fullscreen": "Sur tout l’écran, sans pointeur.",
    "learn --record": "Le dossier de formation ; par défaut, lessons.json des données de cet utilisateur.",
    "learn --certificates": "Où vont les certificats ; par défaut, à côté du dossier de formation.",
}
