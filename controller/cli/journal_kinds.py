"""`tapis journal kinds`: every kind of entry with its fields, as the page for inspectors has them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import click

from controller.game.cards import Card, FaceDown
from controller.game.events import EVENTS
from controller.game.felt import Place
from controller.journal.chain import OPENED, JournalOpened
from controller.journal.field_codec import fields_of

_PLAIN: Final = {
    int: "number",
    str: "text",
    bool: "true/false",
    Card: "card",
    FaceDown: "sealed card",
    Place: "place",
}
_HEAD: Final = """# Kinds of entry

`tapis journal kinds` prints this page, and a test compares the two. Each kind has an object as its body, with
exactly these keys in this order; where a key was added later, older journals do not have it. `[x]` is a list
of x, `x?` is x or null; what begins with a capital stands under *Parts* or *Words* below. Amounts are
`_cents`, times `_ms`; a round's `attempt` counts its deals from 1. The first entry alone is `JournalOpened`.
"""


@click.command()
def kinds() -> None:
    """Print every kind of entry that a journal may hold, with its fields (Markdown)."""
    click.echo("\n".join(page()))


def page() -> Iterator[str]:
    """The lines of the page."""
    parts: dict[str, type] = {}
    yield _HEAD
    yield "| kind | body | what happened |"
    yield "| --- | --- | --- |"
    for name, kind in sorted({**EVENTS, OPENED: JournalOpened}.items()):
        said = " ".join((kind.__doc__ or "").partition("\n\n")[0].split())
        yield f"| `{name}` | {_body(kind, parts)} | {said} |"
    yield "\n## Parts\n"
    yield "| part | fields |"
    yield "| --- | --- |"
    told: set[str] = set()
    words: dict[str, type[Enum]] = {}
    while parts.keys() - told:
        name = min(parts.keys() - told)
        told.add(name)
        part = parts[name]
        if issubclass(part, Enum):
            words[name] = part
        else:
            yield f"| `{name}` | {_body(part, parts)} |"
    yield "\n## Words\n"
    yield "| word | one of |"
    yield "| --- | --- |"
    for name, word in sorted(words.items()):
        yield f"| `{name}` | {', '.join(f'`{one.value}`' for one in word)} |"


def _body(kind: type, parts: dict[str, type]) -> str:
    hints = get_type_hints(kind)
    told = [f"`{one.name}` {_hint(hints[one.name], parts)}" for one in fields_of(kind)]
    return ", ".join(told) or "nothing"


def _hint(hint: Any, parts: dict[str, type]) -> str:
    """A type in words; a class of ours is remembered, to be told of below."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return f"[{_hint(arguments[0], parts)}]"
        return f"[{', '.join(_hint(one, parts) for one in arguments)}]"
    if origin in (Union, UnionType):
        (only,) = [one for one in arguments if one is not NoneType]
        return f"{_hint(only, parts)}?"
    assert isinstance(hint, type), hint
    assert is_dataclass(hint) or issubclass(hint, Enum), hint
    parts[hint.__name__] = hint
    return hint.__name__
