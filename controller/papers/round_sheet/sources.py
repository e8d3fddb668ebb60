"""Where each rule of the settlement is written: the paragraph of the article, or of the rules of the game.

The article is cited for the profiles that are the article. The others cite their own source by its own
headings, and a house's profile cites itself: its sheet never claims the law for a rule of the house, not
even where its file keeps the name of a shipped one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.game.profile import RuleProfile
from controller.settings.shipped import as_shipped, shipped_profile
from controller.words.spots import RULES, Clause

Words = tuple[str, str]
"""French, English."""

SAID_BY_SOURCE: Final[Mapping[str, frozenset[str]]] = {
    "fr-casino-page": frozenset({"trips_returned_tie", "trips_lost_not_won", "trips_lost_folded"}),
}
"""The options' rules that a source does say in so many words."""

_PAGE_GAME: Final = ("page du casino, principe du jeu", "casino’s page, how the game is played")
_LIVE_RESULT: Final = (
    "règles en direct, «\u00a0Résultats du jeu\u00a0»",
    "live rules, “Results of the game”",
)


def _article(prefix: str) -> dict[Clause, Words]:
    """Article 55-20; its version of 2021 has what was the whole article as 1°."""

    def both(part_fr: str = "", part_en: str = "") -> Words:
        return prefix + (part_fr and f", {part_fr}"), prefix + (part_en and f", {part_en}")

    return {
        Clause.WIN: both("point 1", "point 1"),
        Clause.BELOW: both("point 1", "point 1"),
        Clause.SECOND: both("point 1 et tableau Blind", "point 1 and table Blind"),
        Clause.LOST: both("point 2", "point 2"),
        Clause.TIE: both(),
        Clause.UNQUALIFIED: both(),
        Clause.FOLDED: both(),
        Clause.SIDE: both("tableau Trips", "table Trips"),
    }


SOURCES: Final[Mapping[str, Mapping[Clause, Words]]] = {
    "fr-55-20-2021": {**_article("art. 55-20, 1°"), Clause.JP1: ("art. 55-20, 2°", "art. 55-20, 2°")},
    "fr-55-20-2015": _article("art. 55-20"),
    "fr-casino-page": {
        **dict.fromkeys(
            (Clause.WIN, Clause.BELOW, Clause.LOST, Clause.TIE, Clause.UNQUALIFIED, Clause.FOLDED), _PAGE_GAME
        ),
        Clause.SECOND: ("page du casino, tableau de la Blinde", "casino’s page, table of the Blind"),
        Clause.SIDE: ("page du casino, tableau du bonus Trips", "casino’s page, table of Trips"),
    },
    "live-uth": {
        **dict.fromkeys((Clause.WIN, Clause.LOST, Clause.TIE, Clause.UNQUALIFIED), _LIVE_RESULT),
        Clause.FOLDED: (
            "règles en direct, «\u00a0Prendre une décision\u00a0»",
            "live rules, “Making a decision”",
        ),
        **dict.fromkeys(
            (Clause.SECOND, Clause.BELOW),
            ("règles en direct, «\u00a0Paiements\u00a0», Blind", "live rules, “Payouts”, Blind"),
        ),
        Clause.SIDE: ("règles en direct, «\u00a0Paiements\u00a0», Trips", "live rules, “Payouts”, Trips"),
    },
    "fr-holdem-casino": {
        **dict.fromkeys(
            (Clause.WIN, Clause.BELOW),
            ("règles du jeu, banque qualifiée, A", "rules of the game, bank qualified, A"),
        ),
        Clause.SECOND: (
            "règles du jeu, banque qualifiée, A, tableau Super Ante",
            "rules of the game, bank qualified, A, table Super Ante",
        ),
        Clause.LOST: ("règles du jeu, banque qualifiée, B", "rules of the game, bank qualified, B"),
        Clause.TIE: ("règles du jeu, banque qualifiée, C", "rules of the game, bank qualified, C"),
        Clause.UNQUALIFIED: ("règles du jeu, banque non qualifiée", "rules of the game, bank not qualified"),
        Clause.FOLDED: ("règles du jeu, déroulement", "rules of the game, course of play"),
        Clause.SIDE: ("règles du jeu, tableau Bonus", "rules of the game, table Bonus"),
    },
}
"""By profile: the place in its source of each kind of sentence."""


def source_of(profile: RuleProfile, rule: str) -> Words:
    """Where this rule is written, as a sheet cites it.

    Raises:
        KeyError: no rule of the settlement has this code.
    """
    words = RULES[rule]
    shipped = as_shipped(profile)
    added = any(rule.startswith(f"{bet.spot}_") for bet in profile.house_bets)  # no option is about these
    if words.option and not added and not (shipped and rule in SAID_BY_SOURCE.get(profile.id, ())):
        return f"option {words.option}", f"option {words.option}"
    return paragraph(profile, words.clause)


def paragraph(profile: RuleProfile, clause: Clause) -> Words:
    """Where this kind of sentence is written: in the source of a shipped profile, or in the house's rules."""
    cited = SOURCES.get(profile.id, {}).get(clause) if as_shipped(profile) else None
    return cited or _of_the_house(profile)


def _of_the_house(profile: RuleProfile) -> Words:
    """The file's own source; its name where the source was copied from a shipped file and is none of it."""
    shipped = [found.source for name in SOURCES if (found := shipped_profile(name)) is not None]
    if profile.source not in shipped:
        return profile.source, profile.source
    if profile.id in SOURCES:
        return f"règles {profile.id} modifiées par la maison", f"rules {profile.id} as the house changed them"
    return f"règles {profile.id}", f"rules {profile.id}"
