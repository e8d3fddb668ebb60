"""What a newer program wrote: a program that does not know all of it refuses, and says which one is wanted.

Which program ran last with a table's data stands in one line beside them. Nobody is kept out by it: an older
program goes on with what it knows, and an edition that was signed has its own number
(`controller.settings.approval`).
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from controller.journal.seal import replace_whole
from controller.told import Told

VERSION_FILE: Final = "version"
"""In the table's data: the version of the program that ran last."""
_SAID: Final[tuple[tuple[str, str], tuple[str, str]]] = (
    (
        "{path} a été écrit par un programme plus récent ({detail})\u202f; celui-ci est {this},"
        " le dernier qui a tourné ici {last}\u00a0: n’effacez rien, réinstallez {last} (OPERATIONS.md, 1)",
        "{path} was written by a newer program ({detail}); this one is {this}, the last that ran here"
        " {last}: erase nothing, install {last} again (OPERATIONS.md, section 1)",
    ),
    (
        "{path} a été écrit par un programme plus récent ({detail})\u202f; celui-ci est {this}\u00a0:"
        " n’effacez rien, réinstallez le plus récent (OPERATIONS.md, 1)",
        "{path} was written by a newer program ({detail}); this one is {this}:"
        " erase nothing, install the newer one again (OPERATIONS.md, section 1)",
    ),
)


class OfNewer(Exception):
    """What stands there holds, and this program does not know what it says: a newer one wrote it."""


@cache
def this_version() -> str:
    """The version of this program, as its packages name it."""
    try:
        return version("tapis")
    except PackageNotFoundError:
        return "?"


def last_version(data: Path) -> str:
    """The version of the program that ran last with these data; empty where none is noted."""
    try:
        return (data / VERSION_FILE).read_text(encoding="utf-8").strip()[:40]
    except (OSError, ValueError):
        return ""


def keep_version(data: Path) -> None:
    """This program is the one that ran last with these data.

    Raises:
        OSError: it cannot be noted.
    """
    if last_version(data) == this_version():
        return
    replace_whole(data / VERSION_FILE, f"{this_version()}\n")


def newest_here(data: Path, language: str = "en") -> str:
    """The version that ran last, where it is another than this one's, or words for it."""
    last = last_version(data)
    if last not in ("", this_version()):
        return last
    return "the newer one" if language == "en" else "le plus récent"


def newer_words(path: Path, detail: str, data: Path) -> Told:
    """The sentence: which file, what in it, this version and the one that wrote it, what is to be done."""
    last, this = last_version(data), this_version()
    known = bool(last) and last != this
    return Told(_SAID[not known], path=path, detail=detail, this=this, last=last)
