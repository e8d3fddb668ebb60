"""The words of a dispute sheet, in French and English: how hands stand, and why a stake was settled so.

The sentence of a rule begins with the stake it settles, `Ante rendue : banque non qualifiée`, and stands in
`controller.words.spots`; where the rule is written is in `sources`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.game.felt import Spot
from controller.game.hands import HandClass
from controller.game.money import Odds
from controller.game.profile import RuleProfile
from controller.game.settling.settle import SpotLine
from controller.game.side_bets import HoleClass, LooksAt, Paytable
from controller.words.hands import PAID, a_hand
from controller.words.money import grouped, money
from controller.words.spots import RULES, spot_name

Words = tuple[str, str]
"""French, English."""

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

_AT_BOARD: Final[Words] = ("{hand} au board", "{hand} on the board")
_OTHER_TWO_CARDS: Final[Words] = (
    "{spot} prise\u00a0: {hand}, hors barème",
    "{spot} taken: {hand}, not in the table",
)
"""The classes of two cards have no order that players know: what is not paid is not called lower."""
_COLLECTED: Final[Words] = ("\u202f; mise collectée", "; stake collected")
_AND_CONSOLATION: Final[Words] = (
    ", plus lot de consolation, {odds} ({cents})",
    ", plus consolation, {odds} ({cents})",
)
_JP1_RETURNED: Final[Words] = (
    "\u202f; mise rendue par l’option jp1_return_stake",
    "; stake returned by the option jp1_return_stake",
)


def rule_in_words(line: SpotLine, hand: HandClass | None, profile: RuleProfile, language: int) -> str:
    """Why this stake was settled so; `sources` says where that is written."""
    bet = profile.side_bet(line.spot)
    table: Paytable = bet.table if bet is not None else profile.blind
    lowest = min(table, default=HandClass.PAIR)
    seen = line.seen if line.seen is not None else hand
    folded = RESULTS["fold"] if profile.second is Spot.BLIND else ABANDONED
    words = RULES[line.rule].sheet
    if isinstance(seen, HoleClass) and not line.returned_cents:
        words = _OTHER_TWO_CARDS
    name = PAID[str(seen)][language] if seen is not None else ""
    on_board = bet is not None and bet.looks_at is LooksAt.BOARD
    said = words[language].format(
        spot=spot_name(line.spot, language),
        odds=odds_in_words(line.odds, language) if line.odds is not None else "",
        hand=_AT_BOARD[language].format(hand=name) if on_board else name,
        a_hand=a_hand(str(seen), language) if seen is not None else "",
        a_lowest=a_hand(str(lowest), language),
        folded=folded[language],
    )
    return said + _prizes(line, profile, language) if line.awards else said


def _prizes(line: SpotLine, profile: RuleProfile, language: int) -> str:
    """What a JP1 line says besides its own prize: the consolation on top of it, and where the stake is."""
    said = ""
    for award in line.awards[1:]:
        odds = odds_in_words(profile.jp1[award.kind], language)
        said += _AND_CONSOLATION[language].format(odds=odds, cents=money(award.cents))
    return said + (_JP1_RETURNED if line.returned_cents else _COLLECTED)[language]


def odds_in_words(odds: Odds, language: int) -> str:
    """`3 pour 2`, `1 000 pour 1`."""
    return (" pour ", " to ")[language].join(grouped(number) for number in odds)
