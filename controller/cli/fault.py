"""`tapis fault`: order a fault at a demonstration that runs, or list what may be ordered."""

from __future__ import annotations

import json
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from controller.boot.fault_orders import NoAnswer, NotOrdered, catalogue, order, panels
from controller.cli import BadInput
from controller.cli.fault_words import HAPPENS, NO_ANSWER, say
from controller.cli.options import Place, lang_option


@click.command()
@click.argument("kind", required=False)
@click.option(
    "--machine", default="", help="Which machine: shoe, shuffler or chips. Without it the usual one."
)
@click.option(
    "--socket",
    "path",
    type=Place(),
    help="The simulator.sock of the demonstration. Without it, the only one that runs here.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON Lines.")
@lang_option("the words")
def fault(kind: str | None, machine: str, path: Path | None, as_json: bool, lang: str) -> None:
    """Order the fault KIND at a table of `tapis demo`; without KIND, list the catalogue.

    Exit 0 when it is ordered, 2 when nobody runs a demonstration here or knows that fault.
    """
    if kind is None:
        for entry in catalogue():
            click.echo(json.dumps(entry) if as_json else _line(entry, lang))
        return
    known = {entry["kind"]: entry["machines"] for entry in catalogue()}
    if kind not in known:
        near = get_close_matches(kind, known, n=1)
        meant = say(lang, "meant", kind=near[0]) if near else say(lang, "lists")
        raise BadInput(say(lang, "unknown", kind=kind, meant=meant))
    if machine and machine not in known[kind]:
        others = say(lang, "or").join(known[kind])
        raise BadInput(say(lang, "not_of", kind=kind, machine=machine, others=others))
    try:
        order(path if path is not None else _only_panel(lang), kind, machine)
    except NoAnswer as why:
        raise BadInput(NO_ANSWER.format(path=why.path) if lang == "fr" else str(why)) from None
    except NotOrdered as why:
        raise BadInput(why) from None
    click.echo(say(lang, "ordered", kind=kind))


def _line(entry: dict[str, Any], lang: str) -> str:
    """A fault of the catalogue: its name and machines as they are typed, and what happens."""
    kind, machines = entry["kind"], entry["machines"]
    happens = HAPPENS[kind, machines[0]] if lang == "fr" else entry["what"]
    return f"{kind:16} {', '.join(machines):14} {happens}"


def _only_panel(lang: str) -> Path:
    found = panels()
    if not found:
        raise BadInput(say(lang, "no_demo"))
    if len(found) > 1:
        raise BadInput(say(lang, "several", path=found[0]))
    return found[0]
