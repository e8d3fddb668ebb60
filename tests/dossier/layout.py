"""What a chapter of the dossier asks for besides what a handbook does: promises, the last proof, chance."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from typing import Any, ClassVar, Final

from click.testing import CliRunner

from controller.cli import main
from controller.cli.par.sheet import Sheet
from controller.words.money import grouped
from tests.dossier.tools import handed_over
from tests.handbook.camera import Camera
from tests.handbook.chapters import Part
from tests.handbook.facts import PROFILE, say
from tests.handbook.layout import BELOW, Layout, table
from tests.handbook.scenes import Scenes
from tests.proof.page import COLUMNS, VERDICTS, counted_as, seen, tried
from tests.proof.record import ROOT

TABLES: Final = ("table", "paytable", "proof", "promises", "chance", "tools", "returns")
AIR: Final = '<p style="font-size: 3pt; margin: 0">&nbsp;</p>'
"""What keeps a list, or the head of a table, from the line above it."""
CHANCE: Final = ("random", "secrets", "cryptography.hazmat.primitives.hpke")
DRAWN: Final = ("generate", "urandom", "getrandom", "uuid1", "uuid4")
"""What draws lots when it is called, from whatever module it comes."""
NUMBERED: Final = re.compile(
    r"\b(annexe|chapitre|article|art\.) (?=[A-C\d])|(?<=\d) (?=(?:jours|ans|min|s|h|fois)\b)"
)
"""The space between a number and what it is of, at which no line ends."""
IN_SQL: Final = ("randomblob(", "random()", "gen_random_uuid(")
WHY: Final = {
    "controller/backup/recipient.py": "clés des sauvegardes",
    "controller/book/schema.py": "numéro d’un livre du jackpot",
    "controller/boot/": "assemble la table : graine d’une simulation, délais de reprise",
    "controller/journal/seal.py": "clés de scellement",
    "controller/screens/pit_card.py": "défi à un badge",
    "controller/people/": "sel des codes, codes d’accueil",
    "drivers/lines/host_end.py": "numéro de démarrage d’une ligne",
    "drivers/readers/badge.py": "défi à un badge",
    "drivers/sim/": "machines et personnes simulées",
    "ui/client.py": "numéro d’une demande",
    "ui/house.py": "numéro d’une demande",
}
"""What each place that draws lots draws them for, by the beginning of its path."""


def who_draws_lots() -> list[str]:
    """Every module of the program that imports a source of chance, calls one or has the database do it."""
    found = []
    for room in ("controller", "drivers", "ui"):
        for path in sorted((ROOT / room).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            if any(_imported(node) & set(CHANCE) or _draws(node) for node in ast.walk(tree)):
                found.append(path.relative_to(ROOT).as_posix())
    return found


def _right(text: str) -> str:
    """A number, or the head of a column of them, at the right of its cell."""
    return f'<div align="right">{text}</div>'


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _draws(node: ast.AST) -> bool:
    """Whether this calls a source of chance, or is the text of an SQL statement that does."""
    if isinstance(node, ast.Call):
        return ast.unparse(node.func).rpartition(".")[2] in DRAWN
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and any(word in node.value for word in IN_SQL)
    )


def why_it_draws(path: str) -> str:
    """What this module draws lots for.

    Raises:
        KeyError: nobody said.
    """
    for begin, why in WHY.items():
        if path.startswith(begin):
            return why
    raise KeyError(path)


def _imported(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    return {node.module or ""} if isinstance(node, ast.ImportFrom) else set()


def summary(proof: Mapping[str, Any]) -> str:
    """The trials of a report by their families, one line each, and all promises by what came of them."""

    def place(trial: Mapping[str, Any]) -> list[int]:
        return [int(family.partition("-")[2]) for family in trial["families"]]

    rows = [
        [
            ", ".join(one["families"]),
            f'{escape(one["french"])} <span class="small">({one["part"]})</span>',
            _right(grouped(one["count"])),
            _right(grouped(one["wanted"])),
            VERDICTS["fr"][tried(one)],
        ]
        for one in sorted(proof["trials"], key=place)
    ]
    head = ["Famille", "De quoi", _right("Exécuté"), _right("Prévu"), "Résultat"]
    trials = table(head, rows, (12, 38, 15, 15, 20))
    tests = proof["tests"]
    counted = Counter(seen(one) for one in proof["promises"])
    counts = (f"{counted_as(name, 'fr')} : {counted[name]}" for name in COLUMNS)
    said = " ; ".join(one.replace(" ", "\u00a0") for one in counts)
    ran = f"Essais de la suite : {grouped(tests['passed'])} réussis, {len(tests['failed'])} échoués."
    if not tests["runs"]:
        ran = "Les essais de la suite n’ont pas été exécutés pour ce rapport."
    return f"{trials}<p>{ran}<br>Pannes, invariants, familles et exigences : {said}.</p>"


class DossierLayout(Layout):
    """Makes the chapters; `proof` is what the report of the last proof says."""

    parted: ClassVar[tuple[str, ...]] = (*TABLES, "list", "steps")

    def __init__(self, camera: Camera, scenes: Scenes, proof: Mapping[str, Any]) -> None:
        super().__init__("fr", camera, scenes)
        self._proof = proof

    def part(self, part: Part) -> str:
        """One part that is no title; the raised errors are those of a handbook's."""
        makers = {
            "promises": self._promises,
            "proof": self._summary,
            "chance": self._chance,
            "tools": self._tools,
            "returns": self._returns,
        }
        maker = makers.get(part.kind)
        made = maker(part.told) if maker is not None else super().part(part)
        made = NUMBERED.sub(lambda found: f"{found[1] or ''}\u00a0", made)
        if part.kind in ("list", "steps"):
            return AIR + made + BELOW
        return AIR + made if part.kind in TABLES else made

    def _promises(self, told: Mapping[str, Any]) -> str:
        """Each promise of a kind in French, and what came of it."""
        rows = [
            [one["id"], say("fr", one["french"]), VERDICTS["fr"][seen(one)]]
            for one in self._proof["promises"]
            if one["french"] and one["id"].startswith(told["kind"])
        ]
        return table(["", "Promesse", "Dernière preuve"], rows, (7, 75, 18))

    def _summary(self, told: Mapping[str, Any]) -> str:
        return summary(self._proof)

    def _returns(self, told: Mapping[str, Any]) -> str:
        """What each bet returns, as the exact mathematics have it: the first table of annex B."""
        answered = CliRunner().invoke(main, ["par", PROFILE, "--json"], catch_exceptions=False)
        summed = Sheet(json.loads(answered.stdout), "fr").summary()
        head = ["Mise", *(_right(_capital(one)) for one in summed.head[1:])]
        rows = [[escape(row[0]), *(_right(escape(cell)) for cell in row[1:])] for row in summed.rows]
        return table(head, rows, (50, 20, 30))

    def _chance(self, told: Mapping[str, Any]) -> str:
        """Every module that draws lots, and what for."""
        modules: dict[str, list[str]] = {}
        for path in who_draws_lots():
            modules.setdefault(why_it_draws(path), []).append(path.removesuffix(".py"))
        rows = [[_capital(why), ", ".join(paths)] for why, paths in modules.items()]
        return table(["Pour quoi", "Modules"], rows, (34, 66))

    def _tools(self, told: Mapping[str, Any]) -> str:
        """What an inspector is handed, each file by its SHA-256, in eight groups of eight."""
        rows = []
        for path, why in handed_over().items():
            digest = sha256((ROOT / path).read_bytes()).hexdigest()
            groups = " ".join(digest[at : at + 8] for at in range(0, len(digest), 8))
            name = path.removeprefix("deploy/").removeprefix("config/")
            rows.append([name, say("fr", why), f'<span style="font-size: 8pt">{groups}</span>'])
        return table(["Fichier", "À quoi il sert", "SHA-256"], rows, (30, 28, 42))
