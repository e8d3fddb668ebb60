"""Options that several commands have, with one help each."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

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
