"""Findings that somebody has put away: what, of which figures, who, when and why.

They are kept beside the store and not in it: the store is made again from the journals whenever its tables
change, and no journal holds what a person said at the pit. The file is only added to, and every row reaches
the disk before the answer. No notice stands for ever (screens, sections 6.1 and 8.1).

A finding that was put away comes back in the table's next session, or when its figures have grown worse by
a tenth: one that moves a little with each round does not come and go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from controller.house.store import Store

REASONS: Final[Mapping[str, tuple[str, str]]] = {
    "checked": ("vérifié", "checked"),
    "explained": ("expliqué", "explained"),
    "passed_on": ("transmis", "passed on"),
}
WHATS: Final[Mapping[str, tuple[str, str]]] = {
    "result": ("résultat", "result"),
    "hands": ("combinaisons", "hands"),
    "cards": ("cartes", "cards"),
    "seat": ("mains d’une place", "hands of a seat"),
    "pace": ("cadence", "pace"),
    "retries": ("reprises", "retries"),
}
"""The findings that may be put away; a journal that does not hold is none of them."""
PIT: Final = "pit"
SHOWN: Final = 12
_COLUMNS: Final = ("at_ms", "what", "table_name", "session", "severity", "person", "why")


class SetAside:
    """What was put away.

    Args:
        db: where the table `put_away` is kept, as the store says.
    """

    def __init__(self, db: Store) -> None:
        self._db = db

    def close(self) -> None:
        """The file is closed."""
        self._db.close()

    def put(self, finding: Mapping[str, Any], session: int, person: str, why: str, at_ms: int) -> None:
        """The finding is put away as it is now; the row is on the disk."""
        self._db.execute(
            f"INSERT INTO put_away ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})",
            (at_ms, finding["what"], finding["table"], session, severity(finding), person or PIT, why),
        )

    def waiting(self, found: Sequence[dict[str, Any]], sessions: Mapping[str, int]) -> list[dict[str, Any]]:
        """The findings that nobody has put away in this session as bad as they are."""
        return [one for one in found if not self._is_away(one, sessions.get(one["table"], 0))]

    def acts(self) -> list[dict[str, Any]]:
        """The newest of these acts, newest first, as `controller.house.acts` tells the others."""
        rows = self._db.query("SELECT * FROM put_away ORDER BY at_ms DESC, id DESC LIMIT ?", (SHOWN,))
        return [
            {
                "at_ms": row["at_ms"],
                "table": row["table_name"],
                "act": [
                    f"{verb} {WHATS[row['what']][at]}, {REASONS[row['why']][at]}"
                    for at, verb in enumerate(("Constat écarté\u00a0:", "Finding put away:"))
                ],
                "persons": [row["person"]],
                "screen": PIT,
            }
            for row in rows
        ]

    def _is_away(self, finding: Mapping[str, Any], session: int) -> bool:
        if finding["what"] not in WHATS:
            return False
        same = "SELECT max(severity) FROM put_away WHERE what = ? AND table_name = ? AND session = ?"
        (worst,) = self._db.execute(same, (finding["what"], finding["table"], session)).fetchone()
        return worst is not None and 10 * severity(finding) < 11 * worst


def severity(finding: Mapping[str, Any]) -> int:
    """How bad the finding is, by its own measure: the more the worse, never 0."""
    match finding["what"]:
        case "result":
            return abs(int(finding["sigmas_percent"]))
        case "pace":
            return max(1, 1000 - 1000 * int(finding["rounds_per_hour"]) // int(finding["target"]))
        case "retries":
            return int(finding["permille"])
    return max(1, int(finding["surprise"]))
