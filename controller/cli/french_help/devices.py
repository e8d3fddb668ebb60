"""The French help of `tapis devices`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "devices": """
        Les machines d’une table : ce qui est branché, ce qui est permis, et ce que disent leurs lignes.

        Sans commande : donner la liste des machines et de tout ce qui est branché ; code de sortie 1 si
        quelque chose n’est pas permis.
        """,
    "devices conform": """
        Comparer une machine au protocole ouvert, règle par règle, sur sa vraie ligne.

        MACHINE est shoe (sabot) ou shuffler (mélangeur), PORT sa ligne, comme `url` des réglages : le
        chemin d’un port série ou d’un pty, socket://HÔTE:PORT, usb://FABRICANT:PRODUIT ; par défaut, celle
        des réglages. Pour qui en construit une : le verrou d’un sabot s’ouvre et se ferme, n’y mettre aucun
        jeu en service. Une ligne par règle, avec son paragraphe de OPEN_PROTOCOL.md ; de celle qui n’est
        pas tenue, ce qui a été essayé et ce qui a été vu. Code de sortie 1 si une seule ne l’est pas.
        Jamais pendant que la table tourne.
        """,
    "devices conform --draw": (
        "Demander aussi qu’une personne tire sur une carte, et qu’elle en sorte une ; du sabot aussi."
    ),
    "devices conform --power": "Demander aussi qu’une personne éteigne et rallume la machine.",
    "devices conform --wrap": "Envoyer aussi 65 636 messages, ce qui prend des minutes.",
    "devices conform --rule": (
        "Cette règle seulement, comme --json la nomme, après le salut ; à répéter pour plusieurs."
    ),
    "devices decode": """
        Dire ce qu’un pilote comprend des octets d’une capture : un objet JSON par message.

        PILOTE est angel-eye, bee-tek ou open. Les répétitions ne disent rien, ce qui est abîmé est compté
        en octets et ne devient jamais une carte. Code de sortie 0 quels que soient les octets. Les cartes
        sont nommées : pas pour la ligne d’une table en jeu.
        """,
    "devices decode --json": "Comme sans : un objet JSON par ligne.",
    "devices record": """
        Garder ce qui passe sur la ligne d’une machine dans un nouveau FICHIER, pour que `replay` le rejoue.

        Seulement pendant que la table est fermée : un enregistrement nomme les cartes. Des jetons il garde
        les fronts de leurs capteurs, du lecteur de badge, qu’un badge est venu, est parti et a prouvé qui il
        est ; jamais de qui il était.
        """,
    "devices replay": (
        "Donner un enregistrement au pilote de sa machine, et dire ce qu’il observe, et quand."
    ),
    "devices replay --cards": "Nommer les cartes.",
    "devices sound": """
        Faire entendre une fois chaque signal de la table : le tic, une alarme de chaque priorité, le
        carillon d’un gain.

        Par le buzzer ou par le son de la machine, comme [sound] le dit. Code de sortie 1 si rien ne peut
        s’entendre. Jamais pendant que la table tourne.
        """,
    "devices test": """
        Parler à une machine et dire comment elle va ; les cartes qu’elle lit ne sont pas nommées.

        MACHINE est shoe (sabot), shuffler (mélangeur), chips (jetons) ou badge. Des jetons, l’emplacement
        de chaque siège est à couvrir et à libérer, et le résultat en est dit ; du lecteur de badge, s’il
        est là, et si un badge est dedans.

        Code de sortie 0 quand elle est en service et va bien, 1 sinon, avec ce qu’il faut faire en une
        phrase. On ne parle pas à la machine d’une table qui tourne : ce que la table en a relevé est
        montré.
        """,
    "devices test --seconds": "Combien de secondes ; par défaut 5, ou 120 pour chips.",
    "devices trace": (
        "Montrer ce qui passe sur la ligne d’une machine : jamais une carte, ni un octet qui en tient une."
    ),
}
