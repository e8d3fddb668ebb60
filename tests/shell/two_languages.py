"""What holds of every table of sentences of a command: both languages are there, and name the same facts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter
from typing import Final

TYPED: Final = re.compile(r"chown -R \{account\}:|\{\w+(:[^}]*)?\}")
"""What is typed as it stands, and where a fact is put."""
FRENCH: Final = re.compile(
    "(?<!\u202f)[;?!]|(?<!\u00a0):(?=\\s|$)|(?<=[^\u00a0\u202f])[%€]|«(?!\u00a0)|'|\\.\\.\\."
)


def odd(words: Mapping[str, tuple[str, str]]) -> list[str]:
    """The keys whose languages name other facts, or whose French has wrong signs or spaces."""
    return [
        key
        for key, (french, english) in words.items()
        if not french or facts(french) != facts(english) or not typeset(french)
    ]


def facts(sentence: str) -> set[str]:
    """What the sentence names."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def typeset(french: str) -> bool:
    """Its spaces and signs are those of French."""
    return FRENCH.search(TYPED.sub("x", french)) is None
