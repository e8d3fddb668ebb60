"""`tapis report`: what a session leaves on paper, read from its journal.

    tapis report closing UTH-2-000001.journal --pdf closing.pdf

The journal is verified while it is read; it needs no master key, and a table may be at play meanwhile.
"""

from __future__ import annotations

import json
from contextlib import closing as closed_after
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

import click

from controller.cli import BadInput
from controller.journal import JournalDamaged, NotAJournal, read_opening, read_rows
from controller.paper import NotPrinted, write_pdf


@dataclass
class Slip:
    """What the last closing of a journal recorded."""

    table: str
    session: int
    simulated: bool
    digest: str
    head: str = ""
    result: dict[str, Any] = field(default_factory=dict)
    pieces: dict[int, int] = field(default_factory=dict)
    signed: list[str] = field(default_factory=list)


@click.group()
def report() -> None:
    """What a session leaves on paper."""


@report.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--pdf", type=click.Path(path_type=Path, dir_okay=False), help="Write the slip there.")
def closing(path: Path, pdf: Path | None) -> None:
    """Print the closing slip of the journal in FILE: the table's result, the jackpot apart, the head.

    Exit 1 when no closing is recorded in it.
    """
    try:
        slip = closing_slip(path)
    except (NotAJournal, JournalDamaged) as error:
        raise BadInput(str(error)) from None
    if not slip.result:
        click.echo(f"{path}: no closing is recorded")
        raise SystemExit(1)
    rows = slip_rows(slip)
    for name, table, jp1 in rows:
        click.echo(f"{name:<28}{table:>16}{jp1:>16}")
    click.echo(f"head {slip.head}")
    if pdf is not None:
        try:
            write_pdf(pdf, _title(slip), _html(slip, rows), f"{slip.digest[:16]} · {slip.head[:32]}")
        except NotPrinted as error:
            raise BadInput(str(error)) from None


def closing_slip(path: Path) -> Slip:
    """The last closing in the journal, empty where none is recorded.

    Raises:
        NotAJournal: no such file, or no journal.
        JournalDamaged: a row does not hold.
    """
    opening = read_opening(path)
    slip = Slip(opening.table, opening.session, opening.simulated, opening.profile_digest)
    pieces: dict[int, int] = {}
    signed: list[str] = []
    with closed_after(read_rows(path)) as rows:
        for row in rows:
            slip.head = row.hash
            if row.kind == "ClosingBegun":
                pieces, signed = {}, []
            elif row.kind == "PiecesCounted" and (told := json.loads(row.body))["purpose"] == "closing":
                pieces[told["piece_cents"]], signed = told["count"], []
            elif row.kind == "CashSigned" and (told := json.loads(row.body))["purpose"] == "closing":
                signed.append(f"{told['person']} ({told['role']})")
            elif row.kind == "ResultRecorded":
                slip.result, slip.pieces, slip.signed = json.loads(row.body), pieces, signed
    return slip


def slip_rows(slip: Slip) -> list[tuple[str, str, str]]:
    """The lines of the slip: what it is, the table's money, JP1 in a column of its own (AC-06, AC-13)."""
    told = slip.result
    moved = told["meter_cents"] - told["meter_start_cents"]
    mark = [("SIMULATION – SANS VALEUR", "", "")] if slip.simulated else []
    return [
        *mark,
        (f"{slip.table} · session {slip.session}", "Table", "JP1"),
        *(
            (f"{_euros(piece)} × {count}", _euros(piece * count), "")
            for piece, count in sorted(slip.pieces.items(), reverse=True)
            if count
        ),
        ("Encaisse", _euros(told["encaisse_cents"]), ""),
        ("Avances", _euros(told["advances_cents"]), ""),
        ("Résultat", _euros(told["result_cents"]), ""),
        ("Jackpot au début", "", _euros(told["meter_start_cents"])),
        ("Mouvements", "", _euros(moved)),
        ("Jackpot affiché", "", _euros(told["meter_cents"])),
        ("Écart", "", _euros(told["residual_cents"])),
        *((f"Signé : {person}", "", "") for person in slip.signed),
    ]


def _euros(cents: int) -> str:
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole},{rest:02d} €"


def _title(slip: Slip) -> str:
    return f"Fermeture {slip.table} · session {slip.session}"


def _html(slip: Slip, rows: list[tuple[str, str, str]]) -> str:
    cells = "".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows)
    head = f"<h1>{escape(_title(slip))}</h1><table width='100%'>{cells}</table>"
    return f"{head}<p>Journal : {slip.head}</p><p>Règles : {slip.digest}</p>"
