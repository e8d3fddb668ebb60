"""When the last backup of a table was made, in a folder beside its data.

It stands apart from the manifest, for who reads a table's settings or looks how it does reads no backup.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

LAST: Final = "last.json"
"""In the folder beside the data: when the last backup was made."""


def notes_beside(data: Path) -> Path:
    """Where it is kept when the last backup of these data was made."""
    return data.with_name(f"{data.name}-backup")


def last_made_ms(data: Path) -> int | None:
    """When the last backup of these data was made; 0 where none ever was, None where nobody may look."""
    try:
        return (notes_beside(data) / LAST).stat().st_mtime_ns // 1_000_000
    except FileNotFoundError:
        return 0
    except OSError:
        return None
