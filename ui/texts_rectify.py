"""The words of rectifications: French, then English, with the same facts (AC-10, RP-21)."""

from __future__ import annotations

from typing import Final

REFUSED: Final[dict[str, tuple[str, str]]] = {
    "rectification_open": (
        "rectification en attente\u00a0: siège {seat}, coup {round}",
        "a rectification waits: seat {seat}, round {round}",
    ),
    "rectification_due": (
        "différence à régler\u00a0: siège {seat}, coup {round}",
        "a difference to settle: seat {seat}, round {round}",
    ),
    "rectify_between": (
        "un coup clos se rectifie entre deux coups",
        "a closed round is rectified between rounds",
    ),
    "round_not_kept": (
        "le coup {round} n’est pas rectifiable ici",
        "round {round} cannot be rectified here",
    ),
    "seat_not_settled": ("siège {seat} pas encore réglé", "seat {seat} is not settled yet"),
    "rectified_enough": (
        "siège {seat} déjà rectifié au plus",
        "seat {seat} rectified as often as may be",
    ),
    "decision_unknown": ("ce jeu n’a pas cette parole", "this game has no such decision"),
    "hand_to_tell": (
        "siège {seat}\u00a0: sa main est à dire aussi",
        "seat {seat}: its hand must be told too",
    ),
    "payment_amount": ("montant à saisir", "amount to be keyed"),
    "payment_to_mend": (
        "un paiement se règle ou reste dû",
        "a payment is mended or stays owed",
    ),
    "card_not_keyed": (
        "seule une carte saisie à la main se corrige",
        "only a card keyed by hand is corrected",
    ),
    "card_clash": (
        "cette carte est ailleurs dans le coup",
        "this card lies elsewhere in the round",
    ),
    "two_best_hands": (
        "les deux meilleures mains\u00a0: procédure du comité (art. 55-20, 2°)",
        "the two best hands: the comité’s procedure (art. 55-20, 2°)",
    ),
    "jp1_changes": (
        "JP1 en serait changé, siège {seat}\u00a0: écriture du compteur (PM-08)",
        "JP1 would change, seat {seat}: an entry of the meter (PM-08)",
    ),
    "nothing_to_rectify": (
        "rien ne change\u00a0: l’écriture est juste",
        "nothing changes: the record is right",
    ),
}

OF_THE_HOUSE: Final[dict[str, tuple[str, str]]] = {
    "flag.rectified": ("rectifié", "rectified"),
    "flag.rectified.by": ("rect. {amount}", "rect. {amount}"),
    "kind.rectified": ("rectifications", "rectified"),
    "replay.rectified": ("Rectifié\u00a0: {told}", "Rectified: {told}"),
    "replay.rectified.one": (
        "siège {seat} {amount} ({person}, {time})",
        "seat {seat} {amount} ({person}, {time})",
    ),
}
