"""Where a paytable is written, as a PAR sheet cites it."""

from __future__ import annotations

from controller.game.profile import RuleProfile
from controller.papers.round_sheet.sources import Words, paragraph
from controller.words.spots import SPOTS


def written_in(profile: RuleProfile) -> dict[str, Words]:
    """The paragraph of each paytable; a house's own rules cite themselves and never the law."""
    clauses = {spot: SPOTS[spot].paytable for spot in profile.spots}
    return {str(spot): paragraph(profile, clause) for spot, clause in clauses.items() if clause is not None}
