"""In which language a command line is answered: in that of `--lang`, else in that of its terminal."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import click

FRENCH: Final = "fr"
ENGLISH: Final = "en"
OPTION: Final = "--lang"
SPOKEN: Final = "controller.host.language.spoken"
"""Where the language in which a command answers is kept in its context, for how it ends."""
TYPED: Final = "controller.host.language.typed"
"""Where the `--lang` of the command line is kept in all of its contexts, if one was typed."""


def typed(words: Sequence[str]) -> str | None:
    """The last `--lang` of these words, wherever it stands; None without one, or with no language of ours."""
    found = None
    for word, after in pairwise([*words, ""]):
        if word == "--":
            break
        name, _, value = word.partition("=")
        value = after if word == OPTION else value
        found = value if name == OPTION and value in (FRENCH, ENGLISH) else found
    return found


def of_terminal() -> str:
    """French where the terminal speaks French, else English; who has said nothing hears French."""
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return FRENCH if named.startswith("fr") or named.split(".")[0] in ("", "C", "POSIX") else ENGLISH


def asked(context: click.Context | None) -> str:
    """What was typed, else what the terminal speaks: for help, and for a line that is typed wrongly."""
    told: str | None = context.meta.get(TYPED) if context is not None else None
    return told or of_terminal()


def spoken() -> str:
    """The language in which the command that runs answers; where none has been read, as `asked`."""
    context = click.get_current_context(silent=True)
    told: str | None = context.meta.get(SPOKEN) if context is not None else None
    return told or asked(context)
