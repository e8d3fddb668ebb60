"""The French of helps that several commands have, by their English."""

from __future__ import annotations

from typing import Final

SHARED: Final = {
    "A part of the reader's name, if there are several.": (
        "Une partie du nom du lecteur, s’il y en a plusieurs."
    ),
    "CSV with semicolons and a byte order mark, for spreadsheets.": (
        "CSV à points-virgules et à marque d’ordre des octets, pour les tableurs."
    ),
    "How long.": "Combien de secondes.",
    "How often machines and people do something wrong.": (
        "À quelle fréquence les machines tombent en panne et les personnes se trompent."
    ),
    "Language of the sheet.": "Langue de la feuille.",
    "Language of the words.": "Langue de la réponse.",
    "Language of the words, here or behind the command.": "Langue de la réponse, ici ou après la commande.",
    "Language of what it says of a damaged file.": "Langue de ce qui est dit d’un fichier abîmé.",
    "Language of what it says on standard error.": "Langue de ce qui est dit sur la sortie d’erreur.",
    "One JSON object a line.": "Un objet JSON par ligne.",
    "One JSON object instead of text.": "Un objet JSON au lieu du texte.",
    "One JSON object on stdout.": "Un objet JSON sur la sortie standard.",
    "One object of JSON.": "Un objet JSON.",
    "Print one JSON object.": "Imprimer un objet JSON.",
    "Seconds for a card.": "Combien de secondes attendre un badge.",
    "Show the version and exit.": "Dire la version.",
    "Show this message and exit.": "Montrer cette aide.",
    "Sign what is written with this key file.": "Signer ce qui est écrit, avec ce fichier de clé.",
    "The second person, where two are needed.": "La deuxième personne, là où il en faut deux.",
    "The table's settings; without it, table.toml of the configuration.": (
        "Les réglages de la table ; par défaut, table.toml de la configuration."
    ),
    "Time zone of local times, Europe/Paris; else the machine's.": (
        "Fuseau des heures locales, Europe/Paris ; sinon celui de la machine."
    ),
    "What was counted, made anew from the journals when it is not there: a file, or postgresql://... "
    "Beside a file stands STORE.aside, what people put away and read: no journal has it, keep it.": (
        "Ce qui a été compté, refait à partir des journaux quand il n’est pas là : un fichier, ou "
        "postgresql://... À côté d’un fichier se trouve MÉMOIRE.aside, ce que des personnes ont rangé et lu"
        " : aucun journal ne l’a, le garder."
    ),
    "Which round.": "Quel coup.",
    "Who confirms it.": "Qui le confirme.",
    "Who makes the change; his PIN is asked.": "Qui fait le changement ; son PIN est demandé.",
    "Who prints it, as the paper says; without it, the user of this machine.": (
        "Qui l’imprime, comme le papier le dira ; par défaut, l’utilisateur de cette machine."
    ),
    "Write the paper there.": "Écrire le papier dans ce fichier.",
}
