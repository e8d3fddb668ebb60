"""The French help of `tapis fault`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "fault": """
        Provoquer la panne PANNE à une table de `tapis demo` ; sans PANNE, donner le catalogue.

        Code de sortie 0 quand elle est commandée, 2 quand personne ne fait tourner de démonstration ici ou
        ne connaît cette panne.
        """,
    "fault --machine": (
        "Quelle machine : shoe (sabot), shuffler (mélangeur) ou chips (jetons). Par défaut, l’habituelle."
    ),
    "fault --socket": "Le simulator.sock de la démonstration. Par défaut, la seule qui tourne ici.",
    "fault --json": "Imprimer la liste en JSON Lines.",
}
