"""The French help of `tapis book`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "book": "Le livre du jackpot.",
    "book terms": """
        Montrer les paramètres pour lesquels LIVRE a été fait, chacun par son nom (PM-02).

        LIVRE est un chemin ou postgresql://... Ces paramètres se mettent dans jackpot.toml, et restent tant
        que le jackpot tourne.
        """,
    "book verify": """
        Dire si le livre et les journaux racontent la même chose, acte par acte, et si les comptes sont
        justes.

        Un livre qui est un fichier est refait de ses actes, et chacune de ses lignes comparée.

        LIVRE est un chemin ou postgresql://... Code de sortie 0 quand ils s’accordent, 1 quand ils ne
        s’accordent pas, 2 quand l’un d’eux ne peut pas être lu du tout. Un acte en cours est nommé et n’est
        pas un écart : un par table au plus.
        """,
    "book verify --journal": (
        "Le dossier des journaux de toutes les tables de ce livre, ou un seul journal."
    ),
    "book wins": """
        Rappeler les compteurs continus et les 25 derniers gains de LIVRE, le plus récent d’abord (PM-06).

        LIVRE est un chemin ou postgresql://...
        """,
}
