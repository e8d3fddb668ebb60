"""Figures as text for a collector: OpenMetrics 1.0, in words that Prometheus's older parser takes as well.

node_exporter's textfile collector reads the older format and knows counters and gauges; to it `# UNIT` and
`# EOF` are remarks. So nothing but counters and gauges is written, without timestamps and exemplars.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

READABLE: Final = 0o644
"""The collector runs as another user."""
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_ESCAPES: Final = str.maketrans({"\\": "\\\\", "\n": "\\n", '"': '\\"'})


@dataclass(slots=True)
class Family:
    """A figure: its name without `_total`, what it is, the unit that its name ends with, its samples."""

    name: str
    kind: Literal["counter", "gauge"]
    help: str
    unit: str = ""
    samples: list[tuple[Mapping[str, str], str]] = field(default_factory=list)

    def add(self, value: int | str | bool | None, **labels: str) -> None:
        """A sample more; None is a figure that nobody knows, of which nothing is said."""
        if value is not None:
            self.samples.append((labels, str(int(value)) if isinstance(value, int) else value))


def seconds(ms: int | None) -> str | None:
    """Milliseconds as seconds, exactly."""
    if ms is None:
        return None
    return f"{'-' if ms < 0 else ''}{abs(ms) // 1_000}.{abs(ms) % 1_000:03}"


def exposition(families: Iterable[Family]) -> str:
    """The text of these figures; one without a sample is left out."""
    lines = []
    for one in families:
        assert _NAME.fullmatch(one.name)
        assert one.name.endswith(f"_{one.unit}" if one.unit else "")
        if not one.samples:
            continue
        lines.append(f"# TYPE {one.name} {one.kind}")
        if one.unit:
            lines.append(f"# UNIT {one.name} {one.unit}")
        lines.append(f"# HELP {one.name} {one.help.translate(_ESCAPES)}")
        name = f"{one.name}_total" if one.kind == "counter" else one.name
        lines += [f"{name}{_labels(labels)} {value}" for labels, value in one.samples]
    return "\n".join([*lines, "# EOF", ""])


def _labels(labels: Mapping[str, str]) -> str:
    told = ",".join(f'{name}="{value.translate(_ESCAPES)}"' for name, value in labels.items())
    return f"{{{told}}}" if told else ""


def write_whole(path: Path, text: str) -> None:
    """The file has this text: whoever reads sees the old one or the new one whole, whatever his account.

    Raises:
        OSError: it cannot be written; what was there stays.
    """
    draft = path.with_name(f".{path.name}.new")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.chmod(READABLE)
        os.replace(draft, path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise
