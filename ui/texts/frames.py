"""The words of the frame log: what became of a frame, and of the line itself.

Each key has its French words, then its English words.
"""

from __future__ import annotations

from typing import Final

FRAMES: Final[dict[str, tuple[str, str]]] = {
    "frames.title": ("Dernières trames", "Last frames"),
    "frames.note": ("octets de carte masqués avant écriture", "card bytes masked before they are written"),
    "frames.returns": ("{count} retour{count:|s}", "{count} return{count:|s}"),
    "frames.failed": (
        "Journal des trames non écrit, {tables}\u00a0: {why}. Le jeu n’en dépend pas.",
        "Frame log not written, {tables}: {why}. The game does not depend on it.",
    ),
    "frames.full": ("disque plein", "the disk is full"),
    "frames.read_only": ("disque en lecture seule", "the disk is read-only"),
    "frames.forbidden": ("écriture interdite", "writing is forbidden"),
    "frames.no_folder": ("dossier absent", "its folder is gone"),
    "frames.broken": ("erreur du disque", "the disk has an error"),
    "frame.card_drawn": ("carte lue, octets masqués", "card read, bytes masked"),
    "frame.card_unreadable": ("carte illisible", "card unreadable"),
    "frame.card_again": ("carte renvoyée, octets masqués", "card sent again, bytes masked"),
    "frame.cut_card": ("carte de coupe", "cut card"),
    "frame.shoe_state": ("état du sabot", "state of the shoe"),
    "frame.deck_ended": ("sabot vide", "deck at its end"),
    "frame.shuffler_state": ("état du mélangeur", "state of the shuffler"),
    "frame.shuffler_jam": ("bourrage", "jam"),
    "frame.shuffler_shown_empty": ("montré vide", "shown empty"),
    "frame.deck_order": ("ordre du jeu, refusé sans être lu", "order of the deck, refused unread"),
    "frame.fault": ("erreur", "fault"),
    "frame.fault_cleared": ("erreur levée", "fault cleared"),
    "frame.status": ("message", "message"),
    "frame.temperature": ("température", "temperature"),
    "frame.hello": ("appel", "call"),
    "frame.welcome": ("réponse à l’appel", "answer to the call"),
    "frame.ack": ("accusé", "acknowledged"),
    "frame.acknowledged": ("accusé", "acknowledged"),
    "frame.refused": ("refusé", "refused"),
    "frame.lock_shoe": ("verrou demandé", "lock asked for"),
    "frame.show_empty": ("demande de le montrer vide", "asked to be shown empty"),
    "frame.repeated": ("répétée, ignorée", "repeated, ignored"),
    "frame.out_of_order": ("hors suite, jetée", "out of order, thrown away"),
    "frame.stranger": ("d’un inconnu, jetée", "of a stranger, thrown away"),
    "frame.malformed": ("incomprise, jetée", "not understood, thrown away"),
    "frame.unknown": ("inconnue, jetée", "unknown, thrown away"),
    "frame.copies_disagree": ("copies différentes, jetée", "copies differ, thrown away"),
    "frame.damaged": ("abîmée, jetée", "damaged, thrown away"),
    "frame.silence": ("silence", "silence"),
    "frame.no_answer": ("pas de réponse", "no answer"),
    "frame.resumed": ("reprise, rien de perdu", "resumed, nothing lost"),
    "frame.line_up": ("en ligne", "on the line"),
    "frame.line_degraded": ("en retard", "late"),
    "frame.line_lost": ("perdu", "lost"),
    "frame.line_absent": ("port ou câble absent", "port or cable gone"),
    "frame.started": ("programme démarré", "program started"),
}


def told(language: str) -> dict[str, str]:
    """These words in one language."""
    at = ("fr", "en").index(language)
    return {key: both[at] for key, both in FRAMES.items()}
