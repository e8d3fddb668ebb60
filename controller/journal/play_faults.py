"""What entries tell that cannot have been, by `controller.journal.audit`: French, then English."""

from __future__ import annotations

from typing import Final

PLAYED: Final[dict[str, tuple[str, str]]] = {
    "turns_up_card_never_sealed": (
        "retourne à {place} une carte qui n’y a jamais été scellée",
        "turns up a card at {place} that was never sealed",
    ),
    "card_turned_up_not_sealed": (
        "la carte retournée ({place}) n’est pas celle qui a été donnée là",
        "the card turned up at {place} is not the one sealed there",
    ),
    "round_deal_opened_where_come": (
        "le coup {round}, donne {deal}, s’ouvre alors qu’on attend\u00a0: {wanted}",
        "round {round}, deal {deal} is opened, where {wanted} is to come",
    ),
    "round_deal_ends_not_under": (
        "le coup {round}, donne {deal}, se termine sans être en cours",
        "round {round}, deal {deal} ends and is not under way",
    ),
    "card_round_deal_not_under": (
        "une carte du coup {round}, donne {deal}, qui n’est pas en cours",
        "a card of round {round}, deal {deal}, not under way",
    ),
    "cards_round_deal_which_not": (
        "des cartes du coup {round}, donne {deal}, qui n’est pas en cours",
        "cards of round {round}, deal {deal}, which is not under way",
    ),
    "record_cards_corrected_no_claim": (
        "la carte enregistrée est corrigée sans qu’une main ait été refusée pour cela",
        "the record of cards is corrected, and no claim was refused for its hand",
    ),
    "record_corrected_not_what_turned": (
        "la carte corrigée à {place} n’est pas celle qui y a été retournée",
        "the record corrected at {place} is not what was turned up there",
    ),
    "lies_places_deal_seats_settled": (
        "la carte {card} est à {times} places de cette donne, et des places sont réglées",
        "the {card} lies at {times} places of this deal, and seats are settled",
    ),
    "tells_heads_no_other_table": (
        "elle garde des têtes qu’aucune autre table de sa salle ne signe",
        "it tells heads that no other table of its room signs",
    ),
    "bets_open_before_seat_refunded": (
        "les mises s’ouvrent avant le remboursement de la place {seat}",
        "bets open before seat {seat} is refunded",
    ),
    "seat_bets_laid_no_main": (
        "la place {seat} mise, sans mises principales dans cette donne",
        "seat {seat} bets and laid no main bets in this deal",
    ),
    "seat_takes_back_bet_did": (
        "la place {seat} reprend une mise qu’elle n’a pas faite",
        "seat {seat} takes back a bet that it did not make",
    ),
    "seat_settled_twice": (
        "la place {seat} est réglée deux fois",
        "seat {seat} is settled twice",
    ),
    "seat_settled_laid_no_main": (
        "la place {seat} est réglée sans mises principales dans cette donne",
        "seat {seat} is settled and laid no main bets in this deal",
    ),
    "seat_settled_on_other_stakes": (
        "la place {seat} est réglée sur d’autres mises que les siennes",
        "seat {seat} is settled on other stakes than it laid",
    ),
    "seat_settled_on_another_jp1": (
        "la place {seat} est réglée sur une autre mise JP1 que celle du livre",
        "seat {seat} is settled on another JP1 stake than the book has of it",
    ),
    "returned_taken_not_stake_on": (
        "rendu et pris ne font pas la mise sur {spot}",
        "returned and taken are not the stake on {spot}",
    ),
    "settled_rule_another_spot": (
        "{spot} est réglé par {rule}, une règle d’un autre emplacement",
        "{spot} is settled by {rule}, a rule of another spot",
    ),
    "seat_has_stake_on_laid": (
        "la place {seat} a sur {spot} une mise qu’elle avait posée sur {spot2}",
        "seat {seat} has a stake on {spot} that it laid on {spot2}",
    ),
    "seat_laid_name_first_side": (
        "la place {seat} a posé {spot} par son nom, alors que c’est le premier pari annexe du tapis",
        "seat {seat} laid {spot} by its name, the first side bet of this felt",
    ),
    "seat_has_no_such_side": (
        "la place {seat} n’a pas de tel pari annexe sur {spot}",
        "seat {seat} has no such side bet on {spot}",
    ),
    "stands_there_twice": (
        "{spot} y est deux fois",
        "{spot} stands there twice",
    ),
    "settlement_seat_taken_back_there": (
        "le règlement de la place {seat} est repris, et il n’y en a pas",
        "the settlement of seat {seat} is taken back, and there is none",
    ),
    "round_ends_before_seat_settled": (
        "le coup se termine avant le règlement de la place {seat}",
        "the round ends before seat {seat} is settled",
    ),
    "bank_won_cents_lines_seats": (
        "par les lignes des places la banque gagne {cents}, non {told_cents}",
        "the bank won {cents} cents by the lines of the seats, not {told_cents}",
    ),
    "deal_void_after_seat_settled": (
        "la donne est annulée après le règlement d’une place",
        "the deal is void after a seat was settled",
    ),
    "seat_have_back_other_stakes": (
        "la place {seat} doit recevoir d’autres mises que celles qu’elle a posées",
        "seat {seat} is to have back other stakes than it laid",
    ),
    "seat_not_refunded_what_staked": (
        "la place {seat} n’a pas été remboursée de ses mises",
        "seat {seat} was not refunded what it staked",
    ),
    "paid_ante_not_taken_back": (
        "ce que la banque avait payé sur l’Ante de la place {seat} n’est pas ce qui a été repris",
        "what the bank had paid on the Ante of seat {seat} is not what was taken back",
    ),
    "refund_seat_taken_back_there": (
        "le remboursement de la place {seat} est repris, et il n’y en a pas",
        "the refund of seat {seat} is taken back, and there is none",
    ),
    "while_has_no_answer_yet": (
        "{kind} vient avant la réponse à {kind2}",
        "{kind} while {kind2} has no answer yet",
    ),
    "second_time": (
        "{kind} pour la deuxième fois",
        "{kind} for the second time",
    ),
    "answers_nothing_asked": (
        "{kind} ne répond à rien qui ait été demandé",
        "{kind} answers nothing that was asked",
    ),
    "meter_entry_book_cents_before": (
        "à l’écriture {seq} du livre le compteur était avant à {cents}",
        "the meter at entry {seq} of the book was {cents} cents before",
    ),
    "jackpot_book_goes_back": (
        "le livre du jackpot recule",
        "the jackpot book goes back",
    ),
    "round_which_not_under_way": (
        "{kind} du coup {round}, qui n’est pas en cours",
        "{kind} of round {round}, which is not under way",
    ),
    "jp1_stake_added_twice": (
        "une mise JP1 est ajoutée deux fois",
        "a JP1 stake is added twice",
    ),
    "jp1_stake_seat_which_laid": (
        "une mise JP1 de la place {seat}, sans mises principales dans cette donne",
        "a JP1 stake of seat {seat}, which laid no main bets in this deal",
    ),
    "jp1_stake_seat_goes_back": (
        "une mise JP1 de la place {seat} est rendue, qui n’y est pas",
        "a JP1 stake of seat {seat} goes back that is not there",
    ),
    "meter_rose_what_nobody_staked": (
        "le compteur est monté de ce que personne n’a misé",
        "the meter rose by what nobody staked",
    ),
    "seal_opened_not_laid": (
        "un scellé est ouvert qui n’a pas été posé",
        "a seal is opened that was not laid",
    ),
    "sealed_chips_go_back_whose": (
        "des jetons scellés sont rendus dont les mises sont au livre",
        "sealed chips go back whose stakes are in the book",
    ),
    "seat_which_has_no_jp1": (
        "{kind} pour la place {seat}, sans mise JP1 dans ce coup",
        "{kind} for seat {seat}, which has no JP1 stake in the round",
    ),
    "prize_recorded_not_prize_asked": (
        "le gain inscrit n’est pas le gain demandé",
        "the prize recorded is not the prize asked",
    ),
    "more_than_frozen_value_paid": (
        "il est payé plus que la valeur gelée",
        "more than the frozen value is paid",
    ),
    "jp1_stake_seat_not_settled": (
        "la mise JP1 de la place {seat} n’est pas réglée",
        "the JP1 stake of seat {seat} is not settled",
    ),
    "jp1_stake_carried_book_does": (
        "une mise JP1 est reportée, que le livre n’a pas",
        "a JP1 stake is carried that the book does not have",
    ),
    "round_finished_before_jp1_stake": (
        "la fin du coup {round} vient avant le remboursement d’une de ses mises JP1",
        "round {round} is finished before a JP1 stake of it was refunded",
    ),
    "seat_paid_cents_jp1_book": (
        "la place {seat} a reçu {cents} de JP1, et le livre en a inscrit {told_cents}",
        "seat {seat} was paid {cents} cents of JP1, and the book posted {told_cents}",
    ),
    "meter_corrected_another_amount_than": (
        "le compteur est corrigé d’un autre montant que celui que deux personnes ont dit",
        "the meter is corrected by another amount than two persons said",
    ),
}
