"""`tapis devices`: the machines of a table, and the captures of their lines (rules, section 6)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

import click
from click.core import ParameterSource

from controller.boot.captures import DRIVERS, decoded
from controller.cli import BadInput
from controller.cli.devices_lines import COMMANDS, json_option, list_all, settings_option
from controller.cli.named_file import opened
from controller.cli.options import lang_option
from controller.told import at_place

PIECE_BYTES = 64 * 1024


@click.group(invoke_without_command=True)
@settings_option
@json_option
@lang_option("the words")
@click.pass_context
def devices(ctx: click.Context, settings_path: Path | None, as_json: bool, lang: str) -> None:
    """The machines of a table: what is plugged in and what is allowed, and what their lines say.

    Without a command: list the machines and all that is plugged in; exit 1 if something is not allowed.
    """
    if ctx.invoked_subcommand is None:
        list_all(settings_path, as_json, lang)
    elif ctx.get_parameter_source("lang") is ParameterSource.COMMANDLINE:
        ctx.default_map = {ctx.invoked_subcommand: {"lang": lang}}  # it counts for the command


for _command in COMMANDS:
    devices.add_command(_command)


@devices.command()
@click.argument("driver", metavar="DRIVER", type=click.Choice(DRIVERS))
@click.argument("file", metavar="[FILE|-]", default="-")
@click.option("--json", "as_json", is_flag=True, help="As without it: one JSON object a line.")
def decode(driver: str, file: str, as_json: bool) -> None:
    """Say what a driver understands of the bytes of a capture: one JSON object a message.

    DRIVER is angel-eye, bee-tek or open. Repeats say nothing, damage is counted in bytes and never becomes
    a card. Exit 0 whatever the bytes are. The cards are named: not for the line of a table at play.
    """
    with opened(file) as stream:
        for message in decoded(driver, _pieces(file, stream)):
            click.echo(json.dumps(message))


def _pieces(file: str, stream: BufferedReader) -> Iterator[bytes]:
    """What can be read without waiting for more, again and again: a live line is told as it speaks."""
    try:
        while piece := stream.read1(PIECE_BYTES):
            yield piece
    except OSError as error:
        raise BadInput(at_place(file, error.strerror)) from None
