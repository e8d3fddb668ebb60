"""The dossier: chapters in French, and as annexes the papers that the program prints of itself."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from pypdf import PdfReader, PdfWriter
from pypdf.generic import BooleanObject, DictionaryObject, NameObject, TextStringObject

from controller.papers.pdf import ACCENT, pdf_bytes
from controller.settings.approval_mark import mark_here
from controller.words.money import FR
from tests.dossier.layout import DossierLayout
from tests.handbook.camera import Camera
from tests.handbook.chapters import Chapter, read
from tests.handbook.facts import PROFILE, say
from tests.handbook.layout import STYLE
from tests.handbook.scenes import Scenes
from tests.proof.kept import KEPT, UNREADABLE, opened
from tests.proof.record import OUT, ROOT, changed_since

SOURCE: Final = ROOT / "deploy" / "dossier"
TITLE: Final = "Dossier d’agrément"
UNDER: Final = (
    "Arrêté du 14 mai 2007, article 38-2 : "
    "contrôleur d’une table d’Ultimate Texas Hold’em et de son jackpot JP1"
)
Annexes = Sequence[tuple[str, Path]]


class NoProof(Exception):
    """There is no report of a proof; the text says what to type."""


def chapters() -> list[Chapter]:
    """The chapters in their order, which is that of their names."""
    return [read(path, "dossier", "fr") for path in sorted(SOURCE.glob("*.md"))]


def with_numbers(told: Sequence[Chapter]) -> list[Chapter]:
    """The chapters, each with its number before its title: other pages name it by that."""
    return [
        replace(one, parts=(replace(one.parts[0], lines=(f"{number} · {one.title}",)), *one.parts[1:]))
        for number, one in enumerate(told, 1)
    ]


def last_proof(out: Path = OUT, kept: Path = KEPT) -> Path:
    """The report that was written last in this checkout; where none was, the proof that the checkout keeps.

    Raises:
        NoProof: there is neither.
    """
    found = sorted(out.glob("*/proof.json"), key=lambda path: path.stat().st_mtime)
    if found:
        return found[-1]
    if kept.exists():
        return kept
    raise NoProof("no proof was run here: type make proof, or make proof SIZE=short, and then this again")


def write_dossier(path: Path, date: str, proof: Path) -> int:
    """The dossier is in the file; how many pages it has.

    Args:
        date: the day on which it is made, YYYY-MM-DD.
        proof: proof.json, with proof.pdf beside it; or the archive that a proof was kept in.

    Raises:
        NoProof: the report cannot be read.
    """
    with tempfile.TemporaryDirectory() as folder, _report(proof) as (report, told):
        annexes = [
            ("Annexe A – Feuille des règles", _printed(Path(folder) / "rules.pdf", "report", "rules")),
            (
                "Annexe B – Taux exacts : probabilités et retours (feuille PAR)",
                _printed(Path(folder) / "par.pdf", "par", PROFILE),
            ),
            ("Annexe C – Rapport de preuve", report.with_name("proof.pdf")),
        ]
        body, places = _body(date, told, annexes)
        data, pages = _bound(body, places, annexes)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return pages


@contextmanager
def _report(proof: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Where proof.json is, and what it tells."""
    with ExitStack() as stack:
        try:
            place = stack.enter_context(opened(proof))
            report = place / "proof.json" if place.is_dir() else place
            told = json.loads(report.read_bytes())
        except (*UNREADABLE, ValueError):
            raise NoProof(f"{proof}: no report of a proof; type make proof and then this again") from None
        yield report, told


def _printed(path: Path, *words: str) -> Path:
    """A paper that the program prints of itself, in French."""
    command = [sys.executable, "-m", "controller.cli", *words, "--pdf", str(path)]
    command += ["--lang", "fr", "--by", TITLE]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return path


def _body(date: str, proof: Mapping[str, Any], annexes: Annexes) -> tuple[bytes, list[tuple[str, int]]]:
    """Cover and chapters, and on which page each begins."""
    told = chapters()
    lengths = [(name, len(PdfReader(path).pages)) for name, path in annexes]
    with Camera() as camera, Scenes() as scenes:
        layout = DossierLayout(camera, scenes, proof)
        html = "".join(layout.chapter(one) for one in with_numbers(told))
        footer = f"Tapis {version('tapis')} · {TITLE} · {'/'.join(reversed(date.split('-')))}"

        def made(places: Mapping[str, int], pages: int = 0) -> Any:
            cover = STYLE + _cover(date, told, places, _begin(lengths, pages), proof)
            return pdf_bytes(TITLE, cover + html, footer, layout.drawings, mark_here((PROFILE,), FR))

        first = made({})
        whole = made(first.places, len(PdfReader(BytesIO(first.data)).pages))
    return whole.data, [(one.title, whole.places[one.name]) for one in told]


def _begin(lengths: Sequence[tuple[str, int]], pages: int) -> list[tuple[str, int]]:
    """On which page of the whole file each annex begins, behind so many pages."""
    begins = []
    for name, length in lengths:
        begins.append((name, pages + 1))
        pages += length
    return begins


def _cover(
    date: str,
    told: Sequence[Chapter],
    places: Mapping[str, int],
    annexes: Sequence[tuple[str, int]],
    proof: Mapping[str, Any],
) -> str:
    airy = 'style="padding: 4px 0"'
    lines = "".join(
        f'<tr><td width="30" {airy}><span class="code">{number}</span></td>'
        f"<td {airy}>{say('fr', one.title)}</td>"
        f'<td {airy} align="right">{places.get(one.name, 0) or "00"}</td></tr>'
        for number, one in enumerate(told, 1)
    )
    lines += "".join(
        f"<tr><td></td><td {airy}>{name}, page {page} du fichier</td><td></td></tr>" for name, page in annexes
    )
    commit = proof["program"]["commit"]
    otherwise = bool(proof["program"]["changed"]) or changed_since(commit, but=KEPT)
    changed = ", fichiers modifiés depuis" * otherwise
    size = ", nombres réduits" * (proof["size"] == "short")
    return (
        f'<p style="font-size: 34pt; font-weight: 700; line-height: 105%; margin-top: 60px">{TITLE}</p>'
        f'<p style="font-size: 14pt; margin-bottom: 34px">{say("fr", UNDER)}</p>'
        f'<p class="small">Tapis {version("tapis")}, fait le {"/".join(reversed(date.split("-")))}, '
        f"preuve de l’état {commit[:12]} des sources{changed}{size}</p>"
        f'<h2 style="margin-top: 26px; color: {ACCENT}">Dans ce dossier</h2>'
        f'<table width="100%" cellspacing="0" cellpadding="0">{lines}</table>'
    )


def _bound(body: bytes, places: Sequence[tuple[str, int]], annexes: Annexes) -> tuple[bytes, int]:
    """Body and annexes in one file, each in its outline; and how many pages that is."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(body)))
    outline = [(title, page - 1) for title, page in places]
    for name, path in annexes:
        outline.append((name, len(writer.pages)))
        writer.append(PdfReader(path), import_outline=False)
    for title, page in outline:
        writer.add_outline_item(title=title, page_number=page)
    root: Any = writer.root_object
    root[NameObject("/Lang")] = TextStringObject("fr-FR")
    shown = DictionaryObject({NameObject("/DisplayDocTitle"): BooleanObject(True)})
    root[NameObject("/ViewerPreferences")] = shown
    writer.add_metadata({"/Title": TITLE, "/Creator": "Tapis", "/Producer": "Tapis"})
    written = BytesIO()
    writer.write(written)
    return written.getvalue(), len(writer.pages)
