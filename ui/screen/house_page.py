"""What the pages have in common that the house fills."""

from __future__ import annotations

from ui.house import Memory
from ui.screen.house_keys import Choice, LastPage
from ui.screen.room import Room


class HousePage:
    """A page that is there while the house is heard.

    Args:
        memory: what the house has answered.
        choice: the table and the period that all these pages look at.
    """

    wide = False
    parts: tuple[str, ...] = ()

    def __init__(self, memory: Memory, choice: Choice) -> None:
        self._memory = memory
        self._choice = choice
        self._kept = LastPage()

    def there(self, room: Room) -> bool:
        """The house was heard."""
        return self._memory.there
