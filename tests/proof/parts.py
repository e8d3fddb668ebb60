"""The trials of the proof: what is tried, how often, and of which family of reliability, section 5, it is.

A trial is a function of a count and a seed. The tests are tried besides, the suite's and the long ones
(`tests.proof.outcomes`): which of them hold a family stands in reliability, section 5.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from tests.bench.figures import YEAR_ROUNDS
from tests.planted.bugs import bugs
from tests.proof.covered import FLOORS
from tests.proof.record import Tried

Trial = Callable[[int, int], Tried]


@dataclass(frozen=True, slots=True)
class Part:
    """One part: `full` of its `unit`s are tried in blocks of at most `block`; `short` is for every push.

    `short` is 0 where the suite tries it already, or where it takes too long. `where` names the trial,
    `module:function`. `french` is what a French reader calls the unit.
    """

    name: str
    families: tuple[str, ...]
    unit: str
    french: str
    where: str
    full: int
    short: int
    block: int

    def load(self) -> Trial:
        """The trial, its module loaded now."""
        module, _, name = self.where.partition(":")
        trial: Trial = getattr(import_module(f"tests.proof.{module}"), name)
        return trial

    def wanted(self, size: str) -> int:
        """How many are to be tried, `short` or `full`."""
        return self.short if size == "short" else self.full

    def blocks(self, wanted: int) -> list[tuple[int, int]]:
        """Count and seed of each block, for so many units in all."""
        begins = range(0, wanted, self.block)
        return [(min(self.block, wanted - begin), number) for number, begin in enumerate(begins, start=1)]


def _trial(
    name: str, families: str, unit: str, french: str, where: str, full: int, short: int, block: int
) -> Part:
    return Part(name, tuple(families.split()), unit, french, where, full, short, block)


_ALL: Final = (
    _trial("nights", "T-1", "rounds", "coups parmi les pannes", "nights:hard", 5 * YEAR_ROUNDS, 400, 6_000),
    _trial("kills", "T-2", "kills", "arrêts nets du programme", "nights:killed", 5_000, 20, 100),
    _trial("boundaries", "T-2", "rounds", "coups interrompus à chaque pas", "nights:every_boundary", 8, 0, 8),
    _trial("torn", "T-3", "torn stores", "fichiers coupés en écriture", "stores:torn", 50_000, 500, 5_000),
    _trial("rotten", "T-4", "damaged stores", "fichiers altérés", "stores:rotten", 20_000, 100, 2_000),
    _trial("power", "T-3", "power cuts", "coupures de courant", "box:power_cuts", 50, 0, 50),
    _trial("cuts", "T-6", "lost answers", "réponses perdues", "link:cuts", 10_000, 100, 1_000),
    _trial(
        "frames",
        "T-7",
        "frames a codec",
        "messages abîmés, pour chaque câble",
        "wires:damaged",
        10_000_000,
        4_000,
        500_000,
    ),
    _trial("races", "T-8", "races", "demandes simultanées du jackpot", "link:races", 2_000, 20, 500),
    _trial("delays", "T-9", "delayed stakes", "mises retardées", "link:delays", 320, 0, 80),
    _trial(
        "deaths", "T-10", "deaths of the server", "pannes du serveur du jackpot", "link:deaths", 200, 2, 50
    ),
    _trial(
        "histories",
        "T-6 T-8 T-9 T-10",
        "histories",
        "suites d’actes de tables liées",
        "link:histories",
        200,
        0,
        25,
    ),
    _trial("forged", "T-13", "forged journals", "journaux falsifiés", "journals:forged", 20_000, 200, 2_000),
    _trial("falsified", "T-13", "falsifications", "soirées falsifiées", "journals:falsified", 200, 0, 200),
    _trial("settled", "T-14", "rounds a game", "coups par jeu", "nights:settled", 400_000, 500, 20_000),
    _trial("raw-boards", "T-14", "starting hands", "mains de départ", "nights:raw_boards", 2, 0, 1),
    _trial("touches", "T-15", "touches", "appuis au hasard", "screens:touches", 100_000, 0, 2_500),
    _trial("taint", "T-16", "rounds watched", "coups suivis carte à carte", "nights:watched", 5_000, 5, 50),
    _trial(
        "session",
        "T-17",
        "rounds of a session",
        "coups d’une seule séance",
        "nights:grown",
        100_000,
        0,
        100_000,
    ),
    _trial("room", "T-17", "minutes of a room", "minutes d’une salle entière", "screens:room", 30, 0, 30),
    _trial("pit", "T-17", "minutes of forty tables", "minutes de l’écran du pit", "screens:pit", 80, 0, 80),
    _trial("console", "T-17", "hours at the console", "heures à la console", "screens:console", 8, 0, 8),
    _trial(
        "starved",
        "T-18",
        "nights short of memory",
        "soirées à court de mémoire",
        "starved:starved",
        45,
        3,
        45,
    ),
    _trial(
        "everywhere",
        "T-25",
        "rounds at two places",
        "coups joués en deux lieux",
        "nights:everywhere",
        2_000,
        0,
        2_000,
    ),
    _trial(
        "mutants", "T-20", "planted bugs", "erreurs introduites exprès", "planted:planted", len(bugs()), 0, 10
    ),
    _trial(
        "coverage", "T-21", "rooms", "parties du programme", "covered:floors", len(FLOORS), 0, len(FLOORS)
    ),
    _trial(
        "book",
        "T-17",
        "entries of a book",
        "écritures d’un seul livre",
        "link:history",
        10_000_000,
        0,
        10_000_000,
    ),
    _trial("year", "T-14", "rounds counted", "coups d’une année", "nights:year", YEAR_ROUNDS, 0, YEAR_ROUNDS),
)

PARTS: Final = {part.name: part for part in _ALL}
