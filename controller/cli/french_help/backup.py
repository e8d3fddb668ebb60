"""The French help of `tapis backup`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "backup": """
        Copier les traces de la table dans un nouveau dossier de CIBLE, un disque ou une clé USB montés ;
        elle peut être en jeu.

        Les journaux jusqu’à une écriture qui était sur le disque, leurs têtes signées, le livre du jackpot
        du même instant (d’un livre lié, son adresse), le registre des personnes, l’historique des réglages
        ; les clés chiffrées pour le destinataire des réglages. CIBLE, recipient et keep peuvent être sous
        [backup] des réglages.

        Code de sortie 0 quand elle est entière ; 1 quand elle n’a pas pu être faite, ou que ce qui a été
        copié ne se vérifie pas.
        """,
    "backup --keep": "Combien en garder ; celles qui contiennent le moins partent.",
    "backup --frames": "Emporter aussi les relevés des lignes des machines.",
}
