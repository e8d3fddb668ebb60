"""The main game on a PAR sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from controller.cli.par_blocks import Section

if TYPE_CHECKING:
    from controller.cli.par_sheet import Sheet


def main_sections(sheet: Sheet) -> Iterator[Section]:
    """Expectation, bets, endings, and the strategy before the flop."""
    return iter(())
