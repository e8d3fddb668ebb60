"""What the house's figures are held against: exact expectations, and how far chance may be from them.

The tests of chance are in `controller.house.fairness`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Final

from controller.game.profile import RuleProfile
from controller.odds.chances import side
from controller.settings.files import config_directories
from controller.settings.limits import under_limits
from controller.settings.rules import load_profile, profile_of_file
from controller.settings.settings_error import SettingsError

BAND: Final = 1.96
"""Standard deviations that 95 % of the samples stay within."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What one cent staked gives the bank, and its variance: on the Ante with all that follows it, and on
    the side bet."""

    edge: float
    variance: float
    side_edge: float
    side_variance: float


MAIN: Final[Mapping[str, tuple[Fraction, Fraction]]] = {
    "fr-55-20-2021": (
        Fraction(50643648973, 2317817502000),
        Fraction(131066399382259167548875271, 5372277972577520004000000),
    ),
    "fr-holdem-casino": (
        Fraction(99024899123, 1390690501200),
        Fraction(31449868880698045624274951, 1934020070127907201440000),
    ),
}
"""The bank's edge for an Ante and its variance under the player's best strategy, as `tapis par` enumerates
them for these profiles. It takes some seconds a game, which the pit's machine is not made to wait."""


def _same_game(one: RuleProfile, other: RuleProfile) -> bool:
    """Whether the main bets of two profiles are the same game."""
    return (
        one.second is other.second
        and [(street.bets, street.board, street.fold) for street in one.streets]
        == [(street.bets, street.board, street.fold) for street in other.streets]
        and one.blind == other.blind
        and one.qualifies_with is other.qualifies_with
        and one.unqualified == other.unqualified
    )


def expected_of(profile: RuleProfile) -> Expected | None:
    """The exact expectation of a profile; None for a game that is not among those worked out here, whose side
    bet depends on how the main bets end, or with several: their stakes are counted as one sum."""
    for name, (edge, variance) in MAIN.items():
        if _same_game(profile, load_profile(name)):
            bets = [side(one) for one in profile.sides]
            if len(bets) > 1 or None in bets:
                return None
            bet = bets[0] if bets else None
            return Expected(
                float(edge),
                float(variance),
                float(1 - bet.rtp) if bet else 0.0,
                float(bet.variance) if bet else 0.0,
            )
    return None


@cache
def profile_of(digest: str) -> RuleProfile | None:
    """The rules of this digest, if a directory of configuration has them, under any limits of a house."""
    for folder in config_directories():
        for path in sorted((folder / "rules").glob("*.toml")):
            try:
                profile = profile_of_file(path)
            except SettingsError:
                continue
            if (found := under_limits(profile, digest)) is not None:
                return found
    return None


@cache
def expected_by(digest: str) -> Expected | None:
    """The exact expectation by the digest of the rules, as `expected_of` says."""
    profile = profile_of(digest)
    return expected_of(profile) if profile is not None else None


def warm() -> None:
    """The rules that are here have been read, so that the first answer does not wait for that."""
    for name in MAIN:
        expected_by(load_profile(name).digest)


# --- samples ---------------------------------------------------------------------------------------


def band_of(p: float, total: int) -> tuple[float, float]:
    """Between which multiples of its expectation 95 % of samples of so many hands have what is so likely."""
    if not total:
        return (0.0, 0.0)
    half = BAND * sqrt((1 - p) / (total * p))
    return max(0.0, 1 - half), 1 + half


def percentile(histogram: Sequence[tuple[int, int]], permille: int) -> int:
    """The value that so many thousandths do not exceed; `histogram` is (value, times), sorted."""
    total = sum(times for _, times in histogram)
    if not total:
        return 0
    wanted, reached = (total * permille + 999) // 1000, 0
    for value, times in histogram:
        reached += times
        if reached >= wanted:
            return value
    return histogram[-1][0]
