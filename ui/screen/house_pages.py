"""The pages of the pit's screen that the house fills."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ui.house import Memory
from ui.screen.house_keys import Choice
from ui.screen.pit.inspector import InspectorPage
from ui.screen.pit.integrity import IntegrityPage
from ui.screen.pit.jackpot import JackpotPage
from ui.screen.pit.pages import Page
from ui.screen.pit.plots import PlotsPage
from ui.screen.pit.registers import RegistersPage
from ui.screen.pit.rounds import RoundsPage


def house_pages(
    memory: Memory,
    folder: Path,
    choice: Choice | None = None,
    copy: Callable[[str], None] = lambda text: None,
) -> list[Page]:
    """Every page, all of them looking at the same table and period; exported files go to the folder."""
    chosen = choice or Choice(folder)
    rounds = RoundsPage(memory, chosen, copy=copy)
    return [
        rounds,
        *(
            kind(memory, chosen)
            for kind in (JackpotPage, PlotsPage, RegistersPage, IntegrityPage, InspectorPage)
        ),
    ]
