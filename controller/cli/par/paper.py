"""The PAR sheet on paper: what a regulator files."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from controller.cli.letterhead import letterhead_here
from controller.cli.par.blocks import as_html
from controller.cli.par.jp1_sheet import PLOT, PLOT_SIZE, return_at
from controller.cli.par.main_sheet import GRID, grid_svg
from controller.cli.par.plot import return_plot
from controller.cli.par.sections import sections_of
from controller.cli.par.sheet import Sheet
from controller.papers.pdf import write_pdf
from controller.settings.approval_mark import mark_here
from controller.words.money import LANGUAGES


def print_sheet(answer: Mapping[str, Any], lang: str, path: Path) -> int:
    """The sheet is in the PDF; the number of its pages.

    Raises:
        NotPrinted: it could not be made or written.
    """
    sheet = Sheet(answer, lang)
    title = f'<h1>{escape(sheet.title)}</h1><p class="lead">{escape(sheet.subtitle)}</p>'
    mark = mark_here([answer["profile"]["digest"]], LANGUAGES[lang])
    html = title + as_html(sections_of(sheet))
    head = letterhead_here(LANGUAGES[lang])
    return write_pdf(path, sheet.title, html, _footer(sheet), _drawings(sheet), mark, head=head)


def _footer(sheet: Sheet) -> str:
    profile = sheet.answer["profile"]["digest"]
    said = sheet.say("profil", "profile") + f" {profile[:16]}"
    if "jp1" in sheet.answer:
        said += f" · JP1 {sheet.answer['jp1']['config']['digest'][:16]}"
    return said + sheet.say(" · calcul", " · engine") + f" {sheet.answer['engine']['digest'][:16]}"


def _drawings(sheet: Sheet) -> dict[str, str]:
    grid = {GRID: grid_svg(sheet)}
    if "jp1" not in sheet.answer:
        return grid
    jp1 = sheet.answer["jp1"]
    start = int(jp1["return_at_jackpot_cents"])
    top = max(int(jp1["break_even_jackpot_cents"]["1"]) * 5 // 4, 2 * start, 100_000)
    plot = return_plot(
        PLOT_SIZE,
        top,
        start,
        lambda cents, bettors: float(return_at(sheet, cents, str(bettors))),
        sheet.figures,
        sheet.say("joueurs", "bettors"),
        sheet.say("départ", "start"),
    )
    return {**grid, PLOT: plot}
