"""Why a line is no round that can be settled: French, then English."""

from __future__ import annotations

from typing import Final

from controller.told import Told

SAID: Final[dict[str, tuple[str, str]]] = {
    "key": ("{key}\u00a0: {reason}", "{key}: {reason}"),
    "value": ("{key} = {value}\u00a0: {reason}", "{key} = {value}: {reason}"),
    # the line
    "too_long": ("plus de {bytes} octets", "longer than {bytes} bytes"),
    "not_utf8": ("n’est pas en UTF-8 à l’octet {at}", "is not UTF-8 at byte {at}"),
    "no_json": ("ce n’est pas du JSON", "no JSON"),
    "no_object": ("ce n’est pas un objet de JSON\u00a0: {what}", "no JSON object: {what}"),
    "empty": ("un objet vide", "an empty object"),
    "key_twice": ("{key}\u00a0: donné deux fois dans un objet", "{key}: given twice in one object"),
    "no_number": ("ce n’est pas du JSON\u00a0: {name} n’est pas un nombre", "no JSON: {name} is no number"),
    "id": ("doit être un texte ou un nombre entier", "must be a text or a whole number"),
    "unknown_profile": ("règles inconnues", "unknown profile"),
    # cards and seats
    "card": ("1 carte, et non {size}", "1 card, not {size}"),
    "cards": ("{number} cartes, et non {size}", "{number} cards, not {size}"),
    "no_card": (
        "carte inconnue {text}\u00a0: un rang de 23456789TJQKA, puis une couleur de cdhs",
        "unknown card {text}: a rank of 23456789TJQKA followed by a suit of cdhs",
    ),
    "card_twice": ("cette carte est déjà à {where}", "this card is already at {where}"),
    "seat_twice": ("cette place est donnée deux fois", "this seat is given twice"),
    "seats": ("les places vont de 1 à {most}", "seats are numbered 1 to {most}"),
    "needed_stake": (
        "il faut les cartes\u00a0: une mise de la place en dépend",
        "the cards are needed: a stake of the seat depends on them",
    ),
    "needed_alive": (
        "il faut les cartes\u00a0: {spots} joue encore",
        "the cards are needed: {spots} still plays",
    ),
    "needed_unfolded": (
        "il faut les cartes\u00a0: la place n’a pas abandonné",
        "the cards are needed: the seat has not folded",
    ),
    "no_jackpot": (
        "manque\u00a0: la place {seat} a une quinte royale à elle, avec JP1",
        "missing: seat {seat} holds a royal flush of its own with JP1",
    ),
    # stakes
    "no_spot": ("{profile} n’a pas cet emplacement", "{profile} has no such spot"),
    "jp1_alone": ("pas de JP1 sans mises principales", "no JP1 without main bets"),
    "no_ante": (
        "manque\u00a0: une place a un Ante et un {bet}",
        "missing: a seat has an Ante and a {bet}",
    ),
    "not_the_ante": ("doit être égal à l’Ante ({ante})", "must equal the Ante ({ante})"),
    "folded_has_none": ("une place qui a abandonné n’a pas de {bet}", "a folded seat has no {bet}"),
    "none_without": ("pas de {bet} sans {after}", "no {bet} without {after}"),
    "bet_already": (
        "la place a déjà misé sur {bet} ({stake})",
        "the seat has bet on {bet} already ({stake})",
    ),
    "one_bet": (
        "manque\u00a0: une mise parmi {offered}, ou que la place ait abandonné",
        "missing: one bet of {offered}, or the seat folded",
    ),
    "odd_ante": (
        "un Ante impair ({ante}) ne prend pas de demi-mises",
        "an odd Ante ({ante}) takes no half bets",
    ),
    "times": ("doit être {legal} fois l’Ante ({ante})", "must be {legal} times the Ante ({ante})"),
    "times_or_folded": (
        "doit être {legal} fois l’Ante ({ante}), ou que la place ait abandonné",
        "must be {legal} times the Ante ({ante}), or the seat folded",
    ),
    "no_jp1_stake": ("manque\u00a0: {key}.jp1 = {stake}", "missing: {key}.jp1 = {stake}"),
    "not_fixed": (
        "doit être la mise fixe, jp1_stake_cents = {fixed}",
        "must be the fixed stake, jp1_stake_cents = {fixed}",
    ),
    "inexact": (
        "gain inexact\u00a0: {odds} de {stake} centimes n’est pas un multiple de {chip}",
        "inexact payout: {odds} on {stake} cents is not a multiple of {chip}",
    ),
}


def said(key: str, /, **facts: object) -> Told:
    """The sentence of this key, with its facts."""
    return Told(SAID[key], **facts)
