"""`tapis house export`: what the journals tell as Parquet files, for other people's tools (PARQUET.md)."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import click

from controller.cli import BadInput
from controller.cli.house_words import say
from controller.cli.options import Place, lang_option
from controller.cli.versions import versioned
from controller.cli.waiting import waiting
from controller.installed import lacks
from controller.journal.chain import JournalBroken
from controller.words.money import EN, LANGUAGES
from controller.words.plain import plain


@click.command()
@click.argument(
    "folders",
    metavar="DIR...",
    nargs=-1,
    required=True,
    type=Place(exists=True, file_okay=False),
)
@click.option(
    "--parquet",
    "target",
    metavar="TARGET",
    required=True,
    type=Place(file_okay=False),
    help="The folder of the datasets; made when it is not there, appended to when it is.",
)
@lang_option("the words")
@click.option("--json", "as_json", is_flag=True, help="One object of JSON.")
def export(folders: tuple[Path, ...], target: Path, lang: str, as_json: bool) -> None:
    """Append what the journals in DIR have more to datasets of Parquet files in TARGET.

    Rounds, seats, bets, prizes, contributions, alarms and rectifications, by table and day, each row once
    however often this is run. Exit 1 when a journal does not hold.

    \b
    tapis house export journals --parquet figures
    """
    if find_spec("pyarrow") is None:
        missing = lacks("pyarrow", language="fr"), lacks("pyarrow")
        raise BadInput(say(lang, "no_parquet", library="pyarrow", lacks=missing))
    # What loads the library is loaded here alone: no other command waits for it.
    from controller.house.parquet_export import Export, NotExported, take_back_empty

    new = not target.exists()
    try:
        with closing(Export(target)) as opened, waiting(target):
            done = opened.run(list(folders))
    except NotExported as error:
        raise BadInput(error.in_words[LANGUAGES[lang]]) from None
    except (OSError, JournalBroken) as error:
        if new:
            take_back_empty(target)
        why = getattr(error, "strerror", None) or say(lang, "disk_refused")
        raise BadInput(say(lang, "unwritten", path=target, why=why)) from None
    if as_json:
        told = {"sessions": done.sessions, "rows": done.rows, "faults": [fault[EN] for fault in done.faults]}
        click.echo(json.dumps(versioned("house-export", told)))
    else:
        rows = ", ".join(f"{name} {count}" for name, count in sorted(done.rows.items()))
        click.echo(say(lang, "exported", journals=done.sessions, rows=rows or say(lang, "nothing_new")))
    for fault in done.faults:
        click.echo(plain(fault[LANGUAGES[lang]]), err=True)
    if done.faults:
        sys.exit(1)
