"""The French help of `tapis journal`."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "journal": "Les journaux des tables.",
    "journal evidence": """
        Mettre tout ce qui concerne un coup dans un seul fichier signé, que `tapis journal verify` vérifie
        partout.

        Les cartes qui n’ont jamais été retournées y restent scellées. Code de sortie 1 quand le coup n’est
        pas dans le journal, qu’une écriture ne tient pas ou que, avec --check, le dossier de preuve ne
        tient pas.
        """,
    "journal evidence --out": "Le fichier à écrire.",
    "journal evidence --key": "Le sign.key de la table ; sinon celui qui est près de FICHIER.",
    "journal evidence --simulated-seed": "Signer comme la simulation de cette graine.",
    "journal evidence --book": "Le livre du jackpot, pour les écritures du coup.",
    "journal evidence --check": "FICHIER est un dossier de preuve : dire s’il tient.",
    "journal evidence --witness": "Avec --check.",
    "journal evidence --named-key": "Avec --check : comme pour `verify --key`.",
    "journal export": """
        Donner les écritures telles quelles sur la sortie standard : les cartes scellées restent scellées.

        Code de sortie 1 à la première écriture qui ne tient pas ; celles d’avant sont écrites.
        """,
    "journal export --csv": "Une ligne de titres, puis une ligne par écriture.",
    "journal export --json": "Un objet JSON, avec les écritures dans une liste.",
    "journal frames": """
        Imprimer ce que les machines ont dit et ce qui leur a été dit, heures UTC, à côté de l’écriture qui
        nomme chaque trame.

        FICHIER est le journal ; son relevé de trames est à côté. Les octets qui pouvaient dire une carte
        ont été masqués avant d’être écrits. Le relevé ne prouve rien à lui seul et peut être plus court que
        le journal, qui s’en passe.

        Code de sortie 1 quand cette trame n’est pas au relevé, ou qu’une écriture du journal ne tient pas.
        """,
    "journal frames --machine": "De cette machine seulement.",
    "journal frames --frame": "La trame de ce numéro, en hexadécimal : 0C4A.",
    "journal frames --round": "Pendant que durait ce coup.",
    "journal kinds": (
        "Imprimer chaque sorte d’écriture qu’un journal peut contenir, avec ses champs (Markdown)."
    ),
    "journal replay": """
        Raconter un coup pas à pas, heures UTC. Seules les cartes qui ont été retournées sont nommées.

        Code de sortie 1 quand le coup n’est pas dans le journal, ou qu’une écriture ne tient pas.
        """,
    "journal show": """
        Imprimer les écritures en mots, une par ligne, heures UTC. Les cartes face cachée restent couvertes.

        Code de sortie 1 quand le coup n’est pas dans le journal, ou à la première écriture qui ne tient
        pas.
        """,
    "journal show --round": "Ce coup seulement.",
    "journal verify": """
        Dire si chaque écriture tient ; imprimer le nombre d’écritures et la tête de chaque journal.

        FICHIER peut être aussi le dossier de preuve d’un coup, comme le fait `tapis journal evidence`, ou
        le fichier signé d’une inspection : ils ne tiennent que par des clés qui ont été nommées, lues sur
        le papier et jamais dans le fichier.

        Code de sortie 0 quand tout tient, 1 quand quelque chose ne tient pas (la première écriture fausse
        est nommée), 2 pour ce qui n’est pas un journal. Un dossier tient quand en outre chaque séance suit
        celle d’avant, et que chaque journal est bien celui dont les autres tables du dossier gardent des
        têtes signées. Avec des clés ou le fichier d’un témoin, chaque écriture doit être sous une tête
        signée, et il est dit jusqu’où un témoin a vu chaque journal.
        """,
    "journal verify --witness": (
        "Des têtes gardées ailleurs, par un témoin ou une ligne `journal_id seq hash` pour chacune : les "
        "journaux doivent les prolonger toutes."
    ),
    "journal verify --key": (
        "Une clé publique que quelqu’un a comparée : TABLE=HEX, HEX, ou un fichier de lignes `key TABLE "
        "HEX` ; à répéter pour plusieurs. Celle du pit se nomme `house`."
    ),
}
