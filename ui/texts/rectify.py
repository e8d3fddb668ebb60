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
    "seats_to_settle": (
        "rectifiable quand tout est réglé, reste {seats}",
        "to be rectified once all is settled, {seats} left",
    ),
    "seat_not_settled": ("siège {seat} pas encore réglé", "seat {seat} is not settled yet"),
    "rectified_enough": (
        "siège {seat} déjà rectifié au plus",
        "seat {seat} rectified as often as may be",
    ),
    "decision_unknown": ("ce jeu n’a pas cette parole", "this game has no such decision"),
    "hand_to_tell": (
        "siège {seat}\u00a0: sa main est à dire aussi",
        "seat {seat}: its hand must be entered too",
    ),
    "two_cards_unknown": (
        "siège {seat}\u00a0: ses deux cartes sont inconnues, dire le montant",
        "seat {seat}: its two cards are unknown, tell the amount",
    ),
    "payment_inexact": ("impossible en jetons\u00a0: {nearest}", "no chips make it: {nearest}"),
    "payment_amount": ("montant à saisir", "amount to be keyed"),
    "payment_to_mend": (
        "un paiement se règle ou reste dû",
        "a payment is mended or stays owed",
    ),
    "card_not_keyed": (
        "seule une carte saisie à la main se corrige",
        "only a card keyed by hand is corrected",
    ),
    "two_equal_cards": (
        "deux cartes égales à l’écriture\u00a0: rien ne se calcule",
        "two equal cards on record: nothing can be computed",
    ),
    "two_best_hands": (
        "les deux meilleures mains\u00a0: procédure du comité (art. 55-20, 2°)",
        "the two best hands: the manager’s procedure (art. 55-20, 2°)",
    ),
    "ruled_void": (
        "siège {seat} nul, décidé à deux\u00a0: rien ne s’y calcule",
        "seat {seat} ruled void by two: nothing is computed there",
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

CONSOLE: Final[dict[str, tuple[str, str]]] = {
    "rectify": ("Rectifier", "Rectify"),
    "rectify.sub": ("un coup clos", "a closed round"),
    "rectify.seat": ("Rectifier siège {seat}", "Rectify seat {seat}"),
    "rectify.waits": ("siège {seat}, coup {round}", "seat {seat}, round {round}"),
    "rectify.name": ("Rectification", "Rectification"),
    "rectify.of": ("Rectification, coup {round}", "Rectification, round {round}"),
    "rectify.title": (
        "Rectification · coup {round} · siège {seat}",
        "Rectification · round {round} · seat {seat}",
    ),
    "rectify.head": ("Coup {round} · siège {seat}", "Round {round} · seat {seat}"),
    "rectify.older": ("Un coup plus ancien", "An older round"),
    "rectify.older.sub": ("de {first} à {last}", "{first} to {last}"),
    "rectify.older.text": (
        "Son numéro, depuis le {first}\u202f; la feuille du coup suit.",
        "Its number, from {first} on; the round follows.",
    ),
    "rectify.older.asked": ("Coup {round} demandé à la table.", "The table is asked for round {round}."),
    "rectify.older.none": (
        "Le coup {round} n’est pas un coup réglé de cette séance.",
        "Round {round} is no settled round of this session.",
    ),
    "rectify.older.number": ("le numéro du coup", "the number of the round"),
    "act.recall": ("OUVRIR\nLE COUP", "OPEN\nTHE ROUND"),
    "rectify.rounds": ("Rectifier un coup clos", "Rectify a closed round"),
    "rectify.rounds.text": (
        "Le coup n’est jamais rouvert. Un chef propose, le comité approuve, ni l’un ni l’autre le croupier.",
        "The round is never reopened. A floor supervisor proposes, a manager approves, not the dealer.",
    ),
    "rectify.round.sub": ("{time} · sièges : {count}", "{time} · seats: {count}"),
    "mark.rectified": ("rectifié depuis", "rectified since"),
    "letter.mark.rectified": ("±", "±"),
    "rectify.sum": ("Rectifications\u00a0: {count}", "Rectifications: {count}"),
    "rectify.seats": ("Coup {round}\u00a0: quel siège\u202f?", "Round {round}: which seat?"),
    "rectify.seats.text": ("Réglé sur cette écriture\u00a0:", "Settled on this record:"),
    "rectify.mistake.text": ("Qu’est-ce qui a été écrit à tort\u202f?", "What was recorded wrongly?"),
    "rectify.decision": ("La parole", "The decision"),
    "rectify.decision.text": ("Ce que le joueur a vraiment fait.", "What the player really did."),
    "rectify.stake": ("Les mises", "The bets"),
    "rectify.stake.text": (
        "Les mises comme elles étaient vraiment posées.",
        "The bets as they really lay there.",
    ),
    "rectify.payment": ("Le paiement", "The payment"),
    "rectify.payment.sub": ("payé autrement qu’affiché", "paid otherwise than shown"),
    "rectify.payment.text": (
        "L’écriture est juste, les jetons non\u00a0: ce qui manque au joueur, ou ce qu’il a eu de trop.",
        "The record is right, the chips were not: what the player lacks, or had too much.",
    ),
    "rectify.paid.less": ("payé de moins", "paid too little"),
    "rectify.paid.more": ("payé de trop", "paid too much"),
    "rectify.hand": ("La main dite", "The hand entered"),
    "rectify.hand.text": ("La main comme elle était vraiment.", "The hand as it really was."),
    "rectify.card": ("Une carte saisie", "A keyed card"),
    "rectify.card.text": ("Quelle carte a été saisie à tort\u202f?", "Which card was keyed wrongly?"),
    "rectify.fold": ("couché", "folded"),
    "rectify.recorded": ("écrit", "recorded"),
    "rectify.next": ("Suite", "Next"),
    "rectify.reason.text": ("Comment l’erreur est-elle apparue\u202f?", "How did the error come to light?"),
    "rectify.reason.keying": ("Erreur de saisie", "Keying error"),
    "rectify.reason.claim": ("Réclamation du joueur", "The player’s claim"),
    "rectify.reason.images": ("Vu aux images", "Seen on the video"),
    "rectify.reason.count": ("Écart de caisse", "Cash difference"),
    "rectify.pay": ("À payer", "To pay"),
    "rectify.take": ("À reprendre", "To take back"),
    "rectify.even": ("Rien à régler", "Nothing to settle"),
    "rectify.same": ("inchangé", "unchanged"),
    "rectify.sealed": ("Main restée cachée", "Hand still hidden"),
    "rectify.sealed.text": ("montant à l’approbation", "amount once approved"),
    "rectify.awaits.chef": ("badge d’un chef attendu", "floor badge awaited"),
    "rectify.awaits.two": ("badge du comité attendu", "manager’s badge awaited"),
    "rectify.approved": ("approuvé\u00a0: {person}", "approved: {person}"),
    "rectify.row.true": ("Corrigé", "Corrected"),
    "rectify.row.reason": ("Motif", "Reason"),
    "rectify.row.asked": ("Demandé par", "Asked by"),
    "rectify.row.awaits": ("Attend", "Awaits"),
    "rectify.row.approved": ("Approuvé par", "Approved by"),
    "rectify.row.others": ("Change aussi les sièges", "Changes also seats"),
    "rectify.before_after": ("Réglé → corrigé", "Settled → corrected"),
    "rectify.approve": ("Approuver", "Approve"),
    "rectify.reject": ("Rejeter\u00a0: l’écriture reste", "Reject: the record stands"),
    "rectify.withdraw": ("Retirer la demande", "Withdraw the request"),
    "rectify.moved.by_hand": ("Réglé au tapis maintenant", "Settled on the felt now"),
    "rectify.moved.already": ("Le tapis était déjà juste", "The felt was right already"),
    "rectify.moved.left": ("Joueur parti", "The player has left"),
    "act.ApproveRectification": ("APPROUVER\nRECTIFICATION", "APPROVE\nRECTIFICATION"),
    "act.rectify.pay": ("SIÈGE {seat}\n→ PAYÉ {amount}", "SEAT {seat}\n→ PAID {amount}"),
    "act.rectify.take": ("SIÈGE {seat}\n→ REPRIS {amount}", "SEAT {seat}\n→ TAKEN {amount}"),
}
