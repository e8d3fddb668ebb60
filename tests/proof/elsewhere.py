"""Places that a machine named in what it said, told so that a reader elsewhere finds them.

A record keeps what was said as it was said; a report names a file of the checkout as the checkout does, and
a temporary folder as nothing more, for its name is of one machine and one moment.
"""

from __future__ import annotations

import re
import tempfile
from typing import Final

from tests.proof.record import ROOT

TEMPORARY: Final = "<temporary folder>"
"""What stands for a temporary folder, whatever it was called."""
ROOMS: Final = ("config", "controller", "deploy", "drivers", "tests", "ui")
"""The folders at the top of a checkout, by which one that was elsewhere is known."""
PYTHON: Final = ".venv"
"""The same of what a checkout has installed for itself; not every checkout has it."""
FOR_ALL: Final = ("/tmp", "/var/tmp", "/dev/shm")
_HERE: Final = re.compile(rf"(?:file://)?{re.escape(str(ROOT))}(?![\w.+@~-])(/?)")
_PATH: Final = re.compile(r"(?<![\w.+@~>/-])(?:file://)?(/(?:[\w.+@~-]+/)*[\w.+@~-]*[\w+@~-]/?)")
_BELOW: Final = r"(?:/pytest-of-[^/]+/pytest-\d+(?:/popen-gw\d+)?)?(?:/[^/]+)?"
"""What of a place for temporary files is one folder: pytest has some within each other, of which one is named
for who runs it."""


def told_elsewhere(said: str) -> str:
    """The text with each path in a checkout relative to it, and with `TEMPORARY` for each temporary folder.

    A path of the system is left as it is, and so is one that is not known as either.
    """
    return _PATH.sub(_elsewhere, _HERE.sub(lambda found: "" if found[1] else ".", said))


def _elsewhere(found: re.Match[str]) -> str:
    path = found[1]
    for place in (tempfile.gettempdir(), *FOR_ALL):
        if path.startswith(f"{place}/"):
            return re.sub(f"^{re.escape(place)}{_BELOW}", TEMPORARY, path)
    _, *names = path.split("/")
    for at in range(1, len(names)):
        inside = "/".join(names[at:])
        if names[at] == PYTHON or (names[at] in ROOMS and (ROOT / inside).parent.is_dir()):
            return inside
    return found[0]
