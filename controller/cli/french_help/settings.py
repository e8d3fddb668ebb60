"""The French help of `tapis settings`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "settings": """
        Changer les réglages d’une table : un projet, la différence en mots, deux personnes, en vigueur à la
        prochaine ouverture.

        Le maximum des mises se change à la table, dès le coup suivant.
        """,
    "settings approve": (
        "Approuver le projet qui attend : il est en vigueur à la prochaine ouverture de la table."
    ),
    "settings approve --by": "Qui approuve : du comité, et pas qui l’a proposé.",
    "settings draft": (
        "Proposer ce que le fichier NOUVEAU a d’autre, ou ce que dit --set, et en dire les conséquences."
    ),
    "settings draft --set": "Un seul réglage, au lieu d’un fichier.",
    "settings draft --by": "Le directeur responsable qui le propose.",
    "settings draft --reason": (
        "Pourquoi : authorisation (arrêté d’autorisation), attendance (affluence), event (événement), "
        "procedure (procédure), mistake (erreur à corriger) ou trial (essai)."
    ),
    "settings keys": (
        "Dire ce qui peut être proposé ici : chaque réglage, sa valeur, et tous les choix permis."
    ),
    "settings refuse": "Refuser le projet qui attend.",
    "settings refuse --by": "Qui refuse : du comité, et pas qui l’a proposé.",
    "settings refuse --reason": (
        "Ce qui ne va pas : figures (les chiffres), reason (le motif) ou moment (le moment)."
    ),
    "settings show": (
        "Dire ce que changerait et entraînerait le projet qui attend, qui le propose et pourquoi."
    ),
    "settings withdraw": "Retirer le projet qui attend.",
    "settings withdraw --by": "Qui le retire : du comité.",
}
