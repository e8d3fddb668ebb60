"""Where a machine's figures are written for a monitoring system (`metrics.toml`), checked at this door.

A file of its own, and not a part of the table's settings: an IT department that changes it changes nothing
by which a table is known.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from controller.settings.files import config_path
from controller.settings.toml import Strict, read_toml


class MetricsTerms(Strict):
    """The directory that node_exporter's textfile collector reads, and how often it is written."""

    directory: Path = Field(strict=False)
    every_s: Annotated[int, Field(ge=5, le=600)] = 15


class MetricsFile(Strict):
    """`metrics.toml`."""

    metrics: MetricsTerms


def load_metrics(path: Path | None = None) -> MetricsTerms:
    """Where the figures of this machine go.

    Raises:
        SettingsError: the file is not there or something in it is wrong.
    """
    return read_toml(path if path is not None else config_path("metrics.toml"), MetricsFile).metrics
