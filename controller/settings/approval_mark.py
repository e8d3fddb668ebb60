"""What papers say of this machine's program where no journal says it: approved for these rules, or not."""

from __future__ import annotations

from collections.abc import Iterable

from controller.settings.settings_error import SettingsError
from controller.settings.standing import DEMONSTRATION, NO_APPROVAL, NotAuthentic, Standing
from controller.settings.table import load_table


def standing_here(profile: str) -> Standing:
    """Whether the table's settings on this machine name an approval for the rules of this digest."""
    try:
        named = load_table().program
        if named is None:
            return Standing()
        # Most tables name none, and then nobody waits for the journal's signatures.
        from controller.settings.approval import approval_reference, authentic_program

        program = authentic_program(named.manifest, named.key)
        if named.approval is None:
            return Standing(program, why=NO_APPROVAL)
        return Standing(program, approval_reference(named.approval, named.authority, program, profile), "")
    except (SettingsError, NotAuthentic) as error:
        return Standing(why=str(error))


def mark_here(profiles: Iterable[str], language: int) -> str:
    """`DÉMONSTRATION, NON APPROUVÉ` unless the program is approved for all of these rules (art. 38-2)."""
    approved = all(standing_here(profile).approved for profile in set(profiles))
    return "" if approved else DEMONSTRATION[language].upper()
