"""The file that a command is to read from its beginning, by its name; a dash is the standard input."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from io import BufferedReader
from typing import cast

from controller.cli import BadInput
from controller.cli.values_refused import value_refused
from controller.host.named_pipe import is_named_pipe
from controller.told import at_place


def opened(file: str) -> AbstractContextManager[BufferedReader]:
    """The file, or the standard input for a dash; that one is left open.

    Raises:
        BadInput: it cannot be read, or one would wait there for ever.
    """
    if file == "-":
        if sys.stdin is None:
            raise value_refused("no_input")
        return nullcontext(cast(BufferedReader, sys.stdin.buffer))
    if is_named_pipe(file):
        raise value_refused("pipe_or_dash", file=file)
    try:
        return open(file, "rb")
    except (OSError, ValueError) as error:
        raise BadInput(at_place(file or repr(file), getattr(error, "strerror", None) or str(error))) from None
