"""The entries of a journal, codes and figures, in French or English words; cards face down stay `••`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from controller.game.money import MICRO
from controller.journal.chain import Row
from controller.words.cards import card_in_words
from controller.words.hands import CLASSES
from controller.words.journal_fields import FIELDS
from controller.words.journal_values import in_words, place_in_words, time_in_words
from controller.words.money import money

KINDS: Final[dict[str, tuple[str, str]]] = {
    "JournalOpened": ("Journal ouvert", "Journal opened"),
    "OpeningBegun": ("Ouverture commencée", "Opening begun"),
    "TableOpened": ("Table ouverte", "Table opened"),
    "MaximumChanged": ("Maximum changé pour le coup suivant", "Maximum changed for the next round"),
    "TableClosed": ("Table fermée", "Table closed"),
    "SessionResumed": ("Reprise après arrêt", "Resumed after a stop"),
    "MasterLost": ("Clé des cartes perdue", "Key of the cards lost"),
    "MasterFound": ("Clé des cartes retrouvée", "Key of the cards found"),
    "FeltConfirmed": ("Le tapis correspond", "Felt confirmed"),
    "PlayPaused": ("Pause", "Pause"),
    "PauseEnded": ("Fin de pause", "Pause ended"),
    "BadgePresented": ("Badge présenté", "Badge presented"),
    "BadgeRemoved": ("Badge retiré", "Badge removed"),
    "PersonProven": ("PIN accepté", "PIN accepted"),
    "PersonKnown": ("Personne déjà identifiée", "Person identified before"),
    "ProofEnded": ("PIN à saisir de nouveau", "PIN to be entered again"),
    "PinRefused": ("PIN refusé", "PIN refused"),
    "PersonLocked": ("Badge bloqué", "Badge locked out"),
    "ChargeTaken": ("Table prise en charge", "Table taken in charge"),
    "ChargeRefused": ("Troisième table refusée", "Third table refused"),
    "DealerSignedOn": ("Croupier en place", "Dealer signed on"),
    "DealerSignedOff": ("Croupier relevé", "Dealer signed off"),
    "ProposalsFallen": ("Actes à approuver, tombés", "Acts to approve, fallen"),
    "DealerRevoked": ("Croupier révoqué", "Dealer revoked"),
    "RegisterSeen": ("Registre des personnes lu", "Register of people read"),
    "ChefCalled": ("Chef appelé", "Floor supervisor called"),
    "CallSeen": ("Appel vu", "Call seen"),
    "AlarmRaised": ("Alarme", "Alarm"),
    "AlarmSeen": ("Alarme vue", "Alarm seen"),
    "AlarmSilenced": ("Son coupé", "Sound off"),
    "AlarmEscalated": ("Alarme pas vue\u00a0: pit appelé", "Alarm not seen: pit called"),
    "AlarmCauseTold": ("Cause de l’alarme", "Cause of the alarm"),
    "AlarmCleared": ("Alarme levée", "Alarm cleared"),
    "MachineChanged": ("Appareil", "Machine"),
    "LinesCounted": ("Lignes des appareils comptées", "Lines of the machines counted"),
    "HeadsWitnessed": ("Têtes signées des autres tables", "Signed heads of the other tables"),
    "MachineNamed": ("Identité de l’appareil", "Identity of the machine"),
    "ShufflerChanged": ("Mélangeur", "Shuffler"),
    "DeckBlocked": ("Jeu bloqué", "Deck blocked"),
    "DeckReleased": ("Autre jeu vérifié", "Another deck verified"),
    "DeckDeclared": ("Jeu mélangé à la main", "Deck shuffled by hand"),
    "TableBlocked": ("Nouveaux coups bloqués", "New rounds blocked"),
    "BlockLifted": ("Nouveaux coups permis", "New rounds allowed"),
    "ModeEntered": ("Mode dégradé", "Degraded mode"),
    "ModeLeft": ("Fin du mode dégradé", "Degraded mode ended"),
    "ShowEmptyAsked": ("Mélangeur à montrer vide", "Shuffler to be shown empty"),
    "ShowEmptyWithdrawn": ("Mélangeur\u00a0: plus à montrer vide", "Shuffler need not be shown empty"),
    "EmptyShown": ("Mélangeur montré", "Shuffler shown"),
    "PitAsked": ("Accord demandé au pit", "Pit asked to authorise"),
    "PitCodeExpired": ("Code du pit périmé", "Code of the pit expired"),
    "PitCardRead": ("Badge lu au pit", "Badge read at the pit"),
    "PitCardGone": ("Badge au pit\u00a0: fin", "Badge at the pit: over"),
    "ActedAtPit": ("Fait au lecteur du pit", "Done at the reader of the pit"),
    "PitRefused": ("Badge refusé au pit", "Badge refused at the pit"),
    "ShoeChanged": ("Sabot", "Shoe"),
    "ShoeCounted": ("Compte du sabot", "Count of the shoe"),
    "HandDealingBegun": ("Saisie manuelle\u00a0: donne à la main", "By hand: dealt without the shoe"),
    "HandDealingEnded": ("Fin de la saisie manuelle", "Dealt by the shoe again"),
    "RoundOpened": ("Faites vos jeux", "Round opened"),
    "StakesSet": ("Mises", "Stakes"),
    "StakesConfirmed": ("Mises confirmées", "Stakes confirmed"),
    "StakesTakenBack": ("Mises reprises", "Stakes taken back"),
    "SeatVacated": ("Place libérée", "Seat vacated"),
    "ChipSeen": ("Jeton JP1 vu", "JP1 chip seen"),
    "ChipWaits": ("Jeton JP1 en attente", "JP1 chip waiting"),
    "ChipRefused": ("Jeton JP1 refusé", "JP1 chip refused"),
    "ChipLifted": ("Jeton JP1 retiré", "JP1 chip lifted"),
    "BetsClosed": ("Rien ne va plus", "Bets closed"),
    "LampTouched": ("Lampe JP1 à la main", "JP1 lamp by hand"),
    "SensorDoubted": ("Capteur JP1 douteux", "JP1 sensor doubted"),
    "SensorProven": ("Capteur JP1 éprouvé", "JP1 sensor proven"),
    "SeatSetByHand": ("Lampe JP1 du siège à la main", "JP1 lamp of the seat by hand"),
    "HandLampsAllowed": ("Lampes JP1 à la main, sans capteurs", "JP1 lamps by hand, no sensors"),
    "HandLampsEnded": ("Capteurs JP1 repris", "JP1 sensors taken back"),
    "TotalsCountersigned": ("Totaux JP1 contresignés", "JP1 totals countersigned"),
    "SpotsSensed": ("Présence de jetons aux mises", "Chips present at the spots"),
    "SensorsMoved": ("Mouvements bruts des capteurs", "Raw moves of the sensors"),
    "Jp1CountDisputed": ("Jetons JP1\u00a0: différence", "JP1 chips: difference"),
    "Jp1CountResolved": ("Jetons JP1\u00a0: différence levée", "JP1 chips: difference resolved"),
    "CorrectionProposed": ("Correction JP1 proposée", "JP1 correction proposed"),
    "CorrectionApproved": ("Correction JP1 approuvée", "JP1 correction approved"),
    "BetsReopened": ("Mises rouvertes", "Bets reopened"),
    "ContributionAsked": ("Mises JP1 envoyées au jackpot", "JP1 stakes sent to the jackpot"),
    "ContributionRecorded": ("Mises JP1 enregistrées", "JP1 stakes recorded"),
    "ContributionRefused": ("Mises JP1 refusées", "JP1 stakes refused"),
    "Jp1GivenBack": ("Jetons JP1 rendus", "JP1 chips given back"),
    "StakesSetAside": ("Jetons JP1 scellés, sans réponse", "JP1 chips sealed, unanswered"),
    "SealOpened": ("Scellé ouvert, jetons rendus", "Seal opened, chips given back"),
    "MeterRead": ("Compteur lu", "Meter read"),
    "BookMoved": ("Livre sur un autre serveur, complet", "Book on another server, complete"),
    "ClaimsRead": ("Gains demandés et payés", "Claims and wins"),
    "Jp1Closed": ("JP1 fermé", "JP1 closed"),
    "DisplaysChanged": ("Écrans du jackpot", "Displays of the jackpot"),
    "Jp1Opened": ("JP1 ouvert", "JP1 opened"),
    "DealBegun": ("Donne", "Deal begun"),
    "CardDealt": ("Carte donnée", "Card dealt"),
    "CardUnread": ("Carte illisible", "Card unread"),
    "CardProposed": ("Carte saisie une fois", "Card keyed once"),
    "CardKeyed": ("Carte saisie", "Card keyed"),
    "CardsDealtByHand": ("Cartes données à la main", "Cards dealt by hand"),
    "HandEntered": ("Main saisie par son rang", "Hand entered by class"),
    "EntryTakenBack": ("Saisie reprise", "Entry taken back"),
    "CardsRevealed": ("Cartes retournées", "Cards turned up"),
    "DecisionsOpened": ("Décisions", "Decisions"),
    "StreetCalled": ("Tour annoncé", "Street called"),
    "StreetTakenBack": ("Tour repris", "Street taken back"),
    "PlayBet": ("Mise après la donne", "Bet after the deal"),
    "PlayTakenBack": ("Mise reprise", "Bet taken back"),
    "SeatChecked": ("Check", "Checked"),
    "CheckTakenBack": ("Check repris", "Check taken back"),
    "SeatFolded": ("Main couchée ou abandonnée", "Folded"),
    "FoldTakenBack": ("Main reprise", "Fold taken back"),
    "ShowdownOpened": ("Abattage", "Showdown"),
    "AntesPaid": ("Antes payées, banque non qualifiée", "Antes paid, bank not qualified"),
    "SettlementOpened": ("Règlement", "Settlement"),
    "SeatSettled": ("Place réglée", "Seat settled"),
    "SettlementTakenBack": ("Règlement repris", "Settlement taken back"),
    "Undone": ("Annulé", "Undone"),
    "SeatContested": ("Place contestée", "Seat contested"),
    "AwardAsked": ("Lots envoyés au jackpot", "Prizes sent to the jackpot"),
    "AwardRecorded": ("Lots enregistrés", "Prizes recorded"),
    "RoundClosed": ("Coup terminé", "Round closed"),
    "FinishAsked": ("Fin envoyée au jackpot", "End sent to the jackpot"),
    "FinishRecorded": ("Fin enregistrée", "End recorded"),
    "ClaimAsked": ("Jackpot demandé", "Jackpot claimed"),
    "ClaimRecorded": ("Jackpot figé", "Jackpot frozen"),
    "ComiteCalledAgain": ("Comité rappelé", "Casino manager called again"),
    "HandCardConfirmed": ("Carte constatée", "Card confirmed"),
    "HandCardDiffers": ("Autre carte trouvée", "Another card found"),
    "CardReportWithdrawn": ("Signalement retiré", "Report withdrawn"),
    "VideoAwaited": ("Images attendues", "Video awaited"),
    "AmountRead": ("Montants lus", "Amounts read"),
    "PaymentPrepared": ("Paiement préparé", "Payment prepared"),
    "ReleaseArmed": ("Libération armée", "Release armed"),
    "SlipSigned": ("Bordereau signé", "Slip signed"),
    "OrphanBooked": ("Orphelins", "Orphan stake"),
    "StakeRefused": ("Mise JP1 refusée", "JP1 stake refused"),
    "RefusalProposed": ("Refus proposé", "Refusal proposed"),
    "PaymentConfirmed": ("Paiement confirmé", "Payment confirmed"),
    "RecordCorrected": ("Vraies cartes saisies", "True cards keyed"),
    "RulingProposed": ("Décision d’un siège proposée", "Decision of a seat proposed"),
    "SeatRuled": ("Siège décidé", "Seat decided"),
    "PiecesCounted": ("Pièces comptées", "Pieces counted"),
    "CashSigned": ("Caisse signée", "Count signed"),
    "SerialDeclared": ("N° de série du jeu", "Serial number of the deck"),
    "DeckCounted": ("Jeu compté", "Deck counted"),
    "LineTicked": ("Ligne pointée", "Line ticked"),
    "AdvanceBegun": ("Avance en cours", "Avance begun"),
    "AdvanceGivenUp": ("Avance abandonnée", "Float given up"),
    "LastDealsAnnounced": ("Dernières donnes annoncées", "Last deals announced"),
    "LastDealsWithdrawn": ("Annonce retirée", "Announcement withdrawn"),
    "ClosingBegun": ("Fermeture en cours", "Closing begun"),
    "ClosingLeft": ("Fermeture quittée", "Closing left"),
    "ResultRecorded": ("Résultat de la table", "Result of the table"),
    "HandConfirmed": ("Combinaison constatée", "Combination confirmed"),
    "VideoReviewed": ("Images visionnées", "Video reviewed"),
    "AwardReleased": ("Paiement autorisé", "Payment released"),
    "AwardRefused": ("Paiement refusé", "Payment refused"),
    "ClaimWithdrawn": ("Jackpot remis au compteur", "Jackpot given back to the meter"),
    "RectificationProposed": ("Rectification proposée", "Rectification proposed"),
    "RectificationApproved": ("Rectification approuvée", "Rectification approved"),
    "RectificationRejected": ("Rectification rejetée", "Rectification rejected"),
    "RectificationRefused": ("Rectification refusée", "Rectification refused"),
    "RectificationWithdrawn": ("Rectification retirée", "Rectification withdrawn"),
    "RectificationRecorded": ("Coup rectifié", "Round rectified"),
    "SettingsInForce": ("Réglages en vigueur", "Settings in force"),
    "SettingDrafted": ("Réglage écrit au projet", "Setting drafted"),
    "DraftDropped": ("Projet effacé", "Draft dropped"),
    "DraftChecked": ("Projet vérifié", "Draft checked"),
    "SettingsActAsked": ("Acte sur les réglages demandé", "Act on the settings asked"),
    "SettingsProposed": ("Réglages proposés", "Settings proposed"),
    "SettingsApproved": ("Réglages approuvés", "Settings approved"),
    "SettingsRefused": ("Réglages refusés", "Settings refused"),
    "SettingsWithdrawn": ("Projet de réglages retiré", "Settings withdrawn"),
    "SettingsActRefused": ("Acte sur les réglages refusé", "Act on the settings refused"),
    "MeterActProposed": ("Acte sur le compteur proposé", "Act on the meter proposed"),
    "MeterActWithdrawn": ("Proposition retirée", "Proposal withdrawn"),
    "MeterActRefused": ("Acte refusé par le livre", "Act refused by the book"),
    "MeterCorrectionAsked": ("Correction demandée", "Correction asked"),
    "MeterCorrected": ("Compteur corrigé", "Meter corrected"),
    "IncrementMoved": ("Incrément déplacé", "Increment moved"),
    "JackpotStopAsked": ("Arrêt demandé", "Stop asked"),
    "JackpotStopped": ("Jackpot arrêté", "Jackpot stopped"),
    "StopSeen": ("Arrêt lu dans le livre", "Stop read in the book"),
    "StopEndSeen": ("Fin d’arrêt lue dans le livre", "End of stop read in the book"),
    "JackpotInterrupted": ("Arrêt involontaire du JP1", "Involuntary stop of JP1"),
    "ReopeningAsked": ("Réouverture demandée", "Reopening asked"),
    "JackpotReopened": ("JP1 rouvert par deux personnes", "JP1 reopened by two persons"),
    "ActSetAside": ("Acte écarté\u00a0: le livre le refuse", "Act set aside: the book refuses it"),
    "DataGapFound": ("Données restaurées d’une copie", "Data put back from a copy"),
    "DifferenceFound": ("Journal et livre diffèrent", "Journal and book differ"),
    "ReconciliationAsked": ("Rapprochement demandé", "Reconciliation asked"),
    "ReconciliationRecorded": ("Rapprochement", "Reconciliation"),
    "ReconciliationFailed": ("Livre non lu", "Book not read"),
    "Jp1ChipsCounted": ("Jetons JP1 comptés", "JP1 chips counted"),
    "Jp1ChipsMiscounted": ("Jetons JP1 à recompter", "JP1 chips to be counted again"),
    "OwedSigned": ("Dû par le livre, signé", "Owed by the book, signed"),
    "HistoryCertified": ("Historique JP1 certifié", "JP1 history certified"),
    "IncidentReported": ("Rapport d’incident", "Incident reported"),
    "IncidentSigned": ("Rapport d’incident signé", "Incident report signed"),
    "RoundHeld": ("Coup gelé", "Round held"),
    "HoldEnded": ("Gel du coup levé", "Hold ended"),
    "VoidArmed": ("Coup nul armé", "Void armed"),
    "VoidDisarmed": ("Coup nul désarmé", "Void disarmed"),
    "RoundVoided": ("Coup nul", "Round void"),
    "SeatRefunded": ("Place remboursée", "Seat refunded"),
    "RefundTakenBack": ("Remboursement repris", "Refund taken back"),
    "RefundAsked": ("Remboursement JP1 demandé", "JP1 refund asked"),
    "RefundRecorded": ("Remboursement JP1 enregistré", "JP1 refund recorded"),
}
"""Every kind of entry, in both languages."""

DONE: Final[dict[str, str]] = {
    "ReviewVideo": "VideoReviewed",
    "WaitForVideo": "VideoAwaited",
    "ReadAmount": "AmountRead",
    "ArmRelease": "ReleaseArmed",
    "ReleaseAward": "AwardReleased",
    "ProposeRefusal": "RefusalProposed",
    "RefuseAward": "AwardRefused",
    "ProposeSettings": "SettingsProposed",
    "ApproveSettings": "SettingsApproved",
    "RefuseSettings": "SettingsRefused",
    "WithdrawSettings": "SettingsWithdrawn",
}
"""What an act at the pit's reader has the words of: the entry that says that it was done."""
_SIGNED_SUM: Final = re.compile(r"([A-Z]\w+) (\S+) (\d+)\.(\d+) (\d+)", re.ASCII).fullmatch
_SIGNED_DRAFT: Final = re.compile(r"([A-Z]\w+) (\S+) (\d+) ([0-9a-f]*)", re.ASCII).fullmatch
TRUTH: Final = {True: ("oui", "yes"), False: ("non", "no")}
TAKEN_OUT: Final = frozenset(("opens", "schema", "master", "profile_digest"))
"""Fields for machines, not for a page that people read."""
SAID_IF_TRUE: Final = frozenset(("by_clock", "doubled", "proven", "frame", "at_pit", "remote", "sensed"))
UNKNOWN_IF_LESS: Final = frozenset(("chips", "told_cents", "found_cents", "heard_cents", "ends_cents"))
"""Figures of which -1 says that nobody knows them."""
KIND_WIDTH: Final = 32


def entry_in_words(row: Row, body: Mapping[str, Any], language: int) -> str:
    """One line: number, time in UTC, what happened, with what figures."""
    kind = KINDS[row.kind][language] if row.kind in KINDS else row.kind
    facts = facts_in_words(body, language)
    return f"{row.seq:>7}  {time_in_words(row.at_ms)}  {kind:<{KIND_WIDTH}} {facts}".rstrip()


def act_in_words(act: str, language: int) -> str:
    """An act at the pit's reader, within a sentence: `montants lus`."""
    words = KINDS[DONE[act]][language]
    return words[:1].lower() + words[1:]


def _signed_in_words(purpose: str, language: int) -> str:
    """For which act, round and sum, or for which draft, a card at the pit signed; empty for another text."""
    found = _SIGNED_SUM(purpose) or _SIGNED_DRAFT(purpose)
    if found is None or found[1] not in DONE:
        return ""
    act, table, number, *rest = found.groups()
    if len(rest) == 2:
        return (
            f"{act_in_words(act, language)} ({table}, {FIELDS['round'][language]} {number},"
            f" {FIELDS['attempt'][language]} {rest[0]}, {money(int(rest[1]))})"
        )
    digest = f", {rest[0][:16]}" if rest[0] else ""
    return f"{act_in_words(act, language)} ({table}, {FIELDS['draft'][language]} {number}{digest})"


def facts_in_words(body: Mapping[str, Any], language: int) -> str:
    """The fields of an entry with their values; a card face down stays `••`."""
    parts: list[str] = []
    for name, value in body.items():
        if name in TAKEN_OUT or value in ("", [], None) or (name in SAID_IF_TRUE and not value):
            continue
        if (name == "seat" and value == 0) or (name in UNKNOWN_IF_LESS and value == -1):
            continue  # nobody's seat; a figure that was not known
        label = FIELDS[name][language] if name in FIELDS else name.removesuffix("_cents").replace("_", " ")
        parts.append(f"{label} {_value(name, value, language)}")
    return " · ".join(parts)


def _value(name: str, value: Any, language: int) -> str:
    if isinstance(value, bool):
        return TRUTH[value][language]
    if name in ("at_ms", "declared_ms", "confirmed_ms"):
        return time_in_words(value)[11:]
    if isinstance(value, int):
        if name == "frame":
            return f"{value:04X}"
        if name in ("from_ms", "to_ms", "proven_ms"):
            return time_in_words(value)
        if name == "hand_class":
            return list(CLASSES.values())[value][language]
        if name.endswith("_micro"):
            # A difference is never rounded to none.
            return money(-(-value // MICRO) if name == "residual_micro" else value // MICRO)
        return money(value) if name.endswith("cents") else str(value)
    if isinstance(value, list):
        return ", ".join(_value(name, one, language) for one in value)
    if isinstance(value, dict):
        if "sealed" in value:
            return "••"
        return f"({facts_in_words(value, language)})"
    if name == "act" and value in DONE:
        return act_in_words(value, language)
    if name == "purpose" and (told := _signed_in_words(str(value), language)):
        return told
    if name == "heads":
        words = (*str(value).split(" "), *(" " * 6))
        return in_words(name, f"{words[1]} {words[2]}/{words[5]}", language)
    if name in ("card", "presented", "recorded"):
        return card_in_words(value)
    if name in ("place", "places"):
        lies = place_in_words(value, language)
        return lies if lies != value else in_words("place", value, language)
    return in_words(name, "".join(sign if sign.isprintable() else "?" for sign in str(value)), language)
