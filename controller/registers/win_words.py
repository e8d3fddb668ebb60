"""The words of a win's papers: French, then English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.words.hands import CLASSES, FIXED_PRIZES
from controller.words.money import EN

WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "slip": ("Bordereau de paiement du jackpot", "Jackpot payment slip"),
    "minutes": ("Procès-verbal de gain du jackpot", "Minutes of a jackpot win"),
    "refusal": ("Procès-verbal de refus de gain", "Minutes of a refused claim"),
    "unfinished": ("Gain en cours de vérification", "Win under verification"),
    "unfinished.text": (
        "La vérification n’est pas terminée\u00a0: ce papier ne vaut pas autorisation de payer.",
        "The verification is not over: this paper does not allow any payment.",
    ),
    "voided.text": (
        "Le coup a été annulé\u00a0: rien n’est dû au titre de cette vérification.",
        "The round was voided: nothing is due by this verification.",
    ),
    "lead": ("{table} · coup {number} · siège {seat}", "{table} · round {number} · seat {seat}"),
    "lead.board": ("{table} · coup {number} · le board", "{table} · round {number} · the board"),
    "game": ("Jeu", "Game"),
    "game.uth": ("Ultimate Texas Hold’em Poker, JP1", "Ultimate Texas Hold’em Poker, JP1"),
    "table": ("Table", "Table"),
    "table.text": ("{table} · séance {session}", "{table} · session {session}"),
    "round": ("Numéro du coup", "Round number"),
    "attempt": ("Donne du coup", "Deal of the round"),
    "hand": ("Combinaison", "Combination"),
    "royal_flush": ("Quinte flush royale", "Royal flush"),
    "community_royal": ("Quinte flush royale communautaire", "Community royal flush"),
    "cards": ("Cartes", "Cards"),
    "local": ("Date et heure", "Date and time"),
    "utc": ("Temps universel", "Universal time"),
    "dealer": ("Croupier", "Dealer"),
    "winner": ("Nom du gagnant", "Winner’s name"),
    "winner.text": (
        "À écrire à la main\u00a0: aucune donnée personnelle d’un joueur n’est conservée par le système.",
        "To be written by hand: the system keeps no personal data of a player.",
    ),
    "amount": ("Montant", "Amount"),
    "words": ("En toutes lettres", "In words"),
    "of": ("Au titre de", "For"),
    "award.jackpot": ("100\u00a0% du jackpot", "100% of the jackpot"),
    "award.community_royal": ("royale communautaire, 1 000 pour 1", "community royal, 1 000 to 1"),
    "award.consolation": ("lot de consolation", "consolation prize"),
    **{f"award.{name}": CLASSES[name] for name in FIXED_PRIZES},
    "mode": ("Mode de paiement", "Paid by"),
    "chips": ("jetons", "chips"),
    "cheque": ("chèque", "cheque"),
    "transfer": ("virement", "transfer"),
    "slip.ref": ("Référence du bordereau", "Reference of the slip"),
    "identity": ("Contrôle d’identité", "Identity check"),
    "identity.none": ("non exigé au-dessous du seuil", "not asked for below the threshold"),
    "seat": ("Siège", "Seat"),
    "value": ("Valeur figée du jackpot", "Frozen value of the jackpot"),
    "value.none": ("aucun jackpot n’est dû", "no jackpot is due"),
    "generation": ("Génération", "Generation"),
    "generation.text": ("{old}, suivie de {new} à {meter}", "{old}, followed by {new} at {meter}"),
    "shares": ("Partage", "Shares"),
    "shares.one": (
        "un seul gagnant, toute la valeur\u202f; reste {remainder}",
        "one winner, the whole value; {remainder} left",
    ),
    "shares.text": (
        "{count} parts égales de {share}\u202f; reste {remainder} au jackpot suivant",
        "{count} equal shares of {share}; {remainder} left to the next jackpot",
    ),
    "shares.open": ("pas encore payé par le livre du jackpot", "not yet paid by the jackpot book"),
    "consolation": ("Lots de consolation (art. 55-20, 2°)", "Consolation prizes (art. 55-20, 2°)"),
    "consolation.none": ("Aucun.", "None."),
    "consolation.open": ("Inscrits au règlement des sièges.", "Recorded as the seats are settled."),
    "payments": ("Paiements", "Payments"),
    "payments.none": ("Aucun paiement n’a été préparé.", "No payment was prepared."),
    "steps": ("Déroulement", "Course"),
    "shown": ("Gel, cartes découvertes", "Freeze, hand turned up"),
    "called": ("Comité rappelé", "Casino manager called again"),
    "times": ("{count} fois", "{count} times"),
    "confirmed": ("Cartes constatées", "Cards found as recorded"),
    "confirmed.text": ("{count} sur 5", "{count} of 5"),
    "differs": ("Autre carte constatée", "Another card found"),
    "differs.text": (
        "{place}\u00a0: {found} au lieu de {card}, par {person}",
        "{place}: {found} instead of {card}, by {person}",
    ),
    "identified": ("Combinaison identifiée par", "Combination identified by"),
    "review": ("Images visionnées par", "Images reviewed by"),
    "review.text": (
        "{person} · caméra {camera} · de {start} à {end} · {result} · {kept}",
        "{person} · camera {camera} · from {start} to {end} · {result} · {kept}",
    ),
    "conform": ("conformes", "conform"),
    "not_conform": ("NON CONFORMES", "NOT CONFORM"),
    "kept": ("conservation demandée", "asked to be kept"),
    "not_kept": ("conservation non demandée", "not asked to be kept"),
    "read": ("Montants lus par", "Amounts read by"),
    "armed": ("Libération armée par", "Release armed by"),
    "released": ("Paiement libéré par", "Payment released by"),
    "cashier": ("Bordereau signé par", "Slip signed by"),
    "cashier.waits": ("EN ATTENTE", "WAITING"),
    "cashier.open": ("EN ATTENTE de la signature du caissier", "WAITING for the cashier’s signature"),
    "refused": ("Motif du refus", "Reason of the refusal"),
    "reason.hand": ("cartes mal enregistrées", "cards recorded wrongly"),
    "reason.exchanged": ("cartes échangées", "cards exchanged"),
    "reason.images": ("images non conformes", "images do not conform"),
    "reason.stake": ("mise JP1 non valable", "JP1 stake not valid"),
    "refused.by": ("Proposé et confirmé par", "Proposed and confirmed by"),
    "restored": ("Jackpot après restitution", "Jackpot after restitution"),
    "restored.kept": (
        "la valeur reste figée\u00a0: le même siège gagne sur les vraies cartes",
        "the value stays frozen: the same seat wins on the true cards",
    ),
    "corrected": ("Vraie carte", "True card"),
    "corrected.text": ("{place}\u00a0: {true}, enregistrée {card}", "{place}: {true}, recorded {card}"),
    "ruled": ("Siège décidé", "Seat decided"),
    "ruled.text": ("siège {seat}\u00a0: {ruling} ({by})", "seat {seat}: {ruling} ({by})"),
    "ruling.void": ("annulé pour ce siège", "void for this seat"),
    "ruling.stake": ("mise JP1 refusée, rien n’est payé", "JP1 stake refused, nothing is paid"),
    "ruling.record": ("réglé sur l’enregistrement", "settled on the record"),
    "restored.open": ("restitution attendue du livre", "restitution awaited from the book"),
    "restored.aside": (
        "rien à rendre\u00a0: le livre ne connaît pas cette demande",
        "nothing to give back: the book does not know this claim",
    ),
    "restored.none": ("aucune valeur n’était figée", "no value was frozen"),
    "keep": (
        "Images\u00a0: gardées aussi longtemps que la maison l’a réglé, et au-delà par la demande de "
        "conservation. Cette pièce et la référence du contrôle d’identité sont gardées cinq ans "
        "(CMF L.561-13).",
        "Images: kept as long as the house has set, and longer by the request to keep them. This paper and "
        "the reference of the identity check are kept five years (CMF L.561-13).",
    ),
    "proof": ("Preuve", "Proof"),
    "journal": ("Journal", "Journal"),
    "head": ("Tête, écriture {seq}", "Head, entry {seq}"),
    "round.hash": ("Empreinte du coup", "Hash of the round"),
    "round.open": ("le coup n’est pas terminé", "the round is not over"),
    "signed": ("Tête signée, écriture {seq}", "Signed head, entry {seq}"),
    "signed.word": ("Tête signée", "Signed head"),
    "signed.none": ("aucune dans ce dossier", "none in this folder"),
    "key": ("Clé publique de la table", "Public key of the table"),
    "rules": ("Empreinte des règles", "Digest of the rules"),
    "approval": ("Agrément", "Approval"),
    "sign.second": ("Seconde personne", "Second person"),
    "sign.below": ("Nom et signature", "Name and signature"),
    "sign.player": ("Joueur", "Player"),
}


def say(key: str, language: int, **facts: object) -> str:
    """The words under this key."""
    return WORDS[key][language].format(**facts)


def place_text(place: str, language: int) -> str:
    """`siège 1, 2e carte`."""
    pile, _, rest = place.partition(".")
    if pile == "hole":
        seat, _, slot = rest.partition(".")
        return (
            (f"seat {seat}, card {int(slot) + 1}")
            if language == EN
            else f"siège {seat}, carte {int(slot) + 1}"
        )
    return f"board {int(rest) + 1}"
