"""The French help of `tapis demo`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "demo": """
        Montrer une table sur des machines simulées : Ultimate Texas Hold’em avec JP1, ou le jeu d’un autre
        profil.

        Avec un écran : la console du croupier, l’affichage du jackpot et le panneau du simulateur de chaque
        table, et un écran de pit pour toutes, chacun un processus à lui. Sans écran, la même nuit sans
        fenêtres, avec des images de chaque écran. Avec --script les joueurs font ce que dit un fichier, en
        temps réel, et ce qu’il attend est comparé à ce qui est venu.
        """,
    "demo --tables": "Nombre de tables à montrer.",
    "demo --profile": "Quelles règles : un nom ou un fichier.",
    "demo --seed": "Quelle nuit.",
    "demo --by-hand": (
        "Personne ne donne : appuyer soi-même sur les touches ; les machines restent simulées."
    ),
    "demo --script": (
        "Les joueurs font et les machines donnent ce que dit ce TOML : un fichier, ou le nom d’un script "
        "venu avec le programme. Avec --by-hand seules les cartes sont celles du script."
    ),
    "demo --pace": "Vitesse des personnes.",
    "demo --lang": "Langue des écrans.",
    "demo --size": "Taille de la console du croupier.",
    "demo --pit-size": "Taille de l’écran du pit.",
    "demo --book": "Un livre lié, postgresql://..., fait si sa base de données est vide.",
    "demo --pictures": "Où vont les images, sans écran.",
}
