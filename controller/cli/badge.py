"""`tapis badge`: what the supervisor card in the reader says of itself, ready for the settings."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path
from typing import Final

import click

from controller.boot.cards import NoCard, ReadCard, read_card
from controller.boot.starting import CannotStart, missing_library
from controller.cli import BadInput
from controller.cli.options import Place, lang_option
from controller.cli.reader_words import reader_said, unproven
from controller.cli.versions import versioned
from controller.settings.settings_error import SettingsError
from controller.settings.table import TableFile, load_table
from controller.words.money import LANGUAGES

SAID: Final[dict[str, tuple[str, str]]] = {
    "holder": (
        "le badge {number} prouve qui il est\u202f; c’est celui de {holder}",
        "{number} proves itself; it is the card of {holder}",
    ),
    "nobody": (
        "# le badge {number} prouve qui il est et n’est encore à personne. Pour table.toml\u00a0:",
        "# {number} proves itself and is nobody's yet. For table.toml:",
    ),
}


@click.command()
@click.option(
    "--settings",
    "settings_path",
    type=Place(),
    help="The table's settings, which say whose card it is; without it, table.toml of the configuration.",
)
@click.option("--reader", default="", help="A part of the reader's name, if there are several.")
@click.option("--wait", "wait_s", type=click.FloatRange(0, 600), default=30.0, help="Seconds for a card.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@lang_option("the words")
def badge(settings_path: Path | None, reader: str, wait_s: float, as_json: bool, lang: str) -> None:
    """Read the supervisor card in the reader: its number, its public key, and whether it proves itself.

    Exit 0 when it does, 1 when it does not, 2 without a reader or a card.
    """
    settings = _settings(settings_path)
    try:
        with missing_library():
            card = read_card(reader, wait_s, settings)
    except (NoCard, CannotStart) as why:
        raise BadInput(reader_said(str(why), lang)) from None
    click.echo(json.dumps(versioned("badge", dataclasses.asdict(card))) if as_json else _sheet(card, lang))
    sys.exit(0 if card.proven else 1)


def _settings(path: Path | None) -> TableFile | None:
    """The table's settings; the configuration may have none yet, a file that is named has to be right."""
    if path is not None:
        return load_table(path)
    try:
        return load_table()
    except SettingsError:
        return None


def _sheet(card: ReadCard, lang: str) -> str:
    if not card.proven:
        return unproven(card.number, card.why, lang)
    said = SAID["holder" if card.holder else "nobody"][LANGUAGES[lang]]
    told = said.format(number=card.number, holder=card.holder)
    if card.holder:
        return told
    return f'{told}\n[badges.{card.number}]\nperson = ""\nrole = "chef"\nkey = "{card.key}"'
