"""The French help of `tapis pit-reader`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "pit-reader": """
        Lire un badge au pit pour TABLE, dont le lecteur est perdu. Il y compte pour un seul geste.

        Code de sortie 0 quand il compte, 1 quand la table le refuse, 2 quand lecteur, badge ou table n’est
        pas là.
        """,
    "pit-reader --room": "Le fichier de salle où est TABLE.",
    "pit-reader --keyboard": "Plutôt un lecteur qui tape, usb://FABRICANT:PRODUIT.",
}
