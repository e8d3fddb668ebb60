"""The rules of one table: those of its profile under the limits of the house, and the profiles it knows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from controller.game.profile import LIMIT_MULTIPLES, RuleProfile
from controller.settings.faults import wrong
from controller.settings.files import config_files
from controller.settings.rules import load_profile, with_limits
from controller.settings.settings_error import SettingsError
from controller.settings.table import TableFile

PROFILES_MAX: Final = 24
MINIMUMS_CENTS: Final = (100, 200, 300, 500, 1000, 1500, 2000, 2500, 3000, 5000, 10_000)
"""The minimums that a house may choose; its authorisation says which (art. 55-20-1)."""


def rules_of(settings: TableFile) -> RuleProfile:
    """The rules in force at the table of these settings.

    Raises:
        SettingsError: the profile cannot be read, or the limits do not go with it.
    """
    limits = settings.limits
    profile = load_profile(settings.table.profile)
    return with_limits(profile, limits.minimum_cents, limits.maximum_multiple)


def under_limits(profile: RuleProfile, digest: str) -> RuleProfile | None:
    """These rules under the limits with which they have this digest, the file's own or a house's; or None."""
    if profile.digest == digest:
        return profile
    for minimum_cents in MINIMUMS_CENTS:
        for multiple in LIMIT_MULTIPLES:
            try:
                found = with_limits(profile, minimum_cents, multiple)
            except SettingsError:
                continue
            if found.digest == digest:
                return found
    return None


def known_profiles() -> tuple[str, ...]:
    """The names of the profiles that this machine has and that can be read, in order."""
    found: dict[str, bool] = {}
    for path in config_files("rules/*.toml"):
        if path.stem not in found:
            found[path.stem] = _readable(path)
    return tuple(sorted(name for name, there in found.items() if there))[:PROFILES_MAX]


def _readable(path: Path) -> bool:
    try:
        load_profile(path.stem)
    except SettingsError:
        return False
    return True


def check_pieces(profile: RuleProfile, pieces_cents: Iterable[int]) -> None:
    """The smallest chip of the rules is one of the table's pieces: what is owed can be paid and counted.

    Raises:
        SettingsError: it is not; file, key, value and what to do are named.
    """
    chip_cents, pieces = profile.limits.chip_cents, list(pieces_cents)
    if chip_cents not in pieces:
        reason = wrong("no_piece", chip=chip_cents, profile=profile.id)
        raise SettingsError("table.toml", "opening.pieces_cents", pieces, reason)
