"""The French help of `tapis people`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "people": "Qui a le droit de faire quoi aux tables de cette machine.",
    "people --settings": (
        "Les réglages dont [people] nomme le registre ; par défaut, table.toml de la configuration."
    ),
    "people --register": "Le registre lui-même, avec --pepper.",
    "people --pepper": "Le fichier du poivre des PIN.",
    "people add": """
        Ajouter une personne. Deux personnes donnent un rôle qui peut signer : tous, sauf croupier,
        technicien et inspecteur.
        """,
    "people add --role": (
        "dealer (croupier), chef (chef de table), comite (membre du comité), video (opérateur vidéo), "
        "director (directeur responsable), technician (technicien), cashier (caissier) ou inspector "
        "(inspecteur) ; peut être donné plusieurs fois."
    ),
    "people add --name": "Son nom, pour qui lit le registre.",
    "people assign": "Confier une table à un chef : deux au plus (art. 55-20).",
    "people assign --release": "Lui retirer la table.",
    "people card": """
        Inscrire un badge : celui qui est dans le lecteur et prouve qui il est, ou un simple numéro, tel qu’un
        lecteur plus simple le tape.
        """,
    "people card --role": "Dans lequel de ses rôles le badge agit.",
    "people card --number": "Le numéro du badge ; par défaut, le badge du lecteur est lu.",
    "people card --key": "La clé publique du badge en hexadécimal, avec --number.",
    "people card --until": "Le dernier jour du badge ; par défaut, sans fin.",
    "people history": (
        "Chaque changement du registre, le plus ancien d’abord ; ceux d’une personne si elle est nommée."
    ),
    "people init": """
        Créer le registre : son poivre, et ses deux premières personnes, dont chacune choisit son PIN.

        DIRECTEUR est le directeur responsable, MEMBRE un membre du comité : jamais une seule personne ne
        nomme quelqu’un qui peut signer. Refusé, avec le code de sortie 1, quand il y a un registre.
        """,
    "people init --name": "Le nom du directeur, pour qui lit le registre.",
    "people init --member-name": "Le nom du membre du comité.",
    "people list": "Tout le monde, avec rôles, badges et tables ; d’un PIN, seulement s’il y en a un.",
    "people pin": "Donner un nouveau PIN à une personne. Chacun peut changer le sien.",
    "people pin --by": "Qui le donne ; par défaut, la personne elle-même.",
    "people restore": """
        Rétablir une personne ou un badge révoqués, ou lever un blocage. À deux personnes, dont aucune n’est
        celle qui est rétablie.
        """,
    "people revoke": """
        Révoquer une personne ou un badge, à toutes les tables en moins d’une seconde. Tout chef peut le
        faire seul.
        """,
    "people verify": """
        Dire si chaque ligne de l’historique découle de celles d’avant, et s’accorde avec ce que les journaux
        en disent.

        Chaque personne, badge, PIN et table confiée doit aussi venir d’une ligne.

        DOSSIER contient les journaux d’une table de cette machine, ou mieux leurs miroirs au témoin. Code
        de sortie 1 : la première ligne qui ne tient pas est nommée.
        """,
}
