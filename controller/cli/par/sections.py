"""The PAR sheet from its top to its end."""

from __future__ import annotations

from controller.cli.par.blocks import Section
from controller.cli.par.jp1_sheet import jp1_sections
from controller.cli.par.main_sheet import main_sections
from controller.cli.par.sheet import Sheet
from controller.cli.par.side_sheet import side_sections


def sections_of(sheet: Sheet) -> list[Section]:
    """Warnings first, then what the reader looks for first: the returns."""
    return [
        Section("", tuple(sheet.warnings())),
        Section(sheet.say("Retours", "Returns"), (sheet.summary(),)),
        Section(sheet.say("Règles", "Rules"), (sheet.rules(),)),
        *sheet.paytables(),
        *main_sections(sheet),
        *side_sections(sheet),
        *jp1_sections(sheet),
        Section(sheet.say("Méthode", "Method"), tuple(sheet.method()), True),
        Section(sheet.say("Valeurs exactes", "Exact values"), (sheet.exact(),)),
    ]
