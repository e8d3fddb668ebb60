"""Where each rule of the settlement is written: the paragraph of the article, or of the rules of the game.

The article is cited for the profiles that are the article. The others cite their own source by its own
headings, and a house's profile cites itself: its sheet never claims the law for a rule of the house, not
even where its file keeps the name of a shipped one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.game.felt import Spot
from controller.game.profile import AwardKind, RuleProfile
from controller.settings.shipped import as_shipped, shipped_profile

Words = tuple[str, str]
"""French, English."""

WIN, TIE, LOST, FOLDED, UNQUALIFIED = "win", "tie", "lost", "folded", "unqualified"
SECOND, BELOW, SIDE, JP1 = "second", "below", "side", "jp1"

_COMPARED: Final = {"paid": WIN, "push_tie": TIE, "lost": LOST, "returned_not_qualified": UNQUALIFIED}
_BET: Final = {**_COMPARED, "lost_folded": FOLDED}
_SECOND: Final = {**_COMPARED, "paid": SECOND, "push_below_table": BELOW, "lost_folded": FOLDED}
_CLAUSES: Final[Mapping[Spot, Mapping[str, str]]] = {
    Spot.ANTE: {**_COMPARED, "paid_not_qualified": UNQUALIFIED, "lost_folded": FOLDED},
    Spot.BLIND: _SECOND,
    Spot.SUPER_ANTE: _SECOND,
    **dict.fromkeys((Spot.PLAY, Spot.A4, Spot.A3, Spot.A2, Spot.A05T, Spot.A05R), _BET),
    Spot.TRIPS: {
        "paid": SIDE,
        "lost": SIDE,
        "returned_tie": TIE,
        "lost_tie": TIE,
        "lost_not_won": LOST,
        "lost_folded": FOLDED,
    },
    Spot.BONUS: {"paid": SIDE, "lost": SIDE, "lost_folded": FOLDED},
    Spot.JP1: {**dict.fromkeys(AwardKind, JP1), "lost": JP1, "lost_folded": FOLDED},
}
CLAUSES: Final[Mapping[str, str]] = {
    f"{spot}_{rule}": clause for spot, rules in _CLAUSES.items() for rule, clause in rules.items()
}
"""What kind of sentence of its source each rule code comes from."""

OPTIONS: Final[Mapping[str, str]] = {
    "trips_returned_tie": "trips_on_tie",
    "trips_lost_tie": "trips_on_tie",
    "trips_lost_not_won": "trips_requires_win",
    "trips_lost_folded": "trips_after_fold",
    "bonus_lost_folded": "bonus_after_fold",
    "jp1_lost_folded": "jp1_after_fold",
}
"""Rules that only an option makes: what no source says cannot be cited from it."""

SAID_BY_SOURCE: Final[Mapping[str, frozenset[str]]] = {
    "fr-casino-page": frozenset({"trips_returned_tie", "trips_lost_not_won", "trips_lost_folded"}),
}
"""The options' rules that a source does say in so many words."""

_PAGE_GAME: Final = ("page du casino, principe du jeu", "casino's page, how the game is played")
_LIVE_RESULT: Final = ("règles en direct, « Résultats du jeu »", "live rules, “Results of the game”")


def _article(prefix: str) -> dict[str, Words]:
    """Article 55-20; its version of 2021 has what was the whole article as 1°."""

    def both(part_fr: str = "", part_en: str = "") -> Words:
        return prefix + (part_fr and f", {part_fr}"), prefix + (part_en and f", {part_en}")

    return {
        WIN: both("point 1", "point 1"),
        BELOW: both("point 1", "point 1"),
        SECOND: both("point 1 et tableau Blind", "point 1 and table Blind"),
        LOST: both("point 2", "point 2"),
        TIE: both(),
        UNQUALIFIED: both(),
        FOLDED: both(),
        SIDE: both("tableau Trips", "table Trips"),
    }


SOURCES: Final[Mapping[str, Mapping[str, Words]]] = {
    "fr-55-20-2021": {**_article("art. 55-20, 1°"), JP1: ("art. 55-20, 2°", "art. 55-20, 2°")},
    "fr-55-20-2015": _article("art. 55-20"),
    "fr-casino-page": {
        **dict.fromkeys((WIN, BELOW, LOST, TIE, UNQUALIFIED, FOLDED), _PAGE_GAME),
        SECOND: ("page du casino, tableau de la Blinde", "casino's page, table of the Blind"),
        SIDE: ("page du casino, tableau du bonus Trips", "casino's page, table of Trips"),
    },
    "live-uth": {
        **dict.fromkeys((WIN, LOST, TIE, UNQUALIFIED), _LIVE_RESULT),
        FOLDED: ("règles en direct, « Prendre une décision »", "live rules, “Making a decision”"),
        **dict.fromkeys(
            (SECOND, BELOW), ("règles en direct, « Paiements », Blind", "live rules, “Payouts”, Blind")
        ),
        SIDE: ("règles en direct, « Paiements », Trips", "live rules, “Payouts”, Trips"),
    },
    "fr-holdem-casino": {
        **dict.fromkeys(
            (WIN, BELOW), ("règles du jeu, banque qualifiée, A", "rules of the game, bank qualified, A")
        ),
        SECOND: (
            "règles du jeu, banque qualifiée, A, tableau Super Ante",
            "rules of the game, bank qualified, A, table Super Ante",
        ),
        LOST: ("règles du jeu, banque qualifiée, B", "rules of the game, bank qualified, B"),
        TIE: ("règles du jeu, banque qualifiée, C", "rules of the game, bank qualified, C"),
        UNQUALIFIED: ("règles du jeu, banque non qualifiée", "rules of the game, bank not qualified"),
        FOLDED: ("règles du jeu, déroulement", "rules of the game, course of play"),
        SIDE: ("règles du jeu, tableau Bonus", "rules of the game, table Bonus"),
    },
}
"""By profile: the place in its source of each kind of sentence."""


def source_of(profile: RuleProfile, rule: str) -> Words:
    """Where this rule is written, as a sheet cites it.

    Raises:
        KeyError: no rule of the settlement has this code.
    """
    option = OPTIONS.get(rule)
    shipped = as_shipped(profile)
    if option is not None and not (shipped and rule in SAID_BY_SOURCE.get(profile.id, ())):
        return f"option {option}", f"option {option}"
    return paragraph(profile, CLAUSES[rule])


def paragraph(profile: RuleProfile, clause: str) -> Words:
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
