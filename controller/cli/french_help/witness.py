"""The French help of `tapis witness`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "witness": "Garder les têtes signées et les journaux d’une table sur une autre machine.",
    "witness aside": """
        Repartir de données restaurées d’une copie : ce qui a été vu de SÉANCE et des suivantes est mis de
        côté, non effacé.

        Deux personnes l’acceptent ici, comme deux l’acceptent à la table. À lancer quand le service est
        arrêté.
        """,
    "witness aside --journals": (
        "Y mettre de côté aussi les miroirs de ces séances, et la note de ce qui a été refusé."
    ),
    "witness pull": """
        Prendre les têtes les plus récentes des tables, et avec --journals chaque écriture nouvelle.

        Code de sortie 0 quand tout prolonge ce qui avait été pris, 1 quand quelque chose ne le prolonge
        pas, 2 quand une table ne répond pas.
        """,
    "witness pull --journals": (
        "Y garder les journaux aussi, chaque écriture vérifiée ; le dossier est créé quand il n’est pas là."
    ),
    "witness pull --from": (
        "Le dossier d’exécution de la table (sa porte du témoin est interrogée), ou un dossier de journaux."
    ),
    "witness pull --room": (
        "Un fichier de salle : chacune de ses tables est interrogée, par TLS quand elle est sur une autre "
        "machine."
    ),
    "witness pull --every": "Redemander après autant de secondes, jusqu’à l’arrêt.",
    "witness show": "Imprimer la dernière tête de chaque table.",
    "witness trust": """
        Prendre les têtes de TABLE qui sont signées par CLÉ ; `tapis keys show` à la table l’imprime.

        Une table a une seule clé. Une autre, après elle, demande deux personnes : chacune tape l’empreinte
        qu’elle a lue sur l’écran même de la table. Code de sortie 1 quand le témoin refuse.
        """,
}
