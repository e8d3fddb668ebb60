"""`tapis simulate --script`: a script played, each of its expectations said in a line."""

from __future__ import annotations

import json
from pathlib import Path

import click

from controller.book.port import BookMismatch, BookUnreachable
from controller.boot.rehearsal.rehearsed import Rehearsed, rehearsed
from controller.boot.rehearsal.script import read_script
from controller.cli import BadInput
from controller.journal.chain import JournalError
from controller.words.money import money
from controller.words.plurals import so_many


def play_script(named: str, journal: Path | None, book: str | None, as_json: bool) -> int:
    """The script was played and what came of it printed; the exit code: 0 as expected, 1 otherwise.

    Raises:
        BadInput: journal or book cannot be had.
        SettingsError: the script is wrong.
    """
    script = read_script(named)
    try:
        came = rehearsed(script, journal=journal, book=book)
    except (BookMismatch, BookUnreachable, JournalError) as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{error.filename or journal}: {error.strerror or error}") from error
    if as_json:
        click.echo(json.dumps(came.json, ensure_ascii=False))
    else:
        _say(came)
    return 0 if came.held else 1


def _say(came: Rehearsed) -> None:
    click.echo(came.script.title_en or came.script.title)  # as the lines below it
    for one in came.expectations:
        click.echo(f"  {'held' if one.held else 'NOT ':<6}{one.words}")
    if not came.expectations:
        click.echo("  nothing was expected of it: write [round.expected] or [expected] (SCRIPTS.md)")
    held = sum(one.held for one in came.expectations)
    of = so_many(len(came.expectations), "expectation")
    click.echo(f"{held} of {of} held, {so_many(came.night['rounds'], 'round')} played, ", nl=False)
    click.echo(f"the meter at {money(came.night['meter_cents'])}")
    for table, head in came.heads.items():
        click.echo(f"head of {table}  {head}")
