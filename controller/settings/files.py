"""Files of configuration: where they are looked for, and what one says before it is checked."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from controller.host.named_pipe import WAITS_FOR_EVER, is_named_pipe
from controller.installed import ROOT, in_checkout
from controller.settings.faults import wrong
from controller.settings.settings_error import SettingsError

FILE_BYTES_MAX = 256 * 1024
NAMED_BY: Final = "TAPIS_CONFIG"
MACHINE: Final = Path("/etc/tapis")
"""Where a machine's own configuration lies."""


def config_directories() -> tuple[Path, ...]:
    """Where configuration is looked for, the first hit counting file by file.

    `TAPIS_CONFIG`, then `/etc/tapis`, then `config/` of the source tree, then the installed copy.

    Raises:
        SettingsError: `TAPIS_CONFIG` names no folder: other settings than those that were meant would hold.
    """
    return (*_named_folder(), MACHINE, *shipped_directories())


def _named_folder() -> Iterator[Path]:
    named = os.environ.get(NAMED_BY)
    if not named:
        return
    # One that may not be looked into is there; that of the machine is looked for in any case.
    with suppress(PermissionError):
        if Path(named) != MACHINE and not Path(named).is_dir():
            raise SettingsError(named, "", None, wrong("no_folder", named_by=NAMED_BY))
    yield Path(named)


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
    raise SettingsError(name, "", None, wrong("not_found", places=", ".join(map(str, directories))))


_LINE_END: Final = b"\n"


def toml_content(path: str | Path) -> dict[str, Any]:
    """What the file says, not yet checked against anything.

    Raises:
        SettingsError: the file cannot be read or is no TOML.
    """
    if is_named_pipe(path):
        raise SettingsError(path, "", None, WAITS_FOR_EVER)
    try:
        with Path(path).open("rb") as file:
            raw = file.read(FILE_BYTES_MAX + 1)  # of a device without end, too
    except OSError as error:
        raise SettingsError(path, "", None, wrong("unread", why=error.strerror)) from None
    if len(raw) > FILE_BYTES_MAX:
        raise SettingsError(path, "", None, wrong("too_many_bytes", bytes=FILE_BYTES_MAX))
    try:
        return tomllib.loads(raw.decode("utf-8-sig"))  # editors on Windows write a mark before the text
    except UnicodeDecodeError as error:
        line = raw.count(_LINE_END, 0, error.start) + 1
        raise SettingsError(path, "", None, wrong("not_utf8", at=error.start, line=line)) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = re.search(r"line (\d+), column (\d+)", " ".join(map(str, error.args)))
        why = wrong("no_toml_at", line=found[1], column=found[2]) if found else wrong("no_toml")
        raise SettingsError(path, "", None, why) from None
    except ValueError:  # Python reads no number of more digits than `sys.get_int_max_str_digits`
        raise SettingsError(path, "", None, wrong("digits")) from None
