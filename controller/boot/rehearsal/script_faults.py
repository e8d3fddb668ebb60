"""What is wrong with a script: French, then English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.told import Told

WHAT: Final[dict[str, tuple[str, str]]] = {
    "prize": ("ce lot de JP1 n’existe pas", "no such JP1 prize"),
    "seat": ("personne à cette place dans ce coup", "no such seat in this round"),
    "class": ("cette combinaison n’existe pas", "no such class of hands"),
    "spot": ("cet emplacement n’existe pas", "no such spot"),
    "stake": ("cette mise d’avant la donne n’existe pas", "no such stake before the deal"),
    "street": ("ce tour de mises n’existe pas", "no such street"),
    "answer": ("ce n’est pas une réponse à ce tour", "no such answer on this street"),
    "fault": ("cette panne n’existe pas", "no such fault"),
    "machine": ("cette machine n’a pas cette panne", "no such machine for it"),
    "code": ("ce code de refus n’existe pas", "no such code of a refusal"),
    "act": ("cet acte n’existe pas", "no such act"),
    "alarm": ("cette alarme n’existe pas", "no such alarm"),
    "cause": ("on n’arrête pas un coup pour cela", "no such reason to hold a round"),
}
"""What there is not, by its kind."""
SAID: Final[dict[str, tuple[str, str]]] = {
    "line": ("{file}, ligne {line}", "{file}, line {line}"),
    "of_round": ("coup {round}", "round {round}"),
    "seat": ("place {seat}", "seat {seat}"),
    "listed_both": ("{one}, {other}", "{one}, {other}"),
    "with_hint": ("{what}\u202f; {hint}", "{what}; {hint}"),
    "near": ("était-ce {near}\u202f?", "did you mean {near}?"),
    "near_of": (
        "était-ce {near}\u202f? écrire l’un de {known}",
        "did you mean {near}? write one of {known}",
    ),
    "one_of": ("écrire l’un de {known}", "write one of {known}"),
    "listed": (
        "SCRIPTS.md dit où les {number} noms sont rangés",
        "SCRIPTS.md says where the {number} names are listed",
    ),
    # which script
    "none_named": ("aucun script n’est nommé", "no script is named"),
    "no_script": ("ce script n’existe pas", "no such script"),
    "name_one": ("nommer un fichier, ou l’un de {known}", "name a file, or one of {known}"),
    # a key that is missing, or none
    "title": (
        "écrire title = \u2026 avant le premier coup",
        'write title = "An evening" before the first round',
    ),
    "round": (
        "écrire [[round]], et dessous [[round.seats]] pour chaque joueur",
        "write [[round]], and under it [[round.seats]] for each player",
    ),
    "seats": (
        "écrire [[round.seats]] pour chaque joueur",
        "write [[round.seats]] for each player",
    ),
    "own_seat": ("écrire seat = 3", "write seat = 3"),
    "stakes": (
        "écrire stakes = {{ ante = 1000 }}, en centimes",
        "write stakes = {{ ante = 1000 }}, in cents",
    ),
    "at": (
        "écrire at = \u2026, un moment du coup, betting par exemple",
        'write at = "betting", or another moment of the round',
    ),
    "page": (
        "SCRIPTS.md dit ce qu’il faut à chaque table",
        "SCRIPTS.md lists what each table needs",
    ),
    "other_table": (
        "il est d’une autre table (SCRIPTS.md)",
        "it belongs to another table (SCRIPTS.md)",
    ),
    "keys_listed": ("SCRIPTS.md donne ceux de chaque table", "SCRIPTS.md lists those of each table"),
    "cents": (
        "écrire un nombre entier de centimes, 1000 pour {amount}",
        "write a whole number of cents, 1000 for {amount}",
    ),
    # who sits, what he stakes and says
    "says": (
        "écrire des Antes, 4 ou 1/2, ou check, ou fold, entre guillemets",
        'write Antes, 4 or "1/2", "check" or "fold"',
    ),
    "name_one_thing": (
        "nommer l’un de {known}\u202f; aucun n’est nommé",
        "name one of {known}; none is named",
    ),
    "name_only_one": (
        "nommer l’un de {known}\u202f; il y a {found}\u00a0: en laisser un",
        "name one of {known}; {found} are named: leave one out",
    ),
    "places": (
        "le tapis a les places 1 à {most}\u202f; en choisir une",
        "the felt has the seats 1 to {most}; choose one of them",
    ),
    "sits_already": (
        "y est déjà\u202f; nommer chaque place une fois",
        "sits there already; name each seat once",
    ),
    "no_ante": (
        "rien sur l’Ante\u202f; écrire ante = 1000, en centimes",
        "nothing on the Ante; write ante = 1000, in cents",
    ),
    "not_the_ante": ("n’est pas l’Ante, {ante}", "is not the Ante, {ante}"),
    "jp1_stake": (
        "JP1 est à {stake} centimes ici\u202f; ou le laisser",
        "JP1 is {stake} cents here, or leave it out",
    ),
    "not_taken": ("la table ne la prend pas ({code})", "the table does not take it ({code})"),
    "nearest": ("la plus proche qu’elle prend\u00a0: {near}", "the nearest that it takes: {near}"),
    "either": ("{one} ou {other}", "{one} and {other}"),
    # cards
    "count": (
        "{number} carte{number:|s}\u202f; en nommer {wanted} ou aucune",
        "{number} cards; name {wanted} or none",
    ),
    "no_card": (
        "pas une carte\u202f; un rang de 23456789TJQKA et une couleur de cdhs, As",
        "no card; a rank of 23456789TJQKA and a suit of cdhs, As",
    ),
    "several_cards": (
        "plusieurs cartes en un texte\u202f; les écrire une à une",
        'several cards in one text; write ["As", "Ks"]',
    ),
    "lies_already": (
        "est déjà à {where}\u202f; nommer chaque carte une fois",
        "lies already in {where}; name each card once",
    ),
    # what happens
    "cables": (
        "les câbles sont ceux du sabot ou du mélangeur",
        "cables are of the shoe or the shuffler",
    ),
    "whose_spot": ("l’emplacement de qui\u202f? nommer la place", "whose spot? name the seat"),
    "of_an_act": ("by et refused sont d’un acte", "`by` and `refused` belong to an act"),
    "act_unread": (
        "n’est pas un acte de la console ({said})",
        "{said}",
    ),
}


def wrong(key: str, /, **facts: object) -> Told:
    """The sentence of this key, with its facts."""
    return Told(SAID[key], **facts)


def listed(units: Sequence[str]) -> Told:
    """The names one after the other, with commas between."""
    first, *others = units
    told = first if isinstance(first, Told) else Told(("{name}", "{name}"), name=first)
    for other in others:
        told = wrong("listed_both", one=told, other=other)
    return told


def none_such(kind: str, hint: str) -> Told:
    """That there is no such thing, and what may be written."""
    return wrong("with_hint", what=Told(WHAT[kind]), hint=hint)
