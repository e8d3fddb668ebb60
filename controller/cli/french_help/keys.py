"""The French help of `tapis keys`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "keys": """
        Montrer par quelle clé une table signe ; renouveler celle sous laquelle elle scelle. Aucun secret
        n’est jamais imprimé.
        """,
    "keys forget": """
        Détruire les clés des cartes des nuits closes : leurs mains couchées restent scellées à jamais, pour
        tous.

        Avec --aside, les clés que des restaurations ont mises de côté : celles des cartes, celles qui signent
        et les poivres des PIN. À taper quand la table restaurée est reconnue bonne : rien de ce qui est là
        n’est plus ouvert ni remis en place après.
        """,
    "keys forget --aside": "De ce que des restaurations ont mis de côté, toute clé, et nulle autre.",
    "keys forget --days": (
        "Garder celles qui ont été faites depuis autant de jours. La table elle-même n’en garde aucune "
        "d’une nuit close."
    ),
    "keys pair": """
        Faire la paire de clés des sauvegardes : la privée dans FICHIER, qui va au coffre.

        La publique est imprimée, pour `recipient` sous [backup] des réglages. Le faire loin de la table.
        """,
    "keys rotate": """
        Faire une nouvelle clé des cartes : la prochaine séance est scellée sous elle. L’ancienne reste pour
        une reprise.
        """,
    "keys show": """
        Imprimer la clé publique des têtes signées de la table avec son empreinte, et dire quelle clé scelle
        les cartes.

        Rien n’est créé : avant le premier démarrage il n’y a pas de clé à montrer (code de sortie 2).
        """,
}
