"""The French help of `tapis settle`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "settle": """
        Régler des coups : un par ligne à l’entrée, un règlement à la sortie.

        Les lignes fausses sont nommées par leur numéro sur la sortie d’erreur, les bonnes sont réglées ; le
        code de sortie est alors 2.

        Une mise JP1 reportée après une annulation se donne comme "jp1" avec ses centimes, comme toute autre
        : ses lots sont les mêmes. La feuille dit qu’elle est prise ; elle l’a été, une fois, dans la donne
        qui est annulée.
        """,
    "settle --profile": (
        "Régler chaque ligne par ces règles, quel que soit le profil qu’elle nomme. Par défaut le profil de"
        " la ligne compte, et fr-55-20-2021 pour une ligne qui n’en nomme aucun."
    ),
    "settle --json": "Un objet JSON par ligne au lieu d’une feuille.",
    "settle --pdf": "Imprimer aussi les feuilles dans ce PDF, chaque coup sur sa page.",
}
