"""`tapis fault`: order a fault at a demonstration that runs, or list what may be ordered."""

from __future__ import annotations

import json
from difflib import get_close_matches
from pathlib import Path

import click

from controller.boot.fault_orders import NotOrdered, catalogue, order, panels
from controller.cli import BadInput
from controller.cli.options import Place


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
def fault(kind: str | None, machine: str, path: Path | None, as_json: bool) -> None:
    """Order the fault KIND at a table of `tapis demo`; without KIND, list the catalogue.

    Exit 0 when it is ordered, 2 when nobody runs a demonstration here or knows that fault.
    """
    if kind is None:
        for entry in catalogue():
            where = ", ".join(entry["machines"])
            line = f"{entry['kind']:16} {where:14} {entry['what']}"
            click.echo(json.dumps(entry) if as_json else line)
        return
    known = {entry["kind"]: entry["machines"] for entry in catalogue()}
    if kind not in known:
        near = get_close_matches(kind, known, n=1)
        meant = f"did you mean {near[0]}?" if near else "tapis fault lists all"
        raise BadInput(f"{kind}: no fault has this name; {meant}")
    if machine and machine not in known[kind]:
        raise BadInput(f"{kind}: no fault of the {machine}; --machine {' or '.join(known[kind])}")
    try:
        order(path if path is not None else _only_panel(), kind, machine)
    except NotOrdered as why:
        raise BadInput(str(why)) from None
    click.echo(f"{kind} is ordered")


def _only_panel() -> Path:
    found = panels()
    if not found:
        raise NotOrdered("no demonstration runs on this machine: start tapis demo, or name --socket")
    if len(found) > 1:
        raise NotOrdered(f"several tables run: name one by --socket, such as {found[0]}")
    return found[0]
