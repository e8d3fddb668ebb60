"""The French help of `tapis metrics`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "metrics": """
        Imprimer une fois les chiffres de cette machine, ou avec --serve les écrire pour un système de
        surveillance.

        Rien ne dit une carte, un siège ni une personne, et ce que le jeu fait bouger ne bouge pas pendant
        un coup.
        """,
    "metrics --room": (
        "La machine du pit plutôt : ce que le témoin garde des tables de ce fichier de salle."
    ),
    "metrics --witness": "Avec --room : le dossier où sont heads.txt et les journaux du témoin.",
    "metrics --metrics": "Au lieu de metrics.toml.",
    "metrics --serve": "Écrire sans cesse le fichier de metrics.toml, jusqu’à l’arrêt.",
    "metrics --lang": (
        "Langue de ce que --serve dit dans le journal de son service ; les chiffres n’en ont pas."
    ),
}
