"""The French help of `tapis badge`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "badge": """
        Lire le badge qui est dans le lecteur : son numéro, sa clé publique, et s’il prouve qui il est.

        Code de sortie 0 quand il le prouve, 1 quand il ne le prouve pas, 2 sans lecteur ou sans badge.
        """,
    "badge --settings": (
        "Les réglages de la table, qui disent de qui est le badge ; par défaut, table.toml de la "
        "configuration."
    ),
}
