"""The French help of `tapis report`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "report": "Ce qu’une séance laisse sur le papier.",
    "report check": """
        Dire si un rapport signé est tel qu’il a été signé, et de quelles écritures de quels journaux il
        parle.

        Code de sortie 1 si quelque chose ne tient pas.
        """,
    "report check --key": "La clé publique par laquelle il doit être signé, 64 chiffres hexadécimaux.",
    "report closing": """
        Imprimer le bordereau de fermeture du journal FICHIER : le résultat de la table, le jackpot à part,
        la tête.

        Code de sortie 1 quand aucune fermeture n’y est inscrite.
        """,
    "report incident": """
        Imprimer le rapport de cet incident du journal FICHIER, avec son destinataire.

        Ce qui est arrivé aux cartes va au fonctionnaire de police chargé de la surveillance (art. 40), un
        arrêt involontaire du jackpot à l’autorité. Code de sortie 1 quand ce rapport n’existe pas, ou
        qu’une écriture ne tient pas.
        """,
    "report incident --number": "Le numéro du rapport ; sans lui, la liste en est donnée.",
    "report jp1": ("Imprimer l’historique de JP1 de la séance, certifié ou non, du journal FICHIER (AC-07)."),
    "report jp1 --format": (
        "Ce qui est imprimé : des lignes à lire, ou des rangées pour un autre programme."
    ),
    "report notices": """
        Imprimer les avis à la comptabilité du journal FICHIER : chaque correction du compteur, chaque coup
        rectifié qui a fait bouger de l’argent et chaque changement de réglages, avant et après (PM-11,
        AC-10).

        Code de sortie 1 quand il n’y en a aucun à imprimer et que --pdf demande un papier.
        """,
    "report reconciliation": """
        Imprimer les rapprochements que le journal FICHIER contient : chaque somme à part (AC-08).

        Code de sortie 1 quand le dernier a laissé un écart, ou qu’aucun n’y est inscrit.
        """,
    "report registers": """
        Écrire les registres de toutes les séances de DOSSIER : jackpot, résultats, jeux de cartes,
        orphelins, incidents, corrections.

        Chaque journal est vérifié pendant qu’il est lu. Celui qui est abîmé est nommé et laissé de côté, et
        le code de sortie est alors 1. Les cartes qui n’ont jamais été retournées n’y sont jamais.
        """,
    "report registers --from": "Premier jour, heure locale.",
    "report registers --to": "Dernier jour, compris.",
    "report registers --format": "Un fichier de rangées pour chaque registre, ou tous en un seul document.",
    "report registers --out": "Le dossier où les fichiers sont écrits.",
    "report rules": """
        Imprimer en mots toutes les règles en vigueur : limites, étapes, tables de paiement, options, termes
        du jackpot.

        Sans profil, celles de la table de cette machine (table.toml) ; avec un profil, les siennes et
        jackpot.toml.
        """,
    "report rules --jackpot-config": "Un autre jackpot.toml.",
    "report win": """
        Imprimer les bordereaux et le procès-verbal du jackpot gagné à ce coup du journal FICHIER.

        Un gain refusé a son propre procès-verbal. Code de sortie 1 quand le coup n’a pas de telle main, ou
        qu’une écriture ne tient pas.
        """,
    "report win --round": "Le coup du gain.",
}
