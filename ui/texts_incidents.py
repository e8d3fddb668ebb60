"""The words of incident reports: the form, its choices, why one is refused.

Each key has its French words, then its English words, with the same facts in braces.
"""

from __future__ import annotations

from typing import Final

REFUSED: Final[dict[str, tuple[str, str]]] = {
    "incident_seat": ("quel siège ?", "which seat?"),
    "card_not_open": ("cette carte n’est pas ouverte", "this card does not lie open"),
    "incident_count": ("{count} cartes\u00a0: {most} au plus", "{count} cards: {most} at most"),
    "incidents_full": ("{most} rapports déjà faits", "{most} reports made already"),
    "no_such_incident": ("aucun rapport n° {number}", "no report no. {number}"),
    "incident_unsigned": ("rapport n° {number} à signer par un chef", "report no. {number}: chief to sign"),
    "badge_witness": ("badge du témoin attendu", "the witness’s badge is awaited"),
    "signed_already": ("vous avez déjà signé", "you have signed already"),
}
