"""The French help of `tapis` itself: what its commands are for, in a line each."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "": "Tapis, le contrôleur d’une table d’Ultimate Texas Hold’em avec le jackpot progressif JP1.",
    "--lang": "Langue de la réponse, ici ou après la commande. Par défaut, l’aide suit LANG.",
}
EPILOG: Final = "tapis COMMANDE --help explique une commande. Pour voir une table tout de suite : tapis demo"
SECTIONS: Final = {
    "Try it": "Essayer",
    "Rules and what they pay": "Les règles et ce qu’elles paient",
    "A table": "Une table",
    "People and cards": "Personnes et badges",
    "Records and papers": "Traces et papiers",
    "Jackpot and house": "Jackpot et maison",
}
DEFAULTS: Final = {
    "1920x1080 in pictures; on a display a part of it": (
        "1920x1080 dans les images ; sur un écran, une partie de celui-ci"
    ),
}
"""What stands for a default in words, by its English."""
COMMANDS: Final = {
    "demo": "Montrer une table qui joue seule, ou à la main.",
    "learn": "Apprendre à donner : douze leçons à la console.",
    "simulate": "Jouer des nuits d’après une graine, sur des machines simulées.",
    "fault": "Provoquer une panne dans une démonstration qui tourne.",
    "settle": "Régler des coups donnés en JSON Lines.",
    "par": "Calculer exactement ce que rend un jeu.",
    "explain": "Dire ce que veut dire un code : alarme, refus, exigence.",
    "run": "Faire tourner une table sur ses machines.",
    "screen": "Ouvrir un écran d’une table.",
    "status": "Dire sur un écran comment va la table.",
    "doctor": "Dire ce qui manque sur cette machine.",
    "devices": "Voir les machines et ce que disent leurs lignes.",
    "settings": "Changer les réglages d’une table, à deux personnes.",
    "metrics": "Écrire les chiffres d’une table pour qui la surveille.",
    "people": "Tenir le registre des personnes, de leurs badges et PIN.",
    "badge": "Lire le badge qui est dans le lecteur.",
    "pit-reader": "Lire un badge au pit pour une table.",
    "journal": "Vérifier, montrer ou exporter un journal.",
    "report": "Imprimer ce qu’une séance laisse sur le papier.",
    "backup": "Garder une copie d’une table, pendant qu’elle joue.",
    "restore": "Restaurer une sauvegarde, après l’avoir vérifiée.",
    "keys": "Montrer par quelles clés une table signe et scelle ; faire celles des sauvegardes.",
    "witness": "Garder les têtes signées d’une table sur une autre machine.",
    "book": "Vérifier le livre du jackpot contre les journaux.",
    "link": "S’occuper de la base de données d’un jackpot lié.",
    "house": "Compter ce que disent les journaux de toutes les tables.",
}
