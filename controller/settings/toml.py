"""Strict TOML: a file of configuration is found, read and checked, or the error names what is wrong.

The only door through which a file of configuration comes in. Nothing is guessed: an unknown key is
refused, a Boolean is not a number, and a number is not its text.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.game.money import CENTS_MAX
from controller.installed import ROOT, in_checkout

FILE_BYTES_MAX = 256 * 1024


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
        said = "" if value is None else f" = {shown(value)}"
        super().__init__(f"{self.file}: {key}{said}: {reason}" if key else f"{self.file}: {reason}")


def shown(value: object) -> str:
    """The value as an error quotes it: one line, 80 characters at most."""
    try:
        text = repr(value)
    except ValueError:  # a number written as 0xFFF…, which Python reads and does not print
        return "a number of thousands of digits"
    return text if len(text) <= 80 else f"{text[:77]}..."


class Strict(BaseModel):
    """The settings of a file or of a table in it: frozen, types as written, no key but the known ones."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", arbitrary_types_allowed=True)


Model = TypeVar("Model", bound=BaseModel)
Cents = Annotated[int, Field(gt=0, le=CENTS_MAX)]


def config_directories() -> tuple[Path, ...]:
    """Where configuration is looked for, the first hit counting file by file.

    `TAPIS_CONFIG`, then `/etc/tapis`, then `config/` of the source tree, then the installed copy.
    """
    found = [Path(os.environ["TAPIS_CONFIG"])] if os.environ.get("TAPIS_CONFIG") else []
    return (*found, Path("/etc/tapis"), *shipped_directories())


def shipped_directories() -> tuple[Path, ...]:
    """Where the configuration lies that came with the program."""
    in_tree = (ROOT / "config",) if in_checkout() else ()
    return (*in_tree, Path(sys.prefix) / "share" / "tapis" / "config")


def own_path(name: str) -> Path | None:
    """The file of this name that is this machine's own; those that came with the program are examples."""
    shipped = shipped_directories()
    own = (directory for directory in config_directories() if directory not in shipped)
    return next((directory / name for directory in own if (directory / name).is_file()), None)


def config_files(pattern: str) -> list[Path]:
    """The files of this pattern, e.g. `rules/*.toml`, by directory; none of one that is closed."""
    found: list[Path] = []
    for folder in config_directories():
        # From Python 3.13 on a folder that one may not look into is empty by itself.
        with suppress(PermissionError):
            found += sorted(folder.glob(pattern), key=lambda path: path.name)
    return found


def config_path(name: str) -> Path:
    """The file of this name, e.g. `jackpot.toml` or `rules/fr-55-20-2021.toml`.

    Raises:
        SettingsError: no directory of configuration has it.
    """
    directories = config_directories()
    for directory in directories:
        if (directory / name).is_file():
            return directory / name
    raise SettingsError(name, "", None, f"not found in {', '.join(map(str, directories))}")


def read_toml(path: str | Path, model: type[Model]) -> Model:
    """The settings of the file, checked against the model.

    Raises:
        SettingsError: the file cannot be read, is no TOML, or does not fit the model.
    """
    return check(path, toml_content(path), model)


def toml_content(path: str | Path) -> dict[str, Any]:
    """What the file says, not yet checked against anything.

    Raises:
        SettingsError: the file cannot be read or is no TOML.
    """
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise SettingsError(path, "", None, f"cannot be read: {error.strerror}") from None
    if len(raw) > FILE_BYTES_MAX:
        raise SettingsError(path, "", None, f"{len(raw)} bytes, at most {FILE_BYTES_MAX}")
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise SettingsError(path, "", None, f"is not UTF-8 at byte {error.start}") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        where = re.search(r"line \d+, column \d+", " ".join(map(str, error.args)))
        raise SettingsError(path, "", None, f"is no TOML{f' at {where[0]}' if where else ''}") from None
    except ValueError:  # Python reads no number of more digits than `sys.get_int_max_str_digits`
        raise SettingsError(path, "", None, "is no TOML: a number has thousands of digits") from None


def check(file: str | Path, content: Mapping[str, Any], model: type[Model]) -> Model:
    """The content as this model.

    Raises:
        SettingsError: it does not fit; the first fault is named.
    """
    try:
        return model.model_validate(content)
    except ValidationError as error:
        key, value, reason = first_fault(error)
        raise SettingsError(file, key, value, reason) from None


def first_fault(error: ValidationError) -> tuple[str, object, str]:
    """Key, value and reason of the first fault pydantic found, in our words where they are clearer."""
    fault = error.errors(include_url=False)[0]
    key = ""
    for part in fault["loc"]:
        if isinstance(part, int):
            key += f"[{part}]"
        elif not part.startswith("["):  # `[key]` of a mapping, or the tag of one model of several
            key += f".{part}" if key else str(part)
    if fault["type"] == "missing":
        return key, None, "missing"
    if fault["type"] == "extra_forbidden":
        return key, fault["input"], "unknown key"
    reason = fault["msg"].removeprefix("Value error, ").replace("Input should be", "must be")
    return key, fault["input"], reason
