"""The French help of `tapis run`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "run": """
        Faire tourner la table de cette machine sur son sabot, son mélangeur, ses capteurs et son lecteur.

        Elle reprend où finit son journal : un coup qui a été interrompu continue. SIGTERM et SIGINT
        l’arrêtent. Code de sortie 0 après un tel signal, 2 quand elle ne peut pas démarrer, 70 quand elle
        s’est arrêtée d’elle-même, 75 pour être relancée une fois fermée : après une séance jouée, ou
        avec des réglages qui ont été approuvés.
        """,
    "run --check": "Dire seulement si la configuration est valable.",
}
