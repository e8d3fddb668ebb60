"""The information barrier over many rounds: every sink is read as it grows, with each face-down card tagged.

    python -m tests.simulation.barrier 5000 16

Test and command share this: the test plays some dozens of rounds, the command as many as it is told, of the
night of that seed. What is searched after each step: the rows that the journal got, the signed heads, the
views of all screens, the words and accessible names that each screen makes of them in both languages (the
console with each of its sheets open in turn, the pit as one table and as a room), the state's repr. In the
end: every file; the commands that show, replay, export and take evidence; registers, closing and incidents.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner

from controller.boot.simulated import SimulatedNight, simulated_night
from controller.cli import main as main_of_tapis
from controller.game import views
from controller.game.state import TableState
from tests.simulation.test_secrecy_of_files import Watch, named_cards
from ui.screen.console import ConsoleFace
from ui.screen.jackpot import JackpotFace
from ui.screen.pit.live import PitFace
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen
from ui.screen.speech import Speech

NAME = "UTH-1-000001.journal"
LANGUAGES = ("fr", "en")
SHEETS = ("", "rounds", "incident", "chef", "void", "report", "devices", "meter", "meter_wins")
"""What the console may have open over the seats; the forms of incidents are among them."""
WORDS_EVERY = 20
"""The command asks the screens for their words at every twentieth state; the views are read at each."""


class Turning(ConsoleFace):
    """The console, with another of its sheets open at every look."""

    def words(self, view: Any) -> Any:
        """The words with the next sheet open."""
        self._turn = getattr(self, "_turn", -1) + 1
        for sheet in (SHEETS[self._turn % len(SHEETS)],) if view["phase"] != "closed" else ():
            self.take({"act": "local.sheet", "sheet": sheet})
        return super().words(view)


class OneRoom(RoomFace):
    """The pit's room of this one table."""

    def words(self, view: Any) -> Any:
        """The words of the room, its table chosen."""
        return super().words({"tables": [Seen(view["table"], view, view["at_ms"], 0)]})


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
            faces.append((views.console, Turning(language)))
            faces.append((views.pit, PitFace(language, **clocks)))
            faces.append((views.pit, OneRoom(language)))
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


def marked(speech: Speech, text: str) -> str:
    """A card in words, by the name of this deal: in words of people no search would find it."""
    return text


def play_behind_it(folder: Path, rename: Callable[[int], None], words_every: int = 1, **how: Any) -> Barrier:
    """A whole night behind the barrier; closed, and its files searched once more in whole."""
    book = str(folder / "jackpot.book")
    night_played = closing(simulated_night(journal=folder / "journals", book=book, direct=False, **how))
    with night_played as night, patch.object(Speech, "card", marked):
        barrier = Barrier(night, folder, rename, words_every)
        try:
            night.play()
        finally:
            barrier.close()
    for file in folder.rglob("*"):
        if file.is_file():
            barrier._allowed(file.read_bytes(), file.name)
    return barrier


def search_commands(barrier: Barrier, folder: Path, seed: int, rounds: int) -> int:
    """What people get out of the journal names no card that was not turned up; so many outputs."""
    path, out = str(folder / "journals" / NAME), folder / "out"
    out.mkdir()
    numbers = sorted({1, 2, rounds // 2, rounds})
    acts = [["journal", one, path] for one in ("verify", "show")]
    acts += [["journal", "export", path, as_] for as_ in ("--csv", "--json")]
    acts += [["journal", "replay", path, "--round", str(number)] for number in numbers]
    for number in numbers:
        words = ["--round", str(number), "--simulated-seed", str(seed), "--out", str(out / f"{number}.zip")]
        acts.append(["journal", "evidence", path, *words])
    for format_ in ("csv", "json", "pdf"):
        words = ["--format", format_, "--out", str(out / format_)]
        acts.append(["report", "registers", str(folder / "journals"), *words])
    papers = ("closing", "incident", "jp1", "notices", "reconciliation")
    acts += [["report", name, path] for name in papers]
    for words in acts:
        said = CliRunner().invoke(main_of_tapis, words)
        assert said.exit_code in (0, 1), f"{words}: {said.output}"
        assert said.exception is None or isinstance(said.exception, SystemExit), words
        barrier._allowed(said.output.encode(), " ".join(words[:2]))
    for file in out.rglob("*"):
        if file.suffix == ".zip":
            with zipfile.ZipFile(file) as archive:
                for name in archive.namelist():
                    barrier._allowed(archive.read(name), f"{file.name}/{name}")
        elif file.is_file():
            barrier._allowed(file.read_bytes(), file.name)
    return len(acts)


def main() -> None:
    """So many rounds were played, and no tag was found before its reveal."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 16
    assert rounds <= 8_000, "the tags are unique for 10,000 deals"
    started_s = time.monotonic()
    with tempfile.TemporaryDirectory() as name, contextmanager(named_cards)() as rename:
        barrier = play_behind_it(Path(name), rename, WORDS_EVERY, rounds=rounds, seed=seed, faults="some")
        outputs = search_commands(barrier, Path(name), seed, rounds)
    lasted_s = time.monotonic() - started_s
    sys.stdout.write(
        f"seed {seed}: {rounds} rounds, {barrier.looks} steps, {outputs} outputs of commands,"
        f" {len(barrier.dealt)} cards dealt face down,"
        f" {len(barrier.revealed)} turned up, none named before: {lasted_s:.0f} s\n"
    )


if __name__ == "__main__":
    main()
