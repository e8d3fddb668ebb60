"""The French help of `tapis status`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "status": """
        Dire sur un écran comment va cette machine : rien des cartes, des sièges ni des personnes.

        Code de sortie 0 quand tout va bien, 1 quand il y a quelque chose à voir, 2 quand aucune table ne
        tourne, ou au pit aucun témoin. Pour root, l’utilisateur de la table et le groupe tapis-status ; au
        pit pour root et l’utilisateur du témoin.
        """,
    "status --room": (
        "La machine du pit plutôt : les tables de ce fichier de salle. Une machine qui a un room.toml à "
        "elle et pas de table.toml est celle du pit sans qu’on le dise."
    ),
    "status --witness": "Au pit, le dossier du témoin.",
    "status --lang": "Langue de la réponse ; par défaut, celle de LANG.",
}
