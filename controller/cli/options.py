"""Options that several commands have, with one help each."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from controller.cli import BadInput
from controller.cli.values_refused import value_refused
from controller.host.language import FRENCH, SPOKEN, TYPED, asked
from controller.host.named_pipe import WAITS_FOR_EVER, is_named_pipe
from controller.host.output_file import PDF, UNWRITTEN, can_replace
from controller.told import Told, at_place
from controller.words.money import CODES

SAID: Final[dict[str, tuple[str, str]]] = {
    "empty": (
        "le nom est vide\u00a0: écrire celui d’un {wanted}",
        "the name is empty: write that of a {wanted}",
    ),
    "no_folder": ("{place} n’est pas un dossier\u00a0: en nommer un", "{place} is no folder: name one"),
}
WANTED: Final = {
    "file": ("fichier", "file"),
    "folder": ("dossier", "folder"),
    "either": ("fichier ou d’un dossier", "file or a folder"),
}
BY: Final = "controller.cli.options.by"
"""Where `--by` is kept in the command's context, for `controller.cli.letterhead`."""


def as_asked(words: tuple[str, str], context: click.Context | None, /, **facts: object) -> str:
    """What is wrong with a value that was typed, in the language of the sentence it becomes a part of."""
    return words[asked(context) != FRENCH].format(**facts)


class Place(click.Path):
    """A file or a folder. An empty name is none, nor a pipe; no device is taken for a folder."""

    def __init__(
        self, *, exists: bool = False, file_okay: bool = True, dir_okay: bool = True, readable: bool = True
    ) -> None:
        super().__init__(
            path_type=Path, exists=exists, file_okay=file_okay, dir_okay=dir_okay, readable=readable
        )

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        """The path, for the command.

        Raises:
            click.BadParameter: it is empty, or not of the kind that is wanted.
            BadInput: it is a pipe.
        """
        wanted = "file" if not self.dir_okay else "folder" if not self.file_okay else "either"
        if not os.fspath(value):
            self.fail(as_asked(SAID["empty"], ctx, wanted=as_asked(WANTED[wanted], ctx)), param, ctx)
        place = Path(os.fsdecode(super().convert(value, param, ctx)))
        if not self.file_okay and os.path.exists(place) and not os.path.isdir(place):
            self.fail(as_asked(SAID["no_folder"], ctx, place=place), param, ctx)
        if is_named_pipe(place):
            raise BadInput(at_place(place, WAITS_FOR_EVER))
        return place


settings_option: Final = click.option(
    "--settings",
    "settings_path",
    type=Place(),
    help="The table's settings; without it, table.toml of the configuration.",
)
faults_option: Final = click.option(
    "--faults",
    type=click.Choice(["none", "some", "hard"]),
    default="none",
    show_default=True,
    help="How often machines and people do something wrong.",
)


def _kept_language(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    if context.get_parameter_source(str(option.name)) is ParameterSource.DEFAULT:
        value = context.meta.get(TYPED, value)  # it stood before the name of the command
    if value is not None:
        context.meta[SPOKEN] = value
    return value


def lang_option(of_what: str, name: str = "lang", *, default: str | None = "fr") -> Callable[[Any], Any]:
    """`--lang fr|en`, the one option by which every command is told a language, passed on as `name`."""
    return click.option(
        "--lang",
        name,
        type=click.Choice(CODES),
        default=default,
        show_default=default is not None,
        is_eager=True,  # whatever another option has to say is said in it
        callback=_kept_language,
        help=f"Language of {of_what}.",
    )


def _writable(_: click.Context, option: click.Parameter, value: str | Path | None) -> str | Path | None:
    """The file of `--pdf` can be written: said before anything is read, worked out or printed."""
    if value is not None:
        try:
            can_replace(Path(value), PDF)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise BadInput(Told(UNWRITTEN, path=value, why=reason)) from None
    return value


def pdf_file_option(words: str) -> Callable[[Any], Any]:
    """`--pdf`, looked at before all other options: nothing is done for a paper that cannot be written."""
    path = Place()
    return click.option("--pdf", type=path, is_eager=True, callback=_writable, help=words)


def _kept(context: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None and not (value.strip() and value.isprintable()):
        raise value_refused("by", name=value[:40])
    context.meta[BY] = value


by_option: Final = click.option(
    "--by",
    metavar="NAME",
    expose_value=False,
    callback=_kept,
    help="Who prints it, as the paper says; without it, the user of this machine.",
)
