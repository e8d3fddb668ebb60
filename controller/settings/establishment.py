"""The establishment, as its papers name it (`establishment.toml`)."""

from __future__ import annotations

from typing import Annotated, Final
from unicodedata import normalize

from pydantic import BeforeValidator, Field

from controller.settings.files import config_path
from controller.settings.toml import Strict, read_toml
from controller.words.plain import unfit

FILE: Final = "establishment.toml"
EXAMPLE: Final = "Casino de démonstration"
"""The name in the shipped file, which is nobody's."""


def _shown(text: str) -> str:
    """The text, with each mark one with its letter.

    Raises:
        ValueError: papers cannot show all of it; it names the place and the character.
    """
    text = normalize("NFC", text)
    why = unfit(text)
    if why:
        raise ValueError(why)
    return text


Shown = Annotated[str, BeforeValidator(lambda told: _shown(told) if isinstance(told, str) else told)]


class Establishment(Strict):
    """Whose papers these are; both stand on every page, so they are no longer than a page is wide."""

    name: Shown = Field(min_length=1, max_length=48)
    place: Shown = Field(default="", max_length=60)

    @property
    def written(self) -> str:
        """Name and place as a form has them; nothing for the example, which no form is sent under."""
        return "" if self.name == EXAMPLE else ", ".join(filter(None, (self.name, self.place)))


def establishment() -> Establishment:
    """The establishment of this machine's configuration.

    Raises:
        SettingsError: the file cannot be read, or does not fit.
    """
    return read_toml(config_path(FILE), Establishment)
