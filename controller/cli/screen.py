"""`tapis screen`: one screen of a table, as a process of its own.

The screen is another program, `python -m ui`: nothing of the table is loaded into it, and this one gives
its place to it, so that a signal to the one is a signal to the other.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from controller import wire
from controller.cli import BadInput
from controller.table_files import load_table

SIZES = ("1920x1080", "1280x800", "1080x1920")


@click.command()
@click.argument("role", type=click.Choice(wire.ROLES))
@click.option(
    "--socket",
    "socket_path",
    type=click.Path(path_type=Path),
    help="The table's socket for this screen; without it, the one of table.toml.",
)
@click.option("--size", type=click.Choice(SIZES), default="1920x1080", show_default=True)
@click.option("--lang", type=click.Choice(["fr", "en"]), default="fr", show_default=True)
@click.option("--fullscreen", is_flag=True, help="Without frame and pointer, as on a table.")
def screen(role: str, socket_path: Path | None, size: str, lang: str, fullscreen: bool) -> None:
    """Open one screen of a table: the dealer's console, the pit screen or the jackpot display.

    The screen waits for its table, says so when it hears nothing, and finds it again by itself.
    """
    if not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        raise BadInput("no display: DISPLAY and WAYLAND_DISPLAY are not set (nor QT_QPA_PLATFORM)")
    path = socket_path if socket_path is not None else load_table().table.run / wire.socket_name(role)
    command = [sys.executable, "-m", "ui", role, "--socket", str(path), "--size", size, "--lang", lang]
    if fullscreen:
        command.append("--fullscreen")
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, command)
