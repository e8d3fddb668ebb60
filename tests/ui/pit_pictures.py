"""`python -m tests.ui.pit_pictures FOLDER`: every page of the pit's own, in French and in English.

The tables are played by the core, some of them for ten rounds; nothing is drawn by hand.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from zoneinfo import ZoneInfo

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from controller.game import inputs as i
from tests.builders import Felt
from tests.ui import pit_states
from tests.ui.room_states import named
from ui.screen.pit_pages import Page
from ui.screen.pit_room import OWN_PAGES, RoomFace
from ui.screen.room import Seen
from ui.shot import shoot

LINE = {
    "machine": "shoe",
    "retries": 12,
    "damaged": 3,
    "reconnections": 5,
    "latency_ms": 4,
    "latency_p99_ms": 43,
    "words": [],
}


def night() -> list[Seen]:
    """Eight tables of one night: a jackpot to verify, a silent shoe, a table unheard, five at play."""
    quiet = pit_states.evening
    silent = quiet().see(i.HealthObserved(i.Machine.SHOE, i.Health.LOST, "silence")).do(i.CallChef())
    held = quiet().close().draw("8c 6s").do(i.DeclareIncident(i.Incident.CONTESTED_CHIPS))
    dealt: Felt = quiet().close().draw(pit_states.HANDS).play(4, 6).do(i.CallStreet()).draw("Qh 9h 4h")
    return [
        named("UTH-1", quiet()),
        named("UTH-2", dealt),
        named("UTH-3", pit_states.viewed()),
        named("UTH-4", quiet().close().draw("8c 6s Ks")),
        named("UTH-5", held),
        named("UTH-6", silent, figures=[LINE]),
        named("UTH-7", pit_states.latched(), silence_ms=14_000),
        named("UTH-8", pit_states.felt()),
    ]


def main(folder: Path) -> None:
    """The pictures are in the folder: `pit-room-fr.png` and their like."""
    tables = {"tables": night()}
    pages: list[Page] = [page() for page in OWN_PAGES]
    shots = []
    for language in ("fr", "en"):
        for page in pages:
            face = RoomFace(language, zone=ZoneInfo("Europe/Paris"), target_per_hour=34)
            face.words(tables)
            face.take({"act": "look", "table": "UTH-2", "tab": page.name})
            said = face.words(tables) | {"reduced_motion": True}
            shots.append((said, folder / f"pit-{page.name}-{language}.png"))
    for path in shoot("PitScreen", shots):
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
