"""The French help of `tapis link`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "link": (
        "La base de données d’un jackpot que plusieurs machines partagent ; URL est l’adresse de son gardien."
    ),
    "link admit": "Laisser parler un rôle du serveur : pour une table, pour le pit, ou pour lire.",
    "link admit --kind": "Qui vient par ce rôle, et donc ce qu’il peut faire.",
    "link admit --table": "La table pour laquelle parle le rôle.",
    "link check": """
        Écrire, et comparer tout ce qui a été installé. Code de sortie 1 si quelque chose ne tient pas.

        Par l’adresse d’une table, du pit ou d’un lecteur, regarder ce que ce rôle peut voir.
        """,
    "link close-round": """
        Clore le coup d’une table morte sur ce qui en est inscrit : les parts des autres ne l’attendent
        plus.

        URL est l’adresse d’un rôle de sorte pit.
        """,
    "link close-round --person": "Deux fois : qui en répond.",
    "link close-round --reason": "Pourquoi, tel que cela reste dans le livre pour toujours.",
    "link close-round --journal": "Le journal du coup, si plusieurs sont ouverts sous ce numéro.",
    "link copy": """
        Copier tout le livre dans un fichier, pour la clé USB d’un inspecteur ; des tables peuvent être en
        jeu.

        Un tel fichier se vérifie comme le jackpot.book d’une table : par tapis book verify, et sans aucun
        programme à nous par audit_journal.py et check_stick.py. Un fichier qui est déjà là n’est pas
        remplacé.
        """,
    "link create": (
        "Créer la base de données, son propriétaire, son schéma et son jackpot, selon ces termes."
    ),
    "link create --jackpot-config": "Par défaut jackpot.toml.",
    "link create --profile": "Les règles de ses tables.",
    "link create --simulated": "Pour des tables simulées seulement ; une vraie est refusée.",
    "link dismiss": """
        Renvoyer un rôle : ses droits, son entrée et ses sessions prennent fin ; ce qu’il a écrit reste.
        """,
    "link mend": """
        Rendre à chaque rôle ses droits et ses limites, après une copie qui les a perdus ou un changement du
        rôle même.
        """,
    "link migrate": "Amener le schéma à ce que ce programme demande. Arrêter d’abord les tables.",
    "link migrate --dry-run": (
        "Dire ce qui reste à faire et ne rien changer ; code de sortie 1 s’il reste quelque chose."
    ),
    "link tables": """
        Dire qui est admis, quand chaque table a écrit pour la dernière fois, et les coups qui ne sont pas
        finis.

        URL est l’adresse du gardien, du pit ou d’un lecteur.
        """,
    "link watch": """
        Mettre fin aux sessions des rôles qui laissent durer une transaction ou une requête ; une ligne pour
        chacune.

        Aucun acte ne les attend, mais les vieilles lignes, oui, et les processeurs du serveur.
        """,
    "link watch --once": "Regarder une fois et finir.",
}
