"""A setting is wrong: which file and key, what stands there, and why. Who names it need load nothing else."""

from __future__ import annotations

from pathlib import Path

from controller.settings.faults import wrong
from controller.told import Told


class SettingsError(ValueError):
    """A setting is wrong.

    Attributes:
        file: which file, or the name looked for.
        key: the path of the key, `streets[0].multiples`; empty where the file itself is wrong.
        value: what stands there; None where nothing does.
        reason: what is wrong with it.
    """

    def __init__(self, file: str | Path, key: str, value: object, reason: str) -> None:
        self.file, self.key, self.value, self.reason = str(file), key, value, reason
        said = "wrong_value" if key and value is not None else "wrong_key" if key else "wrong"
        super().__init__(wrong(said, file=file, key=key, value=shown(value), reason=reason))


def shown(value: object) -> str:
    """The value as an error quotes it: one line, 80 characters at most."""
    if isinstance(value, Told):
        return value
    try:
        text = repr(value)
    except ValueError:  # a number written as 0xFFF…, which Python reads and does not print
        return wrong("thousands")
    return text if len(text) <= 80 else f"{text[:77]}..."
