"""The words of slips, orphelins and the inspector's recall: French, then English, with the same facts."""

from __future__ import annotations

from typing import Final

PAPERS: Final[dict[str, tuple[str, str]]] = {
    "slip.waiting": ("Bordereau à signer", "Slip to sign"),
    "slip.short": ("Bordereau", "Slip"),
    "slip.shortest": ("Bord.", "Slip"),
    "slips.cashier": ("{slips} · badge du caissier", "{slips} · cashier’s badge"),
    "slips.sign": ("{slips} · à signer", "{slips} · to be signed"),
    "slips.book": ("{slips} · attend le jackpot", "{slips} · jackpot awaited"),
    "act.SignSlip": ("Signer\n{slip}", "Sign\n{slip}"),
    "line.slips": ("Bordereaux signés", "Slips signed"),
    "rules.start": ("Départ du jackpot", "Jackpot starts at"),
    "rules.stake": ("Mise JP1", "JP1 bet"),
    "rules.share": ("Part au jackpot", "Share to the jackpot"),
    "inspect": ("Contrôle", "Inspection"),
    "inspect.sub": ("lecture seule", "read only"),
    "inspect.title": (
        "Contrôle · {person} · écriture {seq}",
        "Inspection · {person} · entry {seq}",
    ),
    "orphan": ("Orphelins", "Orphan bets"),
    "orphan.sub": ("mise non réclamée", "bet nobody claims"),
    "orphan.title": ("Orphelins", "Orphan bets"),
    "orphan.text": ("Où a-t-elle été trouvée\u202f?", "Where was it found?"),
    "orphan.place": ("dites où elle a été trouvée", "say where it was found"),
    "orphan.booked": ("Inscrits dans la séance", "Booked in this session"),
    "act.BookOrphan": ("INSCRIRE\nL’ORPHELIN", "BOOK THE\nSTAKE"),
    "orphan.felt": ("Sur le tapis", "On the felt"),
    "orphan.seat_left": ("Place quittée", "A seat left"),
    "orphan.jp1_spot": ("Case JP1", "JP1 spot"),
    "orphan.floor": ("Au sol", "On the floor"),
    "orphan.machine": ("Mélangeur, sabot", "Shuffler, shoe"),
}

REFUSED_FR: Final[dict[str, str]] = {"orphan_amount": "montant à saisir"}
REFUSED_EN: Final[dict[str, str]] = {"orphan_amount": "amount to be keyed"}
