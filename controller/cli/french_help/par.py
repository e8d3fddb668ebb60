"""The French help of `tapis par`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "par": "Calculer ce que rend un jeu : exactement, toutes les mains énumérées, aucune tirée au sort.",
    "par --jackpot-config": "Comment JP1 est tenu ; par défaut, jackpot.toml de la configuration.",
    "par --no-cache": "Tout recalculer, et ne rien garder.",
    "par --json": "Un objet JSON au lieu de la feuille.",
    "par --pdf": "Écrire aussi la feuille en PDF.",
}
