"""Hands and prizes by name, French and English, in small letters as they stand in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Words = tuple[str, str]
"""French and English."""

CLASSES: Final[Mapping[str, Words]] = {
    "high_card": ("carte haute", "high card"),
    "pair": ("paire", "pair"),
    "two_pair": ("deux paires", "two pair"),
    "three_of_a_kind": ("brelan", "three of a kind"),
    "straight": ("quinte", "straight"),
    "flush": ("couleur", "flush"),
    "full_house": ("full", "full house"),
    "quads": ("carré", "four of a kind"),
    "straight_flush": ("quinte flush", "straight flush"),
    "royal_flush": ("quinte flush royale", "royal flush"),
}
"""By class, from the lowest to the highest."""
TWO_CARDS: Final[Mapping[str, Words]] = {
    "other_cards": ("autres cartes", "other cards"),
    "low_pair": ("paire de deux à dix", "pair of twos to tens"),
    "ace_face": ("as-dame ou as-valet", "ace-queen or ace-jack"),
    "face_pair": ("paire de rois, dames ou valets", "pair of kings, queens or jacks"),
    "ace_king": ("as-roi", "ace-king"),
    "ace_face_suited": ("as-dame ou as-valet assortis", "ace-queen or ace-jack suited"),
    "ace_king_suited": ("as-roi assortis", "ace-king suited"),
    "pair_of_aces": ("paire d’as", "pair of aces"),
}
"""The classes of a player's own two cards, from the lowest to the highest."""
PAID: Final[Mapping[str, Words]] = {**CLASSES, **TWO_CARDS}
"""Every class that a line of a paytable may be for."""
_BARE: Final = {name for name in TWO_CARDS if "pair" not in name}
_WITHOUT_ARTICLE: Final = (_BARE | {"two_pair"}, _BARE | {"two_pair", "three_of_a_kind", "quads"})
_MASCULINE: Final = {"three_of_a_kind", "full_house", "quads"}
FIXED_PRIZES: Final = ("full_house", "quads", "straight_flush")
"""Classes for which JP1 pays without the comité."""
PRIZES: Final[Mapping[str, Words]] = {
    **{name: CLASSES[name] for name in FIXED_PRIZES},
    "community_royal": ("royale communautaire", "community royal"),
    "jackpot": ("jackpot", "jackpot"),
    "consolation": ("consolation", "consolation"),
}
"""What JP1 pays for."""


def a_hand(name: str, language: int) -> str:
    """`une quinte`, `a straight`: this class as each language puts it into a sentence."""
    words = PAID[name][language]
    if name in _WITHOUT_ARTICLE[language]:
        return words
    article = "a" if language else "un" if name in _MASCULINE else "une"
    return f"{article} {words}"


def headed(words: Words) -> Words:
    """The same with a capital, as a heading has it."""
    french, english = words
    return french[0].upper() + french[1:], english[0].upper() + english[1:]
