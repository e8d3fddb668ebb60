"""`make pictures`: the pictures of the README are made anew, by the screens as they are now.

Beside them stands what they were made of: one digest of the QML of each kind of screen. A picture that is
older than its screen hides what the screen became; `test_gallery.py` compares.
"""

from __future__ import annotations

import shutil
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.ui import console_pictures, pit_pictures, room_pictures

UI: Final = Path(__file__).resolve().parents[2] / "ui"
GALLERY: Final = UI / "gallery"
RECORD: Final = GALLERY / "SOURCES"
SCREENS: Final = {"dealer": "console", "jackpot": "display", "pit": "pit"}
"""How the names of a screen's pictures begin, and the folder of its QML."""


def sources() -> dict[str, str]:
    """The digest of what each kind of screen is drawn from: its own QML, the common QML and the painter."""
    digests = {}
    for pictures, folder in SCREENS.items():
        files = [UI / "ink.py", *(UI / "qml").glob("*.qml"), *(UI / "qml" / folder).glob("*.qml")]
        told = sha256()
        for file in sorted(files):
            told.update(f"{file.relative_to(UI).as_posix()}\n".encode() + file.read_bytes())
        digests[pictures] = told.hexdigest()
    return digests


def recorded() -> dict[str, str]:
    """What the pictures were made of, as it was written beside them."""
    lines = (line.split() for line in RECORD.read_text().splitlines())
    return {pictures: digest for digest, pictures in lines}


def main() -> None:
    """Every picture of the gallery shows its screen as it is now."""
    with TemporaryDirectory() as folder:
        made = Path(folder)
        console_pictures.main(made)
        pit_pictures.main(made)
        room_pictures.main(made)
        for picture in sorted(GALLERY.glob("*.png")):
            shutil.copyfile(made / picture.name, picture)
            sys.stdout.write(f"{picture}\n")
    RECORD.write_text("".join(f"{digest}  {pictures}\n" for pictures, digest in sources().items()))


if __name__ == "__main__":
    main()
