"""The French help of `tapis explain`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "explain": """
        Dire ce que veut dire un code : une alarme, un avis de la maison, le refus d’un geste, une exigence,
        une ligne de fiabilité.

        Sans code, donner ceux qu’il y a.
        """,
}
