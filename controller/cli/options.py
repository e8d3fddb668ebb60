"""Options that several commands have, with one help each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

from controller.cli import BadInput
from controller.words.money import CODES

BY: Final = "controller.cli.options.by"
"""Where `--by` is kept in the command's context, for `controller.cli.letterhead`."""

settings_option: Final = click.option(
    "--settings",
    "settings_path",
    type=click.Path(path_type=Path),
    help="The table's settings; without it, table.toml of the configuration.",
)
faults_option: Final = click.option(
    "--faults",
    type=click.Choice(["none", "some", "hard"]),
    default="none",
    show_default=True,
    help="How often machines and people do something wrong.",
)


def lang_option(of_what: str, name: str = "lang", *, default: str | None = "fr") -> Callable[[Any], Any]:
    """`--lang fr|en`, the one option by which every command is told a language, passed on as `name`."""
    return click.option(
        "--lang",
        name,
        type=click.Choice(CODES),
        default=default,
        show_default=default is not None,
        help=f"Language of {of_what}.",
    )


def _kept(context: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None and not (value.strip() and value.isprintable()):
        raise BadInput(f"--by {value[:40]!r}: a name in one line, of letters that can be printed")
    context.meta[BY] = value


by_option: Final = click.option(
    "--by",
    metavar="NAME",
    expose_value=False,
    callback=_kept,
    help="Who prints it, as the paper says; without it, the user of this machine.",
)
