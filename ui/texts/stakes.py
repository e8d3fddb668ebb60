"""The words of stakes that stood before: to be confirmed, confirmed, or closed over."""

from __future__ import annotations

from typing import Final

STAKES: Final[dict[str, tuple[str, str]]] = {
    "note.complete": ("Confirmé", "Confirmed"),
    "note.hollow": ("À confirmer", "To confirm"),
    "note.waits": ("JP1 attend\nles mises", "JP1 waits for\nthe bets"),
    "note.waits.short": ("JP1 attend", "JP1 waits"),
    "note.entered": ("Saisie gardée", "Entry kept"),
    "back.unsaved": ("sans valider", "not confirmed"),
    "close_so": ("Fermer ainsi", "Close like this"),
    "close_so.seats": ("sièges\u00a0: {count}", "seats: {count}"),
    "as_before": ("comme avant", "as before"),
    "wait.bets.hollow": ("Les mises à confirmer", "Bets to confirm"),
    "row.confirmed.of": ("Confirmé\u00a0: {count} sur {of}", "Confirmed: {count} of {of}"),
    "why.hollow": ("à confirmer\u00a0: {seats}", "to confirm: {seats}"),
    "row.waits": ("JP1 en attente", "JP1 waiting"),
    "act.ConfirmRest": ("Mises comme avant", "Bets as before"),
    "undo.confirmed": ("mises confirmées, siège {seat}", "confirmed bets, seat {seat}"),
    "undo.confirmed.all": ("mises comme avant", "bets as before"),
}
