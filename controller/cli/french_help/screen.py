"""The French help of `tapis screen`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "screen": """
        Ouvrir un écran d’une table : la console du croupier, l’écran du pit ou l’affichage du jackpot.

        L’écran du pit montre toutes les tables d’une salle. Celui d’un inspecteur n’a pas de table : il lit
        ce que lit la maison, et ne peut rien changer. L’écran attend sa table, le dit quand il n’entend
        rien, et la retrouve de lui-même. Ce qui est choisi à l’écran du croupier (sa lumière, ses
        millimètres) passe avant ce qui est dit ici.
        """,
    "screen --socket": "La socket de la table pour cet écran ; par défaut, celle de table.toml.",
    "screen --table": (
        "Une table par son nom et la socket de ce rôle ; le pit : autant de fois qu’il y a de tables."
    ),
    "screen --room": (
        "Les tables de ce fichier de salle ; pour le pit, par défaut, room.toml de la configuration."
    ),
    "screen --house": "Pour le pit : la socket de `tapis house` ; pour un inspecteur son inspector.sock.",
    "screen --size": "Pixels de sa fenêtre.",
    "screen --lang": "Langue de ses mots au début ; une touche la change.",
    "screen --handed": (
        "Pour le croupier : le côté de la touche principale ; les sièges restent comme au tapis."
    ),
    "screen --reduced-motion": "Pour le croupier : rien ne glisse ni ne s’efface peu à peu.",
    "screen --theme": (
        "Pour le croupier : l’éclairage de l’écran jusqu’à ce que quelqu’un y choisisse ; clock : selon le "
        "jour et la nuit."
    ),
    "screen --day": "Pour le croupier : les heures du jour, pour l’éclairage selon l’horloge.",
    "screen --px-per-mm": (
        "Pour le croupier : pixels par millimètre de la dalle, quand elle n’en dit aucun ou un faux nombre."
    ),
    "screen --remember": (
        "Pour le croupier : le fichier de ce qui est choisi à l’écran ; un service en a un de lui-même."
    ),
    "screen --calibrate": "Pour le croupier : mesurer l’écran ; aucune table n’est nécessaire.",
    "screen --fullscreen": "Sur tout l’écran, sans pointeur.",
    "screen --placed": "De même, sur la sortie où le compositeur la met.",
}
