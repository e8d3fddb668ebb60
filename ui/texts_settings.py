"""The words of the pit's page of settings, and why a change of settings is refused; French, then English."""

from __future__ import annotations

from typing import Final

REFUSED_FR: Final[dict[str, str]] = {
    "table_open": "{table} est ouverte\u00a0: rien n’y change que le maximum",
    "settings_busy": "l’acte précédent n’est pas encore écrit",
    "settings_coming": "réglages approuvés\u00a0: la table redémarre avec eux",
    "nothing_differs": "rien ne change",
    "no_draft": "aucun projet n’attend",
    "draft_waits": "le projet de {person} attend déjà",
    "setting_value": "{key}\u00a0: {value} n’est pas un choix permis",
    "badge_director": "carte du directeur responsable attendue",
    "jackpot_runs": "mise, parts et gains de JP1 ne changent pas tant que le jackpot tourne",
    "book_terms": "le livre du jackpot garde les termes pour lesquels il fut ouvert",
    "other_book": "le livre du jackpot ne prendrait pas cette table\u00a0: {why}",
    "book_unreachable": "le livre du jackpot ne répond pas\u00a0: nul ne peut dire s’il prendrait la table",
    "does_not_load": "la table ne démarrerait pas\u00a0: {why}",
    "file_changed": "les réglages en vigueur ne sont plus ceux du projet\u00a0: à écrire de nouveau",
    "not_written": "le registre des réglages n’a pas pu être écrit\u00a0: {why}",
}
REFUSED_EN: Final[dict[str, str]] = {
    "table_open": "{table} is open: nothing changes there but the maximum",
    "settings_busy": "the act before is not written yet",
    "settings_coming": "settings approved: the table starts again under them",
    "nothing_differs": "nothing changes",
    "no_draft": "no draft waits",
    "draft_waits": "the draft of {person} waits already",
    "setting_value": "{key}: {value} is no choice there is",
    "badge_director": "card of the directeur responsable needed",
    "jackpot_runs": "stake, shares and prizes of JP1 do not change while the jackpot runs",
    "book_terms": "the jackpot’s book keeps the terms that it was opened for",
    "other_book": "the jackpot’s book would not take this table: {why}",
    "book_unreachable": "the jackpot’s book does not answer: nobody can say whether it would take the table",
    "does_not_load": "the table would not start: {why}",
    "file_changed": "the settings in force are no longer those of the draft: write it anew",
    "not_written": "the record of the settings could not be written: {why}",
}
