"""Whether a rule profile is one that came with the program, or a house's own under whatever name."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from controller.game.profile import RuleProfile
from controller.settings.files import shipped_directories
from controller.settings.rules import digest_of, profile_of_file
from controller.settings.settings_error import SettingsError


@lru_cache(maxsize=64)
def as_shipped(profile: RuleProfile) -> bool:
    """Whether these are the rules of the shipped file of this id, the house's own limits apart.

    The minimum is that of the establishment's authorisation and the maximum follows from it (art. 55-20-1):
    a house that writes its own still plays the article. Any other change makes rules of the house.
    """
    shipped = shipped_profile(profile.id)
    return shipped is not None and digest_of(replace(profile, limits=shipped.limits)) == shipped.digest


@lru_cache(maxsize=64)
def shipped_profile(name: str) -> RuleProfile | None:
    """The profile of this name that came with the program, or None."""
    for directory in shipped_directories():
        try:
            return profile_of_file(directory / "rules" / f"{name}.toml")
        except SettingsError:
            continue
    return None
