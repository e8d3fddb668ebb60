"""A reader of OpenMetrics text that takes nothing that the standard does not allow, written from it alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*", re.ASCII)
SAMPLE = re.compile(r"([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (-?[0-9]+(?:\.[0-9]+)?)", re.ASCII)
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)', re.ASCII)
RESERVED = ("_total", "_created", "_count", "_sum", "_bucket", "_gcount", "_gsum", "_info")


@dataclass
class Figure:
    """A family as it was read."""

    kind: str
    unit: str = ""
    help: str = ""
    samples: dict[tuple[tuple[str, str], ...], str] = field(default_factory=dict)


Figures = dict[str, Figure]


def strictly_read(text: str) -> Figures:
    """The families by their names.

    Raises:
        AssertionError: something is not as OpenMetrics 1.0 wants it.
    """
    assert text.endswith("# EOF\n")
    assert "\r" not in text
    found: Figures = {}
    name = ""
    for line in text.removesuffix("# EOF\n").splitlines():
        if line.startswith("# "):
            name = _described(line, name, found)
        else:
            _sample(line, name, found)
    for name, one in found.items():
        assert one.samples, f"{name} has no sample"
    return found


def _described(line: str, name: str, found: Figures) -> str:
    _, keyword, of, said = line.split(" ", 3)
    assert NAME.fullmatch(of), of
    if keyword == "TYPE":
        assert of not in found, f"{of} stands in two places"
        assert said in ("counter", "gauge")
        assert said == "gauge" or not of.endswith(RESERVED), of
        found[of] = Figure(said)
    else:
        assert (of, keyword in ("UNIT", "HELP")) == (name, True), line
        assert not found[of].samples, f"{line}: after its samples"
        assert not getattr(found[of], keyword.lower()), f"{line}: twice"
        assert keyword == "HELP" or of.endswith(f"_{said}"), f"{of} does not end with {said}"
        setattr(found[of], keyword.lower(), said)
    return of


def _sample(line: str, name: str, found: Figures) -> None:
    told = SAMPLE.fullmatch(line)
    assert told is not None, line
    one = found[name]
    assert told[1] == (f"{name}_total" if one.kind == "counter" else name), f"{line} stands under {name}"
    assert one.kind == "gauge" or not told[3].startswith("-"), line
    labels, rest = [], told[2] or ""
    while rest:
        label = LABEL.match(rest)
        assert label is not None, line
        labels.append((label[1], label[2]))
        rest = rest[label.end() :]
    assert len({key for key, _ in labels}) == len(labels), f"{line}: a label twice"
    assert tuple(sorted(labels)) not in one.samples, f"{line}: a sample twice"
    one.samples[tuple(sorted(labels))] = told[3]
