"""`python -m tests.ui.pit_pictures FOLDER [SIZE [PART]]`: every page of the pit's own, in both languages.

SIZE is 1920x1080, 1280x800 or 2560x1440; with PART only the pictures whose names have it in them are drawn.

The tables are played by the core, some of them for ten rounds; nothing is drawn by hand. The registers, the
journal of authorisations and the house's other pages are of a simulated night.
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

from controller.boot.simulated import simulated_night
from controller.game import inputs as i
from controller.house.answers import Answers
from controller.house.archive import House
from controller.journal.keys import simulated_keys
from drivers.sim.decks import royal, unqualified
from tests.builders import Felt
from tests.memory.nights import play
from tests.ui import payment_states, pit_states, press_states, settings_states
from tests.ui.frame_states import shoe_frames
from tests.ui.room_states import calm, many, named
from tests.ui.told_house import Counting, Finding, Told
from ui.app import COMPACT, LARGE, ROOMY
from ui.screen.extent import SMALL, USUAL, WIDE, Extent
from ui.screen.house_keys import Choice
from ui.screen.house_pages import house_pages
from ui.screen.pit.notes import HouseNotes
from ui.screen.pit.pages import Page
from ui.screen.pit.room import OWN_PAGES, RoomFace
from ui.screen.room import Seen
from ui.shot import Shot, shoot

LINE = {
    "machine": "shoe",
    "retries": 12,
    "damaged": 3,
    "reconnections": 5,
    "latency_ms": 4,
    "latency_p99_ms": 43,
    "words": [],
}


SIZES = {"1920x1080": LARGE, "1280x800": COMPACT, "2560x1440": ROOMY}
EXTENTS = {"1920x1080": USUAL, "1280x800": SMALL, "2560x1440": WIDE}
REGISTERS = ("table-results", "incidents", "corrections")
PICTURED = (*(page.name for page in OWN_PAGES), "rounds", "jackpot", "plots", "registers", "integrity")
DESK = {"there": True, "card": True, "trouble": "", "busy": False, "table": "", "why": ""}
"""A card is in the reader of the pit's machine."""
LOOKED_AT = {"payment": "UTH-3", "desk": "UTH-4"}
"""The table whose page it is, where that is not the second one."""
ROYAL_AT = 11
BARE = ("live",)
"""Pictured as a pit without a house has it."""


def night() -> list[Seen]:
    """Eight tables of one night: a jackpot to verify, a silent shoe, a table unheard, five at play."""
    quiet = pit_states.evening
    silent = quiet().see(i.HealthObserved(i.Machine.SHOE, i.Health.LOST, "silence")).do(i.CallChef())
    lost = quiet().close().draw("8c 6s Ks")
    lost.see(i.HealthObserved(i.Machine.BADGE, i.Health.LOST, "silence"))
    held = quiet().close().draw("8c 6s").do(i.DeclareIncident(i.Incident.CONTESTED_CHIPS))
    dealt: Felt = quiet().close().draw(pit_states.HANDS).play(4, 6).do(i.CallStreet()).draw("Qh 9h 4h")
    return [
        named("UTH-1", quiet()),
        named("UTH-2", dealt),
        named("UTH-3", payment_states.one_read()),
        named("UTH-4", lost.do(i.AskPit("271828"))),
        named("UTH-5", held),
        named("UTH-6", silent, figures=[LINE], frames={"shoe": shoe_frames()}),
        named("UTH-7", pit_states.latched(), silence_ms=14_000),
        named("UTH-8", pit_states.felt()),
    ]


def main(folder: Path, size: str = "1920x1080", part: str = "") -> None:
    """The pictures are in the folder: `pit-room-fr.png` and their like."""
    shots = [shot for shot in _shots(folder, EXTENTS[size]) if part in shot[1].stem]
    for path in shoot("PitScreen", shots, SIZES[size]):
        sys.stdout.write(f"{path}\n")


def said(folder: Path, size: str = "1920x1080") -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every page by its name and language, in words for a window of this size."""
    for words, path in _shots(folder, EXTENTS[size]):
        name, _, language = path.stem.removeprefix("pit-").rpartition("-")
        yield name, language, words


def _shots(folder: Path, extent: Extent = USUAL) -> list[Shot]:
    with TemporaryDirectory() as kept, TemporaryDirectory() as other:
        journals = play(Path(kept), rounds=60, tables=2, faults="hard", seed=3)
        with closing(House([journals], ":memory:")) as house:
            house.read_all()
            answers = Answers(house, signer=simulated_keys(3, "house").signer)
            answers.answer({"ask": "registers"})
            while answers.step():
                pass
            with closing(House([jackpot_night(Path(other))], ":memory:")) as small:
                small.read_all()
                told = Told(Answers(small, signer=simulated_keys(3, "house").signer))
                return _worded(Finding(answers), told, folder, extent)


def _parts(face: RoomFace, tables: dict[str, Any], path: Path) -> list[Shot]:
    """The page that is looked at; where it is taken apart, the parts after the first under their names."""
    said = face.words(tables)
    shots: list[Shot] = [(said | {"reduced_motion": True}, path)]
    for key in said["parts"][1:]:
        face.take(key["tap"])
        name, _, language = path.stem.rpartition("-")
        other = path.with_stem(f"{name}-{key['tap']['part']}-{language}")
        shots.append((face.words(tables) | {"reduced_motion": True}, other))
    for key in said["parts"][:1]:
        face.take(key["tap"])
    return shots


def _payments(language: str, folder: Path, extent: Extent) -> list[Shot]:
    """The payment of a jackpot in all its states, and by a card at the pit."""
    shots = []
    for name, made in payment_states.STATES.items():
        face = RoomFace(language, zone=ZoneInfo("Europe/Paris"), extent=extent)
        tables = {"tables": [named("UTH-3", made()), *calm()[:2]], "desk": DESK}
        face.words(tables)
        face.take({"act": "look", "table": "UTH-3", "tab": "payment"})
        shots += _parts(face, tables, folder / f"pit-{name.replace('_', '-')}-{language}.png")
    return shots


def _replay(won: Told, language: str, folder: Path, extent: Extent) -> Shot:
    """The round that won the jackpot, at its first incident."""
    face = RoomFace(language, house_pages(won, folder), zone=ZoneInfo("Europe/Paris"), extent=extent)
    tables = {"tables": calm()}
    face.take({"act": "tab", "tab": "rounds"})
    face.words(tables)
    face.take({"act": "page", "page": "rounds", "table": "UTH-1", "session": 1, "round": ROYAL_AT})
    face.words(tables)
    for tap in ({"at": 0}, {"incident": 1}):
        face.take({"act": "page", "page": "rounds", **tap})
        face.words(tables)
    return face.words(tables) | {"reduced_motion": True}, folder / f"pit-replay-{language}.png"


def jackpot_night(folder: Path) -> Path:
    """A short night at one table that wins the jackpot."""
    stacked = [unqualified] * (ROYAL_AT - 1) + [royal]
    played = simulated_night(rounds=24, seed=5, journal=folder, stacked=stacked)
    played.play()
    played.close()
    return folder


def _worded(memory: Finding, won: Told, folder: Path, extent: Extent) -> list[Shot]:
    tables = {"tables": night()}
    shots: list[Shot] = []
    for language in ("fr", "en"):
        for page in PICTURED:
            pages: list[Page] = house_pages(memory, folder)
            face = RoomFace(
                language,
                pages,
                zone=ZoneInfo("Europe/Paris"),
                target_per_hour=34,
                extent=extent,
                notes=HouseNotes(memory, Choice(folder)) if page not in BARE else None,
            )
            face.words(tables)
            face.take({"act": "look", "table": LOOKED_AT.get(page, "UTH-2"), "tab": page})
            shots += _parts(face, tables, folder / f"pit-{page}-{language}.png")
            if page == "live":
                face.take({"act": "look", "table": "UTH-3", "tab": page})
                said = face.words(tables) | {"reduced_motion": True}
                shots.append((said, folder / f"pit-{page}-win-{language}.png"))
            for register in REGISTERS if page == "registers" else ():
                face.take({"act": "page", "page": page, "register": register})
                said = face.words(tables) | {"reduced_motion": True}
                shots.append((said, folder / f"pit-{page}-{register}-{language}.png"))
            if page == "plots":
                face.take({"act": "page", "page": page, "group": "conduct"})
                said = face.words(tables) | {"reduced_motion": True}
                shots.append((said, folder / f"pit-{page}-conduct-{language}.png"))
        shots += [_replay(won, language, folder, extent), *_rooms(memory.answers, language, folder, extent)]
        for state in settings_states.STATES:
            shots += _settings(state, language, folder, extent)
        shots += _payments(language, folder, extent)
    return shots


def _rooms(answers: Answers, language: str, folder: Path, extent: Extent) -> list[Shot]:
    """Rooms of four to forty tables by the house; JP1 chips under seal, and unanswered."""
    shots = []
    sealed = [
        named("UTH-1", press_states.held()),
        named("UTH-2", press_states.sealed()),
        named("UTH-3", press_states.not_added()),
    ]
    for name, tables, tab in (
        ("room-of-four", [*night()[:3], named("UTH-4", pit_states.evening())], "room"),
        (
            "room-of-twelve",
            [*night(), *(named(f"UTH-{n}", pit_states.evening()) for n in range(9, 13))],
            "room",
        ),
        ("room-of-forty", many(), "room"),
        ("live-of-forty", many(), "live"),
        ("room-sealed", sealed, "room"),
        ("live-sealed", sealed, "live"),
        ("room-calm", calm(), "room"),
    ):
        by_house = Counting(answers, [seen.name for seen in tables], max(seen.now_ms for seen in tables))
        notes = HouseNotes(by_house) if name.startswith("room-of") else None
        face = RoomFace(
            language, zone=ZoneInfo("Europe/Paris"), target_per_hour=34, notes=notes, extent=extent
        )
        face.words({"tables": tables})
        face.take({"act": "tab", "tab": tab})
        said = face.words({"tables": tables}) | {"reduced_motion": True}
        shots.append((said, folder / f"pit-{name}-{language}.png"))
    return shots


def _settings(state: str, language: str, folder: Path, extent: Extent) -> list[Shot]:
    """The page of settings of one table, its draft in this state."""
    face = RoomFace(language, zone=ZoneInfo("Europe/Paris"), extent=extent)
    tables: dict[str, Any] = {
        "tables": [named("UTH-2", settings_states.STATES[state]()), named("UTH-1", pit_states.evening())]
    }
    if state == "at_pits_reader":
        tables["desk"] = settings_states.READER
    face.words(tables)
    face.take({"act": "look", "table": "UTH-2", "tab": "settings"})
    return _parts(face, tables, folder / f"pit-settings-{state}-{language}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:4])
