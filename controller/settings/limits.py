"""The rules of one table: those of its profile under the limits of the house, and the profiles it knows."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from controller.game.profile import LIMIT_MULTIPLES, RuleProfile
from controller.settings.rules import load_profile, with_limits
from controller.settings.table import TableFile
from controller.settings.toml import SettingsError, config_files

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
