"""One row a spot of the felt: its names, the options that are its own, and each rule that settles it.

Papers, registers, screens and the terminal take their words from here: a side bet of a new name is a row of
`SPOTS`, beside its spot of the felt and a rule file that offers it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from controller.game.felt import Spot
from controller.game.profile import AwardKind
from controller.game.side_bets import LooksAt
from controller.words.money import HARD

Words = tuple[str, str]
"""French, English."""


class Clause(StrEnum):
    """The kind of sentence of its source that a rule comes from; `papers` knows where each is written."""

    WIN = "win"
    TIE = "tie"
    LOST = "lost"
    FOLDED = "folded"
    UNQUALIFIED = "unqualified"
    SECOND = "second"
    BELOW = "below"
    SIDE = "side"
    JP1 = "jp1"


class RuleWords(NamedTuple):
    """One rule of the settlement.

    Attributes:
        sheet: its sentence on a sheet, which begins with the stake that it settles.
        glass: what became of the stake, on a screen; empty where it is paid, which shows its gain.
        clause: the kind of sentence that it comes from.
        option: the option that alone makes it, as the rules' file calls it: no source says it.
    """

    sheet: Words
    glass: Words
    clause: Clause
    option: str = ""


class OptionWords(NamedTuple):
    """One option of the rules that belongs to this spot.

    Attributes:
        label: its name on a screen.
        values: by value as the file writes it: its sentence on paper, then the words on a screen.
    """

    label: Words
    values: Mapping[str, tuple[Words, Words]]


class SpotWords(NamedTuple):
    """One spot.

    Attributes:
        name: on papers and in sentences.
        rules: by the rule's code without the spot.
        glass: on a screen, where it is not the name.
        felt: on a seat's tile, which may break it in two; empty for a spot that has no circle there.
        short: the same in letters, on a small screen.
        paytable: the kind of sentence that its paytable is; None for a spot paid even money.
        pays: to whom its paytable pays, on the public display.
        options: by the option's name.
    """

    name: Words
    rules: Mapping[str, RuleWords]
    glass: Words = ("", "")
    felt: Words = ("", "")
    short: str = ""
    paytable: Clause | None = None
    pays: Words = ("", "")
    options: Mapping[str, OptionWords] = {}


LOOKS_AT: Final[Mapping[LooksAt, Words]] = {
    LooksAt.SEVEN: ("sur les sept cartes", "on the seven cards"),
    LooksAt.HOLE: ("sur les deux cartes du joueur", "on the player’s two cards"),
    LooksAt.BOARD: ("sur les cinq cartes communes", "on the five community cards"),
}
"""The cards that decide a side bet."""

# --- rules ---------------------------------------------------------------------------------------

_NOTHING: Final[Words] = ("", "")
_EVEN: Final[Words] = ("égalité", "tie")
_RETURNED: Final[Words] = ("rendue", "returned")
_TAKEN: Final[Words] = ("perdue", "lost")
_NO_PRIZE: Final[Words] = ("pas de gain", "no prize")

_TIE: Final[Words] = ("{spot} rendue\u00a0: égalité", "{spot} returned: tie")
_PAID_BY_HAND: Final[Words] = ("{spot} payée {odds}\u00a0: {hand}", "{spot} paid {odds}: {hand}")
_FOLDED: Final = RuleWords(
    ("{spot} prise\u00a0: {folded}", "{spot} taken: {folded}"),
    _TAKEN,
    Clause.FOLDED,
)
_COMPARED: Final[Mapping[str, RuleWords]] = {
    "paid": RuleWords(
        ("{spot} payée {odds}\u00a0: bat la banque", "{spot} paid {odds}: beats the dealer"),
        _NOTHING,
        Clause.WIN,
    ),
    "push_tie": RuleWords(_TIE, _EVEN, Clause.TIE),
    "lost": RuleWords(
        ("{spot} prise\u00a0: la banque gagne", "{spot} taken: the dealer wins"),
        _TAKEN,
        Clause.LOST,
    ),
    "returned_not_qualified": RuleWords(
        ("{spot} rendue\u00a0: banque non qualifiée", "{spot} returned: dealer not qualified"),
        _RETURNED,
        Clause.UNQUALIFIED,
    ),
    "lost_folded": _FOLDED,
}
"""Main stakes against the bank; what wins is paid even money."""
_SECOND: Final[Mapping[str, RuleWords]] = {
    **_COMPARED,
    "paid": RuleWords(
        ("{spot} payée {odds}\u00a0: gagne avec {a_hand}", "{spot} paid {odds}: wins with {a_hand}"),
        _NOTHING,
        Clause.SECOND,
    ),
    "push_below_table": RuleWords(
        (
            "{spot} rendue\u00a0: gagne avec {a_hand}, il faut {a_lowest} ou mieux",
            "{spot} returned: wins with {a_hand}, paid from {a_lowest} up",
        ),
        _RETURNED,
        Clause.BELOW,
    ),
}
"""The second main stake, paid by a table."""
_LOST_BY_HAND: Final = RuleWords(
    (
        "{spot} prise\u00a0: {hand}, il faut {a_lowest} ou mieux",
        "{spot} taken: {hand}, paid from {a_lowest} up",
    ),
    _TAKEN,
    Clause.SIDE,
)


def _side(spot: Spot) -> dict[str, RuleWords]:
    """A side bet that goes by the player's own hand."""
    return {
        "paid": RuleWords(_PAID_BY_HAND, _NOTHING, Clause.SIDE),
        "lost": _LOST_BY_HAND,
        "lost_folded": _FOLDED._replace(option=f"{spot}_after_fold"),
    }


def _side_by_result(spot: Spot) -> dict[str, RuleWords]:
    """What the options of such a side bet make of it, where the player must beat the bank."""
    return {
        "returned_tie": RuleWords(_TIE, _EVEN, Clause.TIE, f"{spot}_on_tie"),
        "lost_tie": RuleWords(
            ("{spot} prise\u00a0: égalité", "{spot} taken: tie"), _TAKEN, Clause.TIE, f"{spot}_on_tie"
        ),
        "lost_not_won": RuleWords(
            ("{spot} prise\u00a0: ne bat pas la banque", "{spot} taken: does not beat the dealer"),
            _TAKEN,
            Clause.LOST,
            f"{spot}_requires_win",
        ),
    }


def _prize(french: str, english: str) -> RuleWords:
    return RuleWords((french, english), _NOTHING, Clause.JP1)


_JP1: Final[Mapping[str, RuleWords]] = {
    **dict.fromkeys(
        (AwardKind.FULL_HOUSE, AwardKind.QUADS, AwardKind.STRAIGHT_FLUSH), _prize(*_PAID_BY_HAND)
    ),
    AwardKind.COMMUNITY_ROYAL: _prize(
        "{spot} payée {odds}\u00a0: quinte flush royale communautaire",
        "{spot} paid {odds}: community royal flush",
    ),
    AwardKind.JACKPOT: _prize(
        f"{{spot}} gagne 100{HARD}% du jackpot\u00a0: quinte flush royale",
        "{spot} wins 100% of the jackpot: royal flush",
    ),
    AwardKind.CONSOLATION: _prize(
        "{spot} payée {odds}\u00a0: lot de consolation", "{spot} paid {odds}: consolation"
    ),
    "lost": RuleWords(
        ("{spot} collectée, sans lot\u00a0: {hand}", "{spot} collected, no prize: {hand}"),
        _NO_PRIZE,
        Clause.JP1,
    ),
    "lost_folded": RuleWords(
        ("{spot} collectée, sans lot\u00a0: {folded}", "{spot} collected, no prize: {folded}"),
        _NO_PRIZE,
        Clause.FOLDED,
        "jp1_after_fold",
    ),
}

# --- options of side bets ------------------------------------------------------------------------


def _after_fold(name: str, hand: Words) -> OptionWords:
    """Whether the bet plays for a hand that is folded; `hand` says folded as the game does."""
    french, english = hand
    return OptionWords(
        (f"{name}, main {french}", f"{name}, folded hand"),
        {
            "true": (
                (f"{name} joue aussi pour une main {french}.", f"{name} plays for {english} hand too."),
                ("joue", "plays"),
            ),
            "false": (
                (f"{name} est perdue avec la main {french}.", f"{name} is lost with {english} hand."),
                ("perdue", "lost"),
            ),
        },
    )


def _by_result(name: str) -> dict[str, OptionWords]:
    """Whether the bet looks at how the player does against the bank."""
    return {
        "requires_win": OptionWords(
            (name, name),
            {
                "true": (
                    (
                        f"{name} n’est payée qu’au joueur dont la main bat celle de la banque.",
                        f"{name} is paid only to a player whose hand beats the dealer’s.",
                    ),
                    ("paie si le joueur gagne", "pays if the player wins"),
                ),
                "false": (
                    (
                        f"{name} se règle sur la seule main du joueur, qu’il gagne, perde ou fasse égalité.",
                        f"{name} is settled by the player’s own hand alone, whether he wins, loses or ties.",
                    ),
                    ("joue quel que soit le reste", "plays whatever the rest"),
                ),
            },
        ),
        "on_tie": OptionWords(
            (f"{name} à égalité", f"{name} on a tie"),
            {
                "by_hand": (
                    (f"À égalité, {name} se règle selon la main.", f"On a tie, {name} goes by the hand."),
                    ("selon la main", "by the hand"),
                ),
                "returned": (
                    (f"À égalité, {name} est rendue.", f"On a tie, {name} is returned."),
                    ("rendue", "returned"),
                ),
                "taken": (
                    (f"À égalité, {name} est prise.", f"On a tie, {name} is taken."),
                    ("prise", "taken"),
                ),
            },
        ),
    }


# --- the rows ------------------------------------------------------------------------------------


def _same(name: str) -> Words:
    return name, name


def _bet(french: str, english: str, glass: Words) -> SpotWords:
    return SpotWords((french, english), _COMPARED, glass)


SPOTS: Final[Mapping[Spot, SpotWords]] = {
    Spot.ANTE: SpotWords(
        _same("Ante"),
        {
            **_COMPARED,
            "paid_not_qualified": RuleWords(
                (
                    "{spot} payée {odds}\u00a0: banque non qualifiée",
                    "{spot} paid {odds}: dealer not qualified",
                ),
                ("déjà payée", "already paid"),
                Clause.UNQUALIFIED,
            ),
        },
        felt=_same("Ante"),
        short="A",
    ),
    Spot.BLIND: SpotWords(
        _same("Blind"),
        _SECOND,
        felt=_same("Blind"),
        short="B",
        paytable=Clause.SECOND,
        pays=("si le joueur gagne", "if the player wins"),
    ),
    Spot.SUPER_ANTE: SpotWords(
        _same("Super Ante"),
        _SECOND,
        felt=_same("Super\nAnte"),
        short="SA",
        paytable=Clause.SECOND,
        pays=("si le joueur gagne, banque qualifiée", "if the player wins, bank qualified"),
    ),
    Spot.TRIPS: SpotWords(
        _same("Trips"),
        {**_side(Spot.TRIPS), **_side_by_result(Spot.TRIPS)},
        felt=_same("Trips"),
        short="T",
        paytable=Clause.SIDE,
        pays=("que le joueur gagne ou perde", "whether the player wins or loses"),
        options={**_by_result("Trips"), "after_fold": _after_fold("Trips", ("couchée", "a folded"))},
    ),
    Spot.BONUS: SpotWords(
        _same("Bonus"),
        _side(Spot.BONUS),
        felt=_same("Bonus"),
        short="B",
        paytable=Clause.SIDE,
        pays=("dans tous les cas", "in every case"),
        options={"after_fold": _after_fold("Bonus", ("abandonnée", "an abandoned"))},
    ),
    Spot.POCKET: SpotWords(
        _same("Pocket"),
        {**_side(Spot.POCKET), "lost_folded": _FOLDED},
        felt=_same("Pocket"),
        short="P",
        paytable=Clause.SIDE,
        pays=("dans tous les cas", "in every case"),
    ),
    Spot.PLAY: SpotWords(_same("Play"), _COMPARED),
    Spot.A4: _bet("A4", "A4", _same("A\u00a04")),
    Spot.A3: _bet("A3", "A3", _same("A\u00a03")),
    Spot.A2: _bet("A2", "A2", _same("A\u00a02")),
    Spot.A05T: _bet("A0,5 T", "A0.5 T", ("A\u00a00,5\u00a0T", "A\u00a00.5\u00a0T")),
    Spot.A05R: _bet("A0,5 R", "A0.5 R", ("A\u00a00,5\u00a0R", "A\u00a00.5\u00a0R")),
    Spot.JP1: SpotWords(
        _same("JP1"),
        _JP1,
        paytable=Clause.JP1,
        pays=("que le joueur gagne ou perde", "whether the player wins or loses"),
    ),
}

RULES: Final[Mapping[str, RuleWords]] = {
    f"{spot}_{rule}": words for spot, row in SPOTS.items() for rule, words in row.rules.items()
}
"""Every rule of the settlement, by the code that a line of it carries."""
OPTIONS: Final[Mapping[str, OptionWords]] = {
    f"{spot}_{option}": words for spot, row in SPOTS.items() for option, words in row.options.items()
}
"""Every option of a side bet, by its name in the rules' file."""


SIDES: Final = tuple(spot for spot, row in SPOTS.items() if row.paytable is Clause.SIDE)
"""The side bets, in the order of the felt."""

PAID_FIRST: Final = (
    *(spot for spot, row in SPOTS.items() if not row.short and row.paytable is None),
    *(spot for spot, row in SPOTS.items() if row.paytable is Clause.SECOND),
    *SIDES,
    Spot.ANTE,
    Spot.JP1,
)
"""All spots in the order in which winnings are paid: the bets after the deal first."""


def spot_name(spot: str, language: int) -> str:
    """The spot on paper, 0 French and 1 English: `A0,5 T`.

    Raises:
        ValueError: no felt has such a spot.
    """
    return SPOTS[Spot(spot)].name[language]


def on_glass(spot: Spot) -> Words:
    """The spot on a screen, where its name does not break."""
    row = SPOTS[spot]
    return row.glass if row.glass[0] else row.name
