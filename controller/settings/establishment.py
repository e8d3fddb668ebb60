"""The establishment, as its papers name it (`establishment.toml`)."""

from __future__ import annotations

from typing import Final

from pydantic import Field

from controller.settings.files import config_path
from controller.settings.toml import Strict, read_toml

FILE: Final = "establishment.toml"
EXAMPLE: Final = "Casino de démonstration"
"""The name in the shipped file, which is nobody's."""
PRINTABLE: Final = r"^[^\x00-\x1f\x7f]*$"


class Establishment(Strict):
    """Whose papers these are; both stand on every page, so they are no longer than a page is wide."""

    name: str = Field(min_length=1, max_length=48, pattern=PRINTABLE)
    place: str = Field(default="", max_length=60, pattern=PRINTABLE)

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
