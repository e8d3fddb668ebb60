"""The words of a void: armed and confirmed, and the refunds, seat by seat. French first, then English."""

from __future__ import annotations

from typing import Final

VOIDING: Final[dict[str, tuple[str, str]]] = {
    "armed.caption": ("Coup nul armé à {time}, {person}", "Void armed at {time}, {person}"),
    "armed.text": (
        "La touche claire confirme. Toutes les mises sont alors rendues, siège par siège.",
        "The light key confirms. Every bet is then returned, seat by seat.",
    ),
    "armed.text.comite": (
        "Le board est commencé et JP1 est en jeu\u00a0: un membre du comité confirme, "
        "une autre personne que {person}.",
        "The board has begun and JP1 is in play: a casino manager confirms, somebody else than {person}.",
    ),
    "armed.text.lost": (
        "La clé des cartes est perdue\u00a0: un membre du comité confirme, une autre personne que {person}.",
        "The key of the cards is lost: a casino manager confirms, somebody else than {person}.",
    ),
    "disarm": ("Désarmer", "Disarm"),
    "disarm.sub": ("le coup reste gelé", "the round stays on hold"),
    "refund": ("Rembourser", "Refund"),
    "refunded": ("Remboursé", "Refunded"),
    "refund.short": ("Rendre", "Refund"),
    "refunded.short": ("Rendu", "Refunded"),
    "refund.stakes": ("{count} mise{count:|s}", "{count} bet{count:|s}"),
    "refund.carried": ("reporté", "carried"),
    "refund.ante": ("Ante payée", "Ante paid"),
    "refund.ante.back": ("à reprendre", "take back"),
    "refund.title": ("COUP ANNULÉ – REMBOURSEZ CHAQUE SIÈGE", "ROUND VOID – REFUND EVERY SEAT"),
    "refund.by": ("{first} et {second}, {time}", "{first} and {second}, {time}"),
    "refund.dealer": ("Coup\nannulé", "Round\nvoid"),
    "refund.hidden.short": ("cachées", "hidden"),
    "refund.hidden": ("cartes restées cachées", "cards stay hidden"),
    "refund.count": ("{done} sur {of}", "{done} of {of}"),
    "refund.left": ("sièges remboursés, reste {amount}", "seats refunded, {amount} left"),
    "refund.left.back": (
        "sièges, reste {amount} à rendre, {back} à prendre",
        "seats, {amount} left to give, {back} to take",
    ),
    "refund.jp1": ("{count} mises JP1 reportées à la redonne", "{count} JP1 bets carried to the new deal"),
    "jp1.chip.row": ("Jeton JP1", "JP1 chip"),
    "jp1.chip.give": ("à rendre", "give back"),
    "jp1.chip.back": ("Rendre JP1", "Return JP1"),
    "jp1.chip.back.done": ("JP1 rendu", "JP1 returned"),
    "jp1.chip.take": ("Reprendre JP1", "Take JP1"),
    "jp1.chip.take.done": ("JP1 repris", "JP1 taken"),
    "jp1.return": ("RENDEZ {amount} DE JP1 AU SIÈGE {seat}", "GIVE {amount} OF JP1 BACK TO SEAT {seat}"),
    "jp1.return.sub": (
        "Le joueur part après un coup annulé\u00a0: sa mise JP1 reportée lui est rendue.",
        "The player leaves after a void: the JP1 bet that was carried is returned.",
    ),
    "jp1.return.done": ("Rendu", "Returned"),
    "refund.jp1.one": ("1 mise JP1 reportée à la redonne", "1 JP1 bet carried to the new deal"),
}
