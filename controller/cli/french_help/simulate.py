"""The French help of `tapis simulate`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "simulate": """
        Jouer des nuits d’après une graine, à travers pilotes, cœur, journal et livre, et imprimer ce qui en
        est venu.

        La nuit est aussi comparée aux chances exactes : mains, mise au choix, JP1 et banque, chacune avec
        σ, l’écart à l’attendu en écarts types. Avec --play optimal le jeu de base aussi.

        Avec --jobs des nuits d’autant de graines se jouent côte à côte, chacune la même que si elle était
        seule, et chacune avec un livre à elle. Celle qui échoue est nommée par sa graine et son code de
        sortie ; les autres répondent.

        Avec --script les joueurs, cartes, gestes, pannes et coupures d’un fichier sont joués, et le code de
        sortie 1 dit que quelque chose n’est pas venu comme le fichier l’attend. SCRIPTS.md explique le
        fichier.
        """,
    "simulate --rounds": "Nombre de coups à jouer, en tout.",
    "simulate --seed": "La même graine joue la même nuit.",
    "simulate --script": (
        "Jouer plutôt ce que dit ce TOML, et le comparer à ce qu’il attend : un fichier, ou le nom d’un "
        "script venu avec le programme."
    ),
    "simulate --profile": "Un profil de règles, ou son fichier.",
    "simulate --tables": "Nombre de tables sur un jackpot.",
    "simulate --play": "Comment jouent les joueurs ; optimal demande numpy et numba.",
    "simulate --journal": (
        "Garder les journaux dans ce dossier ; avec --jobs, dans un dossier de lui pour chaque graine."
    ),
    "simulate --book": "Le livre du jackpot : un chemin, ou postgresql://... Pas avec --jobs.",
    "simulate --jobs": (
        "Autant de nuits, de cette graine et des suivantes, et autant à la fois qu’il y a de processeurs."
    ),
    "simulate --json": "Un objet JSON sur la sortie standard ; avec --jobs, un par ligne avec sa graine.",
    "simulate --lang": "Langue de ce qui en est venu.",
}
