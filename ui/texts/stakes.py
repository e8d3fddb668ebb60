"""The words of stakes that stood before: to be confirmed, confirmed, or closed over."""

from __future__ import annotations

from typing import Final

STAKES: Final[dict[str, tuple[str, str]]] = {
    "note.complete": ("Confirmé", "Confirmed"),
    "note.hollow": ("À confirmer", "To confirm"),
    "note.waits": ("JP1 attend\nles mises", "JP1 waits for\nthe stakes"),
    "note.waits.short": ("JP1 attend", "JP1 waits"),
    "note.entered": ("Saisie gardée", "Entry kept"),
    "back.unsaved": ("sans valider", "not confirmed"),
    "as_before.of": ("{seats} · {amount}", "{seats} · {amount}"),
    "close_so": ("Fermer ainsi", "Close like this"),
    "close_so.seats": ("sièges misés\u00a0: {count}", "seats staked: {count}"),
    "as_before": ("comme avant", "as before"),
    "wait.bets.hollow": ("Les mises à confirmer", "Stakes to confirm"),
    "row.confirmed": ("Confirmé", "Confirmed"),
    "row.confirmed.of": ("{count} sur {of}", "{count} of {of}"),
    "row.waits": ("JP1 en attente", "JP1 waiting"),
    "act.ConfirmRest": ("MISES\nCOMME AVANT", "STAKES\nAS BEFORE"),
    "undo.confirmed": ("mises confirmées, siège {seat}", "confirmed stakes, seat {seat}"),
    "undo.confirmed.all": ("mises comme avant", "stakes as before"),
}
