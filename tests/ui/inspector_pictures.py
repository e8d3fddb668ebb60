"""`python -m tests.ui.inspector_pictures FOLDER [SIZE]`: an inspector's screen, in both languages.

The pages are of a night with every fault at two tables, and of the round that won a jackpot.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zoneinfo import ZoneInfo

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from controller.house.answers import Answers
from controller.house.archive import House
from controller.journal.keys import simulated_keys
from tests.memory.nights import play, witness_of
from tests.ui.pit_pictures import EXTENTS, SIZES, jackpot_night
from tests.ui.told_house import Told
from ui.screen.extent import Extent
from ui.screen.pit.inspector_screen import InspectorFace
from ui.shot import shoot

NOW = {"now_ms": 1_795_211_919_762}
OWN = {"act": "page", "page": "inspector"}
PAGES = ("rounds", "jackpot", "registers", "integrity")
Shown = tuple[str, str, dict[str, Any]]


def said(folder: Path, size: str = "1920x1080") -> Iterator[Shown]:
    """Every page by its name and language, in words for a window of this size."""
    with TemporaryDirectory() as hard, TemporaryDirectory() as other:
        for name, journals in (
            ("hard", play(Path(hard), rounds=60, tables=2, faults="hard", seed=3)),
            ("won", jackpot_night(Path(other))),
        ):
            with closing(House([journals], ":memory:")) as house:
                house.read_all()
                seen = witness_of(journals) if name == "won" else None
                answers = Answers(house, seen, signer=simulated_keys(3, "house").signer)
                answers.answer({"ask": "registers"})
                while answers.step():
                    pass
                for language in ("fr", "en"):
                    yield from _of(name, Told(answers), language, folder, EXTENTS[size])


def _of(name: str, told: Told, language: str, folder: Path, extent: Extent) -> Iterator[Shown]:
    face = InspectorFace(told, folder, language, zone=ZoneInfo("Europe/Paris"), extent=extent)
    for part, taps in (
        ("round", [{**OWN, "digit": "4"}, {**OWN, "digit": "1"}]),
        ("period", [{**OWN, "of_round": False}]),
        *((page, [{"act": "tab", "tab": page}]) for page in PAGES if name == "hard"),
    ):
        face.words(NOW)
        for tap in taps:
            assert face.take(dict(tap))
        words = face.words(NOW)
        yield f"inspector-{name}-{part}", language, words
        for key in words["parts"][1:]:
            face.take(key["tap"])
            yield f"inspector-{name}-{part}-{key['tap']['part']}", language, face.words(NOW)
        for key in words["parts"][:1]:
            face.take(key["tap"])


def main(folder: Path, size: str = "1920x1080") -> None:
    """The pictures are in the folder."""
    shots = [
        (words | {"reduced_motion": True}, folder / f"{name}-{language}-{size}.png")
        for name, language, words in said(folder, size)
    ]
    for path in shoot("InspectorScreen", shots, SIZES[size]):
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
