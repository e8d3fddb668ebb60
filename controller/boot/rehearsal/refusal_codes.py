"""The codes with which a table refuses an act: those that the console has words for."""

from __future__ import annotations

from typing import Final

from ui.texts.rules import REFUSALS

REFUSAL_CODES: Final = tuple(REFUSALS["en"])
