"""Whose a journal is: the keys that somebody compared with the house's, each bound to its table.

A signature proves nothing by itself: anybody can sign, and name his own key beside it. A verifier believes
the keys that it was told by another way: on the command line, in a file of lines `key TABLE HEX`, in the
store of a witness, which has such lines too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from controller.host.named_pipe import WAITS_FOR_EVER, is_named_pipe
from controller.journal.faults import faulty
from controller.told import at_place

ANY: Final = ""
"""Keys that are bound to no table."""
HOUSE: Final = "house"
"""The name under which the pit's own key is told, which signs evidence."""

Keys = Mapping[str, frozenset[str]]
"""Public keys, 64 hex digits, by the table whose they are, or `ANY`."""
NO_KEYS: Final[Keys] = {}

NAME: Final = r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}"
"""How a table, or a person who answers for a key, is named in a line; a pattern."""
_LINE: Final = re.compile(rf"key ({NAME}) ([0-9a-f]{{64}})(?: .*)?", re.ASCII).fullmatch
_WORD: Final = re.compile(rf"(?:({NAME})=)?([0-9A-Fa-f]{{64}})", re.ASCII).fullmatch
_FILE_MAX: Final = 64 * 1024 * 1024


class KeyRefused(ValueError):
    """What was given as a key is none; one sentence."""


def knows(keys: Keys, key: str, table: str) -> bool:
    """Whether somebody named this key as the table's."""
    return key in keys.get(table, ()) or key in keys.get(ANY, ())


def keys_told(words: Iterable[str], witness: str | os.PathLike[str] | None = None) -> Keys:
    """The keys of the command line, each `HEX`, `TABLE=HEX` or a file, and those of a witness's store.

    Of a table whose key a person named, the store may name no other: who made it could bring his own.

    Raises:
        KeyRefused: a word is neither a key nor a file that names one, or the store names a key beside the
            person's.
    """
    told: dict[str, set[str]] = {}
    for word in words:
        found = _WORD(word)
        pairs = [(found[1] or ANY, found[2].lower())] if found else list(_named_in(word))
        if not pairs:
            raise KeyRefused(at_place(word, faulty("names_no_key_wanted_lines")))
        for table, key in pairs:
            told.setdefault(table, set()).add(key)
    by_person = {table: set(keys) for table, keys in told.items()}
    for table, key in () if witness is None else _named_in(witness):
        on_paper = by_person.get(table, set()) | by_person.get(ANY, set())
        if on_paper and key not in on_paper:
            raise KeyRefused(at_place(witness, faulty("trusts_key_you_did_not", key=key, table=table)))
        told.setdefault(table, set()).add(key)
    return {table: frozenset(keys) for table, keys in told.items()}


def _named_in(path: str | os.PathLike[str]) -> Iterable[tuple[str, str]]:
    """Table and key of each line that names one; other lines are a witness's own business."""
    if not os.fspath(path):
        raise KeyRefused(faulty("name_key_empty_write_hex"))
    if is_named_pipe(path):
        raise KeyRefused(at_place(os.fspath(path)[:100], WAITS_FOR_EVER))
    try:
        with Path(path).open("rb") as file:
            text = file.read(_FILE_MAX).decode("ascii", "replace")
    except OSError as error:
        why = faulty("neither_key_hex_table_hex", why=error.strerror)
        raise KeyRefused(at_place(os.fspath(path)[:100], why)) from None
    for line in text.splitlines():
        found = _LINE(line.strip())
        if found:
            yield found[1], found[2]
