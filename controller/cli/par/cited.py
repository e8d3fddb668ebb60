"""Where a paytable is written, as a PAR sheet cites it."""

from __future__ import annotations

from typing import Final

from controller.cli.settle.sources import JP1, SECOND, SIDE, SOURCES, Words

_CLAUSES: Final = {"blind": SECOND, "super_ante": SECOND, "trips": SIDE, "bonus": SIDE, "jp1": JP1}


def source_of(profile: str, table: str) -> Words:
    """The paragraph of a paytable; a house's own profile cites itself and never the law."""
    cited = SOURCES.get(profile, {}).get(_CLAUSES[table])
    return cited or (f"règles {profile}", f"rules {profile}")
