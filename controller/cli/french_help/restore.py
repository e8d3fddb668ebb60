"""The French help of `tapis restore`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "restore": """
        Restaurer la sauvegarde SOURCE, ou la plus récente de la table dans le dossier SOURCE ; la table ne
        tourne pas.

        La plus récente est celle qui contient le plus ; avec --check, sur une machine sans réglages, celle
        de n’importe quelle table.

        Chaque fichier est comparé à son empreinte, chaque journal vérifié, livre et registre lus, avant que
        rien ne soit écrit. Rien de ce qui est là n’est écrasé. La marque de la table reste comme elle est.

        Code de sortie 0 quand elle est restaurée (avec --check : entière), 1 quand elle ne l’est pas, 2 quand
        cette sauvegarde n’existe pas.
        """,
    "restore --keys": "La clé privée, du coffre.",
    "restore --aside": "Garder ce qui est déjà là, dans aside/NOM des données de la table.",
    "restore --owner": "À qui sont les fichiers, pour root ; sinon tapis.",
    "restore --check": "Dire seulement si la sauvegarde est entière.",
}
