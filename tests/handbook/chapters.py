"""A chapter as it is written: a page of Markdown with few signs, read into parts.

`# Title` begins a page, `## Heading` a matter. `- ` and `1. ` are lines of a list, `> ` is a box. Between
three backticks stands what the product makes (`layout.py` has a maker for each name), as TOML. Whatever
stands in braces is said by `facts.py`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

SOURCE: Final = Path(__file__).resolve().parents[2] / "deploy" / "handbook"
BOOKS: Final = ("dealer", "pit")
LANGUAGES: Final = ("fr", "en")
_FENCE: Final = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
_SIGNS: Final = (("## ", "heading"), ("# ", "title"), ("> ", "box"), ("- ", "list"), ("1. ", "steps"))


@dataclass(frozen=True)
class Part:
    """What stands on a page: its kind, its lines of text, and what a made part was told."""

    kind: str
    lines: tuple[str, ...] = ()
    told: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Chapter:
    """One file of a book: `name` is that of the file, the same in both languages."""

    book: str
    language: str
    name: str
    parts: tuple[Part, ...]

    @property
    def title(self) -> str:
        """What the first page is called."""
        return next(part.lines[0] for part in self.parts if part.kind == "title")

    def told(self, kind: str) -> list[Mapping[str, Any]]:
        """What the made parts of this kind were told, in order."""
        return [part.told for part in self.parts if part.kind == kind]


def chapters(book: str, language: str) -> list[Chapter]:
    """The chapters of a book in their order, which is that of their names."""
    return [read(path, book, language) for path in sorted((SOURCE / language / book).glob("*.md"))]


def read(path: Path, book: str, language: str) -> Chapter:
    """One chapter.

    Raises:
        ValueError: it has no title, or a made part is no TOML; the text names the file.
    """
    try:
        parts = tuple(_parts(path.read_text(encoding="utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from None
    if not any(part.kind == "title" for part in parts):
        raise ValueError(f"{path}: no title")
    return Chapter(book, language, path.stem, parts)


def _parts(text: str) -> Iterator[Part]:
    at = 0
    for fence in _FENCE.finditer(text):
        yield from _plain(text[at : fence.start()])
        yield Part(fence[1], (), tomllib.loads(fence[2]))
        at = fence.end()
    yield from _plain(text[at:])


def _plain(text: str) -> Iterator[Part]:
    for block in re.split(r"\n\s*\n", text.strip()):
        if not block:
            continue
        sign, kind = next(((s, k) for s, k in _SIGNS if block.startswith(s)), ("", "text"))
        if kind in ("list", "steps"):
            lines = re.split(rf"\n(?={re.escape(sign)})", block)
            yield Part(kind, tuple(_one_line(line.removeprefix(sign)) for line in lines))
        elif kind == "box":
            yield Part(kind, (_one_line(re.sub(r"(?m)^> ?", "", block)),))
        else:
            yield Part(kind, (_one_line(block.removeprefix(sign)),))


def _one_line(text: str) -> str:
    return " ".join(text.split())
