"""`make gallery`: every scene as a picture in `out/gallery`, one page to look at them, and what is wrong.

Console: every state, in its ordinary form and at its longest, and what opens over it; in both languages, at
both sizes, in every theme, for both hands. Jackpot display: every state lying and standing. Pit: every page
at its three sizes, and each part that a small stage has of one; an inspector's screen likewise.
`make gallery ONLY=refund SIZE=1280` takes a part; without one the README's pictures are made anew too.
A fault ends it with 1; all of them are in `faults.json`.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final

from tests.ui import gallery as readme
from tests.ui.every_scene import FACES, OF_THE_PIT, Narrowed, Scene, over, scenes, shown, states_of
from tests.ui.gallery_page import page
from tests.ui.scene_faults import found

OUT: Final = Path(__file__).resolve().parents[2] / "out" / "gallery"
PAGED: Final = ("pit", "inspector")
"""Screens of pages of the house's memory."""
EACH: Final = 6
"""So many states are one piece of work."""
PNG_QUALITY: Final = 80
"""A quick compression: the pictures are many, and mostly plain."""

Told = dict[str, Any]
"""A picture: its scene's fields, its file, its faults."""


def picture(scene: Scene, folder: Path, words: Mapping[str, Any] | None = None) -> Told:
    """The scene is in its file; what is wrong with it is told."""
    stage = shown(scene, words)
    faults = found(stage, scene)
    path = folder / scene.file
    path.parent.mkdir(parents=True, exist_ok=True)
    if not stage.grab().save(str(path), "PNG", PNG_QUALITY):
        raise OSError(f"cannot write {path}")
    return {**scene._asdict(), "file": scene.file, "faults": faults}


def _piece(told: tuple[str, list[str], Narrowed, Path]) -> list[Told]:
    """The pictures of these states of a screen."""
    screen, states, wanted, folder = told
    return [picture(scene, folder) for scene in scenes(screen, states) if wanted.takes(scene)]


def _pit(told: tuple[str, list[str], Narrowed, Path]) -> list[Told]:
    """The pictures of the pages of the pit or of an inspector, which are worded all together."""
    from tests.ui import inspector_pictures, pit_pictures

    screen, _, wanted, folder = told
    said = inspector_pictures.said if screen == "inspector" else pit_pictures.said
    made = []
    for size in (size for size in OF_THE_PIT if size.startswith(wanted.size)):
        with TemporaryDirectory() as kept:
            for state, language, words in said(Path(kept), size):
                scene = Scene(screen, state, language, size)
                if wanted.takes(scene):
                    made.append(picture(scene, folder, words))
    return made


def pieces(wanted: Narrowed, folder: Path) -> list[tuple[str, list[str], Narrowed, Path]]:
    """What there is to do; the pit's pages, which take longest, first."""
    made = []
    for screen in reversed(FACES):
        if screen not in wanted.screens():
            continue
        if screen in PAGED:
            made.append((screen, [], wanted, folder))
            continue
        states = [state for state in states_of(screen) if wanted.only.partition("+")[0] in state]
        if screen == "console":  # played here, once: each worker is born with all views
            states += over(states)
        states = [state for state in states if wanted.only in state]
        made += [(screen, states[at : at + EACH], wanted, folder) for at in range(0, len(states), EACH)]
    return made


def work(piece: tuple[str, list[str], Narrowed, Path]) -> list[Told]:
    return _pit(piece) if piece[0] in PAGED else _piece(piece)


def gallery(wanted: Narrowed, folder: Path = OUT, jobs: int = 2) -> list[Told]:
    """Every wanted scene is in the folder; what was pictured, in order. One job is done in this process.

    Workers end by themselves: one that was born with a handler of SIGTERM, as after a command in the same
    process, would outlive its pool's end by that signal, and be waited for without end.
    """
    todo = pieces(wanted, folder)
    made: list[Told] = []
    if jobs == 1:
        made = [told for piece in todo for told in work(piece)]
    else:
        with multiprocessing.get_context("fork").Pool(jobs) as pool:
            for told in pool.imap_unordered(work, todo):
                made += told
            pool.close()
            pool.join()
    return sorted(made, key=lambda one: str(one["file"]))


def written(made: Iterable[Told], folder: Path) -> list[Told]:
    """The page and the list of faults are in the folder; those that have faults."""
    made = list(made)
    faulty = [one for one in made if one["faults"]]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "faults.json").write_text(json.dumps(faulty, ensure_ascii=False, indent=1) + "\n")
    (folder / "index.html").write_text(page(made))
    return faulty


def arguments() -> Namespace:
    parser = ArgumentParser(prog="make gallery", description=__doc__)
    for name in Narrowed._fields:
        parser.add_argument(f"--{name}", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


def main() -> int:
    begun, told = monotonic(), arguments()
    wanted = Narrowed(**{name: getattr(told, name) for name in Narrowed._fields})
    made = gallery(wanted, jobs=told.jobs)
    faulty = written(made, OUT)
    for one in faulty:
        for fault in one["faults"]:
            sys.stdout.write(f"{one['file']}: {fault}\n")
    if wanted == Narrowed():
        readme.main()
    seconds = monotonic() - begun
    sys.stdout.write(
        f"{len(made)} pictures in {seconds:.0f} s, {len(faulty)} with faults: {OUT / 'index.html'}\n"
    )
    return 1 if faulty else 0


if __name__ == "__main__":
    raise SystemExit(main())
