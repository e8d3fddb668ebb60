"""The words of the pit's page of settings, and why a change of settings is refused; French, then English."""

from __future__ import annotations

from typing import Final

from controller.game.choices import Role
from controller.words.roles import ROLES
from controller.words.setting_words import CHANGE_REASONS, SETTING_NAMES
from controller.words.spots import SIDES, SPOTS

SETTINGS: Final[dict[str, tuple[str, str]]] = {
    "settings.open": ("lecture seule\u00a0: la table est ouverte", "read only: the table is open"),
    "settings.closed": (
        "table fermée\u00a0: un projet peut être écrit",
        "closed table: a draft may be written",
    ),
    "settings.demo": ("lecture seule\u00a0: démonstration", "read only: a demonstration"),
    "settings.wait": ("un projet attend ses badges", "a draft waits for its badges"),
    "settings.restart": (
        "réglages approuvés, la table redémarre",
        "settings approved, the table starts again",
    ),
    "settings.force": ("en vigueur {digest}", "in force {digest}"),
    "settings.group.rules": ("Règles et limites", "Rules and limits"),
    "settings.group.pace": ("Cadences", "Pace"),
    "settings.group.opening": ("Ouverture et fermeture", "Opening and closing"),
    "settings.group.money": ("Paiements et images", "Payments and images"),
    "settings.jp1": ("Jackpot JP1", "JP1 jackpot"),
    "settings.jp1.note": (
        "rien n’en change tant qu’il tourne (PM-10)",
        "nothing of it changes while it runs (PM-10)",
    ),
    **{f"settings.{key}": words for key, words in SETTING_NAMES.items()},
    "settings.unsaid": ("non dite", "not said"),
    "settings.lower": ("moins", "less"),
    "settings.higher": ("plus", "more"),
    "settings.stake": ("Mise", "Bet"),
    "settings.share": ("Part au compteur", "Share to the meter"),
    "settings.maximum": ("Maximum des mises", "Maximum of the bets"),
    "settings.maximum.note": (
        "seul réglage d’une table ouverte\u00a0: au prochain coup, badge du directeur ou du comité",
        "the only setting of an open table: from the next round, badge of the director or a manager",
    ),
    "settings.maximum.says": (
        "Maximum {amount}\u00a0: badge du directeur ou du comité",
        "Maximum {amount}: badge of the director or a manager",
    ),
    "settings.coming": ("{now}, {coming} au prochain coup", "{now}, {coming} from the next round"),
    "settings.step.draft": ("Projet", "Draft"),
    "settings.step.propose": ("Proposé", "Proposed"),
    "settings.step.approve": ("Approuvé", "Approved"),
    "settings.step.force": ("En vigueur", "In force"),
    "settings.step.changes": ("{count} réglages", "{count} settings"),
    "settings.step.changes.one": ("1 réglage", "1 setting"),
    "settings.step.of": ("{done} sur {needed}", "{done} of {needed}"),
    "settings.step.next": ("prochaine ouverture", "next opening"),
    "settings.panel.open": ("Rien ne change en service", "Nothing changes in operation"),
    "settings.panel.open.text": (
        "La table est ouverte\u00a0: seul le maximum des mises change, au coup suivant. Fermez la table pour "
        "écrire un projet\u202f; il vaut dès l’ouverture suivante.",
        "The table is open: only the maximum of the bets changes, from the next round. Close the table to "
        "write a draft; it holds from the next opening.",
    ),
    "settings.panel.demo": ("Réglages du fichier", "Settings of the file"),
    "settings.panel.demo.text": (
        "Cette table est une démonstration\u00a0: ses réglages sont ceux de "
        "son fichier, et rien n’y change ici.",
        "This table is a demonstration: its settings are those of its file and nobody changes them here.",
    ),
    "settings.panel.empty": ("Écrire un projet", "Write a draft"),
    "settings.panel.empty.text": (
        "Choisissez une valeur à gauche. La différence et ce qu’elle entraîne se lisent ici avant que "
        "personne ne propose.",
        "Choose a value at the left. The difference and what follows from it are read here before anybody "
        "proposes.",
    ),
    "settings.how": ("Comment un réglage change", "How a setting changes"),
    "settings.how.1": (
        "Le projet s’écrit ici, table fermée, une valeur d’une liste à la fois.",
        "The draft is written here on a closed table, one value of a list at a time.",
    ),
    "settings.how.2": (
        "Le directeur responsable le propose, avec son badge et un motif.",
        "The casino director proposes it, with his badge and a reason.",
    ),
    "settings.how.3": (
        "Une autre personne du comité l’approuve\u202f; deux, si un retour dépasse 100\u00a0%.",
        "Another manager approves it; two, if a return is above 100\u00a0%.",
    ),
    "settings.how.4": (
        "La table redémarre d’elle-même, fermée, et s’ouvre sous les nouveaux réglages.",
        "The table starts again by itself, closed, and opens under the new settings.",
    ),
    "settings.not_here": ("Ce qui ne change pas ici", "What does not change here"),
    "settings.not_here.jp1": (
        "Mise, parts, gains et amorce de JP1, tant que le jackpot tourne (PM-10).",
        "Bet, shares, prizes and start of JP1, while the jackpot runs (PM-10).",
    ),
    "settings.not_here.machines": (
        "Les machines et leurs branchements\u00a0: le technicien, dans le fichier (RO-04).",
        "The machines and their lines: the technician, in the file (RO-04).",
    ),
    "settings.last": ("Dernier changement", "Last change"),
    "settings.last.by": (
        "{person}, puis {others}, le {day} à {time}",
        "{person}, then {others}, on {day} at {time}",
    ),
    "settings.panel.writing": ("Projet en écriture", "Draft in writing"),
    "settings.panel.waiting": ("Projet proposé", "Proposed draft"),
    "settings.panel.approved": ("Projet approuvé", "Approved draft"),
    "settings.panel.reason": ("Motif\u00a0: {reason}", "Reason: {reason}"),
    "settings.follows": ("Ce que cela entraîne", "What follows"),
    "settings.checking": ("vérification en cours", "being checked"),
    "settings.reasons": ("Motif", "Reason"),
    "settings.doubts": ("Motif du refus", "Why it is refused"),
    **{f"settings.reason.{code}": words for code, words in CHANGE_REASONS.items()},
    "settings.doubt.figures": ("chiffres", "figures"),
    "settings.doubt.reason": ("motif", "reason"),
    "settings.doubt.moment": ("moment", "moment"),
    "settings.people": ("Deux personnes, deux badges", "Two people, two badges"),
    "settings.people.three": ("Trois personnes, trois badges", "Three people, three badges"),
    "settings.proposer": ROLES[Role.DIRECTOR].title,
    "settings.proposed": ("a proposé le {day} à {time}", "proposed on {day} at {time}"),
    "settings.approver": ("Comité, une autre personne", "Manager, another person"),
    "settings.signed": ("a approuvé", "approved"),
    "settings.awaited": ("badge attendu", "badge awaited"),
    "settings.here": ("badge de {person} dans le lecteur", "badge of {person} in the reader"),
    "settings.PROPOSE": ("PROPOSER", "PROPOSE"),
    "settings.APPROVE": ("APPROUVER", "APPROVE"),
    "settings.REFUSE": ("REFUSER", "REFUSE"),
    "settings.WITHDRAW": ("RETIRER", "WITHDRAW"),
    "settings.at_pit": ("badge de {person} au lecteur du pit", "badge of {person} in the pit’s reader"),
    "settings.refuse": ("Refuser", "Refuse"),
    "settings.withdraw": ("Retirer le projet", "Withdraw the draft"),
    "settings.drop": ("Effacer le projet", "Drop the draft"),
    "settings.writes": ("s’écrit au registre", "being written in the record"),
    "settings.next": (
        "La table redémarre d’elle-même, fermée, et s’ouvrira sous ces réglages.",
        "The table starts again by itself, closed, and will open under these settings.",
    ),
    "settings.ready": (
        "En vigueur depuis le redémarrage\u00a0: la table s’ouvrira sous ces réglages.",
        "In force since the table started again: it will open under these settings.",
    ),
    "settings.digests": ("{before} devient {after}", "{before} becomes {after}"),
    "settings.follow.minimum": (
        "Minimum des mises\u00a0: {after} au lieu de {before}",
        "Minimum of the bets: {after} instead of {before}",
    ),
    "settings.follow.maximum": (
        "Maximum des mises\u00a0: {after} au lieu de {before}",
        "Maximum of the bets: {after} instead of {before}",
    ),
    "settings.follow.avance": (
        "Le coefficient d’avance exige {after}, au lieu de {before}",
        "The coefficient asks for a float of {after} instead of {before}",
    ),
    "settings.follow.rules": (
        "Empreinte des règles\u00a0: {after}, au lieu de {before}",
        "Digest of the rules: {after} instead of {before}",
    ),
    "settings.follow.approval": (
        "Programme non homologué pour ces règles\u00a0: la table serait une démonstration",
        "Program not approved for these rules: the table would be a demonstration",
    ),
    "settings.follow.jp1_return_1": (
        "JP1 rend {after} à un seul joueur, au lieu de {before}",
        "JP1 returns {after} to a single player instead of {before}",
    ),
    "settings.follow.jp1_return_7": (
        "JP1 rend {after} à sept joueurs, au lieu de {before}",
        "JP1 returns {after} to seven players instead of {before}",
    ),
    **{
        f"settings.follow.{spot}_return": (
            f"{SPOTS[spot].name[0]} rend {{after}}, au lieu de {{before}}",
            f"{SPOTS[spot].name[1]} returns {{after}} instead of {{before}}",
        )
        for spot in SIDES
    },
    "settings.follow.ceiling": (
        "Un retour dépasse {after}\u00a0: deux approbations (PM-05)",
        "A return is above {after}: two approvals (PM-05)",
    ),
    "settings.not_played": ("rien", "nothing"),
    "settings.no": ("Ce projet ne peut pas être proposé", "This draft cannot be proposed"),
    "settings.outcome.refused": ("Projet refusé par {person}", "Draft refused by {person}"),
    "settings.outcome.withdrawn": ("Projet retiré par {person}", "Draft withdrawn by {person}"),
    "settings.outcome.act": ("Acte de {person} refusé", "Act of {person} refused"),
}


def told(language: str) -> dict[str, str]:
    """The words of one language."""
    at = 0 if language == "fr" else 1
    return {key: words[at] for key, words in SETTINGS.items()}


REFUSED_FR: Final[dict[str, str]] = {
    "table_open": "{table} est ouverte\u00a0: rien n’y change que le maximum",
    "settings_busy": "l’acte précédent n’est pas encore écrit",
    "settings_coming": "réglages approuvés\u00a0: la table redémarre avec eux",
    "nothing_differs": "rien ne change",
    "no_draft": "aucun projet n’attend",
    "draft_waits": "le projet de {person} attend déjà",
    "setting_value": "{key}\u00a0: {value} n’est pas un choix permis",
    "badge_director": "badge du directeur responsable attendu",
    "jackpot_runs": "mise, parts et gains de JP1 ne changent pas tant que le jackpot tourne",
    "book_terms": "le jackpot garde les termes pour lesquels il fut ouvert",
    "other_book": "le jackpot ne prendrait pas cette table",
    "book_rules": "les tables de ce jackpot jouent d’autres règles que celles du projet",
    "book_role": "le jackpot attend cette table sous un autre nom",
    "book_simulated": "jackpot réel et cartes simulées ne vont pas ensemble",
    "book_version": "le jackpot est d’une autre version du programme",
    "book_unreachable": "le jackpot ne répond pas\u00a0: nul ne peut dire s’il prendrait la table",
    "does_not_load": "la table ne démarrerait pas\u00a0: un de ses fichiers est à revoir",
    "file_changed": "les réglages en vigueur ne sont plus ceux du projet\u00a0: à écrire de nouveau",
    "not_written": "le registre des réglages n’a pas pu être écrit\u00a0: {why}",
    "record_not_ours": "le registre des réglages n’est pas à la table ({why})\u00a0: appeler le technicien",
}
REFUSED_EN: Final[dict[str, str]] = {
    "table_open": "{table} is open: nothing changes there but the maximum",
    "settings_busy": "the act before is not written yet",
    "settings_coming": "settings approved: the table starts again under them",
    "nothing_differs": "nothing changes",
    "no_draft": "no draft waits",
    "draft_waits": "the draft of {person} waits already",
    "setting_value": "{key}: {value} is no choice there is",
    "badge_director": "badge of the casino director needed",
    "jackpot_runs": "bet, shares and prizes of JP1 do not change while the jackpot runs",
    "book_terms": "the jackpot keeps the terms that it was opened for",
    "other_book": "the jackpot would not take this table",
    "book_rules": "the tables of this jackpot play by other rules than those of the draft",
    "book_role": "the jackpot knows this table by another name",
    "book_simulated": "a real jackpot and simulated cards do not go together",
    "book_version": "the jackpot is of another version of the program",
    "book_unreachable": "the jackpot is not responding: nobody can say whether it would take the table",
    "does_not_load": "the table would not start: one of its files is to be looked at",
    "file_changed": "the settings in force are no longer those of the draft: write it anew",
    "not_written": "the record of the settings could not be written: {why}",
    "record_not_ours": "the record of the settings is not the table’s ({why}): call the technician",
}
