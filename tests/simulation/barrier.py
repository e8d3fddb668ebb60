"""The information barrier over many rounds: every sink is read as it grows, with each face-down card tagged.

    python -m tests.simulation.barrier 5000

Test and command share this: the test plays some dozens of rounds, the command as many as it is told. What
is searched after each step: the rows that the journal got, the signed heads, the views of all screens, the
words and accessible names that each screen makes of them in both languages, the state's repr.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from controller.boot.simulated import SimulatedNight, simulated_night
from controller.game import views
from controller.game.state import TableState
from tests.simulation.test_secrecy_of_files import Watch, named_cards
from ui.screen.console import ConsoleFace
from ui.screen.jackpot import JackpotFace
from ui.screen.pit import PitFace

NAME = "UTH-1-000001.journal"
LANGUAGES = ("fr", "en")
WORDS_EVERY = 20
"""The command asks the screens for their words at every twentieth state; the views are read at each."""


class Barrier(Watch):
    """Looks at what each step added, not at everything again: for many rounds."""

    def __init__(
        self, night: SimulatedNight, folder: Path, rename: Callable[[int], None], words_every: int = 1
    ) -> None:
        self._words_every = words_every
        self._rows = sqlite3.connect(f"{(folder / 'journals' / NAME).as_uri()}?mode=ro", uri=True)
        self._seq = self._heads_read = 0
        self._heads = (folder / "journals" / f"{NAME}.heads").open("rb")
        clocks = {"now_ms": lambda: self.table.state.at_ms, "silence_ms": lambda: 0}
        faces: list[Any] = []
        for language in LANGUAGES:
            faces.append((views.console, ConsoleFace(language)))
            faces.append((views.pit, PitFace(language, **clocks)))
            faces.append((views.display, JackpotFace(language, **clocks)))
        self._faces = faces
        deals = count()
        # Names have four digits for the deal: its own number, where a file's watch takes that of the look.
        super().__init__(night, folder, lambda look: rename(next(deals)))

    def look(self, state: TableState) -> None:
        """Nothing that the step left anywhere names a card that was not revealed."""
        self.looks += 1
        found = self._rows.execute("SELECT * FROM journal WHERE seq > ?", (self._seq,)).fetchall()
        self._seq += len(found)
        self.found |= self._allowed(repr(found).encode(), "the journal")
        self._allowed(self._heads.read(), "the signed heads")
        shown = {card.text[4:] for card in state.round.shown.values()} if state.round else set()
        assert shown <= self.revealed
        # One language after the other: each of them sees every second state.
        half = len(self._faces) // 2
        turn = self.looks // self._words_every % 2
        for view, face in self._faces[half * turn :][:half]:
            told = view(state)
            texts = [told, face.words(told)] if self.looks % self._words_every == 0 else [told]
            for text in texts:
                data = json.dumps(text, default=str, ensure_ascii=False).encode()
                assert self._allowed(data, view.__name__) <= shown, view.__name__
        assert self._allowed(repr(state).encode(), "repr of the state") <= shown

    def close(self) -> None:
        """What it reads is let go."""
        self._rows.close()
        self._heads.close()


def play_behind_it(folder: Path, rename: Callable[[int], None], words_every: int = 1, **how: Any) -> Barrier:
    """A whole night behind the barrier; closed, and its files searched once more in whole."""
    book = str(folder / "jackpot.book")
    with closing(simulated_night(journal=folder / "journals", book=book, **how)) as night:
        barrier = Barrier(night, folder, rename, words_every)
        try:
            night.play()
        finally:
            barrier.close()
    for file in folder.rglob("*"):
        if file.is_file():
            barrier._allowed(file.read_bytes(), file.name)
    return barrier


def main() -> None:
    """So many rounds were played, and no tag was found before its reveal."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    assert rounds <= 8_000, "the tags are unique for 10,000 deals"
    started_s = time.monotonic()
    with tempfile.TemporaryDirectory() as name, contextmanager(named_cards)() as rename:
        barrier = play_behind_it(Path(name), rename, WORDS_EVERY, rounds=rounds, seed=16, faults="some")
    lasted_s = time.monotonic() - started_s
    sys.stdout.write(
        f"{rounds} rounds, {barrier.looks} steps, {len(barrier.dealt)} cards dealt face down,"
        f" {len(barrier.revealed)} turned up, none named before: {lasted_s:.0f} s\n"
    )


if __name__ == "__main__":
    main()
