"""The panel's words in one language, and those that it shares with the other screens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ui.screen.speech import Speech as TableSpeech
from ui.texts import console as texts
from ui.texts.simulator import tell

View = Mapping[str, Any]


@dataclass(frozen=True)
class Speech:
    """The panel's words in one language, and those that it shares with the other screens."""

    language: str

    def __call__(self, name: str, /, **facts: object) -> str:
        """The panel's own words under this name."""
        return tell(self.language, name, **facts)

    def shared(self, name: str) -> str:
        """The words that all screens have for it."""
        return texts.tell(self.language, name)

    def place(self, text: str) -> str:
        """`siège 4, 2e carte` of the place written `hole.4.1`."""
        said = TableSpeech(self.language, 0).place(text)
        return said[0].lower() + said[1:]

    def counted(self, name: str, count: int) -> str:
        """`aucun posé`, `1 posé`, `3 posés`."""
        return self(f"{name}.{('none', 'one')[count] if count < 2 else 'more'}", count=count)
