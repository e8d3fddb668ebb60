"""The French help of `tapis house`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "house": "Compter ce que disent les journaux de toutes les tables, et répondre à l’écran du pit.",
    "house export": """
        Ajouter ce que les journaux de DOSSIER ont de plus à des jeux de données de fichiers Parquet dans
        CIBLE.

        Coups, sièges, mises, lots, contributions, alarmes et rectifications, par table et par jour, chaque
        ligne une seule fois, aussi souvent qu’on le lance. Code de sortie 1 quand un journal ne tient pas.
        """,
    "house export --parquet": (
        "Le dossier des données ; créé quand il n’est pas là, complété quand il l’est."
    ),
    "house feed": """
        Imprimer ce que les tables écrivent, écriture après écriture, sans aucune carte face cachée.

        Une ligne qui est perdue est rouverte, et reprend après la dernière écriture. ROOM.md décrit la
        ligne, pour un système qui écoute de lui-même.
        """,
    "house feed --run": "Où la maison de cette machine a ses sockets.",
    "house feed --at": "La maison d’une autre machine, par TLS.",
    "house feed --ca": "Avec --at : l’autorité de la salle.",
    "house feed --certificate": "Avec --at : le certificat de cette machine.",
    "house feed --key": "Avec --at : sa clé.",
    "house feed --from": "Sans curseur : tout, ou ce qui vient à partir de maintenant.",
    "house feed --after": "Un curseur : le journal et l’écriture de chaque table.",
    "house feed --into": (
        "Ajouter les écritures à FICHIER, qui est le curseur de la fois suivante, au lieu de les imprimer."
    ),
    "house feed --once": "Finir quand il n’y a rien de plus pour le moment.",
    "house feed --lang": "Langue de ce qui est dit sur la sortie d’erreur ; les écritures n’en ont pas.",
    "house figures": """
        Imprimer les chiffres par table, séance ou jour. Code de sortie 1 quand un journal ne tient pas.
        """,
    "house figures --store": (
        "Un fichier, ou postgresql://..., pour la fois suivante. Sans cette option, rien n’en est gardé."
    ),
    "house figures --by": "Ce que dit une ligne.",
    "house figures --table": "De cette table seulement.",
    "house figures --period": "Jusqu’où remonter.",
    "house rebuild": "Vider la mémoire et tout recompter. Code de sortie 1 quand un journal ne tient pas.",
    "house serve": """
        Lire les journaux de DOSSIER, répondre à l’écran du pit et alimenter d’autres systèmes, jusqu’à
        l’arrêt.

        Combien de coups par heure une table doit jouer ne se dit qu’une fois, à l’écran : `target_per_hour`
        de son room.toml. Il le joint à sa demande.
        """,
    "house serve --run": "Où est sa socket.",
    "house serve --witness": "Les têtes du témoin, comme `tapis witness` les garde.",
    "house serve --sign": "Sa propre clé, pour les dossiers de preuve ; faite si elle manque.",
    "house serve --key": (
        "La clé publique d’une table, que quelqu’un a comparée : TABLE=HEX, ou un fichier de lignes `key "
        "TABLE HEX` ; à répéter pour plusieurs. La mémoire du témoin en nomme déjà."
    ),
    "house serve --room": "Un room.toml avec [feed] : d’autres machines écoutent les écritures.",
}
