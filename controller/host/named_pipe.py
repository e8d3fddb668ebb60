"""A pipe that lies in a folder under a name: opened to read, it waits for a writer who may never come."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from controller.told import Told

WAITS_FOR_EVER: Final = Told(
    (
        "est un tube, où l’on attendrait sans fin\u202f; nommer un fichier",
        "is a pipe, where one may wait for ever: name a file",
    )
)


def is_named_pipe(path: str | os.PathLike[str]) -> bool:
    """Whether one would wait there; a pipe that a shell hands over, as /dev/fd/63, is open already."""
    # What such a one leads to, pipe:[1234], lies in no folder.
    return Path(os.path.realpath(path)).is_fifo()
