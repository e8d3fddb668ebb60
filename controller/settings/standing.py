"""What a table is: a demonstration, or a program approved for its rules (art. 38-2).

How that is found out is `controller.settings.approval`; papers that only name it load no signatures.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from controller.told import Told

DEMONSTRATION: Final = ("démonstration, non approuvé", "demonstration, not approved")


NO_APPROVAL: Final = Told(
    ("aucune approbation n’est nommée dans les réglages", "no approval is named in the settings")
)


class NotAuthentic(Exception):
    """The program is not the one whose manifest was signed, or nobody can tell; one sentence."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What the table is.

    Attributes:
        program: digest of the program by its manifest, empty for a checkout without one.
        reference: of the approval that names this program and these rules; empty: demonstration.
        why: why there is no approval, one sentence; empty with one.
    """

    program: str = ""
    reference: str = ""
    why: str = "there is no manifest of the program"

    @property
    def approved(self) -> bool:
        """It may be played for money with."""
        return bool(self.reference)

    @property
    def terms(self) -> str:
        """What the first row of a journal says of it."""
        return f"program {self.program or 'unknown'}; {self.reference or DEMONSTRATION[1]}"
