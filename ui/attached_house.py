"""The pit's screen attached to the house: its pages, the line they ask over, and files."""

from __future__ import annotations

from pathlib import Path

from ui.clipboard import to_clipboard
from ui.house import HouseClient
from ui.screen.house_keys import Choice
from ui.screen.house_pages import house_pages
from ui.screen.pit.notes import HouseNotes


class HouseLine:
    """The house as one screen has it.

    Args:
        path: the socket `house.sock`.
        folder: where exported files are written.
    """

    def __init__(self, path: str, folder: Path) -> None:
        self.client = HouseClient(path)
        choice = Choice(folder)
        self.client.saved.connect(choice.saved)
        self.pages = house_pages(self.client, folder, choice, copy=to_clipboard)
        self.notes = HouseNotes(self.client, choice)

    def start(self) -> None:
        """The line connects, and again whenever it breaks."""
        self.client.start()

    def close(self) -> None:
        """The line is closed."""
        self.client.close()
