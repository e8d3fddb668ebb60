"""The words of the machines' sheet: what is counted on their lines, and what they said last.

Each key has its French words, then its English words, with the same facts in braces.
"""

from __future__ import annotations

from typing import Final

MACHINES: Final[dict[str, tuple[str, str]]] = {
    "devices.title": ("État des appareils", "Machine status"),
    "devices.open": ("Appareils, ouvrir l’état", "Machines, open their status"),
    "devices.machine": ("Appareil", "Machine"),
    "devices.state": ("État", "State"),
    "devices.since": ("Depuis", "Since"),
    "devices.retries": ("Répétés", "Retries"),
    "devices.damaged": ("Erreurs", "Errors"),
    "devices.returns": ("Retours", "Returns"),
    "devices.latency": ("Réponse", "Answer"),
    "devices.words": ("Derniers mots", "Last message"),
    "devices.answer": ("{last} · {slow}\u00a0ms", "{last} · {slow}\u00a0ms"),
    "devices.line": ("réponse {answer}", "answer {answer}"),
    "devices.line.retries": ("répétés {count}", "retries {count}"),
    "devices.line.damaged": ("erreurs {count}", "errors {count}"),
    "devices.line.reconnections": ("retours {count}", "returns {count}"),
    "devices.note": (
        "Erreurs\u00a0: trames abîmées ou fronts perdus. Réponse\u00a0: la dernière · la plus lente"
        " de 99\u00a0%. Comptés depuis le démarrage.",
        "Errors: damaged frames or lost edges. Answer: the last · the slowest of 99\u00a0%."
        " Counted since the start.",
    ),
    "word.welcome": ("salut", "greeting"),
    "word.rebooted": ("redémarré", "restarted"),
    "word.shuffler_state": ("état", "state"),
    "word.shuffler_jam": ("bourrage", "jam"),
    "word.shuffler_shown_empty": ("montré vide", "shown empty"),
    "word.shoe_state": ("état", "state"),
    "word.card_drawn": ("carte", "card"),
    "word.card_unreadable": ("carte illisible", "unreadable card"),
    "word.temperature": ("température", "temperature"),
    "word.cut_card": ("carte de coupe", "cut card"),
    "word.deck_ended": ("sabot vide", "deck at its end"),
    "word.fault": ("erreur", "error"),
    "word.fault_cleared": ("erreur levée", "error cleared"),
    "word.status": ("message", "message"),
    "word.card_in": ("badge mis", "badge in"),
    "word.card_out": ("badge retiré", "badge out"),
    "word.card_signed": ("badge prouvé", "badge proved"),
    "word.card_silent": ("badge muet", "badge silent"),
    "word.card_strange": ("objet inconnu", "unknown object"),
    "word.chip_on": ("jeton {seat}", "chip {seat}"),
    "word.chip_off": ("libre {seat}", "free {seat}"),
}
