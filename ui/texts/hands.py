"""Hands, cards and odds by name, in French and English.

A hand comes as the core shows it: its class and the ranks that decide it, 2 to 14, most important first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from controller.words import hands
from controller.words.hands import headed
from controller.words.money import LANGUAGES, grouped

RANKS: Final[dict[str, dict[int, tuple[str, str]]]] = {
    "fr": {
        14: ("as", "as"),
        13: ("roi", "rois"),
        12: ("dame", "dames"),
        11: ("valet", "valets"),
        10: ("dix", "dix"),
        9: ("neuf", "neufs"),
        8: ("huit", "huit"),
        7: ("sept", "sept"),
        6: ("six", "six"),
        5: ("cinq", "cinq"),
        4: ("quatre", "quatre"),
        3: ("trois", "trois"),
        2: ("deux", "deux"),
    },
    "en": {
        14: ("ace", "aces"),
        13: ("king", "kings"),
        12: ("queen", "queens"),
        11: ("jack", "jacks"),
        10: ("ten", "tens"),
        9: ("nine", "nines"),
        8: ("eight", "eights"),
        7: ("seven", "sevens"),
        6: ("six", "sixes"),
        5: ("five", "fives"),
        4: ("four", "fours"),
        3: ("three", "threes"),
        2: ("two", "twos"),
    },
}
"""One and several of each rank."""

CLASSES: Final[dict[str, dict[str, str]]] = {
    lang: {name: headed(words)[number] for name, words in hands.CLASSES.items()}
    for lang, number in LANGUAGES.items()
}

PAID: Final[dict[str, dict[str, str]]] = {
    lang: {name: headed(words)[number] for name, words in hands.PAID.items()}
    for lang, number in LANGUAGES.items()
}
"""What a line of a paytable is for: a class of five cards, or of the player's own two."""

PRIZES: Final[dict[str, dict[str, str]]] = {
    lang: {name: headed(words)[number] for name, words in hands.PRIZES.items()}
    | {"jackpot": CLASSES[lang]["royal_flush"]}
    for lang, number in LANGUAGES.items()
}
"""What JP1 pays for; the display says what the jackpot asks for."""

SUITS: Final[dict[str, dict[str, str]]] = {
    "fr": {"s": "pique", "h": "cœur", "d": "carreau", "c": "trèfle"},
    "en": {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"},
}
VALUES: Final = {rank: 14 - at for at, rank in enumerate("AKQJT98765432")}

_FRENCH: Final = {
    "high_card": "{one} haut{e}",
    "pair": "Paire {de}{many}",
    "two_pair": "Deux paires, {many} et {more}",
    "three_of_a_kind": "Brelan {de}{many}",
    "straight": "Quinte {au}{one}",
    "flush": "Couleur {au}{one}",
    "full_house": "Full, {many} par les {more}",
    "quads": "Carré {de}{many}",
    "straight_flush": "Quinte flush {au}{one}",
    "royal_flush": "Quinte flush royale",
}
_ENGLISH: Final = {
    "high_card": "{One} high",
    "pair": "Pair of {many}",
    "two_pair": "Two pair, {many} and {more}",
    "three_of_a_kind": "Three {many}",
    "straight": "Straight, {one} high",
    "flush": "Flush, {one} high",
    "full_house": "Full house, {many} over {more}",
    "quads": "Four {many}",
    "straight_flush": "Straight flush, {one} high",
    "royal_flush": "Royal flush",
}


def hand_name(language: str, hand: Mapping[str, Any] | None) -> str:
    """`Couleur à l’as`; an empty text for no hand."""
    if hand is None:
        return ""
    ranks: Sequence[int] = hand["ranks"]
    if not ranks:
        return CLASSES[language][hand["class"]]  # told by its class
    names = RANKS[language]
    one, many = names[ranks[0]]
    more = names[ranks[1]][1] if len(ranks) > 1 else ""
    if language == "en":
        return _ENGLISH[hand["class"]].format(one=one, One=one.capitalize(), many=many, more=more)
    return _FRENCH[hand["class"]].format(
        one=one if "{au}" in _FRENCH[hand["class"]] else one.capitalize(),
        many=many,
        more=more,
        e="e" if one == "dame" else "",
        de="d’" if many == "as" else "de ",
        au="à l’" if one == "as" else "à la " if one == "dame" else "au ",
    )


def card_name(language: str, card: str) -> tuple[str, str]:
    """The rank and the suit of a card that lies face up: `("Valet", "de pique")`."""
    rank = RANKS[language][VALUES[card[0]]][0].capitalize()
    return rank, f"{'of' if language == 'en' else 'de'} {SUITS[language][card[1]]}"


def odds_words(language: str, odds: str) -> str:
    """`3 pour 2` of the odds written `3/2`; an empty text stays empty."""
    if not odds:
        return ""
    gain, _, stake = odds.partition("/")
    return grouped(int(gain)) + (" to " if language == "en" else " pour ") + (stake or "1")
