"""The words of a dispute sheet, in French and English: hands, amounts, and every rule of the settlement.

A rule's sentence begins with the stake it settles, `Ante rendue : banque non qualifiée`; where the rule
is written is in `sources`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.game.felt import Spot
from controller.game.hands import HandClass
from controller.game.money import Odds
from controller.game.profile import AwardKind, RuleProfile
from controller.game.settling.settle import SpotLine
from controller.papers.round_sheet.stakes import SPOTS
from controller.words import hands
from controller.words.money import EN, HARD, grouped, money

COLON: Final = (" : ", ": ")

Words = tuple[str, str]
"""French, English."""

CLASSES: Final[Mapping[HandClass, Words]] = {one: hands.CLASSES[str(one)] for one in HandClass}
_BARE: Final = (HandClass.TWO_PAIR, HandClass.THREE_OF_A_KIND, HandClass.QUADS)
_MASCULINE: Final = (HandClass.THREE_OF_A_KIND, HandClass.FULL_HOUSE, HandClass.QUADS)

RESULTS: Final[Mapping[str, Words]] = {
    "win": ("bat la banque", "beats the dealer"),
    "lose": ("battu par la banque", "beaten by the dealer"),
    "tie": ("égalité avec la banque", "ties with the dealer"),
    "fold": ("main couchée", "folded"),
    "unopened": ("main non ouverte", "hand not opened"),
}
ABANDONED: Final[Words] = ("abandon", "abandoned")
"""What Hold'em poker de casino calls a fold."""
NOT_COMPARED: Final[Words] = (
    "main non comparée, banque non qualifiée",
    "hand not compared, dealer not qualified",
)

# --- rules ---------------------------------------------------------------------------------------

_WIN: Final = ("{spot} payée {odds} : bat la banque", "{spot} paid {odds}: beats the dealer")
_TIE: Final = ("{spot} rendue : égalité", "{spot} returned: tie")
_LOST: Final = (
    "{spot} prise : la banque gagne",
    "{spot} taken: the dealer wins",
)
_LEFT: Final = ("{spot} rendue : banque non qualifiée", "{spot} returned: dealer not qualified")
_FOLDED: Final = ("{spot} prise : {folded}", "{spot} taken: {folded}")
_BELOW: Final = (
    "{spot} rendue : gagne avec {a_hand}, il faut {a_lowest} ou mieux",
    "{spot} returned: wins with {a_hand}, paid from {a_lowest} up",
)
_COMPARED: Final = {"paid": _WIN, "push_tie": _TIE, "lost": _LOST, "returned_not_qualified": _LEFT}
_BET: Final = {**_COMPARED, "lost_folded": _FOLDED}
_SECOND: Final = {
    **_COMPARED,
    "paid": ("{spot} payée {odds} : gagne avec {a_hand}", "{spot} paid {odds}: wins with {a_hand}"),
    "push_below_table": _BELOW,
    "lost_folded": _FOLDED,
}
_SIDE: Final = {
    "paid": ("{spot} payée {odds} : {hand}", "{spot} paid {odds}: {hand}"),
    "lost": (
        "{spot} prise : {hand}, il faut {a_lowest} ou mieux",
        "{spot} taken: {hand}, paid from {a_lowest} up",
    ),
    "lost_folded": _FOLDED,
}
_COLLECTED: Final = (" ; mise collectée", "; stake collected")
_SENTENCES: Final[Mapping[Spot, Mapping[str, Words]]] = {
    Spot.ANTE: {
        **_COMPARED,
        "paid_not_qualified": (
            "{spot} payée {odds} : banque non qualifiée",
            "{spot} paid {odds}: dealer not qualified",
        ),
        "lost_folded": _FOLDED,
    },
    Spot.BLIND: _SECOND,
    Spot.SUPER_ANTE: _SECOND,
    **dict.fromkeys((Spot.PLAY, Spot.A4, Spot.A3, Spot.A2, Spot.A05T, Spot.A05R), _BET),
    Spot.TRIPS: {
        **_SIDE,
        "returned_tie": _TIE,
        "lost_tie": ("{spot} prise : égalité", "{spot} taken: tie"),
        "lost_not_won": ("{spot} prise : ne bat pas la banque", "{spot} taken: does not beat the dealer"),
    },
    Spot.BONUS: _SIDE,
    Spot.JP1: {
        **dict.fromkeys(
            (AwardKind.FULL_HOUSE, AwardKind.QUADS, AwardKind.STRAIGHT_FLUSH),
            ("{spot} payée {odds} : {hand}", "{spot} paid {odds}: {hand}"),
        ),
        AwardKind.COMMUNITY_ROYAL: (
            "{spot} payée {odds} : quinte flush royale communautaire",
            "{spot} paid {odds}: community royal flush",
        ),
        AwardKind.JACKPOT: (
            f"{{spot}} gagne 100{HARD}% du jackpot : quinte flush royale",
            "{spot} wins 100% of the jackpot: royal flush",
        ),
        AwardKind.CONSOLATION: (
            "{spot} payée {odds} : lot de consolation",
            "{spot} paid {odds}: consolation",
        ),
        "lost": ("{spot} collectée, sans lot : {hand}", "{spot} collected, no prize: {hand}"),
        "lost_folded": ("{spot} collectée, sans lot : {folded}", "{spot} collected, no prize: {folded}"),
    },
}
RULES: Final[Mapping[str, Words]] = {
    f"{spot}_{rule}": words for spot, rules in _SENTENCES.items() for rule, words in rules.items()
}
"""Every rule code of the settlement, in both languages."""

_AND_CONSOLATION: Final[Words] = (
    ", plus lot de consolation, {odds} ({cents})",
    ", plus consolation, {odds} ({cents})",
)
_JP1_RETURNED: Final[Words] = (
    " ; mise rendue par l’option jp1_return_stake",
    "; stake returned by the option jp1_return_stake",
)


def rule_in_words(line: SpotLine, hand: HandClass | None, profile: RuleProfile, language: int) -> str:
    """Why this stake was settled so; `sources` says where that is written."""
    table = profile.blind if line.spot is profile.second else profile.side_table
    lowest = min(table, default=HandClass.PAIR)
    folded = RESULTS["fold"] if profile.second is Spot.BLIND else ABANDONED
    said = RULES[line.rule][language].format(
        spot=SPOTS[line.spot],
        odds=odds_in_words(line.odds, language) if line.odds is not None else "",
        hand=CLASSES[hand][language] if hand is not None else "",
        a_hand=a_hand(hand, language) if hand is not None else "",
        a_lowest=a_hand(lowest, language),
        folded=folded[language],
    )
    return said + _prizes(line, profile, language) if line.awards else said


def _prizes(line: SpotLine, profile: RuleProfile, language: int) -> str:
    """What a JP1 line says besides its own prize: the consolation on top of it, and where the stake is."""
    said = ""
    for award in line.awards[1:]:
        odds = odds_in_words(profile.jp1[award.kind], language)
        said += _AND_CONSOLATION[language].format(odds=odds, cents=money(award.cents, language))
    return said + (_JP1_RETURNED if line.returned_cents else _COLLECTED)[language]


def a_hand(hand: HandClass, language: int) -> str:
    """`une quinte`, `a straight`; French or English as they put it."""
    name = CLASSES[hand][language]
    if hand is HandClass.TWO_PAIR or (language == EN and hand in _BARE):
        return name
    if language == EN:
        return f"a {name}"
    return f"{'un' if hand in _MASCULINE else 'une'} {name}"


def odds_in_words(odds: Odds, language: int) -> str:
    """`3 pour 2`, `1 000 pour 1`."""
    return (" pour ", " to ")[language].join(grouped(number, language) for number in odds)
