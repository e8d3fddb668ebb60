"""What the house's figures ask a person to look into, in words, and why it is put away; French, English."""

from __future__ import annotations

from typing import Final

NOTICES: Final = {"A-305": "finding.late"}
"""Findings that bear a code, as alarms do: the text of each, by its code (screens, section 8.2)."""
FINDINGS: Final[dict[str, tuple[str, str]]] = {
    "finding.look": ("Voir la courbe", "See the plot"),
    "finding.aside": ("Écarter", "Put away"),
    "finding.aside.says": ("Écarter\u00a0: {title}, {table}", "Put away: {title}, {table}"),
    "finding.back": ("Retour", "Back"),
    "finding.why.checked": ("Vérifié", "Checked"),
    "finding.why.explained": ("Expliqué", "Explained"),
    "finding.why.passed_on": ("Transmis", "Passed on"),
    "finding.retries": ("Ligne d’appareil à vérifier", "Line of a machine to be checked"),
    "finding.retries.text": (
        "Reprises de la séance, {machine}\u00a0: {rate} de {frames} messages, seuil 1\u00a0%.",
        "Repeated in this session, {machine}: {rate} of {frames} messages, limit 1\u00a0%.",
    ),
    "finding.look.says": ("Voir la courbe\u00a0: {title}, {table}", "See the plot: {title}, {table}"),
    "finding.chain": ("Voir les chaînes", "See the chains"),
    "finding.chain.says": ("Voir les chaînes\u00a0: {title}, {table}", "See the chains: {title}, {table}"),
    "finding.late": ("Témoin non signé", "Witness not signed"),
    "finding.late.text": (
        "Rien de signé depuis {time}\u00a0: la table, sa liaison ou le témoin. Prévenir la technique.",
        "Nothing signed since {time}: the table, its line or the witness. Tell the technician.",
    ),
    "finding.copied": ("Journal en double", "Journal there twice"),
    "finding.copied.text": (
        "{file} est le même journal que {of}\u00a0: il compte une fois. Prévenir la technique.",
        "{file} is the same journal as {of}: it counts once. Tell the technician.",
    ),
    "finding.failed": ("Défaut du programme de la maison", "Fault of the house’s program"),
    "finding.failed.text": (
        "{time}\u00a0: une question sans réponse ({question}, {times}×)\u202f; le reste répond. Prévenir la "
        "technique.",
        "{time}: one question without answer ({question}, {times}×); all else is. Tell the technician.",
    ),
    "finding.unread": ("JOURNAL NON LU", "JOURNAL NOT READ"),
    "finding.unread.text": (
        "Depuis {time}, séance {session}\u00a0: rien après l’écriture {seq}, par un défaut du programme. "
        "La table joue. Prévenir la technique.",
        "Since {time}, session {session}: nothing after entry {seq}, by a fault of the program. "
        "The table plays. Tell the technician.",
    ),
    "finding.house": ("Maison", "House"),
    "finding.refused": ("LE JOURNAL CONTREDIT LE TÉMOIN", "THE JOURNAL CONTRADICTS ITS WITNESS"),
    "finding.refused.text": (
        "Séance {session}, écriture {seq}\u00a0: la table dit un autre passé qu’avant. Ne pas toucher à "
        "son disque.",
        "Session {session}, entry {seq}: the table tells another past than before. Leave its disk as it is.",
    ),
    "finding.altered": ("JOURNAL ALTÉRÉ", "JOURNAL ALTERED"),
    "finding.altered.text": (
        "Séance {session}\u00a0: l’écriture {seq} ne découle pas des précédentes. Ne pas toucher à son"
        " disque.",
        "Session {session}: entry {seq} does not follow from those before. Leave its disk as it is.",
    ),
    "finding.result": ("Résultat à revoir", "Result to be reviewed"),
    "finding.result.text": (
        "{bank} cette séance, attendu {expected}\u00a0: {sigmas}, au-delà de 4\u00a0σ.",
        "{bank} this session, {expected} expected: {sigmas}, beyond 4\u00a0σ.",
    ),
    "finding.hands": ("Combinaisons de la banque à examiner", "Hands of the bank to be looked into"),
    "finding.hands.text": (
        "{found}, sur {hands} mains\u00a0: moins d’un test sur 10 000 d’un mélange honnête.",
        "{found}, of {hands} hands: less than one test in 10,000 of an honest shuffle.",
    ),
    "finding.cards": ("Cartes à examiner, vérifier le mélangeur", "Cards to be looked into: the shuffler"),
    "finding.cards.text": (
        "{found}, en {hands} coups\u00a0: moins d’un test sur 10 000 d’un jeu honnête.",
        "{found}, in {hands} rounds: less than one test in 10,000 of an honest deck.",
    ),
    "finding.seat": ("Mains d’une place à examiner", "Hands of a seat to be looked into"),
    "finding.seat.text": (
        "{found}, sur {hands} mains avec JP1\u00a0: moins d’un test sur 10 000.",
        "{found}, of {hands} hands with JP1: less than one test in 10,000.",
    ),
    "finding.pace": ("Cadence sous 70\u00a0% de la cible", "Pace under 70\u00a0% of the target"),
    "finding.pace.text": (
        "{rate} coups par heure depuis 30 minutes, cible {target}.",
        "{rate} rounds an hour for 30 minutes, target {target}.",
    ),
}
