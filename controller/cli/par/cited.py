"""Where a paytable is written, as a PAR sheet cites it."""

from __future__ import annotations

from typing import Final

from controller.game.profile import RuleProfile
from controller.papers.round_sheet.sources import JP1, SECOND, SIDE, Words, paragraph

_CLAUSES: Final = {"blind": SECOND, "super_ante": SECOND, "trips": SIDE, "bonus": SIDE, "jp1": JP1}


def written_in(profile: RuleProfile) -> dict[str, Words]:
    """The paragraph of each paytable; a house's own rules cite themselves and never the law."""
    spots = (profile.second, profile.side, "jp1" if profile.jp1 else None)
    return {str(spot): paragraph(profile, _CLAUSES[str(spot)]) for spot in spots if spot is not None}
