"""What the entries of a journal tell that cannot have been, by `controller.journal.audit`: French, English.

Forms for `controller.cli.journal_findings`, which says what stands for `{seat}` and the like.
"""

from __future__ import annotations

from typing import Final

PLAYED: Final[tuple[tuple[str, str], ...]] = (
    # cards and rounds
    (
        "retourne à {place} une carte qui n’y a jamais été scellée",
        "turns up a card at {place} that was never sealed",
    ),
    (
        "la carte retournée ({place}) n’est pas celle qui a été donnée là",
        "the card turned up at {place} is not the one sealed there",
    ),
    (
        "le coup {round}, donne {deal}, s’ouvre alors qu’on attend\u00a0: {wanted}",
        "round {round}, deal {deal} is opened, where {wanted} is to come",
    ),
    (
        "le coup {round}, donne {deal}, se termine sans être en cours",
        "round {round}, deal {deal} ends and is not under way",
    ),
    (
        "une carte du coup {round}, donne {deal}, qui n’est pas en cours",
        "a card of round {round}, deal {deal}, not under way",
    ),
    (
        "des cartes du coup {round}, donne {deal}, qui n’est pas en cours",
        "cards of round {round}, deal {deal}, which is not under way",
    ),
    (
        "la carte enregistrée est corrigée sans qu’une main ait été refusée pour cela",
        "the record of cards is corrected, and no claim was refused for its hand",
    ),
    (
        "la carte corrigée à {place} n’est pas celle qui y a été retournée",
        "the record corrected at {place} is not what was turned up there",
    ),
    (
        "la carte {card} est à {times} places de cette donne, et des places sont réglées",
        "the {card} lies at {times} places of this deal, and seats are settled",
    ),
    (
        "elle garde des têtes qu’aucune autre table de sa salle ne signe",
        "it tells heads that no other table of its room signs",
    ),
    # stakes and settlement
    (
        "les mises s’ouvrent avant le remboursement de la place {seat}",
        "bets open before seat {seat} is refunded",
    ),
    (
        "la place {seat} mise, sans mises principales dans cette donne",
        "seat {seat} bets and laid no main bets in this deal",
    ),
    (
        "la place {seat} reprend une mise qu’elle n’a pas faite",
        "seat {seat} takes back a bet that it did not make",
    ),
    ("la place {seat} est réglée deux fois", "seat {seat} is settled twice"),
    (
        "la place {seat} est réglée sans mises principales dans cette donne",
        "seat {seat} is settled and laid no main bets in this deal",
    ),
    (
        "la place {seat} est réglée sur d’autres mises que les siennes",
        "seat {seat} is settled on other stakes than it laid",
    ),
    (
        "la place {seat} est réglée sur une autre mise JP1 que celle du livre",
        "seat {seat} is settled on another JP1 stake than the book has of it",
    ),
    ("rendu et pris ne font pas la mise sur {spot}", "returned and taken are not the stake on {spot}"),
    (
        "{spot} est réglé par {rule}, une règle d’un autre emplacement",
        "{spot} is settled by {rule}, a rule of another spot",
    ),
    (
        "la place {seat} a sur {spot} une mise qu’elle avait posée sur {spot2}",
        "seat {seat} has a stake on {spot} that it laid on {spot2}",
    ),
    (
        "la place {seat} a posé {spot} par son nom, alors que c’est le premier pari annexe du tapis",
        "seat {seat} laid {spot} by its name, the first side bet of this felt",
    ),
    (
        "la place {seat} n’a pas de tel pari annexe sur {spot}",
        "seat {seat} has no such side bet on {spot}",
    ),
    ("{spot} y est deux fois", "{spot} stands there twice"),
    (
        "le règlement de la place {seat} est repris, et il n’y en a pas",
        "the settlement of seat {seat} is taken back, and there is none",
    ),
    (
        "le coup se termine avant le règlement de la place {seat}",
        "the round ends before seat {seat} is settled",
    ),
    (
        "par les lignes des places la banque gagne {cents}, non {told_cents}",
        "the bank won {cents} cents by the lines of the seats, not {told_cents}",
    ),
    (
        "la donne est annulée après le règlement d’une place",
        "the deal is void after a seat was settled",
    ),
    (
        "la place {seat} doit recevoir d’autres mises que celles qu’elle a posées",
        "seat {seat} is to have back other stakes than it laid",
    ),
    (
        "la place {seat} n’a pas été remboursée de ses mises",
        "seat {seat} was not refunded what it staked",
    ),
    (
        "le remboursement de la place {seat} est repris, et il n’y en a pas",
        "the refund of seat {seat} is taken back, and there is none",
    ),
    # the jackpot
    ("{kind} vient avant la réponse à {kind2}", "{kind} while {kind2} has no answer yet"),
    ("{kind} pour la deuxième fois", "{kind} for the second time"),
    ("{kind} ne répond à rien qui ait été demandé", "{kind} answers nothing that was asked"),
    (
        "à l’écriture {seq} du livre le compteur était avant à {cents}",
        "the meter at entry {seq} of the book was {cents} cents before",
    ),
    ("le livre du jackpot recule", "the jackpot book goes back"),
    (
        "{kind} du coup {round}, qui n’est pas en cours",
        "{kind} of round {round}, which is not under way",
    ),
    ("une mise JP1 est ajoutée deux fois", "a JP1 stake is added twice"),
    (
        "une mise JP1 de la place {seat}, sans mises principales dans cette donne",
        "a JP1 stake of seat {seat}, which laid no main bets in this deal",
    ),
    (
        "une mise JP1 de la place {seat} est rendue, qui n’y est pas",
        "a JP1 stake of seat {seat} goes back that is not there",
    ),
    ("le compteur est monté de ce que personne n’a misé", "the meter rose by what nobody staked"),
    ("un scellé est ouvert qui n’a pas été posé", "a seal is opened that was not laid"),
    (
        "des jetons scellés sont rendus dont les mises sont au livre",
        "sealed chips go back whose stakes are in the book",
    ),
    (
        "{kind} pour la place {seat}, sans mise JP1 dans ce coup",
        "{kind} for seat {seat}, which has no JP1 stake in the round",
    ),
    ("le gain inscrit n’est pas le gain demandé", "the prize recorded is not the prize asked"),
    ("il est payé plus que la valeur gelée", "more than the frozen value is paid"),
    ("la mise JP1 de la place {seat} n’est pas réglée", "the JP1 stake of seat {seat} is not settled"),
    (
        "une mise JP1 est reportée, que le livre n’a pas",
        "a JP1 stake is carried that the book does not have",
    ),
    (
        "la fin du coup {round} vient avant le remboursement d’une de ses mises JP1",
        "round {round} is finished before a JP1 stake of it was refunded",
    ),
    (
        "la place {seat} a reçu {cents} de JP1, et le livre en a inscrit {told_cents}",
        "seat {seat} was paid {cents} cents of JP1, and the book posted {told_cents}",
    ),
    (
        "le compteur est corrigé d’un autre montant que celui que deux personnes ont dit",
        "the meter is corrected by another amount than two persons said",
    ),
)
