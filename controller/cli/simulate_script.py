"""`tapis simulate --script`: a script played, each of its expectations said in a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import click

from controller.book.port import BookMismatch, BookUnreachable
from controller.boot.rehearsal.rehearsed import Rehearsed, rehearsed
from controller.boot.rehearsal.script import read_script
from controller.cli import BadInput
from controller.journal.chain import JournalError
from controller.told import at_place
from controller.words.money import LANGUAGES, money
from controller.words.plurals import in_language


def play_script(named: str, journal: Path | None, book: str | None, as_json: bool, lang: str) -> int:
    """The script was played and what came of it printed; the exit code: 0 as expected, 1 otherwise.

    Raises:
        BadInput: journal or book cannot be had.
        SettingsError: the script is wrong.
    """
    script = read_script(named)
    try:
        came = rehearsed(script, journal=journal, book=book)
    except (BookMismatch, BookUnreachable, JournalError) as error:
        raise BadInput(error) from error
    except OSError as error:
        raise BadInput(at_place(error.filename or journal, error.strerror or str(error))) from error
    if as_json:
        click.echo(json.dumps(came.json, ensure_ascii=False))
    else:
        _say(came, lang)
    return 0 if came.held else 1


SAID: Final = {
    "held": ("tenu", "held"),
    "not": ("NON", "NOT"),
    "nothing": (
        "rien n’en était attendu\u00a0: écrivez [round.expected] ou [expected] (SCRIPTS.md)",
        "nothing was expected of it: write [round.expected] or [expected] (SCRIPTS.md)",
    ),
    "sum": (
        "{held} sur {of} attente{of:|s} {held:tenue|tenues}, {rounds} coup{rounds:|s} joué{rounds:|s},"
        " le compteur à {meter}",
        "{held} of {of} expectation{of:|s} held, {rounds} round{rounds:|s} played, the meter at {meter}",
    ),
    "head": ("tête de {table}  {head}", "head of {table}  {head}"),
}


def _say(came: Rehearsed, lang: str) -> None:
    def said(key: str, **facts: object) -> str:
        return in_language(SAID[key], LANGUAGES[lang], facts)

    # As the lines below it.
    click.echo(came.script.title if lang == "fr" else came.script.title_en or came.script.title)
    for one in came.expectations:
        click.echo(f"  {said('held' if one.held else 'not'):<6}{one.told(lang)}")
    if not came.expectations:
        click.echo(f"  {said('nothing')}")
    held, meter = sum(one.held for one in came.expectations), money(came.night["meter_cents"])
    facts = {"held": held, "of": len(came.expectations), "rounds": came.night["rounds"], "meter": meter}
    click.echo(said("sum", **facts))
    for table, head in came.heads.items():
        click.echo(said("head", table=table, head=head))
