"""The words of incident reports: the form, its choices, why one is refused.

Each key has its French words, then its English words, with the same facts in braces.
"""

from __future__ import annotations

from typing import Final

REFUSED: Final[dict[str, tuple[str, str]]] = {
    "hands_open": ("mains ouvertes\u00a0: comité et images", "hands are open: manager and video"),
    "prize_shown": ("lot JP1 ouvert, siège {seat}", "JP1 prize open, seat {seat}"),
    "incident_seat": ("quel siège\u202f?", "which seat?"),
    "card_not_open": ("cette carte n’est pas ouverte", "this card does not lie open"),
    "incident_count": (
        "{count} carte{count:|s}\u00a0: {most} au plus",
        "{count} card{count:|s}: {most} at most",
    ),
    "incidents_full": ("{most} rapports déjà faits", "{most} reports made already"),
    "no_such_incident": ("aucun rapport n° {number}", "no report no. {number}"),
    "incident_unsigned": (
        "rapport n° {number} à signer par un chef",
        "report no. {number}: floor supervisor to sign",
    ),
    "badge_witness": ("badge du témoin attendu", "the witness’s badge is awaited"),
    "signed_already": ("vous avez déjà signé", "you have signed already"),
}

INCIDENTS: Final[dict[str, tuple[str, str]]] = {
    "incident.report": ("Rapport\nd’incident", "Incident\nreport"),
    "incident.caption": ("Rapport d’incident", "Incident report"),
    "incident.new": ("Nouveau rapport", "New report"),
    "incident.waiting": ("à signer\u00a0: {count}", "to sign: {count}"),
    "incident.step": ("{at} sur {of} · {what}", "{at} of {of} · {what}"),
    "incident.back": ("Revenir d’une question", "Back one question"),
    "incident.incident": ("Que s’est-il passé", "What happened"),
    "incident.incident.text": (
        "Le rapport va au journal. Il ne retient pas le coup.",
        "The report goes to the journal. It does not hold the round.",
    ),
    "incident.seat": ("Siège", "Seat"),
    "incident.seat.text": ("À quelle place, s’il y en a une.", "At which seat, if any."),
    "incident.seat.none": ("Aucun siège", "No seat"),
    "incident.place": ("Carte ouverte", "Open card"),
    "incident.place.text": (
        "Seule une carte ouverte peut être nommée.",
        "Only a card that lies open can be named.",
    ),
    "incident.place.none": ("Aucune carte", "No card"),
    "incident.finding": ("Constaté", "Found"),
    "incident.finding.text": ("Comment cela a été constaté.", "How it came to light."),
    "incident.deck": ("Jeu", "Deck"),
    "incident.deck.text": ("La couleur du dos des cartes.", "The color of the backs."),
    "incident.deck.none": ("Pas de jeu", "No deck"),
    "incident.count": ("Cartes comptées", "Cards counted"),
    "incident.count.text": ("Combien de cartes ce jeu a maintenant.", "How many cards this deck has now."),
    "incident.count.none": ("Pas compté", "Not counted"),
    "incident.measure": ("Mesure", "Measure"),
    "incident.measure.text": ("Ce qui a été fait aussitôt.", "What was done at once."),
    "incident.review": ("Relire et enregistrer", "Read and enter"),
    "incident.review.text": (
        "Le gros bouton enregistre le rapport, avec l’heure et le coup.",
        "The big button enters the report, with time and round.",
    ),
    "incident.images": (
        "Conservation des images demandée",
        "Video hold requested",
    ),
    "incident.reports": ("Rapports de la séance", "Reports of the session"),
    "incident.reports.text": (
        "Chaque témoin signe avec son badge\u202f; un chef répond du rapport.",
        "Each witness signs with his badge; a floor supervisor answers for the report.",
    ),
    "incident.number": ("N° {number} · {what}", "No. {number} · {what}"),
    "incident.signed": ("signé par un chef", "signed by a floor supervisor"),
    "incident.unsigned": ("à signer par un chef", "a floor supervisor is to sign"),
    "incident.badge": ("badge du témoin ou du chef", "badge of the witness or floor supervisor"),
    "act.ReportIncident": ("ENREGISTRER\nLE RAPPORT", "ENTER\nTHE REPORT"),
    "act.SignIncident": ("SIGNER\nLE RAPPORT", "SIGN\nTHE REPORT"),
    "finding.in_play": ("En cours de jeu", "In play"),
    "finding.player": ("Signalé par un joueur", "Reported by a player"),
    "finding.shuffler_count": ("Compte du mélangeur", "Count of the shuffler"),
    "finding.hand_count": ("Compte à la main", "Count by hand"),
    "finding.examination": ("Examen des cartes", "Cards examined"),
    "finding.images": ("Vu aux images", "Seen on video"),
    "measure.played_on": ("Le jeu continue", "Play goes on"),
    "measure.round_voided": ("Coup nul", "Round voided"),
    "measure.stake_held": ("Mise retenue", "Bet held"),
    "measure.card_kept": ("Carte mise sous pli", "Card put in an envelope"),
    "measure.deck_removed": ("Jeu retiré", "Deck taken away"),
    "measure.table_closed": ("Table fermée", "Table closed"),
}
"""The form, its choices and its signatures; `hold.*` names what happened."""
